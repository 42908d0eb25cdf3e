import Basics
import Entitlements
import Foundation
import Receipts
import ServiceCore

// JSON views of records. `APISchemas` lists their members, and a test validates answers against it.

extension UserEntitlement {
  func json(at instant: Date) -> JSONValue {
    let order = sale.flatMap { sale in
      entitlement.source.map { PublicPurchaseID.name(of: $0, purchasedAt: sale.purchasedAt) }
    }
    return [
      "key": .string(entitlement.key), "active": .bool(entitlement.isActive(at: instant)),
      "environment": .string(entitlement.environment.rawValue),
      "from": .instant(entitlement.from), "until": .instant(entitlement.until) ?? .null,
      "source": sale == nil ? "grant" : "purchase",
      "store": .text(sale?.product.store.rawValue), "product": .text(sale?.product.id),
      "order": .text(order),
    ]
  }
}

extension UserEntitlements {
  /// The entitlements of one environment, or all for `nil`.
  func limited(to environment: Environment?) -> UserEntitlements {
    guard let environment else { return self }
    return UserEntitlements(
      user: user,
      rights: rights.filter { $0.entitlement.environment == environment }
    )
  }

  func json(at instant: Date, all: Bool) -> JSONValue {
    let shown = all ? rights : rights.filter { $0.entitlement.isActive(at: instant) }
    return [
      "user": .string(user.raw), "entitlements": .array(shown.map { $0.json(at: instant) }),
      "changesAt": .instant(change(after: instant)) ?? .null,
    ]
  }
}

extension AccountChain {
  func json(at instant: Date) -> JSONValue {
    let phase = phase(at: instant)
    let state = phase?.state ?? .unverified
    return [
      "id": .string(PublicPurchaseID.name(of: id)), "product": .text(productID) ?? .null,
      "state": .string(state.rawValue), "access": .bool(state.grantsAccess),
      "reason": .text(phase?.reason?.rawValue) ?? .null, "renews": .flag(phase?.renews) ?? .null,
      "startedAt": .instant(startedAt) ?? .null,
      "until": .instant(accessEnd(at: instant) ?? accessUntil) ?? .null,
      "store": .string(name.store.rawValue), "environment": .string(name.environment.rawValue),
      "app": .string(name.app),
    ]
  }
}

extension InventoryItem {
  func json(at instant: Date) -> JSONValue {
    [
      "item": .string(item), "environment": .string(environment.rawValue),
      "granted": .whole(granted), "used": .whole(used),
      "remaining": .whole(remaining(at: instant)),
      "order": .string(PublicPurchaseID.name(of: source, purchasedAt: from)),
    ]
  }
}

extension Account {
  func json(at instant: Date, in environment: Environment?, isPersonal: Bool) -> JSONValue {
    let rights = rights.limited(to: environment)
    let active = rights.rights.filter { $0.entitlement.isActive(at: instant) }
    let chains = chains.filter { environment == nil || $0.name.environment == environment }
    let stock = inventory.filter { environment == nil || $0.environment == environment }
    var keys: [String] = []
    for right in active where !keys.contains(right.entitlement.key) {
      keys.append(right.entitlement.key)
    }
    return [
      "id": .string(user.id.raw), "firstSeenAt": .instant(user.firstSeenAt),
      "name": isPersonal ? .text(user.name) ?? .null : nil,
      "email": isPersonal ? .text(user.email) ?? .null : nil,
      "access": [
        "active": .bool(!keys.isEmpty), "keys": .array(keys.map { .string($0) }),
        "changesAt": .instant(rights.change(after: instant)) ?? .null,
      ],
      "entitlements": .array(active.map { $0.json(at: instant) }),
      "subscriptions": .array(chains.map { $0.json(at: instant) }),
      "inventory": .array(stock.map { $0.json(at: instant) }),
      "counts": [
        "orders": .whole(orders), "documents": .whole(documents),
        "subscriptions": .whole(chains.count), "entitlements": .whole(rights.rights.count),
      ],
    ]
  }
}

extension Order {
  var publicName: String { PublicPurchaseID.name(of: id, purchasedAt: purchasedAt) }

  func json(at instant: Date) -> JSONValue {
    [
      "id": .string(publicName), "user": .text(user?.raw) ?? .null,
      "state": .string(state(at: instant).rawValue), "product": .string(productID),
      "kind": .string(kind.rawValue), "quantity": .whole(quantity),
      "store": .string(store.rawValue), "environment": .string(environment.rawValue),
      "app": .string(app), "transactionId": .text(PublicPurchaseID.number(transactionID)) ?? .null,
      "originalTransactionId": .text(PublicPurchaseID.number(originalTransactionID)) ?? .null,
      "purchasedAt": .instant(purchasedAt), "originalPurchasedAt": .instant(originalPurchasedAt),
      "expiresAt": .instant(expiresAt) ?? .null, "cancelledAt": .instant(cancelledAt) ?? .null,
      "cancellation": .text(cancellation?.rawValue) ?? .null,
      "refundedAt": .instant(refundedAt) ?? .null, "offer": offer?.json ?? .null,
      "price": terms?.price?.json ?? .null, "country": .text(terms?.country) ?? .null,
      "ownership": .text(terms?.ownership?.rawValue) ?? .null,
      "subscription": .text(subscription.map(PublicPurchaseID.name)) ?? .null,
    ]
  }
}

extension Order.Offer {
  fileprivate var json: JSONValue {
    switch self {
    case .trial: ["kind": "trial", "id": .null]
    case .introductory: ["kind": "introductory", "id": .null]
    case .promotional(let id): ["kind": "promotional", "id": .string(id)]
    }
  }
}

extension Money {
  fileprivate var json: JSONValue {
    // The code follows the digits.
    let digits = description.split(separator: " ").first.map(String.init) ?? "0"
    return ["amount": .string(digits), "currency": .string(currency.code)]
  }
}

extension SalePage {
  func json(at instant: Date) -> JSONValue {
    [
      "user": .string(user.raw), "orders": .array(sales.map { $0.json(at: instant) }),
      "next": .text(next?.text) ?? .null,
    ]
  }
}

extension Catalog {
  var json: JSONValue {
    let index = CatalogIndex(self)
    return [
      "version": .string(version),
      "items": .array(items.map { $0.json(index.entitlements(of: $0)) }),
      "currencies": .array(
        currencies.map {
          [
            "code": .string($0.code), "name": .text($0.name) ?? .null,
            "initial": .whole($0.initial),
          ]
        }
      ),
    ]
  }
}

extension Catalog.Item {
  fileprivate func json(_ rights: [String]) -> JSONValue {
    [
      "id": .string(id), "title": .text(title) ?? .null, "kind": .string(kind.rawValue),
      "products": .array(
        products.map { ["store": .string($0.store.rawValue), "id": .string($0.id)] }
      ),
      "entitlements": .array(rights.map { .string($0) }), "uses": .whole(uses) ?? .null,
      "group": .text(group) ?? .null, "rank": .whole(rank) ?? .null,
      "contents": .array(contents.map { ["item": .string($0.item), "count": .whole($0.count)] }),
      "prices": .array(prices.map(\.json)),
      "virtualPrices": .array(virtualPrices.map(\.json)),
      "balances": .array(balances.map(\.json)), "itemClass": .text(itemClass) ?? .null,
      "customData": .text(customData) ?? .null,
    ]
  }
}

extension Catalog.Amount {
  fileprivate var json: JSONValue { ["currency": .string(currency), "amount": .whole(count)] }
}

extension OperatorActionResult.Filed {
  func json(by actor: String) -> JSONValue {
    var parts: (action: String, user: String, key: String, environment: Environment, until: Date?)
    switch action {
    case .grant(let user, let key, let environment, let until):
      parts = ("grant", user.raw, key, environment, until)
    case .withdraw(let user, let key, let environment):
      parts = ("withdraw", user.raw, key, environment, nil)
    default: parts = ("", "", "", .production, nil)
    }
    return [
      "document": .string(document.raw), "deed": .string(parts.action),
      "user": .string(parts.user), "key": .string(parts.key),
      "environment": .string(parts.environment.rawValue),
      "until": .instant(parts.until) ?? .null, "at": .instant(at), "by": .string(actor),
    ]
  }
}

/// Dates and times in the API (RFC 3339).
enum APIInstant {
  /// The years 1 to 9999 in UTC; time zones that exceed them are clamped.
  private static let (first, last) = (-62_135_596_800.0, 253_402_300_799.0)

  static func read(_ text: String) -> Date? {
    let normalized = text.uppercased()
    if normalized.hasSuffix("Z") { return JSONValue.string(normalized).instant }
    let zone = normalized.utf8.suffix(6)
    guard zone.count == 6, let sign = zone.first, sign == 0x2B || sign == 0x2D else { return nil }
    let parts = String(decoding: zone.dropFirst(), as: UTF8.self).split(
      separator: ":",
      omittingEmptySubsequences: false
    )
    guard parts.count == 2, let hours = number(parts[0]), let minutes = number(parts[1]),
      hours < 24, minutes < 60,
      let local = JSONValue.string("\(normalized.dropLast(6))Z").instant
    else { return nil }
    let offset = Double(hours * 3_600 + minutes * 60) * (sign == 0x2B ? 1 : -1)
    let seconds = local.timeIntervalSince1970 - offset
    return Date(timeIntervalSince1970: min(max(seconds, first), last))
  }

  /// In UTC, with milliseconds unless they are zero.
  static func text(_ instant: Date) -> String { RFC3339.text(instant) }

  private static func number(_ digits: Substring) -> Int? {
    guard digits.utf8.count == 2, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
      return nil
    }
    return Int(digits)
  }
}

extension JSONValue {
  /// A date and time; `nil` for none, so that the member is omitted.
  static func instant(_ instant: Date?) -> JSONValue? {
    instant.map { .string(APIInstant.text($0)) }
  }
}
