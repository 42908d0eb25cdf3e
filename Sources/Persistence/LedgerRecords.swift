package import Entitlements
import Foundation
internal import GRDB

extension Ledger {
  /// What is on file of these chains, each kind of fact in time and told once; those that are not on
  /// file are left out. By the chains' IDs.
  package func records(
    of chains: some Sequence<ID<Subscription>> & Sendable
  ) async throws(LedgerError) -> [ChainRecord] {
    try await read { db in
      var numbers: Set<Int64> = []
      for chain in chains where chain.isUsable {
        guard let name = Subscription.Name(chain), let number = try db.number(of: name) else {
          continue
        }
        numbers.insert(number)
      }
      guard !numbers.isEmpty else { return [] }
      var facts = CaseChains(numbers.sorted(), RowNames(in: db), in: db)
      try facts.read()
      return facts.records.told()
    }
  }
}
