import Entitlements
import Foundation
internal import GRDB

/// Purchases that get another owner because a rule changed.
extension LedgerWriter {
  /// Derives all owners again after the rule changed; records and audits each move. Also derives
  /// again what depends on a shared secret alone, which no longer grants entitlements.
  mutating func deriveOwnersAnew(at instant: Date) throws {
    try deriveAccountNames()
    let before = try db.owners()
    try touchEverything()
    for name in memory.ownershipContext.identities.merged { try touchEverything(of: name) }
    try resolveTouchedAccounts()
    try db.forEach(
      """
      SELECT DISTINCT chain.n, chain.user FROM document
      JOIN mention ON mention.document = document.n JOIN chain ON chain.n = mention.chain
      WHERE document.provenance = 'sharedSecret'
      """
    ) {
      touchedChains.insert(try $0.number(0))
      touch(user: try $0.optionalNumber(1))
    }
    try record(movesFrom: before, to: try db.owners(), by: "migration", at: instant)
    try db.run("DELETE FROM meta WHERE name = 'ownersAreStale'")
    hasWritten = true
  }

  /// Records and audits the purchases whose owner changed. The audit log of a shared log has entries of
  /// all nodes only.
  mutating func record(
    movesFrom former: [Int64: String],
    to owners: [Int64: String],
    by actor: String,
    at instant: Date
  ) throws {
    for chain in Set(former.keys).union(owners.keys).sorted() {
      guard former[chain] != owners[chain], let id = try db.chainID(of: chain) else { continue }
      try db.run(
        "INSERT INTO ownerMove (chain, former, owner, at) VALUES (?, ?, ?, ?)",
        [chain, former[chain], owners[chain], instant.milliseconds]
      )
      guard !memory.followsLog else { continue }
      let subject = "\(id) \(former[chain] ?? "") \(owners[chain] ?? "")"
      try audit("owner-moved", of: Data(subject.utf8), by: actor, at: instant)
    }
  }
}

extension Database {
  /// The owners of the chains that have one, by the chain's row ID.
  func owners(of chains: [Int64]? = nil) throws -> [Int64: String] {
    let rows = try map(
      """
      SELECT chain.n, user.id FROM chain JOIN user ON user.n = chain.user
      \(chains == nil ? "" : "WHERE chain.n IN (SELECT value FROM json_each(?))")
      """,
      chains.map { [$0.json] } ?? []
    ) { (try $0.number(0), try $0.text(1)) }
    return Dictionary(rows) { $1 }
  }
}
