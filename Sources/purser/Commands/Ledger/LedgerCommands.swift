import ArgumentParser
import Basics
import Entitlements
import Foundation
import Persistence
import Receipts
import ServiceCore

/// `purser backup`: a copy of the ledger, taken while others work with it.
struct BackupCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "backup",
    abstract: "Copy the ledger, as it is at this instant, into one file.",
    discussion: "Others may go on writing. The copy can be read by its owner only."
  )

  @OptionGroup var settings: SettingsOptions
  @OptionGroup var place: LedgerOptions

  @Argument(help: ArgumentHelp("Where to; nothing may be there.", valueName: "path"))
  var path: String

  func run() throws {
    let ledger = try place.open(settings)
    let path = path
    try Blocking.wait { try await ledger.backUp(to: path) }
    try StandardStream.print(PlainText.safe("The ledger is copied to \(path)."))
  }
}

/// `purser replay`: whether what the ledger believes follows from its documents.
struct ReplayCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "replay",
    abstract: "Derive everything from the documents again, and compare.",
    discussion: """
      Nothing is changed. + stands before what only the ledger has, - before what only follows from \
      the documents. Purchases that went to another user when a newer purser brought the ledger up to \
      date are listed on standard error. Exit status: 0 no difference, 2 at least one.
      """
  )

  @Flag(help: "Compare only; it is what this does.")
  var check = false

  @OptionGroup var settings: SettingsOptions
  @OptionGroup var place: LedgerOptions
  @OptionGroup var trust: TrustOptions
  @OptionGroup var documents: DocumentOptions

  func run() throws {
    let ledger = try place.open(settings)
    let replay = Replay(reader: try documents.reader(try Assembly(settings, trust)))
    let (differences, moves) = try Blocking.wait {
      (try await replay.differences(of: ledger), try await ledger.ownerMoves())
    }
    for move in moves {
      let (former, owner) = (move.former?.raw ?? "nobody", move.owner?.raw ?? "nobody")
      Narration.say("\(move.chain) moved from \(former) to \(owner) when the file was migrated")
    }
    for line in differences { try StandardStream.print(PlainText.safe(line)) }
    guard differences.isEmpty else {
      Narration.say("\(differences.count) differences between the ledger and its documents")
      throw ExitCode(2)
    }
    try StandardStream.print("The ledger is what its documents come to.")
  }
}

/// `purser info`: what the ledger is and holds.
struct InfoCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "info",
    abstract: "Tell what the ledger is and how much it holds."
  )

  @Flag(help: "Print JSON with stable field names.")
  var json = false

  @Flag(
    help: "Add a hash of everything that is believed: two ledgers of one history have the same."
  )
  var state = false

  @OptionGroup var settings: SettingsOptions
  @OptionGroup var place: LedgerOptions
  @OptionGroup var time: InstantOptions

  func run() throws {
    let path = try place.path(settings)
    let ledger = try Ledger(readingOnly: path)
    let instant = try time.instant(or: Date())
    let isHashed = state
    let (summary, states, hash) = try Blocking.wait {
      (
        try await ledger.summary(), try await ledger.subscriptions(at: instant),
        isHashed ? try await ledger.stateHash() : nil
      )
    }
    let counts = SubscriptionState.allCases.compactMap { state in
      states[state].map { (state, $0) }
    }
    guard !json else {
      return try JSONText.print(
        .of([
          ("schemaVersion", .number("1")), ("version", .string(Purser.configuration.version)),
          ("ledger", .string(path)),
          ("bytes", .number("\(summary.fileBytes)")), ("users", .number("\(summary.users)")),
          ("orders", .number("\(summary.orders)")), ("documents", .number("\(summary.documents)")),
          ("rejected", .number("\(summary.rejected)")),
          ("generated", .bool(summary.isGenerated)), ("state", .string(ifAny: hash)),
          (
            "subscriptions",
            .object(counts.map { JSONValue.Member($0.0.rawValue, .number("\($0.1)")) })
          ),
        ]),
        .pretty
      )
    }
    var lines = [
      "version    \(Purser.configuration.version)", "ledger     \(path)",
      "size       \(summary.fileBytes) bytes",
      "users      \(summary.users)", "orders     \(summary.orders)",
      "documents  \(summary.documents), \(summary.rejected) of them rejected",
    ]
    if summary.isGenerated {
      lines.append("generated  by purser generate: none of it is real")
    }
    if let hash { lines.append("state      \(hash)") }
    for (state, chains) in counts {
      lines.append("           \(chains) subscriptions \(Wording.phrase(for: state))")
    }
    try StandardStream.print(lines.map(PlainText.safe).joined(separator: "\n"))
  }
}
