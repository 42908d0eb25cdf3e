import ArgumentParser
import Basics
import Dashboard
import Entitlements
import Foundation
import Persistence
import Receipts
import ServiceCore

struct BackupCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    "backup",
    "Copy the current state of the ledger into one file.",
    discussion: "Other processes may continue to write. Only its owner can read the copy."
  )

  @OptionGroup var place: LedgerAccess
  @Argument(help: .value("path", "The new file.")) var path: String

  func run() throws {
    let ledger = try place.open()
    let path = path
    Blocking.run {
      try await Interruption.first {
        do throws(LedgerError) {
          try await ledger.backUp(to: path)
        } catch {
          guard error == .withdrawn else { throw error }
          return ExitCode(130)
        }
        try StandardStream.print(safe: "The ledger is copied to \(path).")
        return .success
      }
    }
  }
}

struct ReplayCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    "replay",
    "Derive everything from the documents again, and compare or correct.",
    discussion: """
      Without --write nothing changes: lines with + are only in the ledger, lines with - follow only \
      from the documents. Purchases that moved to another user when the rules changed are listed on \
      standard error. Exit status: 0 no difference, 2 at least one.

      With --write the ledger is corrected by what its documents state, for example after an upgrade \
      whose rules differ. Other processes may read and write meanwhile, if they are of this version. \
      An interrupted correction is begun anew. It ends at a document that the roots, keys and apps \
      given now do not verify, if that states less than is on file. A ledger of up to 20,000 documents \
      is compared afterwards. Exit status: 0 corrected, 2 a difference is left.
      """
  )

  @Flag(help: "Compare only (the default).") var check = false
  @Flag(help: "Correct the ledger.") var write = false
  @OptionGroup var options: DocumentAccess

  func validate() throws {
    try require(!(check && write), "--check changes nothing; omit --write.")
  }

  func run() throws {
    let rebuild = LedgerRebuild(reader: try options.reader())
    guard write else { return try compare(rebuild) }
    let team = try Assembly.settings(options.place.settings).team
    try OperatorOptions.parse([]).person(in: team).expect(.act)
    let ledger = try options.place.openForWriting(isExisting: true, corrects: false)
    let progress = Progress("purchases")
    let instant = try SandboxFolder.now(ofLedger: options.place.path()) ?? Date()
    try Blocking.wait {
      try await rebuild.correct(ledger, at: instant) { progress.show(replayed: $0) }
    }
    progress.end()
    try report(try Blocking.wait { try await ledger.purchases.ownerMoves(since: instant) })
    let left = try Blocking.wait { try await rebuild.remainder(of: ledger) }
    guard left.isEmpty else {
      for line in left { try StandardStream.print(safe: line) }
      Console.print(
        "The ledger is derived from its documents again, but \(left.count) differences are left. "
          + "Restore a backup from before, or report them."
      )
      throw ExitCode(2)
    }
    try StandardStream.print("The ledger is derived from its documents again.")
  }

  private func compare(_ rebuild: LedgerRebuild) throws {
    let ledger = try options.place.open()
    let (differences, moves) = try Blocking.wait {
      (try await rebuild.differences(of: ledger), try await ledger.purchases.ownerMoves())
    }
    try report(moves)
    for line in differences { try StandardStream.print(safe: line) }
    guard differences.isEmpty else {
      Console.print(
        """
        \(differences.count) differences between the ledger and its documents; \
        purser replay --write corrects the ledger
        """
      )
      throw ExitCode(2)
    }
    try StandardStream.print("The ledger matches its documents.")
  }

  private func report(_ moves: [OwnerMove]) throws {
    for move in moves {
      let (former, owner) = (move.former?.raw ?? "no user", move.owner?.raw ?? "no user")
      Console.print("\(move.chain) moved from \(former) to \(owner) when the rules changed")
    }
  }
}

struct InfoCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    "info",
    "Show the ledger's version, size and counts."
  )

  @Flag(help: "Print JSON with stable field names.") var json = false
  @Flag(help: "Add a hash of the content, which is equal in two ledgers of one history.")
  var state = false
  @OptionGroup var place: LedgerAccess
  @OptionGroup var time: InstantOptions

  func run() throws {
    let path = try place.path()
    let ledger = try Ledger(readingOnly: path)
    let instant = try time.instant(for: place)
    let (summary, states, hash) = try Blocking.wait {
      (
        try await ledger.statistics.summary(),
        try await ledger.statistics.subscriptions(at: instant),
        state ? try await ledger.integrity.stateHash() : nil
      )
    }
    let log = try ledger.followedLog()
    let counts = SubscriptionState.allCases.compactMap { state in
      states[state].map { (state, $0) }
    }
    guard !json else {
      return try JSONText.print(
        [
          "schemaVersion": 1, "version": .string(Purser.configuration.version),
          "ledger": .string(path), "bytes": .whole(summary.fileBytes),
          "users": .whole(summary.users), "orders": .whole(summary.orders),
          "documents": .whole(summary.documents), "rejected": .whole(summary.rejected),
          "generated": .bool(summary.isGenerated), "state": .text(hash),
          "log": log.map {
            [
              "node": .string($0.node), "part": .whole(Int($0.part)),
              "position": .whole(Int($0.lastPosition)),
            ]
          } ?? .null,
          "subscriptions": .object(counts.map { .init($0.rawValue, .number("\($1)")) }),
        ],
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
      lines.append("generated  by purser: none of it is real, except what was imported since")
    }
    if let log { lines.append("log        \(log.node), up to position \(log.lastPosition)") }
    if let hash { lines.append("state      \(hash)") }
    for (state, chains) in counts {
      lines.append("           \(chains) subscriptions \(Wording.phrase(for: state))")
    }
    try StandardStream.print(safe: lines)
  }
}
