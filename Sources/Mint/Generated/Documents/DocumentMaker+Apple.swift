extension DocumentMaker {
  /// Apple's signed documents about a chain besides receipts: the notification of the last change
  /// or, without a sale, renewal information alone. Empty if it does not renew.
  func apple(
    _ chain: GeneratedChain,
    _ market: GeneratedMarket
  ) throws(MintError) -> [MintedDocument] {
    guard chain.kind == .autoRenewable else { return [] }
    guard let sale = chain.sales.last else {
      return [signed(try payloads.sign(renewal(of: chain)), chain)]
    }
    let (type, subtype) = notificationType(of: chain)
    var data = JSONMembers()
    data.add("environment", environment(of: chain))
    data.add("bundleId", chain.app)
    data.add("status", status(of: chain))
    data.add(
      "signedTransactionInfo",
      try payloads.sign(transaction(sale, of: chain, market))
    )
    if chain.renewalStatus != nil, sale.cancellation != .refunded {
      data.add("signedRenewalInfo", try payloads.sign(renewal(of: chain)))
    }
    var notification = JSONMembers()
    notification.add("notificationType", type)
    notification.add("subtype", subtype)
    notification.add("notificationUUID", "\(chain.root ?? "")-\(chain.changedAt)")
    notification.add("version", "2.0")
    notification.add("signedDate", milliseconds: chain.changedAt + 1)
    notification.add("data", data)
    return [signed(try payloads.sign(notification.text), chain)]
  }

  private func signed(_ text: String, _ chain: GeneratedChain) -> MintedDocument {
    MintedDocument(
      bytes: Array(text.utf8),
      way: .pushed,
      app: chain.app,
      isSandbox: chain.isSandbox
    )
  }

  private func environment(of chain: GeneratedChain) -> String {
    chain.isSandbox ? "Sandbox" : "Production"
  }

  /// App Store Server Notifications, notificationType and subtype.
  private func notificationType(of chain: GeneratedChain) -> (String, String?) {
    if let sale = chain.sales.last, sale.cancelledAt != nil {
      return (sale.cancellation == .revoked ? "REVOKE" : "REFUND", nil)
    }
    guard let renewalStatus = chain.renewalStatus else { return ("SUBSCRIBED", "INITIAL_BUY") }
    switch (renewalStatus.condition, renewalStatus.reason) {
    case (.gracePeriod, _): return ("DID_FAIL_TO_RENEW", "GRACE_PERIOD")
    case (.billingRetry, _): return ("DID_FAIL_TO_RENEW", nil)
    case (.ended, .billing): return ("EXPIRED", "BILLING_RETRY")
    case (.ended, .priceIncrease): return ("EXPIRED", "PRICE_INCREASE")
    case (.ended, .productGone): return ("EXPIRED", "PRODUCT_NOT_FOR_SALE")
    case (.ended, .voluntary): return ("EXPIRED", "VOLUNTARY")
    case (.ended, _): return ("EXPIRED", nil)
    case _ where renewalStatus.renews == false:
      return ("DID_CHANGE_RENEWAL_STATUS", "AUTO_RENEW_DISABLED")
    case _ where chain.sales.dropLast().last?.cancellation == .upgraded:
      return ("DID_CHANGE_RENEWAL_PREF", "UPGRADE")
    case _ where chain.sales.count == 1: return ("SUBSCRIBED", "INITIAL_BUY")
    default: return ("DID_RENEW", nil)
    }
  }

  /// 1 active, 2 expired, 3 billing retry, 4 grace period, 5 revoked; omitted after a refund.
  private func status(of chain: GeneratedChain) -> Int64? {
    guard chain.sales.last?.cancellation != .refunded else { return nil }
    return switch chain.renewalStatus?.condition {
    case .running, .paused, nil: 1
    case .ended: 2
    case .billingRetry: 3
    case .gracePeriod: 4
    case .revoked: 5
    case .pending: nil
    }
  }

  private func transaction(
    _ sale: GeneratedSale,
    of chain: GeneratedChain,
    _ market: GeneratedMarket
  ) -> String {
    let root = chain.root ?? ""
    var text = JSONMembers()
    text.add("transactionId", sale.transactionID ?? root)
    text.add("originalTransactionId", root)
    text.add("webOrderLineItemId", String(lineItem(sale.transactionID ?? root)))
    text.add("bundleId", chain.app)
    text.add("productId", product(sale.item, in: .apple))
    text.add("subscriptionGroupIdentifier", chain.app)
    text.add("purchaseDate", milliseconds: sale.purchasedAt)
    text.add("originalPurchaseDate", milliseconds: chain.beganAt)
    text.add("expiresDate", milliseconds: sale.expiresAt)
    text.add("quantity", Int64(sale.quantity))
    text.add("type", "Auto-Renewable Subscription")
    text.add("appAccountToken", chain.account)
    text.add("inAppOwnershipType", chain.isShared ? "FAMILY_SHARED" : "PURCHASED")
    text.add("revocationDate", milliseconds: sale.cancelledAt)
    text.add("revocationReason", sale.cancelledAt.map { _ in 0 })
    text.add("signedDate", milliseconds: chain.changedAt + 1)
    text.add("environment", environment(of: chain))
    text.add("storefront", market.storefront)
    text.add("price", market.thousandths(sale.price))
    text.add("currency", market.currency)
    switch sale.offer {
    case .trial: offer(1, "FREE_TRIAL", to: &text)
    case .introductory: offer(1, "PAY_AS_YOU_GO", to: &text)
    case .promotional:
      text.add("offerIdentifier", Self.promotion)
      offer(2, "PAY_AS_YOU_GO", to: &text)
    case nil: break
    }
    return text.text
  }

  private func offer(_ type: Int64, _ discount: String, to text: inout JSONMembers) {
    text.add("offerType", type)
    text.add("offerDiscountType", discount)
  }

  private func renewal(of chain: GeneratedChain) -> String {
    let renewalStatus = chain.renewalStatus
    let product = product(chain.sales.last?.item ?? chain.item, in: .apple)
    var text = JSONMembers()
    text.add("originalTransactionId", chain.root)
    text.add("productId", product)
    text.add("autoRenewProductId", product)
    text.add("autoRenewStatus", renewalStatus?.renews == false ? 0 : 1)
    if renewalStatus?.condition == .ended {
      text.add("expirationIntent", intent(renewalStatus?.reason))
    }
    if renewalStatus?.condition == .billingRetry || renewalStatus?.condition == .gracePeriod {
      text.add("isInBillingRetryPeriod", true)
    }
    if renewalStatus?.condition == .gracePeriod {
      text.add("gracePeriodExpiresDate", milliseconds: renewalStatus?.until)
    }
    text.add("signedDate", milliseconds: chain.changedAt + 1)
    text.add("environment", environment(of: chain))
    text.add("appAccountToken", chain.account)
    return text.text
  }

  /// JWSRenewalInfoDecodedPayload, expirationIntent.
  private func intent(_ reason: GeneratedRenewalStatus.Reason?) -> Int64 {
    switch reason {
    case .voluntary: 1
    case .billing: 2
    case .priceIncrease: 3
    case .productGone: 4
    default: 5
    }
  }
}
