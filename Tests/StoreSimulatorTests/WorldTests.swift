import Basics
import Foundation
import StoreSimulator
import Testing

@Suite struct `A simulated world` {
  @Test func `the same seed makes the same world`() throws {
    var (one, same, other) = (world(), world(), world(seed: 8))
    for name in ["family-share-and-revoke", "consumable", "pause"] {
      let scenario = try scenario(name)
      try one.play(scenario)
      try same.play(scenario)
      try other.play(scenario)
    }
    #expect(one == same)
    #expect(one.purchases.map(\.id) != other.purchases.map(\.id))
  }

  @Test func `a long leap is many small steps`() throws {
    var (leaping, stepping) = (world(), world())
    for product in ["plus.monthly", "plus.weekly"] {
      for account in ["ada", "ben", "cleo"] {
        var buy = act(.buy, product: product)
        buy.account = "\(account).\(product)"
        try leaping.perform(buy)
        try stepping.perform(buy)
      }
    }
    leaping.advance(to: noon.addingTimeInterval(90 * 86_400))
    for hours in stride(from: 7.0, through: 90 * 24, by: 7) {
      stepping.advance(to: noon.addingTimeInterval(hours * 3_600))
    }
    stepping.advance(to: noon.addingTimeInterval(90 * 86_400))
    #expect(leaping == stepping)
    #expect(leaping.notifications.map(\.at) == leaping.notifications.map(\.at).sorted())
  }

  @Test func `a world that was written down goes on`() throws {
    var kept = world()
    try kept.perform(act(.buy, product: "plus.monthly"))
    var read = try JSONDecoder().decode(
      SimulatedWorld.self,
      from: JSONEncoder().encode(kept)
    )
    kept.advance(to: noon.addingTimeInterval(40 * 86_400))
    read.advance(to: noon.addingTimeInterval(40 * 86_400))
    #expect(read == kept)
    #expect(read.purchases.first?.charges.count == 2)
  }

  @Test func `a recovery in grace keeps the billing day`() throws {
    var world = world()
    let id = try #require(try world.perform(act(.buy, product: "plus.monthly")))
    try world.perform(act(.failBilling, of: id))
    let end = try #require(world.purchase(id)?.expiresAt)
    world.advance(to: end.addingTimeInterval(5 * 86_400))
    #expect(world.purchase(id)?.state == .grace)
    try world.perform(act(.fixBilling, of: id))
    #expect(world.purchase(id)?.expiresAt == ISO8601Duration.month.end(from: end))
  }

  @Test func `a recovery after grace begins a new period`() throws {
    var world = world()
    let id = try #require(try world.perform(act(.buy, product: "plus.monthly")))
    try world.perform(act(.failBilling, of: id))
    let end = try #require(world.purchase(id)?.expiresAt)
    let late = end.addingTimeInterval(30 * 86_400)
    world.advance(to: late)
    #expect(world.purchase(id)?.state == .retry)
    try world.perform(act(.fixBilling, of: id))
    #expect(world.purchase(id)?.expiresAt == ISO8601Duration.month.end(from: late))
  }

  @Test func `an upgrade elsewhere than at Apple makes a new purchase`() throws {
    var world = world()
    var buy = act(.buy, product: "plus.monthly")
    buy.store = .google
    let old = try #require(try world.perform(buy))
    try world.perform(act(.upgrade, of: old, product: "max.monthly"))
    let fresh = try #require(world.purchases.last)
    #expect(fresh.replaces == old)
    #expect(fresh.product == "max.monthly")
    #expect(world.purchase(old)?.state == .expired)
    #expect(world.purchase(old)?.endReason == .replaced)
  }

  @Test func `Google numbers renewals after the first order`() throws {
    var world = world()
    var buy = act(.buy, product: "plus.monthly")
    buy.store = .google
    let id = try #require(try world.perform(buy))
    world.advance(to: noon.addingTimeInterval(65 * 86_400))
    let orders = try #require(world.purchase(id)).charges.map(\.id)
    #expect(orders == [orders[0], "\(orders[0])..0", "\(orders[0])..1"])
  }

  @Test func `what cannot be is refused`() throws {
    var world = world()
    #expect(throws: ActionError.unknownPurchase("nobody")) {
      try world.perform(act(.refund, of: "nobody"))
    }
    let sold = world.products.filter { $0.store == .apple }.map(\.id)
    #expect(throws: ActionError.unknownProduct("air", sold: sold)) {
      try world.perform(act(.buy, product: "air"))
    }
    let id = try #require(try world.perform(act(.buy, product: "plus.monthly")))
    #expect(throws: ActionError.self) { try world.perform(act(.pause, of: id)) }
    #expect(throws: ActionError.self) { try world.perform(act(.buy, product: "plus.monthly")) }
  }

  @Test(arguments: [3, 5, 15, 30, 60])
  func `a month lasts as long as the sandbox says`(_ minutes: Int) throws {
    var world = SimulatedWorld(at: noon, acceleration: Acceleration(appleRate: minutes))
    var buy = act(.buy, product: "plus.monthly")
    buy.sandbox = true
    let id = try #require(try world.perform(buy))
    #expect(world.purchase(id)?.expiresAt == noon.addingTimeInterval(Double(minutes) * 60))
  }
}
