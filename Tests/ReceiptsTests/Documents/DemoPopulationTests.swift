import Foundation
import Receipts
import Testing

@testable import Mint

@Suite struct DemoPopulationTests {
  private let now = Date(timeIntervalSince1970: 1_790_000_000)
  private var population: DemoPopulation { DemoPopulation(seed: 42, now: now) }

  @Test func `a user follows from seed and index alone`() {
    let again = DemoPopulation(seed: 42, now: now)
    #expect(again.user(at: 1_234) == population.user(at: 1_234))
    #expect(DemoPopulation(seed: 43, now: now).user(at: 1_234) != population.user(at: 1_234))
  }

  @Test func `the first twenty show every story`() {
    let stories = Set((0..<20).map { population.user(at: $0).story })
    #expect(stories == Set(DemoStory.allCases))
    #expect(DemoStory.allCases.map(\.share).reduce(0, +) == 100)
  }

  @Test func `somebody's name tries to take over the terminal`() {
    let names = (0..<20).map { population.user(at: $0).name }
    #expect(names.contains { $0.unicodeScalars.contains("\u{1B}") })
    #expect(names.contains { $0.unicodeScalars.contains("\u{202E}") })
  }

  @Test func `receipts are genuine exactly when nobody tampered`() throws {
    let authority = try TestAuthority.demo(at: now)
    let mint = ReceiptMint(authority)
    let verifier = try ReceiptVerifier(roots: [authority.rootDER])
    var rejected = 0
    for index in 0..<60 {
      for demo in population.user(at: index).receipts {
        switch verifier.verify(try mint.mint(demo), at: now) {
        case .genuine(let verified):
          #expect(!demo.isTampered)
          #expect(verified.faults.isEmpty)
          #expect(verified.inAppPurchases.count == demo.receipt.purchases.count)
        case .rejected(let rejection):
          #expect(demo.isTampered, "\(rejection)")
          rejected += 1
        }
      }
    }
    #expect(rejected > 0)
  }

  @Test func `nothing was bought, taken back or written after the receipt was made`() {
    for receipt in (0..<3_000).flatMap({ population.user(at: $0).receipts.map(\.receipt) }) {
      #expect(receipt.creationDate <= now)
      #expect(receipt.originalPurchaseDate < receipt.creationDate)
      #expect(!receipt.purchases.isEmpty)
      for purchase in receipt.purchases {
        #expect(purchase.purchaseDate <= receipt.creationDate)
        #expect(purchase.originalPurchaseDate <= purchase.purchaseDate)
        #expect(purchase.expiresDate.map { $0 > purchase.purchaseDate } ?? true)
        if let cancelled = purchase.cancellationDate {
          #expect(purchase.purchaseDate...receipt.creationDate ~= cancelled)
        }
      }
    }
  }

  @Test func `renewals belong to a first purchase in the same receipt`() {
    for receipt in (0..<500).flatMap({ population.user(at: $0).receipts.map(\.receipt) }) {
      let known = Set(receipt.purchases.map(\.transactionID))
      #expect(receipt.purchases.allSatisfy { known.contains($0.originalTransactionID) })
    }
  }

  @Test func `no two users share an identifier`() {
    let users = (0..<1_500).map { population.user(at: $0) }
    #expect(Set(users.map(\.id)).count == users.count)
    #expect(Set(users.map(\.email)).count == users.count)
  }

  @Test(arguments: [false, true])
  func `no two accounts share a transaction, bought at the same instant or not`(
    _ isSandbox: Bool
  ) {
    var generator = SplitMix64(seed: 1)
    var transactions: Set<String> = []
    var lineItems: Set<Int64> = []
    for index in 0..<3_000 {
      var account = DemoIdentifiers(index: index, isSandbox: isSandbox)
      for date in [now, now, now.addingTimeInterval(1)] {
        let ids = account.next(at: date, using: &generator)
        #expect(isSandbox == ids.transaction.hasPrefix("2000000"))
        #expect((15...17).contains(ids.transaction.count))
        transactions.insert(ids.transaction)
        lineItems.insert(ids.lineItem)
      }
    }
    #expect(transactions.count == 9_000)
    #expect(lineItems.count == 9_000)
  }

  @Test func `the shop looks like a shop`() {
    let users = (20..<1_520).map { population.user(at: $0) }
    func share(_ isCounted: (MintedPurchase) -> Bool) -> Double {
      let counted = users.filter { user in
        user.receipts.contains { !$0.isTampered && $0.receipt.purchases.contains(where: isCounted) }
      }
      return Double(counted.count) / Double(users.count)
    }
    let paid = share {
      $0.cancellationDate == nil && !$0.isTrial && ($0.expiresDate ?? .distantPast) > now
    }
    let trial = share { $0.isTrial && ($0.expiresDate ?? .distantPast) > now }
    #expect((0.40...0.55).contains(paid))
    #expect((0.06...0.11).contains(trial))
    #expect((0.06...0.12).contains(share { $0.cancellationDate != nil }))
  }

  @Test func `an older receipt comes before the newer one and knows less`() throws {
    let twice = population.user(at: 14).receipts.map(\.receipt)
    #expect(twice.count == 2)
    let older = try #require(twice.first)
    let newer = try #require(twice.last)
    #expect(older.creationDate < newer.creationDate)
    #expect(older.purchases.count < newer.purchases.count)
    #expect(older.deviceHash == newer.deviceHash)
  }
}
