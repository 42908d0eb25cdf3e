import Basics
import Dashboard
import Entitlements
import Foundation
import Persistence
import Receipts

/// The columns of a list as `purser ls` and exports print them.
struct PrintedColumns: Sendable {
  /// A column: its name, and its value in a row.
  private struct Column<Row>: Sendable {
    let name: String
    let value: @Sendable (Row, ListRequest) -> JSONValue?

    init(_ name: String, value: @escaping @Sendable (Row, ListRequest) -> JSONValue?) {
      self.name = name
      self.value = value
    }
  }

  let names: [String]
  /// The values of a record; `nil` if it belongs to another list.
  let cells: @Sendable (Record, ListRequest) -> [JSONValue?]?

  private init<Row>(_ columns: [Column<Row>], _ row: @escaping @Sendable (Record) -> Row?) {
    names = columns.map(\.name)
    cells = { record, request in row(record).map { row in columns.map { $0.value(row, request) } } }
  }

  static func of(_ list: RowList) -> PrintedColumns {
    switch list {
    case .users: Self(users) { if case .user(let row) = $0 { row } else { nil } }
    case .orders: Self(orders) { if case .order(let row) = $0 { row } else { nil } }
    case .subs:
      Self(subscriptions) {
        if case .subscription(let row) = $0 { (row, Subscription.Name(row.id)) } else { nil }
      }
    case .ent: Self(entitlements) { if case .entitlement(let row) = $0 { row } else { nil } }
    case .receipts: Self(documents) { if case .document(let row) = $0 { row } else { nil } }
    case .events: Self(events) { if case .notice(let row) = $0 { row } else { nil } }
    }
  }

  private static let users: [Column<UserRow>] = [
    Column("id") { $1.id($0.id.raw) },
    Column("name") { $1.text($0.name.map($1.masked(name:))) },
    Column("email") { $1.text($0.email.map($1.masked(email:))) },
    Column("state") { $1.rawValue($0.state(at: $1.search.instant)) },
    Column("productId") { $1.text($0.leading?.productID) },
    Column("until") { $1.time($0.accessUntil) },
    Column("orders") { $1.number($0.orders) },
    Column("lastPurchasedAt") {
      $1.time($0.lastPurchasedAt == .distantPast ? nil : $0.lastPurchasedAt)
    },
    Column("stores") { row, _ in .array(row.stores.map { .string($0.rawValue) }) },
    Column("environments") { row, _ in .array(row.environments.map { .string($0.rawValue) }) },
  ]

  private static let orders: [Column<OrderRow>] = [
    Column("purchasedAt") { $1.time($0.order.purchasedAt) },
    Column("store") { $1.rawValue($0.order.store) },
    Column("environment") { $1.rawValue($0.order.environment) },
    Column("transactionId") { $1.id($0.order.transactionID) },
    Column("productId") { $1.text($0.order.productID) },
    Column("kind") { $1.rawValue($0.order.kind) },
    Column("price") { $1.text($0.order.terms?.price?.description) },
    Column("country") { $1.text($0.order.terms?.country) },
    Column("state") { $1.rawValue($0.order.saleState(at: $1.search.instant)) },
    Column("subscriptionState") { $1.rawValue($0.chainState) },
    Column("expiresAt") { $1.time($0.order.expiresAt) },
    Column("accessUntil") { $1.time($0.order.grantedUntil) },
    Column("user") { $1.id($0.order.user?.raw) },
    Column("app") { $1.text($0.order.app) },
    Column("id") { $1.record($0.order.id.raw) },
  ]

  private static let subscriptions: [Column<(row: SubscriptionRow, name: Subscription.Name?)>] = [
    Column("startedAt") { $1.time($0.row.startedAt) },
    Column("store") { $1.rawValue($0.name?.store) },
    Column("environment") { $1.rawValue($0.name?.environment) },
    Column("originalTransactionId") { $1.id($0.name?.originalTransactionID) },
    Column("productId") { $1.text($0.row.productID) },
    Column("state") { $1.rawValue($0.row.phase?.state) },
    Column("renews") { row, _ in row.row.phase?.renews.map(JSONValue.bool) },
    Column("accessUntil") { $1.time($0.row.accessUntil) },
    Column("stateSince") { $1.time($0.row.phase?.from) },
    Column("stateUntil") { $1.time($0.row.phase?.until) },
    Column("user") { $1.id($0.row.user?.raw) },
    Column("app") { $1.text($0.name?.app) },
    Column("id") { $1.record($0.row.id.raw) },
  ]

  private static let entitlements: [Column<Entitlement>] = [
    Column("user") { $1.id($0.user.raw) },
    Column("key") { $1.text($0.key) },
    Column("active") { .bool($0.isActive(at: $1.search.instant)) },
    Column("environment") { $1.rawValue($0.environment) },
    Column("from") { $1.time($0.from) },
    Column("until") { $1.time($0.until) },
    Column("order") { $1.record($0.source?.raw) },
    Column("document") { $1.text($0.evidence.raw) },
  ]

  private static let documents: [Column<DocumentRow>] = [
    Column("receivedAt") { $1.time($0.receivedAt) },
    Column("store") { $1.rawValue($0.store) },
    Column("environment") { $1.rawValue($0.environment) },
    Column("kind") { $1.text($0.kind) },
    Column("verdict") { $1.text($0.verdict == .genuine ? "genuine" : "rejected") },
    Column("reason") { row, request in
      guard case .rejected(let code, let place, let detail) = row.verdict else { return nil }
      return request.text("\(code): \(Console.sentence(place, detail))")
    },
    Column("origin") { $1.rawValue($0.origin) },
    Column("provenance") { $1.rawValue($0.provenance) },
    Column("purchases") { $1.number($0.purchases) },
    Column("event") { $1.rawValue($0.event) },
    Column("productId") { $1.text($0.productID) },
    Column("statedAt") { $1.time($0.statedAt) },
    Column("user") { $1.id($0.user?.raw) },
    Column("app") { $1.text($0.app) },
    Column("bytes") { $1.number($0.byteCount) },
    Column("id") { $1.text($0.id.raw) },
  ]

  private static let events: [Column<EventRow>] = [
    Column("happenedAt") { $1.time($0.notice.statementSource.statedAt) },
    Column("kind") { $1.rawValue($0.notice.kind) },
    Column("chain") { $1.record($0.notice.chain?.raw) },
    Column("order") { $1.record($0.notice.order?.raw) },
    Column("detail") { $1.text($0.notice.detail) },
    Column("user") { $1.id($0.user?.raw) },
    Column("receivedAt") { $1.time($0.receivedAt) },
    Column("document") { $1.text($0.notice.statementSource.evidence.raw) },
  ]
}

extension ListRequest {
  fileprivate func text(_ text: String?) -> JSONValue? { text.map(JSONValue.string) }

  fileprivate func rawValue(_ value: (some RawRepresentable<String>)?) -> JSONValue? {
    text(value?.rawValue)
  }

  fileprivate func number(_ number: Int) -> JSONValue { .number(String(number)) }

  fileprivate func time(_ instant: Date?) -> JSONValue? { text(instant?.formatted(.iso8601)) }

  /// A user's ID, which may be an e-mail address, or a purchase's ID.
  fileprivate func id(_ id: String?) -> JSONValue? {
    guard let id, !reveals else { return text(id) }
    guard let identifier = Identifier(lone: id) else { return text(id) }
    return text(identifier.kind == .email ? masked(email: id) : identifier.masked)
  }

  /// The ledger's ID of an order or chain, whose last part may be a secret purchase token.
  fileprivate func record(_ id: String?) -> JSONValue? {
    guard let id, !reveals, let name = Subscription.Name(ID(id)) else { return text(id) }
    let last = name.originalTransactionID
    guard let identifier = Identifier(lone: last), identifier.isSecret else { return text(id) }
    return text(id.dropLast(last.count) + identifier.masked)
  }

  fileprivate func masked(email: String) -> String {
    reveals ? email : MCPMask.masked(email: email)
  }

  fileprivate func masked(name: String) -> String {
    reveals ? name : MCPMask.initials(of: name)
  }
}
