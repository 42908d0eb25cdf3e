import Basics
import Receipts
import ServiceCore

/// An error response to a client (seed-endpoints.md §1.6).
struct ValidatorFault: Error, Equatable, Sendable {
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

  static func == (left: ValidatorFault, right: ValidatorFault) -> Bool {
    left.code == right.code && left.message == right.message && left.isLatest == right.isLatest
  }

  /// The body is invalid.
  static func malformed(_ message: String) -> ValidatorFault {
    ValidatorFault(.invalidPayload, message, note: "malformed", isLatest: true)
  }

  static func missing(_ what: String) -> ValidatorFault {
    ValidatorFault(.needMoreData, "\(what) is missing", note: "missing")
  }

  static let otherApp = ValidatorFault(
    .invalidPayload,
    "the purchase is of another app",
    note: "other-app",
    isLatest: true
  )

  /// `isLatest` if the store has just returned everything.
  static func otherProduct(isLatest: Bool) -> ValidatorFault {
    ValidatorFault(
      .invalidPayload,
      "there is no purchase of this product",
      note: "other-product",
      isLatest: isLatest
    )
  }

  static let outage = ValidatorFault(
    .connectionFailed,
    "the store cannot be asked now, and nothing on file decides",
    note: "outage"
  )

  /// An unknown user, if clients may not create users.
  static let unknownUser = ValidatorFault(
    .invalidPayload,
    "the user is unknown",
    note: "unknown-user",
    isLatest: true
  )

  /// Bought but not paid for yet.
  static let pending = ValidatorFault(
    .needMoreData,
    "the purchase is not paid for yet",
    note: "pending"
  )

  /// Why a document is rejected. Further details are for operators only.
  static func rejected(code: String) -> ValidatorFault {
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
    return ValidatorFault(
      code == "expired" ? .purchaseExpired : .invalidPayload,
      message,
      note: "rejected-\(code)",
      isLatest: true
    )
  }

  /// Why the service gave no answer.
  static func failed(_ error: ServiceError) -> ValidatorFault {
    switch error {
    case .ledger: ValidatorFault(.internalError, "internal error", note: "ledger-failed")
    case .store: .outage
    case .overQuota:
      ValidatorFault(
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
