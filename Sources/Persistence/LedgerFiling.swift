package import Entitlements
import Foundation
internal import GRDB

extension Ledger {
  /// Writes what one document changes: all of it, or nothing.
  ///
  /// A document that was filed before changes nothing, with one exception: bytes that were
  /// rejected then and are genuine now (the app has become known) take the rejection's place.
  /// What the ledger holds in the end does not depend on the order of filing.
  package func file(_ filing: Filing) async throws(LedgerError) -> Filing.Outcome {
    try await file([filing]).first ?? .alreadyFiled(nil)
  }

  /// Writes many filings in one transaction: all of them, or none. One outcome for each.
  package func file(_ filings: [Filing]) async throws(LedgerError) -> [Filing.Outcome] {
    try await write { clerk in try filings.map { try clerk.file($0) } }
  }

  /// Runs `body` in one transaction and derives what follows. With nothing to write not even an
  /// empty commit is made, so nobody is woken.
  func write<Answer: Sendable>(
    _ body: @escaping @Sendable (inout Clerk) throws -> Answer
  ) async throws(LedgerError) -> Answer {
    do {
      return try await database.writeWithoutTransaction { [catalogs] db in
        var answer: Answer?
        try db.inTransaction(.immediate) {
          var clerk = Clerk(db: db, catalog: try catalogs.primary(in: db))
          answer = try body(&clerk)
          try clerk.derive()
          return clerk.hasWritten ? .commit : .rollback
        }
        guard let answer else { throw LedgerError.withdrawn }
        return answer
      }
    } catch {
      throw LedgerError(error, path: path)
    }
  }
}

/// Does the writing inside one transaction. Facts are written filing by filing; what follows from
/// them is derived once at the end, for everything that was touched.
struct Clerk {
  let db: Database
  var catalog: CatalogIndex?
  var shops: [Shop: Int64] = [:]
  var products: [Catalog.Product: Int64] = [:]
  var chains: [ID<Subscription>: Int64] = [:]
  /// What has to be derived anew: accounts before chains before users.
  var touchedAccounts: Set<Int64> = []
  var touchedChains: Set<Int64> = []
  var touchedUsers: Set<Int64> = []
  var hasWritten = false
  /// Who keeps what two claim, and who proved to be one; read when first asked for.
  var customs: Customs?
  /// The latest instant that a filing was received at.
  var now = Date.distantPast

  init(db: Database, catalog: CatalogIndex?) {
    self.db = db
    self.catalog = catalog
  }

  mutating func file(_ filing: Filing) throws -> Filing.Outcome {
    try filing.expectUsableTexts()
    let isGenuine = filing.document.verdict == .genuine
    var place: Int64?
    if let earlier = try find(filing) {
      guard earlier.isRejected, isGenuine, earlier.isSame else {
        return .alreadyFiled(earlier.user)
      }
      place = earlier.n
    }
    hasWritten = true
    now = max(now, filing.document.receivedAt)
    let number = try write(filing, over: place)
    let facts = isGenuine ? filing.facts : Facts()
    let mentioned = try write(facts, of: number)
    try settle(filing, number, mentioned)
    let user = try db.first(
      """
      SELECT user.n, user.id FROM document LEFT JOIN user ON user.n = document.user
      WHERE document.n = ?
      """,
      [number]
    ) { (try $0.optionalNumber(0), try $0.optionalID(1) as ID<User>?) }
    touch(user: user?.0)
    return .filed(user?.1)
  }

  mutating func touch(user: Int64?) {
    if let user { touchedUsers.insert(user) }
  }

  private struct Earlier {
    var n: Int64
    var isSame: Bool
    var isRejected: Bool
    var user: ID<User>?
  }

  /// The document of the same bytes or, failing that, of the same key.
  private func find(_ filing: Filing) throws -> Earlier? {
    let sql = """
      SELECT document.n, iif(erasedAt IS NULL, document.rejectionCode, NULL), user.id FROM document
      LEFT JOIN user ON user.n = document.user
      """
    func find(_ condition: String, _ value: String, isSame: Bool) throws -> Earlier? {
      try db.first("\(sql) WHERE \(condition)", [value]) {
        Earlier(
          n: try $0.number(0),
          isSame: isSame,
          isRejected: try $0.optionalText(1) != nil,
          user: try $0.optionalID(2)
        )
      }
    }
    let same = try find("document.id = ?", filing.document.id.raw, isSame: true)
    guard same == nil, let key = filing.key else { return same }
    return try find("document.key = ?", key, isSame: false)
  }
}

extension Filing {
  // SQLite's C interface ends a text at its first NUL. What identifies something must not be
  // shortened into the name of something else; elsewhere the rest of the text is merely lost.
  fileprivate func expectUsableTexts() throws(LedgerError) {
    var texts = [("filing key", key ?? ""), ("document ID", document.id.raw)]
    switch attribution {
    case .user(let user), .owner(orElse: let user): texts.append(("user ID", user.raw))
    case .nobody: break
    }
    for order in facts.orders {
      texts.append(("transaction ID", order.transactionID))
      texts.append(("original transaction ID", order.originalTransactionID))
      texts.append(("product ID", order.productID))
      texts.append(("evidence", order.evidence.raw))
    }
    for standing in facts.standings { texts.append(("chain ID", standing.chain.raw)) }
    for notice in facts.notices { texts.append(("chain ID", notice.chain?.raw ?? "")) }
    for link in facts.links { texts.append(("chain ID", link.chain.raw + link.value)) }
    for act in facts.acts.map(ActRow.init) {
      texts.append(("user ID", (act.user ?? "") + (act.other ?? "")))
    }
    for (field, text) in texts where text.utf8.contains(0) { throw .unusableText(field: field) }
  }
}
