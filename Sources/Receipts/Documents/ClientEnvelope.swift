package import Basics

/// The envelopes in which cross-platform frameworks send a store's document to a server.
package enum ClientEnvelope: String, Sendable, CaseIterable {
  case unity
  case cordova
  case flutter
  case reactNative = "react-native"
  case playFab = "playfab"

  /// The limit for JSON inside an envelope: one purchase as a nested string.
  static let maxBytesOfJSON = 2 * SignedPurchase.maxBytes

  /// The content of an envelope.
  package struct EnvelopeContent {
    package var wrapper: ClientEnvelope
    /// The document as the store issued it: base64, JWS, XML or JSON text.
    package var inner: String
    /// Google's signature in base64, if the envelope has one.
    package var signature: String?

    var isOverlong: Bool {
      guard inner.utf8.count > ClientEnvelope.maxBytesOfJSON else { return false }
      let first = inner.utf8.first { $0 > 0x20 }
      return first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
    }
  }

  /// Removes one envelope; `nil` for other JSON.
  package static func unwrap(_ json: JSONValue) -> EnvelopeContent? {
    guard json.isObject else { return nil }
    return allCases.lazy.compactMap { $0.content(of: json) }.first
  }

  private func content(_ text: String?, signature: JSONValue? = nil) -> EnvelopeContent? {
    guard let text, !text.isEmpty else { return nil }
    return EnvelopeContent(wrapper: self, inner: text, signature: signature?.nonEmptyString)
  }

  private func content(of json: JSONValue) -> EnvelopeContent? {
    switch self {
    case .unity: unity(json)
    case .cordova: cordova(json)
    case .flutter: flutter(json)
    case .reactNative: reactNative(json)
    case .playFab: playFab(json)
    }
  }

  /// Unity IAP: `{Store, TransactionID, Payload}`. Apple's payload is base64 or a JWS, Google's is
  /// JSON `{json, signature}`, as text or, from older servers, as an object.
  private func unity(_ json: JSONValue) -> EnvelopeContent? {
    guard json["Store"]?.string != nil, let payload = json["Payload"] else { return nil }
    let parsed = payload.string.flatMap(Self.googlePair) ?? payload
    if let inner = parsed["json"] {
      return content(inner.nonEmptyString ?? inner.text, signature: parsed["signature"])
    }
    return content(payload.nonEmptyString ?? payload.text)
  }

  /// Text that is too long for Google's is Apple's and not parsed.
  private static func googlePair(_ text: String) -> JSONValue? {
    text.utf8.count <= maxBytesOfJSON ? try? DocumentJSON.value(text) : nil
  }

  private static let cordovaTypes: Set<String> = [
    "ios-appstore", "apple-appstore", "apple-sk2", "android-playstore", "windows-store-transaction",
  ]

  /// cordova-plugin-purchase: a validator request (`{id, type, transaction}`) or the transaction
  /// itself; cordova-plugin-inapppurchases: `{productId, transactionId, receipt, signature}`.
  private func cordova(_ json: JSONValue) -> EnvelopeContent? {
    let transaction = json["transaction"] ?? json
    if let type = transaction["type"]?.string, Self.cordovaTypes.contains(type) {
      let names = ["jwsRepresentation", "appStoreReceipt", "transactionReceipt", "receipt"]
      let text = names.lazy.compactMap { transaction[$0]?.nonEmptyString }.first
      return content(text, signature: transaction["signature"])
    }
    guard json["productId"] != nil, json["transactionId"] != nil || json["signature"] != nil
    else { return nil }
    return content(json["receipt"]?.nonEmptyString, signature: json["signature"])
  }

  /// in_app_purchase: `verificationData`, alone or inside `PurchaseDetails`. On Google Play the
  /// signed JSON is the local data, and the server's data only a token; on the App Store the
  /// server's data is the receipt or the JWS.
  private func flutter(_ json: JSONValue) -> EnvelopeContent? {
    let data = json["verificationData"] ?? json
    let local = data["localVerificationData"]
    let server = data["serverVerificationData"]
    guard local?.string != nil || server?.string != nil else { return nil }
    let isGoogle =
      switch data["source"]?.string {
      case "google_play": true
      case "app_store": false
      default: (local?.nonEmptyString ?? "").contains("\"purchaseToken\"")
      }
    let text =
      isGoogle
      ? local?.nonEmptyString ?? server?.nonEmptyString
      : server?.nonEmptyString ?? local?.nonEmptyString
    let purchase = json["billingClientPurchase"] ?? json
    return content(text, signature: isGoogle ? purchase["signature"] ?? data["signature"] : nil)
  }

  /// react-native-iap: `transactionReceipt`; on Android the signed JSON is `dataAndroid` in newer
  /// versions, with `signatureAndroid`.
  private func reactNative(_ json: JSONValue) -> EnvelopeContent? {
    let names = [
      "dataAndroid", "jwsRepresentationIOS", "verificationResultIOS", "transactionReceipt",
    ]
    let text = names.lazy.compactMap { json[$0]?.nonEmptyString }.first
    return content(text, signature: json["signatureAndroid"])
  }

  /// PlayFab: ValidateIOSReceipt and RestoreIOSPurchases, ValidateGooglePlayPurchase,
  /// ValidateWindowsStoreReceipt.
  private func playFab(_ json: JSONValue) -> EnvelopeContent? {
    if let text = json["ReceiptJson"]?.nonEmptyString {
      return content(text, signature: json["Signature"])
    }
    let isWindows = PlayFabRequest.hasPrice(json)
    let names = ["ReceiptData", "JwsReceiptData"] + (isWindows ? ["Receipt"] : [])
    return content(names.lazy.compactMap { json[$0]?.nonEmptyString }.first)
  }
}

/// Requests to PlayFab's client API, recognised by the names of their members.
enum PlayFabRequest {
  /// Whether JSON is a request, with or without a store's document.
  static func matches(_ json: JSONValue) -> Bool {
    func has(_ name: String) -> Bool { json[name]?.string != nil }
    return ["ReceiptData", "JwsReceiptData", "ReceiptJson"].contains(where: has)
      || hasPrice(json) && (has("Receipt") || has("ReceiptId"))
      || has("TitleId") && (has("CustomId") || has("PlayerSecret") || has("EncryptedRequest"))
      || has("ItemInstanceId") && json["ConsumeCount"] != nil
      || has("CatalogVersion") && json.members?.count == 1
  }

  /// Whether it has a member that all requests to validate a purchase share.
  static func hasPrice(_ json: JSONValue) -> Bool {
    json["CurrencyCode"]?.string != nil || json["PurchasePrice"] != nil
      || json["CatalogVersion"]?.string != nil
  }
}

extension JSONValue {
  fileprivate var nonEmptyString: String? { string.flatMap { $0.isEmpty ? nil : $0 } }

  /// The compact form of an object, as Google signs it.
  fileprivate var text: String? {
    isObject ? String(decoding: CompactJSON.bytes(self), as: UTF8.self) : nil
  }
}
