import Entitlements
import Foundation
internal import GRDB

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
      basis: try cells.word(start + 1),
      coversAccount: ClaimEndpoint(rawValue: try cells.text(start + 4))?.coversAccount ?? true
    )
  }
}
