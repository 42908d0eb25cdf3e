package import Basics

/// An error the Android Publisher API, or the service that issues its access tokens, answered with.
/// Never evidence that a purchase ended: what was
/// known before still holds, but for `isGone`.
package struct GoogleFault: Equatable, Sendable {
  /// What to make of it, after the reason where it is known, else after the status.
  package enum Meaning: Equatable, Sendable {
    /// Forged, another app's, or of another product type: asking again does not help.
    case refused
    /// Our access token ran out, or none was issued.
    case credentials
    /// Our account may not ask: for the operator to mend, and no word about the purchase.
    case configuration
    case notFound
    /// The token is dead: replaced, refunded, or 60 days past its end.
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

  /// Whether this is an error of OAuth. It names no store: of Microsoft's, which have more members,
  /// it is told apart.
  static func isOAuth(_ document: JSONValue) -> Bool {
    guard let code = document["error"]?.string, oauthCodes.contains(code) else { return false }
    return document.members?.allSatisfy { oauthNames.contains($0.name) } == true
  }

  /// `nil` for what has no object `error` and is no error of OAuth.
  package init?(_ document: JSONValue) {
    if Self.isOAuth(document) {
      (code, reasons) = (nil, [])
      status = document["error"]?.string
      message = document["error_description"]?.string
      return
    }
    guard let fields = LooseFields(document["error"]) else { return nil }
    code = fields.integer("code")
    status = fields.text("status")
    message = fields.text("message")
    reasons = fields.list("errors").compactMap { $0.text("reason") }
  }

  package var meaning: Meaning {
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

  private var meaningOfCode: Meaning {
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

  private var meaningOfOAuthCode: Meaning {
    switch status {
    case "server_error", "temporarily_unavailable": .storeTrouble
    case "invalid_grant", "invalid_token": .credentials
    case let status? where Self.oauthCodes.contains(status): .configuration
    default: .unknown
    }
  }
}
