import Entitlements
import Foundation
import Persistence
import ServiceCore
import StoreSimulator
import Testing

@Suite struct `Refunds in Microsoft's queue` {
  struct Sale: Sendable {
    var product: String
    var letter: String
  }

  static let sales = [
    Sale(product: "coins.100", letter: "The coins I bought are missing."),
    Sale(product: "lifetime", letter: ""),
    Sale(product: "plus.monthly", letter: ""),
  ]

  private func buy(_ product: String, in market: Marketplace) async throws -> SimulatedPurchase {
    var buy = act(.buy, product: product)
    (buy.store, buy.account) = (.microsoft, "ada")
    let id = try #require(try await market.simulator.perform(buy))
    try await market.handInKeys(of: buy)
    try await market.workOff()
    market.clock.advance(to: market.clock.now.addingTimeInterval(86_400))
    return try #require(await market.simulator.state.world.purchase(id))
  }

  /// The next poll of the queue. What it found, in the job's words.
  private func poll(_ market: Marketplace) async throws -> String? {
    market.clock.advance(to: market.clock.now.addingTimeInterval(12 * 3_600))
    try await market.queue([.clawbacks])
    try await market.workOff()
    let jobs = try await market.ledger.jobs.list(in: [.done], limit: 100)
    return jobs.filter { $0.kind == "clawbacks" }.max { $0.createdAt < $1.createdAt }?.detail
  }

  @Test(arguments: sales)
  func `the customer's ticket says so, and a second telling changes nothing`(
    sale: Sale
  ) async throws {
    try await Marketplace.open { market in
      let purchase = try await buy(sale.product, in: market)
      _ = try await market.simulator.perform(act(.refund, of: purchase.id))
      // Whoever read it goes down between the filing and the thanks.
      let read = try await market.service.storeQueries.perform(.clawbacks, by: "test")
      #expect(read.acknowledgements.count == 1)
      _ = try await market.ledger.file(read.batch)
      try await market.workOff()
      let diagnosis = try await market.why("\(sale.letter) \(purchase.shownNumber)")
      #expect(diagnosis.verdict.code == .purchaseRefunded, "\(diagnosis.verdict.sentence)")
      let believed = try await market.ledger.integrity.stateHash(of: .derived)
      #expect(try await poll(market) == "1 refund", "it is told again")
      #expect(try await market.ledger.integrity.stateHash(of: .derived) == believed)
      #expect(try await poll(market) == "0 refunds", "it was taken away")
      #expect(try await market.replay.differences(of: market.ledger) == [])
    }
  }

  @Test func `a refund that leaves the customer the product takes nothing away`() async throws {
    try await Marketplace.open { market in
      let purchase = try await buy("lifetime", in: market)
      var refund = act(.refund, of: purchase.id)
      refund.keepsRights = true
      _ = try await market.simulator.perform(refund)
      #expect(try await poll(market) == "1 refund")
      let diagnosis = try await market.why(purchase.shownNumber)
      #expect(diagnosis.verdict.code == .accessIsActive)
    }
  }

  @Test func `a purchase nobody knows of is filed without a question about it`() async throws {
    try await Marketplace.open { market in
      var buy = act(.buy, product: "plus.monthly")
      (buy.store, buy.account) = (.microsoft, "ada")
      let id = try #require(try await market.simulator.perform(buy))
      _ = try await market.simulator.perform(act(.refund, of: id))
      #expect(try await poll(market) == "1 refund")
      #expect(try await market.ledger.jobs.list(in: [.failed, .waiting], limit: 9) == [])
    }
  }

  @Test func `what opens the queue is written down nowhere`() async throws {
    try await Marketplace.open { market in
      let purchase = try await buy("coins.100", in: market)
      _ = try await market.simulator.perform(act(.refund, of: purchase.id))
      _ = try await poll(market)
      let documents = try await market.ledger.documents.all()
        .map { String(decoding: $0.filing.document.bytes, as: UTF8.self) }
      let jobs = try await market.ledger.jobs.list(in: [.done, .failed, .waiting], limit: 100)
        .map { "\($0)" }
      #expect(documents.contains { $0.contains("ClawbackEventContractV2") })
      for text in documents + jobs {
        #expect(!text.contains("sig=") && !text.contains("popreceipt") && !text.contains("sas."))
      }
    }
  }

  @Test func `without a queue nobody is asked for one`() async throws {
    try await Marketplace.open(hasClawbacks: false) { market in
      let plan = try await market.service.jobs.pollPlan()
      #expect(!plan.voids.contains(.clawbacks))
    }
    try await Marketplace.open { market in
      let plan = try await market.service.jobs.pollPlan()
      #expect(plan.voids.contains(.clawbacks))
    }
  }
}
