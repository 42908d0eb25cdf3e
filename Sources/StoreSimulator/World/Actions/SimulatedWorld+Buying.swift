import Basics
import Foundation

extension SimulatedWorld {
  mutating func buy(_ action: SimulatedAction) throws(ActionError) -> String {
    guard let id = action.product else { throw .missing("product, what is bought") }
    let store = action.store ?? .apple
    guard let product = product(id, in: store) else { throw unknownProduct(id, in: store) }
    let account = action.account ?? "ada"
    let sandbox = action.sandbox ?? false
    if let position = continued(product, account, sandbox) {
      try returns(to: position, product, action)
      return purchases[position].id
    }
    let ids = purchaseIDs(in: store, sandbox: sandbox)
    let position = append(
      SimulatedPurchase(
        id: ids.id,
        token: ids.token,
        store: store,
        app: product.app,
        account: account,
        appAccount: action.appAccount ?? (store == .apple ? nil : account),
        isSandbox: sandbox,
        product: id,
        kind: product.kind,
        group: product.group,
        state: .pending,
        beganAt: now,
        changedAt: now,
        autoRenews: product.kind == .subscription,
        pendingOffer: action.offer,
        pendingQuantity: action.quantity ?? 1
      )
    )
    if let name = action.as { places[name] = position }
    if action.pending != true {
      begin(position, action)
    } else if store == .google {
      notify(.started, of: position)
    }
    return ids.id
  }

  /// At Apple all purchases of one group belong to one first purchase.
  private func continued(_ product: SimulatedProduct, _ account: String, _ sandbox: Bool) -> Int? {
    guard product.store == .apple, product.kind == .subscription else { return nil }
    return index.owned[account]?.first { position in
      let had = purchases[position]
      return had.store == .apple && had.isSandbox == sandbox && had.kind == .subscription
        && had.group == product.group && had.app == product.app && had.sharedFrom == nil
        && had.state != .pending && had.state != .declined
    }
  }

  private mutating func returns(
    to position: Int,
    _ product: SimulatedProduct,
    _ action: SimulatedAction
  ) throws(ActionError) {
    if let name = action.as { places[name] = position }
    guard !purchases[position].isRunning else {
      guard purchases[position].product != product.id else {
        throw .impossible("the account has this subscription already")
      }
      let level = self.product(purchases[position].product, in: .apple)?.level ?? 1
      if product.level <= level {
        upgrade(position, to: product, action)
      } else {
        downgrade(position, to: product, action)
      }
      return
    }
    purchases[position].product = product.id
    purchases[position].autoRenews = true
    purchases[position].isBillingBroken = false
    (purchases[position].endReason, purchases[position].endedAt) = (nil, nil)
    (purchases[position].graceEndsAt, purchases[position].retryEndsAt) = (nil, nil)
    (purchases[position].priceChange, purchases[position].nextProduct) = (nil, nil)
    pay(position, product, action)
    notify(.resubscribed, of: position)
  }

  /// The first charge of a purchase.
  mutating func begin(_ position: Int, _ action: SimulatedAction) {
    let purchase = purchases[position]
    guard let product = product(purchase.product, in: purchase.store) else { return }
    var action = action
    action.offer = action.offer ?? purchase.pendingOffer
    action.quantity = action.quantity ?? purchase.pendingQuantity
    purchases[position].beganAt = now
    pay(position, product, action)
    notify(purchase.isSubscription ? .started : .bought, of: position)
  }

  private mutating func pay(_ position: Int, _ product: SimulatedProduct, _ action: SimulatedAction)
  {
    purchases[position].state = .active
    let purchase = purchases[position]
    var (end, price): (Date?, Int64) = (nil, product.price * Int64(action.quantity ?? 1))
    if product.kind.isSubscription {
      let period = product.period ?? .month
      end = acceleration.end(of: period, from: now, for: purchase)
      switch action.offer {
      case .trial:
        end = acceleration.trialEnd(product.trial ?? .week, from: now, for: purchase)
        price = 0
      case .introductory, .promotional, .code, .winBack:
        price = product.introductoryPrice ?? product.price
      case nil: break
      }
    }
    charge(
      position,
      until: end,
      price: price,
      quantity: action.quantity ?? 1,
      offer: action.offer,
      offerID: action.offerID ?? action.offer.map { "\(product.id).\($0.rawValue)" }
    )
  }

  /// An immediate change of plan. Except at Apple it makes a new purchase.
  mutating func upgrade(_ position: Int, to product: SimulatedProduct, _ action: SimulatedAction) {
    guard purchases[position].store == .apple else {
      replace(position, by: product, action, isNow: true)
      return
    }
    if let last = purchases[position].charges.indices.last {
      purchases[position].charges[last].upgradedAt = now
    }
    purchases[position].product = product.id
    purchases[position].nextProduct = nil
    var fresh = action
    fresh.quantity = nil
    pay(position, product, fresh)
    notify(action.offer == nil ? .upgraded : .offerRedeemed, of: position)
  }

  /// A change of plan at the next renewal.
  mutating func downgrade(_ position: Int, to product: SimulatedProduct, _ action: SimulatedAction)
  {
    guard purchases[position].store == .google else {
      purchases[position].nextProduct = product.id
      notify(.downgradeScheduled, of: position)
      return
    }
    replace(position, by: product, action, isNow: false)
  }

  private mutating func replace(
    _ position: Int,
    by product: SimulatedProduct,
    _ action: SimulatedAction,
    isNow: Bool
  ) {
    var fresh = purchases[position]
    let ids = purchaseIDs(in: fresh.store, sandbox: fresh.isSandbox)
    (fresh.id, fresh.token, fresh.replaces) = (ids.id, ids.token, purchases[position].id)
    (fresh.beganAt, fresh.renewals, fresh.isAcknowledged) = (now, 0, false)
    purchases[position].replacedBy = ids.id
    purchases[position].expiresAt = now
    end(position, because: .replaced)
    if isNow {
      (fresh.product, fresh.charges) = (product.id, [])
    } else {
      fresh.nextProduct = product.id
    }
    let next = append(fresh)
    if let name = action.as { places[name] = next }
    if isNow { pay(next, product, action) }
    notify(isNow ? .upgraded : .downgradeScheduled, of: next)
  }
}
