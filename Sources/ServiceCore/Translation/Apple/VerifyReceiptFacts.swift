import Basics
import Entitlements
import Foundation
import Receipts

/// Answers of verifyReceipt, modern or iOS 6 style.
enum VerifyReceiptFacts {
  static func tell(_ payload: JSONValue, into telling: inout Telling) {
    guard let response = VerifyReceiptResponse(payload) else { return }
    let receipt = response.receipt.map { AppleFields($0) }
    telling.statedAt = receipt?.date("request_date")
    // Other statuses are no word on a purchase, whatever comes along with them.
    guard response.status == .valid || response.status == .subscriptionExpired else {
      telling.purchases = 0
      return
    }
    guard let witness = telling.witness else { return }
    let latest = response.latestPurchases
    for purchase in latest { purchase.tell(by: witness, into: &telling.findings) }
    // What was handed in may be old: it was true when it was made. That something was taken back is
    // true at any time since.
    let submitted = witness.at(receipt?.date("receipt_creation_date"))
    for purchase in response.purchases {
      let isTakenBack = purchase.cancelledAt != nil
      purchase.tell(by: isTakenBack ? witness : submitted, into: &telling.findings)
    }
    let single = latest.first ?? (response.isSinglePurchase ? response.purchases.first : nil)
    for pending in response.pendingRenewals {
      var renewal = AppleRenewal(pending)
      // The iOS 6 style has one subscription, and does not repeat whose renewal it is.
      renewal.chainName = renewal.chainName ?? single?.chainName
      renewal.productID = renewal.productID ?? single?.productID
      let isOver = response.status == .subscriptionExpired && renewal.isInBillingRetry != true
      if isOver { renewal.status = .expired }
      renewal.tell(by: witness, into: &telling.findings)
    }
  }
}

extension VerifyReceiptPurchase {
  var chainName: String? { originalTransactionID?.usable ?? transactionID?.usable }

  func tell(
    by witness: Witness,
    cancelledAt other: Date? = nil,
    into findings: inout Findings
  ) {
    var sale = sale
    sale.cancelledAt = sale.cancelledAt ?? other
    findings.add(sale, by: witness)
    guard let chain = chainName else { return }
    findings.add(witness.link(.appAccount, appAccountToken, of: chain))
  }

  /// What has an end renews: the answers name no kind of product.
  private var sale: Sale {
    Sale(
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
      ownership: .init(appleWord: ownershipType)
    )
  }

  /// Only newer rows say that it was an upgrade, and only refunds have a reason.
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
