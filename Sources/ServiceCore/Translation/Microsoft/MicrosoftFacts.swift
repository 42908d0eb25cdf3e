import Basics
import Entitlements
import Foundation
import Receipts

/// Facts from the Microsoft Store's documents. Its services name no app; the context does.
extension DocumentTranslation {
  mutating func extractMicrosoft(_ examination: DocumentExamination) {
    guard let payload = examination.payload else { return }
    switch examination.kind {
    case .microsoftReceipt: extractMicrosoftReceipt(payload)
    case .microsoftResponse:
      if let response = try? MicrosoftResponse(payload) {
        extract(response, payload)
      }
    default: break
    }
  }

  private mutating func extract(_ response: MicrosoftResponse, _ payload: JSONValue) {
    switch response {
    case .collection(let items, _): extractMicrosoftCollection(items)
    case .recurrences(let items, _): extractMicrosoftRecurrence(items)
    case .orders(let orders): extractMicrosoftOrder(orders)
    case .consumption(let consumption): extractMicrosoftOrder(consumption)
    case .clawback(let clawback):
      extractMicrosoftClawback(clawback, productType: payload["data"]?["productType"]?.string)
    case .nothing, .queueAddress, .renewedKey, .error: break
    }
  }
}

enum MicrosoftNames {
  /// The name of a non-renewing sale: order and product ID, in every answer.
  static func name(order: String?, product: String) -> String? {
    order?.usable.map { "\($0)/\(product)" }
  }
}

extension ProductKind {
  /// The store's `productKind`, in version 6 `productType`. A subscription add-on is listed as a
  /// durable that recurs.
  init(microsoftKind: MicrosoftCollectionItem.Kind?, recurs: Bool = false) {
    self =
      switch microsoftKind {
      case .application, .game: .nonConsumable
      case .durable: recurs ? .autoRenewable : .nonConsumable
      case .consumable, .unmanagedConsumable: .consumable
      case .pass: .autoRenewable
      case nil: recurs ? .autoRenewable : .unknown
      }
  }
}

/// Facts from Microsoft Store receipts: add-ons, each with purchase date and possibly an end. A
/// snapshot without refunds and renewals. The purchase of the app itself is not a sale, as in
/// Apple's receipts.
extension DocumentTranslation {
  mutating func extractMicrosoftReceipt(_ payload: JSONValue) {
    let products = payload["ProductReceipt"]?.array ?? []
    statedAt = payload.date("ReceiptDate")
    purchases = products.count
    for product in products {
      // A receipt may contain several apps.
      let app = product["AppId"]?.string ?? self.app
      guard let factSource = factSource(app: app, environment: environment)
      else {
        continue
      }
      let purchasedAt = product.date("PurchaseDate")
      var expiresAt = product.date("ExpirationDate")
      if expiresAt?.isNever == true { expiresAt = nil }
      // An unreadable end must not become a missing end.
      if product.hasUnreadable("ExpirationDate") { expiresAt = purchasedAt }
      let sale = RawSale(
        transactionID: product["Id"]?.string,
        productID: product["ProductId"]?.string,
        kind: Self.kind(product["ProductType"]?.string, expiresAt),
        purchasedAt: purchasedAt,
        expiresAt: expiresAt
      )
      collector.add(sale, by: factSource)
    }
  }

  private static func kind(_ type: String?, _ expiresAt: Date?) -> ProductKind {
    switch (type, expiresAt) {
    case ("Consumable", _), ("UnmanagedConsumable", _): .consumable
    case (_, .some): .nonRenewing
    case ("Durable", nil): .nonConsumable
    default: .unknown
    }
  }
}

extension JSONValue {
  /// An ISO 8601 date with up to nine fractional digits, which the reader for Apple's fields
  /// supports.
  fileprivate func date(_ name: String) -> Date? { AppleFields(self).date(name) }

  fileprivate func hasUnreadable(_ name: String) -> Bool { self[name] != nil && date(name) == nil }
}

/// Facts from orders of consumables and their consumption.
extension DocumentTranslation {
  mutating func extractMicrosoftOrder(_ orders: [MicrosoftOrder]) {
    purchases = orders.reduce(0) { $0 + $1.lineItems.count }
    guard let factSource else { return }
    for order in orders {
      for line in order.lineItems {
        guard let product = line.productID?.usable,
          let name = MicrosoftNames.name(order: order.id, product: product)
        else { continue }
        collector.add(factSource.link(.storeOrder, order.id, of: name))
        guard let state = line.state?.known else {
          let detail = "lineItemState \(line.state?.raw ?? "is missing") \(product)"
          collector.add(factSource.notice(.other, chain: name, detail: detail))
          continue
        }
        var sale = RawSale(
          transactionID: name,
          productID: product,
          kind: .consumable,
          quantity: line.quantity,
          purchasedAt: order.purchasedAt
        )
        // Refunded before or after it was used.
        if state != .purchased {
          (sale.cancelledAt, sale.cancellation) = (
            order.refundedAt ?? factSource.statedAt, .refunded
          )
        }
        collector.add(sale, by: factSource)
      }
    }
  }

  mutating func extractMicrosoftOrder(_ consumption: MicrosoftConsumption) {
    purchases = consumption.orderIDs.count
    guard let factSource, let product = consumption.productID?.usable else { return }
    for order in consumption.orderIDs {
      guard let name = MicrosoftNames.name(order: order, product: product) else { continue }
      collector.add(factSource.notice(.consumed, chain: name, order: name, detail: product))
    }
  }
}
