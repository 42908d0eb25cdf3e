import Entitlements
import Foundation
import Testing

@Suite struct `Each right begins and ends at its instant` {
  private let ada = ID<User>("ada")

  private func rights(
    _ sales: [Order],
    _ grants: [OperatorAction] = [],
    catalog: CatalogIndex? = nil
  ) -> [String] {
    func derive(_ sales: [Order], _ grants: [OperatorAction]) -> [String] {
      EntitlementRules.entitlements(
        for: ada,
        from: sales,
        lives: lives(sales),
        grants: grants,
        catalog: catalog
      )
      .map { right in
        func number(_ date: Date) -> Int { Int(date.timeIntervalSince(day(0)) / 86_400) }
        let source = right.source.map(Order.transactionID(of:)) ?? right.evidence.raw
        let until = right.until.map { "\(number($0))" } ?? ""
        return "\(right.key) by \(source) \(number(right.from))–\(until)"
      }
    }
    let rights = derive(sales, grants)
    for other in sales.permutations { #expect(derive(other, grants) == rights) }
    for other in grants.permutations { #expect(derive(sales, other) == rights) }
    return rights
  }

  private func act(_ kind: OperatorAction.Kind, on number: Double) -> OperatorAction {
    OperatorAction(
      kind,
      by: "op",
      statementSource: StatementSource(ID("act-\(Int(number))"), at: day(number))
    )
  }

  private func grant(
    _ key: String = "pro",
    to user: String = "ada",
    until: Double? = nil
  )
    -> OperatorAction.Kind
  {
    .grant(ID(user), key: key, .production, until: until.map(day))
  }

  private func withdraw(_ key: String = "pro", from user: String = "ada") -> OperatorAction.Kind {
    .withdraw(ID(user), key: key, .production)
  }

  @Test func `by hand it lasts until the day given, or until it is withdrawn`() {
    #expect(rights([], [act(grant(), on: 1)]) == ["pro by act-1 1–"])
    #expect(rights([], [act(grant(until: 9), on: 1)]) == ["pro by act-1 1–9"])
    #expect(
      rights([], [act(grant(until: 9), on: 1), act(withdraw(), on: 5)]) == ["pro by act-1 1–5"]
    )
    #expect(
      rights([], [act(grant(until: 9), on: 1), act(withdraw(), on: 20)]) == ["pro by act-1 1–9"]
    )
    #expect(
      rights([], [act(grant(), on: 1), act(withdraw(), on: 5), act(grant(), on: 7)])
        == ["pro by act-1 1–5", "pro by act-7 7–"]
    )
    #expect(
      rights([], [act(grant(), on: 1), act(withdraw("gold"), on: 5), act(grant(to: "bob"), on: 6)])
        == ["pro by act-1 1–"]
    )
    #expect(rights([], [act(grant(), on: 1), act(withdraw(from: "bob"), on: 5)]).count == 1)
  }

  @Test func `of a chain belongs to each product from its sale to the next`() {
    #expect(
      rights([
        sale("1", of: "gold", from: 0, until: 30), sale("2", of: "silver", from: 20, until: 50),
        sale("3", of: "gold", from: 50, until: 80),
      ]) == ["gold by 1 0–20", "gold by 3 50–80", "silver by 2 20–50"]
    )
  }

  @Test func `of two sales is one, by the sale that lasts longer`() {
    func pass(_ name: String, _ from: Double, _ until: Double?) -> Order {
      sale(name, of: "pass", kind: .nonRenewing, chain: name, from: from, until: until)
    }
    #expect(rights([pass("1", 0, 30), pass("2", 10, 20)]) == ["pass by 1 0–30"])
    #expect(rights([pass("1", 0, 30), pass("2", 10, 40)]) == ["pass by 2 0–40"])
    #expect(rights([pass("1", 0, 30), pass("2", 30, 40)]) == ["pass by 2 0–40"])
    #expect(rights([pass("1", 0, 30), pass("2", 10, nil)]) == ["pass by 2 0–"])
    #expect(rights([pass("1", 0, nil), pass("2", 10, 40)]) == ["pass by 1 0–"])
    #expect(rights([pass("1", 0, 30), pass("2", 0, nil)]) == ["pass by 2 0–"])
    #expect(rights([pass("1", 0, nil), pass("2", 10, nil)]) == ["pass by 1 0–"])
    #expect(rights([pass("2", 0, 30), pass("1", 0, 30)]) == ["pass by 1 0–30"])
    #expect(rights([pass("1", 5, 5)]) == [])
    let bought = rights([pass("1", 0, 30)], [act(grant("pass", until: 30), on: 0)])
    #expect(bought == ["pass by act-0 0–30"])
  }

  @Test func `is what the catalog says, or else the product`() {
    let catalog = CatalogIndex(
      Catalog(
        version: "1",
        items: [
          .init(id: "all", products: [.init(.apple, "pass")], entitlements: ["pro", "gold"])
        ]
      )
    )
    let sales = [
      sale("1", of: "pass", kind: .nonConsumable, chain: "1", from: 0),
      sale("2", of: "cape", kind: .nonConsumable, chain: "2", from: 0),
      sale("3", of: "coins", kind: .consumable, chain: "3", from: 0),
    ]
    #expect(rights(sales, catalog: catalog) == ["cape by 2 0–", "gold by 1 0–", "pro by 1 0–"])
  }

  @Test func `is active from its beginning up to its end, and not at it`() throws {
    let sales = [sale("1", kind: .nonRenewing, from: 2, until: 5)]
    let right = try #require(
      EntitlementRules.entitlements(for: ada, from: sales, lives: [:]).first
    )
    #expect([1.9, 2, 4.9, 5].map { right.isActive(at: day($0)) } == [false, true, true, false])
    var open = right
    open.until = nil
    #expect(open.isActive(at: day(999)))
    let phase = Phase(from: day(2), until: day(5), state: .active, evidence: ID("d"))
    #expect([1.9, 2, 4.9, 5].map { phase.contains(day($0)) } == [false, true, true, false])
    #expect(Phase(from: day(2), state: .active, evidence: ID("d")).contains(day(99)))
  }

  @Test func `chains are in order of their newest period, then of their names`() {
    let sales = [
      sale("1", chain: "1", from: 0, until: 30, user: "ada"),
      sale("2", chain: "1", from: 40, until: 70), sale("3", chain: "3", from: 20, until: 50),
      sale("4", chain: "4", from: 40, until: 70),
      sale("5", kind: .nonConsumable, chain: "5", from: 90),
    ]
    for other in sales.permutations {
      let chains = EntitlementRules.subscriptions(from: other)
      #expect(chains.map(\.originalTransactionID) == ["1", "4", "3"])
      #expect(chains.map(\.user) == [ada, nil, nil])
    }
  }

  @Test func `the leading sale is confirmed, lasting, longest, newest and of the least ID`() {
    func leader(_ sales: Order...) -> String? {
      let found = Set(sales.permutations.map { EntitlementRules.leading(of: $0)?.transactionID })
      #expect(found.count == 1)
      return found.first ?? nil
    }
    #expect(
      leader(sale("1", from: 0, until: 9, by: .hearsay), sale("2", kind: .consumable, from: 0))
        == "2"
    )
    let pass = sale("1", kind: .nonRenewing, from: 0, until: 99)
    #expect(leader(pass, sale("2", kind: .nonRenewing, from: 0)) == "2")
    #expect(leader(sale("1", from: 0, until: 30), sale("2", from: 5, until: 30)) == "2")
    #expect(leader(pass, sale("2", kind: .consumable, from: 0, until: 100)) == "2")
    #expect(leader(pass, sale("2", kind: .unknown, from: 0, until: 100)) == "2")
    #expect(leader(pass, sale("2", kind: .nonConsumable, from: 0, until: 9)) == "2")
  }

  @Test func `a chain's ID has four parts, the last of which may have colons`() throws {
    let name = try #require(Subscription.Name(ID("google:sandbox:com.example:token:with:colons")))
    #expect((name.store, name.environment) == (.google, .sandbox))
    #expect((name.app, name.originalTransactionID) == ("com.example", "token:with:colons"))
    #expect(Subscription.Name(ID("google:sandbox::1"))?.app == "")
    for id in [
      "", "google:sandbox:app", "google:sandbox:app:", "g:sandbox:app:1", "google:s:app:1",
    ] {
      #expect(Subscription.Name(ID(id)) == nil)
    }
  }

  // MARK: Reversals

  private func reversed(
    _ until: Double,
    cancelled: Double? = nil,
    _ notices: (StoreEvent.Kind, on: Double)...
  ) -> String {
    let order = Order(
      store: .google,
      environment: .production,
      app: "app",
      transactionID: "GPA.1",
      originalTransactionID: "GPA.1",
      productID: "pro",
      kind: .autoRenewable,
      purchasedAt: day(0),
      originalPurchasedAt: day(0),
      expiresAt: day(until),
      cancelledAt: cancelled.map(day),
      statementSource: StatementSource(ID("answer"), at: day(0))
    )
    let events = notices.map { kind, number in
      StoreEvent(
        kind,
        chain: order.chain,
        order: order.id,
        statementSource: StatementSource(ID("void"), at: day(number))
      )
    }
    let found = [order].withReversals(from: events)[0]
    let days = found.cancelledAt.map { "\($0.timeIntervalSince(day(0)) / 86_400) " } ?? ""
    return days + (found.cancellation.map { "\($0)" } ?? "")
  }

  @Test func `a refund at Google counts for access that ends within a day of it`() {
    #expect(reversed(40, (.refunded, on: 39)) == "40.0 refunded")
    let halfASecond = 0.5 / 86_400
    #expect(reversed(40, (.refunded, on: 39 - halfASecond)) == "")
    #expect(reversed(40, (.refunded, on: 40.5)) == "40.0 refunded")
    #expect(reversed(40, (.refunded, on: 41)) == "40.0 refunded")
    #expect(reversed(40, (.refunded, on: 45)) == "45.0 refunded")
    #expect(reversed(40, (.refunded, on: 50), (.refunded, on: 45)) == "45.0 refunded")
    #expect(reversed(40, cancelled: 30, (.refunded, on: 40)) == "30.0 ")
  }

  @Test func `a revocation at Google counts at once, with or without money`() {
    #expect(reversed(40, (.revoked, on: 10)) == "10.0 revoked")
    #expect(reversed(40, (.revoked, on: 10), (.refunded, on: 20)) == "10.0 refunded")
    #expect(reversed(40, cancelled: 5, (.revoked, on: 10)) == "5.0 revoked")
    #expect(reversed(40, cancelled: 15, (.revoked, on: 10)) == "10.0 revoked")
    #expect(reversed(40, (.renewed, on: 10)) == "")
  }

  @Test func `only a reversal that the store itself told of an order is one`() {
    func isReversal(_ kind: StoreEvent.Kind, _ order: String?, _ authority: Authority) -> Bool {
      StoreEvent(
        kind,
        chain: ID("chain"),
        order: order.map { ID($0) },
        statementSource: StatementSource(ID("void"), at: day(1), authority)
      ).isReversal
    }
    let order = "google:production:app:GPA.1"
    #expect(isReversal(.refunded, order, .full))
    #expect(isReversal(.revoked, order, .full))
    #expect(!isReversal(.renewed, order, .full))
    #expect(!isReversal(.refunded, order, .hearsay))
    #expect(!isReversal(.refunded, nil, .full))
    #expect(!isReversal(.refunded, "apple:production:app:1", .full))
    #expect(!isReversal(.refundReversed, order, .full))
    let subscription = "microsoft:production:app:mdr:0:1"
    #expect(isReversal(.refunded, subscription, .full))
    #expect(isReversal(.refundReversed, subscription, .full))
    #expect(!isReversal(.revoked, subscription, .full))
  }
}
