import ArgumentParser
import Entitlements
import Foundation
import Persistence
import Receipts
import ServiceCore

struct ExportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    "export",
    "Export personal data.",
    subcommands: [ExportUserCommand.self]
  )
}

struct ExportUserCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    "user",
    "Print all data about a user as one JSON document.",
    discussion: """
      Exports all rows about the user from all tables, with complete documents, and lists the \
      columns that contain personal data. The audit log records the export. Exit status: 0 \
      printed, 4 unknown user.
      """
  )

  @OptionGroup var place: LedgerAccess
  @OptionGroup var operator_: OperatorOptions
  @Option(help: .value("file", "Write to this new file instead, which only its owner can read."))
  var to: String?
  @Argument(help: .value("id", "The user."), transform: UserArgument.id) var user: String

  func run() throws {
    let actor = try operator_.name(for: .money, in: Assembly.settings(place.settings).team)
    let now = try place.clock()()
    let ledger = try place.openForWriting(isExisting: true)
    let text = try Blocking.wait { () -> [UInt8]? in
      guard let file = try await ledger.privacy.export(about: ID(user)) else { return nil }
      let text = JSONText.bytes(of: DataExportReport.json(file), .pretty)
      try await ledger.audit.recordExport(of: Data(text), by: actor, at: now)
      try await ledger.close()
      return text
    }
    guard let text else { throw ExitCode.notFound("No user has the ID \(user).") }
    if let to {
      try OutputFile.write(text, to: to)
      Console.print("All data about \(user) is in \(to).")
    } else {
      var output = OutputBuffer()
      output.write(text)
      try output.flush()
    }
  }
}

struct EraseCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    "erase",
    "Erase personal data.",
    subcommands: [EraseUserCommand.self, EraseTracesCommand.self]
  )
}

struct EraseUserCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    "user",
    "Erase a user's personal data; their purchases stay under a pseudonym.",
    discussion: """
      Documents become tombstones with their hash, key and purchase facts. Names, addresses, \
      device IDs, notes and app account IDs are deleted. If an erased document arrives again, it \
      is recognized and restores nothing. Then the file is rewritten to remove traces from its \
      unused parts. This cannot be undone; the audit log records it without the user's name. \
      Existing backups still contain the data, and the stores continue to renew subscriptions. \
      Exit status: 0 erased, 3 erased except traces or the shared log's older entries, 4 unknown \
      user.
      """
  )

  @OptionGroup var options: DocumentAccess
  @OptionGroup var operator_: OperatorOptions
  @Flag(help: "Don't rewrite the file; run purser erase traces after a series of erasures.")
  var keepTraces = false
  @Argument(help: .value("id", "The user."), transform: UserArgument.id) var user: String

  func run() throws {
    let assembly = try Assembly(options.place.settings, options.trust)
    let reader = try options.documents.reader(assembly)
    let actor = try operator_.name(for: .money, in: assembly.settings.team)
    let world = Dependencies(now: try options.place.clock())
    let ledger = try options.place.openForWriting(isExisting: true)
    let erasure = try Blocking.wait {
      try await EntitlementService(
        ledger: ledger,
        receipts: assembly.verifier,
        reader: reader,
        world: world
      ).actions.erase(ID(user), by: actor)
    }
    guard let erasure else {
      if try Blocking.wait(for: { try await ledger.privacy.hasTraces() }) {
        Console.print(
          "The file may contain traces of erased data. Run purser erase traces to remove them."
        )
      }
      throw ExitCode.notFound("No user has the ID \(user).")
    }
    let fault = try Blocking.wait { await Self.eraseFromLog(of: ledger) }
    try StandardStream.print(
      safe: "\(user) is erased: \(erasure.documents) documents; purchases now belong to "
        + "\(erasure.name)"
    )
    if let fault {
      Console.print("The shared log's older entries still hold the user's data. \(fault)")
      Console.print(
        "The next command or server of this ledger goes on; purser log status tells when they are "
          + "gone."
      )
    }
    if keepTraces {
      Console.print("Run purser erase traces when you are done.")
    } else {
      try EraseTracesCommand.removeTraces(from: ledger)
    }
    if fault != nil { throw ExitCode(3) }
  }

  /// Replaces what the shared log holds of the person. Returns why it couldn't.
  private static func eraseFromLog(of ledger: Ledger) async -> String? {
    do {
      try await ledger.log?.eraseFromLog()
      return nil
    } catch {
      guard case SharedLogError.missingRights = error else { return "\(error)" }
      return "\(error) It is UPDATE (body) on purser_entry, which purser log create prints for the "
        + "eraser."
    }
  }
}

struct EraseTracesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    "traces",
    "Rewrite the ledger file without unused parts, which may contain erased data.",
    discussion: """
      Needs free disk space of the ledger's size. Exit status: 0 done, 3 another process is using \
      the ledger, or the disk is full.
      """
  )

  @OptionGroup var place: LedgerAccess

  func run() throws {
    let team = try Assembly.settings(place.settings).team
    try OperatorOptions.parse([]).person(in: team).expect(.money)
    let ledger = try place.openUncurrent(isExisting: true)
    let pending = try Blocking.wait { try await ledger.pendingErasures() }
    try Self.removeTraces(from: ledger)
    guard pending == 0 else {
      return try StandardStream.print(
        safe:
          "The file contains no traces of erased data, except of \(pending) persons of whom the shared "
          + "log has data. Run this again when purser log status shows none."
      )
    }
    try StandardStream.print("The file contains no traces of erased data.")
  }

  static func removeTraces(from ledger: Ledger) throws {
    let hindrance: (cause: String, end: String)? = try Blocking.wait {
      let inUse: (cause: String, end: String) = (
        "Another process is using the ledger", "when that process has ended"
      )
      do throws(LedgerError) {
        let isDone = try await ledger.privacy.removeTraces()
        try await ledger.close()
        return isDone ? nil : inUse
      } catch {
        switch error {
        case .locked: return inUse
        case .full: return ("There is no disk space left to rewrite the ledger", "with more of it")
        default: throw error
        }
      }
    }
    guard let hindrance else { return }
    Console.print(
      "\(hindrance.cause); its file may contain traces of erased data. Run purser erase traces "
        + "\(hindrance.end)."
    )
    throw ExitCode(3)
  }
}
