import Basics
import Entitlements
import Receipts
import ServiceCore

/// What a client asks, of any generation. What nobody needs is passed over, whatever it is.
struct ValidatorRequest: Sendable {
  /// By what the client calls the transaction's type.
  enum Platform: String, Sendable {
    case apple = "ios-appstore"
    case appleSigned = "apple-sk2"
    case google = "android-playstore"
    case microsoft = "windows-store-transaction"

    /// Purchases of both of Apple's kits are of one platform.
    var name: String { self == .appleSigned ? Platform.apple.rawValue : rawValue }

    /// The members of a transaction that its document may stand in, where it is Apple's.
    var documents: [String] {
      switch self {
      case .apple: ["appStoreReceipt", "transactionReceipt"]
      case .appleSigned: ["jwsRepresentation"]
      case .google, .microsoft: []
      }
    }
  }

  /// No identifier of any store's, or of an app's user, is longer.
  private static let mostLetters = 512

  /// The product, or the app itself, which stands for all that its receipt lists.
  let id: String
  let type: String?
  let platform: Platform
  let user: ID<User>?
  /// Before version 13 the body is the whole product, and a product is taken from the user by an
  /// error alone.
  let isLegacy: Bool
  /// Apple's receipt or signed transaction, which may be nearly all of the body.
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
    guard let word = transaction["type"]?.string else {
      throw .malformed("transaction.type is missing")
    }
    guard let platform = Platform(rawValue: word) else {
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

  /// `nil` also for one that is empty.
  func text(_ name: String) -> String? {
    JSONValue.object(transaction).text(name)
  }

  var transactionID: String? {
    JSONValue.object(transaction)["id"]?.looseText.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// The user's key for one of Microsoft's services; clients have written its name in both ways.
  func storeIDKey(_ kind: ServiceTicket) -> String? {
    kind.names.lazy.compactMap { license?[$0]?.string }.first { !$0.isEmpty }
  }

  /// Whether a purchase of this product is asked about, and not all of the app.
  func isAboutProduct(of app: String?) -> Bool { type != "application" && id != app }

  private static func identifier(
    _ value: JSONValue?,
    _ name: String
  ) throws(ValidatorFault) -> String {
    guard let text = value?.looseText, !text.isEmpty else {
      throw .malformed("\(name) is missing")
    }
    guard text.utf8.count <= mostLetters, !text.utf8.contains(where: { $0 < 0x20 }) else {
      throw .malformed("\(name) is no identifier")
    }
    return text
  }

  /// A number is a name as well.
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

extension ServiceTicket {
  /// The members of `license` that a key for it may stand in.
  fileprivate var names: [String] {
    switch self {
    case .collections: ["storeIdKey_collections"]
    case .purchase: ["storeIdKey_purchases", "storeIdKey_purchase"]
    }
  }
}
