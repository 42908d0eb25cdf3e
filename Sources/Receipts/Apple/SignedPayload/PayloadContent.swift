import Basics
internal import Foundation

/// A verified payload of the App Store.
package enum VerifiedPayload: Sendable {
  case transaction(Verified<SignedTransaction>)
  case renewalInfo(Verified<SignedRenewalInfo>)
  case appTransaction(Verified<AppTransaction>)
  case notification(Verified<SignedNotification>)

  package var provenance: VerificationBasis {
    switch self {
    case .transaction(let payload): payload.provenance
    case .renewalInfo(let payload): payload.provenance
    case .appTransaction(let payload): payload.provenance
    case .notification(let payload): payload.provenance
    }
  }
}

enum PayloadContent {
  case transaction(SignedTransaction)
  case renewalInfo(SignedRenewalInfo)
  case appTransaction(AppTransaction)
  case notification(SignedNotification)

  init(_ value: JSONValue, kind: ReceiptKind) throws(Rejection) {
    switch kind {
    case .signedTransaction: self = .transaction(try SignedTransaction(value))
    case .signedRenewalInfo: self = .renewalInfo(try SignedRenewalInfo(value))
    case .signedAppTransaction: self = .appTransaction(try AppTransaction(value))
    case .signedNotification: self = .notification(try SignedNotification(value))
    default: throw .unsupported("a signed payload of an unknown kind")
    }
  }

  var signedAt: Date? {
    switch self {
    case .transaction(let content): content.signedAt
    case .renewalInfo(let content): content.signedAt
    case .appTransaction(let content): content.receiptCreatedAt
    case .notification(let content): content.signedAt
    }
  }

  var environment: String? {
    switch self {
    case .transaction(let content): content.environment
    case .renewalInfo(let content): content.environment
    case .appTransaction(let content): content.receiptType
    case .notification(let content): content.environment
    }
  }

  var bundleID: String? {
    switch self {
    case .transaction(let content): content.bundleID
    case .renewalInfo: nil
    case .appTransaction(let content): content.bundleID
    case .notification(let content): content.bundleID
    }
  }

  func verified(by provenance: VerificationBasis) -> VerifiedPayload {
    switch self {
    case .transaction(let content): .transaction(Verified(content, by: provenance))
    case .renewalInfo(let content): .renewalInfo(Verified(content, by: provenance))
    case .appTransaction(let content): .appTransaction(Verified(content, by: provenance))
    case .notification(let content): .notification(Verified(content, by: provenance))
    }
  }
}

extension ReceiptKind {
  /// The kind of a signed payload, by the members that only it has. Apple's own test payloads are
  /// nearly empty; there the bundle ID, which renewal information never has, decides.
  init(ofSigned value: JSONValue) {
    func has(_ name: String) -> Bool { value[name] != nil }
    if has("notificationType"), has("notificationUUID") {
      self = .signedNotification
    } else if has("transactionId"), has("productId") {
      self = .signedTransaction
    } else if has("autoRenewStatus") || has("autoRenewProductId") {
      self = .signedRenewalInfo
    } else if has("receiptType"), has("applicationVersion") || has("originalApplicationVersion") {
      self = .signedAppTransaction
    } else {
      let minimal = ["environment", "bundleId", "signedDate"]
      let isMinimal = value.members?.allSatisfy { minimal.contains($0.name) } ?? false
      if isMinimal, has("environment") {
        self = has("bundleId") ? .signedTransaction : .signedRenewalInfo
      } else {
        self = .unknown
      }
    }
  }
}
