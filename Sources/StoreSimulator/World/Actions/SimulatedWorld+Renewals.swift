import Basics
import Foundation

// Automatic events: renewals, and what replaces them.
extension SimulatedWorld {
  mutating func processDue(_ position: Int) {
    switch purchases[position].state {
    case .active: periodEnds(position)
    case .grace: graceEnds(position)
    case .retry: end(position, because: .billing)
    case .paused: resume(position)
    case .pending, .declined, .expired, .revoked: break
    }
  }

  private mutating func periodEnds(_ position: Int) {
    let purchase = purchases[position]
    if let parent = purchase.sharedFrom.flatMap({ places[$0] }) {
      follow(purchases[parent], position)
      return
    }
    guard purchase.autoRenews, purchase.kind == .subscription else {
      end(position, because: purchase.kind == .prepaid ? .lapsed : purchase.endReason ?? .voluntary)
      return
    }
    if let last = acceleration.lastRenewal(for: purchase), purchase.renewals >= last {
      purchases[position].autoRenews = false
      end(position, because: .voluntary)
    } else if let change = purchase.priceChange, change.answer != .agreed {
      end(position, because: .price)
    } else if let months = purchase.pauseMonths {
      pause(position, months: months)
    } else if purchase.isBillingBroken {
      failBilling(position)
    } else {
      renew(position, from: purchase.expiresAt ?? now)
      notify(.renewed, of: position)
    }
  }

  /// A family member's access follows the payer's; renewals were already copied.
  private mutating func follow(_ payer: SimulatedPurchase, _ position: Int) {
    guard payer.isRunning else {
      end(position, because: payer.endReason ?? .voluntary)
      return
    }
    purchases[position].state = payer.state
    (purchases[position].graceEndsAt, purchases[position].retryEndsAt) =
      (payer.graceEndsAt, payer.retryEndsAt)
    // If it runs again without a charge, it was extended.
    purchases[position].expiresAt = payer.state == .active ? payer.expiresAt : now
    if payer.state != .active {
      notify(payer.state == .grace ? .failedWithGrace : .failed, of: position)
    }
  }

  /// Charges for the next period, of the product that is due next.
  mutating func renew(_ position: Int, from start: Date) {
    var purchase = purchases[position]
    if let next = purchase.nextProduct {
      purchase.product = next
      purchase.nextProduct = nil
    }
    guard let product = product(purchase.product, in: purchase.store) else { return }
    if purchase.priceChange?.answer == .agreed, let price = purchase.priceChange?.price,
      let index = products.firstIndex(of: product)
    {
      products[index].price = price
      purchase.priceChange = nil
    }
    purchase.renewals += 1
    purchase.state = .active
    (purchase.graceEndsAt, purchase.retryEndsAt, purchase.resumesAt) = (nil, nil, nil)
    (purchase.endReason, purchase.endedAt) = (nil, nil)
    purchases[position] = purchase
    let price = self.product(purchase.product, in: purchase.store)?.price ?? product.price
    charge(
      position,
      until: acceleration.end(of: product.period ?? .month, from: start, for: purchase),
      price: price,
      isRenewal: true
    )
  }

  /// Records a charge, and the period that it pays for.
  mutating func charge(
    _ position: Int,
    until end: Date?,
    price: Int64,
    quantity: Int = 1,
    offer: SimulatedCharge.Offer? = nil,
    offerID: String? = nil,
    isRenewal: Bool = false
  ) {
    let purchase = purchases[position]
    let isFirstOfApple = purchase.store == .apple && purchase.charges.isEmpty
    let id = isFirstOfApple ? purchase.id : chargeID(for: purchase, isRenewal: isRenewal)
    let order = orderNumber(for: purchase.store, charge: id)
    let isShared = purchase.sharedFrom != nil
    purchases[position].charges.append(
      SimulatedCharge(
        id: id,
        order: order,
        lineItem: Int64(number(below: 9_000_000_000)) + 1_000_000_000,
        product: purchase.product,
        quantity: quantity,
        purchasedAt: now,
        expiresAt: end,
        price: isShared ? 0 : price,
        offer: offer,
        offerID: offerID,
        isRenewal: isRenewal
      )
    )
    purchases[position].expiresAt = end
    places[id] = position
    // A family's purchases are looked up by the payer's order.
    if places[order] == nil { places[order] = position }
    guard isRenewal else { return }
    for child in family(of: purchase) where purchases[child].isRunning {
      purchases[child].state = .active
      purchases[child].product = purchase.product
      purchases[child].renewals += 1
      charge(child, until: end, price: 0, isRenewal: true)
      notify(.renewed, of: child)
    }
  }

  private func period(of purchase: SimulatedPurchase) -> ISO8601Duration {
    product(purchase.product, in: purchase.store)?.period ?? .month
  }

  private mutating func failBilling(_ position: Int) {
    let purchase = purchases[position]
    let period = period(of: purchase)
    let since = purchase.expiresAt ?? now
    let grace = acceleration.grace(for: purchase, period: period)
    purchases[position].retryEndsAt = since.addingTimeInterval(
      acceleration.retry(for: purchase, period: period)
    )
    if grace > 0 {
      purchases[position].state = .grace
      purchases[position].graceEndsAt = since.addingTimeInterval(grace)
      notify(.failedWithGrace, of: position)
    } else {
      purchases[position].state = .retry
      notify(.failed, of: position)
    }
  }

  private mutating func graceEnds(_ position: Int) {
    guard let retryEndsAt = purchases[position].retryEndsAt, retryEndsAt > now else {
      end(position, because: .billing)
      return
    }
    purchases[position].state = .retry
    notify(.graceEnded, of: position)
  }

  private mutating func pause(_ position: Int, months: Int) {
    purchases[position].state = .paused
    purchases[position].pauseMonths = nil
    purchases[position].resumesAt = acceleration.end(
      of: ISO8601Duration(months: months),
      from: now,
      for: purchases[position]
    )
    notify(.paused, of: position)
  }

  /// Ends a pause: a new period begins if the payment succeeds.
  mutating func resume(_ position: Int) {
    if purchases[position].isBillingBroken {
      let retry = acceleration.retry(
        for: purchases[position],
        period: period(of: purchases[position])
      )
      purchases[position].state = .retry
      purchases[position].resumesAt = nil
      purchases[position].retryEndsAt = now.addingTimeInterval(retry)
      notify(.failed, of: position)
    } else {
      renew(position, from: now)
      notify(.resumed, of: position)
    }
  }

  mutating func end(_ position: Int, because reason: SimulatedPurchase.EndReason) {
    let autoRenews = reason == .billing && purchases[position].autoRenews
    purchases[position].end(.expired, because: reason, at: now)
    purchases[position].autoRenews = autoRenews
    notify(.expired, of: position)
    for child in family(of: purchases[position]) where purchases[child].isRunning {
      guard purchases[child].due ?? now <= now else { continue }
      end(child, because: reason)
    }
  }
}
