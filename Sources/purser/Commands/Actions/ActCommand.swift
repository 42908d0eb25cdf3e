import ArgumentParser
import Entitlements
import Foundation
import Persistence
import ServiceCore

/// `purser act`: operator actions, each filed as a manual document.
struct ActCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "act",
    abstract: "Act manually: grant, withdraw, consume, transfer, merge, account, note, policy.",
    discussion: """
      Each action is filed as a document, recorded in the audit log, and applied in every replay. \
      Exit status: 0 done, 4 user or purchase not found.
      """,
    subcommands: [
      GrantCommand.self, WithdrawCommand.self, ConsumeCommand.self, TransferCommand.self,
      MergeCommand.self, AccountCommand.self, NoteCommand.self, PolicyCommand.self,
    ]
  )
}

/// The options of all actions.
struct ActOptions: ParsableArguments {
  @OptionGroup var settings: SettingsOptions
  @OptionGroup var ledgerOptions: LedgerOptions
  @OptionGroup var operator_: OperatorOptions

  /// Files the action that `action` returns, and prints `done`.
  func perform(
    _ done: String,
    _ action: @escaping @Sendable (Ledger) async throws -> OperatorAction.Kind
  ) throws {
    let assembly = try Assembly(settings, try TrustOptions.parse([]))
    let ledger = try Ledger(path: ledgerOptions.path(settings))
    let actor = operator_.name
    let document = try Blocking.wait {
      let service = EntitlementService(ledger: ledger, receipts: assembly.verifier)
      let document = try await service.actions.perform(try await action(ledger), by: actor)
      try ledger.close()
      return document
    }
    try StandardStream.print(PlainText.safe("\(done) (document \(document))"))
  }
}

/// The option that permits an unknown user.
struct KnownUserOptions: ParsableArguments {
  @Flag(help: "Add the user if the ID is unknown.")
  var new = false

  /// - Throws: Exit status 4 if the user is unknown.
  func expect(_ user: String, in ledger: Ledger) async throws -> ID<User> {
    new
      ? ID(user) : try await Self.expect(user, in: ledger, "Check the ID, or add them with --new.")
  }

  static func expect(
    _ user: String,
    in ledger: Ledger,
    _ advice: String = "Check the ID."
  ) async throws -> ID<User> {
    guard try await ledger.users.details(of: ID(user)) == nil else { return ID(user) }
    throw ExitCode.notFound("No user has the ID \(user). \(advice)")
  }
}

/// The option that selects the store environment.
struct WorldOptions: ParsableArguments {
  @Option(help: ArgumentHelp("production, sandbox or xcode.", valueName: "name"))
  var environment = "production"

  func world() throws -> Entitlements.Environment {
    guard let value = Entitlements.Environment(rawValue: environment) else {
      throw ValidationError("--environment takes production, sandbox or xcode.")
    }
    return value
  }
}
