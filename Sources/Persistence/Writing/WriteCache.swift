import Entitlements
import Foundation
internal import GRDB
internal import Synchronization

/// Values that the writing connection has read or written and needn't read again while no other
/// connection writes.
struct WriteCache {
  /// SQLite's `data_version`, which changes with every commit of another connection.
  let version: Int64
  var catalog: CatalogIndex?
  /// The ownership policy and merged identities.
  var ownershipContext: OwnershipContext
  /// Whether any operator action is stored.
  var hasActs: Bool
  /// Whether the webhook is enabled.
  var sendsWebhooks: Bool
  /// Whether the ledger follows a shared log.
  var followsLog: Bool
  /// The instant of the counts by state, in milliseconds since 1970.
  var countedAt: Int64
  /// The first hour whose arrivals are counted.
  var firstHour: Int64
  var shops: [AppScope: Int64] = [:]
  var products: [Catalog.Product: Int64] = [:]
  /// The rows known to a filling, which derives at its end; `nil` otherwise.
  var filledRows: FilledRows?
  /// Users with recorded names, with the earliest instant in milliseconds since 1970.
  var names: [ID<User>: Int64] = [:]
  private var certificates: [(bytes: [UInt8], number: Int64)] = []
  private var lastDocument: Int64
  private var lastChain: Int64

  init(in db: Database, catalog: CatalogIndex?, version: Int64) throws {
    (self.version, self.catalog) = (version, catalog)
    ownershipContext = try OwnershipContext(in: db)
    hasActs = try db.exists("SELECT 1 FROM act")
    sendsWebhooks = try db.meta("telling") != nil
    followsLog = try db.exists("SELECT 1 FROM followedLog")
    countedAt = try db.meta("countedAt") ?? 0
    firstHour = try db.meta(ArrivalGroup.firstHour) ?? .min
    filledRows = try db.meta(FillingMark.name).map { _ in FilledRows() }
    lastDocument = try db.number("SELECT max(n) FROM document") ?? 0
    lastChain = try db.number("SELECT max(n) FROM chain") ?? 0
  }

  /// The row ID of a recent certificate. They are few, and comparing bytes is much faster than
  /// hashing.
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
    if certificates.count == Self.maxCertificates { certificates.removeLast() }
    certificates.insert((bytes, number), at: 0)
  }

  private static let maxCertificates = 16

  mutating func nextDocument() -> Int64 {
    lastDocument += 1
    return lastDocument
  }

  mutating func nextChain() -> Int64 {
    lastChain += 1
    return lastChain
  }
}

/// Holds the write cache between transactions. A transaction takes it, so that a failed one leaves
/// none.
final class WriteCacheStore: Sendable {
  private let catalogs: CatalogCache
  private let cache = Mutex<WriteCache?>(nil)

  init(catalogs: CatalogCache) { self.catalogs = catalogs }

  /// Call it inside the transaction that uses it.
  ///
  /// - Throws: `fromTheFuture` if a newer version migrated the ledger meanwhile: this one would write
  ///   by rules that hold no longer.
  func take(in db: Database, path: String) throws -> WriteCache {
    let version = try db.number("PRAGMA data_version") ?? 0
    let known = cache.withLock { cached in
      defer { cached = nil }
      return cached
    }
    if let known, known.version == version { return known }
    try Ledger.expectKnown(Migrations.all.appliedIdentifiers(db), path: path)
    return try WriteCache(in: db, catalog: catalogs.primary(in: db), version: version)
  }

  /// Call it after the commit.
  func put(_ memory: WriteCache) { cache.withLock { $0 = memory } }
}
