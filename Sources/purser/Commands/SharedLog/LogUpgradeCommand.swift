import ArgumentParser
import Foundation
import Persistence
import PostgresLog

struct LogUpgradeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    "upgrade",
    "Let the nodes write entries in the newest format.",
    discussion: """
      For the role that owns the tables, once all nodes run a version that knows the format. A node \
      that doesn't know it stops at the first such entry, and goes on once it is upgraded. Exit \
      status: 64 a node that was there within a day has an older version.
      """
  )

  @OptionGroup var settings: SettingsOptions

  func run() throws {
    let settings = try Assembly.settings(settings)
    try LogAccess.expectRole(in: settings.team)
    let log = try settings.ledger.connection()
    let format = EntryFormat.newest
    let (head, nodes) = try Blocking.wait { (try await log.head(), try await log.nodes()) }
    guard head.format < format.rawValue else {
      return Console.print("The log's entries have format \(head.format) already.")
    }
    let older = nodes.filter { $0.isAlive && $0.isOlder(than: format.version) }
    guard older.isEmpty else {
      throw ExitFault(
        status: 64,
        lines: older.map {
          "The node \($0.name) runs purser \($0.version), which does not know format "
            + "\(format.rawValue): upgrade it to \(format.version) first."
        }
      )
    }
    try Blocking.wait { try await log.upgrade(to: format) }
    Console.print("The log's new entries have format \(format.rawValue) from now on.")
  }
}

extension LogNode {
  fileprivate func isOlder(than other: String) -> Bool {
    version.compare(other, options: .numeric) == .orderedAscending
  }
}
