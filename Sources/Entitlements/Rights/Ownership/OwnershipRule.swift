/// Ownership policy and merged users, which apply to the claims on every purchase.
package struct OwnershipRule: Sendable {
  package var policy: OwnershipPolicy
  package var identities: Identities

  package init(policy: OwnershipPolicy, identities: Identities) {
    self.policy = policy
    self.identities = identities
  }

  /// Whether the claim is the user's first on the purchase, or transfers it.
  package func isChanged(_ record: ChainRecord, by claim: PurchaseClaim) -> Bool {
    let claims = claims(on: record)
    let user = identities.canonical(claim.user)
    guard claims.contains(where: { $0.user == user }) else { return true }
    let holder = holder(of: record)
    return Ownership.holders(by: claims, holder, policy)
      != Ownership.holders(by: claims + [canonical(claim.claim)], holder, policy)
  }

  package func holds(_ record: ChainRecord, _ user: ID<User>) -> Bool {
    Ownership.holders(by: claims(on: record), holder(of: record), policy)
      .contains(identities.canonical(user))
  }

  private func claims(on record: ChainRecord) -> [Claim] {
    record.claims.filter { $0.strength == .named }.map(canonical)
  }

  private func holder(of record: ChainRecord) -> AccountHolder? {
    record.holder.map { AccountHolder(identities.canonical($0.user), knownAt: $0.knownAt) }
  }

  private func canonical(_ claim: Claim) -> Claim {
    var claim = claim
    claim.user = identities.canonical(claim.user)
    return claim
  }
}
