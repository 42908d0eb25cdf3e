import Basics
import Foundation

// What happens by itself: renewals, and what comes in their place.
extension SimulatedWorld {
  mutating func fallDue(_ place: Int) {
    switch purchases[place].state {
    case .active: periodEnds(place)
    case .grace: graceEnds(place)
    case .retry: end(place, because: .billing)
    case .paused: resume(place)
    case .pending, .declined, .expired, .revoked: break
    }
  }

  private mutating func periodEnds(_ place: Int) {
    let purchase = purchases[place]
    if let parent = purchase.sharedFrom.flatMap({ places[$0] }) {
      follow(purchases[parent], place)
      return
    }
    guard purchase.autoRenews, purchase.kind == .subscription else {
      end(place, because: purchase.kind == .prepaid ? .lapsed : purchase.endReason ?? .voluntary)
      return
    }
    if let last = acceleration.lastRenewal(for: purchase), purchase.renewals >= last {
      purchases[place].autoRenews = false
      end(place, because: .voluntary)
    } else if let change = purchase.priceChange, change.answer != .agreed {
      end(place, because: .price)
    } else if let months = purchase.pauseMonths {
      pause(place, months: months)
    } else if purchase.isBillingBroken {
      failBilling(place)
    } else {
      renew(place, from: purchase.expiresAt ?? now)
      tell(.renewed, of: place)
    }
  }

  /// A family member's rights stand and fall with those of whoever pays; renewals came already.
  private mutating func follow(_ payer: SimulatedPurchase, _ place: Int) {
    guard payer.isRunning else {
      end(place, because: payer.endReason ?? .voluntary)
      return
    }
    purchases[place].state = payer.state
    (purchases[place].graceEndsAt, purchases[place].retryEndsAt) =
      (payer.graceEndsAt, payer.retryEndsAt)
    // One that runs again although nothing was charged was extended.
    purchases[place].expiresAt = payer.state == .active ? payer.expiresAt : now
    if payer.state != .active {
      tell(payer.state == .grace ? .failedWithGrace : .failed, of: place)
    }
  }

  /// The charge of a further period, of the product that is due next.
  mutating func renew(_ place: Int, from start: Date) {
    var purchase = purchases[place]
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
    purchases[place] = purchase
    let price = self.product(purchase.product, in: purchase.store)?.price ?? product.price
    charge(
      place,
      until: acceleration.end(of: product.period ?? .month, from: start, for: purchase),
      price: price,
      isRenewal: true
    )
  }

  /// Writes a charge down, and what it pays for.
  mutating func charge(
    _ place: Int,
    until end: Date?,
    price: Int64,
    quantity: Int = 1,
    offer: SimulatedCharge.Offer? = nil,
    offerID: String? = nil,
    isRenewal: Bool = false
  ) {
    let purchase = purchases[place]
    let isFirstOfApple = purchase.store == .apple && purchase.charges.isEmpty
    let id = isFirstOfApple ? purchase.id : chargeID(for: purchase, isRenewal: isRenewal)
    let order = orderNumber(for: purchase.store, charge: id)
    let isShared = purchase.sharedFrom != nil
    purchases[place].charges.append(
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
    purchases[place].expiresAt = end
    places[id] = place
    // What a family has is looked up by its payer's order.
    if places[order] == nil { places[order] = place }
    guard isRenewal else { return }
    for child in family(of: purchase) where purchases[child].isRunning {
      purchases[child].state = .active
      purchases[child].product = purchase.product
      purchases[child].renewals += 1
      charge(child, until: end, price: 0, isRenewal: true)
      tell(.renewed, of: child)
    }
  }

  private mutating func failBilling(_ place: Int) {
    let purchase = purchases[place]
    let period = product(purchase.product, in: purchase.store)?.period ?? .month
    let since = purchase.expiresAt ?? now
    let grace = acceleration.grace(for: purchase, period: period)
    purchases[place].retryEndsAt = since.addingTimeInterval(
      acceleration.retry(for: purchase, period: period)
    )
    if grace > 0 {
      purchases[place].state = .grace
      purchases[place].graceEndsAt = since.addingTimeInterval(grace)
      tell(.failedWithGrace, of: place)
    } else {
      purchases[place].state = .retry
      tell(.failed, of: place)
    }
  }

  private mutating func graceEnds(_ place: Int) {
    guard let retryEndsAt = purchases[place].retryEndsAt, retryEndsAt > now else {
      end(place, because: .billing)
      return
    }
    purchases[place].state = .retry
    tell(.graceEnded, of: place)
  }

  private mutating func pause(_ place: Int, months: Int) {
    purchases[place].state = .paused
    purchases[place].pauseMonths = nil
    purchases[place].resumesAt = acceleration.end(
      of: ISO8601Duration(months: months),
      from: now,
      for: purchases[place]
    )
    tell(.paused, of: place)
  }

  /// The end of a pause: a new period begins, if its money comes.
  mutating func resume(_ place: Int) {
    if purchases[place].isBillingBroken {
      purchases[place].state = .retry
      purchases[place].resumesAt = nil
      let period = product(purchases[place].product, in: purchases[place].store)?.period ?? .month
      purchases[place].retryEndsAt = now.addingTimeInterval(
        acceleration.retry(for: purchases[place], period: period)
      )
      tell(.failed, of: place)
    } else {
      renew(place, from: now)
      tell(.resumed, of: place)
    }
  }

  mutating func end(_ place: Int, because reason: SimulatedPurchase.EndReason) {
    purchases[place].state = .expired
    purchases[place].endReason = reason
    purchases[place].endedAt = now
    purchases[place].autoRenews = reason == .billing ? purchases[place].autoRenews : false
    tell(.expired, of: place)
    for child in family(of: purchases[place]) where purchases[child].isRunning {
      guard purchases[child].due ?? now <= now else { continue }
      end(child, because: reason)
    }
  }
}
