internal import Crypto
import Entitlements
import Foundation
internal import GRDB

/// The purchase tokens that an erasure takes out of the ledger, and what stands in their place.
///
/// A token opens a purchase at its store, and with it what the store knows of the buyer. Every
/// occurrence of one token gets the same new value, so that what it joined stays joined, also when
/// it follows again from the tombstones.
struct ErasedTokens {
  static let prefix = "erased-token-"
  /// A condition on a row of `link` that holds a token.
  private static let isToken = "link.kind IN ('purchaseToken', 'predecessor')"

  /// The new value of each token.
  let values: [String: String]

  /// Those that only these documents state. One that another's document states as well stays: it
  /// would follow from there again.
  init(statedOnlyBy documents: Set<Int64>, in db: Database) throws {
    var chains: Set<Int64> = []
    for document in documents {
      chains.formUnion(try db.numbers("SELECT chain FROM mention WHERE document = ?", document))
    }
    var tokens: Set<String> = []
    for chain in chains {
      tokens.formUnion(
        try db.map("SELECT value FROM link WHERE chain = ? AND \(Self.isToken)", [chain]) {
          try $0.text(0)
        }
      )
    }
    var values: [String: String] = [:]
    for token in tokens where !Self.isErased(token) {
      let stating = try db.numbers(
        """
        SELECT DISTINCT mention.document FROM link JOIN mention ON mention.chain = link.chain
        WHERE link.value = ? AND \(Self.isToken)
        """,
        token
      )
      guard documents.isSuperset(of: stating) else { continue }
      values[token] = Self.prefix + hex(SHA256.hash(data: Data(token.utf8)).prefix(16))
    }
    self.values = values
  }

  static func isErased(_ token: String) -> Bool { token.hasPrefix(prefix) }
}

extension Clerk {
  /// Puts the new values in the place of the tokens.
  mutating func erase(_ tokens: ErasedTokens) throws {
    for (token, value) in tokens.values {
      try db.run(
        "UPDATE link SET value = ? WHERE value = ? AND kind IN ('purchaseToken', 'predecessor')",
        [value, token]
      )
    }
  }

  /// Removes what jobs say of a person: who goes by one of these names is in no job any more, and
  /// what an operator wrote about their purchases is gone. That something was done at a store stays.
  mutating func eraseJobs(of person: Person) throws {
    for name in person.names {
      try db.run(
        """
        DELETE FROM job WHERE kind IN ('deed', '\(TellingJob.kind)') AND EXISTS (
          SELECT 1 FROM json_tree(iif(json_valid(task), task, 'null'))
          WHERE type = 'text' AND lower(atom) = lower(?))
        """,
        [name]
      )
    }
    for chain in person.chains {
      guard let id = try db.chainID(of: chain) else { continue }
      try db.run(
        """
        UPDATE job SET task = json_set(task, '$.deed._0.reason', '')
        WHERE kind = 'deed' AND json_valid(task)
          AND json_extract(task, '$.deed._0.chain') = ?
        """,
        [id.raw]
      )
    }
  }
}
