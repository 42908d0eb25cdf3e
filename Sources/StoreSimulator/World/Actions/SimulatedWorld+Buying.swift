import Basics
import Foundation

extension SimulatedWorld {
  mutating func buy(_ act: SimulatedAct) throws(ActRefused) -> String {
    guard let id = act.product else { throw .missing("product, what is bought") }
    let store = act.store ?? .apple
    guard let product = product(id, in: store) else { throw .unknownProduct(id) }
    let account = act.account ?? "ada"
    let sandbox = act.sandbox ?? false
    if let place = continued(product, account, sandbox) {
      try returns(to: place, product, act)
      return purchases[place].id
    }
    let ids = purchaseIDs(in: store, sandbox: sandbox)
    let place = append(
      SimulatedPurchase(
        id: ids.id,
        token: ids.token,
        store: store,
        app: product.app,
        account: account,
        appAccount: act.appAccount ?? (store == .apple ? nil : account),
        isSandbox: sandbox,
        product: id,
        kind: product.kind,
        group: product.group,
        state: .pending,
        beganAt: now,
        changedAt: now,
        autoRenews: product.kind == .subscription,
        pendingOffer: act.offer,
        pendingQuantity: act.quantity ?? 1
      )
    )
    if let name = act.as { places[name] = place }
    if act.pending != true {
      begin(place, act)
    } else if store == .google {
      tell(.started, of: place)
    }
    return ids.id
  }

  /// At Apple all that somebody has of one group hangs on one first purchase.
  private func continued(
    _ product: SimulatedProduct,
    _ account: String,
    _ sandbox: Bool
  ) -> Int? {
    guard product.store == .apple, product.kind == .subscription else { return nil }
    return index.owned[account]?.first { place in
      let had = purchases[place]
      return had.store == .apple && had.isSandbox == sandbox && had.kind == .subscription
        && had.group == product.group && had.app == product.app && had.sharedFrom == nil
        && had.state != .pending && had.state != .declined
    }
  }

  private mutating func returns(
    to place: Int,
    _ product: SimulatedProduct,
    _ act: SimulatedAct
  ) throws(ActRefused) {
    if let name = act.as { places[name] = place }
    guard !purchases[place].isRunning else {
      guard purchases[place].product != product.id else {
        throw .impossible("the account has this subscription already")
      }
      let level = self.product(purchases[place].product, in: .apple)?.level ?? 1
      if product.level <= level {
        upgrade(place, to: product, act)
      } else {
        downgrade(place, to: product, act)
      }
      return
    }
    purchases[place].product = product.id
    purchases[place].autoRenews = true
    purchases[place].isBillingBroken = false
    (purchases[place].endReason, purchases[place].endedAt) = (nil, nil)
    (purchases[place].graceEndsAt, purchases[place].retryEndsAt) = (nil, nil)
    (purchases[place].priceChange, purchases[place].nextProduct) = (nil, nil)
    pay(place, product, act)
    tell(.resubscribed, of: place)
  }

  /// The first charge of a purchase.
  mutating func begin(_ place: Int, _ act: SimulatedAct) {
    let purchase = purchases[place]
    guard let product = product(purchase.product, in: purchase.store) else { return }
    var act = act
    act.offer = act.offer ?? purchase.pendingOffer
    act.quantity = act.quantity ?? purchase.pendingQuantity
    purchases[place].beganAt = now
    pay(place, product, act)
    tell(purchase.isSubscription ? .started : .bought, of: place)
  }

  private mutating func pay(_ place: Int, _ product: SimulatedProduct, _ act: SimulatedAct) {
    purchases[place].state = .active
    let purchase = purchases[place]
    var (end, price): (Date?, Int64) = (nil, product.price * Int64(act.quantity ?? 1))
    if product.kind.isSubscription {
      let period = product.period ?? .month
      end = acceleration.end(of: period, from: now, for: purchase)
      switch act.offer {
      case .trial:
        end = acceleration.trialEnd(product.trial ?? .week, from: now, for: purchase)
        price = 0
      case .introductory, .promotional, .code, .winBack:
        price = product.introductoryPrice ?? product.price
      case nil: break
      }
    }
    charge(
      place,
      until: end,
      price: price,
      quantity: act.quantity ?? 1,
      offer: act.offer,
      offerID: act.offerID ?? act.offer.map { "\(product.id).\($0.rawValue)" }
    )
  }

  /// A change that counts at once. Elsewhere than at Apple it makes a new purchase.
  mutating func upgrade(_ place: Int, to product: SimulatedProduct, _ act: SimulatedAct) {
    guard purchases[place].store == .apple else {
      replace(place, by: product, act, isNow: true)
      return
    }
    if let last = purchases[place].charges.indices.last {
      purchases[place].charges[last].upgradedAt = now
    }
    purchases[place].product = product.id
    purchases[place].nextProduct = nil
    var fresh = act
    fresh.quantity = nil
    pay(place, product, fresh)
    tell(act.offer == nil ? .upgraded : .offerRedeemed, of: place)
  }

  /// A change that counts from the next renewal on.
  mutating func downgrade(_ place: Int, to product: SimulatedProduct, _ act: SimulatedAct) {
    guard purchases[place].store == .google else {
      purchases[place].nextProduct = product.id
      tell(.downgradeScheduled, of: place)
      return
    }
    replace(place, by: product, act, isNow: false)
  }

  private mutating func replace(
    _ place: Int,
    by product: SimulatedProduct,
    _ act: SimulatedAct,
    isNow: Bool
  ) {
    var fresh = purchases[place]
    let ids = purchaseIDs(in: fresh.store, sandbox: fresh.isSandbox)
    (fresh.id, fresh.token, fresh.replaces) = (ids.id, ids.token, purchases[place].id)
    (fresh.beganAt, fresh.renewals, fresh.isAcknowledged) = (now, 0, false)
    purchases[place].replacedBy = ids.id
    purchases[place].expiresAt = now
    end(place, because: .replaced)
    if isNow {
      (fresh.product, fresh.charges) = (product.id, [])
    } else {
      fresh.nextProduct = product.id
    }
    let next = append(fresh)
    if let name = act.as { places[name] = next }
    if isNow { pay(next, product, act) }
    tell(isNow ? .upgraded : .downgradeScheduled, of: next)
  }
}
