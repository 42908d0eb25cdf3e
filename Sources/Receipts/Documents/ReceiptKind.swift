/// The kind of a submitted text, detected by its content.
package enum ReceiptKind: String, Sendable {
  case appReceipt = "app-receipt"
  case legacyTransactionReceipt = "legacy-transaction-receipt"
  case signedTransaction = "jws-transaction"
  case signedRenewalInfo = "jws-renewal-info"
  case signedAppTransaction = "jws-app-transaction"
  case signedNotification = "jws-notification"
  case notificationV1 = "server-notification-v1"
  case verifyReceiptResponse = "verify-receipt-response"
  case appStoreResponse = "app-store-response"
  case googlePurchase = "google-purchase"
  case googleProduct = "google-product"
  case googleSubscription = "google-subscription"
  case googleOrder = "google-order"
  case googleVoided = "google-voided"
  case googleRTDN = "google-rtdn"
  case googleError = "google-error"
  case microsoftReceipt = "microsoft-receipt"
  case microsoftResponse = "microsoft-response"
  case microsoftStoreIDKey = "microsoft-store-id-key"
  case amazonReceipt = "amazon-receipt"
  case amazonNotification = "amazon-notification"
  /// A request to PlayFab's client API without a store's document in it.
  case playFabRequest = "playfab-request"
  case unknown

  /// The kind of decoded bytes. A certificate or a private key begins with the same byte as a
  /// receipt; the content type behind it distinguishes them.
  package init(of bytes: [UInt8]) {
    let head = bytes.prefix(24)
    let type = [Tag.objectIdentifier, UInt8(OID.signedData.count)] + OID.signedData
    let isSigned = (2...10).contains { offset in
      head.count >= offset + type.count && head[offset..<offset + type.count].elementsEqual(type)
    }
    self = bytes.first == Tag.sequence && isSigned ? .appReceipt : .unknown
  }

  /// A name, for error messages, of what a document resembles that is no app receipt; `nil` for
  /// unknown input.
  package static func lookalike(_ input: [UInt8]) -> String? {
    let start = input.prefix(1_024).drop { $0 <= 0x20 }
    return switch start.first {
    case UInt8(ascii: "{") where isPropertyList(start): "a legacy transaction receipt"
    case UInt8(ascii: "{"), UInt8(ascii: "["): "JSON"
    case UInt8(ascii: "<"): "XML"
    case UInt8(ascii: "e") where start.starts(with: Array("eyJ".utf8)) && input.contains(0x2E):
      "a signed payload (JWS)"
    default: nil
    }
  }

  /// NeXTSTEP's property lists write `"key" = "value";` instead of a colon.
  private static func isPropertyList(_ start: ArraySlice<UInt8>) -> Bool {
    start.contains(UInt8(ascii: "=")) && start.contains(UInt8(ascii: ";"))
  }
}
