package import Basics
package import Foundation

/// A real-time notification of Amazon's Appstore: the text in an SNS message. It says only that
/// something changed; the details come from the Receipt Verification Service.
package struct AmazonNotification: Equatable, Sendable {
  /// The `notificationType`: what happened to a subscription or a purchase.
  package enum Change: String, Sendable {
    case subscriptionPurchased = "SUBSCRIPTION_PURCHASED"
    case subscriptionConverted = "SUBSCRIPTION_CONVERTED_FREE_TRIAL_TO_PAID"
    case subscriptionRenewed = "SUBSCRIPTION_RENEWED"
    case autoRenewalOff = "SUBSCRIPTION_AUTO_RENEWAL_OFF"
    case autoRenewalOn = "SUBSCRIPTION_AUTO_RENEWAL_ON"
    case subscriptionScheduledToEnd = "SUBSCRIPTION_SCHEDULED_TO_END"
    case inGracePeriod = "SUBSCRIPTION_IN_GRACE_PERIOD"
    case outOfGracePeriod = "SUBSCRIPTION_OUT_OF_GRACE_PERIOD"
    case modifiedDeferred = "SUBSCRIPTION_MODIFIED_DEFERRED"
    case modifiedImmediately = "SUBSCRIPTION_MODIFIED_IMMEDIATE"
    case subscriptionCancelled = "SUBSCRIPTION_CANCELLED"
    case subscriptionExpired = "SUBSCRIPTION_EXPIRED"
    case consumablePurchased = "CONSUMABLE_PURCHASED"
    case consumableCancelled = "CONSUMABLE_CANCELLED"
    case entitlementPurchased = "ENTITLEMENT_PURCHASED"
    case entitlementCancelled = "ENTITLEMENT_CANCELLED"
  }

  package let change: OpenEnum<Change>?
  /// Secrets of the buyer.
  package let receiptID: String?
  package let cancelledReceiptID: String?
  package let userID: String?
  package let packageName: String?
  package let sentAt: Date?
  package let isBeta: Bool?

  /// `nil` unless the value is a JSON object.
  package init?(_ value: JSONValue) {
    guard let fields = LenientFields(value, ignoringCase: true) else { return nil }
    change = fields.word("notificationType")
    receiptID = fields.text("receiptId")
    // A published page shows an empty array instead of the map.
    cancelledReceiptID = fields.fields("relatedReceipts")?.text("cancelledReceiptId")
    userID = fields.text("appUserId")
    packageName = fields.text("appPackageName")
    sentAt = fields.milliseconds("timestamp")
    isBeta = fields.flag("betaProductTransaction")
  }

  package var environment: StoreEnvironment? { isBeta.map { $0 ? .sandbox : .production } }
}

/// The envelope of Amazon's Simple Notification Service.
package struct AmazonEnvelope: Equatable, Sendable {
  /// The envelope's `Type`.
  package enum MessageType: String, Sendable {
    case notification = "Notification"
    case subscriptionConfirmation = "SubscriptionConfirmation"
    case unsubscribeConfirmation = "UnsubscribeConfirmation"
  }

  package let type: OpenEnum<MessageType>
  package let messageID: String?
  package let topicARN: String?
  package let message: String
  package let sentAt: Date?
  /// `1` for SHA-1, `2` for SHA-256; RSASSA-PKCS1-v1_5 both.
  package let signatureVersion: String?
  /// Base64.
  package let signature: String?
  package let signingCertificateURL: String?
  /// The URL that confirms a subscription.
  package let subscribeURL: String?
  /// The signed bytes; `nil` for an unknown type, or a message with parts missing.
  package let signedText: [UInt8]?

  /// `nil` without a type, a message and a topic.
  package init?(_ value: JSONValue) {
    guard let fields = LenientFields(value), let type = fields["Type"]?.string,
      let message = fields["Message"]?.string, fields["TopicArn"]?.string != nil
    else { return nil }
    self.type = .init(type)
    self.message = message
    messageID = fields.text("MessageId")
    topicARN = fields.text("TopicArn")
    sentAt = fields.instant("Timestamp")
    signatureVersion = fields.text("SignatureVersion")
    signature = fields.text("Signature")
    signingCertificateURL = fields.text("SigningCertURL")
    subscribeURL = fields.text("SubscribeURL")
    signedText = Self.signedText(fields, self.type.known)
  }

  /// One line each for name and value, names in byte order, the last line terminated as well
  /// (Amazon SNS developer guide, "Verifying the signatures of Amazon SNS messages").
  private static func signedText(_ fields: LenientFields, _ type: MessageType?) -> [UInt8]? {
    let names =
      switch type {
      case .notification: ["Message", "MessageId", "Subject", "Timestamp", "TopicArn", "Type"]
      case .subscriptionConfirmation, .unsubscribeConfirmation:
        ["Message", "MessageId", "SubscribeURL", "Timestamp", "Token", "TopicArn", "Type"]
      case nil: [String]()
      }
    var text = ""
    for name in names {
      guard let value = fields[name]?.string else {
        if name == "Subject" { continue }
        return nil
      }
      text += "\(name)\n\(value)\n"
    }
    return text.isEmpty ? nil : Array(text.utf8)
  }
}
