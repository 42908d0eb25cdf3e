import Basics
import Foundation
import ServiceCore

/// Where the ledger is, and the shared log that it follows.
struct LedgerSettings {
  /// The ledger's file; `nil` for the usual one.
  var file: String?
  /// The connection string of the log's database; `nil` if the ledger stands alone.
  var log: Secret?
  /// The log's number among those that share a database.
  var part: Int32 = 0

  /// The environment variable of the connection string.
  static let logVariable = "PURSER_LOG"

  init() { log = Self.logOfEnvironment }

  /// Reads `ledger = "FILE"` or the section `[ledger]`.
  init(_ table: SettingsTable) throws {
    guard table.item("ledger")?.table != nil, let section = try table.table("ledger") else {
      file = try table.text("ledger").map(table.beside)
      log = Self.logOfEnvironment
      return
    }
    file = try section.text("file").map(table.beside)
    let written = try section.text("log").map { Secret($0) }
    let kept = try section.secret("log")
    log = Self.logOfEnvironment ?? kept ?? written
    let part = try section.number("part", atLeast: 0) ?? 0
    guard let part = Int32(exactly: part) else { throw section.fault("part", "a small number") }
    self.part = part
  }

  private static var logOfEnvironment: Secret? {
    ProcessInfo.processInfo.environment[logVariable].flatMap { $0.isEmpty ? nil : Secret($0) }
  }
}
