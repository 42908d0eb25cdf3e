import Entitlements
import Foundation
import Testing

struct WordingTests {
  @Test(arguments: [
    (sale("1", from: 0, until: 30), 1.0, "active until 2026-01-31"),
    (sale("1", from: 0, until: 30), 31.0, "expired on 2026-01-31"),
    (sale("1", from: 0, until: 7, offer: .trial), 1.0, "in a free trial until 2026-01-08"),
    (sale("1", from: 0, until: 30, cancelled: 3), 9.0, "refunded on 2026-01-04"),
    (sale("1", from: 3, until: 30), 1.0, "begins on 2026-01-04"),
    (sale("1", kind: .nonConsumable, from: 0), 1.0, "active, without end"),
  ])
  func `every state has its sentence`(sale: Order, at: Double, sentence: String) {
    #expect(Wording.sentence(for: sale, at: day(at)) == sentence)
  }

  @Test func `a chain is told by its deciding period`() throws {
    let sales = [sale("1", from: 0, until: 30, cancelled: 15), sale("2", from: 15, until: 45)]
    let chain = try #require(EntitlementRules.subscriptions(from: sales).first)
    #expect(Wording.sentence(for: chain, at: day(20)) == "active until 2026-02-15")
  }

  @Test func `a right is told by its dates`() throws {
    let sales = [sale("1", from: 2, until: 30)]
    let rights = EntitlementRules.entitlements(for: ID("ada"), from: sales, lives: lives(sales))
    let right = try #require(rights.first)
    #expect(Wording.sentence(for: right, at: day(0)) == "begins on 2026-01-03")
    #expect(Wording.sentence(for: right, at: day(2)) == "active until 2026-01-31")
    #expect(Wording.sentence(for: right, at: day(30)) == "expired on 2026-01-31")
  }

  @Test(arguments: SubscriptionState.allCases)
  func `no state is without words`(state: SubscriptionState) {
    #expect(!Wording.phrase(for: state).isEmpty)
  }

  @Test(arguments: [
    (Double.nan, "1970-01-01"), (.infinity, "9999-12-31"), (-.infinity, "0001-01-01"),
    (1e300, "9999-12-31"),
  ])
  func `no instant is too strange for a day`(seconds: Double, day: String) {
    #expect(Wording.day(Date(timeIntervalSince1970: seconds)) == day)
  }
}
