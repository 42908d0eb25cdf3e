import ArgumentParser
import Entitlements
import Foundation
import Persistence
import ServiceCore

/// `purser act`: what an operator does by hand, filed as a document of our own.
struct ActCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "act",
    abstract: "Do by hand: grant, withdraw, consume, transfer, merge, account, note, policy.",
    discussion: """
      Each act is filed as a document, recorded in the audit log, and counts in every replay. \
      Exit status: 0 done, 4 nothing on file goes by what was named.
      """,
    subcommands: [
      GrantCommand.self, WithdrawCommand.self, ConsumeCommand.self, TransferCommand.self,
      MergeCommand.self, AccountCommand.self, NoteCommand.self, PolicyCommand.self,
    ]
  )
}

/// What every act needs.
struct ActOptions: ParsableArguments {
  @OptionGroup var settings: SettingsOptions
  @OptionGroup var place: LedgerOptions
  @OptionGroup var operator_: OperatorOptions

  /// Files the act that `deed` makes of what is on file, and says what was done.
  func perform(
    _ done: String,
    _ deed: @escaping @Sendable (Ledger) async throws -> Act.Deed
  ) throws {
    let assembly = try Assembly(settings, try TrustOptions.parse([]))
    let ledger = try Ledger(path: place.path(settings))
    let actor = operator_.name
    let document = try Blocking.wait {
      let service = EntitlementService(ledger: ledger, receipts: assembly.verifier)
      let document = try await service.perform(try await deed(ledger), by: actor)
      try ledger.close()
      return document
    }
    try StandardStream.print(PlainText.safe("\(done) (document \(document))"))
  }
}

/// A user whom the ledger should know.
struct KnownUserOptions: ParsableArguments {
  @Flag(help: "Make the user, if nobody goes by that ID yet.")
  var new = false

  /// - Throws: The status 4 for somebody nobody has heard of.
  func expect(_ user: String, in ledger: Ledger) async throws -> ID<User> {
    new ? ID(user) : try await Self.expect(user, in: ledger, "Mend the ID, or make them by --new.")
  }

  static func expect(
    _ user: String,
    in ledger: Ledger,
    _ wayOut: String = "Mend the ID."
  ) async throws -> ID<User> {
    guard try await ledger.dossier(of: ID(user)) == nil else { return ID(user) }
    throw ExitCode.notFound("Nobody goes by \(user). \(wayOut)")
  }
}

/// Of which of a user's worlds.
struct WorldOptions: ParsableArguments {
  @Option(help: ArgumentHelp("production, sandbox or xcode.", valueName: "name"))
  var environment = "production"

  func world() throws -> Entitlements.Environment {
    guard let world = Entitlements.Environment(rawValue: environment) else {
      throw ValidationError("--environment takes production, sandbox or xcode.")
    }
    return world
  }
}
