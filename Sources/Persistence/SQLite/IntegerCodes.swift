import Entitlements

/// A value stored as a small integer: its index in an append-only list.
protocol IntegerCoded: Equatable {
  static var codes: [Self] { get }
}

extension IntegerCoded {
  /// The code; a test ensures that every case is in the list.
  var code: Int { Self.codes.firstIndex(of: self) ?? 0 }
}

extension ProductKind: IntegerCoded {
  static let codes: [ProductKind] = [
    .consumable, .nonConsumable, .nonRenewing, .autoRenewable, .unknown,
  ]
}

extension SubscriptionState: IntegerCoded {
  static let codes: [SubscriptionState] = [
    .active, .trial, .introductory, .gracePeriod, .billingRetry, .paused, .autoRenewOff, .expired,
    .refunded, .revoked, .pending, .unverified,
  ]
}

extension ExpiryReason: IntegerCoded {
  static let codes: [ExpiryReason] = [
    .voluntary, .billing, .priceIncrease, .productGone, .developer, .replaced, .other, .unknown,
  ]
}

extension Order.Cancellation: IntegerCoded {
  static let codes: [Order.Cancellation] = [.refunded, .revoked, .upgraded]
}

extension Order.Ownership: IntegerCoded {
  static let codes: [Order.Ownership] = [.purchased, .familyShared]
}

/// An offer without its ID.
enum OfferCode: IntegerCoded {
  case trial, introductory, promotional

  static let codes: [OfferCode] = [.trial, .introductory, .promotional]
}

/// A renewal condition without its associated values.
enum ConditionCode: IntegerCoded {
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
