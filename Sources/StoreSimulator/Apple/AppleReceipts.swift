import Algorithms
import Basics
import Foundation
import Mint

/// A buyer's purchases in verifyReceipt's form, and in the receipt on their device.
struct AppleReceipts {
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
  func answer(madeAt: Date, latestReceipt: String, excludesOld: Bool) -> JSONValue {
    let inApp = charges.filter { $0.charge.purchasedAt <= madeAt && !$0.purchase.isConsumed }
    let hasSubscriptions = purchases.contains { $0.kind == .subscription }
    let receipt: JSONValue = [
      "receipt_type": .text(isSandbox ? "ProductionSandbox" : "Production"),
      "adam_id": .whole(isSandbox ? 0 : SimulatedShop.appleID),
      "app_item_id": .whole(isSandbox ? 0 : SimulatedShop.appleID), "bundle_id": .text(app),
      "application_version": "7", "original_application_version": "1.0", "download_id": 0,
      "version_external_identifier": 0,
      "in_app": .array(inApp.map { item($0.purchase, $0.charge) }),
    ]
    let answer: JSONValue = [
      "status": 0,
      "environment": .text(ApplePayloads.environment(isSandbox)),
      "receipt": receipt.adding(AppleDates.members("receipt_creation_date", madeAt))
        .adding(AppleDates.members("request_date", now))
        .adding(
          AppleDates.members("original_purchase_date", purchases.map(\.beganAt).min() ?? now)
        ),
    ]
    guard hasSubscriptions else { return answer }
    return answer.adding(latest(latestReceipt, excludesOld: excludesOld))
  }

  /// The members about subscriptions, in responses and in version 1 notifications.
  func latest(_ receipt: String, excludesOld: Bool) -> JSONValue {
    [
      "latest_receipt": .text(receipt),
      "latest_receipt_info": .array(
        latest(excludesOld: excludesOld).map { latestItem($0.purchase, $0.charge) }
      ),
      "pending_renewal_info": .array(
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
    return newestFirst.uniqued { $0.purchase.isSubscription ? $0.purchase.id : $0.charge.id }
  }

  private func item(_ purchase: SimulatedPurchase, _ charge: SimulatedCharge) -> JSONValue {
    let isSubscription = purchase.isSubscription
    let item: JSONValue = [
      "quantity": .text(String(charge.quantity)), "product_id": .text(charge.product),
      "transaction_id": .text(charge.id), "original_transaction_id": .text(purchase.id),
      "web_order_line_item_id": isSubscription ? .text(String(charge.lineItem)) : nil,
      "is_trial_period": .text(String(charge.offer == .trial)),
      "is_in_intro_offer_period": isSubscription
        ? .text(String(charge.offer == .introductory)) : nil,
      "promotional_offer_id": charge.offer == .promotional ? .text(charge.offerID) : nil,
      "cancellation_reason": charge.cancelledAt == nil
        ? nil : .text(charge.isRefundForFault ? "1" : "0"),
      "in_app_ownership_type": .text(purchase.sharedFrom == nil ? "PURCHASED" : "FAMILY_SHARED"),
    ]
    return item.adding(AppleDates.members("purchase_date", charge.purchasedAt))
      .adding(AppleDates.members("original_purchase_date", purchase.beganAt))
      .adding(AppleDates.members("expires_date", charge.expiresAt))
      .adding(AppleDates.members("cancellation_date", charge.cancelledAt))
  }

  private func latestItem(_ purchase: SimulatedPurchase, _ charge: SimulatedCharge) -> JSONValue {
    item(purchase, charge).adding([
      "subscription_group_identifier": purchase.isSubscription
        ? .text(ApplePayloads.group(purchase)) : nil,
      "offer_code_ref_name": charge.offer == .code ? .text(charge.offerID) : nil,
      "is_upgraded": charge.upgradedAt == nil ? nil : "true",
      "app_account_token": .text(purchase.appAccount?.lowercased()),
    ])
  }

  private func pending(_ purchase: SimulatedPurchase) -> JSONValue {
    let (isOver, isUnpaid) = (purchase.isOver, purchase.isUnpaid)
    let intent = ApplePayloads.intent(purchase)
    let info: JSONValue = [
      "auto_renew_product_id": .text(purchase.nextProduct ?? purchase.product),
      "product_id": .text(purchase.product), "original_transaction_id": .text(purchase.id),
      "auto_renew_status": .text(purchase.autoRenews ? "1" : "0"),
      "expiration_intent": .text(intent.map { String($0) }),
      "is_in_billing_retry_period": isUnpaid ? "1" : isOver ? "0" : nil,
      "price_increase_status": .text(purchase.priceChange.map { $0.answer == .agreed ? "1" : "0" }),
    ]
    return info.adding(AppleDates.members("grace_period_expires_date", purchase.graceEndsAt))
  }
}

/// The three forms in which verifyReceipt writes each date.
enum AppleDates {
  static func members(_ name: String, _ date: Date?) -> JSONValue? {
    guard let date else { return nil }
    let offset =
      TimeZone(identifier: "America/Los_Angeles")?.secondsFromGMT(for: date) ?? -8 * 3_600
    let pacific = civil(date.addingTimeInterval(Double(offset)))
    return [
      name: .string("\(civil(date)) Etc/GMT"), "\(name)_ms": .millisecondsText(date),
      "\(name)_pst": .string("\(pacific) America/Los_Angeles"),
    ]
  }

  private static func civil(_ date: Date) -> String {
    String(CivilTime(clamping: date).rfc3339.dropLast()).replacing("T", with: " ")
  }
}

private struct ReceiptRequest: Decodable {
  var receipt: String?
  var password: String?
  var excludesOld: Bool?

  enum CodingKeys: String, CodingKey {
    case receipt = "receipt-data", password, excludesOld = "exclude-old-transactions"
  }
}

extension Simulator {
  /// Apple's verifyReceipt. Its HTTP status is always 200.
  func verifyReceipt(_ request: SimulatorRequest, sandbox: Bool) throws -> SimulatorResponse {
    guard request.method == "POST" else { return status(21_000) }
    guard let parameters = request.json(ReceiptRequest.self), let text = parameters.receipt,
      let octets = Data(base64Encoded: text), octets.first == 0x30
    else { return status(21_002) }
    guard let given = given(Array(octets)) else { return status(21_003) }
    guard given.isSandbox == sandbox else { return status(sandbox ? 21_008 : 21_007) }
    let purchases = state.world.purchases(
      of: given.account,
      in: .apple,
      app: given.app,
      sandbox: sandbox
    )
    let needsSecret = purchases.contains { $0.kind == .subscription }
    guard !needsSecret || parameters.password == keys.sharedSecret else { return status(21_004) }
    let now = state.world.now
    let maker = AppleReceipts(purchases: purchases, app: given.app, isSandbox: sandbox, now: now)
    let latest = try receipt(account: given.account, app: given.app, sandbox: sandbox)
    return SimulatorResponse(
      200,
      maker.answer(
        madeAt: given.madeAt,
        latestReceipt: latest,
        excludesOld: parameters.excludesOld ?? false
      )
    )
  }

  private func status(_ code: Int64) -> SimulatorResponse {
    SimulatorResponse(200, ["status": .whole(code)])
  }

  /// Finds the issued receipt by the ID inside; `nil` if it was changed.
  private func given(_ octets: [UInt8]) -> IssuedReceipt? {
    let start = Array("purser-simulated:".utf8)
    guard let at = octets.firstRange(of: start)?.lowerBound,
      let end = octets[at...].prefix(40).firstIndex(of: UInt8(ascii: ";"))
    else { return nil }
    let mark = String(decoding: octets[at...end], as: UTF8.self)
    guard let given = state.receipts[mark], given.checksum == IssuedReceipt.checksum(octets) else {
      return nil
    }
    return given
  }

  /// A version 1 notification: unsigned, with the shared secret as its only proof.
  func oldNotification(_ notification: SimulatedNotification) throws -> String? {
    guard let type = ApplePayloads.oldType(of: notification),
      let purchase = notification.purchase
    else { return nil }
    let receipt = try receipt(
      account: purchase.account,
      app: notification.app,
      sandbox: notification.isSandbox
    )
    let maker = AppleReceipts(
      purchases: [purchase],
      app: notification.app,
      isSandbox: notification.isSandbox,
      now: notification.at
    )
    let unified: JSONValue = [
      "environment": .text(ApplePayloads.environment(notification.isSandbox)), "status": 0,
    ]
    let intent = purchase.isOver ? ApplePayloads.intent(purchase) : nil
    let body: JSONValue = [
      "notification_type": .text(type), "environment": notification.isSandbox ? "Sandbox" : "PROD",
      "password": .text(keys.sharedSecret),
      "auto_renew_adam_id": .text(String(SimulatedShop.appleID)),
      "auto_renew_product_id": .text(purchase.nextProduct ?? purchase.product),
      "auto_renew_status": .text(String(purchase.autoRenews)), "bid": .text(notification.app),
      "bvrs": "7", "expiration_intent": .whole(intent),
      "original_transaction_id": .text(purchase.id),
      "unified_receipt": unified.adding(maker.latest(receipt, excludesOld: false)),
    ]
    return body.encoded
  }
}
