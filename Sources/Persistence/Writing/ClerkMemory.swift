import Entitlements
import Foundation
internal import GRDB
internal import Synchronization

/// What the writing connection has read or written before and need not ask again, as long as
/// nobody else writes.
struct ClerkMemory {
  /// SQLite's `data_version`, which moves with every commit of another connection.
  let version: Int64
  var catalog: CatalogIndex?
  /// Who keeps what two claim, and who proved to be one.
  var customs: Customs
  /// Whether any act is on file.
  var hasActs: Bool
  /// Whether somebody is told of changes.
  var isTelling: Bool
  /// The instant of the counts by state, in milliseconds since 1970.
  var countedAt: Int64
  var shops: [Shop: Int64] = [:]
  var products: [Catalog.Product: Int64] = [:]
  /// Users whose names were noted, with the earliest instant, in milliseconds since 1970.
  var names: [ID<User>: Int64] = [:]
  private var certificates: [(bytes: [UInt8], number: Int64)] = []
  private var lastDocument: Int64
  private var lastChain: Int64

  init(in db: Database, catalog: CatalogIndex?, version: Int64) throws {
    self.version = version
    self.catalog = catalog
    customs = try Customs(in: db)
    hasActs = try db.count("SELECT EXISTS (SELECT 1 FROM act)") > 0
    isTelling = try TellingMark.isSet(in: db)
    countedAt = try db.number("SELECT value FROM meta WHERE name = 'countedAt'") ?? 0
    lastDocument = try db.number("SELECT max(n) FROM document") ?? 0
    lastChain = try db.number("SELECT max(n) FROM chain") ?? 0
  }

  /// The number of one of the certificates that came last. There are few of them, and to compare
  /// their bytes takes a fraction of the time of hashing them.
  func number(ofCertificate bytes: ArraySlice<UInt8>) -> Int64? {
    bytes.withUnsafeBytes { sought in
      certificates.first { known in
        known.bytes.withUnsafeBytes { bytes in
          guard bytes.count == sought.count else { return false }
          guard let start = bytes.baseAddress, let other = sought.baseAddress else { return true }
          return memcmp(start, other, bytes.count) == 0
        }
      }?
      .number
    }
  }

  mutating func note(certificate bytes: [UInt8], _ number: Int64) {
    if certificates.count == Self.mostCertificates { certificates.removeLast() }
    certificates.insert((bytes, number), at: 0)
  }

  private static let mostCertificates = 16

  mutating func nextDocument() -> Int64 {
    lastDocument += 1
    return lastDocument
  }

  mutating func nextChain() -> Int64 {
    lastChain += 1
    return lastChain
  }
}

/// Where the memory lies between two transactions. It is taken for the time of one, so that one
/// that fails leaves none behind.
final class ClerkShelf: Sendable {
  private let catalogs: CatalogShelf
  private let shelf = Mutex<ClerkMemory?>(nil)

  init(catalogs: CatalogShelf) { self.catalogs = catalogs }

  /// To be called inside the transaction that is to use it.
  func take(in db: Database) throws -> ClerkMemory {
    let version = try db.number("PRAGMA data_version") ?? 0
    let known = shelf.withLock { kept in
      defer { kept = nil }
      return kept
    }
    if let known, known.version == version { return known }
    return try ClerkMemory(in: db, catalog: catalogs.primary(in: db), version: version)
  }

  /// To be called after the commit.
  func put(_ memory: ClerkMemory) { shelf.withLock { $0 = memory } }
}
