package import Basics
internal import CryptoExtras
package import Foundation
internal import X509

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

  private let fields: LenientFields

  /// `nil` unless the value is a JSON object.
  package init?(_ value: JSONValue) {
    guard let fields = LenientFields(value, ignoringCase: true) else { return nil }
    self.fields = fields
  }

  package var change: OpenEnum<Change>? { fields.word("notificationType") }
  /// Secrets of the buyer.
  package var receiptID: String? { fields.text("receiptId") }
  /// A published page shows an empty array instead of the map.
  package var cancelledReceiptID: String? {
    fields.fields("relatedReceipts")?.text("cancelledReceiptId")
  }
  package var userID: String? { fields.text("appUserId") }
  package var packageName: String? { fields.text("appPackageName") }
  package var sentAt: Date? { fields.milliseconds("timestamp") }

  package var environment: StoreEnvironment? {
    fields.flag("betaProductTransaction").map { $0 ? .sandbox : .production }
  }
}

/// The envelope of Amazon's Simple Notification Service.
package struct AmazonEnvelope: Equatable, Sendable {
  /// The envelope's `Type`.
  package enum MessageType: String, Sendable {
    case notification = "Notification"
    case subscriptionConfirmation = "SubscriptionConfirmation"
    case unsubscribeConfirmation = "UnsubscribeConfirmation"
  }

  private let fields: LenientFields
  package let type: OpenEnum<MessageType>
  package let message: String

  /// `nil` without a type, a message and a topic.
  package init?(_ value: JSONValue) {
    guard let fields = LenientFields(value), let type = fields["Type"]?.string,
      let message = fields["Message"]?.string, fields["TopicArn"]?.string != nil
    else { return nil }
    self.fields = fields
    self.type = .init(type)
    self.message = message
  }

  package var messageID: String? { fields.text("MessageId") }
  package var topicARN: String? { fields.text("TopicArn") }
  package var sentAt: Date? { fields.instant("Timestamp") }
  /// `1` for SHA-1, `2` for SHA-256; RSASSA-PKCS1-v1_5 both.
  package var signatureVersion: String? { fields.text("SignatureVersion") }
  /// Base64.
  var signature: String? { fields.text("Signature") }
  var signingCertificateURL: String? { fields.text("SigningCertURL") }
  /// The URL that confirms a subscription.
  var subscribeURL: String? { fields.text("SubscribeURL") }

  /// The signed bytes; `nil` for an unknown type, or a message with parts missing.
  ///
  /// One line each for name and value, names in byte order, the last line terminated as well
  /// (Amazon SNS developer guide, "Verifying the signatures of Amazon SNS messages").
  package var signedText: [UInt8]? {
    let names =
      switch type.known {
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

/// The certificate with which Amazon's Simple Notification Service signs its messages. It is
/// fetched from Amazon; the connection authenticates it, so no chain is built.
package struct AmazonSigningCertificate: Sendable {
  private let certificate: Certificate

  /// PEM.
  package init(_ text: [UInt8]) throws(Rejection) {
    guard text.count <= 64 << 10, let der = try? ReceiptText.bytes(of: text),
      let certificate = Certificate(der: der)
    else { throw .untrustedChain(reason: "the file at SigningCertURL is not a certificate") }
    guard _RSA.Signing.PublicKey(certificate.publicKey) != nil else {
      throw .untrustedChain(reason: "the certificate's key is not an RSA key")
    }
    self.certificate = certificate
  }

  /// Whether this certificate, valid now, signed the message in the envelope.
  package func check(_ envelope: AmazonEnvelope, at now: Date) throws(Rejection) {
    guard now >= certificate.notValidBefore, now <= certificate.notValidAfter else {
      throw .untrustedChain(reason: "the certificate is not valid now")
    }
    let algorithm: Certificate.SignatureAlgorithm
    switch envelope.signatureVersion {
    case "1": algorithm = .sha1WithRSAEncryption
    case "2": algorithm = .sha256WithRSAEncryption
    default: throw .unsupported("a SignatureVersion other than 1 and 2")
    }
    guard let text = envelope.signedText else {
      throw .malformed(at: "message", expected: "all members that its type is signed with")
    }
    guard let signature = envelope.signature.flatMap(Base64.bytes) else {
      throw .malformed(at: "Signature", expected: "base64")
    }
    guard certificate.publicKey.hasSigned(text, with: signature, by: algorithm) else {
      throw .signatureMismatch
    }
  }
}

extension AmazonEnvelope {
  /// The certificate's URL; `nil` unless it is a file of the notification service itself: a URL
  /// whose response others can write is not trusted.
  package var certificateURL: String? {
    guard let url = signingCertificateURL, let path = Self.path(of: url), path.hasSuffix(".pem"),
      path.dropLast(4).utf8.allSatisfy({ $0.isLetterOrDigit || $0 == 0x2D || $0 == 0x5F })
    else { return nil }
    return url
  }

  /// The URL that confirms the subscription; `nil` if it is not the notification service's.
  package var confirmationURL: String? {
    guard let url = subscribeURL, let path = Self.path(of: url),
      path.hasPrefix("?Action=ConfirmSubscription&"),
      path.utf8.allSatisfy({ $0.isLetterOrDigit || Self.punctuation.contains($0) })
    else { return nil }
    return url
  }

  private static let punctuation = Set("?&=:%._~-".utf8)

  /// The part after `https://sns.REGION.amazonaws.com/`, or the same in China. A port, a user or
  /// any other spelling is not accepted.
  private static func path(of url: String) -> Substring? {
    let head = "https://sns."
    guard url.utf8.count <= 2_048, url.hasPrefix(head) else { return nil }
    let rest = url.dropFirst(head.count)
    guard let slash = rest.firstIndex(of: "/") else { return nil }
    var host = rest[..<slash]
    if host.hasSuffix(".cn") { host = host.dropLast(3) }
    guard host.hasSuffix(".amazonaws.com") else { return nil }
    let region = host.dropLast(".amazonaws.com".count)
    guard !region.isEmpty, region.utf8.allSatisfy({ $0.isLetterOrDigit || $0 == 0x2D }) else {
      return nil
    }
    return rest[rest.index(after: slash)...]
  }
}

extension UInt8 {
  fileprivate var isLetterOrDigit: Bool {
    switch self {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    default: false
    }
  }
}
