import Basics
import Entitlements
import Foundation
import Receipts
import ServiceCore

/// The response to an upload: each of Apple's statuses has its own fixed response.
struct UploadAnswer: Equatable {
  /// The HTTP status: 200 for a filed and confirmed receipt, 422 for a permanently unacceptable
  /// one, 503 for an undecided one, which is on file and whose query to Apple is repeated.
  var http: Int
  /// Apple's status, if Apple returned one.
  var status: Int?
  /// A machine-readable code; `nil` on success.
  var code: String?
  var message: String
  /// The seconds after which the client should retry.
  var retryAfter: Int?

  /// Whether the receipt is permanently unacceptable.
  var isFinalRefusal: Bool { http == 422 }

  static let failure = UploadAnswer(
    http: 503,
    code: "not-filed",
    message: "the upload could not be filed; send it again",
    retryAfter: 30
  )

  static func overQuota(retryAfter seconds: Int) -> UploadAnswer {
    UploadAnswer(
      http: 429,
      code: "over-quota",
      message: "too much was uploaded for now; send it again later",
      retryAfter: seconds
    )
  }

  static let noReceipt = UploadAnswer(
    http: 422,
    code: "no-receipt",
    message: "this is another document of Apple's, and no receipt"
  )

  static let unknownUser = UploadAnswer(
    http: 422,
    code: "unknown-user",
    message: "the user is unknown"
  )

  /// As Apple answers a receipt of the other environment, but final.
  static func wrongEnvironment(_ environment: Entitlements.Environment?) -> UploadAnswer {
    let status: Int? =
      switch environment {
      case .sandbox: VerifyReceiptStatus.sandboxReceipt.code
      case .production: VerifyReceiptStatus.productionReceipt.code
      case .xcode, nil: nil
      }
    return UploadAnswer(
      http: 422,
      status: status,
      code: "wrong-environment",
      message: "purchases of this receipt's environment are not accepted here"
    )
  }
}

extension UploadAnswer {
  init(_ submissionResult: SubmissionResult, at now: Date) {
    if let (code, _, _) = submissionResult.rejection {
      self.init(http: 422, code: code, message: "this is no receipt that is believed here")
      return
    }
    switch submissionResult.storeOutcome {
    case .answered: self.init(status: submissionResult.status ?? .valid)
    case .unknown:
      let message = "Apple's servers do not know such a receipt"
      self.init(http: 422, code: "unknown-to-store", message: message)
    case .notQueried:
      let message = "Apple cannot be asked from here; the receipt is on file"
      self.init(http: 503, code: "store-not-configured", message: message, retryAfter: 300)
    case .unanswered(let error): self.init(error, at: now)
    }
  }

  private init(_ error: StoreClientError, at now: Date) {
    if case .status(_, 200, let code?, let remedy) = error, let number = Int(code) {
      self.init(status: VerifyReceiptStatus(code: number))
      // Apple itself states whether a retry of these helps.
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
      http: 503,
      code: error.remedy == .operatorAction ? "store-needs-operator" : "store-unreachable",
      message: "Apple could not be asked; the receipt is on file, and Apple is asked again",
      retryAfter: Int(min(max(pause, 1), 3_600))
    )
  }

  /// The response to Apple's status (apple.md §2.5). A genuine receipt that Apple does not process
  /// is not rejected: only Apple's verdict on the receipt itself is final.
  init(status: VerifyReceiptStatus) {
    let number = status.code
    func answer(_ http: Int, _ code: String?, after seconds: Int? = nil) -> UploadAnswer {
      .init(http: http, status: number, code: code, message: status.meaning, retryAfter: seconds)
    }
    func later(_ code: String, after seconds: Int) -> UploadAnswer {
      answer(503, code, after: seconds)
    }
    self =
      switch status {
      case .valid: UploadAnswer(http: 200, status: number, message: "the receipt is valid")
      case .subscriptionExpired: answer(200, nil)
      case .notPost: later("request-not-post", after: 300)
      case .noLongerSent: later("no-longer-sent", after: 60)
      case .malformedReceipt: later("malformed-or-unavailable", after: 60)
      case .notAuthenticated: answer(422, "not-authenticated")
      case .secretMismatch: later("secret-mismatch", after: 300)
      case .serverUnavailable: later("server-unavailable", after: 60)
      case .sandboxReceipt: later("sandbox-receipt", after: 60)
      case .productionReceipt: later("production-receipt", after: 60)
      case .dataAccess: later("data-access", after: 60)
      case .accountNotFound: answer(422, "account-not-found")
      case .internalDataAccess: later("internal-data-access", after: 60)
      case .unknown: later("unknown-status", after: 60)
      }
  }

  func response(_ submissionResult: SubmissionResult?) -> WebResponse {
    let isValid = http == 200
    let orders = isValid ? submissionResult.map(Self.orders) : nil
    let body: JSONValue = [
      "status": .whole(status), "error": .text(code), "message": .string(message),
      "environment": isValid ? .text(submissionResult?.environment) : nil,
      "orders": orders.map { .array($0) },
    ]
    let response = WebResponse(http, body, note: code ?? "filed")
    return retryAfter.map { response.with("Retry-After", "\($0)") } ?? response
  }

  /// The orders on file from the receipt, newest last, with the field names of the existing flow.
  private static func orders(_ submissionResult: SubmissionResult) -> [JSONValue] {
    submissionResult.purchases.flatMap(\.sales).sorted { $0.precedes($1) }.map { sale in
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

extension SubmissionResult {
  /// Apple's status of the receipt.
  fileprivate var status: VerifyReceiptStatus? {
    answers.lazy.filter { $0.kind == ReceiptKind.verifyReceiptResponse.rawValue }
      .compactMap { try? JSONReader.value($0.bytes) }.compactMap { VerifyReceiptResponse($0) }
      .first?.status
  }

  /// The environment that answered, if Apple knows the receipt.
  fileprivate var environment: String? {
    (answers.compactMap(\.environment).first ?? purchases.compactMap(\.environment).first)?.rawValue
  }
}
