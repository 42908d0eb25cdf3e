extension LifeMaker {
  /// Applies the ending to the last period and adds the store's statuses and events.
  mutating func close(
    _ chain: inout GeneratedChain,
    as ending: LifeEnding,
    _ calendar: LifeCalendar
  ) {
    guard var last = chain.sales.popLast(), let end = last.expiresAt else { return }
    let isFirst = chain.sales.isEmpty
    let latest = max(last.purchasedAt + 5, min(end, now) - 1)
    switch ending {
    case .running: addStatus(.running, at: last.purchasedAt + 5, renews: true, in: &chain)
    case .promotional:
      last.offer = .promotional
      last.price /= 2
      addStatus(.running, at: last.purchasedAt + 5, renews: true, in: &chain)
    case .introductory where isFirst:
      last.offer = .introductory
      last.price /= 2
      addStatus(.running, at: last.purchasedAt + 5, renews: true, in: &chain)
    case .trial where isFirst:
      last.offer = .trial
      last.price = 0
      last.expiresAt = last.purchasedAt + calendar.trial
      addStatus(.running, at: last.purchasedAt + 5, renews: true, in: &chain)
    case .introductory, .trial:
      addStatus(.running, at: last.purchasedAt + 5, renews: true, in: &chain)
    case .renewalOff:
      let at = random(last.purchasedAt + 5...latest)
      addStatus(.running, at: at, renews: false, .renewalTurnedOff, in: &chain)
    case .grace:
      addStatus(
        .gracePeriod,
        at: end + 30,
        until: end + 16 * Self.day,
        renews: true,
        .graceBegan,
        in: &chain
      )
    case .retry: addStatus(.billingRetry, at: end + 30, renews: true, .renewalFailed, in: &chain)
    case .paused:
      let until = now + random(Self.day...60 * Self.day)
      addStatus(.paused, at: end + 30, until: until, renews: true, .paused, in: &chain)
    case .over(let reason): expire(reason, end, in: &chain)
    case .refunded, .revoked: takeBack(&last, ending, in: &chain)
    case .upgraded: upgrade(&last, in: &chain)
    }
    chain.sales.append(last)
  }

  private func addStatus(
    _ condition: GeneratedRenewalStatus.Condition,
    at instant: Int64,
    until: Int64? = nil,
    renews: Bool?,
    _ notice: GeneratedEvent.Kind? = nil,
    in chain: inout GeneratedChain
  ) {
    chain.renewalStatuses.append(
      GeneratedRenewalStatus(at: instant, condition: condition, until: until, renews: renews)
    )
    if let notice { chain.notices.append(GeneratedEvent(at: instant, kind: notice)) }
  }

  private func expire(
    _ reason: GeneratedRenewalStatus.Reason,
    _ end: Int64,
    in chain: inout GeneratedChain
  ) {
    chain.renewalStatuses.append(
      GeneratedRenewalStatus(at: end + 30, condition: .ended, reason: reason, renews: false)
    )
    chain.notices.append(GeneratedEvent(at: end + 30, kind: .expired))
  }

  private mutating func takeBack(
    _ last: inout GeneratedSale,
    _ ending: LifeEnding,
    in chain: inout GeneratedChain
  ) {
    let longest = min(14 * Self.day, (last.expiresAt ?? now) - last.purchasedAt)
    let at = min(now - 30, last.purchasedAt + random(60...max(61, longest)))
    let isRefund = ending == .refunded
    (last.cancelledAt, last.cancellation) = (at, isRefund ? .refunded : .revoked)
    chain.notices.append(GeneratedEvent(at: at, kind: isRefund ? .refunded : .revoked))
    if !isRefund {
      chain.renewalStatuses.append(
        GeneratedRenewalStatus(at: at + 5, condition: .revoked, until: at, renews: false)
      )
    }
  }

  /// The better product replaces the previous one mid-period.
  private mutating func upgrade(_ last: inout GeneratedSale, in chain: inout GeneratedChain) {
    let best = GeneratedShop.places(of: .autoRenewable, in: chain.store).first {
      let item = GeneratedShop.items[$0]
      return item.app == chain.app && item.rank == 1
    }
    guard let best, best != chain.item, var before = chain.sales.popLast() else {
      return addStatus(.running, at: last.purchasedAt + 5, renews: true, in: &chain)
    }
    last.item = best
    last.price = price(of: best)
    (before.cancelledAt, before.cancellation) = (last.purchasedAt, .upgraded)
    before.expiresAt = last.purchasedAt + Self.day
    chain.sales.append(before)
    addStatus(.running, at: last.purchasedAt + 5, renews: true, .planChanged, in: &chain)
  }
}
