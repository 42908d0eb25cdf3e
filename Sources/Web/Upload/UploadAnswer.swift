import Basics
import Entitlements
import Foundation
import Receipts
import ServiceCore

/// What an upload is answered with: for each status of Apple's one of its own, the same every time.
struct UploadAnswer: Equatable {
  /// The status of HTTP: 200 for what is filed and answered for, 422 for what is no receipt of ours
  /// and will be none tomorrow, 503 for what nobody can tell now; then nothing is lost by it, for the
  /// receipt is on file, and Apple is asked again.
  var http: Int
  /// Apple's own status, where Apple said one.
  var status: Int?
  /// A word for programs; `nil` for success.
  var code: String?
  var message: String
  /// After so many seconds the same upload may fare better.
  var retryAfter: Int?

  private init(
    _ http: Int,
    _ status: Int?,
    _ code: String?,
    _ message: String,
    retryAfter: Int? = nil
  ) {
    self.http = http
    self.status = status
    self.code = code
    self.message = message
    self.retryAfter = retryAfter
  }

  static let failure = UploadAnswer(
    503,
    nil,
    "not-filed",
    "the upload could not be filed; send it again",
    retryAfter: 30
  )

  static func overQuota(retryAfter seconds: Int) -> UploadAnswer {
    UploadAnswer(
      429,
      nil,
      "over-quota",
      "too much was uploaded for now; send it again later",
      retryAfter: seconds
    )
  }

  static let noReceipt = UploadAnswer(
    422,
    nil,
    "no-receipt",
    "this is another document of Apple's, and no receipt"
  )

  static let unknownUser = UploadAnswer(422, nil, "unknown-user", "the user is unknown")

  /// As Apple answers a receipt of the other environment, except that it stays so.
  static func wrongEnvironment(_ environment: Entitlements.Environment?) -> UploadAnswer {
    let status: Int? =
      switch environment {
      case .sandbox: VerifyReceiptStatus.sandboxReceipt.code
      case .production: VerifyReceiptStatus.productionReceipt.code
      case .xcode, nil: nil
      }
    return UploadAnswer(
      422,
      status,
      "wrong-environment",
      "purchases of this receipt's environment are not accepted here"
    )
  }

  init(_ settlement: Settlement, at now: Date) {
    if let (code, _, _) = settlement.rejection {
      self.init(422, nil, code, "this is no receipt that is believed here")
      return
    }
    switch settlement.word {
    case .answered: self.init(status: settlement.status ?? .valid)
    case .unknownThere:
      self.init(422, nil, "unknown-to-store", "Apple's servers do not know such a receipt")
    case .notAsked:
      let message = "Apple cannot be asked from here; the receipt is on file"
      self.init(503, nil, "store-not-configured", message, retryAfter: 300)
    case .unanswered(let error): self.init(error, at: now)
    }
  }

  private init(_ error: StoreClientError, at now: Date) {
    if case .status(_, 200, let code?, let remedy) = error, let number = Int(code) {
      self.init(status: VerifyReceiptStatus(code: number))
      // Apple says of these itself whether the same helps once more.
      if case .internalDataAccess = VerifyReceiptStatus(code: number), remedy == .final {
        (http, retryAfter) = (422, nil)
        self.code = "internal-data-access-final"
      }
      return
    }
    var pause = 60.0
    if case .retry(let instant?) = error.remedy {
      pause = instant.timeIntervalSince(now).rounded(.up)
    }
    self.init(
      503,
      nil,
      error.remedy == .operatorAction ? "store-needs-operator" : "store-unreachable",
      "Apple could not be asked; the receipt is on file, and Apple is asked again",
      retryAfter: Int(min(max(pause, 1), 3_600))
    )
  }

  /// By Apple's status (apple.md §2.5). A genuine receipt that Apple does not take is none that is
  /// refused: only Apple's word on the receipt itself is final.
  init(status: VerifyReceiptStatus) {
    let number = status.code
    func later(_ code: String, after seconds: Int) -> UploadAnswer {
      UploadAnswer(503, number, code, status.meaning, retryAfter: seconds)
    }
    func never(_ code: String) -> UploadAnswer { UploadAnswer(422, number, code, status.meaning) }
    self =
      switch status {
      case .valid: UploadAnswer(200, number, nil, "the receipt is valid")
      case .subscriptionExpired: UploadAnswer(200, number, nil, status.meaning)
      case .notPost: later("request-not-post", after: 300)
      case .noLongerSent: later("no-longer-sent", after: 60)
      case .malformedReceipt: later("malformed-or-unavailable", after: 60)
      case .notAuthenticated: never("not-authenticated")
      case .secretMismatch: later("secret-mismatch", after: 300)
      case .serverUnavailable: later("server-unavailable", after: 60)
      case .sandboxReceipt: later("sandbox-receipt", after: 60)
      case .productionReceipt: later("production-receipt", after: 60)
      case .dataAccess: later("data-access", after: 60)
      case .accountNotFound: never("account-not-found")
      case .internalDataAccess: later("internal-data-access", after: 60)
      case .unknown: later("unknown-status", after: 60)
      }
  }

  func response(_ settlement: Settlement?) -> WebResponse {
    let isValid = http == 200
    let orders = isValid ? settlement.map(Self.orders) : nil
    let body: JSONValue = [
      "status": .whole(status), "error": .text(code), "message": .string(message),
      "environment": isValid ? .text(settlement?.environment) : nil,
      "orders": orders.map { .array($0) },
    ]
    let response = WebResponse(http, body, note: code ?? "filed")
    return retryAfter.map { response.with("Retry-After", "\($0)") } ?? response
  }

  /// The orders on file that the receipt tells of, the newest last; the flow's own names.
  private static func orders(_ settlement: Settlement) -> [JSONValue] {
    settlement.purchases.flatMap(\.sales).sorted { $0.precedes($1) }.map { sale in
      [
        "transaction_id": .string(sale.transactionID),
        "original_transaction_id": .string(sale.originalTransactionID),
        "product_id": .string(sale.productID),
        "quantity": .whole(sale.quantity),
        "purchase_date_ms": .milliseconds(sale.purchasedAt),
        "expires_date_ms": .milliseconds(sale.expiresAt),
        "cancellation_date_ms": .milliseconds(sale.cancelledAt),
        "is_trial_period": .whole(sale.offer == .trial ? 1 : 0),
      ]
    }
  }
}

extension Settlement {
  /// What Apple called the receipt.
  fileprivate var status: VerifyReceiptStatus? {
    answers.lazy.filter { $0.kind == ReceiptKind.verifyReceiptResponse.rawValue }
      .compactMap { try? JSONReader.value($0.bytes) }.compactMap { VerifyReceiptResponse($0) }
      .first?.status
  }

  /// Where Apple knows it: the environment that answered.
  fileprivate var environment: String? {
    (answers.compactMap(\.environment).first ?? purchases.compactMap(\.environment).first)?.rawValue
  }
}
