package import Entitlements
import Foundation

/// A random world of two honest users and a stranger who posts whatever there is to post.
package struct StrangerWorld: Sendable {
  /// What is filed: a store's document, or a claim on what one proves.
  package enum Item: Sendable {
    case document(Filing)
    case claim(PurchaseClaim)
  }

  /// What would be filed without the stranger.
  package fileprivate(set) var honest: [Item] = []
  package fileprivate(set) var hostile: [Item] = []
  /// The purchases that honest users paid for.
  package fileprivate(set) var paid: Set<ID<Subscription>> = []

  package static func derive(_ form: AccountForm, _ user: ID<User>) -> Set<String> {
    switch form {
    case .plain: [user.raw]
    case .md5: ["md5 of \(user)"]
    case .md5UUID: ["uuid of \(user)"]
    case .sha256, .uuid5: []
    }
  }

  /// How an app of the world's names its users to the store.
  private enum Mode: CaseIterable { case plain, md5, uuid, none }

  package init(_ random: inout Numbers) {
    var maker = StrangerMaker()
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
    self = maker.world
  }

  fileprivate init() {}

  /// Days since 2026-01-01 00:00 UTC.
  fileprivate static func day(_ number: Double) -> Date {
    Date(timeIntervalSince1970: 1_767_225_600 + number * 86_400)
  }

  /// What an operator files first.
  package static func policy(_ policy: OwnershipPolicy) -> Filing { StrangerMaker.policy(policy) }
}

/// Makes the documents and claims of a random world.
private struct StrangerMaker {
  var world = StrangerWorld()
  private var count = 0

  static func policy(_ policy: OwnershipPolicy) -> Filing {
    let id = ID<Document>("policy")
    let statementSource = StatementSource(id, at: StrangerWorld.day(0))
    let act = OperatorAction(.policy(policy), by: "operator", statementSource: statementSource)
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
          at: StrangerWorld.day(isFirst ? 0.2 : 9)
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
            at: StrangerWorld.day(1 + Double(random.below(20)))
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
          at: StrangerWorld.day(10 + Double(random.below(20)))
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
      purchasedAt: StrangerWorld.day(number),
      originalPurchasedAt: StrangerWorld.day(number),
      statementSource: StatementSource(id, at: StrangerWorld.day(number))
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
        receivedAt: StrangerWorld.day(number),
        statedAt: StrangerWorld.day(number),
        purchases: facts.orders.count,
        user: nil
      ),
      attribution: .nobody,
      facts: facts
    )
  }
}
