import Foundation
import Receipts

/// An examined receipt in the form `receipt show --json` promises: fields are only ever added.
enum ReceiptReport {
  static func json(_ kind: ReceiptKind, _ examination: ReceiptExamination) -> JSONValue {
    let receipt = examination.trail.receipt
    return .of(
      [
        ("schemaVersion", .number("1")),
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
            .of([("digest", .string($0.digest)), ("algorithm", .string($0.algorithm))])
          }
        ),
      ]
    )
  }

  static func json(_ rejection: Rejection) -> JSONValue {
    .of([
      ("code", .string(rejection.code)), ("at", .string(ifAny: rejection.place)),
      ("detail", .string(rejection.detail)),
    ])
  }

  private static func fields(_ receipt: Receipt) -> [(String, JSONValue?)] {
    [
      ("environment", .string(ifAny: receipt.environment)),
      ("environmentKind", .string(ifAny: receipt.environmentKind?.rawValue)),
      ("bundleId", .string(ifAny: receipt.bundleID)),
      ("appVersion", .string(ifAny: receipt.appVersion)),
      ("originalAppVersion", .string(ifAny: receipt.originalAppVersion)),
      ("creationDate", date(receipt.createdAt)),
      ("expirationDate", date(receipt.expiresAt)),
      ("originalPurchaseDate", date(receipt.originalPurchasedAt)),
      ("inApp", .array(receipt.inAppPurchases.map(json))),
    ]
  }

  private static func json(_ purchase: InAppPurchase) -> JSONValue {
    .of([
      ("quantity", purchase.quantity.map { .number(String($0)) }),
      ("productId", .string(ifAny: purchase.productID)),
      ("transactionId", .string(ifAny: purchase.transactionID)),
      ("originalTransactionId", .string(ifAny: purchase.originalTransactionID)),
      ("purchaseDate", date(purchase.purchasedAt)),
      ("originalPurchaseDate", date(purchase.originalPurchasedAt)),
      ("expiresDate", date(purchase.expiresAt)),
      ("cancellationDate", date(purchase.cancelledAt)),
      ("webOrderLineItemId", .string(ifAny: purchase.webOrderLineItemID)),
      ("isTrialPeriod", purchase.isTrialPeriod.map(JSONValue.bool)),
      ("isInIntroOfferPeriod", purchase.isInIntroOfferPeriod.map(JSONValue.bool)),
      ("promotionalOfferId", .string(ifAny: purchase.promotionalOfferID)),
      ("productType", .string(ifAny: purchase.productType.map(name))),
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

  private static func json(_ certificate: CertificateFacts) -> JSONValue {
    .of([
      ("subject", .string(certificate.subject)), ("issuer", .string(certificate.issuer)),
      ("serial", .string(certificate.serial)), ("notBefore", date(certificate.notBefore)),
      ("notAfter", date(certificate.notAfter)),
    ])
  }

  /// RFC 3339 in UTC; a fraction only where the store wrote one.
  static func date(_ date: Date?) -> JSONValue? {
    guard let date else { return nil }
    let hasFraction = date.timeIntervalSince1970.truncatingRemainder(dividingBy: 1) != 0
    return .string(
      date.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: hasFraction))
    )
  }
}

extension JSONValue {
  /// An object of the members that are there: absent is absent.
  static func of(_ members: [(String, JSONValue?)]) -> JSONValue {
    .object(members.compactMap { name, value in value.map { Member(name, $0) } })
  }

  static func string(ifAny text: String?) -> JSONValue? { text.map(JSONValue.string) }
}
