import Basics
import Entitlements
import Foundation
import Receipts

/// Facts from the Microsoft Store's documents. Its services name no app; the context does.
enum MicrosoftFacts {
  static func extract(
    _ examination: DocumentExamination,
    into translation: inout DocumentTranslation
  ) {
    guard let payload = examination.payload else { return }
    switch examination.kind {
    case .microsoftReceipt: MicrosoftReceiptFacts.extract(payload, into: &translation)
    case .microsoftResponse:
      if let response = try? MicrosoftResponse(payload) {
        extract(response, payload, into: &translation)
      }
    default: break
    }
  }

  private static func extract(
    _ response: MicrosoftResponse,
    _ payload: JSONValue,
    into translation: inout DocumentTranslation
  ) {
    switch response {
    case .collection(let items, _): MicrosoftCollectionFacts.extract(items, into: &translation)
    case .recurrences(let items, _): MicrosoftRecurrenceFacts.extract(items, into: &translation)
    case .orders(let orders): MicrosoftOrderFacts.extract(orders, into: &translation)
    case .consumption(let consumption): MicrosoftOrderFacts.extract(consumption, into: &translation)
    case .clawback(let clawback):
      MicrosoftClawbackFacts.extract(
        clawback,
        productType: payload["data"]?["productType"]?.string,
        into: &translation
      )
    case .nothing, .queueAddress, .renewedKey, .error: break
    }
  }

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
