import Entitlements
import Foundation
import Testing

struct OrderStateTests {
  struct Story: Sendable, CustomTestStringConvertible {
    var name: String
    var sale: Order
    var at: Double
    var state: SubscriptionState

    var testDescription: String { name }
  }

  static let stories = [
    Story(
      name: "before it was bought",
      sale: sale("1", from: 1, until: 30),
      at: 0.9,
      state: .pending
    ),
    Story(
      name: "the instant it was bought",
      sale: sale("1", from: 1, until: 30),
      at: 1,
      state: .active
    ),
    Story(
      name: "the instant it ends",
      sale: sale("1", from: 1, until: 30),
      at: 30,
      state: .expired
    ),
    Story(
      name: "in its trial",
      sale: sale("1", from: 0, until: 7, offer: .trial),
      at: 6.9,
      state: .trial
    ),
    Story(
      name: "after its trial",
      sale: sale("1", from: 0, until: 7, offer: .trial),
      at: 7,
      state: .expired
    ),
    Story(
      name: "at an introductory price",
      sale: sale("1", from: 0, until: 7, offer: .introductory),
      at: 1,
      state: .introductory
    ),
    Story(
      name: "at a promotional price",
      sale: sale("1", from: 0, until: 7, offer: .promotional("win")),
      at: 1,
      state: .active
    ),
    Story(
      name: "before its refund",
      sale: sale("1", from: 0, until: 30, cancelled: 3),
      at: 2.9,
      state: .active
    ),
    Story(
      name: "the instant of its refund",
      sale: sale("1", from: 0, until: 30, cancelled: 3),
      at: 3,
      state: .refunded
    ),
    Story(
      name: "long after its refund",
      sale: sale("1", from: 0, until: 30, cancelled: 3),
      at: 90,
      state: .refunded
    ),
    Story(
      name: "a renewing sale of unknown end",
      sale: sale("1", from: 0),
      at: 0,
      state: .expired
    ),
    Story(
      name: "a lasting purchase",
      sale: sale("1", kind: .nonConsumable, from: 0),
      at: 9_999,
      state: .active
    ),
    Story(
      name: "a lasting purchase, refunded",
      sale: sale("1", kind: .nonConsumable, from: 0, cancelled: 5),
      at: 5,
      state: .refunded
    ),
    Story(
      name: "coins, refunded",
      sale: sale("1", kind: .consumable, from: 0, cancelled: 5),
      at: 6,
      state: .refunded
    ),
    Story(
      name: "a kind nobody told",
      sale: sale("1", kind: .unknown, from: 0),
      at: 50,
      state: .active
    ),
    Story(
      name: "a kind nobody told that ends",
      sale: sale("1", kind: .unknown, from: 0, until: 9),
      at: 50,
      state: .expired
    ),
  ]

  @Test(arguments: stories)
  func `a sale is, at one instant, what its dates say`(story: Story) {
    #expect(story.sale.state(at: day(story.at)) == story.state)
  }

  @Test func `access never ends before it began, whatever a document says`() {
    #expect(sale("1", from: 10, until: 3, cancelled: 1).accessUntil == day(10))
  }

  @Test func `an unconfirmed sale grants nothing until its end`() {
    let confirmed = sale("1", from: 0, until: 30)
    #expect(confirmed.grantedUntil == day(30))
    #expect(confirmed.changing { $0.statementSource.authority = .hearsay }.grantedUntil == nil)
  }

  @Test func `a cancellation after the end does not lengthen access`() {
    #expect(sale("1", from: 0, until: 30, cancelled: 40).accessUntil == day(30))
  }
}
