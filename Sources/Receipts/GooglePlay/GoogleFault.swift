/// An error the Android Publisher API answered with. Never evidence that a purchase ended: what was
/// known before still holds, but for `isGone`.
package struct GoogleFault: Equatable, Sendable {
  /// What to make of it, after the reason where it is known, else after the status.
  package enum Meaning: Equatable, Sendable {
    /// Forged, another app's, or of another product type: asking again does not help.
    case refused
    /// Our access token ran out.
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

  /// `nil` for what has no object `error`.
  package init?(_ document: JSONValue) {
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
    default: .unknown
    }
  }
}
