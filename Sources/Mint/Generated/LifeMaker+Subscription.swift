extension LifeMaker {
  /// Creates a subscription with one to `most` sales. The first one created reaches about today;
  /// each further one ends before the previous one began.
  mutating func subscription(atMost most: Int) -> GeneratedChain {
    let (item, store) = choice(.autoRenewable)
    let calendar = LifeCalendar(GeneratedShop.items[item].period, isSandbox: isSandbox)
    let ending = generator.draw(nextBegan == nil ? LifeEnding.newest : LifeEnding.older)
      .possible(in: store, sandbox: isSandbox, atMost: most)
    let length = length(ending, calendar)
    let last = lastPeriod(ending, calendar)
    var chain = chain(of: .autoRenewable, item: item, in: store)
    chain.isShared = ending == .revoked && store == .apple
    // These stores don't report periods: the ledger has one sale whose end moves.
    let isOneSale = store == .microsoft || store == .amazon
    make(
      into: &chain,
      paid: isOneSale ? 1 : min(most, length),
      from: calendar.moved(last, by: 1 - length),
      until: last,
      calendar
    )
    close(&chain, as: ending, calendar)
    nextBegan = chain.sales.first?.purchasedAt
    return chain
  }

  /// The number of periods.
  private mutating func length(_ ending: LifeEnding, _ calendar: LifeCalendar) -> Int {
    switch ending {
    case .trial, .introductory: return 1
    case .upgraded: return 2 + generator.below(calendar.most / 2)
    default: break
    }
    let percentile = generator.below(1_000)
    return 1 + percentile * percentile * (calendar.most - 1) / 1_000_000
  }

  /// The start of the last period, chosen to fit the ending.
  private mutating func lastPeriod(_ ending: LifeEnding, _ calendar: LifeCalendar) -> Int64 {
    let hour: Int64 = 3_600
    let least = calendar.least
    /// The start of a period that ended `ago` seconds ago.
    func ended(_ ago: Int64) -> Int64 {
      calendar.completed(calendar.moved(calendar.completed(now - ago - 60), by: -1))
    }
    if let nextBegan {
      let pause = isSandbox ? Int64(generator.below(7_200)) : random(Self.day...300 * Self.day)
      return calendar.completed(calendar.moved(calendar.completed(nextBegan - pause - 60), by: -1))
    }
    switch ending {
    case .running, .renewalOff, .introductory, .promotional, .upgraded:
      return calendar.completed(now - 60 - least / 100 * Int64(1 + generator.below(80)))
    case .trial: return now - 60 - calendar.trial / 100 * Int64(1 + generator.below(90))
    case .grace: return ended(random(hour...10 * Self.day))
    case .retry: return ended(random(17 * Self.day...50 * Self.day))
    case .paused: return ended(random(hour...40 * Self.day))
    case .over: return ended(random(hour...500 * Self.day))
    case .refunded, .revoked:
      return calendar.completed(now - least / 10 - random(hour...400 * Self.day))
    }
  }

  /// Adds `paid` periods, the last of which begins at `last`; the newest ones if there are more.
  /// Adds one sale from `first` on in a store without periods.
  private mutating func make(
    into chain: inout GeneratedChain,
    paid: Int,
    from first: Int64,
    until last: Int64,
    _ calendar: LifeCalendar
  ) {
    let isOneSale = chain.store == .microsoft || chain.store == .amazon
    let anchor = isOneSale ? first : calendar.moved(last, by: 1 - paid)
    let price = price(of: chain.item)
    chain.sales.reserveCapacity(paid)
    for index in 0..<paid {
      var sale = GeneratedSale(
        item: chain.item,
        purchasedAt: index == 0 ? anchor : calendar.moved(anchor, by: index),
        price: price
      )
      sale.expiresAt = calendar.moved(isOneSale ? last : sale.purchasedAt, by: 1)
      if index > 0 { sale.transactionID = renewal(of: chain, index) }
      chain.sales.append(sale)
    }
    guard paid > 1 else { return }
    if generator.below(100) < 30 {
      chain.sales[0].offer = .trial
      chain.sales[0].price = 0
      chain.sales[0].purchasedAt = (chain.sales[0].expiresAt ?? anchor) - calendar.trial
    }
    if paid > 4, !isSandbox, generator.below(100) < 15 { addFailedPayment(in: &chain) }
  }

  private mutating func renewal(of chain: GeneratedChain, _ index: Int) -> String? {
    switch chain.store {
    case .apple: identifiers.apple(isSandbox: isSandbox)
    case .google: chain.root.map { $0 + ".." + String(index - 1) }
    case .microsoft, .amazon: nil
    }
  }

  /// Adds a failed payment that recovered after some days.
  private mutating func addFailedPayment(in chain: inout GeneratedChain) {
    let index = 2 + generator.below(chain.sales.count - 3)
    let due = chain.sales[index].purchasedAt
    let recovered = due + random(3_600...5 * Self.day)
    chain.sales[index].purchasedAt = recovered
    chain.renewalStatuses += [
      GeneratedRenewalStatus(
        at: due + 30,
        condition: .gracePeriod,
        until: due + 6 * Self.day,
        renews: true
      ),
      GeneratedRenewalStatus(at: recovered + 5, condition: .running, renews: true),
    ]
    chain.notices += [
      GeneratedEvent(at: due + 30, kind: .graceBegan),
      GeneratedEvent(at: recovered + 5, kind: .recovered),
    ]
  }

  mutating func random(_ range: ClosedRange<Int64>) -> Int64 {
    range.lowerBound + Int64(generator.below(Int(range.upperBound - range.lowerBound + 1)))
  }
}
