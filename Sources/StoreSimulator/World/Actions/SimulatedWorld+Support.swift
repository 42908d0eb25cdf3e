import Foundation

// Actions of a store's support, of a family's organiser or of the app's server.
extension SimulatedWorld {
  mutating func support(_ action: SimulatedAction, _ position: Int) throws(ActionError) {
    switch action.act {
    case .refund: try refund(action, position)
    case .reverseRefund: try reverseRefund(position)
    case .askRefund: notify(.refundAsked, of: position, charge: charge(action, position))
    case .declineRefund: notify(.refundDeclined, of: position, charge: charge(action, position))
    case .share: try share(action, position)
    case .revoke:
      guard purchases[position].store != .google || purchases[position].isSubscription else {
        throw .impossible("Google takes a one-time purchase back only with a refund")
      }
      revoke(position)
    case .consume:
      guard purchases[position].kind == .consumable else {
        throw .impossible("it is not a consumable")
      }
      (purchases[position].isConsumed, purchases[position].isAcknowledged) = (true, true)
    case .acknowledge: purchases[position].isAcknowledged = true
    case .extend: try extend(position, days: action.days ?? 30)
    default: break
    }
  }

  /// The charge that an action names, or the last.
  private func charge(_ action: SimulatedAction, _ position: Int) -> String? {
    guard let id = action.of, let index = purchases[position].chargeIndex(id) else {
      return purchases[position].charges.last?.id
    }
    // A chain's own ID means its last charge, unless it has only one.
    guard id != purchases[position].id else { return purchases[position].charges.last?.id }
    return purchases[position].charges[index].id
  }

  private mutating func refund(_ action: SimulatedAction, _ position: Int) throws(ActionError) {
    guard let id = charge(action, position), let index = purchases[position].chargeIndex(id) else {
      throw .unknownCharge(action.of ?? "")
    }
    guard purchases[position].charges[index].refundedAt == nil else {
      throw .impossible("it was refunded already")
    }
    guard action.amount.map({ (1...100).contains($0) }) ?? true else {
      throw .impossible("amount is the percentage of a refund, from 1 to 100")
    }
    var sale = purchases[position].charges[index]
    sale.refundedAt = now
    sale.refundedPercent = action.amount
    sale.isRefundForFault = action.fault ?? false
    sale.keepsRights = action.keepsRights
    if purchases[position].store == .google {
      sale.refundedQuantity = action.quantity.flatMap { $0 < sale.quantity ? max(1, $0) : nil }
      // The purchase keeps what was not refunded.
      if sale.isRefundedInPart { sale.keepsRights = true }
    }
    purchases[position].charges[index] = sale
    let isLast = index == purchases[position].charges.indices.last
    if isLast, sale.keepsRights != true {
      purchases[position].end(.revoked, because: .revoked, at: now)
    }
    notify(.refunded, of: position, charge: id)
    guard isLast, sale.keepsRights != true else { return }
    for child in family(of: purchases[position]) where purchases[child].isRunning { revoke(child) }
  }

  private mutating func reverseRefund(_ position: Int) throws(ActionError) {
    guard let index = purchases[position].charges.lastIndex(where: { $0.refundedAt != nil }) else {
      throw .impossible("there is no refund to reverse")
    }
    purchases[position].charges[index].refundedAt = nil
    purchases[position].charges[index].refundedPercent = nil
    purchases[position].charges[index].refundedQuantity = nil
    if purchases[position].state == .revoked {
      let isOver = purchases[position].expiresAt.map { $0 <= now } ?? false
      purchases[position].state = isOver ? .expired : .active
      (purchases[position].endReason, purchases[position].endedAt) = (.voluntary, now)
    }
    notify(.refundReversed, of: position, charge: purchases[position].charges[index].id)
  }

  /// Gives a family member their own purchase, which lasts as long as the original.
  private mutating func share(_ action: SimulatedAction, _ position: Int) throws(ActionError) {
    guard purchases[position].store == .apple else { throw .impossible("only Apple shares") }
    guard purchases[position].hasRights else { throw .impossible("there is no access to share") }
    guard let member = action.account else { throw .missing("account, the family member's") }
    var shared = purchases[position]
    let ids = purchaseIDs(in: .apple, sandbox: shared.isSandbox)
    (shared.id, shared.token, shared.account) = (ids.id, ids.token, member)
    (shared.sharedFrom, shared.appAccount) = (purchases[position].id, action.appAccount)
    (shared.charges, shared.beganAt, shared.renewals) = ([], now, 0)
    let child = append(shared)
    if let name = action.as { places[name] = child }
    charge(child, until: purchases[position].expiresAt, price: 0)
    notify(shared.isSubscription ? .started : .bought, of: child)
  }

  mutating func revoke(_ position: Int) {
    if let last = purchases[position].charges.indices.last {
      purchases[position].charges[last].revokedAt = now
    }
    purchases[position].end(.revoked, because: .revoked, at: now)
    notify(.revoked, of: position)
  }

  private mutating func extend(_ position: Int, days: Int) throws(ActionError) {
    guard purchases[position].state == .active, let end = purchases[position].expiresAt,
      let last = purchases[position].charges.indices.last
    else { throw .impossible("only an active, paid subscription can be extended") }
    let later = end.addingTimeInterval(Double(days) * 86_400)
    purchases[position].expiresAt = later
    purchases[position].charges[last].expiresAt = later
    notify(.extended, of: position)
  }
}
