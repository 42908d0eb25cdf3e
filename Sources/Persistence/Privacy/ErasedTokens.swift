internal import Crypto
import Entitlements
import Foundation
internal import GRDB

/// The purchase tokens that an erasure replaces, and their replacements.
///
/// A token gives access to a purchase at its store and to data about the buyer. Every occurrence
/// gets the same replacement, so that joined rows stay joined, also after a replay from tombstones.
struct ErasedTokens {
  static let prefix = "erased-token-"
  /// A condition on a row of `link` that holds a token.
  private static let isToken = "link.kind IN ('purchaseToken', 'predecessor')"

  /// The replacement of each token.
  let values: [String: String]

  /// Selects tokens that only these documents state; a token in another document must stay, because
  /// it would be derived from there again.
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

extension LedgerWriter {
  /// Replaces the tokens.
  mutating func erase(_ tokens: ErasedTokens) throws {
    for (token, value) in tokens.values {
      try db.run(
        "UPDATE link SET value = ? WHERE value = ? AND kind IN ('purchaseToken', 'predecessor')",
        [value, token]
      )
    }
  }

  /// Deletes jobs that name the person, and operators' reasons in jobs about the person's
  /// purchases. Records of actions at a store stay.
  mutating func eraseJobs(of dataSubject: DataSubject) throws {
    for name in dataSubject.names {
      try db.run(
        """
        DELETE FROM job WHERE kind IN ('deed', '\(WebhookJob.kind)') AND EXISTS (
          SELECT 1 FROM json_tree(iif(json_valid(task), task, 'null'))
          WHERE type = 'text' AND lower(atom) = lower(?))
        """,
        [name]
      )
    }
    for chain in dataSubject.chains {
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
