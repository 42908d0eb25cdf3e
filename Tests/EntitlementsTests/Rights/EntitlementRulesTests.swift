import Entitlements
import Foundation
import Testing

struct EntitlementRulesTests {
  let ada = ID<User>("ada")

  /// A right in short: product, environment, source, first and last day.
  struct Right: Equatable, CustomStringConvertible {
    var key: String
    var environment = Environment.production
    var source: String
    var from: Double
    var until: Double?

    var description: String { "\(key) \(environment) by \(source): \(from)–\(until ?? .infinity)" }
  }

  func rights(_ sales: [Order], sourceLocation: SourceLocation = #_sourceLocation) -> [Right] {
    func derive(_ sales: [Order]) -> [Right] {
      EntitlementRules.entitlements(for: ada, from: sales, lives: lives(sales)).map {
        Right(
          key: $0.key,
          environment: $0.environment,
          source: $0.source.map(Order.transactionID(of:)) ?? "",
          from: $0.from.timeIntervalSince(day(0)) / 86_400,
          until: $0.until.map { $0.timeIntervalSince(day(0)) / 86_400 }
        )
      }
    }
    let rights = derive(sales)
    for other in sales.permutations {
      #expect(derive(other) == rights, sourceLocation: sourceLocation)
    }
    return rights
  }

  @Test func `contiguous periods are one right, granted by the last`() {
    let found = rights([
      sale("1", from: 0, until: 30), sale("2", from: 30, until: 60), sale("3", from: 60, until: 90),
    ])
    #expect(found == [Right(key: "pro.monthly", source: "3", from: 0, until: 90)])
  }

  @Test func `a lapse parts two intervals of a right`() {
    let found = rights([sale("1", from: 0, until: 30), sale("2", from: 31, until: 61)])
    #expect(
      found == [
        Right(key: "pro.monthly", source: "1", from: 0, until: 30),
        Right(key: "pro.monthly", source: "2", from: 31, until: 61),
      ]
    )
  }

  @Test func `a refund ends access at once`() {
    let found = rights([
      sale("1", from: 0, until: 30), sale("2", from: 30, until: 60, cancelled: 33),
    ])
    #expect(found == [Right(key: "pro.monthly", source: "2", from: 0, until: 33)])
  }

  @Test func `a renewal refunded at its beginning is not what grants the right`() {
    let found = rights([
      sale("1", from: 0, until: 30), sale("2", from: 30, until: 60, cancelled: 30),
    ])
    #expect(found == [Right(key: "pro.monthly", source: "1", from: 0, until: 30)])
  }

  @Test func `a lasting purchase has no end until it is refunded`() {
    #expect(
      rights([sale("1", of: "lifetime", kind: .nonConsumable, from: 3)])
        == [Right(key: "lifetime", source: "1", from: 3)]
    )
    #expect(
      rights([sale("1", of: "lifetime", kind: .nonConsumable, from: 3, cancelled: 9)])
        == [Right(key: "lifetime", source: "1", from: 3, until: 9)]
    )
  }

  @Test func `a second purchase does not mend the refund of the first`() {
    let found = rights([
      sale("1", of: "lifetime", kind: .nonConsumable, from: 0, cancelled: 2),
      sale("2", of: "lifetime", kind: .nonConsumable, from: 5),
    ])
    #expect(
      found == [
        Right(key: "lifetime", source: "1", from: 0, until: 2),
        Right(key: "lifetime", source: "2", from: 5),
      ]
    )
  }

  @Test func `coins are inventory and no right`() {
    #expect(rights([sale("1", of: "coins", kind: .consumable, from: 0)]) == [])
  }

  @Test func `what was bought in the sandbox says nothing about production`() {
    let found = rights([
      sale("1", from: 0, until: 30), sale("1", environment: .sandbox, from: 30, until: 60),
    ])
    #expect(
      found == [
        Right(key: "pro.monthly", source: "1", from: 0, until: 30),
        Right(key: "pro.monthly", environment: .sandbox, source: "1", from: 30, until: 60),
      ]
    )
  }

  struct Precedence: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var sales: [Order]
    var leader: String?
  }

  @Test(arguments: [
    Precedence(testDescription: "nobody bought anything", sales: [], leader: nil),
    Precedence(
      testDescription: "the subscription that ends last",
      sales: [sale("1", from: 0, until: 30), sale("2", chain: "2", from: 0, until: 365)],
      leader: "2"
    ),
    Precedence(
      testDescription: "a subscription before a lasting purchase",
      sales: [sale("1", kind: .nonConsumable, from: 50), sale("2", from: 0, until: 30)],
      leader: "2"
    ),
    Precedence(
      testDescription: "a lasting purchase before coins",
      sales: [sale("1", kind: .consumable, from: 50), sale("2", kind: .nonConsumable, from: 0)],
      leader: "2"
    ),
    Precedence(
      testDescription: "whatever was kept before what was refunded",
      sales: [sale("1", from: 0, until: 365, cancelled: 3), sale("2", kind: .consumable, from: 0)],
      leader: "2"
    ),
    Precedence(
      testDescription: "of equals the least ID",
      sales: [sale("2", from: 0, until: 30), sale("1", from: 0, until: 30)],
      leader: "1"
    ),
  ])
  func `the leading sale is the one that says most`(story: Precedence) {
    for sales in story.sales.permutations {
      #expect(EntitlementRules.leading(of: sales)?.transactionID == story.leader)
    }
  }
}
