/// A parsed search query: a tree of conditions on one row.
///
/// It does not refer to tables. Values are typed and must be bound, never inserted into a
/// statement. Instants and amounts are absolute, so that a query always has the same meaning.
package indirect enum Query: Hashable, Sendable {
  /// Every row.
  case everything
  /// The rows that match all branches.
  case and([Query])
  /// The rows that match any branch.
  case or([Query])
  case not(Query)
  case field(Field)
  /// A bare word or quoted text: the identifiers that `Identifier.all(in:)` finds in it, or else
  /// the beginning of a word in a user's ID, name or e-mail address, or in a product ID.
  case word(String)

  /// The maximum length of a query's text, in bytes of UTF-8.
  package static let longestText = 4_096
  /// The maximum nesting depth of parentheses.
  package static let maxNestingDepth = 64

  /// No row.
  package static let nothing = Query.not(.everything)
}

extension Query {
  /// The same query with the fewest nodes: no branches inside branches of their own kind, no double
  /// negation, no repeated value in a list. Parsed queries are already normalized.
  package var normalized: Query {
    switch self {
    case .everything: self
    case .word(let text): text.isEmpty ? .everything : self
    case .field(let field): field.normalized
    case .not(let query): query.normalized.negated
    case .and(let branches): Self.joined(branches, neutral: .everything, Query.and, \.conjunction)
    case .or(let branches): Self.joined(branches, neutral: .nothing, Query.or, \.alternatives)
    }
  }

  /// Joins normalized branches. A neutral branch is dropped; its opposite is the whole result.
  private static func joined(
    _ branches: [Query],
    neutral: Query,
    _ join: ([Query]) -> Query,
    _ inner: (Query) -> [Query]
  ) -> Query {
    let deciding: Query = neutral == .everything ? .nothing : .everything
    let parts = branches.map(\.normalized).flatMap(inner).filter { $0 != neutral }
    if parts.contains(deciding) { return deciding }
    return parts.count < 2 ? parts.first ?? neutral : join(parts)
  }

  private var negated: Query { if case .not(let query) = self { query } else { .not(self) } }

  private var conjunction: [Query] { if case .and(let parts) = self { parts } else { [self] } }

  private var alternatives: [Query] { if case .or(let parts) = self { parts } else { [self] } }
}
