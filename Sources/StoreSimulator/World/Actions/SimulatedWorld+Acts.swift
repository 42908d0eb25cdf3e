import Basics
import Foundation

extension SimulatedWorld {
  /// Does what somebody does, now. Answers the identifier of the purchase that it was done to.
  @discardableResult
  package mutating func act(_ act: SimulatedAct) throws(ActRefused) -> String? {
    switch act.act {
    case .buy: return try buy(act)
    case .advance:
      guard let text = act.by, let seconds = ISO8601Duration(text)?.timeInterval else {
        throw .missing("by, a length of time such as P3D or PT90M")
      }
      advance(to: now.addingTimeInterval(seconds))
      return nil
    case .test:
      return tellTest(
        store: act.store ?? .apple,
        app: products.first?.app ?? SimulatedShop.app,
        sandbox: act.sandbox ?? false
      )
    default:
      let place = try place(of: act)
      switch act.act {
      case .renew, .failBilling, .fixBilling, .cancel, .resume, .pause: try bill(act, place)
      case .upgrade, .downgrade, .price, .approve, .decline: try choose(act, place)
      default: try support(act, place)
      }
      return purchases[place].id
    }
  }

  private func place(of act: SimulatedAct) throws(ActRefused) -> Int {
    guard let id = act.of else { throw .missing("of, an identifier of a purchase") }
    guard let place = places[id] else { throw .unknownPurchase(id) }
    return place
  }

  func running(_ place: Int, _ what: String) throws(ActRefused) {
    guard purchases[place].isRunning else {
      throw .impossible("the purchase is \(purchases[place].state.rawValue), so there is \(what)")
    }
  }

  /// Billing, and whether there is to be any.
  private mutating func bill(_ act: SimulatedAct, _ place: Int) throws(ActRefused) {
    try running(place, "nothing to renew")
    switch act.act {
    case .renew:
      guard purchases[place].kind == .subscription else { throw .impossible("it does not renew") }
      renew(place, from: max(now, purchases[place].expiresAt ?? now))
      tell(.renewed, of: place)
    case .failBilling: purchases[place].isBillingBroken = true
    case .fixBilling: fixBilling(place)
    case .cancel:
      purchases[place].autoRenews = false
      purchases[place].endReason = .voluntary
      purchases[place].endedAt = now
      tell(.renewalOff, of: place)
      // Nobody has rights without having paid or being about to.
      if purchases[place].state != .active { end(place, because: .voluntary) }
    case .pause:
      guard purchases[place].store == .google else { throw .impossible("only Google pauses") }
      purchases[place].pauseMonths = act.months ?? 1
      tell(.pauseScheduled, of: place)
    default:
      if purchases[place].state == .paused {
        resume(place)
      } else if purchases[place].pauseMonths != nil {
        purchases[place].pauseMonths = nil
        tell(.pauseScheduled, of: place)
      } else {
        purchases[place].autoRenews = true
        (purchases[place].endReason, purchases[place].endedAt) = (nil, nil)
        tell(.renewalOn, of: place)
      }
    }
  }

  private mutating func fixBilling(_ place: Int) {
    purchases[place].isBillingBroken = false
    switch purchases[place].state {
    // The days of a billing period stay as they were.
    case .grace:
      renew(place, from: purchases[place].expiresAt ?? now)
      tell(.recovered, of: place)
    case .retry:
      renew(place, from: now)
      tell(.recoveredLate, of: place)
    default: break
    }
  }

  /// What a buyer chooses.
  private mutating func choose(_ act: SimulatedAct, _ place: Int) throws(ActRefused) {
    switch act.act {
    case .upgrade, .downgrade:
      guard let id = act.product else { throw .missing("product, what to change to") }
      guard let product = product(id, in: purchases[place].store) else {
        throw .unknownProduct(id)
      }
      try running(place, "nothing to change")
      if act.act == .upgrade {
        upgrade(place, to: product, act)
      } else {
        downgrade(place, to: product, act)
      }
    case .price:
      guard let price = act.amount else { throw .missing("amount, the new price in thousandths") }
      try running(place, "no price to change")
      purchases[place].priceChange = .init(price: Int64(price), askedAt: now, answer: .none)
      tell(.priceAsked, of: place)
    case .approve where purchases[place].state == .pending: begin(place, act)
    case .decline where purchases[place].state == .pending:
      purchases[place].state = .declined
      tell(.pendingCancelled, of: place)
    case .approve, .decline:
      guard purchases[place].priceChange != nil else {
        throw .impossible("nobody waits for an answer")
      }
      purchases[place].priceChange?.answer = act.act == .approve ? .agreed : .refused
      if act.act == .approve {
        tell(.priceAgreed, of: place)
      } else {
        purchases[place].autoRenews = false
        purchases[place].endReason = .price
        tell(.renewalOff, of: place)
      }
    default: break
    }
  }
}
