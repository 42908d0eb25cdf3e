import ArgumentParser
import Entitlements
import Foundation
import Persistence
import Receipts
import ServiceCore

/// `purser export`: everything on file about a person.
struct ExportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Hand out what is on file.",
    subcommands: [ExportUserCommand.self]
  )
}

/// `purser export user`: answers a request for one's own data.
struct ExportUserCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "user",
    abstract: "Print everything on file about a person, as one JSON document.",
    discussion: """
      That is every row of every table about them, with the whole documents. Those columns that tell \
      something about the person, rather than about a purchase, are listed. The audit log records \
      it. Exit status: 0 printed, 4 nobody goes by that ID.
      """
  )

  @OptionGroup var settings: SettingsOptions
  @OptionGroup var place: LedgerOptions
  @OptionGroup var operator_: OperatorOptions

  @Option(
    help: ArgumentHelp(
      "Write it there instead; nothing may be there. Its owner alone can read it.",
      valueName: "file"
    )
  )
  var to: String?

  @Argument(help: ArgumentHelp("The user.", valueName: "id"), transform: UserArgument.id)
  var user: String

  func run() throws {
    let path = try place.path(settings)
    // Before a ledger is made where there is none.
    _ = try Ledger(readingOnly: path)
    let ledger = try Ledger(path: path)
    let (user, actor) = (user, operator_.name)
    let text = try Blocking.wait { () -> [UInt8]? in
      guard let file = try await ledger.file(about: ID(user)) else { return nil }
      let text = JSONText.bytes(of: PersonReport.json(file), .pretty)
      try await ledger.recordExport(of: Data(text), by: actor, at: Date())
      try ledger.close()
      return text
    }
    guard let text else { throw ExitCode.notFound("Nobody goes by \(user).") }
    if let to {
      try OutputFile.write(text, to: to)
      Narration.say("Everything on file about \(user) is in \(to).")
    } else {
      var output = OutputBuffer()
      text.withUnsafeBufferPointer { output.write($0[...]) }
      try output.flush()
    }
  }
}

/// `purser erase`: forgets.
struct EraseCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "erase",
    abstract: "Forget a person.",
    subcommands: [EraseUserCommand.self, EraseTracesCommand.self]
  )
}

/// `purser erase user`: answers a request to be forgotten.
struct EraseUserCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "user",
    abstract: "Forget a person; their sales stay, under a name that means nothing.",
    discussion: """
      Documents become tombstones, which keep hash, key and what was stated of purchases; names, \
      addresses, device IDs, notes and what the app calls them at the stores are gone. A document \
      that comes again is known and brings nothing back. Then the file is rewritten, so that no \
      trace lies in its unused parts. It cannot be undone, and the audit log records it without the \
      name. Backups made before still hold everything, and a store goes on charging for what renews. \
      Exit status: 0 erased, 3 erased but for traces, 4 nobody goes by that ID.
      """
  )

  @OptionGroup var settings: SettingsOptions
  @OptionGroup var place: LedgerOptions
  @OptionGroup var trust: TrustOptions
  @OptionGroup var documents: DocumentOptions
  @OptionGroup var operator_: OperatorOptions

  @Flag(help: "Leave the rewriting of the file to purser erase traces, after a series of erasures.")
  var keepTraces = false

  @Argument(help: ArgumentHelp("The user.", valueName: "id"), transform: UserArgument.id)
  var user: String

  func run() throws {
    let assembly = try Assembly(settings, trust)
    let reader = try documents.reader(assembly)
    let path = try place.path(settings)
    _ = try Ledger(readingOnly: path)
    let ledger = try Ledger(path: path)
    let (user, actor) = (user, operator_.name)
    let erasure = try Blocking.wait {
      try await EntitlementService(ledger: ledger, receipts: assembly.verifier, reader: reader)
        .erase(ID(user), by: actor)
    }
    guard let erasure else { throw ExitCode.notFound("Nobody goes by \(user).") }
    try StandardStream.print(
      PlainText.safe(
        "\(user) is erased: \(erasure.documents) documents, whose sales are \(erasure.name)'s now"
      )
    )
    if keepTraces { return Narration.say("Run purser erase traces when you are done.") }
    try EraseTracesCommand.removeTraces(from: ledger)
  }
}

/// `purser erase traces`: rewrites the file.
struct EraseTracesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "traces",
    abstract: "Rewrite the ledger's file without the unused parts, where erased words may lie.",
    discussion: """
      It takes as much room again as the ledger while it works. Exit status: 0 done, 3 another \
      process has the ledger in use.
      """
  )

  @OptionGroup var settings: SettingsOptions
  @OptionGroup var place: LedgerOptions

  func run() throws {
    let path = try place.path(settings)
    _ = try Ledger(readingOnly: path)
    try Self.removeTraces(from: try Ledger(path: path))
    try StandardStream.print("No trace of what was erased is left in the file.")
  }

  static func removeTraces(from ledger: Ledger) throws {
    let isDone = try Blocking.wait {
      do throws(LedgerError) {
        let isDone = try await ledger.removeTraces()
        try ledger.close()
        return isDone
      } catch {
        guard case .locked = error else { throw error }
        return false
      }
    }
    guard !isDone else { return }
    Narration.say(
      "Another process has the ledger in use, and traces may lie in its file. Run purser erase "
        + "traces when it has ended."
    )
    throw ExitCode(3)
  }
}
