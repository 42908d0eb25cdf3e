import Basics
import Foundation
import Receipts

/// Formats an examined receipt for `receipt show --json`. The JSON is stable: fields are only
/// added.
struct ReceiptReport {
  /// A member's value. Purchases are converted to JSON one by one while they are written.
  enum Part { case value(JSONValue), purchases(InAppPurchases) }

  let members: [(name: String, part: Part)]

  init(_ submission: ExaminedDocument, device: DeviceCheck? = nil) {
    let head: [(String, JSONValue?)] = [
      ("schemaVersion", .number("1")),
      ("kind", .string(submission.kind.rawValue)),
      ("wrapper", .string(ifAny: submission.wrapper?.rawValue)),
      ("verdict", .string(Verdicts.word(submission))),
      ("rejection", submission.rejection.map(Self.json)),
    ]
    switch submission.outcome {
    case .document(let document): members = Self.parts(head + Self.members(document))
    case .receipt(let examination):
      let receipt = examination.trace.receipt
      members =
        Self.parts(head + (receipt.map(Self.fields) ?? []))
        + (receipt.map { [("inApp", .purchases($0.inAppPurchases))] } ?? [])
        + Self.parts(Self.rest(examination, device))
    }
  }

  /// Omits missing values.
  private static func parts(_ list: [(String, JSONValue?)]) -> [(name: String, part: Part)] {
    list.compactMap { name, value in value.map { (name, .value($0)) } }
  }

  private static func rest(
    _ examination: ReceiptExamination,
    _ device: DeviceCheck?
  ) -> [(String, JSONValue?)] {
    let trace = examination.trace
    let faults = trace.receipt?.faults ?? []
    return [
      ("device", .string(ifAny: trace.receipt.flatMap { device?.word(for: $0) })),
      ("faults", faults.isEmpty ? nil : .array(faults.map(json))),
    ] + proof(trace.certificates, trace.signature)
  }

  private static func members(_ document: DocumentExamination) -> [(String, JSONValue?)] {
    [
      ("environment", .string(ifAny: document.environment)),
      ("environmentKind", .string(ifAny: document.environmentKind?.rawValue)),
      ("bundleId", .string(ifAny: document.app)),
      ("payload", document.payload),
      ("transaction", document.transaction),
      ("renewalInfo", document.renewalInfo),
      ("appTransaction", document.appTransaction),
      ("signed", document.signedParts.isEmpty ? nil : .array(document.signedParts.map(json))),
    ] + proof(document.certificates, document.signature)
  }

  private static func json(_ part: SignedPart) -> JSONValue {
    let document = part.examination
    return .of([
      ("at", .string(part.place)), ("kind", .string(document.kind.rawValue)),
      ("verdict", .string(Verdicts.word(document))),
      ("rejection", document.rejection.map(json)),
      ("payload", document.payload), ("transaction", document.transaction),
      ("renewalInfo", document.renewalInfo), ("appTransaction", document.appTransaction),
    ])
  }

  private static func proof(
    _ certificates: [CertificateDetails],
    _ signature: SignatureDetails?
  ) -> [(String, JSONValue?)] {
    [
      ("certificates", certificates.isEmpty ? nil : .array(certificates.map(json))),
      (
        "signature",
        signature.map {
          .of([("digest", .string($0.digest)), ("algorithm", .string($0.algorithm))])
        }
      ),
    ]
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
    ]
  }

  static func json(_ purchase: InAppPurchase) -> JSONValue {
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

  private static func json(_ certificate: CertificateDetails) -> JSONValue {
    .of([
      ("subject", .string(certificate.subject)), ("issuer", .string(certificate.issuer)),
      ("serial", .string(certificate.serial)), ("notBefore", date(certificate.notBefore)),
      ("notAfter", date(certificate.notAfter)),
    ])
  }

  /// RFC 3339 in UTC, with a fraction only if the store states one.
  static func date(_ date: Date?) -> JSONValue? {
    guard let date else { return nil }
    let hasFraction = date.timeIntervalSince1970.truncatingRemainder(dividingBy: 1) != 0
    return .string(
      date.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: hasFraction))
    )
  }
}

extension JSONValue {
  /// An object without the missing members.
  static func of(_ members: [(String, JSONValue?)]) -> JSONValue {
    .object(members.compactMap { name, value in value.map { Member(name, $0) } })
  }

  static func string(ifAny text: String?) -> JSONValue? { text.map(JSONValue.string) }
}

/// The label of a verdict, the same in JSON and in text.
enum Verdicts {
  static func word(_ submission: ExaminedDocument) -> String {
    switch submission.outcome {
    case .receipt(let examination): examination.rejection == nil ? "genuine" : "rejected"
    case .document(let document): word(document)
    }
  }

  static func word(_ document: DocumentExamination) -> String {
    switch document.verdict {
    case .genuine: "genuine"
    case .unsigned: "unsigned"
    case .rejected: "rejected"
    }
  }
}
