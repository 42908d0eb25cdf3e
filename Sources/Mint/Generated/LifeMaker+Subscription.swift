extension LifeMaker {
  /// A subscription with one to `most` sales. The first is about today, each further one is over
  /// before that.
  mutating func subscription(atMost most: Int) -> GeneratedChain {
    let (item, store) = choice(.autoRenewable)
    let calendar = LifeCalendar(GeneratedShop.items[item].period, isSandbox: isSandbox)
    let ending = generator.draw(nextBegan == nil ? LifeEnding.newest : LifeEnding.older)
      .possible(in: store, sandbox: isSandbox, atMost: most)
    let length = length(ending, calendar)
    let last = lastPeriod(ending, calendar)
    var chain = chain(of: .autoRenewable, item: item, in: store)
    chain.isShared = ending == .revoked && store == .apple
    // Neither of these stores tells periods: what is on file is one sale whose end moves.
    let isOneSale = store == .microsoft || store == .amazon
    tell(
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

  /// How many periods it has lasted.
  private mutating func length(_ ending: LifeEnding, _ calendar: LifeCalendar) -> Int {
    switch ending {
    case .trial, .introductory: return 1
    case .upgraded: return 2 + generator.below(calendar.most / 2)
    default: break
    }
    let place = generator.below(1_000)
    return 1 + place * place * (calendar.most - 1) / 1_000_000
  }

  /// The beginning of the last period, which decides what can be true today.
  private mutating func lastPeriod(_ ending: LifeEnding, _ calendar: LifeCalendar) -> Int64 {
    let hour: Int64 = 3_600
    let least = calendar.least
    /// A beginning whose period ended so long ago.
    func ended(_ ago: Int64) -> Int64 {
      calendar.settled(calendar.moved(calendar.settled(now - ago - 60), by: -1))
    }
    if let nextBegan {
      let pause = isSandbox ? Int64(generator.below(7_200)) : random(Self.day...300 * Self.day)
      return calendar.settled(calendar.moved(calendar.settled(nextBegan - pause - 60), by: -1))
    }
    switch ending {
    case .running, .renewalOff, .introductory, .promotional, .upgraded:
      return calendar.settled(now - 60 - least / 100 * Int64(1 + generator.below(80)))
    case .trial: return now - 60 - calendar.trial / 100 * Int64(1 + generator.below(90))
    case .grace: return ended(random(hour...10 * Self.day))
    case .retry: return ended(random(17 * Self.day...50 * Self.day))
    case .paused: return ended(random(hour...40 * Self.day))
    case .over: return ended(random(hour...500 * Self.day))
    case .refunded, .revoked:
      return calendar.settled(now - least / 10 - random(hour...400 * Self.day))
    }
  }

  /// The sales: `paid` periods, the last of which begins at `last`; where there was room for only
  /// some of them, the newest. In a store without periods one sale from `first` on.
  private mutating func tell(
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
    for place in 0..<paid {
      var sale = GeneratedSale(
        item: chain.item,
        purchasedAt: place == 0 ? anchor : calendar.moved(anchor, by: place),
        price: price
      )
      sale.expiresAt = calendar.moved(isOneSale ? last : sale.purchasedAt, by: 1)
      if place > 0 { sale.transactionID = renewal(of: chain, place) }
      chain.sales.append(sale)
    }
    guard paid > 1 else { return }
    if generator.below(100) < 30 {
      chain.sales[0].offer = .trial
      chain.sales[0].price = 0
      chain.sales[0].purchasedAt = (chain.sales[0].expiresAt ?? anchor) - calendar.trial
    }
    if paid > 4, !isSandbox, generator.below(100) < 15 { trouble(in: &chain) }
  }

  private mutating func renewal(of chain: GeneratedChain, _ place: Int) -> String? {
    switch chain.store {
    case .apple: identifiers.apple(isSandbox: isSandbox)
    case .google: chain.root.map { $0 + ".." + String(place - 1) }
    case .microsoft, .amazon: nil
    }
  }

  /// A payment that failed once, and was made some days later.
  private mutating func trouble(in chain: inout GeneratedChain) {
    let place = 2 + generator.below(chain.sales.count - 3)
    let due = chain.sales[place].purchasedAt
    let recovered = due + random(3_600...5 * Self.day)
    chain.sales[place].purchasedAt = recovered
    chain.standings += [
      GeneratedStanding(
        at: due + 30,
        condition: .gracePeriod,
        until: due + 6 * Self.day,
        renews: true
      ),
      GeneratedStanding(at: recovered + 5, condition: .running, renews: true),
    ]
    chain.notices += [
      GeneratedNotice(at: due + 30, kind: .graceBegan),
      GeneratedNotice(at: recovered + 5, kind: .recovered),
    ]
  }

  mutating func random(_ range: ClosedRange<Int64>) -> Int64 {
    range.lowerBound + Int64(generator.below(Int(range.upperBound - range.lowerBound + 1)))
  }
}
