package import Foundation

/// An interval in which a user has a named entitlement, and its source.
package struct Entitlement: Equatable, Sendable {
  /// The entitlement's name: the catalog's, or the product's own ID if no catalog has it.
  package var key: String
  package var user: ID<User>
  package var environment: Environment
  /// The sale that grants it, the longest of several; `nil` for a grant by hand.
  package var source: ID<Order>?
  /// The document that proves it.
  package var evidence: ID<Document>
  package var from: Date
  /// When access ends; `nil` if it does not.
  package var until: Date?

  package init(
    key: String,
    user: ID<User>,
    environment: Environment,
    source: ID<Order>?,
    evidence: ID<Document>,
    from: Date,
    until: Date?
  ) {
    self.key = key
    self.user = user
    self.environment = environment
    self.source = source
    self.evidence = evidence
    self.from = from
    self.until = until
  }

  package func isActive(at instant: Date) -> Bool {
    from <= instant && (until.map { instant < $0 } ?? true)
  }
}

/// What is left of a consumable sale.
package struct InventoryItem: Equatable, Sendable {
  /// The catalog's item, or the product's own ID if no catalog has it.
  package var item: String
  package var user: ID<User>
  package var environment: Environment
  package var source: ID<Order>
  /// How often it could be used in total, and how often it was.
  package var granted: Int
  package var used: Int
  package var from: Date
  /// When the store reversed the sale; what is left ends then.
  package var until: Date?

  package init(
    item: String,
    user: ID<User>,
    environment: Environment,
    source: ID<Order>,
    granted: Int,
    used: Int,
    from: Date,
    until: Date?
  ) {
    self.item = item
    self.user = user
    self.environment = environment
    self.source = source
    self.granted = granted
    self.used = used
    self.from = from
    self.until = until
  }

  /// How often it can still be used; never below zero.
  package func remaining(at instant: Date) -> Int {
    guard from <= instant, until.map({ instant < $0 }) ?? true else { return 0 }
    return max(0, granted - used)
  }
}

/// An amount of one of the app's own currencies.
package struct Balance: Equatable, Sendable {
  package var user: ID<User>
  package var environment: Environment
  package var currency: String
  package var amount: Int
}

/// An uninterrupted interval of access, and its source.
struct AccessInterval {
  var from: Date
  /// `nil` for access without end.
  var until: Date?
  /// The sale that lasts longest; `nil` for a grant by hand.
  var source: ID<Order>?
  var evidence: ID<Document>

  /// Joins intervals that touch or overlap, with the source of the one that lasts longest, and
  /// drops empty ones. The result is ascending and the same for any order of `intervals`.
  static func joined(_ intervals: [AccessInterval]) -> [AccessInterval] {
    var joined: [AccessInterval] = []
    for interval in intervals.filter(\.hasDuration).sorted(by: { $0.precedes($1) }) {
      guard let last = joined.indices.last, joined[last].reaches(interval.from) else {
        joined.append(interval)
        continue
      }
      guard interval.outlasts(joined[last]) else { continue }
      var longer = interval
      longer.from = joined[last].from
      joined[last] = longer
    }
    return joined
  }

  /// The part within `from` and `until`.
  func clipped(from: Date, until: Date?) -> AccessInterval {
    var clipped = self
    clipped.from = max(self.from, from)
    if let until { clipped.until = self.until.map { min($0, until) } ?? until }
    return clipped
  }

  private var hasDuration: Bool { until.map { from < $0 } ?? true }

  private func reaches(_ instant: Date) -> Bool { until.map { instant <= $0 } ?? true }

  private func outlasts(_ other: AccessInterval) -> Bool {
    guard let end = other.until else { return false }
    return until.map { end < $0 } ?? true
  }

  private func precedes(_ other: AccessInterval) -> Bool {
    if from != other.from { return from < other.from }
    let ends = (until ?? .distantFuture, other.until ?? .distantFuture)
    if ends.0 != ends.1 { return ends.0 > ends.1 }
    return (source?.raw ?? "", evidence) < (other.source?.raw ?? "", other.evidence)
  }
}

/// The result of redeeming one sale for a user.
package enum RedemptionResult: Codable, Equatable, Sendable {
  case given
  /// The user already had it.
  case had
  /// Another user has it and keeps it.
  case taken
  /// It was redeemed before.
  case spent
}
