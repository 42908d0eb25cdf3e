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
    let head: JSONValue = [
      "schemaVersion": 1, "kind": .word(submission.kind), "wrapper": .word(submission.wrapper),
      "verdict": .string(Verdicts.word(submission)),
      "rejection": submission.rejection.map(Self.json),
    ]
    switch submission.outcome {
    case .document(let document):
      members = Self.parts(
        head,
        Self.json(document),
        Self.proof(document.certificates, document.signature)
      )
    case .receipt(let examination):
      let trace = examination.trace
      let faults = trace.receipt?.faults ?? []
      let rest: JSONValue = [
        "device": .text(trace.receipt.flatMap { device?.word(for: $0) }),
        "faults": faults.isEmpty ? nil : .array(faults.map(Self.json)),
      ]
      members =
        Self.parts(head, trace.receipt.map(Self.json) ?? [:])
        + (trace.receipt.map { [("inApp", .purchases($0.inAppPurchases))] } ?? [])
        + Self.parts(rest, Self.proof(trace.certificates, trace.signature))
    }
  }

  /// The whole report with the first purchases.
  func json(upTo limit: Int) -> JSONValue {
    .object(
      members.map { name, part in
        switch part {
        case .value(let value): .init(name, value)
        case .purchases(let all): .init(name, .array(all.prefix(limit).map(Self.json)))
        }
      }
    )
  }

  private static func parts(_ objects: JSONValue...) -> [(name: String, part: Part)] {
    objects.flatMap { $0.members ?? [] }.map { ($0.name, .value($0.value)) }
  }

  private static func json(_ document: DocumentExamination) -> JSONValue {
    [
      "environment": .text(document.environment),
      "environmentKind": .word(document.environmentKind), "bundleId": .text(document.app),
      "payload": document.payload, "transaction": document.transaction,
      "renewalInfo": document.renewalInfo, "appTransaction": document.appTransaction,
      "signed": document.signedParts.isEmpty ? nil : .array(document.signedParts.map(json)),
    ]
  }

  private static func json(_ part: SignedPart) -> JSONValue {
    let document = part.examination
    return [
      "at": .string(part.path), "kind": .word(document.kind),
      "verdict": .string(Verdicts.word(document)), "rejection": document.rejection.map(json),
      "payload": document.payload, "transaction": document.transaction,
      "renewalInfo": document.renewalInfo, "appTransaction": document.appTransaction,
    ]
  }

  private static func proof(
    _ certificates: [CertificateDetails],
    _ signature: SignatureDetails?
  ) -> JSONValue {
    [
      "certificates": certificates.isEmpty ? nil : .array(certificates.map(json)),
      "signature": signature.map {
        ["digest": .string($0.digest), "algorithm": .string($0.algorithm)]
      },
    ]
  }

  static func json(_ rejection: Rejection) -> JSONValue {
    [
      "code": .string(rejection.code), "at": .text(rejection.location),
      "detail": .string(rejection.detail),
    ]
  }

  private static func json(_ receipt: Receipt) -> JSONValue {
    [
      "environment": .text(receipt.environment),
      "environmentKind": .word(receipt.environmentKind), "bundleId": .text(receipt.bundleID),
      "appVersion": .text(receipt.appVersion),
      "originalAppVersion": .text(receipt.originalAppVersion),
      "creationDate": date(receipt.createdAt), "expirationDate": date(receipt.expiresAt),
      "originalPurchaseDate": date(receipt.originalPurchasedAt),
    ]
  }

  static func json(_ purchase: InAppPurchase) -> JSONValue {
    [
      "quantity": purchase.quantity.map { .number(String($0)) },
      "productId": .text(purchase.productID), "transactionId": .text(purchase.transactionID),
      "originalTransactionId": .text(purchase.originalTransactionID),
      "purchaseDate": date(purchase.purchasedAt),
      "originalPurchaseDate": date(purchase.originalPurchasedAt),
      "expiresDate": date(purchase.expiresAt), "cancellationDate": date(purchase.cancelledAt),
      "webOrderLineItemId": .text(purchase.webOrderLineItemID),
      "isTrialPeriod": purchase.isTrialPeriod.map(JSONValue.bool),
      "isInIntroOfferPeriod": purchase.isInIntroOfferPeriod.map(JSONValue.bool),
      "promotionalOfferId": .text(purchase.promotionalOfferID),
      "productType": .text(purchase.productType.map(name)),
    ]
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
    [
      "subject": .string(certificate.subject), "issuer": .string(certificate.issuer),
      "serial": .string(certificate.serial), "notBefore": date(certificate.notBefore),
      "notAfter": date(certificate.notAfter),
    ]
  }

  /// RFC 3339 in UTC, with a fraction only if the store states one.
  static func date(_ date: Date?) -> JSONValue? {
    .text(date.map { RFC3339.text($0) })
  }
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
