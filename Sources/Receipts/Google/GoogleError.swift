package import Basics

/// An error response of the Android Publisher API, or of the service that issues its access tokens.
/// Never evidence that a purchase ended: earlier facts still hold, except for `gone`.
package struct GoogleError: Equatable, Sendable {
  /// The meaning, by the reason if it is known, else by the status.
  package enum Kind: Equatable, Sendable {
    /// Forged, another app's, or of another product type: a retry does not help.
    case refused
    /// Our access token expired, or none was issued.
    case credentials
    /// Our account lacks permission: the operator must fix it; says nothing about the purchase.
    case configuration
    case notFound
    /// The token is no longer valid: replaced, refunded, or 60 days past its end.
    case gone
    case conflict
    case throttled
    case storeTrouble
    case unknown
  }

  /// The HTTP status.
  package let code: Int?
  package let status: String?
  package let message: String?
  package let reasons: [String]

  /// The error codes of OAuth (RFC 6749 §4.1.2.1, §5.2; RFC 6750 §3.1).
  private static let oauthCodes: Set<String> = [
    "invalid_request", "invalid_client", "invalid_grant", "unauthorized_client",
    "unsupported_grant_type", "invalid_scope", "access_denied", "server_error",
    "temporarily_unavailable", "invalid_token", "insufficient_scope",
  ]
  private static let oauthNames: Set<String> = [
    "error", "error_description", "error_uri", "error_subtype",
  ]

  /// Whether this is an OAuth error. It names no store; Microsoft's have more members.
  static func isOAuth(_ document: JSONValue) -> Bool {
    guard let code = document["error"]?.string, oauthCodes.contains(code) else { return false }
    return document.members?.allSatisfy { oauthNames.contains($0.name) } == true
  }

  /// `nil` without an object `error`, unless it is an OAuth error.
  package init?(_ document: JSONValue) {
    if Self.isOAuth(document) {
      (code, reasons) = (nil, [])
      status = document["error"]?.string
      message = document["error_description"]?.string
      return
    }
    guard let fields = LenientFields(document["error"]) else { return nil }
    code = fields.integer("code")
    status = fields.text("status")
    message = fields.text("message")
    reasons = fields.list("errors").compactMap { $0.text("reason") }
  }

  package var meaning: Kind {
    switch reasons.first {
    case "permissionDenied", "projectNotLinked", "developerDoesNotOwnApplication",
      "userInsufficientPermission", "applicationNotFound":
      .configuration
    case "authError": .credentials
    case "purchaseTokenNotFound", "notFound": .notFound
    case "subscriptionPurchaseNoLongerAvailable", "subscriptionNoLongerAvailable",
      "purchaseTokenNoLongerValid":
      .gone
    case "concurrentUpdate": .conflict
    case "rateLimitExceeded", "quotaExceeded", "dailyLimitExceeded", "userRateLimitExceeded":
      .throttled
    case "backendError", "internalError": .storeTrouble
    default: meaningOfCode
    }
  }

  private var meaningOfCode: Kind {
    switch code {
    case 400: .refused
    case 401: .credentials
    case 403: .configuration
    case 404: .notFound
    case 409: .conflict
    case 410: .gone
    case 429: .throttled
    case .some(500...599): .storeTrouble
    case .some: .unknown
    case nil: meaningOfOAuthCode
    }
  }

  private var meaningOfOAuthCode: Kind {
    switch status {
    case "server_error", "temporarily_unavailable": .storeTrouble
    case "invalid_grant", "invalid_token": .credentials
    case let status? where Self.oauthCodes.contains(status): .configuration
    default: .unknown
    }
  }
}
