package import Foundation

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

  /// A condition on one field. A list of values matches if any of them does.
  package enum Field: Hashable, Sendable {
    case text(TextField, [TextMatch])
    case states([SubscriptionState])
    case stores([Store])
    case environments([Environment])
    case kinds([ProductKind])
    case currencies([Currency])
    case has([Possession])
    case qualities([Quality])
    case time(Clock, [TimeRange])
    case price([PriceRange])
  }

  /// The fields with text values.
  package enum TextField: String, CaseIterable, Sendable {
    case user, email, name, order, txn, otxn, token, acct, product, app, country, job, note, mark
    case key, doc, rejection, assigned
  }

  /// How a text is compared: see `TextField.ignoresCase` and `TextField.spellings(of:)`.
  package enum TextMatch: Hashable, Sendable {
    case exact(String)
    /// An empty prefix matches any value that is not missing.
    case prefix(String)
    case contains(String)
  }

  /// The values of `has:`.
  package enum Possession: String, CaseIterable, Sendable {
    /// An active entitlement.
    case entitlement
    /// An accepted document.
    case receipt
    case note
    /// A rejected document, or a failed job.
    case error
    /// A family-shared purchase.
    case family
  }

  /// The values of `is:`, for users and purchases.
  package enum Quality: String, CaseIterable, Sendable {
    /// In a state that grants access.
    case active
    /// Without a document that proves it.
    case unverified
    /// One of several running subscriptions with the same entitlement.
    case duplicate
    /// A user whom no document names.
    case anonymous
  }

  /// The instant of a row that is compared.
  package enum Clock: String, CaseIterable, Sendable {
    case purchased, received, expires, renews, verified, refunded

    /// Whether it is usually in the future: `expires<3d` looks forward, `received>3d` back.
    package var isAhead: Bool { self == .expires || self == .renews }
  }

  /// A half-open time range; without both ends, any known instant.
  package struct TimeRange: Hashable, Sendable {
    /// The first instant in it, in whole milliseconds.
    package let from: Date?
    /// The first instant after it, in whole milliseconds.
    package let until: Date?

    /// Rounds instants to whole milliseconds and clamps them to the years 1 to 9999.
    package init(from: Date?, until: Date?) {
      self.init(from: from?.wholeMilliseconds, until: until?.wholeMilliseconds)
    }

    init(from: Int64?, until: Int64?) {
      self.from = from.map { Date(milliseconds: min($0, CalendarDay.endOfTime - 1)) }
      self.until = until.map { Date(milliseconds: $0) }
    }

    package var isEmpty: Bool {
      guard let from, let until else { return false }
      return until <= from
    }
  }

  /// A closed price range; without both ends, any known price.
  package struct PriceRange: Hashable, Sendable {
    /// Billionths of the currency's unit.
    package let from: Int64?
    package let through: Int64?
    /// The only currency whose rows match; `nil` for any currency. Prices are not converted.
    package let currency: Currency?

    package init(from: Int64?, through: Int64?, currency: Currency? = nil) {
      self.from = from.map { max($0, -.max) }
      self.through = through.map { max($0, -.max) }
      self.currency = currency
    }

    package var isEmpty: Bool {
      guard let from, let through else { return false }
      return through < from
    }
  }
}

extension Query.Field {
  /// The field with ordered lists without repetition, or `.nothing` if it cannot match.
  var normalized: Query {
    switch self {
    case .text(let field, let matches):
      listed(matches.map(\.normalized).unique) { .text(field, $0) }
    case .states(let states): listed(states.inOrder, Self.states)
    case .stores(let stores): listed(stores.inOrder, Self.stores)
    case .environments(let environments): listed(environments.inOrder, Self.environments)
    case .kinds(let kinds): listed(kinds.inOrder, Self.kinds)
    case .currencies(let currencies): listed(currencies.unique.sorted(), Self.currencies)
    case .has(let possessions): listed(possessions.inOrder, Self.has)
    case .qualities(let qualities): listed(qualities.inOrder, Self.qualities)
    case .time(let clock, let ranges):
      listed(ranges.filter { !$0.isEmpty }.unique) { .time(clock, $0) }
    case .price(let ranges): listed(ranges.filter { !$0.isEmpty }.unique, Self.price)
    }
  }

  private func listed<Value>(_ values: [Value], _ field: ([Value]) -> Self) -> Query {
    values.isEmpty ? .nothing : .field(field(values))
  }
}

extension Query.TextMatch {
  fileprivate var normalized: Self { self == .contains("") ? .prefix("") : self }
}

extension Array where Element: Hashable {
  /// The elements without repetitions, in order of first appearance.
  package var unique: [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}

extension Array where Element: CaseIterable & Hashable {
  fileprivate var inOrder: [Element] { Element.allCases.filter(Set(self).contains) }
}
