import Entitlements
import Foundation
import TestSupport
import Testing

/// Two honest users and a stranger who posts whatever there is to post: no right of an honest user
/// depends on it.
@Suite struct `A stranger changes nobody's rights` {
  private func beliefs(
    _ items: [StrangerWorld.Item],
    _ policy: OwnershipPolicy
  ) -> ReferenceLedgerState {
    var book = ReferenceLedger(derive: StrangerWorld.derive)
    book.file(StrangerWorld.policy(policy))
    for item in items {
      switch item {
      case .document(let filing): book.file(filing)
      case .claim(let claim): book.file(claim)
      }
    }
    return book.beliefs()
  }

  @Test(arguments: [OwnershipPolicy.keep, .transfer])
  func `fifty thousand random worlds under every order`(policy: OwnershipPolicy) {
    var random = Numbers(seed: policy == .keep ? 20 : 21)
    for turn in 0..<cases(50_000) {
      let world = StrangerWorld(&random)
      let without = beliefs(random.shuffled(world.honest), policy)
      let with = beliefs(random.shuffled(world.honest + world.hostile), policy)
      for chain in world.paid where without.owners[chain] != with.owners[chain] {
        Issue.record(
          """
          \(policy), turn \(turn): \(chain) went from \(without.owners[chain]?.raw ?? "nobody") to \
          \(with.owners[chain]?.raw ?? "nobody"): \(world)
          """
        )
        return
      }
      let rights = with.entitlements.filter { right in
        right.source.map { world.paid.contains(ID($0.raw)) } ?? false
      }
      guard Set(rights.map(\.user.raw)).isSubset(of: ["ada", "bob"]) else {
        Issue.record("\(policy), turn \(turn): somebody else has what was paid for: \(world)")
        return
      }
    }
  }

  @Test func `under share nobody loses anything, and only who shows the document gains`() {
    var random = Numbers(seed: 22)
    for turn in 0..<cases(20_000) {
      let world = StrangerWorld(&random)
      let without = beliefs(random.shuffled(world.honest), .share)
      let with = beliefs(random.shuffled(world.honest + world.hostile), .share)
      for chain in world.paid where without.owners[chain] != with.owners[chain] {
        Issue.record("turn \(turn): \(chain): \(world)")
        return
      }
    }
  }
}
