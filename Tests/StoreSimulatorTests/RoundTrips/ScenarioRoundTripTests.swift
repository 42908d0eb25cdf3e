import Entitlements
import Foundation
import Persistence
import ServiceCore
import StoreSimulator
import Testing

/// The whole way: somebody does something at a store, the store tells of it or is asked, the live
/// clients fetch it over HTTP, the ledger keeps it, and a ticket about it is answered.
@Suite struct `Scenarios from the store to the ticket` {
  @Test(arguments: ExpectedAnswer.journeys)
  func `the ticket is answered rightly, however the news came`(
    expected: ExpectedAnswer,
    delivery: Delivery
  ) async throws {
    try await Marketplace.open(hasClawbacks: delivery != .lost) { market in
      var scenario = try scenario(expected.scenario)
      scenario.sell(in: expected.store)
      var run = ScenarioRun(scenario, delivery, in: market)
      try await run.play()
      let state = await market.simulator.state
      let purchase = try #require(run.touched.flatMap { state.world.purchase($0) })
      if delivery == .lost, expected.isLookedUp { try await market.lookUp(purchase) }
      let diagnosis = try await market.why("\(expected.letter) \(purchase.shownNumber)")
      let verdict = expected.verdicts[delivery] ?? expected.verdict
      #expect(diagnosis.verdict.code == verdict, "\(diagnosis.verdict.sentence)")
      #expect(try await market.replay.differences(of: market.ledger) == [])
      try await market.replay.correct(market.ledger, at: market.clock.context.now()) { _ in }
      #expect(try await market.replay.differences(of: market.ledger) == [])
      let undone = try await market.ledger.jobs.list(in: [.waiting, .running, .failed], limit: 9)
      #expect(undone.map { "\($0.task): \($0.outcome ?? "") \($0.detail ?? "")" } == [])
    }
  }

  @Test func `every shipped scenario has its answer here`() {
    let known = Set(ExpectedAnswer.all.map(\.scenario))
    #expect(known == Set(ShippedScenarios.documents.keys))
  }

  @Test(arguments: [SimulatedStore.microsoft, .amazon])
  func `what a store cannot do has its reason`(store: SimulatedStore) {
    let told = ExpectedAnswer.all.filter { $0.store == store }.map(\.scenario)
    let untold = UntoldStory.all.filter { $0.store == store }.map(\.scenario)
    #expect((told + untold).sorted() == ShippedScenarios.documents.keys.sorted())
  }
}

extension Scenario {
  /// Has all happen in a store, where the steps name none.
  mutating func sell(in store: SimulatedStore) {
    for index in step.indices where step[index].action.store == nil {
      step[index].action.store = store
    }
  }
}

extension SimulatedPurchase {
  /// What the customer can quote.
  var shownNumber: String {
    switch store {
    case .apple: charges.last?.id ?? id
    case .google: charges.last?.id ?? token
    // The sandbox tells of no order.
    case .microsoft: isSandbox ? id : charges.last?.id ?? id
    case .amazon: token
    }
  }
}
