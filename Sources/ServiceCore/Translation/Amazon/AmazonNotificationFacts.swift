import Basics
import Entitlements
import Foundation
import Receipts

/// Facts from Amazon's real-time notifications, which state only that something changed.
enum AmazonNotificationFacts {
  static func extract(
    _ payload: JSONValue,
    _ bytes: [UInt8],
    into translation: inout DocumentTranslation
  ) {
    translation.purchases = 0
    let envelope = (try? JSONReader.value(bytes)).flatMap(AmazonEnvelope.init)
    translation.number = envelope?.messageID
    translation.statedAt = envelope?.sentAt
    // Subscription messages of Amazon SNS itself consist of the envelope only.
    if let envelope, envelope.type.known != .notification {
      translation.add(notice: .test, envelope.type.raw)
      return
    }
    guard let notification = AmazonNotification(payload) else { return }
    translation.statedAt = notification.sentAt ?? envelope?.sentAt
    let kind = notification.change?.known?.notice ?? .other
    let changeName = notification.change?.raw ?? "unknown notification"
    guard let factSource = translation.factSource, let secret = notification.receiptID?.usable
    else {
      translation.add(notice: kind, changeName)
      return
    }
    let name = SecretName.name(for: secret)
    translation.collector.add(factSource.notice(kind, chain: name, detail: changeName))
    translation.collector.add(factSource.link(.purchaseToken, secret, of: name))
    translation.collector.add(factSource.link(.appAccount, notification.userID, of: name))
    translation.collector.add(
      factSource.link(.predecessor, notification.cancelledReceiptID, of: name)
    )
  }
}

extension AmazonNotification.Change {
  /// Amazon Appstore, "Real-time notifications".
  fileprivate var notice: StoreEvent.Kind {
    switch self {
    case .subscriptionPurchased, .consumablePurchased, .entitlementPurchased: .purchased
    case .subscriptionConverted, .subscriptionRenewed: .renewed
    case .autoRenewalOff: .renewalTurnedOff
    case .autoRenewalOn: .renewalTurnedOn
    case .inGracePeriod: .graceBegan
    case .outOfGracePeriod: .recovered
    case .modifiedDeferred: .planChangeChosen
    case .modifiedImmediately: .planChanged
    case .subscriptionCancelled, .subscriptionExpired: .expired
    case .consumableCancelled, .entitlementCancelled: .refunded
    // A reminder of an end that was decided earlier.
    case .subscriptionScheduledToEnd: .other
    }
  }
}
