import Foundation
import StoreSimulator
import Testing

@Suite struct `Shipped scenarios` {
  /// Where a scenario leaves its last purchase.
  struct Ending: Sendable, CustomTestStringConvertible {
    var name: String
    var state: SimulatedPurchase.State
    var product = "plus.monthly"
    var charges: Int
    var told: [SimulatedNotification.Change]

    var testDescription: String { name }
  }

  static let endings: [Ending] = [
    Ending(name: "buy", state: .active, charges: 1, told: [.started]),
    Ending(name: "renew", state: .active, charges: 3, told: [.started, .renewed, .renewed]),
    Ending(name: "trial-to-paid", state: .active, charges: 2, told: [.started, .renewed]),
    Ending(
      name: "billing-failure-grace-recover",
      state: .active,
      charges: 2,
      told: [.started, .failedWithGrace, .recovered]
    ),
    Ending(
      name: "billing-failure-lapse",
      state: .expired,
      charges: 1,
      told: [.started, .failedWithGrace, .graceEnded, .expired]
    ),
    Ending(name: "cancel", state: .expired, charges: 1, told: [.started, .renewalOff, .expired]),
    Ending(
      name: "resubscribe",
      state: .active,
      charges: 2,
      told: [.started, .renewalOff, .expired, .resubscribed]
    ),
    Ending(
      name: "upgrade",
      state: .active,
      product: "max.monthly",
      charges: 2,
      told: [.started, .upgraded]
    ),
    Ending(
      name: "downgrade",
      state: .active,
      charges: 2,
      told: [.started, .downgradeScheduled, .renewed]
    ),
    Ending(name: "refund", state: .revoked, charges: 1, told: [.started, .refunded]),
    Ending(
      name: "refund-reversed",
      state: .active,
      charges: 1,
      told: [.started, .refunded, .refundReversed]
    ),
    Ending(
      name: "refund-declined",
      state: .active,
      product: "coins.100",
      charges: 1,
      told: [.bought, .refundAsked, .refundDeclined]
    ),
    Ending(
      name: "family-share-and-revoke",
      state: .revoked,
      charges: 2,
      told: [.started, .renewed, .revoked]
    ),
    Ending(
      name: "price-increase",
      state: .active,
      charges: 2,
      told: [.started, .priceAsked, .priceAgreed, .renewed]
    ),
    Ending(
      name: "price-refused",
      state: .expired,
      charges: 1,
      told: [.started, .priceAsked, .renewalOff, .expired]
    ),
    Ending(
      name: "pause",
      state: .active,
      charges: 2,
      told: [.started, .pauseScheduled, .paused, .resumed]
    ),
    Ending(name: "offer-code", state: .active, charges: 2, told: [.started, .renewed]),
    Ending(name: "ask-to-buy", state: .active, charges: 1, told: [.started]),
    Ending(name: "ask-to-buy-declined", state: .declined, charges: 0, told: [.pendingCancelled]),
    Ending(name: "consumable", state: .active, product: "coins.100", charges: 1, told: [.bought]),
    Ending(
      name: "prepaid",
      state: .expired,
      product: "plus.prepaid",
      charges: 1,
      told: [.started, .expired]
    ),
    Ending(name: "order-lookup", state: .active, product: "lifetime", charges: 1, told: [.bought]),
  ]

  @Test(arguments: endings)
  func `a scenario ends as its title says`(_ ending: Ending) throws {
    var world = world()
    let touched = try world.play(try scenario(ending.name))
    let purchase = try #require(touched.last.flatMap { world.purchase($0) })
    #expect(purchase.state == ending.state)
    #expect(purchase.product == ending.product)
    #expect(purchase.charges.count == ending.charges)
    #expect(world.told(of: purchase.id) == ending.told)
  }

  @Test func `every shipped scenario can be read and played`() throws {
    #expect(ShippedScenarios.documents.count >= 17)
    for name in ShippedScenarios.documents.keys.sorted() {
      let scenario = try scenario(name)
      #expect(scenario.name == name)
      var world = world()
      #expect(try !world.play(scenario).isEmpty)
    }
  }

  @Test func `a sandbox subscription ends after twelve renewals`() throws {
    var world = world()
    let touched = try world.play(try scenario("sandbox"))
    let purchase = try #require(touched.first.flatMap { world.purchase($0) })
    #expect(purchase.state == .expired)
    #expect(purchase.charges.count == 13)
    #expect(purchase.charges.last?.expiresAt == noon.addingTimeInterval(13 * 300))
  }

  @Test func `a payer's renewal is the family member's too`() throws {
    var world = world()
    let touched = try world.play(try scenario("family-share-and-revoke"))
    let payer = try #require(world.purchase(touched[0]))
    let member = try #require(world.purchase(touched[1]))
    #expect(member.sharedFrom == payer.id)
    #expect(member.account == "ben")
    #expect(payer.state == .active)
    #expect(member.charges.map(\.expiresAt) == payer.charges.map(\.expiresAt))
  }
}
