import Entitlements
import Foundation
internal import GRDB

/// A stored chain with the claims on it.
struct ChainRow: Equatable {
  let n: Int64
  var claims: ChainClaims
  /// The row IDs of the claims' documents.
  var claimDocuments: ClaimDocuments
  var account: Int64
  var user: Int64?
  var product: Int64?
  /// Milliseconds since 1970, both.
  var startedAt: Int64?
  var accessUntil: Int64?

  struct ClaimDocuments: Equatable {
    var first: Int64?
    var last: Int64?
    var assumed: Int64?
  }

  init(n: Int64, chain: ID<Subscription>) {
    self.n = n
    claims = ChainClaims(chain: chain)
    claimDocuments = ClaimDocuments()
    account = n
  }

  init(_ cells: RowReader) throws {
    func claim(_ start: Int, _ strength: Claim.Strength) throws -> Claim? {
      guard try cells.optionalNumber(start) != nil else { return nil }
      return Claim(
        try cells.id(start + 1),
        strength,
        try StatementSource(cells, at: start + 3, evidence: start + 2, provenance: start + 4),
        basis: try cells.number(start + 5) > 0 ? .forgotten : .trusted
      )
    }
    n = try cells.number(0)
    user = try cells.optionalNumber(1)
    account = try cells.number(2)
    product = try cells.optionalNumber(3)
    startedAt = try cells.optionalNumber(4)
    accessUntil = try cells.optionalNumber(5)
    let last = try claim(17, .named)
    claims = ChainClaims(
      chain: try cells.chain(at: 6),
      account: try cells.optionalText(10),
      first: try claim(11, .named) ?? last,
      last: last,
      assumed: try claim(23, .assumed)
    )
    claimDocuments = ClaimDocuments(
      first: try cells.optionalNumber(11),
      last: try cells.optionalNumber(17),
      assumed: try cells.optionalNumber(23)
    )
  }

  /// The columns of a chain's ID, for `RowReader.chain(at:)`.
  static let idColumns = "shop.store, shop.environment, shop.app, chain.id"

  /// Append a condition on `chain`.
  static let query = """
    SELECT chain.n, chain.user, chain.account, chain.product, chain.startedAt, chain.accessUntil,
      shop.store, shop.environment, shop.app, chain.id, chain.appAccount,
      first.n, first.claimant, first.id, coalesce(first.statedAt, first.receivedAt),
      first.provenance, \(Erasure.isOfErasedUser(in: "first")),
      last.n, last.claimant, last.id, coalesce(last.statedAt, last.receivedAt), last.provenance,
      \(Erasure.isOfErasedUser(in: "last")),
      assumed.n, assumed.claimant, assumed.id, coalesce(assumed.statedAt, assumed.receivedAt),
      assumed.provenance, \(Erasure.isOfErasedUser(in: "assumed"))
    FROM chain CROSS JOIN shop ON shop.n = chain.shop
    LEFT JOIN document AS first ON first.n = chain.firstClaim
    LEFT JOIN document AS last ON last.n = chain.lastClaim
    LEFT JOIN document AS assumed ON assumed.n = chain.assumedClaim
    WHERE
    """

  mutating func note(_ claim: Claim, in document: Int64) {
    let before = claims
    claims.note(claim)
    if claims.assumed != before.assumed { claimDocuments.assumed = document }
    if claims.first != before.first {
      claimDocuments.first = document
    } else if before.first != nil, claimDocuments.first == nil {
      claimDocuments.first = claimDocuments.last
    }
    if claims.last != before.last { claimDocuments.last = document }
    if claimDocuments.first == claimDocuments.last { claimDocuments.first = nil }
  }

  /// Columns that change with nearly every document; only `startedAt` is indexed.
  static let columns = [
    "firstClaim", "lastClaim", "assumedClaim", "product", "startedAt", "accessUntil",
  ]

  var values: [Argument?] {
    [
      claimDocuments.first, claimDocuments.last, claimDocuments.assumed, product, startedAt,
      accessUntil,
    ]
  }
}

extension Database {
  /// Claims at endpoints and operators' transfers of a store account's chains, by chain.
  func claims(ofAccount account: Int64, hasActs: Bool) throws -> [Int64: [Claim]] {
    var claims: [Int64: [Claim]] = [:]
    try forEach(
      """
      SELECT claim.chain, \(Claim.columns) FROM chain CROSS JOIN claim ON claim.chain = chain.n
      WHERE chain.account = ?
      """,
      [account]
    ) { claims[try $0.number(0), default: []].append(try Claim($0, from: 1)) }
    guard hasActs else { return claims }
    try forEach(
      """
      SELECT act.chain, act.user, act.actor, act.statedAt, document.id
      FROM chain CROSS JOIN act ON act.chain = chain.n
      CROSS JOIN document ON document.n = act.document
      WHERE chain.account = ? AND act.deed = 'transfer'
      """,
      [account]
    ) { cells in
      let claim = Claim(
        try cells.id(1),
        .named,
        StatementSource(try cells.id(4), at: try cells.instant(3)),
        basis: Claim.Basis(ofTransferBy: try cells.text(2)),
        coversAccount: ClaimEndpoint(rawValue: try cells.text(2))?.coversAccount ?? true
      )
      claims[try cells.number(0), default: []].append(claim)
    }
    return claims
  }

  /// All users named for the chain.
  func claimants(of chain: Int64) throws -> [ID<User>] {
    try map(
      """
      SELECT document.claimant FROM mention CROSS JOIN document ON document.n = mention.document
      WHERE mention.chain = ?1 AND document.claim = 'named'
      UNION SELECT user FROM claim WHERE chain = ?1
      """,
      [chain]
    ) { try $0.id(0) }
  }
}

extension Claim.Basis {
  /// Older versions filed a client's claim as a transfer under the endpoint's name.
  init(ofTransferBy actor: String) {
    self = ClaimEndpoint(rawValue: actor) == nil ? .transferred : .confirmed
  }
}

extension Claim {
  static let columns = "claim.user, claim.basis, claim.evidence, claim.at, claim.endpoint"

  init(_ cells: RowReader, from start: Int) throws {
    self.init(
      try cells.id(start),
      .named,
      StatementSource(try cells.id(start + 2), at: try cells.instant(start + 3)),
      basis: try cells.keyword(start + 1),
      coversAccount: ClaimEndpoint(rawValue: try cells.text(start + 4))?.coversAccount ?? true
    )
  }
}
