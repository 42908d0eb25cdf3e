import Basics
import Entitlements
import Foundation
import Receipts

/// Facts from real-time developer notifications, which state only that something changed.
extension DocumentTranslation {
  mutating func extractGoogleNotification(_ payload: JSONValue, _ bytes: [UInt8]) {
    guard let notification = GoogleNotification(payload) else { return }
    statedAt = notification.sentAt
    // The message ID is in the Pub/Sub envelope.
    number = (try? JSONReader.value(bytes)).flatMap { try? GooglePush($0) }?.messageID
    purchases = 0
    let event = Event(notification.event)
    guard let factSource else {
      add(notice: event.kind, event.detail)
      return
    }
    let chain = GoogleNames.chain(of: event.orderID, token: event.token)
    for kind in [event.kind] + (event.isVoid ? [.revoked] : []) {
      collector.add(
        factSource.notice(kind, chain: chain, order: event.orderID?.raw, detail: event.detail)
      )
    }
    guard let chain else { return }
    if let condition = event.condition(at: factSource.statedAt) {
      collector.add(factSource.status(of: chain, condition))
    }
    addLinks(
      of: .init(transaction: chain, chain: chain),
      order: event.orderID,
      token: event.token,
      by: factSource
    )
  }

  /// An event of any type in a common form.
  private struct Event {
    var kind: StoreEvent.Kind
    var detail: String
    var token: String?
    var orderID: GoogleOrderID?
    /// Whether the whole purchase is voided, not only the charge.
    var isVoid = false
    private var change: GoogleNotification.SubscriptionChange?

    init(_ event: GoogleNotification.Event) {
      switch event {
      case .subscription(let change, let token, let product):
        kind = change?.known?.notice ?? .other
        self.change = change?.known
        let name = change?.known?.storeName ?? "subscriptionNotification \(change?.raw ?? 0)"
        detail = [name, product].compactMap(\.self).joined(separator: " ")
        self.token = token
      case .oneTimeProduct(let change, let token, let product):
        kind = change?.known == .purchased ? .purchased : .other
        if change?.known == .canceled { kind = .pendingCancelled }
        let name = change?.known?.storeName ?? "oneTimeProductNotification \(change?.raw ?? 0)"
        detail = [name, product].compactMap(\.self).joined(separator: " ")
        self.token = token
      case .voided(let order, let token, let extent):
        let isPart = extent?.known == .partOfQuantity
        (kind, orderID, self.token) = (isPart ? .refundedInPart : .refunded, order, token)
        isVoid = order != nil && (extent == nil || extent?.known == .full)
        detail = "voidedPurchaseNotification" + (isPart ? " partial" : "")
      case .refundReview(let order, let reason, _):
        (kind, orderID) = (.refundRequested, order)
        let chargeback = reason == 7 ? " (chargeback)" : ""
        detail = "pendingRefundReviewNotification" + (reason.map { " \($0)\(chargeback)" } ?? "")
      case .test: (kind, detail) = (.test, "testNotification")
      case .unknown(let name): (kind, detail) = (.other, name ?? "unknown notification")
      }
    }

    /// The effect on access until the store is queried; `nil` if there is none or the notification
    /// does not state its end.
    func condition(at instant: Date) -> RenewalStatus.Condition? {
      switch change {
      case .onHold: .billingRetry(until: nil)
      case .paused: .paused(until: nil)
      case .revoked: .revoked(at: instant)
      case .expired, .pendingPurchaseCanceled: .ended(.unknown)
      case .recovered: .running
      default: nil
      }
    }
  }
}

extension GoogleNotification.OneTimeChange {
  fileprivate var storeName: String { "ONE_TIME_PRODUCT_\("\(self)".constantCase)" }
}

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

  var storeName: String { "SUBSCRIPTION_\("\(self)".constantCase)" }
}

extension String {
  /// A name like `onHold` in the form of Google's constants: `ON_HOLD`.
  fileprivate var constantCase: String {
    map { $0.isUppercase ? "_\($0)" : $0.uppercased() }.joined()
  }
}
