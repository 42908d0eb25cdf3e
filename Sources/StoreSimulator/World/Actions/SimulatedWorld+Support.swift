import Foundation

// What a store's support, a family's organiser or the app's own server does.
extension SimulatedWorld {
  mutating func support(_ act: SimulatedAct, _ place: Int) throws(ActRefused) {
    switch act.act {
    case .refund: try refund(act, place)
    case .reverseRefund: try reverseRefund(act, place)
    case .askRefund: tell(.refundAsked, of: place, charge: charge(act, place))
    case .declineRefund: tell(.refundDeclined, of: place, charge: charge(act, place))
    case .share: try share(act, place)
    case .revoke: revoke(place)
    case .consume:
      guard purchases[place].kind == .consumable else { throw .impossible("it is no consumable") }
      (purchases[place].isConsumed, purchases[place].isAcknowledged) = (true, true)
    case .acknowledge: purchases[place].isAcknowledged = true
    case .extend: try extend(place, days: act.days ?? 30)
    default: break
    }
  }

  /// The charge that an act names, or the last.
  private func charge(_ act: SimulatedAct, _ place: Int) -> String? {
    guard let id = act.of, let index = purchases[place].chargeIndex(id) else {
      return purchases[place].charges.last?.id
    }
    // A chain's own number stands for its last charge, unless it has only one.
    guard id != purchases[place].id else { return purchases[place].charges.last?.id }
    return purchases[place].charges[index].id
  }

  private mutating func refund(_ act: SimulatedAct, _ place: Int) throws(ActRefused) {
    guard let id = charge(act, place), let index = purchases[place].chargeIndex(id) else {
      throw .unknownCharge(act.of ?? "")
    }
    guard purchases[place].charges[index].refundedAt == nil else {
      throw .impossible("its money went back already")
    }
    purchases[place].charges[index].refundedAt = now
    purchases[place].charges[index].refundedPercent = act.amount
    purchases[place].charges[index].isRefundForFault = act.fault ?? false
    purchases[place].charges[index].keepsRights = act.keepsRights
    let isLast = index == purchases[place].charges.indices.last
    if isLast, act.keepsRights != true {
      purchases[place].state = .revoked
      purchases[place].autoRenews = false
      purchases[place].endReason = .revoked
      purchases[place].endedAt = now
    }
    tell(.refunded, of: place, charge: id)
    guard isLast, act.keepsRights != true else { return }
    for child in family(of: purchases[place]) where purchases[child].isRunning { revoke(child) }
  }

  private mutating func reverseRefund(
    _ act: SimulatedAct,
    _ place: Int
  ) throws(ActRefused) {
    guard let index = purchases[place].charges.lastIndex(where: { $0.refundedAt != nil }) else {
      throw .impossible("no money went back")
    }
    purchases[place].charges[index].refundedAt = nil
    purchases[place].charges[index].refundedPercent = nil
    if purchases[place].state == .revoked {
      let isOver = purchases[place].expiresAt.map { $0 <= now } ?? false
      purchases[place].state = isOver ? .expired : .active
      (purchases[place].endReason, purchases[place].endedAt) = (.voluntary, now)
    }
    tell(.refundReversed, of: place, charge: purchases[place].charges[index].id)
  }

  /// A family member gets a purchase of their own, which lasts as long as the one it came from.
  private mutating func share(_ act: SimulatedAct, _ place: Int) throws(ActRefused) {
    guard purchases[place].store == .apple else { throw .impossible("only Apple shares") }
    guard purchases[place].hasRights else { throw .impossible("there are no rights to share") }
    guard let member = act.account else { throw .missing("account, the family member's") }
    var shared = purchases[place]
    let ids = purchaseIDs(in: .apple, sandbox: shared.isSandbox)
    (shared.id, shared.token, shared.account) = (ids.id, ids.token, member)
    (shared.sharedFrom, shared.appAccount) = (purchases[place].id, act.appAccount)
    (shared.charges, shared.beganAt, shared.renewals) = ([], now, 0)
    let child = append(shared)
    if let name = act.as { places[name] = child }
    charge(child, until: purchases[place].expiresAt, price: 0)
    tell(shared.isSubscription ? .started : .bought, of: child)
  }

  mutating func revoke(_ place: Int) {
    if let last = purchases[place].charges.indices.last {
      purchases[place].charges[last].revokedAt = now
    }
    purchases[place].state = .revoked
    purchases[place].autoRenews = false
    purchases[place].endReason = .revoked
    purchases[place].endedAt = now
    tell(.revoked, of: place)
  }

  private mutating func extend(_ place: Int, days: Int) throws(ActRefused) {
    guard purchases[place].state == .active, let end = purchases[place].expiresAt,
      let last = purchases[place].charges.indices.last
    else { throw .impossible("only a running subscription that is paid for can be extended") }
    let later = end.addingTimeInterval(Double(days) * 86_400)
    purchases[place].expiresAt = later
    purchases[place].charges[last].expiresAt = later
    tell(.extended, of: place)
  }
}
