/// Determines the owners of purchases. The result does not depend on the order of documents and
/// claims. A claim on one purchase does not affect another one, unless the store itself states that
/// both belong to one store account. The value that the app's client stored in the purchase (the
/// app account, T) does not identify a person, and no statement of a client links T to a user.
///
/// The first row that applies determines the owner of a chain:
///
/// | stored about the chain | `keep` | `transfer` | `share` |
/// | --- | --- | --- | --- |
/// | an operator's transfer | the last one's user | the same | the same, alone |
/// | its owner was erased (`Claim.isErasure`); no claim since | that owner | the same | the same |
/// | T, which stands for user V; no claim | V | V | V |
/// | T, which stands for V; V claimed it last | V | V | V and all who claimed it |
/// | … another claimed it; the store, if queried, did not confirm it as active | V | V | both |
/// | … another claimed it; the store, queried then, confirmed it as active | V | the other | both |
/// | … an operator or a back end filed it for another | V | the other | both |
/// | T of no known user, or no T; one user claimed it | that user | the same | the same |
/// | … a second user claimed it, unconfirmed | the first | the first | both |
/// | … a second user claimed it, confirmed or by an operator | the first | the second | both |
/// | T, and no claim | the user named T | the same | the same |
/// | neither; another chain of the account has an owner (†) | that owner | the same | the same |
/// | none of these | the user assumed for it | the same | the same |
///
/// T stands for V if a back end or an operator stated it (`OperatorAction.Kind.account`); else if T
/// is derived from V's name (`AccountForm`); else if it is V's name. The last case is weak: it
/// counts against claims only from when V was known, or if V claimed the purchase as well.
///
/// With `share`, all who have a purchase have its entitlements. What can be used up, and what it
/// adds to balances, is its owner's alone: the first one's, as with `keep`.
///
/// A client's endpoint claims only chains that the submitted document proves. A store account is
/// the buyer of all purchases in a genuine document, within one store, app and environment.
///
/// † Not by a claim at PlayFab's endpoints, which grant single purchases (`Claim.coversAccount`).
package enum Ownership {
  /// The owner of every chain of one store account, if known.
  package static func owners(
    of chains: [ChainClaims],
    policy: OwnershipPolicy = .transfer
  ) -> [ID<Subscription>: ID<User>] {
    let accountOwner = anybody(of: chains, policy)
    var owners: [ID<Subscription>: ID<User>] = [:]
    for chain in chains {
      owners[chain.chain] =
        owner(by: chain.named, chain.holder, policy) ?? chain.account.map { ID($0) } ?? accountOwner
    }
    return owners
  }

  /// The owner of documents for the store account that name no user.
  package static func anybody(
    of chains: [ChainClaims],
    _ policy: OwnershipPolicy = .transfer
  ) -> ID<User>? {
    // A transfer is of one chain and takes precedence only there.
    let named = chains.flatMap(\.named).filter(\.coversAccount).map { claim in
      var claim = claim
      if claim.basis == .transferred { claim.basis = .trusted }
      return claim
    }
    let namedUsers = chains.compactMap { chain in chain.holder?.user ?? chain.account.map { ID($0) }
    }
    let assumed = chains.compactMap(\.assumed).min(by: Claim.precedes)
    return owner(by: named, nil, policy) ?? namedUsers.min() ?? assumed?.user
  }

  /// The owner of a chain by these claims; `nil` without any.
  package static func owner(
    by claims: [Claim],
    _ holder: AccountHolder?,
    _ policy: OwnershipPolicy
  ) -> ID<User>? {
    let transfers = claims.lazy.filter { $0.basis == .transferred }
    if let transfer = transfers.max(by: Claim.precedes) { return transfer.user }
    if let erasure = claims.lazy.filter(\.isErasure).max(by: Claim.precedes) {
      let later = claims.filter { Claim.precedes(erasure, $0) }
      return owner(by: later, nil, policy) ?? erasure.user
    }
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

  /// All users who have a chain by these claims: more than one only with the policy `share`.
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
package struct OwnerChange: SourcedFact, Equatable, Sendable {
  package enum Outcome: String, Sendable { case began, moved, shared, refused }

  package var chain: ID<Subscription>
  /// `nil` if no user had been named before.
  package var from: ID<User>?
  package var to: ID<User>
  package var outcome: Outcome
  package var statementSource: StatementSource

  /// The changes that the claims on one chain cause, in time: one for the first user named and for
  /// every claim by another than the present owner. Ineffective repetitions are included once.
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
          statementSource: claim.statementSource
        )
      )
      owner = next ?? owner
    }
    return changes
  }
}

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
      != Ownership.holders(by: claims + [identities.canonical(claim.claim)], holder, policy)
  }

  package func holds(_ record: ChainRecord, _ user: ID<User>) -> Bool {
    Ownership.holders(by: claims(on: record), holder(of: record), policy)
      .contains(identities.canonical(user))
  }

  private func claims(on record: ChainRecord) -> [Claim] {
    record.claims.filter { $0.strength == .named }.map(identities.canonical)
  }

  private func holder(of record: ChainRecord) -> AccountHolder? {
    record.holder.map { AccountHolder(identities.canonical($0.user), knownAt: $0.knownAt) }
  }
}

/// The users that operators merged because they are one person.
package struct Identities: Equatable, Sendable {
  private var into: [ID<User>: ID<User>] = [:]
  /// The users that were merged into another, sorted, by the user who remains.
  private var formerIDs: [ID<User>: [ID<User>]] = [:]

  /// Of two merges of one user, the better statement counts.
  package init(_ acts: [OperatorAction] = []) {
    for act in acts.sorted(by: { $0.statementSource < $1.statementSource }) {
      if case .merge(let user, let other) = act.kind, user != other { into[other] = user }
    }
    for other in into.keys.sorted() where canonical(other) != other {
      formerIDs[canonical(other), default: []].append(other)
    }
  }

  /// The user that `user` was merged into. Of users merged in a circle, the least one.
  package func canonical(_ user: ID<User>) -> ID<User> {
    var path: [ID<User>] = [user]
    while let next = into[path[path.count - 1]] {
      if let start = path.firstIndex(of: next) { return path[start...].min() ?? next }
      path.append(next)
    }
    return path[path.count - 1]
  }

  /// The claim, of the user that its user was merged into.
  func canonical(_ claim: Claim) -> Claim {
    var claim = claim
    claim.user = canonical(claim.user)
    return claim
  }

  /// The users that were merged into another.
  package var merged: [ID<User>] { into.keys.sorted() }

  /// The users that were merged into this one, sorted.
  package func merged(into user: ID<User>) -> [ID<User>] { formerIDs[user] ?? [] }

  /// All IDs of the user that `user` was merged into: the remaining one first.
  package func names(of user: ID<User>) -> [ID<User>] {
    let remaining = canonical(user)
    return [remaining] + merged(into: remaining)
  }
}
