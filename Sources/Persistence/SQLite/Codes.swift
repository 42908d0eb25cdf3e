import Entitlements

/// A word that is stored as a small integer: its place in a list that is only ever added to.
protocol Coded: Equatable {
  static var codes: [Self] { get }
}

extension Coded {
  /// Every case is in its list, as a test asserts.
  var code: Int { Self.codes.firstIndex(of: self) ?? 0 }
}

extension ProductKind: Coded {
  static let codes: [ProductKind] = [
    .consumable, .nonConsumable, .nonRenewing, .autoRenewable, .unknown,
  ]
}

extension SubscriptionState: Coded {
  static let codes: [SubscriptionState] = [
    .active, .trial, .introductory, .gracePeriod, .billingRetry, .paused, .autoRenewOff, .expired,
    .refunded, .revoked, .pending, .unverified,
  ]
}

extension ExpiryReason: Coded {
  static let codes: [ExpiryReason] = [
    .voluntary, .billing, .priceIncrease, .productGone, .developer, .replaced, .other, .unknown,
  ]
}

extension Order.Cancellation: Coded {
  static let codes: [Order.Cancellation] = [.refunded, .revoked, .upgraded]
}

extension Order.Ownership: Coded {
  static let codes: [Order.Ownership] = [.purchased, .familyShared]
}

/// An offer without its ID.
enum OfferCode: Coded {
  case trial, introductory, promotional

  static let codes: [OfferCode] = [.trial, .introductory, .promotional]
}

/// A condition without what it holds.
enum ConditionCode: Coded {
  case running, gracePeriod, billingRetry, paused, ended, revoked, pending

  static let codes: [ConditionCode] = [
    .running, .gracePeriod, .billingRetry, .paused, .ended, .revoked, .pending,
  ]
}

extension Order.Offer {
  var stored: (code: OfferCode, id: String?) {
    switch self {
    case .trial: (.trial, nil)
    case .introductory: (.introductory, nil)
    case .promotional(let id): (.promotional, id)
    }
  }

  init?(_ code: OfferCode?, id: String?) {
    switch code {
    case .trial: self = .trial
    case .introductory: self = .introductory
    case .promotional: self = .promotional(id ?? "")
    case nil: return nil
    }
  }
}
