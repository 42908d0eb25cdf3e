import Entitlements
import Foundation
import TestSupport
import Testing

/// What somebody who knows the shared secret can say of purchases.
@Suite struct `Hearsay about purchases` {
  private let ada = ID<User>("ada")

  private func phases(_ sales: [Order], _ renewalStatuses: [RenewalStatus] = []) -> [String] {
    SubscriptionPhases(sales: sales, renewalStatuses: renewalStatuses).phases.map {
      "\(Int($0.from.timeIntervalSince(day(0)) / 86_400)) \($0.state.rawValue)"
    }
  }

  private func said(
    _ condition: RenewalStatus.Condition,
    on number: Double,
    _ authority: Authority = .full
  ) -> RenewalStatus {
    RenewalStatus(
      chain: sale("1", from: 0).chain,
      condition: condition,
      // What ties is decided by the document.
      statementSource: StatementSource(
        ID("said-\(number)-\(condition)"),
        at: day(number),
        authority
      )
    )
  }

  private func rights(_ sales: [Order], _ renewalStatuses: [RenewalStatus] = []) -> [Entitlement] {
    let renewing = Dictionary(grouping: sales.filter { $0.subscription != nil }, by: \.chain)
    let lives = renewing.mapValues {
      SubscriptionPhases(sales: $0, renewalStatuses: renewalStatuses).phases
    }
    return EntitlementRules.entitlements(for: ada, from: sales, lives: lives)
  }

  @Test func `a sale that hearsay alone tells of gives no right until the store confirms it`() {
    let told = sale("1", from: 0, until: 30, told: 1, by: .hearsay)
    #expect(phases([told]) == ["0 unverified", "30 expired"])
    #expect(rights([told]).isEmpty)
    #expect(told.state(at: day(5)) == .unverified)
    let confirmed = told.merged(with: sale("1", from: 0, until: 30, told: 2))
    #expect(phases([confirmed]) == ["0 active", "30 expired"])
    #expect(rights([confirmed]).map(\.key) == ["pro.monthly"])
  }

  @Test func `a lifetime purchase or coins that hearsay alone tells of are nothing`() {
    let lifetime = sale("7", of: "pro", kind: .nonConsumable, chain: "7", from: 0, by: .hearsay)
    let coins = sale("8", of: "coins", kind: .consumable, chain: "8", from: 0, by: .hearsay)
    let catalog = CatalogIndex(
      Catalog(
        version: "1",
        items: [Catalog.Item(id: "coins", kind: .consumable, balances: [.init(100, "GO")])],
        currencies: [.init(code: "GO", initial: 0)]
      )
    )
    #expect(rights([lifetime, coins]).isEmpty)
    #expect(EntitlementRules.inventory(for: ada, from: [coins]).isEmpty)
    #expect(EntitlementRules.balances(for: ada, from: [coins], catalog: catalog).isEmpty)
    #expect(EntitlementRules.credits(from: [coins], catalog: catalog).isEmpty)
    var record = ChainRecord(id: coins.chain)
    record.sales = [coins]
    #expect(EntitlementRules.catalogGrants(of: record, catalog: catalog, at: day(1)).isEmpty)
  }

  @Test func `a renewal that hearsay tells of shows as unverified behind the confirmed period`() {
    let first = sale("1", from: 0, until: 30)
    let renewal = sale("2", from: 30, until: 60, told: 29, by: .hearsay)
    #expect(phases([first, renewal]) == ["0 active", "30 unverified", "60 expired"])
    #expect(rights([first, renewal]) == rights([first]))
    // The store was asked since, and did not tell of it.
    #expect(
      phases([first, renewal], [said(.ended(.voluntary), on: 31)]) == ["0 active", "30 expired"]
    )
  }

  @Test func `nothing in hearsay shortens or lengthens what the store confirmed`() {
    let confirmed = [sale("1", from: 0, until: 30), sale("2", from: 30, until: 60)]
    let telling = [said(.running, on: 31)]
    let hearsay = [
      sale("2", from: 30, until: 900, cancelled: 31, told: 40, by: .hearsay),
      sale("3", from: 5, until: 900, told: 41, by: .hearsay),
    ]
    let claims = [
      said(.revoked(at: day(6)), on: 6, .hearsay), said(.ended(.other), on: 50, .hearsay),
      said(.gracePeriod(until: day(900)), on: 60, .hearsay),
    ]
    let merged = [confirmed[0], confirmed[1].merged(with: hearsay[0]), hearsay[1]]
    #expect(rights(merged, telling + claims) == rights(confirmed, telling))
    #expect(rights(merged, claims) == rights(confirmed))
  }

  @Test func `twenty thousand heaps of hearsay change no right that the store confirmed`() {
    var chance = SeededNumbers(state: 20)
    func random(_ range: ClosedRange<Int>) -> Double {
      Double(Int.random(in: range, using: &chance))
    }
    func sales(_ names: [String], _ authority: Authority) -> [Order] {
      names.filter { _ in Bool.random(using: &chance) }.map { name in
        let from = random(0...100)
        return sale(
          name,
          from: from,
          until: from + random(1...60),
          cancelled: random(0...5) == 0 ? from + random(0...20) : nil,
          told: random(0...150),
          by: authority
        )
      }
    }
    func renewalStatuses(_ authority: Authority) -> [RenewalStatus] {
      let conditions: [RenewalStatus.Condition] = [
        .running, .gracePeriod(until: day(random(0...200))), .billingRetry(until: nil),
        .ended(.billing), .revoked(at: day(random(0...100))), .pending, .paused(until: nil),
      ]
      return conditions.filter { _ in random(0...3) == 0 }.map {
        said($0, on: random(0...150), authority)
      }
    }
    for _ in 0..<cases(20_000) {
      let (mine, told) = (sales(["1", "2", "3"], .full), renewalStatuses(.full))
      let (others, claimed) = (sales(["2", "3", "4", "5"], .hearsay), renewalStatuses(.hearsay))
      var merged: [ID<Order>: Order] = [:]
      for order in mine + others {
        merged[order.id] = merged[order.id].map { $0.merged(with: order) } ?? order
      }
      let all = merged.values.shuffled(using: &chance)
      let alone = rights(mine, told)
      guard rights(all, (told + claimed).shuffled(using: &chance)) == alone else {
        Issue.record("\(mine) \(told) \(others) \(claimed)")
        return
      }
    }
  }
}

/// SplitMix64: the same numbers every time.
private struct SeededNumbers: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var word = (state ^ state >> 30) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ word >> 27) &* 0x94D0_49BB_1331_11EB
    return word ^ word >> 31
  }
}
