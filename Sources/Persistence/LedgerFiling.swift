import Entitlements
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
    do {
      return try await database.writeWithoutTransaction { db in
        var outcomes: [Filing.Outcome] = []
        try db.inTransaction(.immediate) {
          var clerk = Clerk(db: db)
          outcomes = try filings.map { try clerk.file($0) }
          try clerk.derive()
          // With nothing to write not even an empty commit is made, so nobody is woken.
          return clerk.hasWritten ? .commit : .rollback
        }
        return outcomes
      }
    } catch {
      throw LedgerError(error, path: path)
    }
  }
}

/// Does the writing inside one transaction. Facts are written filing by filing; what follows from
/// them is derived once at the end, for every user and chain that was touched.
struct Clerk {
  let db: Database
  var users: Set<String> = []
  var chains: Set<Chain> = []
  var hasWritten = false

  /// A renewal chain's natural key.
  struct Chain: Hashable {
    var store: String
    var environment: String
    var app: String
    var originalTransactionID: String
  }

  init(db: Database) { self.db = db }

  mutating func file(_ filing: Filing) throws -> Filing.Outcome {
    try filing.expectUsableTexts()
    let document = filing.document
    let isGenuine = document.verdict == .genuine
    if let earlier = try find("key = ?", filing.key), earlier.id != document.id.raw {
      return .alreadyFiled(earlier.user)
    }
    if let earlier = try find("id = ?", document.id.raw) {
      guard earlier.isRejected, isGenuine else { return .alreadyFiled(earlier.user) }
      touch(earlier.user?.raw)
    }
    hasWritten = true
    let orders = isGenuine ? filing.orders : []
    let account = try joinAccounts(of: orders)
    try write(filing, account: account)
    for order in orders {
      try write(order, account: account ?? order.id.raw)
      try claim(order, for: filing.attribution)
    }
    if let account { try settleOwner(of: account) }
    let user = try find("id = ?", document.id.raw)?.user
    touch(user?.raw)
    return .filed(user)
  }

  mutating func touch(_ user: String?) {
    if let user { users.insert(user) }
  }

  private struct Earlier {
    var id: String
    var user: ID<User>?
    var isRejected: Bool
  }

  private func find(_ condition: String, _ value: String) throws -> Earlier? {
    try db.row("SELECT id, user, rejectionCode FROM document WHERE \(condition)", [value]).map {
      Earlier(
        id: try $0.text("id"),
        user: try $0.optionalID("user"),
        isRejected: try $0.optionalText("rejectionCode") != nil
      )
    }
  }
}

extension Filing {
  // SQLite's C interface ends a text at its first NUL. What identifies something must not be
  // shortened into the name of something else; elsewhere the rest of the text is merely lost.
  fileprivate func expectUsableTexts() throws(LedgerError) {
    var texts = [("filing key", key), ("document ID", document.id.raw)]
    switch attribution {
    case .user(let user), .owner(orElse: let user): texts.append(("user ID", user.raw))
    case .nobody: break
    }
    for order in orders {
      texts.append(("transaction ID", order.transactionID))
      texts.append(("original transaction ID", order.originalTransactionID))
      texts.append(("product ID", order.productID))
      texts.append(("evidence", order.evidence.raw))
    }
    for (field, text) in texts where text.utf8.contains(0) { throw .unusableText(field: field) }
  }
}
