import Entitlements
import Receipts

extension GoogleNotification.SubscriptionChange {
  /// Google Play, "Real-time developer notifications reference".
  var notice: StoreEvent.Kind {
    switch self {
    case .recovered: .recovered
    case .renewed: .renewed
    case .canceled: .renewalTurnedOff
    case .cancellationScheduled: .cancellationScheduled
    case .purchased: .purchased
    case .onHold: .renewalFailed
    case .inGracePeriod: .graceBegan
    case .restarted: .renewalTurnedOn
    case .priceChangeConfirmed: .priceRiseAgreed
    // The subscription itself states the new price and whether consent is needed.
    case .priceChangeUpdated, .priceStepUpConsentUpdated: .priceChanged
    case .deferred: .extended
    case .paused: .paused
    case .pauseScheduleChanged: .pauseScheduled
    case .revoked: .revoked
    case .expired: .expired
    case .itemsChanged: .planChanged
    case .pendingPurchaseCanceled: .pendingCancelled
    }
  }

  var storeName: String {
    let type =
      switch self {
      case .recovered: "RECOVERED"
      case .renewed: "RENEWED"
      case .canceled: "CANCELED"
      case .purchased: "PURCHASED"
      case .onHold: "ON_HOLD"
      case .inGracePeriod: "IN_GRACE_PERIOD"
      case .restarted: "RESTARTED"
      case .priceChangeConfirmed: "PRICE_CHANGE_CONFIRMED"
      case .deferred: "DEFERRED"
      case .paused: "PAUSED"
      case .pauseScheduleChanged: "PAUSE_SCHEDULE_CHANGED"
      case .revoked: "REVOKED"
      case .expired: "EXPIRED"
      case .itemsChanged: "ITEMS_CHANGED"
      case .cancellationScheduled: "CANCELLATION_SCHEDULED"
      case .priceChangeUpdated: "PRICE_CHANGE_UPDATED"
      case .pendingPurchaseCanceled: "PENDING_PURCHASE_CANCELED"
      case .priceStepUpConsentUpdated: "PRICE_STEP_UP_CONSENT_UPDATED"
      }
    return "SUBSCRIPTION_\(type)"
  }
}
