import Entitlements
import Foundation
import TestSupport
import Testing

/// Beliefs depend on what was filed, never on when or how often.
@Suite struct `Convergence of the rules` {
  private func beliefs(_ filings: [Filing]) -> ReferenceLedgerState {
    var book = ReferenceLedger()
    for filing in filings { book.file(filing) }
    return book.beliefs()
  }

  @Test(arguments: Lives.all)
  func `every order of a life's documents comes to the same`(life: Lives.Life) {
    let expected = beliefs(life.filings)
    #expect(life.filings.count == 7)
    #expect(!expected.lives.isEmpty || !expected.orders.isEmpty)
    var orders = 0
    for filings in life.filings.permutations.prefix(cases(5_040)) {
      orders += 1
      let found = beliefs(filings)
      if found != expected {
        Issue.record("filed as \(filings.map(\.document.id))")
        return
      }
    }
    #expect(orders == cases(5_040))
  }

  @Test func `a hundred thousand heaps with repetitions come to the same`() {
    var random = Numbers(seed: 11)
    for _ in 0..<cases(100_000) {
      let life = Lives.all[random.below(Lives.all.count)]
      let picked = life.filings.filter { _ in random.below(4) > 0 }
      let expected = beliefs(picked)
      let heap = picked.flatMap { Array(repeating: $0, count: 1 + random.below(6)) }
      let found = beliefs(random.shuffled(heap))
      guard found == expected else {
        Issue.record("\(life): \(picked.map(\.document.id))")
        return
      }
    }
  }
}
