import Entitlements
import Foundation
import Persistence
import ServiceCore
import StoreSimulator
import Testing

/// What a store tells in one place and not in another, all the way to the ticket.
@Suite struct `News that stores tell in one place only` {
  private func buy(
    _ store: SimulatedStore,
    in market: Marketplace,
    pending: Bool? = nil
  ) async throws -> SimulatedPurchase {
    var buying = act(.buy, product: "plus.monthly")
    (buying.store, buying.pending) = (store, pending)
    let id = try #require(try await market.simulator.perform(buying))
    for item in await market.simulator.state.outbox { try await market.ingest(item) }
    try await market.workOff()
    return try #require(await market.simulator.state.world.purchase(id))
  }

  private func refund(
    _ purchase: SimulatedPurchase,
    keepsRights: Bool,
    in market: Marketplace
  ) async throws {
    market.clock.advance(to: market.clock.now.addingTimeInterval(86_400))
    var refund = act(.refund, of: purchase.id)
    refund.keepsRights = keepsRights
    try await market.simulator.perform(refund)
    market.clock.advance(to: market.clock.now.addingTimeInterval(86_400))
  }

  private func state(
    of purchase: SimulatedPurchase,
    in market: Marketplace
  ) async throws -> SubscriptionState? {
    let chain = try await chain(of: purchase, in: market)
    let number = purchase.charges.last?.id ?? purchase.token
    let file = try await market.ledger.search.diagnosisInput(
      about: number,
      Identifier.all(in: number)
    )
    let record = file.chains.first { $0.id == chain }
    return record?.life?.last { $0.contains(market.clock.now) }?.state
  }

  private func chain(
    of purchase: SimulatedPurchase,
    in market: Marketplace
  ) async throws -> ID<Subscription> {
    let chains = try await market.ledger.storeQueries.chains(withToken: purchase.token)
    try #require(chains.count == 1)
    return chains[0]
  }

  @Test func `a void in Google's list is verified, and reads refunded`() async throws {
    try await Marketplace.open { market in
      let purchase = try await buy(.google, in: market)
      try await refund(purchase, keepsRights: false, in: market)
      _ = try await market.service.jobs.poll(by: "test")
      try await market.workOff()
      #expect(try await state(of: purchase, in: market) == .refunded)
      #expect(try await market.why(purchase.shownNumber).verdict.code == .purchaseRefunded)
      let verified = try await market.ledger.jobs.list(limit: 99).filter { $0.kind == "verify" }
      #expect(verified.count == 2, "once when it was bought, and once for the void")
      #expect(verified.allSatisfy { $0.state == .done })
      #expect(verified.first?.detail?.hasSuffix("still refunded") == true)
      #expect(try await market.replay.differences(of: market.ledger) == [])
    }
  }

  @Test func `money that Google gave back alone takes no rights, and is known`() async throws {
    try await Marketplace.open { market in
      let purchase = try await buy(.google, in: market)
      try await refund(purchase, keepsRights: true, in: market)
      let outbox = await market.simulator.state.outbox
      #expect(outbox.count == 1, "Google tells nobody")
      try await market.queue([.verify(try await chain(of: purchase, in: market))])
      try await market.workOff()
      #expect(try await state(of: purchase, in: market)?.grantsAccess == true)
      let diagnosis = try await market.why("Where is my refund? \(purchase.shownNumber)")
      #expect(diagnosis.verdict.code == .refundedAccessRemains)
    }
  }

  @Test func `a pending purchase becomes the one that was bought, and is asked about once`()
    async throws
  {
    try await Marketplace.open { market in
      let pending = try await buy(.google, in: market, pending: true)
      #expect(try await market.service.jobs.pollPlan().candidates.map(\.rule) == [.missingSale])
      let byToken = try #require(try await market.service.jobs.pollPlan().candidates.first?.chain)
      try await market.simulator.perform(act(.approve, of: pending.id))
      let item = try #require(await market.simulator.state.outbox.last)
      try await market.ingest(item)
      try await market.workOff()
      let purchase = try #require(await market.simulator.state.world.purchase(pending.id))
      let sold = try await chain(of: purchase, in: market)
      #expect(try await state(of: purchase, in: market)?.grantsAccess == true)
      #expect(try await market.service.jobs.pollPlan().candidates == [])
      #expect(try await market.ledger.storeQueries.chainsToQuery(about: [byToken, sold]) == [sold])
      #expect(try await market.replay.differences(of: market.ledger) == [])
    }
  }

  @Test func `an extension whose answer was lost is found in the store, and not done again`()
    async throws
  {
    try await Marketplace.open { market in
      let purchase = try await buy(.apple, in: market)
      let end = try #require(purchase.expiresAt)
      let chain = Subscription.id(
        store: .apple,
        environment: .production,
        app: Marketplace.app,
        originalTransactionID: purchase.id
      )
      let deed = StoreActionRequest(
        .extend(days: 3, reason: 1),
        to: chain,
        because: "an outage",
        request: UUID()
      )
      #expect(try await market.service.actions.order(deed, by: "kim", batch: "b"))
      var fault = InjectedFault(.reset)
      fault.path = "subscriptions/extend"
      await market.simulator.plan(fault)
      try await market.work()
      #expect(try await market.ledger.jobs.list(batch: "b", limit: 9).map(\.state) == [.waiting])
      try await market.workOff()
      #expect(try await market.ledger.jobs.list(batch: "b", limit: 9).map(\.state) == [.done])
      let now = await market.simulator.state.world.purchase(purchase.id)
      #expect(now?.expiresAt == end.addingTimeInterval(3 * 86_400))
    }
  }

  @Test func `an extension that never reached the store is left to whoever wanted it`()
    async throws
  {
    try await Marketplace.open { market in
      let purchase = try await buy(.apple, in: market)
      let chain = Subscription.id(
        store: .apple,
        environment: .production,
        app: Marketplace.app,
        originalTransactionID: purchase.id
      )
      // Apple extends by 90 days at most, and the answer that says so is lost.
      let deed = StoreActionRequest(
        .extend(days: 91, reason: 1),
        to: chain,
        because: "an outage",
        request: UUID()
      )
      #expect(try await market.service.actions.order(deed, by: "kim", batch: "b"))
      var fault = InjectedFault(.reset)
      fault.path = "subscriptions/extend"
      await market.simulator.plan(fault)
      try await market.work()
      try await market.workOff()
      let job = try #require(try await market.ledger.jobs.list(batch: "b", limit: 1).first)
      #expect(job.state == .failed)
      #expect(job.outcome == "unclear")
    }
  }
}
