import Basics
import Foundation
import Mint

/// Apple's signed payloads (App Store Server API, JWSTransactionDecodedPayload and others).
struct ApplePayloads {
  let mint: PayloadMint
  let signedAt: Date
  let products: [SimulatedProduct]

  /// 1 active, 2 expired, 3 billing retry, 4 grace period, 5 revoked.
  static func status(of purchase: SimulatedPurchase) -> Int64 {
    switch purchase.state {
    case .active, .paused, .pending: 1
    case .expired, .declined: 2
    case .retry: 3
    case .grace: 4
    case .revoked: 5
    }
  }

  func product(_ id: String) -> SimulatedProduct? {
    products.first { $0.id == id && $0.store == .apple }
  }

  func signedTransaction(
    _ charge: SimulatedCharge,
    of purchase: SimulatedPurchase
  ) throws(MintError) -> String {
    try mint.sign(transaction(charge, of: purchase).string)
  }

  func signedRenewal(of purchase: SimulatedPurchase) throws(MintError) -> String? {
    guard purchase.kind == .subscription else { return nil }
    return try mint.sign(renewal(of: purchase).string)
  }

  /// The app's download by the buyer of these purchases, of which there is at least one.
  func signedAppTransaction(of purchases: [SimulatedPurchase]) throws(MintError) -> String? {
    guard let first = purchases.min(by: { $0.beganAt < $1.beganAt }) else { return nil }
    let body: JSON = [
      "receiptType": .text(Self.environment(first.isSandbox)),
      "appAppleId": first.isSandbox ? nil : .number(SimulatedShop.appleID),
      "bundleId": .text(first.app),
      "applicationVersion": "7",
      "versionExternalIdentifier": first.isSandbox ? nil : 870_000_007,
      "receiptCreationDate": .milliseconds(signedAt),
      // The app was downloaded by the time of the first purchase.
      "originalPurchaseDate": .milliseconds(first.beganAt),
      "originalApplicationVersion": "1",
      "appTransactionId": .text("7\(Self.account(first))"),
      "originalPlatform": "iOS",
    ]
    return try mint.sign(body.string)
  }

  func transaction(_ charge: SimulatedCharge, of purchase: SimulatedPurchase) -> JSON {
    let isSubscription = purchase.kind == .subscription
    let isShared = purchase.sharedFrom != nil
    let body: JSON = [
      "transactionId": .text(charge.id),
      "originalTransactionId": .text(purchase.id),
      "webOrderLineItemId": isSubscription ? .text(String(charge.lineItem)) : nil,
      "bundleId": .text(purchase.app),
      "productId": .text(charge.product),
      "subscriptionGroupIdentifier": isSubscription ? .text(Self.group(purchase)) : nil,
      "purchaseDate": .milliseconds(charge.purchasedAt),
      "originalPurchaseDate": .milliseconds(purchase.beganAt),
      "expiresDate": .milliseconds(charge.expiresAt),
      "quantity": .number(Int64(charge.quantity)),
      "type": .text(Self.type(purchase.kind)),
      "appAccountToken": .of(purchase.appAccount?.lowercased()),
      "inAppOwnershipType": .text(isShared ? "FAMILY_SHARED" : "PURCHASED"),
      "signedDate": .milliseconds(signedAt),
      "environment": .text(Self.environment(purchase.isSandbox)),
      "transactionReason": .text(charge.isRenewal ? "RENEWAL" : "PURCHASE"),
      "storefront": "USA",
      "storefrontId": "143441",
      "price": isShared ? nil : .number(charge.price),
      "currency": .of(product(charge.product)?.currency),
      "appTransactionId": .text("7\(Self.account(purchase))"),
    ]
    return body.with(revocation(charge)).with(offer(charge))
  }

  private func revocation(_ charge: SimulatedCharge) -> JSON? {
    if charge.upgradedAt != nil, charge.refundedAt == nil { return ["isUpgraded": true] }
    guard let at = charge.refundedAt ?? charge.revokedAt else { return nil }
    let percent = charge.refundedPercent
    let type =
      charge.refundedAt == nil
      ? "FAMILY_REVOKE" : percent.map { $0 < 100 } == true ? "REFUND_PRORATED" : "REFUND_FULL"
    return [
      "revocationDate": .milliseconds(at),
      "revocationReason": charge.isRefundForFault ? 1 : 0,
      "revocationType": .text(type),
      "revocationPercentage": percent.map { .number(Int64($0) * 1_000) },
    ]
  }

  private func offer(_ charge: SimulatedCharge) -> JSON? {
    guard let offer = charge.offer else { return nil }
    let (type, isNamed): (Int64, Bool) =
      switch offer {
      case .trial, .introductory: (1, false)
      case .promotional: (2, true)
      case .code: (3, true)
      case .winBack: (4, true)
      }
    return [
      "offerType": .number(type),
      "offerIdentifier": isNamed ? .of(charge.offerID) : nil,
      "offerDiscountType": .text(offer == .trial ? "FREE_TRIAL" : "PAY_AS_YOU_GO"),
      "offerPeriod": .of(
        (offer == .trial ? product(charge.product)?.trial : product(charge.product)?.period)?.text
      ),
    ]
  }

  func renewal(of purchase: SimulatedPurchase) -> JSON {
    let next = product(purchase.nextProduct ?? purchase.product)
    let isOver = purchase.state == .expired || purchase.state == .revoked
    let isTrying = purchase.state == .grace || purchase.state == .retry
    let intent = isOver ? Self.intent(purchase.endReason) : isTrying ? 2 : nil
    return [
      "originalTransactionId": .text(purchase.id),
      "productId": .text(purchase.product),
      "autoRenewProductId": .text(purchase.nextProduct ?? purchase.product),
      "autoRenewStatus": purchase.autoRenews ? 1 : 0,
      "expirationIntent": .of(intent),
      "isInBillingRetryPeriod": isTrying ? true : isOver ? false : nil,
      "gracePeriodExpiresDate": purchase.state == .grace
        ? .milliseconds(purchase.graceEndsAt) : nil,
      "priceIncreaseStatus": purchase.priceChange.map { $0.answer == .agreed ? 1 : 0 },
      "recentSubscriptionStartDate": .milliseconds(purchase.beganAt),
      "renewalDate": purchase.autoRenews ? .milliseconds(purchase.expiresAt) : nil,
      "renewalPrice": purchase.autoRenews
        ? .of(purchase.priceChange.map(\.price) ?? next?.price) : nil,
      "currency": .of(next?.currency),
      "appAccountToken": .of(purchase.appAccount?.lowercased()),
      "appTransactionId": .text("7\(Self.account(purchase))"),
      "signedDate": .milliseconds(signedAt),
      "environment": .text(Self.environment(purchase.isSandbox)),
    ]
  }

  /// JWSRenewalInfoDecodedPayload, expirationIntent.
  static func intent(_ reason: SimulatedPurchase.EndReason?) -> Int64 {
    switch reason {
    case .voluntary: 1
    case .billing: 2
    case .price: 3
    default: 5
    }
  }

  static func environment(_ isSandbox: Bool) -> String { isSandbox ? "Sandbox" : "Production" }

  /// Groups are numbered, as in App Store Connect.
  static func group(_ purchase: SimulatedPurchase) -> String {
    number(purchase.group, in: 20_000_000)
  }

  private static func account(_ purchase: SimulatedPurchase) -> String {
    number(purchase.account + purchase.app, in: 1_000_000_000_000)
  }

  /// A stable number for a name (FNV-1a).
  private static func number(_ name: String, in range: UInt64) -> String {
    let hash = name.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) {
      ($0 ^ UInt64($1)) &* 0x100_0000_01B3
    }
    return String(range + hash % range)
  }

  private static func type(_ kind: SimulatedProduct.Kind) -> String {
    switch kind {
    case .consumable: "Consumable"
    case .nonConsumable: "Non-Consumable"
    case .nonRenewing, .prepaid: "Non-Renewing Subscription"
    case .subscription: "Auto-Renewable Subscription"
    }
  }
}
