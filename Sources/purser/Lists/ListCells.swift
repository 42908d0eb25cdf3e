import Basics
import Entitlements
import Foundation
import Persistence
import Receipts

extension ListRequest {
  var columns: [String] {
    switch list {
    case .users:
      [
        "id", "name", "email", "state", "productId", "until", "orders", "lastPurchasedAt",
        "stores", "environments",
      ]
    case .orders:
      [
        "purchasedAt", "store", "environment", "transactionId", "productId", "kind", "price",
        "country", "state", "subscriptionState", "expiresAt", "user", "app", "id",
      ]
    case .subs:
      [
        "startedAt", "store", "environment", "originalTransactionId", "productId", "state",
        "renews", "accessUntil", "stateSince", "stateUntil", "user", "app", "id",
      ]
    case .ent:
      ["user", "key", "active", "environment", "from", "until", "order", "document"]
    case .receipts:
      [
        "receivedAt", "store", "environment", "kind", "verdict", "reason", "origin", "provenance",
        "purchases", "statedAt", "user", "app", "bytes", "id",
      ]
    case .events:
      ["happenedAt", "kind", "chain", "order", "detail", "user", "receivedAt", "document"]
    }
  }

  func userCells(_ row: UserRow) -> [JSONValue?] {
    let purchased = row.lastPurchasedAt == .distantPast ? nil : row.lastPurchasedAt
    return [
      id(row.id.raw), text(row.name.map(masked(name:))), text(row.email.map(masked(email:))),
      rawValue(row.leading?.state(at: search.instant)), text(row.leading?.productID),
      time(row.leading?.accessUntil), number(row.orders), time(purchased),
      .array(row.stores.map { .string($0.rawValue) }),
      .array(row.environments.map { .string($0.rawValue) }),
    ]
  }

  func orderCells(_ row: OrderRow) -> [JSONValue?] {
    let order = row.order
    return [
      time(order.purchasedAt), rawValue(order.store), rawValue(order.environment),
      id(order.transactionID), text(order.productID), rawValue(order.kind),
      text(order.terms?.price?.description), text(order.terms?.country),
      rawValue(order.state(at: search.instant)), rawValue(row.chainState), time(order.accessUntil),
      id(order.user?.raw), text(order.app), record(order.id.raw),
    ]
  }

  func subscriptionCells(_ row: SubscriptionRow) -> [JSONValue?] {
    let name = Subscription.Name(row.id)
    return [
      time(row.startedAt), rawValue(name?.store), rawValue(name?.environment),
      id(name?.originalTransactionID), text(row.productID), rawValue(row.phase?.state),
      row.phase?.renews.map(JSONValue.bool), time(row.accessUntil), time(row.phase?.from),
      time(row.phase?.until), id(row.user?.raw), text(name?.app), record(row.id.raw),
    ]
  }

  func entitlementCells(_ row: Entitlement) -> [JSONValue?] {
    [
      id(row.user.raw), text(row.key), .bool(row.isActive(at: search.instant)),
      rawValue(row.environment), time(row.from), time(row.until), record(row.source?.raw),
      text(row.evidence.raw),
    ]
  }

  func documentCells(_ row: DocumentRow) -> [JSONValue?] {
    var (verdict, reason) = ("genuine", String?.none)
    if case .rejected(let code, let place, let detail) = row.verdict {
      (verdict, reason) = ("rejected", "\(code): \(Console.sentence(place, detail))")
    }
    return [
      time(row.receivedAt), rawValue(row.store), rawValue(row.environment), text(row.kind),
      text(verdict), text(reason), rawValue(row.origin), rawValue(row.provenance),
      number(row.purchases), time(row.statedAt), id(row.user?.raw), text(row.app),
      number(row.byteCount), text(row.id.raw),
    ]
  }

  func eventCells(_ row: EventRow) -> [JSONValue?] {
    [
      time(row.notice.statementSource.statedAt), rawValue(row.notice.kind),
      record(row.notice.chain?.raw),
      record(row.notice.order?.raw), text(row.notice.detail), id(row.user?.raw),
      time(row.receivedAt), text(row.notice.statementSource.evidence.raw),
    ]
  }
}

extension ListRequest {
  private func text(_ text: String?) -> JSONValue? { text.map(JSONValue.string) }

  private func rawValue(_ value: (some RawRepresentable<String>)?) -> JSONValue? {
    text(value?.rawValue)
  }

  private func number(_ number: Int) -> JSONValue { .number(String(number)) }

  private func time(_ instant: Date?) -> JSONValue? { text(instant?.formatted(.iso8601)) }

  /// A user's ID, which may be an e-mail address, or a purchase's ID.
  private func id(_ id: String?) -> JSONValue? {
    guard let id, !reveals else { return text(id) }
    guard let identifier = Identifier(lone: id) else { return text(id) }
    return text(identifier.kind == .email ? masked(email: id) : identifier.masked)
  }

  /// The ledger's ID of an order or chain, whose last part may be a secret purchase token.
  private func record(_ id: String?) -> JSONValue? {
    guard let id, !reveals, let name = Subscription.Name(ID(id)) else { return text(id) }
    let last = name.originalTransactionID
    guard let identifier = Identifier(lone: last), identifier.isSecret else { return text(id) }
    return text(id.dropLast(last.count) + identifier.masked)
  }

  private func masked(email: String) -> String {
    guard !reveals else { return email }
    let at = email.lastIndex(of: "@") ?? email.endIndex
    return "\(email.prefix(1))…\(email[at...])"
  }

  private func masked(name: String) -> String {
    guard !reveals else { return name }
    return name.split(separator: " ").map { "\($0.prefix(1))…" }.joined(separator: " ")
  }
}
