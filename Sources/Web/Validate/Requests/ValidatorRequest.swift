import Basics
import Entitlements
import Receipts
import ServiceCore

/// A client's request in the format of any client version. Unused members are ignored.
struct ValidatorRequest: Sendable {
  /// The transaction's platform, by the client's name for its type.
  enum Platform: String, Sendable {
    case apple = "ios-appstore"
    case appleSigned = "apple-sk2"
    case google = "android-playstore"
    case microsoft = "windows-store-transaction"

    /// Purchases of both StoreKit versions belong to one platform.
    var name: String { self == .appleSigned ? Platform.apple.rawValue : rawValue }

    /// The members of an Apple transaction that may contain its document.
    var documents: [String] {
      switch self {
      case .apple: ["appStoreReceipt", "transactionReceipt"]
      case .appleSigned: ["jwsRepresentation"]
      case .google, .microsoft: []
      }
    }
  }

  /// The maximum length of store identifiers and user names.
  private static let maxBytes = 512

  /// The product, or the app itself, which stands for all purchases of its receipt.
  let id: String
  let type: String?
  let platform: Platform
  let user: ID<User>?
  /// Whether the client is older than version 13: the body is the whole product, and only an error
  /// removes a product.
  let isLegacy: Bool
  /// Apple's receipt or signed transaction, which may be most of the body.
  let document: [UInt8]?
  private let transaction: [JSONValue.Member]
  private let license: JSONValue?

  init(_ body: JSONValue) throws(ValidatorFault) {
    guard body.members != nil else { throw .malformed("the body is no object") }
    id = try Self.identifier(body["id"], "id")
    type = body["type"]?.string
    guard let transaction = body["transaction"], let members = transaction.members else {
      throw body["transaction"] == nil || body["transaction"] == .null
        ? .missing("transaction") : .malformed("transaction is no object")
    }
    guard let typeName = transaction["type"]?.string else {
      throw .malformed("transaction.type is missing")
    }
    guard let platform = Platform(rawValue: typeName) else {
      throw .malformed("transaction.type is of no store that is known here")
    }
    self.platform = platform
    let document = platform.documents.lazy.compactMap { transaction.text($0) }.first
    self.document = document.map { Array($0.utf8) }
    self.transaction = members.filter { !platform.documents.contains($0.name) }
    user = try Self.user(body["additionalData"]?["applicationUsername"])
    license = body["license"] ?? transaction["license"]
    isLegacy = body["state"]?.string != nil && (body["valid"] ?? body["loaded"])?.bool != nil
  }

  /// `nil` also for an empty text.
  func text(_ name: String) -> String? {
    JSONValue.object(transaction).text(name)
  }

  var transactionID: String? {
    JSONValue.object(transaction)["id"]?.looseText.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// The user's key for one of Microsoft's services; clients have used two names for it.
  func storeIDKey(_ kind: StoreIDKeyScope) -> String? {
    kind.names.lazy.compactMap { license?[$0]?.string }.first { !$0.isEmpty }
  }

  /// Whether the request concerns this product and not the whole app.
  func isAboutProduct(of app: String?) -> Bool { type != "application" && id != app }

  private static func identifier(
    _ value: JSONValue?,
    _ name: String
  ) throws(ValidatorFault) -> String {
    guard let text = value?.looseText, !text.isEmpty else {
      throw .malformed("\(name) is missing")
    }
    guard text.utf8.count <= maxBytes, !text.utf8.contains(where: { $0 < 0x20 }) else {
      throw .malformed("\(name) is no identifier")
    }
    return text
  }

  /// Numbers are accepted as names.
  private static func user(_ value: JSONValue?) throws(ValidatorFault) -> ID<User>? {
    guard let text = value?.looseText, !text.isEmpty else { return nil }
    return ID(try identifier(value, "additionalData.applicationUsername"))
  }
}

extension JSONValue {
  /// The text of a member; `nil` also for an empty one.
  fileprivate func text(_ name: String) -> String? {
    self[name]?.string.flatMap { $0.isEmpty ? nil : $0 }
  }
}

extension StoreIDKeyScope {
  /// The members of `license` that may contain a key for the scope.
  fileprivate var names: [String] {
    switch self {
    case .collections: ["storeIdKey_collections"]
    case .purchase: ["storeIdKey_purchases", "storeIdKey_purchase"]
    }
  }
}
