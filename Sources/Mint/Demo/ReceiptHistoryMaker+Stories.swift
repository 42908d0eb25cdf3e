import Basics
import Foundation

/// A story's purchases as a receipt of one app shows them at `now`.
extension ReceiptHistoryMaker {
  private static let day: TimeInterval = 86_400
  private static let trialDays = 7.0

  mutating func make(_ story: DemoStory) -> [MintedPurchase] {
    switch story {
    case .monthly: current(app.monthly, renewals: 2...40)
    case .yearly: current(app.yearly, renewals: 0...4)
    case .returned: returned()
    case .onTrial: trial(endingAt: after(now, days: 0.2...6.8))
    case .converted: converted()
    case .introOffer: introOffer()
    case .promotionalOffer: promotionalOffer()
    case .upgraded: upgraded()
    case .lapsed: ended(at: before(now, days: 0.05...60))
    case .lapsedLongAgo: ended(at: before(now, days: 90...1_400))
    case .trialLapsed: trial(endingAt: before(now, days: 0.5...300))
    case .refunded: refunded()
    case .coins: packs(Int.random(in: 2...9, using: &generator), withinDays: 240)
    case .lifetime: lifetime()
    case .sandbox: sandboxSession()
    }
  }

  /// Unfinished consumables, the only ones that stay in a receipt.
  mutating func packs(_ count: Int, withinDays days: Double) -> [MintedPurchase] {
    (0..<count).map { _ in
      let pack = generator.pick(app.packs, else: app.lifetime)
      var purchase = purchase(pack, at: before(now, days: 0.01...days))
      if generator.chance(15) { purchase.quantity = Int64.random(in: 2...5, using: &generator) }
      return purchase
    }
  }

  private mutating func returned() -> [MintedPurchase] {
    let chain = current(app.monthly, renewals: 8...30)
    let gap = Int.random(in: 2...4, using: &generator)
    let left = Int.random(in: 2...chain.count - gap - 1, using: &generator)
    return Array(chain[..<left] + chain[(left + gap)...])
  }

  private mutating func trial(endingAt end: Date) -> [MintedPurchase] {
    let start = end.addingTimeInterval(-Self.trialDays * Self.day)
    var trial = purchase(generator.chance(70) ? app.monthly : app.yearly, at: start, until: end)
    trial.isTrial = true
    return [trial]
  }

  private mutating func converted() -> [MintedPurchase] {
    let product = generator.chance(70) ? app.monthly : app.yearly
    let start = startOfCurrent(product, renewals: Int.random(in: 0...6, using: &generator))
    var trial = purchase(
      product,
      at: start.addingTimeInterval(-Self.trialDays * Self.day),
      until: start
    )
    trial.isTrial = true
    return [trial] + chain(product, from: start, until: now, after: trial)
  }

  private mutating func introOffer() -> [MintedPurchase] {
    current(app.monthly, renewals: 0...2).map { purchase in
      var offered = purchase
      offered.isIntroOffer = true
      return offered
    }
  }

  private mutating func promotionalOffer() -> [MintedPurchase] {
    var chain = current(app.monthly, renewals: 3...20)
    if !chain.isEmpty {
      chain[chain.endIndex - 1].promotionalOfferID = generator.pick(
        ["stay.half.price", "spring.three.for.one", "welcome.back"],
        else: "stay.half.price"
      )
    }
    return chain
  }

  /// The higher product begins at once; Apple refunds the rest of the month.
  private mutating func upgraded() -> [MintedPurchase] {
    let moment = before(now, days: 1...330)
    let first = startOfPeriod(
      app.monthly,
      containing: moment,
      renewals: Int.random(in: 1...18, using: &generator)
    )
    var chain = chain(app.monthly, from: first, until: moment)
    let origin = chain.first
    if !chain.isEmpty { chain[chain.endIndex - 1].cancellationDate = moment }
    return chain + self.chain(app.yearly, from: moment, until: now, after: origin)
  }

  private mutating func ended(at end: Date) -> [MintedPurchase] {
    let product = generator.chance(75) ? app.monthly : app.yearly
    let periods = Int.random(in: product == app.monthly ? 1...20 : 1...2, using: &generator)
    let months = (product.months ?? 1) * periods
    // Adding months back and forth may meet a shorter month: the last end is not after `end`.
    return chain(
      product,
      from: CivilTime(clamping: end).adding(months: -months).instant,
      until: end.addingTimeInterval(-5 * Self.day)
    )
  }

  private mutating func refunded() -> [MintedPurchase] {
    var chain = current(generator.chance(60) ? app.monthly : app.yearly, renewals: 0...8)
    if var last = chain.popLast() {
      let since = now.timeIntervalSince(last.purchaseDate) / Self.day
      last.cancellationDate = after(
        last.purchaseDate,
        days: min(1, since * 0.1)...min(14, since * 0.9)
      )
      chain.append(last)
    }
    return chain
  }

  private mutating func lifetime() -> [MintedPurchase] {
    let bought = before(now, days: 2...1_100)
    let once = purchase(app.lifetime, at: bought)
    guard generator.chance(40) else { return [once] }
    return ended(at: bought) + [once]
  }

  /// A sandbox month lasts five minutes, with up to twelve renewals.
  private mutating func sandboxSession() -> [MintedPurchase] {
    let start = generator.chance(40) ? before(now, days: 0.01...0.04) : before(now, days: 0.1...20)
    let minute: TimeInterval = 60
    var trial = purchase(app.monthly, at: start, until: start.addingTimeInterval(3 * minute))
    trial.isTrial = true
    var session = [trial]
    for _ in 0..<Int.random(in: 3...12, using: &generator) {
      guard let begin = session.last?.expiresDate, begin <= now else { break }
      session.append(
        purchase(app.monthly, at: begin, until: begin.addingTimeInterval(5 * minute), after: trial)
      )
    }
    return session + packs(1, withinDays: 1)
  }

  // Chains

  private mutating func current(
    _ product: DemoShop.Product,
    renewals: ClosedRange<Int>
  ) -> [MintedPurchase] {
    let count = Int.random(in: renewals, using: &generator)
    return chain(product, from: startOfCurrent(product, renewals: count), until: now)
  }

  /// Consecutive periods from `start` to the one that contains `end`.
  private mutating func chain(
    _ product: DemoShop.Product,
    from start: Date,
    until end: Date,
    after origin: MintedPurchase? = nil
  ) -> [MintedPurchase] {
    let anchor = CivilTime(clamping: start)
    let months = product.months ?? 1
    var chain: [MintedPurchase] = []
    var begin = anchor.instant
    while begin <= end || chain.isEmpty {
      let next = anchor.adding(months: (chain.count + 1) * months).instant
      chain.append(purchase(product, at: begin, until: next, after: origin ?? chain.first))
      begin = next
    }
    return chain
  }

  private mutating func startOfCurrent(_ product: DemoShop.Product, renewals: Int) -> Date {
    startOfPeriod(product, containing: now, renewals: renewals)
  }

  /// The start of a chain whose period after `renewals` renewals contains `instant`.
  private mutating func startOfPeriod(
    _ product: DemoShop.Product,
    containing instant: Date,
    renewals: Int
  ) -> Date {
    let months = product.months ?? 1
    // 26 days a month, so that it is within the period even in February.
    let begin = before(instant, days: 0.1...Double(months) * 26)
    return CivilTime(clamping: begin).adding(months: -renewals * months).instant
  }

  private mutating func purchase(
    _ product: DemoShop.Product,
    at date: Date,
    until end: Date? = nil,
    after origin: MintedPurchase? = nil
  ) -> MintedPurchase {
    let ids = identifiers.next(at: date, using: &generator)
    return MintedPurchase(
      productID: product.id,
      kind: product.kind,
      transactionID: ids.transaction,
      originalTransactionID: origin?.originalTransactionID,
      purchaseDate: date,
      originalPurchaseDate: origin?.originalPurchaseDate,
      expiresDate: end,
      webOrderLineItemID: product.months == nil ? 0 : ids.lineItem,
      productItemID: isSandbox ? 0 : product.itemID
    )
  }

  private mutating func before(_ date: Date, days: ClosedRange<Double>) -> Date {
    after(date, days: -days.upperBound ... -days.lowerBound)
  }

  /// Whole seconds, as in receipts.
  private mutating func after(_ date: Date, days: ClosedRange<Double>) -> Date {
    let seconds = Double.random(in: days, using: &generator) * Self.day
    return CivilTime(clamping: date.addingTimeInterval(seconds)).instant
  }
}
