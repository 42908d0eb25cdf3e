/// A document's word on whose a chain is.
package struct Claim: Equatable, Sendable {
  package enum Strength: String, Sendable, CaseIterable {
    /// The app, or an operator, named the user.
    case named
    /// Nobody did; the user was made up for want of a better.
    case assumed
  }

  package var user: ID<User>
  package var strength: Strength
  package var testimony: Testimony

  package init(_ user: ID<User>, _ strength: Strength, _ testimony: Testimony) {
    self.user = user
    self.strength = strength
    self.testimony = testimony
  }
}

/// What is known of whose one chain is. Claims may be noted in any order, any number of times.
package struct ChainClaims: Equatable, Sendable {
  package let chain: ID<Subscription>
  /// The user the app itself told the store of (`appAccountToken` and its like).
  package var account: String?
  /// Of the claims that name somebody.
  package private(set) var first: Claim?
  package private(set) var last: Claim?
  /// The earliest guess.
  package private(set) var assumed: Claim?

  package init(
    chain: ID<Subscription>,
    account: String? = nil,
    first: Claim? = nil,
    last: Claim? = nil,
    assumed: Claim? = nil
  ) {
    self.chain = chain
    self.account = account
    self.first = first
    self.last = last
    self.assumed = assumed
  }

  package mutating func note(_ claim: Claim) {
    switch claim.strength {
    case .named:
      first = [first, claim].compactMap(\.self).min { $0.comesBefore($1) }
      last = [last, claim].compactMap(\.self).max { $0.comesBefore($1) }
    case .assumed:
      assumed = [assumed, claim].compactMap(\.self).min { $0.comesBefore($1) }
    }
  }

  /// Of two app accounts, which a store should never state, the lesser name is kept.
  package mutating func note(account other: String) {
    account = account.map { min($0, other) } ?? other
  }

  fileprivate func deciding(_ policy: OwnershipPolicy) -> Claim? {
    policy == .keep ? first : last
  }
}

extension Claim {
  fileprivate func comesBefore(_ other: Claim) -> Bool {
    if testimony != other.testimony { return testimony < other.testimony }
    return user < other.user
  }
}

/// Whose the chains of one store account are: all that documents list together, or that the app
/// sold to one user of its own.
package enum Ownership {
  /// The owner of every chain, where anybody can be told. A chain belongs to the user named for it;
  /// else to the one named for another chain of the same app account; else, where the app told the
  /// store its own name for the user, to that; else to the one named for any chain of the store
  /// account; else to the one assumed first.
  package static func owners(
    of chains: [ChainClaims],
    policy: OwnershipPolicy = .transfer
  ) -> [ID<Subscription>: ID<User>] {
    var named: [String: Claim] = [:]
    for chain in chains {
      guard let account = chain.account, let claim = chain.deciding(policy) else { continue }
      named[account] = better(named[account], claim, policy)
    }
    let anybody = anybody(of: chains, policy)
    var owners: [ID<Subscription>: ID<User>] = [:]
    for chain in chains {
      owners[chain.chain] =
        chain.deciding(policy)?.user ?? chain.account.map { named[$0]?.user ?? ID($0) }
        ?? anybody
    }
    return owners
  }

  /// The user to whom belongs what came for the account and names nobody.
  package static func anybody(
    of chains: [ChainClaims],
    _ policy: OwnershipPolicy = .transfer
  ) -> ID<User>? {
    let named = chains.reduce(nil) { better($0, $1.deciding(policy), policy) }
    let told = chains.compactMap(\.account).min().map { ID<User>($0) }
    let assumed = chains.compactMap(\.assumed).min { $0.comesBefore($1) }
    return named?.user ?? told ?? assumed?.user
  }

  private static func better(
    _ left: Claim?,
    _ right: Claim?,
    _ policy: OwnershipPolicy
  ) -> Claim? {
    guard let left, let right else { return left ?? right }
    let isLeftFirst = left.comesBefore(right)
    return (policy == .keep) == isLeftFirst ? left : right
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
  /// every claim by somebody else than the owner then.
  package static func history(
    of chain: ID<Subscription>,
    _ claims: [Claim],
    policy: OwnershipPolicy = .transfer
  ) -> [OwnerChange] {
    var changes: [OwnerChange] = []
    var owners: [ID<User>] = []
    for claim in claims.filter({ $0.strength == .named }).sorted(by: { $0.comesBefore($1) }) {
      let isOwner = policy == .share ? owners.contains(claim.user) : owners.last == claim.user
      guard !isOwner else { continue }
      let outcome: Outcome =
        switch policy {
        case _ where owners.isEmpty: .began
        case .transfer: .moved
        case .share: .shared
        case .keep: .refused
        }
      changes.append(
        OwnerChange(
          chain: chain,
          from: owners.last,
          to: claim.user,
          outcome: outcome,
          testimony: claim.testimony
        )
      )
      if policy != .keep || owners.isEmpty { owners.append(claim.user) }
    }
    return changes
  }
}

/// Users who proved to be one person.
package struct Identities: Equatable, Sendable {
  private var into: [ID<User>: ID<User>] = [:]

  /// Of two merges of one user the better testimony counts.
  package init(_ acts: [Act] = []) {
    for act in acts.sorted(by: { $0.testimony < $1.testimony }) {
      if case .merge(let user, let other) = act.deed, user != other { into[other] = user }
    }
  }

  /// The user under whom everything of `user` is kept. Users merged in a circle are the least of
  /// them.
  package func canonical(_ user: ID<User>) -> ID<User> {
    var path: [ID<User>] = [user]
    while let next = into[path[path.count - 1]] {
      if let start = path.firstIndex(of: next) { return path[start...].min() ?? next }
      path.append(next)
    }
    return path[path.count - 1]
  }

  /// Those who are kept under another's name.
  package var merged: [ID<User>] { into.keys.sorted() }
}
