import Entitlements
import Foundation
import GRDB

@testable import Persistence

/// Where a ledger under test lies. The same bodies run on all of them.
enum Medium: CaseIterable {
  case memory, file

  /// An empty ledger, which must not outlive `folder`.
  func ledger(in folder: TemporaryFolder) throws -> Ledger {
    switch self {
    case .memory: try .inMemory()
    case .file: try Ledger(path: folder.path("ledger.sqlite"))
    }
  }
}

/// A folder that is removed with its last reference.
final class TemporaryFolder: Sendable {
  let root: URL

  init() throws {
    root = FileManager.default.temporaryDirectory
      .appendingPathComponent("purser-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: root) }

  func path(_ name: String) -> String { root.appendingPathComponent(name).path }
}

extension Ledger {
  /// Everything the ledger believes, row by row, in a fixed order.
  func dump() async throws -> [String] {
    let state = try await database.read(LedgerState.derived)
    return state.tables.keys.sorted().flatMap { table in
      (state.tables[table] ?? []).map { "\(table): \($0)" }
    }
  }
}

extension Ledger {
  /// Writes behind the ledger's back, which a debug build forbids.
  func tamper(_ body: @escaping @Sendable (Database) throws -> Void) async throws {
    try await database.writeWithoutTransaction { [isGuarded] db in
      if isGuarded { try WriteGuard.begin(in: db) }
      defer { if isGuarded { try? WriteGuard.end(in: db) } }
      try body(db)
    }
  }
}

/// Days since 2026-01-01 00:00 UTC.
func day(_ number: Double) -> Date {
  Date(timeIntervalSince1970: 1_767_225_600 + number * 86_400)
}

/// The query as of day 20.
func now(_ query: Query) -> Search { Search(query, at: day(20)) }

/// A sale for a story; the filing it goes into gives it its evidence.
struct Sale {
  var transactionID: String
  var chain: String?
  var productID: String
  var kind: ProductKind
  var quantity: Int
  var from: Double
  var until: Double?
  var cancelled: Double?
  var offer: Order.Offer?

  init(
    _ transactionID: String,
    chain: String? = nil,
    productID: String = "pro.monthly",
    kind: ProductKind = .autoRenewable,
    quantity: Int = 1,
    from: Double = 0,
    until: Double? = nil,
    cancelled: Double? = nil,
    offer: Order.Offer? = nil
  ) {
    self.transactionID = transactionID
    self.chain = chain
    self.productID = productID
    self.kind = kind
    self.quantity = quantity
    self.from = from
    self.until = until
    self.cancelled = cancelled
    self.offer = offer
  }
}

extension Filing {
  /// A genuine receipt `name`, created and received on `day`, that lists `sales`.
  static func receipt(
    _ name: String,
    on number: Double,
    for attribution: Attribution,
    _ sales: [Sale],
    userName: String? = nil,
    userEmail: String? = nil
  ) -> Filing {
    let document = Document(
      id: ID(name),
      store: .apple,
      kind: "app-receipt",
      environment: .production,
      app: "com.example.app",
      bytes: Array(name.utf8),
      verdict: .genuine,
      receivedAt: day(number),
      statedAt: day(number),
      purchases: sales.count,
      user: nil
    )
    let orders = sales.map { sale in
      Order(
        store: .apple,
        environment: .production,
        app: "com.example.app",
        transactionID: sale.transactionID,
        originalTransactionID: sale.chain ?? sale.transactionID,
        webOrderLineItemID: sale.kind == .autoRenewable ? "9\(sale.transactionID)" : nil,
        productID: sale.productID,
        kind: sale.kind,
        quantity: sale.quantity,
        purchasedAt: day(sale.from),
        originalPurchasedAt: day(0),
        expiresAt: sale.until.map(day),
        cancelledAt: sale.cancelled.map(day),
        offer: sale.offer,
        statementSource: StatementSource(document.id, at: day(number))
      )
    }
    return Filing(
      key: "apple:\(name)",
      document: document,
      attribution: attribution,
      facts: Facts(orders: orders),
      userName: userName,
      userEmail: userEmail
    )
  }

  /// A document `name` that was not believed.
  static func rejection(
    _ name: String,
    on number: Double,
    for attribution: Attribution,
    _ sales: [Sale] = []
  ) -> Filing {
    var filing = receipt(name, on: number, for: attribution, sales)
    filing.document.verdict = .rejected(
      code: "bad-signature",
      at: "signer 1",
      detail: "the signature does not fit"
    )
    return filing
  }
}
