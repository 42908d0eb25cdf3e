import Basics
import Entitlements
import Foundation
import Receipts

/// What the Microsoft Store's documents state. Its services name no app: the context does.
enum MicrosoftFacts {
  static func tell(_ examination: DocumentExamination, into telling: inout Telling) {
    guard let payload = examination.payload else { return }
    switch examination.kind {
    case .microsoftReceipt: MicrosoftReceiptFacts.tell(payload, into: &telling)
    case .microsoftResponse:
      if let response = try? MicrosoftResponse(payload) {
        tell(response, payload, into: &telling)
      }
    default: break
    }
  }

  private static func tell(
    _ response: MicrosoftResponse,
    _ payload: JSONValue,
    into telling: inout Telling
  ) {
    switch response {
    case .collection(let items, _): MicrosoftCollectionFacts.tell(items, into: &telling)
    case .recurrences(let items, _): MicrosoftRecurrenceFacts.tell(items, into: &telling)
    case .orders(let orders): MicrosoftOrderFacts.tell(orders, into: &telling)
    case .consumption(let consumption): MicrosoftOrderFacts.tell(consumption, into: &telling)
    case .clawback(let clawback):
      MicrosoftClawbackFacts.tell(
        clawback,
        productType: payload["data"]?["productType"]?.string,
        into: &telling
      )
    case .nothing, .queueAddress, .renewedKey, .error: break
    }
  }

  /// A sale that does not renew: its order and its product together name it, in every answer.
  static func name(order: String?, product: String) -> String? {
    order?.usable.map { "\($0)/\(product)" }
  }
}

extension ProductKind {
  /// The store's `productKind`, in version 6 `productType`. A subscription add-on shows as a
  /// durable, and recurs.
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
