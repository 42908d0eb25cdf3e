import Entitlements

/// Why a purchase was cancelled, does not renew or has ended (seed-endpoints.md §1.3).
enum ValidatorCancelation: String, Sendable, CaseIterable {
  case none = ""
  case developer = "Developer"
  case system = "System"
  case replaced = "System.Replaced"
  case productUnavailable = "System.ProductUnavailable"
  case billingError = "System.BillingError"
  case deleted = "System.Deleted"
  case customer = "Customer"
  case technicalIssues = "Customer.TechnicalIssues"
  case priceIncrease = "Customer.PriceIncrease"
  case cost = "Customer.Cost"
  case foundBetterApp = "Customer.FoundBetterApp"
  case notUsefulEnough = "Customer.NotUsefulEnough"
  case otherReason = "Customer.OtherReason"
  case unknown = "Unknown"

  init(_ reason: ExpiryReason?) {
    switch reason {
    case .voluntary: self = .customer
    case .billing: self = .billingError
    case .priceIncrease: self = .priceIncrease
    case .productGone: self = .productUnavailable
    case .developer: self = .developer
    case .replaced: self = .replaced
    case .other, .unknown, nil: self = .unknown
    }
  }

  /// The customer's answer to Google's cancellation survey.
  init?(survey: String?) {
    switch survey {
    case "CANCEL_SURVEY_REASON_OTHERS": self = .otherReason
    case "CANCEL_SURVEY_REASON_NOT_ENOUGH_USAGE": self = .notUsefulEnough
    case "CANCEL_SURVEY_REASON_TECHNICAL_ISSUES": self = .technicalIssues
    case "CANCEL_SURVEY_REASON_COST_RELATED": self = .cost
    case "CANCEL_SURVEY_REASON_FOUND_BETTER_APP": self = .foundBetterApp
    default: return nil
    }
  }
}

extension ValidatorPurchase {
  var cancelation: ValidatorCancelation {
    switch state {
    case .active, .trial, .introductory, .gracePeriod, .pending, .unverified:
      renewal == false ? cancellationReason : .none
    case .autoRenewOff: cancellationReason
    case .billingRetry: .billingError
    case .paused: .customer
    case .refunded: details.cancelation ?? .customer
    case .revoked: details.cancelation ?? .system
    case .expired: expirationReason
    }
  }

  private var cancellationReason: ValidatorCancelation {
    details.cancelation ?? surveyed ?? .customer
  }

  private var expirationReason: ValidatorCancelation {
    let reported = ValidatorCancelation(reason)
    switch reported {
    // A survey states the customer's reason.
    case .customer: return details.cancelation ?? surveyed ?? reported
    // An unlisted reason is not the same as a missing one.
    case .unknown where reason != .other && renewal == false && renews: return cancellationReason
    case .unknown: return details.cancelation ?? reported
    default: return reported
    }
  }

  private var surveyed: ValidatorCancelation? {
    record.notices.last { $0.kind == .renewalTurnedOff }
      .flatMap { ValidatorCancelation(survey: $0.detail) }
  }
}
