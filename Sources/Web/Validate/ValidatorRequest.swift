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

  /// The maximum length of store identifiers.
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

  init(_ body: JSONValue) throws(ValidatorError) {
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
  ) throws(ValidatorError) -> String {
    guard let text = value?.looseText, !text.isEmpty else {
      throw .malformed("\(name) is missing")
    }
    guard text.utf8.count <= maxBytes, !text.utf8.contains(where: { $0 < 0x20 }) else {
      throw .malformed("\(name) is no identifier")
    }
    return text
  }

  /// Numbers are accepted as names.
  private static func user(_ value: JSONValue?) throws(ValidatorError) -> ID<User>? {
    guard let value, value != .null, value.looseText != "" else { return nil }
    guard let text = value.looseText, isName(text) else {
      throw .malformed("additionalData.applicationUsername is no name")
    }
    return ID(text)
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

/// An error response to a client (seed-endpoints.md §1.6).
struct ValidatorError: Error, Equatable, Sendable {
  enum Code: Int, Sendable {
    /// The evidence is not trusted, or is of another app or product.
    case invalidPayload = 6_778_001
    /// The store cannot be queried now, and nothing on file decides.
    case connectionFailed = 6_778_002
    /// Clients before version 13 remove a product only on this error.
    case purchaseExpired = 6_778_003
    case purchaseConsumed = 6_778_004
    /// A failure of this server.
    case internalError = 6_778_005
    /// The app has to submit something that is missing.
    case needMoreData = 6_778_006
  }

  var code: Code
  /// The message for the client.
  var message: String
  /// A short label for the log.
  var note: String
  /// Whether another copy of the receipt would change nothing; version 9 then does not retry.
  var isLatest = false
  /// The access token of Microsoft's two-step flow.
  var ticket: (kind: StoreIDKeyScope, secret: Secret)?

  init(_ code: Code, _ message: String, note: String, isLatest: Bool = false) {
    self.code = code
    self.message = message
    self.note = note
    self.isLatest = isLatest
  }

  static func == (left: ValidatorError, right: ValidatorError) -> Bool {
    left.code == right.code && left.message == right.message && left.isLatest == right.isLatest
  }

  /// The body is invalid.
  static func malformed(_ message: String) -> ValidatorError {
    ValidatorError(.invalidPayload, message, note: "malformed", isLatest: true)
  }

  static func missing(_ what: String) -> ValidatorError {
    ValidatorError(.needMoreData, "\(what) is missing", note: "missing")
  }

  static let otherApp = Self(
    .invalidPayload,
    "the purchase is of another app",
    note: "other-app",
    isLatest: true
  )

  /// `isLatest` if the store has just returned everything.
  static func otherProduct(isLatest: Bool) -> ValidatorError {
    ValidatorError(
      .invalidPayload,
      "there is no purchase of this product",
      note: "other-product",
      isLatest: isLatest
    )
  }

  static let outage = Self(
    .connectionFailed,
    "the store cannot be asked now, and nothing on file decides",
    note: "outage"
  )

  /// An unknown user, if clients may not create users.
  static let unknownUser = Self(
    .invalidPayload,
    "the user is unknown",
    note: "unknown-user",
    isLatest: true
  )

  /// Bought but not paid for yet.
  static let pending = Self(.needMoreData, "the purchase is not paid for yet", note: "pending")

  /// Why a document is rejected. Further details are for operators only.
  static func rejected(code: String) -> ValidatorError {
    let message =
      switch code {
      case "malformed": "the receipt cannot be read"
      case "untrusted-chain": "the receipt is not signed by the store"
      case "bad-signature": "the receipt's signature does not fit"
      case "wrong-app": "the purchase is of another app"
      case "wrong-environment": "the purchase is of another environment"
      case "expired": "the receipt has ended"
      case "too-large": "the receipt is too large"
      case "unsigned": "the receipt carries no signature"
      default: "the receipt is of no kind that is read here"
      }
    return ValidatorError(
      code == "expired" ? .purchaseExpired : .invalidPayload,
      message,
      note: "rejected-\(code)",
      isLatest: true
    )
  }

  /// Why the service gave no answer.
  static func failed(_ error: ServiceError) -> ValidatorError {
    switch error {
    case .ledger: ValidatorError(.internalError, "internal error", note: "ledger-failed")
    case .store: .outage
    case .overQuota:
      ValidatorError(
        .connectionFailed,
        "too much was handed in for now; ask again later",
        note: "over-quota"
      )
    }
  }

  /// The response in both formats: clients from version 12 read the outer members, older ones the
  /// inner ones.
  func response(status: Int = 200) -> WebResponse {
    var data: [JSONValue.Member] = [
      .init("code", .number("\(code.rawValue)")), .init("error", ["message": .string(message)]),
      .init("latest_receipt", .bool(isLatest)),
    ]
    if let ticket {
      let members: [JSONValue.Member] = [
        .init("serviceTicketType", .string(ticket.kind.rawValue)),
        .init("serviceTicket", .string(ticket.secret.opened())),
      ]
      data += members
      // Version 9 expects them there.
      let type = JSONValue.Member("type", .string(ValidatorRequest.Platform.microsoft.rawValue))
      data.append(.init("transaction", .object([type] + members)))
    }
    return WebResponse(
      status,
      [
        "ok": false, "status": .number("\(status)"), "code": .number("\(code.rawValue)"),
        "message": .string(message), "data": .object(data),
      ],
      note: note
    )
  }
}
