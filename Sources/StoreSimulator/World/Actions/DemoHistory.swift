import Basics
package import Foundation
package import Mint

/// A demo user's purchases in the App Store: those in the receipts that the user's devices sent,
/// and others without a receipt. Depends only on the user.
package struct DemoHistory {
  private let user: DemoUser
  private let now: Date
  /// A stable number for the user.
  private let userNumber: UInt64

  package init(_ user: DemoUser, at now: Date) {
    self.user = user
    self.now = now
    userNumber = IssuedReceipt.checksum(user.id.utf8) >> 32
  }

  /// The products of the demo's apps.
  package static let products: [SimulatedProduct] = DemoShop.apps.flatMap { app in
    app.products.map { product in
      SimulatedProduct(
        id: product.id,
        app: app.bundleID,
        store: .apple,
        kind: kind(product.kind),
        level: product.months == 12 ? 1 : 2,
        period: product.months.map { ISO8601Duration(months: $0) },
        trial: product.months == nil ? nil : .week,
        price: price(product),
        introductoryPrice: product.months == nil ? nil : price(product) / 2
      )
    }
  }

  package var purchases: [SimulatedPurchase] {
    var known: [String: (receipt: MintedReceipt, sale: MintedPurchase)] = [:]
    // Of two receipts of an app the newer one comes last.
    for receipt in user.receipts where !receipt.isTampered {
      for sale in receipt.receipt.purchases { known[sale.transactionID] = (receipt.receipt, sale) }
    }
    return Dictionary(grouping: known.values) { $0.sale.originalTransactionID }
      .sorted { $0.key < $1.key }
      .compactMap { id, entries in
        guard let receipt = entries.map(\.receipt).max(by: { $0.creationDate < $1.creationDate })
        else { return nil }
        return purchase(id, in: receipt, entries.map(\.sale))
      }
  }

  /// The transactions that the apps sent with their receipts, which have no prices: those of a
  /// receipt's last year, signed when the receipt was made.
  package func transactions(signedBy mint: PayloadMint) throws(MintError) -> [String] {
    var receipts: [String: Date] = [:]
    for receipt in user.receipts where !receipt.isTampered {
      for sale in receipt.receipt.purchases {
        receipts[sale.transactionID] = receipt.receipt.creationDate
      }
    }
    var signed: [String] = []
    for purchase in purchases {
      for charge in purchase.charges {
        guard let seenAt = receipts[charge.id],
          seenAt.timeIntervalSince(charge.purchasedAt) < Self.transactionAge
        else { continue }
        let payloads = ApplePayloads(mint: mint, signedAt: seenAt, products: Self.products)
        signed.append(try payloads.signedTransaction(charge, of: purchase))
      }
    }
    return signed
  }

  /// Older sales are only in receipts.
  private static let transactionAge: TimeInterval = 400 * 86_400

  private func purchase(
    _ id: String,
    in receipt: MintedReceipt,
    _ sales: [MintedPurchase]
  ) -> SimulatedPurchase? {
    let sales = sales.sorted {
      ($0.purchaseDate, $0.transactionID) < ($1.purchaseDate, $1.transactionID)
    }
    guard let last = sales.last else { return nil }
    let kind = Self.kind(last.kind)
    var purchase = SimulatedPurchase(
      id: id,
      token: id,
      store: .apple,
      app: receipt.bundleID,
      account: user.id,
      isSandbox: receipt.environment != "Production",
      product: last.productID,
      kind: kind,
      group: "premium",
      state: .active,
      beganAt: sales[0].originalPurchaseDate,
      changedAt: sales.map { max($0.purchaseDate, $0.cancellationDate ?? $0.purchaseDate) }.max()
        ?? last.purchaseDate,
      autoRenews: kind == .subscription,
      isAcknowledged: true
    )
    for (index, sale) in sales.enumerated() {
      purchase.charges.append(charge(sale, isRenewal: index > 0, isLast: index + 1 == sales.count))
    }
    purchase.expiresAt = last.expiresDate
    purchase.renewals = purchase.charges.count { $0.isRenewal }
    if purchase.charges.last?.refundedAt != nil {
      purchase.end(.revoked, because: .revoked, at: last.cancellationDate ?? now)
    } else if purchase.isSubscription {
      continueSubscription(&purchase, seenAt: receipt.creationDate)
    }
    return purchase
  }

  private func charge(_ sale: MintedPurchase, isRenewal: Bool, isLast: Bool) -> SimulatedCharge {
    SimulatedCharge(
      id: sale.transactionID,
      order: Self.order(sale.transactionID),
      lineItem: sale.webOrderLineItemID,
      product: sale.productID,
      quantity: Int(sale.quantity),
      purchasedAt: sale.purchaseDate,
      expiresAt: sale.expiresDate,
      price: sale.isTrial ? 0 : Self.price(of: sale.productID) * sale.quantity,
      offer: sale.isTrial
        ? .trial
        : sale.isIntroOffer == true
          ? .introductory : sale.promotionalOfferID == nil ? nil : .promotional,
      offerID: sale.promotionalOfferID,
      isRenewal: isRenewal,
      // A cancelled sale in a chain that continues was an upgrade.
      refundedAt: isLast ? sale.cancellationDate : nil,
      upgradedAt: isLast ? nil : sale.cancellationDate
    )
  }

  /// Continues a subscription after its last receipt.
  private func continueSubscription(_ purchase: inout SimulatedPurchase, seenAt: Date) {
    guard let end = purchase.expiresAt else { return }
    guard end <= now else {
      // Every fourth has renewal turned off, which no receipt shows.
      if userNumber % 4 == 0 { purchase.autoRenews = false }
      return
    }
    let day: TimeInterval = 86_400
    guard !purchase.isSandbox, now.timeIntervalSince(end) < 59 * day else {
      let isUnpaid = userNumber % 3 == 0 && !purchase.isSandbox
      return purchase.end(.expired, because: isUnpaid ? .billing : .voluntary, at: end)
    }
    switch userNumber % 3 {
    case 0 where seenAt < end: renew(&purchase)
    case 1:
      purchase.isBillingBroken = true
      purchase.state = .retry
      purchase.retryEndsAt = end.addingTimeInterval(60 * day)
    default: purchase.end(.expired, because: .voluntary, at: end)
    }
  }

  /// Adds renewals since the device last sent a receipt.
  private func renew(_ purchase: inout SimulatedPurchase) {
    let period = Self.products.first { $0.id == purchase.product }?.period ?? .month
    while let end = purchase.expiresAt, end <= now, let last = purchase.charges.last,
      let number = Int64(last.id)
    {
      let next = period.end(from: end)
      // Numbers of one account grow by the second, so they are unique.
      let seconds = Int64(end.timeIntervalSince(last.purchasedAt))
      let id = String(number + seconds * 10_000)
      purchase.charges.append(
        SimulatedCharge(
          id: id,
          order: Self.order(id),
          lineItem: last.lineItem + seconds * 10_000,
          product: purchase.product,
          quantity: 1,
          purchasedAt: end,
          expiresAt: next,
          price: Self.price(of: purchase.product),
          isRenewal: true
        )
      )
      purchase.expiresAt = next
      purchase.changedAt = end
      purchase.renewals += 1
    }
  }

  private static func kind(_ kind: MintedPurchase.Kind) -> SimulatedProduct.Kind {
    switch kind {
    case .consumable: .consumable
    case .nonConsumable: .nonConsumable
    case .nonRenewing: .nonRenewing
    case .autoRenewable: .subscription
    }
  }

  private static func price(of id: String) -> Int64 { products.first { $0.id == id }?.price ?? 0 }

  /// Thousandths of a dollar.
  private static func price(_ product: DemoShop.Product) -> Int64 {
    switch product.kind {
    case .autoRenewable: product.months == 12 ? 59_990 : 7_990
    case .nonConsumable: 99_990
    case .consumable, .nonRenewing: 1_990
    }
  }

  /// The order number in Apple's e-mail.
  private static func order(_ transaction: String) -> String {
    var hash = IssuedReceipt.checksum(transaction.utf8)
    let alphabet = Array("BCDFGHJKLMNPQRSTVWXYZ0123456789")
    var number = "M"
    for _ in 0..<9 {
      number.append(alphabet[Int(hash % 31)])
      hash /= 31
    }
    return number
  }
}
