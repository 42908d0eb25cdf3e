/// A field of a list's rows that they can be counted by, named like its column.
package enum RowField: String, CaseIterable, Sendable {
  case id, name, email, assignee, user, state, active, environment, store, stores, app
  case product = "productId"
  case price, offer, quantity, kind, renews, verdict, reason, orders, flags, key, chain, result
  case detail, bytes
  case transaction = "transactionId"
  case original = "originalTransactionId"
  /// The purchase that an entitlement is from.
  case order
  case purchasedAt, expiresAt, accessUntil, until, startedAt, from, receivedAt, statedAt
  case firstSeenAt, lastPurchasedAt, happenedAt

  /// Whether its values are instants, which are counted by day.
  package var isInstant: Bool {
    switch self {
    case .purchasedAt, .expiresAt, .accessUntil, .until, .startedAt, .from, .receivedAt, .statedAt,
      .firstSeenAt, .lastPurchasedAt, .happenedAt:
      true
    default: false
    }
  }
}

/// How many rows of a list have each value of a field.
package struct RowDistribution<Row: Equatable & Sendable>: Equatable, Sendable {
  package enum Value: Hashable, Sendable {
    case none
    /// A number, a code, or the day since 1970 of an instant.
    case number(Int64)
    case text(String)
  }

  package struct Group: Equatable, Sendable {
    package var value: Value
    package var count: Int
    /// A row with this value; `nil` if it was not read.
    package var row: Row?

    package init(value: Value, count: Int, row: Row?) {
      (self.value, self.count, self.row) = (value, count, row)
    }
  }

  /// The most frequent values, the most frequent first; of instants, all days.
  package var groups: [Group]
  /// The number of counted rows, those of other values included.
  package var rows: Int
  /// The number of values that are not in `groups`.
  package var otherValues: Int
  /// The number of tested rows if the others were left out because there are too many values.
  package var limit: Int?
  /// The share of the rows that were tested up to now; `nil` if no further ones will be.
  package var progress: Double?

  package init(groups: [Group], rows: Int, otherValues: Int = 0, limit: Int? = nil) {
    (self.groups, self.rows) = (groups, rows)
    (self.otherValues, self.limit) = (otherValues, limit)
  }

  /// The same counts with other rows.
  package func mapRows<Other>(
    _ transform: (Row) throws -> Other?
  ) rethrows -> RowDistribution<Other> {
    var others: [RowDistribution<Other>.Group] = []
    for group in groups {
      let value: RowDistribution<Other>.Value =
        switch group.value {
        case .none: .none
        case .number(let number): .number(number)
        case .text(let text): .text(text)
        }
      var row: Other?
      if let old = group.row { row = try transform(old) }
      others.append(.init(value: value, count: group.count, row: row))
    }
    var distribution = RowDistribution<Other>(
      groups: others,
      rows: rows,
      otherValues: otherValues,
      limit: limit
    )
    distribution.progress = progress
    return distribution
  }
}
