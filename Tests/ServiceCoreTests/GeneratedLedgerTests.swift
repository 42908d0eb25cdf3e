import Entitlements
import Foundation
import GRDB
import Mint
import ServiceCore
import Testing

@testable import Persistence

@Suite struct `A generated ledger` {
  static let now = ServiceFixture.now

  static func population(_ users: Int, _ orders: Int, seed: UInt64 = 7) -> GeneratedPopulation {
    GeneratedPopulation(users: users, orders: orders, seed: seed, now: now)
  }

  static func filings(_ population: GeneratedPopulation) -> [Filing] {
    (0..<population.users).map {
      DocumentFiling.filing(
        ofGenerated: population.user(at: $0).document(at: now),
        receivedAt: now
      )
    }
  }

  private func ledger(_ population: GeneratedPopulation) async throws -> Ledger {
    let ledger = try Ledger.inMemory()
    try await ledger.becomeGenerated()
    _ = try await ledger.file(Self.filings(population))
    return ledger
  }

  private func hash(_ population: GeneratedPopulation) async throws -> UInt64 {
    try await ledger(population).read { try LedgerState(of: $0, .whole).hash }
  }

  @Test func `follows from its seed`() async throws {
    let first = try await hash(Self.population(40, 120))
    #expect(try await hash(Self.population(40, 120)) == first)
    #expect(try await hash(Self.population(40, 120, seed: 8)) != first)
  }

  @Test(arguments: [(1, 7), (30, 0), (60, 900), (7, 1)])
  func `holds exactly so many users and orders`(users: Int, orders: Int) async throws {
    let summary = try await ledger(Self.population(users, orders)).statistics.summary()
    #expect(summary.users == users)
    #expect(summary.orders == orders)
    #expect(summary.documents == users)
    #expect(summary.rejected == 0)
    #expect(summary.isGenerated)
  }

  @Test func `knows every store, every state and users with none and many orders`() {
    var (stores, states): (Set<Store>, Set<SubscriptionState>) = ([], [])
    var counts: [Int] = []
    for filing in Self.filings(Self.population(1_000, 4_000)) {
      let facts = filing.facts
      counts.append(facts.orders.count)
      stores.formUnion(facts.orders.map(\.store))
      let sales = Dictionary(grouping: facts.orders.filter { $0.subscription != nil }, by: \.chain)
      let renewalStatuses = Dictionary(grouping: facts.renewalStatuses, by: \.chain)
      for chain in Set(sales.keys).union(renewalStatuses.keys) {
        let life = SubscriptionPhases(
          sales: sales[chain] ?? [],
          renewalStatuses: renewalStatuses[chain] ?? []
        )
        states.formUnion(life.phases.filter { $0.contains(Self.now) }.map(\.state))
      }
    }
    #expect(stores == Set(Store.allCases))
    #expect(states == Set(SubscriptionState.allCases))
    #expect(counts.contains(0))
    #expect(counts.max() ?? 0 >= 100)
    #expect(counts.reduce(0, +) == 4_000)
  }

  @Test func `gives no transaction ID twice, and nothing lies in the future`() {
    let filings = Self.filings(Self.population(300, 3_000))
    let orders = filings.flatMap(\.facts.orders)
    #expect(Set(orders.map(\.transactionID)).count == 3_000)
    #expect(orders.allSatisfy { $0.purchasedAt < Self.now })
    #expect(orders.allSatisfy { ($0.cancelledAt ?? .distantPast) < Self.now })
    #expect(filings.flatMap(\.facts.renewalStatuses).allSatisfy { $0.statedAt < Self.now })
  }

  @Test func `is what its documents come to`() async throws {
    let ledger = try await ledger(Self.population(40, 200))
    #expect(try await ServiceFixture().replay.differences(of: ledger) == [])
    try await ledger.tamper { try $0.execute(sql: "DELETE FROM standing") }
    #expect(try await !ServiceFixture().replay.differences(of: ledger).isEmpty)
  }

  @Test func `begins empty`() async throws {
    let fixture = try ServiceFixture()
    let receipt = try fixture.receipt([fixture.month("1", begun: 3)])
    _ = try await fixture.service.submissions.validate(
      SubmittedDocument(bytes: receipt, user: ID("ada"))
    )
    await #expect(throws: LedgerError.occupied(path: "in memory")) {
      try await fixture.ledger.becomeGenerated()
    }
    #expect(try await fixture.ledger.isGenerated() == false)
  }
}

@Suite struct `A generated document` {
  typealias Generated = `A generated ledger`

  @Test func `grants nothing outside a generated ledger`() async throws {
    let fixture = try ServiceFixture()
    let population = Generated.population(3, 12)
    for filing in Generated.filings(population) {
      await #expect(throws: LedgerError.generatedAmongReal) {
        try await fixture.ledger.file(filing)
      }
    }
    let bytes = population.user(at: 1).document(at: ServiceFixture.now)
    let validation = try await fixture.service.submissions.validate(
      SubmittedDocument(bytes: bytes, user: ID("ada"), trustBasis: .storeAnswer)
    )
    #expect(validation.outcome == nil)
    #expect(try await fixture.ledger.statistics.summary().orders == 0)
  }

  @Test func `says what the life was`() throws {
    let population = Generated.population(200, 2_000)
    for index in 0..<population.users {
      let user = population.user(at: index)
      let filing = DocumentFiling.filing(
        ofGenerated: user.document(at: ServiceFixture.now),
        receivedAt: ServiceFixture.now
      )
      #expect(filing.userName == user.name)
      #expect(filing.userEmail == user.email)
      let facts = filing.facts
      let sales = user.chains.flatMap { chain in chain.sales.map { (chain, $0) } }
      try #require(facts.orders.count == sales.count)
      for (order, (chain, sale)) in zip(facts.orders, sales) {
        let product = GeneratedShop.items[sale.item].product(in: chain.store)
        #expect(order.store.rawValue == chain.store.name)
        #expect(order.app == chain.app)
        #expect(order.productID == product)
        #expect((order.environment == .sandbox) == chain.isSandbox)
        #expect(chain.root == nil || order.originalTransactionID == chain.root)
        #expect(sale.transactionID == nil || order.transactionID == sale.transactionID)
        #expect(order.purchasedAt == Date(timeIntervalSince1970: Double(sale.purchasedAt)))
        #expect(order.expiresAt?.timeIntervalSince1970 == sale.expiresAt.map(Double.init))
        #expect(order.cancelledAt?.timeIntervalSince1970 == sale.cancelledAt.map(Double.init))
        #expect(order.terms?.price?.minorUnits == sale.price)
        #expect(order.quantity == sale.quantity)
      }
      #expect(
        facts.renewalStatuses.count == user.chains.reduce(0) { $0 + $1.renewalStatuses.count }
      )
      #expect(facts.notices.count == user.chains.reduce(0) { $0 + $1.notices.count })
    }
  }

  @Test func `that was damaged states nothing, or what is left, and never traps`() {
    let bytes = Generated.population(9, 60).user(at: 0).document(at: ServiceFixture.now)
    for place in bytes.indices {
      for byte: UInt8 in [0x00, 0x09, 0x0A, 0x39, 0xFF] {
        var damaged = bytes
        damaged[place] = byte
        let filing = DocumentFiling.filing(ofGenerated: damaged, receivedAt: ServiceFixture.now)
        #expect(filing.facts.isEmpty || filing.document.verdict == .genuine)
      }
    }
    let cut = DocumentFiling.filing(ofGenerated: Array("s\t1".utf8), receivedAt: ServiceFixture.now)
    #expect(cut.document.verdict != .genuine)
    #expect(cut.attribution == .nobody)
  }
}
