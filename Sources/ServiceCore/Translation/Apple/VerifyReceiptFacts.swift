import Basics
import Entitlements
import Foundation
import Receipts

/// Facts from verifyReceipt answers, modern or iOS 6 style.
enum VerifyReceiptFacts {
  static func extract(_ payload: JSONValue, into translation: inout DocumentTranslation) {
    guard let response = VerifyReceiptResponse(payload) else { return }
    let receipt = response.receipt.map { AppleFields($0) }
    translation.statedAt = receipt?.date("request_date")
    // Answers with another status state nothing about purchases, whatever they contain.
    guard response.status == .valid || response.status == .subscriptionExpired else {
      translation.purchases = 0
      return
    }
    guard let factSource = translation.factSource else { return }
    let latest = response.latestPurchases
    for purchase in latest { purchase.extract(by: factSource, into: &translation.collector) }
    // A submitted receipt is valid as of its creation; a cancellation in it remains valid.
    let submitted = factSource.at(receipt?.date("receipt_creation_date"))
    for purchase in response.purchases {
      let isCancelled = purchase.cancelledAt != nil
      purchase.extract(by: isCancelled ? factSource : submitted, into: &translation.collector)
    }
    let single = latest.first ?? (response.isSinglePurchase ? response.purchases.first : nil)
    for pending in response.pendingRenewals {
      var renewal = AppleRenewal(pending)
      // The iOS 6 style has one subscription and does not repeat its ID in the renewal.
      renewal.chainName = renewal.chainName ?? single?.chainName
      renewal.productID = renewal.productID ?? single?.productID
      let isOver = response.status == .subscriptionExpired && renewal.isInBillingRetry != true
      if isOver { renewal.status = .expired }
      renewal.extract(by: factSource, into: &translation.collector)
    }
  }
}

extension VerifyReceiptPurchase {
  var chainName: String? { originalTransactionID?.usable ?? transactionID?.usable }

  func extract(
    by factSource: FactSource,
    cancelledAt other: Date? = nil,
    into collector: inout FactCollector
  ) {
    var sale = sale
    sale.cancelledAt = sale.cancelledAt ?? other
    collector.add(sale, by: factSource)
    guard let chain = chainName else { return }
    collector.add(factSource.link(.appAccount, appAccountToken, of: chain))
  }

  /// A purchase with an end is a renewable subscription; the answers state no product type.
  private var sale: RawSale {
    RawSale(
      transactionID: transactionID,
      originalTransactionID: originalTransactionID,
      webOrderLineItemID: webOrderLineItemID,
      productID: productID,
      kind: expiresAt == nil ? .unknown : .autoRenewable,
      quantity: quantity,
      purchasedAt: purchasedAt,
      originalPurchasedAt: originalPurchasedAt,
      expiresAt: expiresAt,
      cancelledAt: cancelledAt,
      cancellation: cancellation,
      offer: offer,
      ownership: .init(appleValue: ownershipType)
    )
  }

  /// Only newer rows state upgrades, and only refunds have a reason.
  private var cancellation: Order.Cancellation? {
    if isUpgraded == true { return .upgraded }
    if ownershipType == "FAMILY_SHARED" { return .revoked }
    return cancellationReason == nil ? nil : .refunded
  }

  private var offer: Order.Offer? {
    if let offer = promotionalOfferID?.usable ?? offerCodeName?.usable {
      return .promotional(offer)
    }
    if isTrialPeriod == true { return .trial }
    return isInIntroOfferPeriod == true ? .introductory : nil
  }
}
