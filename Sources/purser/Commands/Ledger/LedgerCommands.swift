import ArgumentParser
import Basics
import Entitlements
import Foundation
import Persistence
import Receipts
import ServiceCore

/// `purser backup`: copies the ledger while other processes use it.
struct BackupCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "backup",
    abstract: "Copy the current state of the ledger into one file.",
    discussion: "Other processes may continue to write. Only its owner can read the copy."
  )

  @OptionGroup var settings: SettingsOptions
  @OptionGroup var ledgerOptions: LedgerOptions

  @Argument(help: ArgumentHelp("The new file.", valueName: "path"))
  var path: String

  func run() throws {
    let ledger = try ledgerOptions.open(settings)
    let path = path
    try Blocking.wait { try await ledger.backUp(to: path) }
    try StandardStream.print(PlainText.safe("The ledger is copied to \(path)."))
  }
}

/// `purser replay`: checks whether the ledger's derived data follows from its documents.
struct ReplayCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "replay",
    abstract: "Derive everything from the documents again and compare.",
    discussion: """
      Changes nothing. Lines with + are only in the ledger, lines with - follow only from the \
      documents. Purchases that moved to another user when the ledger was migrated are listed on \
      standard error. Exit status: 0 no difference, 2 at least one.
      """
  )

  @Flag(help: "Compare only (the default).")
  var check = false

  @OptionGroup var settings: SettingsOptions
  @OptionGroup var ledgerOptions: LedgerOptions
  @OptionGroup var trust: TrustOptions
  @OptionGroup var documents: DocumentOptions

  func run() throws {
    let ledger = try ledgerOptions.open(settings)
    let replay = LedgerRebuild(reader: try documents.reader(try Assembly(settings, trust)))
    let (differences, moves) = try Blocking.wait {
      (try await replay.differences(of: ledger), try await ledger.purchases.ownerMoves())
    }
    for move in moves {
      let (former, owner) = (move.former?.raw ?? "no user", move.owner?.raw ?? "no user")
      Console.say("\(move.chain) moved from \(former) to \(owner) when the ledger was migrated")
    }
    for line in differences { try StandardStream.print(PlainText.safe(line)) }
    guard differences.isEmpty else {
      Console.say("\(differences.count) differences between the ledger and its documents")
      throw ExitCode(2)
    }
    try StandardStream.print("The ledger matches its documents.")
  }
}

/// `purser info`: shows the ledger's contents.
struct InfoCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "info",
    abstract: "Show the ledger's version, size and counts."
  )

  @Flag(help: "Print JSON with stable field names.")
  var json = false

  @Flag(help: "Add a hash of all derived data, which is equal in two ledgers of one history.")
  var state = false

  @OptionGroup var settings: SettingsOptions
  @OptionGroup var ledgerOptions: LedgerOptions
  @OptionGroup var time: InstantOptions

  func run() throws {
    let path = try ledgerOptions.path(settings)
    let ledger = try Ledger(readingOnly: path)
    let instant = try time.instant(or: Date())
    let isHashed = state
    let (summary, states, hash) = try Blocking.wait {
      (
        try await ledger.statistics.summary(),
        try await ledger.statistics.subscriptions(at: instant),
        isHashed ? try await ledger.integrity.stateHash() : nil
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
