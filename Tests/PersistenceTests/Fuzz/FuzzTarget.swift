import Entitlements
import Foundation

@testable import Persistence

/// What must hold for any text whatever that is given as an operator's SQL, beyond that nothing
/// traps.
enum FuzzTarget: String, CaseIterable, Sendable {
  case sql

  /// The first property that does not hold, in words; `nil` when all do.
  func fault(_ input: [UInt8], thoroughly: Bool = true) throws -> String? {
    switch self {
    case .sql: try SQLProperties.kept.get().fault(String(decoding: input, as: UTF8.self))
    }
  }
}

/// Reads a ledger by SQL; nothing of it may change its files or add one.
private struct SQLProperties: Sendable {
  static let kept = Result { try SQLProperties() }
  private static let maxRows = 20

  private let folder: URL
  private let location: String
  private let ledger: Ledger
  private let files: [String: [UInt8]]

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "purser-\(UUID().uuidString)")
    let path = folder.appending(path: "ledger.sqlite").path
    ledger = try Ledger(path: path)
    location = LedgerFile(path: ledger.path).readingLocation
    // SQLite makes its shared memory on the first reading.
    _ = try ReadOnlyConnection(location, seconds: 1).answer("SELECT 1", limit: 1)
    files = try Self.files(in: folder)
  }

  /// What is in each file but those by which connections agree.
  private static func files(in folder: URL) throws -> [String: [UInt8]] {
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    return try names.reduce(into: [:]) { files, name in
      files[name] =
        name.hasSuffix("-shm") ? [] : Array(try Data(contentsOf: folder.appending(path: name)))
    }
  }

  /// A query that lasts is stopped at once.
  func fault(_ text: String) throws -> String? {
    do throws(SQLError) {
      let answer = try ReadOnlyConnection(location, seconds: 0).answer(text, limit: Self.maxRows)
      guard answer.rows.count <= Self.maxRows else { return "more rows than were asked for" }
      guard answer.rows.allSatisfy({ $0.count == answer.columns.count }) else {
        return "a row with more or fewer values than there are columns"
      }
    } catch {
      if error.description.isEmpty { return "an error without a reason" }
      if case .mistaken(_, let offset?) = error, offset > text.unicodeScalars.count {
        return "an error behind the text"
      }
      if case .unavailable = error { return "the ledger cannot be read any more" }
    }
    return try Self.files(in: folder) == files ? nil : "a query has changed a file"
  }
}
