import Entitlements
import Foundation
import Testing

struct SubscriptionTests {
  struct Story: Sendable, CustomTestStringConvertible {
    var name: String
    var sales: [Order]
    var states: [(at: Double, state: SubscriptionState)]
    var accessUntil: Double

    var testDescription: String { name }
  }

  static let stories = [
    Story(
      name: "a trial that is renewed once",
      sales: [sale("1", from: 0, until: 7, offer: .trial), sale("2", from: 7, until: 37)],
      states: [(-1, .pending), (0, .trial), (6.9, .trial), (7, .active), (37, .expired)],
      accessUntil: 37
    ),
    Story(
      name: "a refund in the middle of a period",
      sales: [sale("1", from: 0, until: 30), sale("2", from: 30, until: 60, cancelled: 40)],
      states: [(29, .active), (39.9, .active), (40, .refunded), (61, .refunded)],
      accessUntil: 40
    ),
    Story(
      name: "a renewal refunded back to its beginning",
      sales: [sale("1", from: 0, until: 30), sale("2", from: 30, until: 60, cancelled: 30)],
      states: [(29, .active), (30, .refunded)],
      accessUntil: 30
    ),
    Story(
      name: "an upgrade in the middle of a period",
      sales: [
        sale("1", from: 0, until: 30, cancelled: 15),
        sale("2", of: "pro.yearly", from: 15, until: 380),
      ],
      states: [(14, .active), (15, .active), (379, .active), (380, .expired)],
      accessUntil: 380
    ),
    Story(
      name: "a lapse and a return",
      sales: [sale("1", from: 0, until: 30), sale("2", from: 90, until: 120)],
      states: [(30, .expired), (89, .expired), (90, .active), (120, .expired)],
      accessUntil: 120
    ),
    Story(
      name: "a renewal the store posted a day early",
      sales: [sale("1", from: 0, until: 30, offer: .introductory), sale("2", from: 29, until: 60)],
      states: [(28, .introductory), (29, .active), (31, .active)],
      accessUntil: 60
    ),
    Story(
      name: "a trial within a longer period",
      sales: [sale("1", from: 0, until: 60), sale("2", from: 10, until: 20, offer: .trial)],
      states: [(9, .active), (10, .trial), (19.9, .trial), (20, .active), (60, .expired)],
      accessUntil: 60
    ),
  ]

  @Test(arguments: stories)
  func `a chain is, at one instant, what its deciding period is`(story: Story) throws {
    for sales in story.sales.permutations {
      let chain = try #require(EntitlementRules.subscriptions(from: sales).first)
      for (instant, state) in story.states {
        #expect(chain.state(at: day(instant)) == state, "on day \(instant)")
      }
      #expect(chain.accessUntil == day(story.accessUntil))
      #expect(chain.startedAt == day(0))
      #expect(chain.productID == story.sales.last?.productID)
    }
  }

  @Test func `only renewing sales form chains, one for every root and environment`() {
    let chains = EntitlementRules.subscriptions(from: [
      sale("1", from: 0, until: 30), sale("2", from: 30, until: 60),
      sale("1", environment: .sandbox, from: 0, until: 30),
      sale("8", chain: "8", from: 50, until: 80),
      sale("9", kind: .nonConsumable, chain: "9", from: 0),
    ])
    #expect(
      chains.map(\.id.raw) == [
        "apple:production:com.example.app:8", "apple:production:com.example.app:1",
        "apple:sandbox:com.example.app:1",
      ]
    )
    #expect(chains.map(\.periods.count) == [1, 2, 1])
  }

  @Test func `a chain belongs to the owner of its newest owned period`() {
    let chain = EntitlementRules.subscriptions(from: [
      sale("1", from: 0, until: 30, user: "ada"), sale("2", from: 30, until: 60, user: "grace"),
      sale("3", from: 60, until: 90),
    ]).first
    #expect(chain?.user == ID("grace"))
  }
}
