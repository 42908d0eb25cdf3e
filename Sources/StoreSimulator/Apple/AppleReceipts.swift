import Foundation
import Mint

/// A buyer's purchases in verifyReceipt's form, and in the receipt on their device.
struct AppleReceipts {
  let products: [SimulatedProduct]
  let purchases: [SimulatedPurchase]
  let app: String
  let isSandbox: Bool
  let now: Date

  private var charges: [(purchase: SimulatedPurchase, charge: SimulatedCharge)] {
    purchases.flatMap { purchase in purchase.charges.map { (purchase, $0) } }
  }

  func minted(_ mark: String) -> MintedReceipt {
    MintedReceipt(
      environment: isSandbox ? "ProductionSandbox" : "Production",
      bundleID: app,
      appVersion: "7",
      creationDate: now,
      originalPurchaseDate: purchases.map(\.beganAt).min() ?? now,
      appItemID: isSandbox ? 0 : SimulatedShop.appleID,
      // Attribute 6 is undefined; here it identifies the receipt's owner.
      unknownValues: [6: Array(mark.utf8), 7: Array(0x90..<0xC6)],
      purchases: charges.filter { !$0.purchase.isConsumed }.map { minted($0.purchase, $0.charge) }
    )
  }

  private func minted(_ purchase: SimulatedPurchase, _ charge: SimulatedCharge) -> MintedPurchase {
    MintedPurchase(
      productID: charge.product,
      kind: Self.kind(purchase.kind),
      quantity: Int64(charge.quantity),
      transactionID: charge.id,
      originalTransactionID: purchase.id,
      purchaseDate: charge.purchasedAt,
      originalPurchaseDate: purchase.beganAt,
      expiresDate: charge.expiresAt,
      cancellationDate: charge.cancelledAt,
      webOrderLineItemID: purchase.isSubscription ? charge.lineItem : 0,
      isTrial: charge.offer == .trial,
      isIntroOffer: charge.offer == .introductory,
      promotionalOfferID: charge.offer == .promotional ? charge.offerID : nil
    )
  }

  private static func kind(_ kind: SimulatedProduct.Kind) -> MintedPurchase.Kind {
    switch kind {
    case .consumable: .consumable
    case .nonConsumable: .nonConsumable
    case .nonRenewing, .prepaid: .nonRenewing
    case .subscription: .autoRenewable
    }
  }

  /// The whole response for a receipt that was made at `madeAt`.
  func answer(madeAt: Date, latestReceipt: String, excludesOld: Bool) -> JSON {
    let inApp = charges.filter { $0.charge.purchasedAt <= madeAt && !$0.purchase.isConsumed }
    let hasSubscriptions = purchases.contains { $0.kind == .subscription }
    let receipt: JSON = [
      "receipt_type": .text(isSandbox ? "ProductionSandbox" : "Production"),
      "adam_id": .number(isSandbox ? 0 : SimulatedShop.appleID),
      "app_item_id": .number(isSandbox ? 0 : SimulatedShop.appleID),
      "bundle_id": .text(app),
      "application_version": "7",
      "original_application_version": "1.0",
      "download_id": 0,
      "version_external_identifier": 0,
      "in_app": .list(inApp.map { item($0.purchase, $0.charge) }),
    ]
    let answer: JSON = [
      "status": 0,
      "environment": .text(ApplePayloads.environment(isSandbox)),
      "receipt": receipt.with(AppleDates.members("receipt_creation_date", madeAt))
        .with(AppleDates.members("request_date", now))
        .with(AppleDates.members("original_purchase_date", purchases.map(\.beganAt).min() ?? now)),
    ]
    guard hasSubscriptions else { return answer }
    return answer.with(latest(latestReceipt, excludesOld: excludesOld))
  }

  /// The members about subscriptions, in responses and in version 1 notifications.
  func latest(_ receipt: String, excludesOld: Bool) -> JSON {
    [
      "latest_receipt": .text(receipt),
      "latest_receipt_info": .list(
        latest(excludesOld: excludesOld).map { latestItem($0.purchase, $0.charge) }
      ),
      "pending_renewal_info": .list(
        purchases.filter { $0.kind == .subscription && !$0.charges.isEmpty }.map(pending)
      ),
    ]
  }

  private func latest(
    excludesOld: Bool
  ) -> [(purchase: SimulatedPurchase, charge: SimulatedCharge)] {
    let newestFirst = charges.filter { !$0.purchase.isConsumed }
      .sorted { $0.charge.purchasedAt > $1.charge.purchasedAt }
    guard excludesOld else { return newestFirst }
    var seen: Set<String> = []
    return newestFirst.filter {
      !$0.purchase.isSubscription || seen.insert($0.purchase.id).inserted
    }
  }

  private func item(_ purchase: SimulatedPurchase, _ charge: SimulatedCharge) -> JSON {
    let isSubscription = purchase.isSubscription
    let item: JSON = [
      "quantity": .text(String(charge.quantity)),
      "product_id": .text(charge.product),
      "transaction_id": .text(charge.id),
      "original_transaction_id": .text(purchase.id),
      "web_order_line_item_id": isSubscription ? .text(String(charge.lineItem)) : nil,
      "is_trial_period": .text(String(charge.offer == .trial)),
      "is_in_intro_offer_period": isSubscription
        ? .text(String(charge.offer == .introductory)) : nil,
      "promotional_offer_id": charge.offer == .promotional ? .of(charge.offerID) : nil,
      "cancellation_reason": charge.cancelledAt == nil
        ? nil : .text(charge.isRefundForFault ? "1" : "0"),
      "in_app_ownership_type": .text(
        purchase.sharedFrom == nil ? "PURCHASED" : "FAMILY_SHARED"
      ),
    ]
    return item.with(AppleDates.members("purchase_date", charge.purchasedAt))
      .with(AppleDates.members("original_purchase_date", purchase.beganAt))
      .with(AppleDates.members("expires_date", charge.expiresAt))
      .with(AppleDates.members("cancellation_date", charge.cancelledAt))
  }

  private func latestItem(_ purchase: SimulatedPurchase, _ charge: SimulatedCharge) -> JSON {
    item(purchase, charge).with([
      "subscription_group_identifier": purchase.isSubscription
        ? .text(ApplePayloads.group(purchase)) : nil,
      "offer_code_ref_name": charge.offer == .code ? .of(charge.offerID) : nil,
      "is_upgraded": charge.upgradedAt == nil ? nil : "true",
      "app_account_token": .of(purchase.appAccount?.lowercased()),
    ])
  }

  private func pending(_ purchase: SimulatedPurchase) -> JSON {
    let isOver = purchase.state == .expired || purchase.state == .revoked
    let isTrying = purchase.state == .grace || purchase.state == .retry
    let intent = isOver ? ApplePayloads.intent(purchase.endReason) : isTrying ? 2 : nil
    let info: JSON = [
      "auto_renew_product_id": .text(purchase.nextProduct ?? purchase.product),
      "product_id": .text(purchase.product),
      "original_transaction_id": .text(purchase.id),
      "auto_renew_status": .text(purchase.autoRenews ? "1" : "0"),
      "expiration_intent": intent.map { .text(String($0)) },
      "is_in_billing_retry_period": isTrying ? "1" : isOver ? "0" : nil,
      "price_increase_status": purchase.priceChange.map { .text($0.answer == .agreed ? "1" : "0") },
    ]
    return info.with(AppleDates.members("grace_period_expires_date", purchase.graceEndsAt))
  }
}
