package import Entitlements
import Foundation
import Persistence

extension EntitlementService {
  /// What was settled for a user who handed it in: the purchases are theirs, also where the same
  /// document, or the same answer of the store, was filed for somebody else before and so says
  /// nothing new. Who has what two users claim is a matter of the policy.
  package func claim(
    _ settlement: Settlement,
    for user: ID<User>,
    by actor: String
  ) async throws(ServiceError) -> Settlement {
    let others = settlement.purchases.filter { $0.isClaimed(by: user) == false }.map(\.id)
    guard !others.isEmpty else { return settlement }
    try await perform(others.map { .transfer($0, to: user) }, by: actor)
    var claimed = settlement
    let chains = settlement.purchases.map(\.id)
    claimed.purchases = try await asking { () throws(LedgerError) in
      try await ledger.records(of: chains)
    }
    return claimed
  }
}

extension ChainRecord {
  /// Whether the user was the last to claim what was sold; `nil` where nothing was.
  fileprivate func isClaimed(by user: ID<User>) -> Bool? {
    guard !sales.isEmpty else { return nil }
    return claims.last { $0.strength == .named }?.user == user
  }
}
