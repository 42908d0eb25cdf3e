import Basics
import Foundation

/// An action in a simulated world, of a buyer, a parent, a bank or a store's support. A flat value,
/// because it is written by hand in scenarios and requests.
package struct SimulatedAction: Codable, Equatable, Sendable {
  package enum Verb: String, Codable, CaseIterable, Sendable {
    case buy, renew, cancel, refund
    case reverseRefund = "reverse-refund"
    case askRefund = "ask-refund"
    case declineRefund = "decline-refund"
    case failBilling = "fail-billing"
    case fixBilling = "fix-billing"
    case upgrade, downgrade, pause, resume, share, revoke, price, approve, decline, consume
    case acknowledge, extend, test, advance
  }

  package var act: Verb
  /// Any identifier of a purchase, or the name that an earlier action gave it with `as`.
  package var of: String?
  /// A name for the new or shared purchase.
  package var `as`: String?
  package var store: SimulatedStore?
  package var account: String?
  /// The app's own ID for the account.
  package var appAccount: String?
  package var product: String?
  package var offer: SimulatedCharge.Offer?
  package var offerID: String?
  /// What is bought; for a refund of several units at Google, how many of them.
  package var quantity: Int?
  package var sandbox: Bool?
  /// Ask to Buy at Apple, cash at Google: nothing is bought until `approve`.
  package var pending: Bool?
  /// For a refund, a percentage; for a price, thousandths of the currency's unit.
  package var amount: Int?
  package var months: Int?
  package var days: Int?
  /// For an advance: `P3D`, `PT1H`, or both.
  package var by: String?
  /// For a refund: because of a problem with the app.
  package var fault: Bool?
  /// For a refund at Google: without revoking access.
  package var keepsRights: Bool?

  package init(_ act: Verb, of: String? = nil) {
    self.act = act
    self.of = of
  }
}

extension SimulatedAction {
  /// For an advance.
  func duration() throws(ActionError) -> TimeInterval {
    guard let seconds = by.flatMap(ISO8601Duration.init)?.timeInterval else {
      throw .missing("by, a length of time such as P3D or PT90M")
    }
    return seconds
  }
}

/// Why an action is not possible.
package enum ActionError: Error, Equatable, Sendable, CustomStringConvertible {
  case missing(String)
  case unknownPurchase(String)
  /// A product that a store does not sell, and what it sells.
  case unknownProduct(String, sold: [String])
  case unknownCharge(String)
  case impossible(String)

  package var description: String {
    switch self {
    case .missing(let what): "The action needs \(what)."
    case .unknownPurchase(let id):
      "There is no purchase \(id). Give any of its identifiers, or the name that an action gave it."
    case .unknownProduct(let id, let products):
      "The simulated store has no product \(id). It has: \(products.joined(separator: ", "))."
    case .unknownCharge(let id): "There is no charge \(id)."
    case .impossible(let why): "Not possible: \(why)."
    }
  }
}

extension SimulatedWorld {
  /// Performs an action now. Returns the identifier of the purchase it applies to.
  @discardableResult
  package mutating func perform(_ action: SimulatedAction) throws(ActionError) -> String? {
    switch action.act {
    case .buy: return try buy(action)
    case .advance:
      advance(to: now.addingTimeInterval(try action.duration()))
      return nil
    case .test:
      return sendTest(
        store: action.store ?? .apple,
        app: products.first?.app ?? SimulatedShop.app,
        sandbox: action.sandbox ?? false
      )
    default:
      let position = try position(of: action)
      switch action.act {
      case .renew, .failBilling, .fixBilling, .cancel, .resume, .pause: try bill(action, position)
      case .upgrade, .downgrade, .price, .approve, .decline: try choose(action, position)
      default: try support(action, position)
      }
      return purchases[position].id
    }
  }

  private func position(of action: SimulatedAction) throws(ActionError) -> Int {
    guard let id = action.of else { throw .missing("of, an identifier of a purchase") }
    guard let position = places[id] else { throw .unknownPurchase(id) }
    return position
  }

  func running(_ position: Int, _ what: String) throws(ActionError) {
    guard purchases[position].isRunning else {
      throw .impossible(
        "the purchase is \(purchases[position].state.rawValue), so there is \(what)"
      )
    }
  }

  /// Actions on billing and renewal.
  private mutating func bill(_ action: SimulatedAction, _ position: Int) throws(ActionError) {
    try running(position, "nothing to renew")
    switch action.act {
    case .renew:
      guard purchases[position].kind == .subscription else {
        throw .impossible("it does not renew")
      }
      renew(position, from: max(now, purchases[position].expiresAt ?? now))
      notify(.renewed, of: position)
    case .failBilling: purchases[position].isBillingBroken = true
    case .fixBilling: fixBilling(position)
    case .cancel:
      purchases[position].autoRenews = false
      (purchases[position].endReason, purchases[position].endedAt) = (.voluntary, now)
      notify(.renewalOff, of: position)
      // Without a payment, past or pending, access ends.
      if purchases[position].state != .active { end(position, because: .voluntary) }
    case .pause:
      guard purchases[position].store == .google else { throw .impossible("only Google pauses") }
      purchases[position].pauseMonths = action.months ?? 1
      notify(.pauseScheduled, of: position)
    default:
      if purchases[position].state == .paused {
        resume(position)
      } else if purchases[position].pauseMonths != nil {
        purchases[position].pauseMonths = nil
        notify(.pauseScheduled, of: position)
      } else {
        purchases[position].autoRenews = true
        (purchases[position].endReason, purchases[position].endedAt) = (nil, nil)
        notify(.renewalOn, of: position)
      }
    }
  }

  private mutating func fixBilling(_ position: Int) {
    purchases[position].isBillingBroken = false
    switch purchases[position].state {
    // The billing date stays the same.
    case .grace:
      renew(position, from: purchases[position].expiresAt ?? now)
      notify(.recovered, of: position)
    case .retry:
      renew(position, from: now)
      notify(.recoveredLate, of: position)
    default: break
    }
  }

  /// Actions of a buyer's choice.
  private mutating func choose(_ action: SimulatedAction, _ position: Int) throws(ActionError) {
    switch action.act {
    case .upgrade, .downgrade:
      guard let id = action.product else { throw .missing("product, what to change to") }
      guard let product = product(id, in: purchases[position].store) else {
        throw unknownProduct(id, in: purchases[position].store)
      }
      try running(position, "nothing to change")
      if action.act == .upgrade {
        upgrade(position, to: product, action)
      } else {
        downgrade(position, to: product, action)
      }
    case .price:
      guard let price = action.amount else {
        throw .missing("amount, the new price in thousandths")
      }
      try running(position, "no price to change")
      purchases[position].priceChange = .init(price: Int64(price), askedAt: now, answer: .none)
      notify(.priceAsked, of: position)
    case .approve where purchases[position].state == .pending: begin(position, action)
    case .decline where purchases[position].state == .pending:
      purchases[position].state = .declined
      notify(.pendingCancelled, of: position)
    case .approve, .decline:
      guard purchases[position].priceChange != nil else {
        throw .impossible("no price change is waiting for an answer")
      }
      purchases[position].priceChange?.answer = action.act == .approve ? .agreed : .refused
      if action.act == .approve {
        notify(.priceAgreed, of: position)
      } else {
        purchases[position].autoRenews = false
        purchases[position].endReason = .price
        notify(.renewalOff, of: position)
      }
    default: break
    }
  }
}
