/// What somebody searches for, understood: a tree of conditions on one row.
///
/// Nothing in it refers to a table. Values are typed and to be bound, never spliced into a
/// statement; instants and amounts are absolute, so that a query means the same whenever it is run.
package indirect enum Query: Hashable, Sendable {
  /// Every row.
  case everything
  /// What all of the branches match.
  case and([Query])
  /// What any of the branches matches.
  case or([Query])
  case not(Query)
  case field(Field)
  /// A bare word or quoted text: identifiers where `Identifier.all(in:)` finds any; otherwise the
  /// beginning of a word in a user's ID, name or e-mail address, or of a product's ID.
  case word(String)

  /// A text to be parsed is no longer than this, in bytes of UTF-8.
  package static let longestText = 4_096
  /// How deep parentheses may stand in one another.
  package static let deepestNesting = 64

  /// No row.
  package static let nothing = Query.not(.everything)
}

extension Query {
  /// The same query with the fewest nodes: no branches inside branches of their own kind, no double
  /// negation, no repeated value in a list. What parsing returns is normal already.
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

  /// Branches in normal form as one query. The neutral one adds nothing to others; its opposite
  /// makes every other branch idle.
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
