import Basics
import Entitlements
import Foundation
import Receipts

/// Real-time developer notifications: that something changed, and never what is true now.
enum GoogleNotificationFacts {
  static func tell(_ payload: JSONValue, _ bytes: [UInt8], into telling: inout Telling) {
    guard let notification = GoogleNotification(payload) else { return }
    telling.statedAt = notification.sentAt
    // The number is in the envelope that the notification came in.
    telling.number = (try? JSONReader.value(bytes)).flatMap { try? GooglePush($0) }?.messageID
    telling.purchases = 0
    let event = Event(notification.event)
    guard let witness = telling.witness else {
      telling.add(notice: event.kind, event.words)
      return
    }
    let chain = GoogleNames.chain(of: event.orderID, token: event.token)
    for kind in [event.kind] + (event.isVoid ? [.revoked] : []) {
      telling.findings.add(
        witness.notice(kind, chain: chain, order: event.orderID?.raw, detail: event.words)
      )
    }
    guard let chain else { return }
    if let condition = event.condition(at: witness.statedAt) {
      telling.findings.add(
        Standing(
          chain: witness.chain(chain),
          condition: condition,
          testimony: witness.testimony
        )
      )
    }
    telling.addLinks(
      of: .init(transaction: chain, chain: chain),
      order: event.orderID,
      token: event.token,
      by: witness
    )
  }

  /// An event in one shape, whatever it is about.
  private struct Event {
    var kind: Notice.Kind
    var words: String
    var token: String?
    var orderID: GoogleOrderID?
    /// Whether all of what was bought goes with its money.
    var isVoid = false
    private var change: GoogleNotification.SubscriptionChange?

    init(_ event: GoogleNotification.Event) {
      switch event {
      case .subscription(let change, let token, let product):
        kind = change?.known?.notice ?? .other
        self.change = change?.known
        let word = change?.known?.storeWord ?? "subscriptionNotification \(change?.raw ?? 0)"
        words = [word, product].compactMap(\.self).joined(separator: " ")
        self.token = token
      case .oneTimeProduct(let change, let token, let product):
        kind = change?.known == .purchased ? .purchased : .other
        if change?.known == .canceled { kind = .pendingCancelled }
        let word = change?.known?.storeWord ?? "oneTimeProductNotification \(change?.raw ?? 0)"
        words = [word, product].compactMap(\.self).joined(separator: " ")
        self.token = token
      case .voided(let order, let token, _, let extent):
        let isPart = extent?.known == .partOfQuantity
        (kind, orderID, self.token) = (isPart ? .refundedInPart : .refunded, order, token)
        isVoid = order != nil && (extent == nil || extent?.known == .full)
        words = "voidedPurchaseNotification" + (isPart ? " partial" : "")
      case .refundReview(let order, _, let reason):
        (kind, orderID) = (.refundRequested, order)
        let chargeback = reason == 7 ? " (chargeback)" : ""
        words = "pendingRefundReviewNotification" + (reason.map { " \($0)\(chargeback)" } ?? "")
      case .test: (kind, words) = (.test, "testNotification")
      case .unknown(let name): (kind, words) = (.other, name ?? "unknown notification")
      }
    }

    /// What it means for access until the store is asked; `nil` where it means nothing for it, or the
    /// notification does not tell until when.
    func condition(at instant: Date) -> Standing.Condition? {
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
  fileprivate var storeWord: String {
    switch self {
    case .purchased: "ONE_TIME_PRODUCT_PURCHASED"
    case .canceled: "ONE_TIME_PRODUCT_CANCELED"
    }
  }
}
