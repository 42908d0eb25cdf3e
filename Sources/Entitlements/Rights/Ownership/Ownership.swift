/// Whose purchases are. One rule holds, whatever the order in which documents and claims arrive: a
/// claim on one purchase says nothing of another, unless the store itself says that both are of one
/// store account. What the app's client wrote into the purchase (the app account, T) is no evidence
/// of a person, and nothing that a client says links T to a user.
///
/// The first row that applies decides whose a chain is:
///
/// | what is on file of the chain | `keep` | `transfer` | `share` |
/// | --- | --- | --- | --- |
/// | an operator's transfer | the last one's user | the same | the same, alone |
/// | T, which stands for user V; no claim | V | V | V |
/// | T, which stands for V; V claimed it last | V | V | V and all who claimed it |
/// | … another claimed it; the store was not asked, or did not confirm it as active | V | V | both |
/// | … another claimed it, and the store, asked then, confirmed it as active | V | the other | both |
/// | … an operator or a back end filed it for another | V | the other | both |
/// | T, which stands for nobody known, or no T; one user claimed it | that user | the same | the same |
/// | … a second user claimed it, unconfirmed | the first | the first | both |
/// | … a second user claimed it, confirmed or filed by an operator | the first | the second | both |
/// | T, and no claim | the user named T | the same | the same |
/// | neither, another chain of the store account has an owner (†) | that owner | the same | the same |
/// | nothing of all that | the user made up for it | the same | the same |
///
/// T stands for V where a back end or an operator said so (`Act.Deed.account`); else where T is a
/// derivation of V's name (`AccountForm`); else where it is V's name. That last one is weak: it
/// counts against claims only from when V was known, or where V claimed the purchase as well.
///
/// A client's endpoint claims the chains that the handed-in document proves and no others. A store
/// account is what one genuine document of a store lists as one buyer's, within one store, app and
/// environment.
///
/// † Not by a claim at PlayFab's calls, which give one purchase at a time (`Claim.coversAccount`).
package enum Ownership {
  /// The owner of every chain of one store account, where anybody can be told.
  package static func owners(
    of chains: [ChainClaims],
    policy: OwnershipPolicy = .transfer
  ) -> [ID<Subscription>: ID<User>] {
    let kin = anybody(of: chains, policy)
    var owners: [ID<Subscription>: ID<User>] = [:]
    for chain in chains {
      owners[chain.chain] =
        owner(by: chain.named, chain.holder, policy) ?? chain.account.map { ID($0) } ?? kin
    }
    return owners
  }

  /// The user to whom belongs what came for the store account and names nobody.
  package static func anybody(
    of chains: [ChainClaims],
    _ policy: OwnershipPolicy = .transfer
  ) -> ID<User>? {
    // A transfer is of one chain. It goes before the claims on that chain alone.
    let named = chains.flatMap(\.named).filter(\.coversAccount).map { claim in
      var claim = claim
      if claim.basis == .transferred { claim.basis = .trusted }
      return claim
    }
    let told = chains.compactMap { chain in chain.holder?.user ?? chain.account.map { ID($0) } }
    let assumed = chains.compactMap(\.assumed).min(by: Claim.precedes)
    return owner(by: named, nil, policy) ?? told.min() ?? assumed?.user
  }

  /// Whose a chain is by these claims on it; `nil` without any.
  package static func owner(
    by claims: [Claim],
    _ holder: AccountHolder?,
    _ policy: OwnershipPolicy
  ) -> ID<User>? {
    let transfers = claims.lazy.filter { $0.basis == .transferred }
    if let transfer = transfers.max(by: Claim.precedes) { return transfer.user }
    if let holder, holder.counts(beside: claims) {
      guard policy == .transfer else { return holder.user }
      let deciding = claims.lazy.filter { $0.isMoving || $0.user == holder.user }
      return deciding.max(by: Claim.precedes)?.user ?? holder.user
    }
    let known = claims.filter { $0.basis != .forgotten }
    let first = known.min(by: Claim.precedes) ?? claims.min(by: Claim.precedes)
    guard policy == .transfer else { return first?.user }
    return (claims.lazy.filter(\.isMoving).max(by: Claim.precedes) ?? first)?.user
  }

  /// Everybody who has a chain by these claims: one user, but for the policy `share`.
  package static func holders(
    by claims: [Claim],
    _ holder: AccountHolder?,
    _ policy: OwnershipPolicy
  ) -> Set<ID<User>> {
    let owner = owner(by: claims, holder, policy)
    guard policy == .share, !claims.contains(where: { $0.basis == .transferred }) else {
      return Set([owner].compactMap(\.self))
    }
    return Set(claims.map(\.user) + [owner].compactMap(\.self))
  }
}

/// A change of a chain's owner, and the document that caused it.
package struct OwnerChange: Equatable, Sendable {
  package enum Outcome: String, Sendable { case began, moved, shared, refused }

  package var chain: ID<Subscription>
  /// `nil` where nobody had been named before.
  package var from: ID<User>?
  package var to: ID<User>
  package var outcome: Outcome
  package var testimony: Testimony

  /// What the claims on one chain come to, in time: one entry for the first user named and for
  /// every claim by somebody else than the owner then. What is claimed again to no effect is told
  /// once.
  package static func history(
    of chain: ID<Subscription>,
    _ claims: [Claim],
    _ holder: AccountHolder? = nil,
    policy: OwnershipPolicy = .transfer
  ) -> [OwnerChange] {
    var changes: [OwnerChange] = []
    var past: [Claim] = []
    let named = claims.filter { $0.strength == .named }.sorted(by: Claim.precedes)
    var owner = holder.flatMap { $0.counts(beside: named) ? $0.user : nil }
    var sharing: Set<ID<User>> = owner.map { [$0] } ?? []
    var refused: Set<ID<User>> = []
    for claim in named {
      past.append(claim)
      let next = Ownership.owner(by: past, holder, policy)
      let outcome: Outcome
      if policy == .share, claim.basis != .transferred {
        guard sharing.insert(claim.user).inserted else { continue }
        outcome = owner == nil ? .began : .shared
      } else if next == claim.user {
        guard owner != claim.user else { continue }
        outcome = owner == nil ? .began : .moved
        (sharing, refused) = ([claim.user], [])
      } else {
        guard refused.insert(claim.user).inserted else { continue }
        outcome = .refused
      }
      changes.append(
        OwnerChange(
          chain: chain,
          from: owner,
          to: claim.user,
          outcome: outcome,
          testimony: claim.testimony
        )
      )
      owner = next ?? owner
    }
    return changes
  }
}
