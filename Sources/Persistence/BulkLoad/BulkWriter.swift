import Entitlements
import Foundation
internal import GRDB

/// Appends unrelated filings to each table: row IDs are counted, nothing is looked up.
struct BulkWriter {
  private let db: Database
  private(set) var counts: BulkCounts
  private let documents: BulkStatement
  private let users: BulkStatement
  private let chains: BulkChainWriter
  private let orders: BulkOrderWriter
  private let notices: BulkStatement
  private let links: BulkStatement
  private let rights: BulkStatement
  private let items: BulkStatement
  private let balances: BulkStatement

  /// Counts the chains' states at `now`.
  init(_ db: Database, at now: Date) throws {
    self.db = db
    counts = BulkCounts(at: now)
    documents = try BulkStatement(Self.documentInsertion, on: db)
    users = try BulkStatement(
      """
      INSERT INTO user (
        n, id, name, email, firstSeenAt, lastPurchasedAt, orders, stores, environments, leading)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      on: db
    )
    chains = try BulkChainWriter(db)
    orders = try BulkOrderWriter(db)
    notices = try BulkStatement(
      """
      INSERT INTO notice (document, kind, chain, transactionID, detail, statedAt)
      VALUES (?, ?, ?, ?, ?, ?)
      """,
      on: db
    )
    links = try BulkStatement(
      "INSERT INTO link (value, kind, chain, document) VALUES (?, ?, ?, ?)",
      on: db
    )
    rights = try BulkStatement(
      """
      INSERT INTO entitlement (user, key, environment, "from", until, source, document)
      VALUES (?, ?, ?, ?, ?, ?, ?)
      """,
      on: db
    )
    items = try BulkStatement(
      """
      INSERT INTO inventory (user, source, item, environment, granted, used, "from", until)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?)
      """,
      on: db
    )
    balances = try BulkStatement(
      "INSERT INTO balance (user, environment, currency, amount) VALUES (?, ?, ?, ?)",
      on: db
    )
  }

  mutating func write(_ filing: BulkFiling) throws {
    let rowIDs = counts.begin(filing)
    try write(document: filing, rowIDs)
    try write(user: filing, rowIDs)
    for chain in filing.chains { try chains.write(chain, rowIDs, &counts) }
    for (index, order) in filing.orders.enumerated() {
      let stated = filing.statedOrders[index]
      try orders.write(order, stating: stated, of: filing.chainOfOrder[index], rowIDs, &counts)
    }
    try write(events: filing, rowIDs)
    try write(derived: filing, rowIDs)
  }

  private func write(document filing: BulkFiling, _ rowIDs: BulkRowIDs) throws {
    let document = filing.filing.document
    documents.bind(rowIDs.document)
    try documents.bind(document.id.raw, naming: "document ID")
    if let key = filing.filing.key {
      try documents.bind(key, naming: "filing key")
    } else {
      documents.bind(nil as String?)
    }
    documents.bind(document.store?.rawValue)
    documents.bind(document.kind)
    documents.bind(document.environment?.rawValue)
    documents.bind(document.app)
    documents.bind(document.origin.rawValue)
    documents.bind(document.provenance.rawValue)
    documents.bind(document.receivedAt.milliseconds)
    documents.bind(document.receivedAt.milliseconds)
    documents.bind(document.statedAt?.milliseconds)
    documents.bind(document.purchases)
    try documents.bind(filing.user.raw, naming: "user ID")
    documents.bind(Claim.Strength.named.rawValue)
    documents.bind(rowIDs.user)
    let isOne =
      filing.filing.isOneAccount && !filing.chains.isEmpty || filing.chains.count == 1
    documents.bind(isOne ? rowIDs.number(ofChain: 0) : nil)
    documents.bind(filing.filing.userName)
    documents.bind(filing.filing.userEmail)
    documents.bind(document.context)
    documents.bind(DocumentFingerprint.mark(of: document.bytes))
    documents.bind(document.bytes.count)
    if document.common.isEmpty {
      documents.bind(nil as Int64?)
      documents.bind(document.bytes)
    } else {
      let (cuts, rest) = try CertificateDedup.cut(document.bytes, document.common) {
        try db.number(ofCertificate: $0, CertificateDedup.hash($0))
      }
      if let cuts { documents.bind(cuts) } else { documents.bind(nil as Int64?) }
      documents.bind(rest)
    }
    try documents.run()
  }

  private func write(user filing: BulkFiling, _ rowIDs: BulkRowIDs) throws {
    let document = filing.filing.document
    let newest = filing.orders.lazy.map(\.purchasedAt).max() ?? .distantPast
    users.bind(rowIDs.user)
    users.bind(filing.user.raw)
    users.bind(filing.filing.userName)
    users.bind(filing.filing.userEmail)
    users.bind((document.statedAt ?? document.receivedAt).milliseconds)
    users.bind(newest.milliseconds)
    users.bind(filing.orders.count)
    users.bind(
      Store.allCases.joinedValues { store in filing.orders.contains { $0.store == store } }
    )
    users.bind(
      Environment.allCases.joinedValues { value in
        filing.orders.contains { $0.environment == value }
      }
    )
    users.bind(filing.leading.map(rowIDs.number(ofOrder:)))
    try users.run()
  }

  private func write(events filing: BulkFiling, _ rowIDs: BulkRowIDs) throws {
    for (notice, chain) in filing.notices {
      notices.bind(rowIDs.document)
      notices.bind(notice.kind.rawValue)
      notices.bind(chain.map(rowIDs.number(ofChain:)))
      notices.bind(notice.order.map(Order.transactionID(of:)))
      notices.bind(notice.detail)
      notices.bind(notice.statementSource.statedAt.milliseconds)
      try notices.run()
    }
    for (link, chain) in filing.links {
      try links.bind(link.value, naming: "chain ID")
      links.bind(link.kind.rawValue)
      links.bind(rowIDs.number(ofChain: chain))
      links.bind(rowIDs.document)
      try links.run()
    }
  }

  private func write(derived filing: BulkFiling, _ rowIDs: BulkRowIDs) throws {
    for (right, source) in filing.rights {
      rights.bind(rowIDs.user)
      rights.bind(right.key)
      rights.bind(right.environment.rawValue)
      rights.bind(right.from.milliseconds)
      rights.bind(right.until?.milliseconds)
      rights.bind(source.map(rowIDs.number(ofOrder:)))
      rights.bind(rowIDs.document)
      try rights.run()
    }
    for (item, source) in filing.items {
      items.bind(rowIDs.user)
      items.bind(rowIDs.number(ofOrder: source))
      items.bind(item.item)
      items.bind(item.environment.rawValue)
      items.bind(item.granted)
      items.bind(item.used)
      items.bind(item.from.milliseconds)
      items.bind(item.until?.milliseconds)
      try items.run()
    }
    for balance in filing.balances {
      balances.bind(rowIDs.user)
      balances.bind(balance.environment.rawValue)
      balances.bind(balance.currency)
      balances.bind(balance.amount)
      try balances.run()
    }
  }

  private static let documentInsertion = """
    INSERT INTO document (
      n, id, key, store, kind, environment, app, origin, provenance, receivedAt, appliedAt, statedAt,
      purchases, claimant, claim, user, account, userName, userEmail, context, mark, byteCount, cuts,
      bytes)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
    """
}

extension Array where Element: RawRepresentable<String> {
  /// The raw values of matching elements, separated by spaces.
  fileprivate func joinedValues(where test: (Element) -> Bool) -> String {
    filter(test).map(\.rawValue).joined(separator: " ")
  }
}
