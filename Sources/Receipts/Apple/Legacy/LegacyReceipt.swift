package import Basics
package import Foundation

/// A per-transaction receipt of iOS 3 to 6 (`SKPaymentTransaction.transactionReceipt`): base64 of a
/// NeXTSTEP property list that holds a signature and a second list, `purchase-info` (apple.md
/// §1.10). Weak by today's standards (RSA-1024, SHA-1, an unpinned issuer), so it is never
/// genuine: use its transaction ID to query the App Store Server API.
package struct LegacyReceipt: Equatable, Sendable {
  /// `Sandbox`; absent in production.
  package var environment: String?
  /// The number of the data centre.
  package var pod: String?
  package var signingStatus: String?
  /// The inner list under Apple's names. All values are text.
  package var purchaseInfo: JSONValue

  /// The signature blob; `nil` if the receipt has none.
  var signature: [UInt8]?
  /// The inner list's bytes, as they were signed.
  var signedBytes: [UInt8]

  /// - Parameter input: the property list, or its base64 text, wrapped or not.
  /// - Throws: `malformed` at a byte of the outer list or of `purchase-info`, or `tooLarge`.
  package init(_ input: [UInt8]) throws(Rejection) {
    let text = Self.isPropertyList(input) ? input : try ReceiptText.bytes(of: input)
    let outer = try Self.list(text, in: "")
    guard let encoded = outer["purchase-info"]?.string else {
      throw .malformed(at: "purchase-info", expected: "base64 of a property list")
    }
    signedBytes = try Self.base64(encoded, at: "purchase-info")
    let inner = try Self.list(signedBytes, in: "purchase-info, ")
    guard case .dictionary = inner else {
      throw .malformed(at: "purchase-info", expected: "a dictionary")
    }
    purchaseInfo = inner.json
    environment = outer["environment"]?.string
    pod = outer["pod"]?.string
    signingStatus = outer["signing-status"]?.string
    signature =
      if let value = outer["signature"] {
        try Self.base64(value.string ?? "", at: "signature")
      } else {
        nil
      }
  }

  /// Whether this is a legacy receipt's property list (not its base64): braces with
  /// `purchase-info` as a key.
  package static func looksLike(_ bytes: [UInt8]) -> Bool {
    guard isPropertyList(bytes), let list = try? LegacyReceiptPropertyList.value(bytes) else {
      return false
    }
    return list["purchase-info"] != nil
  }

  private static func isPropertyList(_ bytes: [UInt8]) -> Bool {
    let first = bytes.first { $0 != 0x20 && !(0x09...0x0D).contains($0) }
    return first == UInt8(ascii: "{")
      || first == UInt8(ascii: "/")
        && bytes.contains(UInt8(ascii: "{"))
  }

  private static func list(
    _ bytes: [UInt8],
    in place: String
  ) throws(Rejection) -> LegacyReceiptPropertyList.Value {
    guard bytes.count <= LegacyReceiptPropertyList.maxBytes else {
      throw .tooLarge(limit: LegacyReceiptPropertyList.maxBytes)
    }
    do throws(SyntaxError) {
      return try LegacyReceiptPropertyList.value(bytes)
    } catch {
      throw .malformed(at: "\(place)byte \(error.offset)", expected: error.expected)
    }
  }

  private static func base64(_ text: String, at place: String) throws(Rejection) -> [UInt8] {
    let characters = Array(text.utf8)
    do throws(Base64.Fault) {
      return try Base64.decode(characters.span, 0..<characters.count)
    } catch {
      throw .malformed(
        at: "\(place), character \(error.offset)",
        expected: "\(error.expected) (read as base64)"
      )
    }
  }
}

extension LegacyReceipt {
  private var fields: AppleFields { AppleFields(purchaseInfo, style: .dashes) }

  package var transactionID: String? { fields.text("transaction-id") }
  package var originalTransactionID: String? { fields.text("original-transaction-id") }
  package var productID: String? { fields.text("product-id") }
  package var bundleID: String? { fields.text("bid") }
  package var quantity: Int? { fields.integer("quantity") }
  package var webOrderLineItemID: String? { fields.text("web-order-line-item-id") }
  package var purchasedAt: Date? { fields.date("purchase-date") }
  package var originalPurchasedAt: Date? { fields.date("original-purchase-date") }
  /// `expires-date` is in milliseconds since 1970 here, unlike everywhere after iOS 6.
  package var expiresAt: Date? { fields.date("expires-date") }

  /// Production receipts omit the environment; without a signature it is unknown.
  package var environmentKind: StoreEnvironment? {
    if let environment { return StoreEnvironment(appleName: environment) }
    return signature == nil ? nil : .production
  }
}
