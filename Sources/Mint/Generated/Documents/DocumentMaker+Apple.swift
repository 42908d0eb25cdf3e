import Basics

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
    let hasRenewal = chain.renewalStatus != nil && sale.cancellation != .refunded
    let data: JSONValue = [
      "environment": environment(of: chain), "bundleId": .string(chain.app),
      "status": .whole(status(of: chain)),
      "signedTransactionInfo": .string(try payloads.sign(transaction(sale, of: chain, market))),
      "signedRenewalInfo": hasRenewal ? .string(try payloads.sign(renewal(of: chain))) : nil,
    ]
    let notification: JSONValue = [
      "notificationType": .string(type), "subtype": .text(subtype),
      "notificationUUID": .string("\(chain.root ?? "")-\(chain.changedAt)"), "version": "2.0",
      "signedDate": .milliseconds(chain.changedAt + 1), "data": data,
    ]
    return [signed(try payloads.sign(notification.encoded), chain)]
  }

  private func signed(_ text: String, _ chain: GeneratedChain) -> MintedDocument {
    MintedDocument(
      bytes: Array(text.utf8),
      way: .pushed,
      app: chain.app,
      isSandbox: chain.isSandbox
    )
  }

  private func environment(of chain: GeneratedChain) -> JSONValue {
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
    let type: Int? =
      switch sale.offer {
      case .trial, .introductory: 1
      case .promotional: 2
      case nil: nil
      }
    let payload: JSONValue = [
      "transactionId": .string(sale.transactionID ?? root), "originalTransactionId": .string(root),
      "webOrderLineItemId": .string(String(lineItem(sale.transactionID ?? root))),
      "bundleId": .string(chain.app), "productId": .string(product(sale.item, in: .apple)),
      "subscriptionGroupIdentifier": .string(chain.app),
      "purchaseDate": .milliseconds(sale.purchasedAt),
      "originalPurchaseDate": .milliseconds(chain.beganAt),
      "expiresDate": .milliseconds(sale.expiresAt), "quantity": .whole(sale.quantity),
      "type": "Auto-Renewable Subscription", "appAccountToken": .text(chain.account),
      "inAppOwnershipType": chain.isShared ? "FAMILY_SHARED" : "PURCHASED",
      "revocationDate": .milliseconds(sale.cancelledAt),
      "revocationReason": sale.cancelledAt == nil ? nil : 0,
      "signedDate": .milliseconds(chain.changedAt + 1), "environment": environment(of: chain),
      "storefront": .string(market.storefront), "price": .whole(market.thousandths(sale.price)),
      "currency": .string(market.currency),
      "offerIdentifier": sale.offer == .promotional ? .string(Self.promotion) : nil,
      "offerType": .whole(type),
      "offerDiscountType": type.map { _ in sale.offer == .trial ? "FREE_TRIAL" : "PAY_AS_YOU_GO" },
    ]
    return payload.encoded
  }

  private func renewal(of chain: GeneratedChain) -> String {
    let status = chain.renewalStatus
    let product = JSONValue.string(product(chain.sales.last?.item ?? chain.item, in: .apple))
    let isGrace = status?.condition == .gracePeriod
    let payload: JSONValue = [
      "originalTransactionId": .text(chain.root), "productId": product,
      "autoRenewProductId": product, "autoRenewStatus": status?.renews == false ? 0 : 1,
      "expirationIntent": status?.condition == .ended ? intent(status?.reason) : nil,
      "isInBillingRetryPeriod": isGrace || status?.condition == .billingRetry ? true : nil,
      "gracePeriodExpiresDate": isGrace ? .milliseconds(status?.until) : nil,
      "signedDate": .milliseconds(chain.changedAt + 1), "environment": environment(of: chain),
      "appAccountToken": .text(chain.account),
    ]
    return payload.encoded
  }

  /// JWSRenewalInfoDecodedPayload, expirationIntent.
  private func intent(_ reason: GeneratedRenewalStatus.Reason?) -> JSONValue {
    switch reason {
    case .voluntary: 1
    case .billing: 2
    case .priceIncrease: 3
    case .productGone: 4
    default: 5
    }
  }
}
