/// The status of a verifyReceipt response (apple.md §2.5).
package enum VerifyReceiptStatus: Equatable, Sendable {
  case valid
  case notPost
  case noLongerSent
  case malformedReceipt
  case notAuthenticated
  case secretMismatch
  case serverUnavailable
  case subscriptionExpired
  case sandboxReceipt
  case productionReceipt
  case dataAccess
  case accountNotFound
  /// 21100 to 21199.
  case internalDataAccess(Int)
  case unknown(Int)

  /// The recommended reaction.
  package enum Action: String, Sendable {
    case use
    /// The request was wrong.
    case fixRequest = "fix-request"
    case fixSecret = "fix-secret"
    /// Retry once or twice, then treat the receipt as invalid.
    case retryBriefly = "retry-briefly"
    case retry
    /// Only if the response says `is_retryable`.
    case retryIfRetryable = "retry-if-retryable"
    case refuse
    case treatAsExpired = "treat-as-expired"
    case sendToSandbox = "send-to-sandbox"
    case sendToProduction = "send-to-production"
    case treatAsNeverPurchased = "treat-as-never-purchased"
    case ask
  }

  /// From the response's `status` (apple.md §2.5); accepts any number.
  package init(code: Int) {
    self =
      switch code {
      case 0: .valid
      case 21_000: .notPost
      case 21_001: .noLongerSent
      case 21_002: .malformedReceipt
      case 21_003: .notAuthenticated
      case 21_004: .secretMismatch
      case 21_005: .serverUnavailable
      case 21_006: .subscriptionExpired
      case 21_007: .sandboxReceipt
      case 21_008: .productionReceipt
      case 21_009: .dataAccess
      case 21_010: .accountNotFound
      case 21_100...21_199: .internalDataAccess(code)
      default: .unknown(code)
      }
  }

  package var code: Int {
    switch self {
    case .valid: 0
    case .notPost: 21_000
    case .noLongerSent: 21_001
    case .malformedReceipt: 21_002
    case .notAuthenticated: 21_003
    case .secretMismatch: 21_004
    case .serverUnavailable: 21_005
    case .subscriptionExpired: 21_006
    case .sandboxReceipt: 21_007
    case .productionReceipt: 21_008
    case .dataAccess: 21_009
    case .accountNotFound: 21_010
    case .internalDataAccess(let code), .unknown(let code): code
    }
  }

  package var meaning: String {
    switch self {
    case .valid: "the receipt is valid; a subscription in it may have expired all the same"
    case .notPost: "the request was not an HTTP POST"
    case .noLongerSent: "a status that Apple no longer sends"
    case .malformedReceipt: "receipt-data is malformed or missing, or the service had a problem"
    case .notAuthenticated: "the receipt could not be authenticated"
    case .secretMismatch: "the shared secret does not match the one on file"
    case .serverUnavailable: "the receipt server is unavailable"
    case .subscriptionExpired: "the receipt is valid, but its subscription has expired"
    case .sandboxReceipt: "a sandbox receipt was sent to production"
    case .productionReceipt: "a production receipt was sent to the sandbox"
    case .dataAccess, .internalDataAccess: "an internal data access error"
    case .accountNotFound: "the account was not found or has been deleted"
    case .unknown: "a status that Apple does not document"
    }
  }

  package var action: Action {
    switch self {
    case .valid: .use
    case .notPost: .fixRequest
    case .noLongerSent, .unknown: .ask
    case .malformedReceipt: .retryBriefly
    case .notAuthenticated: .refuse
    case .secretMismatch: .fixSecret
    case .serverUnavailable, .dataAccess: .retry
    case .subscriptionExpired: .treatAsExpired
    case .sandboxReceipt: .sendToSandbox
    case .productionReceipt: .sendToProduction
    case .accountNotFound: .treatAsNeverPurchased
    case .internalDataAccess: .retryIfRetryable
    }
  }
}
