package import Entitlements
package import Foundation
internal import GRDB
internal import Synchronization

/// Caches the primary catalog until another one is filed.
final class CatalogCache: Sendable {
  private let cache = Mutex<(stamp: Int64, index: CatalogIndex)?>(nil)

  func primary(in db: Database) throws -> CatalogIndex? {
    guard let stamp = try db.meta("catalogStamp") else { return nil }
    if let known = cache.withLock({ $0 }), known.stamp == stamp { return known.index }
    let content = try db.first("SELECT content FROM catalog WHERE isPrimary") { try $0.text(0) }
    guard let content else { return nil }
    let index = CatalogIndex(try Catalog.stored(content))
    cache.withLock { $0 = (stamp, index) }
    return index
  }
}

extension Catalog {
  /// Stores the primary catalog of a ledger that has none.
  func keepAsFirst(in db: Database, at instant: Date) throws {
    try db.run(
      "INSERT INTO catalog (version, isPrimary, importedAt, content) VALUES (?, 1, ?, ?)",
      [version, instant.milliseconds, try stored()]
    )
    try db.setMeta("catalogStamp", to: 1)
  }

  fileprivate static func stored(_ content: String) throws -> Catalog {
    do {
      return try JSONDecoder().decode(Catalog.self, from: Data(content.utf8))
    } catch {
      throw RowDecodingError(column: 0)
    }
  }

  fileprivate func stored() throws -> String {
    String(decoding: try JSONEncoder.stored().encode(self), as: UTF8.self)
  }
}

/// The stored catalogs by version. One of them is primary and determines what sales grant.
package struct CatalogRecords: Sendable {
  let ledger: Ledger

  /// Stores `catalog` under its version, replacing one of the same version. The primary catalog
  /// determines what all sales grant, including earlier ones; the first catalog always becomes
  /// primary. Audits an operator's import.
  package func save(
    _ catalog: Catalog,
    asPrimary isPrimary: Bool,
    by actor: String? = nil,
    at instant: Date
  ) async throws(LedgerError) {
    let change = CatalogChange(catalog: catalog, isPrimary: isPrimary, actor: actor)
    try await ledger.submit(change, at: instant)
  }

  /// The catalog of this version, or the primary one; `nil` if there is none.
  package func find(_ version: String? = nil) async throws(LedgerError) -> CatalogIndex? {
    try await ledger.read { [catalogCache = ledger.catalogCache] db in
      let primary = try catalogCache.primary(in: db)
      guard let version, version != primary?.catalog.version else { return primary }
      guard !version.utf8.contains(0) else { return nil }
      let content = try db.first("SELECT content FROM catalog WHERE version = ?", [version]) {
        try $0.text(0)
      }
      return try content.map { CatalogIndex(try Catalog.stored($0)) }
    }
  }

  /// The keys of entitlements that a catalog has, that products without a catalog's item give, which
  /// consumables don't, or that operators granted lately. Sorted, at most 1,000.
  package func entitlementKeys() async throws(LedgerError) -> [String] {
    let catalogs = try await all()
    let maxCount = 1_000
    return try await ledger.read { [catalogCache = ledger.catalogCache] db in
      let primary = try catalogCache.primary(in: db)
      let products = try db.map(
        """
        SELECT DISTINCT store, id FROM orderCount CROSS JOIN product ON product.n = product
        WHERE orders > 0 AND kind <> ? LIMIT \(maxCount)
        """,
        [ProductKind.consumable.code]
      ) {
        Catalog.Product(try $0.keyword(0), try $0.text(1))
      }
      let granted = try db.map(
        """
        SELECT DISTINCT key FROM
          (SELECT key FROM act WHERE deed = 'grant' ORDER BY statedAt DESC LIMIT \(maxCount))
        """
      ) { try $0.text(0) }
      var keys = Set(catalogs.flatMap { $0.items.flatMap(\.entitlements) } + granted)
      keys.formUnion(products.filter { primary?.item(for: $0) == nil }.map(\.id))
      return Array(keys.sorted().prefix(maxCount))
    }
  }

  /// The stored catalogs by version, the primary one first.
  package func all() async throws(LedgerError) -> [Catalog] {
    try await ledger.read { db in
      try db.map("SELECT content FROM catalog ORDER BY isPrimary IS NULL, version") {
        try Catalog.stored(try $0.text(0))
      }
    }
  }
}

/// Stores a catalog.
struct CatalogChange: LedgerChange {
  static let kind = EntryKind.catalog

  private enum CodingKeys: String, CodingKey {
    case catalog = "catalog", isPrimary = "isPrimary", actor = "actor"
  }

  var catalog: Catalog
  var isPrimary: Bool
  /// `nil` if no operator imported it.
  var actor: String?

  func apply(at instant: Date, by writer: inout LedgerWriter) throws -> NoOutcome {
    let content = try catalog.stored()
    let known = try writer.db.first(
      "SELECT version, content, isPrimary FROM catalog WHERE version = ?",
      [catalog.version]
    ) { (content: try $0.text(1), isPrimary: try $0.optionalFlag(2) ?? false) }
    let isFirst = try writer.db.count("SELECT count(*) FROM catalog") == 0
    let becomesPrimary = isPrimary || isFirst || known?.isPrimary == true
    guard known?.content != content || known?.isPrimary != becomesPrimary else {
      return NoOutcome()
    }
    if becomesPrimary { try writer.db.run("UPDATE catalog SET isPrimary = NULL") }
    try writer.db.run(
      """
      INSERT OR REPLACE INTO catalog (version, isPrimary, importedAt, content)
      VALUES (?, ?, ?, ?)
      """,
      [catalog.version, becomesPrimary ? 1 : nil, instant.milliseconds, content]
    )
    writer.hasWritten = true
    if let actor {
      try writer.audit("catalog", of: Data(content.utf8), by: actor, at: instant)
    }
    guard becomesPrimary else { return NoOutcome() }
    try writer.db.setMeta("catalogStamp", to: (writer.db.meta("catalogStamp") ?? 0) + 1)
    writer.memory.catalog = CatalogIndex(catalog)
    for user in try writer.db.numbers("SELECT n FROM user") { writer.touch(user: user) }
    return NoOutcome()
  }
}
