import Basics
import Entitlements
import Foundation
import Receipts

/// A transaction that Apple signed (App Store Server API, JWSTransactionDecodedPayload), read
/// without judging.
struct AppleTransaction {
  private let json: JSONValue
  private let fields: AppleFields

  init(_ payload: JSONValue) {
    json = payload
    fields = AppleFields(payload)
  }

  var transactionID: String? { fields.text("transactionId") }
  var chainName: String? { fields.text("originalTransactionId")?.usable ?? transactionID?.usable }
  var productID: String? { fields.text("productId") }
  var expiresAt: Date? { fields.date("expiresDate") }
  var signedAt: Date? { fields.date("signedDate") }
  var revokedAt: Date? { fields.date("revocationDate") }

  /// `takesSeatsOnly` where what was taken back are seats, and not the purchase.
  func tell(by witness: Witness, takesSeatsOnly: Bool = false, into findings: inout Findings) {
    let witness = witness.at(signedAt)
    var sale = sale
    if takesSeatsOnly || hasSeatsLeft { sale.cancelledAt = nil }
    if fields.bool("isUpgraded") == true { sale.cancellation = .upgraded }
    findings.add(sale, by: witness)
    guard let chain = chainName else { return }
    if let part = refundedPart {
      findings.add(
        witness.notice(.refundedInPart, chain: chain, order: transactionID, detail: part)
      )
    }
    findings.add(witness.link(.appAccount, fields.text("appAccountToken"), of: chain))
    findings.add(
      witness.link(.predecessor, fields.text("previousOriginalTransactionId"), of: chain)
    )
  }

  /// How much went back of a price that went back in part (JWSTransactionDecodedPayload,
  /// `revocationPercentage` in thousandths of a percent).
  private var refundedPart: String? {
    guard revokedAt != nil, let type = fields.text("revocationType"), type.hasPrefix("REFUND")
    else { return nil }
    let part = fields.integer("revocationPercentage")
    if let part, (1..<100_000).contains(part) { return "\(part / 1_000) %" }
    return type == "REFUND_PRORATED" && part == nil ? type : nil
  }

  /// Whether its price went back in part.
  var isRefundedInPart: Bool { refundedPart != nil }

  private var sale: Sale {
    Sale(
      transactionID: transactionID,
      originalTransactionID: chainName,
      webOrderLineItemID: fields.text("webOrderLineItemId"),
      productID: productID,
      kind: kind,
      quantity: fields.integer("quantity"),
      purchasedAt: fields.date("purchaseDate"),
      originalPurchasedAt: fields.date("originalPurchaseDate"),
      expiresAt: expiresAt,
      cancelledAt: revokedAt,
      cancellation: cancellation,
      offer: offer,
      price: price,
      country: fields.text("storefront"),
      ownership: ownership
    )
  }

  private var kind: ProductKind {
    switch fields.text("type") {
    case "Consumable": .consumable
    case "Non-Consumable": .nonConsumable
    case "Non-Renewing Subscription": .nonRenewing
    case "Auto-Renewable Subscription": .autoRenewable
    default: expiresAt == nil ? .unknown : .autoRenewable
    }
  }

  private var ownership: Order.Ownership? { .init(appleWord: fields.text("inAppOwnershipType")) }

  /// A refund, whole or in part, ends the purchase: Apple's own status of a prorated one is
  /// "revoked" too. What a family lends, or an organisation assigns, is revoked.
  private var cancellation: Order.Cancellation? {
    guard revokedAt != nil else { return nil }
    if let type = fields.text("revocationType") {
      return type.hasPrefix("REFUND") ? .refunded : .revoked
    }
    return [nil, "PURCHASED"].contains(fields.text("inAppOwnershipType")) ? .refunded : .revoked
  }

  private var offer: Order.Offer? {
    let name = fields.text("offerIdentifier")?.usable
    switch fields.integer("offerType") {
    case nil: return nil
    case 1:
      guard let type = fields.text("offerDiscountType") else {
        return fields.integer("price") == 0 ? .trial : .introductory
      }
      return type == "FREE_TRIAL" ? .trial : .introductory
    case 2: return .promotional(name ?? "promotional offer")
    case 3: return .promotional(name ?? "offer code")
    case 4: return .promotional(name ?? "win-back offer")
    case .some(let type): return .promotional(name ?? "offer of type \(type)")
    }
  }

  /// The price of a purchase with seats is the average of one, and no sum of money.
  private var price: Money? {
    guard let price = fields.integer("price"), let currency = fields.text("currency"),
      json["multiSeatInfo"]?.members == nil
    else { return nil }
    return Currency(currency).flatMap { Money(milliunits: Int64(price), $0) }
  }

  /// The purchaser keeps what some of the seats were taken from.
  private var hasSeatsLeft: Bool {
    guard let seats = json["multiSeatInfo"],
      let revoked = AppleFields(seats).integer("revokedSeatQuantity")
    else { return false }
    return revoked < fields.integer("quantity") ?? 1
  }
}

extension Order.Ownership {
  init?(appleWord: String?) {
    switch appleWord {
    case "PURCHASED": self = .purchased
    case "FAMILY_SHARED": self = .familyShared
    default: return nil
    }
  }
}
