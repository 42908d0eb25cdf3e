import Entitlements
import Foundation
import Testing

@testable import Dashboard

/// What the overview says of rights that run, and of those that are over.
@Suite struct OverviewTests {
  private static let chain = "2000000100000001"
  private static let sales = [
    Sample.order(chain, "pro.monthly", from: -258, until: -228),
    Sample.order("2000000100000002", original: chain, "pro.yearly", from: -228, until: 137),
  ]

  private static func right(_ product: String, of sale: Int) -> Entitlement {
    Entitlement(
      key: "\(Sample.app).\(product)",
      user: ID("ada"),
      environment: .production,
      source: sales[sale].id,
      evidence: sales[sale].evidence,
      from: sales[sale].purchasedAt,
      until: sales[sale].expiresAt
    )
  }

  private static let userDetails = UserDetails(
    user: Sample.userDetails.user,
    orders: sales.reversed(),
    subscriptions: EntitlementRules.subscriptions(from: sales),
    lives: Dictionary(grouping: sales, by: \.chain).mapValues {
      SubscriptionPhases(sales: $0, renewalStatuses: []).phases
    },
    entitlements: [right("pro.yearly", of: 1), right("pro.monthly", of: 0)],
    documents: []
  )

  private func lines(_ size: Size = Size(columns: 80, rows: 24)) -> [String] {
    var player = Player(Sample.state(size.columns, size.rows))
    player.userDetails = Self.userDetails
    player.press(.down, .enter)
    return FrameText.text(of: view(player.state)).split(separator: "\n").map(String.init)
  }

  @Test func `a right that ended is over, whatever its chain has become since`() throws {
    let line = try #require(lines().first { $0.contains("  pro.monthly") })
    #expect(line.contains("EXP"))
    #expect(line.contains("ended 2026-04-07"))
    #expect(!line.contains("until"))
  }

  @Test func `a right that runs tells until when, and its chain what comes then`() throws {
    let running = lines().filter { $0.contains("  pro.yearly") }
    #expect(running.contains { $0.contains("ACT") && $0.contains("until 2027-04-07") })
    #expect(running.contains { $0.contains("paid until 2027-04-07") })
  }

  @Test func `a right whose payment failed says so, as the last of its chain`() {
    var userDetails = Self.userDetails
    let phase = Phase(from: Sample.days(-3), state: .billingRetry, evidence: ID("e"))
    userDetails.lives = [Self.sales[0].chain: [phase]]
    userDetails.entitlements[0].until = Sample.days(-3)
    let states = userDetails.entitlements.map {
      userDetails.state(of: $0, from: userDetails.sources, at: Sample.now)
    }
    #expect(states == [.billingRetry, .expired])
  }

  @Test func `what was paid is summed for each currency, without what was given back`() {
    func priced(
      _ id: String,
      _ price: String,
      _ currency: String,
      cancelled: Double? = nil
    ) -> Order {
      let sale = Sample.order(id, "coins", kind: .consumable, from: -9, cancelled: cancelled)
      return sale.changing { details in
        details.terms = Order.Terms(
          price: Currency(currency).flatMap { Money(decimal: price, $0) },
          country: "DE",
          statementSource: sale.statementSource
        )
      }
    }
    var userDetails = Self.userDetails
    userDetails.orders = [
      priced("1", "4.99", "EUR"), priced("2", "5.01", "EUR"), priced("3", "7", "USD"),
      priced("4", "100", "EUR", cancelled: -8),
    ]
    let view = Sample.state(120, 36).view
    let lines = OverviewFacts(userDetails, nil, view).rows(width: 42)
    let texts = lines.map { $0.runs.map(\.text.string).joined(separator: " ") }
    #expect(texts.contains("spent 10.00 EUR, 7.00 USD"))
    #expect(texts.contains("country DE"))
  }

  @Test(arguments: [Size(columns: 80, rows: 24), Size(columns: 120, rows: 36)])
  func `the newest event is told`(_ size: Size) {
    var player = Player(Sample.state(size.columns, size.rows))
    player.press(.down, .enter)
    player.type("G")
    #expect(FrameText.text(of: view(player.state)).contains("LATEST EVENTS"))
  }
}
