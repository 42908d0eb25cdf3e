import Basics
import Entitlements
import Foundation
import Receipts

extension ValidateContext {
  /// The native transaction: the fields of the store's own answer about the purchase.
  func transaction(
    _ request: ValidatorRequest,
    _ purchase: ValidatorPurchase?
  ) -> [JSONValue.Member] {
    let type = JSONValue.Member("type", .string(request.platform.rawValue))
    var members = transaction
    if let purchase {
      switch request.platform {
      case .apple: members += purchase.appleMembers
      case .appleSigned: break
      case .google where members.isEmpty: members = purchase.googleMembers
      case .google: break
      case .microsoft: members = purchase.microsoftMembers
      }
    }
    // The payload's own type is Apple's product type.
    return [type] + members.filter { $0.name != "type" && $0.name != "id" }
  }
}

extension ValidatorPurchase {
  private func members(_ value: JSONValue) -> [JSONValue.Member] { value.members ?? [] }

  /// A row like those of `in_app` in verifyReceipt answers.
  fileprivate var appleMembers: [JSONValue.Member] {
    members([
      "product_id": .string(sale.productID),
      "transaction_id": .string(sale.transactionID),
      "original_transaction_id": .string(sale.originalTransactionID),
      "quantity": .string("\(sale.quantity)"),
      "purchase_date": .string(sale.purchasedAt.storeText),
      "purchase_date_ms": .string(sale.purchasedAt.millisecondsText),
      "expires_date": .text(sale.expiresAt?.storeText),
      "expires_date_ms": .text(sale.expiresAt?.millisecondsText),
      "cancellation_date": .text(sale.cancelledAt?.storeText),
      "cancellation_date_ms": .text(sale.cancelledAt?.millisecondsText),
      "is_trial_period": renews ? .string("\(sale.offer == .trial)") : nil,
      "is_in_intro_offer_period": renews ? .string("\(sale.offer == .introductory)") : nil,
    ])
  }

  /// Fields like those of `purchases.products` or `purchases.subscriptionsv2` answers.
  fileprivate var googleMembers: [JSONValue.Member] {
    if let transaction = details.transaction {
      let kind = JSONValue.Member("kind", "androidpublisher#subscriptionPurchaseV2")
      return [kind] + transaction.filter { $0.name != "kind" }
    }
    guard !renews else {
      return members([
        "kind": "androidpublisher#subscriptionPurchaseV2",
        "startTime": .string(sale.originalPurchasedAt.isoText),
        "latestOrderId": .string(transactionID(asked: nil)),
        "lineItems": [
          ["productId": .string(productID), "expiryTime": .text(endsAt?.isoText)]
        ],
      ])
    }
    return members([
      "kind": "androidpublisher#productPurchase",
      "productId": .string(productID),
      "orderId": .string(transactionID(asked: nil)),
      "purchaseTimeMillis": .string(sale.purchasedAt.millisecondsText),
      "purchaseState": isOwned ? 0 : 1,
      "consumptionState": isConsumed ? 1 : 0,
      "acknowledgementState": isAcknowledged == true ? 1 : 0,
      "quantity": .whole(sale.quantity),
      "regionCode": .text(sale.terms?.country),
    ])
  }

  /// Fields like those of a subscription in `recurrences/query` answers.
  fileprivate var microsoftMembers: [JSONValue.Member] {
    members([
      "productId": .string(sale.productID),
      "startTime": .string(sale.purchasedAt.isoText),
      "expirationTime": .text(endsAt?.isoText),
      "autoRenew": renews ? .flag(renewal) : nil,
      "isTrial": renews ? .bool(sale.offer == .trial) : nil,
      "recurrenceState": renews ? .string(isOwned ? "Active" : "Inactive") : nil,
    ])
  }
}

extension Date {
  /// `2026-01-01T00:00:00.000Z`, JavaScript's format.
  var isoText: String { RFC3339.text(self, milliseconds: true) }

  /// `2026-01-01 00:00:00 Etc/GMT`, Apple's format.
  var storeText: String {
    formatted(Self.storeFormat) + " Etc/GMT"
  }

  var millisecondsText: String { "\(Int64((timeIntervalSince1970 * 1_000).rounded()))" }

  private static let storeFormat = Date.ISO8601FormatStyle(dateTimeSeparator: .space)
    .year().month().day().time(includingFractionalSeconds: false).dateSeparator(.dash)
}

/// The purchases in an answer, newest first; each subscription product is listed once.
///
/// Of several entries for a product, clients use the one bought last. A cancelled purchase must not
/// hide one that is owned.
struct ValidatorCollection: Sendable {
  private(set) var purchases: [ValidatorPurchase]

  init(_ purchases: [ValidatorPurchase]) {
    var selected: [ValidatorPurchase] = []
    for (_, same) in Dictionary(grouping: purchases, by: \.productID) {
      let owned = same.filter(\.isOwned)
      // All purchases of a repeatable product count, by transaction.
      if !owned.isEmpty, !same.contains(where: \.renews) {
        selected += owned
      } else if let best = (owned.isEmpty ? same : owned).max(by: Self.isLess) {
        selected.append(best)
      }
    }
    self.purchases = selected.sorted {
      ($1.sale.purchasedAt, $0.sale.id) < ($0.sale.purchasedAt, $1.sale.id)
    }
  }

  /// Orders by end of access, then by purchase date.
  private static func isLess(_ left: ValidatorPurchase, _ right: ValidatorPurchase) -> Bool {
    let ends = (left.endsAt ?? .distantFuture, right.endsAt ?? .distantFuture)
    return (ends.0, left.sale.purchasedAt, left.sale.id)
      < (ends.1, right.sale.purchasedAt, right.sale.id)
  }

  func json(asked: String?) -> JSONValue { .array(purchases.map { $0.json(asked: asked) }) }
}

/// Products without an introductory price for the buyer, who already had one in the same
/// subscription group.
enum IntroductoryOffers {
  static func spent(_ records: [ChainRecord], _ catalog: Catalog?) -> [String] {
    let index = catalog.map(CatalogIndex.init)
    var products: Set<String> = []
    for record in records where record.hadIntroduction {
      for sale in record.sales {
        products.insert(ValidatorPurchase.clientProductID(sale.productID, of: sale.store))
        let item = index?.item(for: Catalog.Product(sale.store, sale.productID))
        guard let group = item?.group, let catalog else { continue }
        for item in catalog.items where item.group == group {
          for product in item.products where product.store == sale.store {
            products.insert(ValidatorPurchase.clientProductID(product.id, of: sale.store))
          }
        }
      }
    }
    return products.sorted()
  }
}

extension ChainRecord {
  /// Whether it had a trial or an introductory price; Microsoft's sales no longer state it once
  /// they are paid for.
  var hadIntroduction: Bool {
    sales.contains {
      $0.kind == .autoRenewable && ($0.offer == .trial || $0.offer == .introductory)
    }
      || store == .microsoft && notices.contains { $0.kind == .offerRedeemed }
  }
}
