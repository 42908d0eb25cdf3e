package import Foundation

/// A statement of whose a purchase is.
package struct Claim: Equatable, Sendable {
  package enum Strength: String, Sendable, CaseIterable {
    /// Somebody named the user.
    case named
    /// Nobody did; the user was made up for want of a better.
    case assumed
  }

  /// What a claim that names a user rests on (see `Ownership`).
  package enum Basis: String, Sendable, CaseIterable {
    /// A client showed a document that proves the purchase. Its store did not confirm the purchase
    /// as active then.
    case presented
    /// A client showed it, and its store, asked at that moment, confirmed the purchase as active.
    case confirmed
    /// An operator or an authenticated back end filed it for the user.
    case trusted
    /// An operator transferred the purchase. Such a claim goes before all others.
    case transferred
    /// Its user was erased since. It counts only where nobody else claims.
    case forgotten
  }

  package var user: ID<User>
  package var strength: Strength
  package var basis: Basis
  package var testimony: Testimony
  /// Whether purchases of the same store account that nobody claimed follow it. What a game's player
  /// redeems or restores is given one by one, and the rest waits for whoever redeems it.
  package var coversAccount: Bool

  package init(
    _ user: ID<User>,
    _ strength: Strength,
    _ testimony: Testimony,
    basis: Basis = .trusted,
    coversAccount: Bool = true
  ) {
    self.user = user
    self.strength = strength
    self.basis = basis
    self.testimony = testimony
    self.coversAccount = coversAccount
  }

  /// Whether it takes a purchase from another user where the policy is `transfer`.
  var isMoving: Bool { basis != .presented && basis != .forgotten }

  /// By time. What ties is decided by what the claims say, so that the order of filing never is.
  package static func precedes(_ left: Claim, _ right: Claim) -> Bool {
    let instants = (left.testimony.statedAt, right.testimony.statedAt)
    if instants.0 != instants.1 { return instants.0 < instants.1 }
    return (left.testimony.evidence, left.user, left.basis.rawValue)
      < (right.testimony.evidence, right.user, right.basis.rawValue)
  }
}

/// Where a user was named for a purchase. The raw values are stored.
package enum ClaimEndpoint: String, Codable, Sendable, CaseIterable {
  case validate, playfab, verify, upload
  /// An operator's `purser import` or `purser restore`.
  case `import`, restore
  /// What a Store ID key of Microsoft's opened, for the user it was filed for.
  case storeKey = "store-key"

  /// Whether a claim made there covers unclaimed purchases of the same store account.
  package var coversAccount: Bool { self != .playfab }
}

/// A user's claim on one purchase, made at one of the endpoints. It is a fact of its own: a document
/// that is on file already is claimed by the next user as well.
package struct PurchaseClaim: Codable, Equatable, Hashable, Sendable {
  package var chain: ID<Subscription>
  package var user: ID<User>
  package var endpoint: ClaimEndpoint
  package var basis: Claim.Basis
  /// The document that proves the purchase.
  package var evidence: ID<Document>
  /// When it was made, in whole milliseconds.
  package var at: Date

  package init(
    _ chain: ID<Subscription>,
    of user: ID<User>,
    at endpoint: ClaimEndpoint,
    _ basis: Claim.Basis,
    evidence: ID<Document>,
    at instant: Date
  ) {
    self.chain = chain
    self.user = user
    self.endpoint = endpoint
    self.basis = basis
    self.evidence = evidence
    at = instant
  }

  package var claim: Claim {
    Claim(
      user,
      .named,
      Testimony(evidence, at: at),
      basis: basis,
      coversAccount: endpoint.coversAccount
    )
  }
}

extension Claim.Basis: Codable {}

/// Which user an app account stands for.
package struct AccountHolder: Equatable, Sendable {
  package var user: ID<User>
  /// Since when the user's name is known to be the account, where the two are merely the same word;
  /// `nil` where a back end, an operator or a derivation says so.
  package var knownAt: Date?

  package init(_ user: ID<User>, knownAt: Date? = nil) {
    self.user = user
    self.knownAt = knownAt
  }

  /// Whether the user was known as the account's before another claimed the purchase, or claimed it
  /// themselves: a name that somebody begins to use later, on another purchase, takes nothing away.
  func counts(beside all: [Claim]) -> Bool {
    let claims = all.filter { $0.basis != .forgotten }
    guard let knownAt, !claims.contains(where: { $0.user == user }) else { return true }
    return claims.allSatisfy { knownAt <= $0.testimony.statedAt }
  }
}

/// What is known of whose one chain is. Claims may be noted in any order, any number of times.
package struct ChainClaims: Equatable, Sendable {
  package let chain: ID<Subscription>
  /// What the app's client told the store of its user (`appAccountToken` and its like).
  package var account: String?
  /// Whom `account` stands for, where that is known.
  package var holder: AccountHolder?
  /// Of the documents that name somebody, the first and the last.
  package private(set) var first: Claim?
  package private(set) var last: Claim?
  /// The earliest guess.
  package private(set) var assumed: Claim?
  /// What was claimed at the endpoints, and what operators transferred.
  package var others: [Claim] = []

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
      first = [first, claim].compactMap(\.self).min(by: Claim.precedes)
      last = [last, claim].compactMap(\.self).max(by: Claim.precedes)
    case .assumed:
      assumed = [assumed, claim].compactMap(\.self).min(by: Claim.precedes)
    }
  }

  /// Of two app accounts, which a store should never state, the lesser name is kept.
  package mutating func note(account other: String) {
    account = account.map { min($0, other) } ?? other
  }

  /// All claims that name a user.
  package var named: [Claim] { [first, last].compactMap(\.self) + others }

  /// The same with every user under the name that everything of theirs is kept under.
  package func canonical(_ identities: Identities) -> ChainClaims {
    func canonical(_ claim: Claim) -> Claim {
      var claim = claim
      claim.user = identities.canonical(claim.user)
      return claim
    }
    var claims = self
    claims.first = first.map(canonical)
    claims.last = last.map(canonical)
    claims.assumed = assumed.map(canonical)
    claims.others = others.map(canonical)
    claims.holder?.user = holder.map { identities.canonical($0.user) } ?? ID("")
    return claims
  }
}
