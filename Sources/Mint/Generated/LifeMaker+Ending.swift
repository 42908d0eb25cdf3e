extension LifeMaker {
  /// What became of the last period, and what the store said of it.
  mutating func close(
    _ chain: inout GeneratedChain,
    as ending: LifeEnding,
    _ calendar: LifeCalendar
  ) {
    guard var last = chain.sales.popLast(), let end = last.expiresAt else { return }
    let isFirst = chain.sales.isEmpty
    let told = max(last.purchasedAt + 5, min(end, now) - 1)
    switch ending {
    case .running: say(.running, at: last.purchasedAt + 5, renews: true, in: &chain)
    case .promotional:
      last.offer = .promotional
      last.price /= 2
      say(.running, at: last.purchasedAt + 5, renews: true, in: &chain)
    case .introductory where isFirst:
      last.offer = .introductory
      last.price /= 2
      say(.running, at: last.purchasedAt + 5, renews: true, in: &chain)
    case .trial where isFirst:
      last.offer = .trial
      last.price = 0
      last.expiresAt = last.purchasedAt + calendar.trial
      say(.running, at: last.purchasedAt + 5, renews: true, in: &chain)
    case .introductory, .trial:
      say(.running, at: last.purchasedAt + 5, renews: true, in: &chain)
    case .renewalOff:
      let at = random(last.purchasedAt + 5...told)
      say(.running, at: at, renews: false, .renewalTurnedOff, in: &chain)
    case .grace:
      say(
        .gracePeriod,
        at: end + 30,
        until: end + 16 * Self.day,
        renews: true,
        .graceBegan,
        in: &chain
      )
    case .retry: say(.billingRetry, at: end + 30, renews: true, .renewalFailed, in: &chain)
    case .paused:
      let until = now + random(Self.day...60 * Self.day)
      say(.paused, at: end + 30, until: until, renews: true, .paused, in: &chain)
    case .over(let reason): over(reason, end, in: &chain)
    case .refunded, .revoked: takeBack(&last, ending, in: &chain)
    case .upgraded: upgrade(&last, in: &chain)
    }
    chain.sales.append(last)
  }

  private func say(
    _ condition: GeneratedStanding.Condition,
    at instant: Int64,
    until: Int64? = nil,
    renews: Bool?,
    _ notice: GeneratedNotice.Kind? = nil,
    in chain: inout GeneratedChain
  ) {
    chain.standings.append(
      GeneratedStanding(at: instant, condition: condition, until: until, renews: renews)
    )
    if let notice { chain.notices.append(GeneratedNotice(at: instant, kind: notice)) }
  }

  private func over(
    _ reason: GeneratedStanding.Reason,
    _ end: Int64,
    in chain: inout GeneratedChain
  ) {
    chain.standings.append(
      GeneratedStanding(at: end + 30, condition: .ended, reason: reason, renews: false)
    )
    chain.notices.append(GeneratedNotice(at: end + 30, kind: .expired))
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
    chain.notices.append(GeneratedNotice(at: at, kind: isRefund ? .refunded : .revoked))
    if !isRefund {
      chain.standings.append(
        GeneratedStanding(at: at + 5, condition: .revoked, until: at, renews: false)
      )
    }
  }

  /// The better product took over in the middle of the period before.
  private mutating func upgrade(_ last: inout GeneratedSale, in chain: inout GeneratedChain) {
    let best = GeneratedShop.places(of: .autoRenewable, in: chain.store).first {
      let item = GeneratedShop.items[$0]
      return item.app == chain.app && item.rank == 1
    }
    guard let best, best != chain.item, var before = chain.sales.popLast() else {
      return say(.running, at: last.purchasedAt + 5, renews: true, in: &chain)
    }
    last.item = best
    last.price = price(of: best)
    (before.cancelledAt, before.cancellation) = (last.purchasedAt, .upgraded)
    before.expiresAt = last.purchasedAt + Self.day
    chain.sales.append(before)
    say(.running, at: last.purchasedAt + 5, renews: true, .planChanged, in: &chain)
  }
}
