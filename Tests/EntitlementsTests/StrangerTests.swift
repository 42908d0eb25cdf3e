import Entitlements
import Foundation
import TestSupport
import Testing

/// Two honest users and a stranger who posts whatever there is to post: no right of an honest user
/// depends on it.
@Suite struct `A stranger changes nobody's rights` {
  /// What is filed: a store's document, or a claim on what one proves.
  enum Item: Sendable {
    case document(Filing)
    case claim(PurchaseClaim)
  }

  /// One random world. `honest` is what would be filed without the stranger.
  struct World {
    var honest: [Item] = []
    var hostile: [Item] = []
    /// The purchases that honest users paid for.
    var paid: Set<ID<Subscription>> = []
  }

  static func derive(_ form: AccountForm, _ user: ID<User>) -> Set<String> {
    switch form {
    case .plain: [user.raw]
    case .md5: ["md5 of \(user)"]
    case .md5UUID: ["uuid of \(user)"]
    case .sha256, .uuid5: []
    }
  }

  /// How an app of the world's names its users to the store.
  enum Mode: CaseIterable { case plain, md5, uuid, none }

  static func world(_ random: inout Numbers, _ policy: OwnershipPolicy) -> World {
    var maker = Maker(policy: policy)
    let mode = Mode.allCases[random.below(Mode.allCases.count)]
    let users = ["ada", "bob"]
    for user in users {
      let account: String? =
        switch mode {
        case .plain: user
        case .md5: "md5 of \(user)"
        case .uuid: "uuid of \(user)"
        case .none: nil
        }
      for _ in 0..<1 + random.below(2) { maker.buy(user, account, &random) }
      // Before anything else the user is known: by a purchase of the first day.
      maker.buy(user, account, &random, isFirst: true)
    }
    let names = users + ["md5 of ada", "uuid of bob", "mallory", "x"]
    for _ in 0..<1 + random.below(4) { maker.attack(names, &random) }
    return maker.world
  }

  private func beliefs(_ items: [Item], _ policy: OwnershipPolicy) -> Beliefs {
    var book = Book(derive: Self.derive)
    book.file(Maker.policy(policy))
    for item in items {
      switch item {
      case .document(let filing): book.file(filing)
      case .claim(let claim): book.file(claim)
      }
    }
    return book.beliefs()
  }

  @Test(arguments: [OwnershipPolicy.keep, .transfer])
  func `fifty thousand random worlds under every order`(policy: OwnershipPolicy) {
    var random = Numbers(seed: policy == .keep ? 20 : 21)
    for turn in 0..<50_000 {
      let world = Self.world(&random, policy)
      let without = beliefs(random.shuffled(world.honest), policy)
      let with = beliefs(random.shuffled(world.honest + world.hostile), policy)
      for chain in world.paid where without.owners[chain] != with.owners[chain] {
        Issue.record(
          """
          \(policy), turn \(turn): \(chain) went from \(without.owners[chain]?.raw ?? "nobody") to \
          \(with.owners[chain]?.raw ?? "nobody"): \(world)
          """
        )
        return
      }
      let rights = with.entitlements.filter { right in
        right.source.map { world.paid.contains(ID($0.raw)) } ?? false
      }
      guard Set(rights.map(\.user.raw)).isSubset(of: ["ada", "bob"]) else {
        Issue.record("\(policy), turn \(turn): somebody else has what was paid for: \(world)")
        return
      }
    }
  }

  @Test func `under share nobody loses anything, and only who shows the document gains`() {
    var random = Numbers(seed: 22)
    for turn in 0..<20_000 {
      let world = Self.world(&random, .share)
      let without = beliefs(random.shuffled(world.honest), .share)
      let with = beliefs(random.shuffled(world.honest + world.hostile), .share)
      for chain in world.paid where without.owners[chain] != with.owners[chain] {
        Issue.record("turn \(turn): \(chain): \(world)")
        return
      }
    }
  }
}

/// Makes the documents and claims of a random world.
private struct Maker {
  let policy: OwnershipPolicy
  var world = `A stranger changes nobody's rights`.World()
  private var count = 0

  init(policy: OwnershipPolicy) { self.policy = policy }

  static func policy(_ policy: OwnershipPolicy) -> Filing {
    let id = ID<Document>("policy")
    let act = Act(.policy(policy), by: "operator", testimony: Testimony(id, at: day(0)))
    return filing(id, nil, Facts(acts: [act]), on: 0)
  }

  /// A purchase of an honest user: its store tells of it, and the user claims it, now or never.
  mutating func buy(
    _ user: String,
    _ account: String?,
    _ random: inout Numbers,
    isFirst: Bool = false
  ) {
    let (store, environment) = shop(&random)
    let sale = sell(store, environment, account, on: isFirst ? 0.1 : 1 + Double(random.below(8)))
    world.paid.insert(sale.chain)
    world.honest.append(.document(sale.filing))
    // Without an account nothing but the claim says whose it is.
    guard isFirst || account == nil || random.below(3) > 0 else { return }
    world.honest.append(
      .claim(
        PurchaseClaim(
          sale.chain,
          of: ID(user),
          at: .validate,
          random.below(2) == 0 ? .presented : .confirmed,
          evidence: sale.filing.document.id,
          at: day(isFirst ? 0.2 : 9)
        )
      )
    )
  }

  /// Something that the stranger posts: an own purchase under any account, claimed in any name; or
  /// somebody else's document, which the store does not confirm for them.
  mutating func attack(_ names: [String], _ random: inout Numbers) {
    let (store, environment) = shop(&random)
    let account = random.below(5) == 0 ? nil : names[random.below(names.count)]
    let sale = sell(store, environment, account, on: 1 + Double(random.below(20)))
    world.hostile.append(.document(sale.filing))
    for _ in 0..<random.below(3) {
      world.hostile.append(
        .claim(
          PurchaseClaim(
            sale.chain,
            of: ID(names[random.below(names.count)]),
            at: ClaimEndpoint.allCases[random.below(4)],
            random.below(2) == 0 ? .presented : .confirmed,
            evidence: sale.filing.document.id,
            at: day(1 + Double(random.below(20)))
          )
        )
      )
    }
    let stolen = world.paid.sorted()
    world.hostile.append(
      .claim(
        PurchaseClaim(
          stolen[random.below(stolen.count)],
          of: ID("mallory"),
          at: .upload,
          .presented,
          evidence: ID("stolen"),
          at: day(10 + Double(random.below(20)))
        )
      )
    )
  }

  private func shop(_ random: inout Numbers) -> (Store, Environment) {
    (Store.allCases[random.below(2)], random.below(3) == 0 ? .sandbox : .production)
  }

  private mutating func sell(
    _ store: Store,
    _ environment: Environment,
    _ account: String?,
    on number: Double
  ) -> (chain: ID<Subscription>, filing: Filing) {
    count += 1
    let id = ID<Document>("document \(count)")
    let order = Order(
      store: store,
      environment: environment,
      app: "com.example.app",
      transactionID: "\(count)",
      originalTransactionID: "\(count)",
      productID: "pro",
      kind: .nonConsumable,
      purchasedAt: day(number),
      originalPurchasedAt: day(number),
      testimony: Testimony(id, at: day(number))
    )
    let links = account.map { [Link(.appAccount, $0, of: order.chain, evidence: id)] } ?? []
    return (order.chain, Self.filing(id, store, Facts(orders: [order], links: links), on: number))
  }

  private static func filing(
    _ id: ID<Document>,
    _ store: Store?,
    _ facts: Facts,
    on number: Double
  ) -> Filing {
    Filing(
      document: Document(
        id: id,
        store: store,
        kind: "jws-transaction",
        environment: nil,
        app: nil,
        bytes: Array(id.raw.utf8),
        origin: .uploaded,
        verdict: .genuine,
        receivedAt: day(number),
        statedAt: day(number),
        purchases: facts.orders.count,
        user: nil
      ),
      attribution: .nobody,
      facts: facts
    )
  }
}
