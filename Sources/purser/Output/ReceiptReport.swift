import Foundation
import Receipts

/// An examined receipt in the form `receipt show --json` promises: fields are only ever added.
enum ReceiptReport {
  static func json(_ kind: ReceiptKind, _ examination: ReceiptExamination) -> JSON {
    let receipt = examination.trail.receipt
    return .object(
      [
        ("schemaVersion", .integer(1)),
        ("kind", .string(kind.rawValue)),
        ("verdict", .string(examination.rejection == nil ? "genuine" : "rejected")),
        ("rejection", examination.rejection.map(json)),
      ] + (receipt.map(fields) ?? []) + [
        ("faults", receipt.flatMap { $0.faults.isEmpty ? nil : .array($0.faults.map(json)) }),
        (
          "certificates",
          examination.trail.certificates.isEmpty
            ? nil : .array(examination.trail.certificates.map(json))
        ),
        (
          "signature",
          examination.trail.signature.map {
            .object([("digest", .string($0.digest)), ("algorithm", .string($0.algorithm))])
          }
        ),
      ]
    )
  }

  static func json(_ rejection: Rejection) -> JSON {
    .object([
      ("code", .string(rejection.code)), ("at", .text(rejection.place)),
      ("detail", .string(rejection.detail)),
    ])
  }

  private static func fields(_ receipt: Receipt) -> [(String, JSON?)] {
    [
      ("environment", .text(receipt.environment)),
      ("environmentKind", .text(receipt.environmentKind?.rawValue)),
      ("bundleId", .text(receipt.bundleID)),
      ("appVersion", .text(receipt.appVersion)),
      ("originalAppVersion", .text(receipt.originalAppVersion)),
      ("creationDate", date(receipt.createdAt)),
      ("expirationDate", date(receipt.expiresAt)),
      ("originalPurchaseDate", date(receipt.originalPurchasedAt)),
      ("inApp", .array(receipt.inAppPurchases.map(json))),
    ]
  }

  private static func json(_ purchase: InAppPurchase) -> JSON {
    .object([
      ("quantity", purchase.quantity.map(JSON.integer)),
      ("productId", .text(purchase.productID)),
      ("transactionId", .text(purchase.transactionID)),
      ("originalTransactionId", .text(purchase.originalTransactionID)),
      ("purchaseDate", date(purchase.purchasedAt)),
      ("originalPurchaseDate", date(purchase.originalPurchasedAt)),
      ("expiresDate", date(purchase.expiresAt)),
      ("cancellationDate", date(purchase.cancelledAt)),
      ("webOrderLineItemId", .text(purchase.webOrderLineItemID)),
      ("isTrialPeriod", purchase.isTrialPeriod.map(JSON.bool)),
      ("isInIntroOfferPeriod", purchase.isInIntroOfferPeriod.map(JSON.bool)),
      ("promotionalOfferId", .text(purchase.promotionalOfferID)),
      ("productType", .text(purchase.productType.map(name))),
    ])
  }

  private static func name(_ type: InAppPurchase.ProductType) -> String {
    switch type {
    case .nonConsumable: "non-consumable"
    case .consumable: "consumable"
    case .nonRenewingSubscription: "non-renewing-subscription"
    case .autoRenewableSubscription: "auto-renewable-subscription"
    }
  }

  private static func json(_ certificate: CertificateFacts) -> JSON {
    .object([
      ("subject", .string(certificate.subject)), ("issuer", .string(certificate.issuer)),
      ("serial", .string(certificate.serial)), ("notBefore", date(certificate.notBefore)),
      ("notAfter", date(certificate.notAfter)),
    ])
  }

  /// RFC 3339 in UTC; a fraction only where the store wrote one.
  static func date(_ date: Date?) -> JSON? {
    guard let date else { return nil }
    let hasFraction = date.timeIntervalSince1970.truncatingRemainder(dividingBy: 1) != 0
    return .string(
      date.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: hasFraction))
    )
  }
}
