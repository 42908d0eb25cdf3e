import Entitlements
import Foundation
import Testing

@Suite struct `A change of plan at Apple` {
  private let yearly = sale("1", of: "yearly", from: 0, until: 365)
  private let monthly = sale("2", of: "monthly", from: 10, until: 40)

  private func life(_ sales: [Order], _ renewalStatuses: [RenewalStatus] = []) -> [String] {
    func told(_ sales: [Order]) -> [String] {
      SubscriptionPhases(sales: sales, renewalStatuses: renewalStatuses).phases.map { phase in
        let days = Int(phase.from.timeIntervalSince(day(0)) / 86_400)
        return "\(days) \(phase.state.rawValue)"
      }
    }
    let first = told(sales)
    for other in sales.permutations { #expect(told(other) == first) }
    return first
  }

  private func ends(_ sales: [Order]) -> [String: Date?] {
    let first = Self.ends(sales)
    for other in sales.permutations { #expect(Self.ends(other) == first) }
    return first
  }

  private static func ends(_ sales: [Order]) -> [String: Date?] {
    let replaced = sales.withReplacements
    return Dictionary(uniqueKeysWithValues: replaced.map { ($0.transactionID, $0.cancelledAt) })
  }

  @Test func `ends the longer plan, so that its end is not the shorter one's`() {
    #expect(life([yearly, monthly]) == ["0 active", "40 expired"])
    #expect(ends([yearly, monthly]) == ["1": day(10), "2": nil])
    let state = [yearly, monthly].withReplacements.first { $0.transactionID == "1" }?.state(
      at: day(20)
    )
    #expect(state == .expired)
  }

  @Test func `holds when the first plan is bought again`() {
    let again = sale("3", of: "yearly", from: 40, until: 405)
    #expect(ends([yearly, monthly, again]) == ["1": day(10), "2": nil, "3": nil])
    let renewed = sale("3", of: "monthly", from: 40, until: 70)
    #expect(life([yearly, monthly, renewed]) == ["0 active", "70 expired"])
  }

  @Test func `is not an early renewal, of the same product or of another at the end`() {
    let early = sale("2", of: "yearly", from: 200, until: 565)
    #expect(ends([yearly, early]) == ["1": nil, "2": nil])
    let next = sale("2", of: "monthly", from: 364.5, until: 395)
    #expect(ends([yearly, next]) == ["1": nil, "2": nil])
  }

  @Test func `overlaps by more than a day, or ends before the former plan`() {
    let dayBefore = sale("2", of: "monthly", from: 364, until: 395)
    #expect(ends([yearly, dayBefore]) == ["1": nil, "2": nil])
    let earlier = sale("2", of: "monthly", from: 364 - 0.5 / 86_400, until: 395)
    #expect(ends([yearly, earlier]) == ["1": earlier.purchasedAt, "2": nil])
    let sameEnd = sale("2", of: "monthly", from: 364.5, until: 365)
    #expect(ends([yearly, sameEnd]) == ["1": nil, "2": nil])
    let unending = sale("2", of: "monthly", from: 364.5)
    #expect(ends([yearly, unending]) == ["1": nil, "2": nil])
    let shorter = sale("2", of: "monthly", from: 364.5, until: 364.75)
    #expect(ends([yearly, shorter]) == ["1": day(364.5), "2": nil])
  }

  @Test func `ends a plan where the first of several others begins`() {
    let weekly = sale("3", of: "weekly", from: 20, until: 27)
    #expect(ends([yearly, monthly, weekly]) == ["1": day(10), "2": day(20), "3": nil])
  }

  @Test func `is one of subscriptions, and not another store's`() {
    let seasons = [
      sale("1", of: "spring", kind: .nonRenewing, from: 0, until: 90),
      sale("2", of: "summer", kind: .nonRenewing, from: 10, until: 40),
    ]
    #expect(ends(seasons) == ["1": nil, "2": nil])
    let charges = [("GPA.1", "yearly", 0.0, 365.0), ("GPA.1..0", "monthly", 10, 40)].map {
      Story.sale($0, of: $1, chain: "GPA.1", store: .google, from: $2, until: $3)
    }
    #expect(ends(charges) == ["GPA.1": nil, "GPA.1..0": nil])
  }

  @Test func `needs the store's own word`() {
    let claimed = sale("2", of: "monthly", from: 10, until: 40, by: .hearsay)
    #expect(ends([yearly, claimed]) == ["1": nil, "2": nil])
  }

  @Test func `is of another product, and later`() {
    let early = sale("2", of: "yearly", from: 200, until: 565)
    let monthly = sale("3", of: "monthly", from: 300, until: 330)
    #expect(ends([yearly, early, monthly]) == ["1": day(300), "2": day(300), "3": nil])
    let beside = sale("2", of: "monthly", from: 0, until: 30)
    #expect(ends([yearly, beside]) == ["1": nil, "2": nil])
  }

  @Test func `leaves a refund as the store stated it`() {
    let refunded = sale("1", of: "yearly", from: 0, until: 365, cancelled: 20).changing {
      $0.cancellation = .refunded
    }
    #expect(ends([refunded, monthly]) == ["1": day(20), "2": nil])
  }

  @Test(arguments: [-60, 0, 60])
  func `is what a receipt cancels as the next plan begins`(seconds: TimeInterval) {
    let cancelled = yearly.changing { $0.cancelledAt = day(10).addingTimeInterval(seconds) }
    #expect(ends([cancelled, monthly]) == ["1": day(10), "2": nil])
    #expect([cancelled, monthly].withReplacements.allSatisfy { $0.takenBackAt == nil })
    let refunded = cancelled.changing { $0.cancellation = .refunded }
    #expect([refunded, monthly].withReplacements.allSatisfy { $0.takenBackAt == nil })
    let revoked = cancelled.changing { $0.cancellation = .revoked }
    #expect([revoked, monthly].withReplacements.contains { $0.cancellation == .revoked })
    let weekly = sale("3", of: "weekly", from: 5, until: 12)
    #expect(ends([cancelled, weekly, monthly])["1"] == day(10))
  }

  @Test(arguments: [-60.001, 60.001])
  func `is not what a receipt cancels at another time`(seconds: TimeInterval) {
    let cancelledAt = day(10).addingTimeInterval(seconds)
    let cancelled = yearly.changing { $0.cancelledAt = cancelledAt }
    #expect(ends([cancelled, monthly]) == ["1": cancelledAt, "2": nil])
    #expect([cancelled, monthly].withReplacements.map(\.takenBackAt) == [cancelledAt, nil])
  }

  @Test func `is what a receipt cancels on the last day, but not at the end`() {
    let cancelled = sale("1", of: "yearly", from: 0, until: 365, cancelled: 364.5)
    let late = sale("2", of: "monthly", from: 364.5, until: 395)
    #expect([cancelled, late].withReplacements.first?.cancellation == .upgraded)
    let same = sale("2", of: "yearly", from: 364.5, until: 730)
    #expect([cancelled, same].withReplacements.first?.cancellation == nil)
    let over = sale("1", of: "yearly", from: 0, until: 365, cancelled: 365)
    let next = sale("2", of: "monthly", from: 365, until: 395)
    #expect([over, next].withReplacements.first?.cancellation == nil)
  }

  @Test func `stays where the store dated it before the next sale on file`() {
    let upgraded = sale("1", of: "yearly", from: 0, until: 365, cancelled: 5).changing {
      $0.cancellation = .upgraded
    }
    #expect(ends([upgraded, monthly]) == ["1": day(5), "2": nil])
  }

  @Test func `dates an upgrade that the store stated without a date`() {
    let upgraded = sale("1", of: "yearly", from: 0, until: 365, cancelled: 25).changing {
      $0.cancellation = .upgraded
    }
    #expect(ends([upgraded, monthly]) == ["1": day(10), "2": nil])
  }

  @Test func `takes nothing away that the former sale added`() {
    let item = Catalog.Item(
      id: "plus",
      kind: .autoRenewable,
      products: [.init(.apple, "yearly")],
      balances: [.init(10, "GM")]
    )
    let catalog = CatalogIndex(
      Catalog(version: "1", items: [item], currencies: [.init(code: "GM")])
    )
    let sales = [yearly, monthly].withReplacements
    let balances = EntitlementRules.balances(for: ID("ada"), from: sales, catalog: catalog)
    #expect(balances.map(\.amount) == [10])
  }
}

@Suite struct `A revocation that Apple took back` {
  private let revoked = RenewalStatus(
    chain: ID("chain"),
    condition: .revoked(at: day(5)),
    renews: false,
    statementSource: StatementSource(ID("refund"), at: day(5))
  )

  private func state(_ sale: Order) -> SubscriptionState? {
    SubscriptionPhases(sales: [sale], renewalStatuses: [revoked]).phases
      .last { $0.contains(day(10)) }?.state
  }

  @Test func `ends with a later statement of the sale`() {
    #expect(state(sale("1", from: 0, until: 30, told: 8)) == .active)
    #expect(state(sale("1", from: 5, until: 30, told: 8)) == .active)
  }

  @Test func `stands against an earlier one, and if the sale is cancelled`() {
    #expect(state(sale("1", from: 0, until: 30, told: 1)) == .revoked)
    #expect(state(sale("1", from: 0, until: 5, told: 8)) == .revoked)
    let cancelled = sale("1", from: 0, until: 30, cancelled: 5, told: 8)
    #expect(state(cancelled) == .refunded)
  }
}

@Suite struct `A consumable that the ledger knows` {
  private let coins = sale("1", of: "coins", kind: .consumable, from: 0)

  @Test func `is used up when nothing is left`() {
    var used = ConsumptionCounts()
    #expect(!EntitlementRules.isUsedUp(coins, used, catalog: nil))
    used.add(1, of: nil)
    #expect(EntitlementRules.isUsedUp(coins, used, catalog: nil))
    let two = coins.changing { $0.quantity = 2 }
    #expect(!EntitlementRules.isUsedUp(two, used, catalog: nil))
  }

  @Test func `is never used up if it lasts`() {
    var used = ConsumptionCounts()
    used.add(9, of: nil)
    let lasting = sale("1", of: "lifetime", kind: .nonConsumable, from: 0)
    #expect(!EntitlementRules.isUsedUp(lasting, used, catalog: nil))
  }
}
