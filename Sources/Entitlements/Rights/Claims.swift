package import Foundation

/// A statement of who owns a purchase.
package struct Claim: SourcedFact, Equatable, Sendable {
  package enum Strength: String, Sendable, CaseIterable {
    /// The user was named.
    case named
    /// The user was not named; a placeholder user was made.
    case assumed
  }

  /// Why a claim that names a user is accepted (see `Ownership`).
  package enum Basis: String, Sendable, CaseIterable {
    /// A client submitted a document that proves the purchase; the store did not confirm it as
    /// active.
    case presented
    /// A client submitted it, and the store, queried at that moment, confirmed it as active.
    case confirmed
    /// An operator or an authenticated back end filed it for the user.
    case trusted
    /// An operator transferred the purchase. Takes precedence over all other claims.
    case transferred
    /// The user was erased since. It counts only if no other user claims the purchase.
    case forgotten
  }

  package var user: ID<User>
  package var strength: Strength
  package var basis: Basis
  package var statementSource: StatementSource
  /// Whether unclaimed purchases of the same store account follow this claim. A game's player
  /// redeems or restores purchases one by one, so the others stay unclaimed.
  package var coversAccount: Bool

  package init(
    _ user: ID<User>,
    _ strength: Strength,
    _ statementSource: StatementSource,
    basis: Basis = .trusted,
    coversAccount: Bool = true
  ) {
    self.user = user
    self.strength = strength
    self.basis = basis
    self.statementSource = statementSource
    self.coversAccount = coversAccount
  }

  /// The evidence of a claim that an erasure makes (see `isErasure`).
  package static let erasure = ID<Document>("erasure")

  /// Whether it states that its user was erased and owned the purchase until then: claims made
  /// before give it to nobody else.
  var isErasure: Bool { basis == .forgotten && evidence == Self.erasure }

  /// Whether it takes a purchase from another user where the policy is `transfer`.
  var isMoving: Bool { basis != .presented && basis != .forgotten }

  /// Sorts by time. Ties are broken by content, so that the order of filing never matters.
  package static func precedes(_ left: Claim, _ right: Claim) -> Bool {
    let instants = (left.statedAt, right.statedAt)
    if instants.0 != instants.1 { return instants.0 < instants.1 }
    return (left.evidence, left.user, left.basis.rawValue)
      < (right.evidence, right.user, right.basis.rawValue)
  }
}

/// The endpoint or command that named a user for a purchase. The raw values are stored.
package enum ClaimEndpoint: String, Codable, Sendable, CaseIterable {
  case validate, playfab, verify, upload
  /// An operator's `purser import` or `purser restore`.
  case `import`, restore
  /// A document read with a Microsoft Store ID key, for the user it was filed for.
  case storeKey = "store-key"

  /// Whether a claim made there covers unclaimed purchases of the same store account.
  package var coversAccount: Bool { self != .playfab }
}

/// A user's claim on one purchase, made at an endpoint. It is a separate fact because several users
/// may claim one stored document.
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
      StatementSource(evidence, at: at),
      basis: basis,
      coversAccount: endpoint.coversAccount
    )
  }
}

extension Claim.Basis: Codable {}

/// Which user an app account stands for.
package struct AccountHolder: Equatable, Sendable {
  package var user: ID<User>
  /// Since when the user's name is known to be the account, if the two are merely equal; `nil` if a
  /// back end, an operator or a derivation states it.
  package var knownAt: Date?

  package init(_ user: ID<User>, knownAt: Date? = nil) {
    self.user = user
    self.knownAt = knownAt
  }

  /// Whether the user was known as the account's before another user claimed the purchase, or
  /// claimed it too. A user name that appears later on another purchase takes nothing away.
  func counts(beside all: [Claim]) -> Bool {
    let claims = all.filter { $0.basis != .forgotten }
    guard let knownAt, !claims.contains(where: { $0.user == user }) else { return true }
    return claims.allSatisfy { knownAt <= $0.statedAt }
  }
}

/// What is known about the owner of one chain. Claims may be added in any order and repeatedly.
package struct ChainClaims: Equatable, Sendable {
  package let chain: ID<Subscription>
  /// The user account that the app's client passed to the store (such as `appAccountToken`).
  package var account: String?
  /// The user that `account` stands for, if known.
  package var holder: AccountHolder?
  /// The first and the last claim by a document that names a user.
  package private(set) var first: Claim?
  package private(set) var last: Claim?
  /// The earliest assumed claim.
  package private(set) var assumed: Claim?
  /// Claims made at the endpoints, and operators' transfers.
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

  /// Of two app accounts, which a store should never state, the lesser name is used.
  package mutating func note(account other: String) {
    account = account.map { min($0, other) } ?? other
  }

  /// All claims that name a user.
  package var named: [Claim] { [first, last].compactMap(\.self) + others }

  /// The claims with every user replaced by the one they were merged into.
  package func canonical(_ identities: Identities) -> ChainClaims {
    var claims = self
    claims.first = first.map(identities.canonical)
    claims.last = last.map(identities.canonical)
    claims.assumed = assumed.map(identities.canonical)
    claims.others = others.map(identities.canonical)
    claims.holder?.user = holder.map { identities.canonical($0.user) } ?? ID("")
    return claims
  }
}

/// A way in which an app derives the account that it sends to the stores from a user's name. The
/// spellings are stored in settings (`account-ids`) and in the ledger.
package enum AccountForm: Hashable, Sendable {
  /// The name itself. A UUID in upper case also matches, because Apple answers in lower case.
  case plain
  /// MD5 in hexadecimal digits, as cordova-plugin-purchase passes it to Google.
  case md5
  /// MD5 as a UUID, with or without the bits of version 3, as the same plugin passes it to Apple.
  case md5UUID
  /// SHA-256 in hexadecimal digits.
  case sha256
  /// The UUID of version 5 in this namespace (RFC 9562 section 5.5).
  case uuid5(UUID)

  /// The default.
  package static let standard: [AccountForm] = [.plain, .md5, .md5UUID]

  package init?(_ spelling: String) {
    switch spelling {
    case "plain": self = .plain
    case "md5": self = .md5
    case "md5-uuid": self = .md5UUID
    case "sha256": self = .sha256
    default:
      let (prefix, rest) = (spelling.prefix(6), spelling.dropFirst(6))
      guard prefix == "uuid5:", let namespace = UUID(uuidString: String(rest)) else { return nil }
      self = .uuid5(namespace)
    }
  }

  /// Parses spellings separated by spaces; unknown ones are skipped.
  package static func list(_ spellings: String) -> [AccountForm] {
    spellings.split(separator: " ").compactMap { AccountForm(String($0)) }
  }

  package var spelling: String {
    switch self {
    case .plain: "plain"
    case .md5: "md5"
    case .md5UUID: "md5-uuid"
    case .sha256: "sha256"
    case .uuid5(let namespace): "uuid5:\(namespace.uuidString.lowercased())"
    }
  }
}

extension AccountForm: Codable {
  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let form = AccountForm(try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(
        in: container,
        debugDescription: "unknown account form"
      )
    }
    self = form
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(spelling)
  }
}
