internal import Crypto
package import Entitlements
package import Foundation
package import Receipts

/// Turns Apple's app receipts into what the ledger files: the one place where the store's words
/// (in-app purchase, transaction) become ours (order, subscription).
package enum AppReceiptFiling {
  /// The filing of an examined receipt: with its sales when it is genuine, and without any effect
  /// when it is not.
  ///
  /// A claim without a user leaves the sales with whoever owns one of them already, or with a new
  /// user named after the first of them.
  package static func filing(
    of examination: ReceiptExamination,
    _ claim: PresentedReceipt,
    at now: Date
  ) -> Filing {
    let id = documentID(of: claim.receipt)
    let receipt = examination.trail.receipt
    var document = Document(
      id: id,
      store: .apple,
      kind: ReceiptKind.appReceipt.rawValue,
      environment: receipt?.environmentKind.map(environment),
      app: receipt?.bundleID,
      bytes: claim.receipt,
      verdict: .genuine,
      receivedAt: now,
      statedAt: receipt?.createdAt,
      purchases: receipt?.inAppPurchases.count ?? 0,
      user: nil
    )
    var orders: [Order] = []
    switch examination.verdict {
    case .rejected(let rejection): document.verdict = verdict(rejection)
    case .genuine(let receipt): orders = self.orders(of: receipt, evidence: id)
    }
    return Filing(
      document: document,
      attribution: attribution(to: claim.user, orders),
      facts: Facts(orders: orders),
      userName: claim.name,
      userEmail: claim.email
    )
  }

  /// A document's ID: the SHA-256 of its bytes.
  package static func documentID(of bytes: [UInt8]) -> ID<Document> {
    let digits = Array("0123456789abcdef".utf8)
    let letters = SHA256.hash(data: bytes).flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
    return ID(String(decoding: letters, as: UTF8.self))
  }

  package static func verdict(_ rejection: Rejection) -> Document.Verdict {
    .rejected(code: rejection.code, at: rejection.place, detail: rejection.detail)
  }

  package static func environment(_ kind: StoreEnvironment) -> Environment {
    switch kind {
    case .production: .production
    case .sandbox: .sandbox
    case .xcode: .xcode
    }
  }

  private static func attribution(to user: ID<User>?, _ orders: [Order]) -> Filing.Attribution {
    if let user { return .user(user) }
    guard
      let first = orders.min(by: {
        ($0.originalPurchasedAt, $0.id) < ($1.originalPurchasedAt, $1.id)
      })
    else { return .nobody }
    let scope = first.environment == .xcode ? "\(first.app)-" : ""
    return .owner(orElse: ID("anonymous-\(scope)\(first.originalTransactionID)"))
  }

  private static func orders(of receipt: Verified<Receipt>, evidence: ID<Document>) -> [Order] {
    guard let createdAt = receipt.createdAt, let app = receipt.bundleID,
      let kind = receipt.payload.environmentKind
    else { return [] }
    return receipt.inAppPurchases.compactMap {
      order($0, app: app, environment: environment(kind), evidence: evidence, at: createdAt)
    }
  }

  private static func order(
    _ purchase: InAppPurchase,
    app: String,
    environment: Environment,
    evidence: ID<Document>,
    at createdAt: Date
  ) -> Order? {
    guard let transactionID = purchase.transactionID, let productID = purchase.productID,
      let purchasedAt = purchase.purchasedAt
    else { return nil }
    return Order(
      store: .apple,
      environment: environment,
      app: app,
      transactionID: transactionID,
      // Xcode leaves both out; a first sale is the root of its own chain.
      originalTransactionID: purchase.originalTransactionID ?? transactionID,
      webOrderLineItemID: purchase.webOrderLineItemID,
      productID: productID,
      kind: productKind(purchase),
      quantity: purchase.quantity ?? 1,
      purchasedAt: purchasedAt,
      originalPurchasedAt: purchase.originalPurchasedAt ?? purchasedAt,
      expiresAt: purchase.expiresAt,
      cancelledAt: purchase.cancelledAt,
      offer: offer(purchase),
      testimony: Testimony(evidence, at: createdAt)
    )
  }

  /// Old receipts and Xcode's do not say; what has an end renews.
  private static func productKind(_ purchase: InAppPurchase) -> ProductKind {
    switch purchase.productType {
    case .consumable: .consumable
    case .nonConsumable: .nonConsumable
    case .nonRenewingSubscription: .nonRenewing
    case .autoRenewableSubscription: .autoRenewable
    case nil: purchase.expiresAt == nil ? .unknown : .autoRenewable
    }
  }

  private static func offer(_ purchase: InAppPurchase) -> Order.Offer? {
    if let promotion = purchase.promotionalOfferID { return .promotional(promotion) }
    if purchase.isTrialPeriod == true { return .trial }
    return purchase.isInIntroOfferPeriod == true ? .introductory : nil
  }
}
