import Basics
import Entitlements
import Foundation
import Receipts

extension CaseFields {
  /// Documents that are longer, or deeper, are not stated.
  private static let (maxBytes, maxDepth) = (262_144, 30)

  /// The content of a document as `fields` of a story state it; `nil` if no story can.
  init?(_ document: Document, _ examined: ExaminedDocument) {
    guard document.bytes.count <= Self.maxBytes,
      let stated = Self.stated(document, examined)?.withoutNull, stated.depth <= Self.maxDepth
    else { return nil }
    value = stated
  }

  private static func stated(_ document: Document, _ examined: ExaminedDocument) -> JSONValue? {
    guard document.kind != "manual" else { return action(document.bytes) }
    guard let kind = ReceiptKind(rawValue: document.kind), ReceiptKind.stated.contains(kind) else {
      return nil
    }
    switch kind {
    case .appReceipt: return ReceiptReport(examined).json(upTo: 10_000).only(receiptNames)
    case .signedNotification:
      let body = try? JSONReader.value(document.bytes)
      let text = body?["signedPayload"]?.string.map { Array($0.utf8) } ?? document.bytes
      return DocumentReader.decodedPayloads(of: text).first.map(unsigned)
    case .signedTransaction, .signedRenewalInfo, .signedAppTransaction:
      return DocumentReader.decodedPayloads(of: document.bytes).first
    case .googlePurchase, .googleRTDN, .microsoftReceipt:
      guard case .document(let examination) = examined.outcome, let payload = examination.payload
      else { return nil }
      return kind == .microsoftReceipt ? microsoft(payload, document.app) : payload
    default: return (try? JSONReader.value(document.bytes)).map(unsigned)
    }
  }

  private static let receiptNames = [
    "bundleId", "environment", "appVersion", "originalAppVersion", "creationDate",
    "originalPurchaseDate", "expirationDate", "inApp",
  ]

  /// The names under which a story states an operator's action.
  private static let actionNames = [
    "deed", "user", "other", "chain", "order", "key", "environment", "count", "until", "note",
    "policy",
  ]

  private static func action(_ bytes: [UInt8]) -> JSONValue? {
    guard let stored = try? JSONReader.value(bytes), let action = stored["deed"]?.string,
      action != "accountForms"
    else { return nil }
    let fields = stored.only(actionNames)
    // A story states uses of a whole sale, and an account under its own name.
    if action == "consume", fields["key"] != nil { return nil }
    guard action == "account" else { return fields }
    guard let user = fields["user"] else { return nil }
    return ["deed": "account", "account": fields["other"], "user": user]
  }

  /// The content with the signed texts of Apple in it replaced by what they say.
  private static func unsigned(_ value: JSONValue) -> JSONValue {
    switch value {
    case .string(let text) where text.hasPrefix("eyJ"):
      return DocumentReader.decodedPayloads(of: Array(text.utf8)).first ?? value
    case .array(let items): return .array(items.map(unsigned))
    case .object(let members):
      return .object(members.map { .init($0.name, unsigned($0.value)) })
    default: return value
    }
  }

  private static func microsoft(_ payload: JSONValue, _ app: String?) -> JSONValue? {
    let products = payload["ProductReceipt"]?.array ?? []
    let names = ["Id", "ProductId", "PurchaseDate", "ExpirationDate"]
    return [
      "AppId": .text(app), "ReceiptDate": payload["ReceiptDate"],
      "ProductReceipt": .array(products.map { $0.only(names) }),
    ]
  }
}

extension JSONValue {
  /// The members of an object with these names.
  fileprivate func only(_ names: [String]) -> JSONValue {
    .object((members ?? []).filter { names.contains($0.name) })
  }

  /// The same without null, which TOML lacks and stores mean as nothing.
  fileprivate var withoutNull: JSONValue {
    switch self {
    case .array(let items): .array(items.filter { $0 != .null }.map(\.withoutNull))
    case .object(let members):
      .object(
        members.filter { $0.value != .null }.map { .init($0.name, $0.value.withoutNull) }
      )
    default: self
    }
  }

  fileprivate var depth: Int {
    switch self {
    case .array(let items): 1 + (items.lazy.map(\.depth).max() ?? 0)
    case .object(let members): 1 + (members.lazy.map(\.value.depth).max() ?? 0)
    default: 0
    }
  }
}
