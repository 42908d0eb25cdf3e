import Basics
import Entitlements
import Foundation
import Receipts

/// Real-time notifications of Amazon's: that something changed, and never what is true now.
enum AmazonNotificationFacts {
  static func tell(_ payload: JSONValue, _ bytes: [UInt8], into telling: inout Telling) {
    telling.purchases = 0
    let envelope = (try? JSONReader.value(bytes)).flatMap(AmazonEnvelope.init)
    telling.number = envelope?.messageID
    telling.statedAt = envelope?.sentAt
    // Of the messenger's own messages the envelope is all there is.
    if let envelope, envelope.type.known != .notification {
      telling.add(notice: .test, envelope.type.raw)
      return
    }
    guard let notification = AmazonNotification(payload) else { return }
    telling.statedAt = notification.sentAt ?? envelope?.sentAt
    let kind = notification.change?.known?.notice ?? .other
    let word = notification.change?.raw ?? "unknown notification"
    guard let witness = telling.witness, let secret = notification.receiptID?.usable else {
      telling.add(notice: kind, word)
      return
    }
    let name = SecretName.name(for: secret)
    telling.findings.add(witness.notice(kind, chain: name, detail: word))
    telling.findings.add(witness.link(.purchaseToken, secret, of: name))
    telling.findings.add(witness.link(.appAccount, notification.userID, of: name))
    telling.findings.add(witness.link(.predecessor, notification.cancelledReceiptID, of: name))
  }
}

extension AmazonNotification.Change {
  /// Amazon Appstore, "Real-time notifications".
  fileprivate var notice: Notice.Kind {
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
    // A reminder of an end that is long decided.
    case .subscriptionScheduledToEnd: .other
    }
  }
}
