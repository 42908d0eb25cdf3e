package import Entitlements
import Foundation
internal import GRDB

/// Names of persons that one ledger still has and another one of the same log has erased.
///
/// Nothing keeps an erased name. It is known from rows that both ledgers have, where the other one
/// has the name that the erasure gave.
package struct ErasedNames: Sendable {
  package fileprivate(set) var names: Set<String> = []
  /// Documents of nobody that an erasure of these persons empties, and all that the other ledger
  /// has erased.
  fileprivate var documents: Set<ID<Document>> = []

  /// Whether the filing names one of the persons, or is one of their documents.
  package func concern(_ filing: Filing) -> Bool {
    let users = filing.facts.acts.map(OperatorActionRow.init).flatMap { [$0.user, $0.other] }
    let accounts = filing.facts.links.filter { $0.kind == .appAccount }.map(\.value)
    return documents.contains(filing.document.id)
      || !names.isDisjoint(with: [filing.claim?.user.raw].compactMap(\.self) + accounts)
      || !names.isDisjoint(with: users.compactMap(\.self))
  }

  /// Whether one of the persons made the claim, or an erased document is its evidence, which
  /// restores nothing when it arrives again.
  package func concern(_ claim: PurchaseClaim) -> Bool {
    names.contains(claim.user.raw) || documents.contains(claim.evidence)
  }
}

extension StoredPlayers {
  /// Without the logins of erased persons.
  package func without(_ erased: ErasedNames) -> StoredPlayers {
    var players = self
    players.logins.removeAll { erased.names.contains($0.user.raw) }
    return players
  }
}

extension DataSubjectRequests {
  /// The names of this ledger's persons whom `other` has erased.
  package func names(erasedIn other: Ledger) async throws(LedgerError) -> ErasedNames {
    var erased = ErasedNames()
    for rows in Self.namingRows {
      let renamed = try await other.read { db in
        Dictionary(
          try db.map("\(rows) WHERE name GLOB '\(ID<User>.erasedPrefix)[0-9]*'") {
            (try $0.text(0), try $0.text(1))
          }
        ) { first, _ in first }
      }
      guard !renamed.isEmpty else { continue }
      let own = try await ledger.read { db in
        var names: Set<String> = []
        try db.forEach("\(rows) WHERE name NOT GLOB '\(ID<User>.erasedPrefix)[0-9]*'") { cells in
          if renamed[try cells.text(0)] != nil { names.insert(try cells.text(1)) }
        }
        return names
      }
      erased.names.formUnion(own)
    }
    erased.documents = try await other.read { db in
      let erased = try db.texts("SELECT id FROM document WHERE erasedAt IS NOT NULL")
      return Set(erased.map { ID<Document>($0) })
    }
    for name in erased.names {
      let rejected = try await documents(about: ID(name))?
        .filter { $0.filing.document.verdict != .genuine }
      erased.documents.formUnion(rejected?.map(\.id) ?? [])
    }
    return erased
  }

  private static let chain = """
    shop.store || ':' || shop.environment || ':' || shop.app || ':' || chain.id
    """

  /// What names a person, with an identity of the row that all ledgers of a log share.
  private static let namingRows = [
    "SELECT id AS row, claimant AS name FROM document",
    "SELECT id AS row, act.user AS name FROM act JOIN document ON document.n = act.document",
    "SELECT id AS row, act.other AS name FROM act JOIN document ON document.n = act.document",
    """
    SELECT \(chain) || ' ' || evidence || ' ' || endpoint || ' ' || claim.at AS row,
      claim.user AS name
    FROM claim JOIN chain ON chain.n = claim.chain JOIN shop ON shop.n = chain.shop
    """,
    """
    SELECT \(chain) AS row, chain.appAccount AS name FROM chain JOIN shop ON shop.n = chain.shop
    """,
  ].map { "SELECT row, name FROM (\($0))" }
}
