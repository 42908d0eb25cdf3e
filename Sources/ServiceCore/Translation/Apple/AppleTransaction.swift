import Basics
import Entitlements
import Foundation
import Receipts

/// A transaction signed by Apple (App Store Server API, JWSTransactionDecodedPayload), not yet
/// judged.
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

  /// `takesSeatsOnly` means that seats were revoked, not the purchase.
  func extract(
    by factSource: FactSource,
    takesSeatsOnly: Bool = false,
    into collector: inout FactCollector
  ) {
    let factSource = factSource.at(signedAt)
    var sale = sale
    if takesSeatsOnly || hasSeatsLeft { sale.cancelledAt = nil }
    // What was upgraded may be refunded later, for which only a refund or revocation has a reason.
    if fields.bool("isUpgraded") == true, sale.cancelledAt == nil || !hasRevocationReason {
      sale.cancellation = .upgraded
    }
    collector.add(sale, by: factSource)
    guard let chain = chainName else { return }
    if let part = refundedPart {
      collector.add(
        factSource.notice(.refundedInPart, chain: chain, order: transactionID, detail: part)
      )
    }
    collector.add(factSource.link(.appAccount, fields.text("appAccountToken"), of: chain))
    collector.add(
      factSource.link(.predecessor, fields.text("previousOriginalTransactionId"), of: chain)
    )
  }

  /// The share of a partial refund (JWSTransactionDecodedPayload, `revocationPercentage` in
  /// thousandths of a percent).
  private var refundedPart: String? {
    guard revokedAt != nil, let type = fields.text("revocationType"), type.hasPrefix("REFUND")
    else { return nil }
    let part = fields.integer("revocationPercentage")
    if let part, (1..<100_000).contains(part) { return "\(part / 1_000) %" }
    return type == "REFUND_PRORATED" && part == nil ? type : nil
  }

  /// Whether its price was partially refunded.
  var isRefundedInPart: Bool { refundedPart != nil }

  private var sale: RawSale {
    RawSale(
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

  private var ownership: Order.Ownership? { .init(appleValue: fields.text("inAppOwnershipType")) }

  /// A full or partial refund ends the purchase: Apple's status of a prorated one is "revoked" too.
  /// A shared or assigned purchase is revoked.
  private var cancellation: Order.Cancellation? {
    guard revokedAt != nil else { return nil }
    if let type = fields.text("revocationType") {
      return type.hasPrefix("REFUND") ? .refunded : .revoked
    }
    return [nil, "PURCHASED"].contains(fields.text("inAppOwnershipType")) ? .refunded : .revoked
  }

  private var hasRevocationReason: Bool {
    fields.integer("revocationReason") != nil || fields.text("revocationType") != nil
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

  /// With several seats, the price is the average per seat, not an amount.
  private var price: Money? {
    guard let price = fields.integer("price"), let currency = fields.text("currency"),
      json["multiSeatInfo"]?.isObject != true
    else { return nil }
    return Currency(currency).flatMap { Money(milliunits: Int64(price), $0) }
  }

  /// Whether some seats remain, so that the purchaser keeps the purchase.
  private var hasSeatsLeft: Bool {
    guard let seats = json["multiSeatInfo"],
      let revoked = AppleFields(seats).integer("revokedSeatQuantity")
    else { return false }
    return revoked < fields.integer("quantity") ?? 1
  }
}

extension Order.Ownership {
  init?(appleValue: String?) {
    switch appleValue {
    case "PURCHASED": self = .purchased
    case "FAMILY_SHARED": self = .familyShared
    default: return nil
    }
  }
}
