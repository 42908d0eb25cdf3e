/// Generates one user's purchases: a given number of orders, with a realistic mix and dates.
struct LifeMaker {
  static let day: Int64 = 86_400

  let now: Int64
  let market: GeneratedMarket
  let store: GeneratedStore
  let isSandbox: Bool
  var identifiers: LifeIdentifiers
  var generator: SplitMix64
  private let account: String?
  private var ordersLeft: Int
  /// The time by which the user's older subscriptions must have ended; `nil` before the first.
  var nextBegan: Int64?

  init(now: Int64, orders: Int, identifiers: LifeIdentifiers, generator: SplitMix64) {
    self.now = now
    ordersLeft = orders
    self.identifiers = identifiers
    self.generator = generator
    market = self.generator.draw(Self.markets)
    store = self.generator.draw(Self.stores)
    isSandbox = self.generator.below(1_000) < 25
    account = self.generator.below(10) < 6 ? self.identifiers.guid(&self.generator) : nil
  }

  mutating func chains() -> [GeneratedChain] {
    var chains: [GeneratedChain] = []
    chains.reserveCapacity(ordersLeft / 3 + 1)
    while ordersLeft > 0 {
      let chain =
        switch generator.below(100) {
        case ..<58 where isYoung: subscription(atMost: ordersLeft)
        case ..<88: single(.consumable)
        case ..<95: single(.nonConsumable)
        default: single(.nonRenewing)
        }
      ordersLeft -= chain.sales.count
      chains.append(chain)
    }
    if generator.below(1_000) < 15 { chains.append(pending()) }
    if generator.below(1_000) < 8 { chains.append(unreported()) }
    return chains
  }

  /// Whether there is time for one more subscription since the stores opened.
  private var isYoung: Bool { nextBegan.map { $0 > now - 8 * 365 * Self.day } ?? true }

  /// A chain without sales.
  mutating func chain(
    of kind: MintedPurchase.Kind,
    item: Int,
    in store: GeneratedStore
  )
    -> GeneratedChain
  {
    var chain = GeneratedChain(
      store: store,
      isSandbox: isSandbox,
      app: GeneratedShop.items[item].app,
      kind: kind,
      item: item
    )
    chain.account = account
    switch store {
    case .apple:
      chain.root = identifiers.apple(isSandbox: isSandbox)
      if generator.below(10) < 3 { chain.storeOrder = identifiers.appleOrder() }
    case .google:
      chain.root = identifiers.google(&generator)
      chain.storeOrder = chain.root
      chain.token = identifiers.secret(48, &generator)
    case .microsoft:
      let order = identifiers.guid(&generator)
      guard kind != .autoRenewable else {
        chain.root = order
        break
      }
      let product = GeneratedShop.items[item].product(in: store) ?? ""
      chain.root = "\(order)/\(product)"
      chain.storeOrder = order
      // Microsoft's responses don't contain the app's account ID.
      chain.account = nil
    case .amazon: chain.token = identifiers.secret(44, &generator)
    }
    return chain
  }

  /// Chooses a product; now and then in another store than the user's own.
  mutating func choice(_ kind: MintedPurchase.Kind) -> (item: Int, store: GeneratedStore) {
    let store = generator.below(100) < 95 ? store : generator.draw(Self.stores)
    let places = GeneratedShop.places(of: kind, in: store)
    return (places[generator.below(places.count)], store)
  }

  /// The price in the user's market.
  func price(of item: Int) -> Int64 { market.price(GeneratedShop.items[item].price) }

  /// A purchase that does not renew, most often within recent months.
  private mutating func single(_ kind: MintedPurchase.Kind) -> GeneratedChain {
    let (item, store) = choice(kind)
    var chain = chain(of: kind, item: item, in: store)
    let longest = isSandbox ? 30 * Self.day : 1_100 * Self.day
    let age = Int64(generator.below(1_000) * generator.below(1_000)) * longest / 1_000_000
    let at = now - age - Int64(generator.below(86_400)) - 60
    var sale = GeneratedSale(item: item, purchasedAt: at, price: price(of: item))
    if kind == .consumable, store == .apple || store == .google, generator.below(100) < 12 {
      sale.quantity = 2 + generator.below(4)
      sale.price *= Int64(sale.quantity)
    }
    if kind == .nonRenewing { sale.expiresAt = at + 90 * Self.day }
    if generator.below(100) < 3 {
      let refundedAt = min(now - 30, at + 60 + Int64(generator.below(20 * 86_400)))
      (sale.cancelledAt, sale.cancellation) = (refundedAt, .refunded)
      chain.notices.append(GeneratedEvent(at: refundedAt, kind: .refunded))
    }
    chain.sales.append(sale)
    return chain
  }

  /// A purchase with a pending payment.
  private mutating func pending() -> GeneratedChain {
    let (item, _) = choice(.autoRenewable)
    let isSold = GeneratedShop.items[item].product(in: .google) != nil
    var chain = chain(of: .autoRenewable, item: isSold ? item : 0, in: .google)
    let at = now - 600 - Int64(generator.below(3 * 86_400))
    chain.renewalStatuses.append(GeneratedRenewalStatus(at: at, condition: .pending))
    chain.notices.append(GeneratedEvent(at: at, kind: .pending))
    return chain
  }

  /// A subscription with a renewal status but no sale.
  private mutating func unreported() -> GeneratedChain {
    let index = generator.below(GeneratedShop.places(of: .autoRenewable, in: .apple).count)
    let item = GeneratedShop.places(of: .autoRenewable, in: .apple)[index]
    var chain = chain(of: .autoRenewable, item: item, in: .apple)
    let at = now - 3_600 - Int64(generator.below(20 * 86_400))
    chain.renewalStatuses.append(GeneratedRenewalStatus(at: at, condition: .running, renews: true))
    return chain
  }

  private static let markets = GeneratedMarket.all.flatMap {
    Array(repeating: $0, count: $0.share / 10)
  }
  private static let stores = [
    (GeneratedStore.apple, 58), (.google, 30), (.microsoft, 7), (.amazon, 5),
  ].flatMap { Array(repeating: $0.0, count: $0.1) }
}

extension SplitMix64 {
  /// A number from 0 to below `bound`, which is at least 1; 32 random bits make it uniform enough.
  mutating func below(_ bound: Int) -> Int {
    Int(((next() >> 32) &* UInt64(truncatingIfNeeded: bound)) >> 32)
  }

  /// A random element of a non-empty list.
  mutating func draw<Element>(_ elements: [Element]) -> Element { elements[below(elements.count)] }
}
