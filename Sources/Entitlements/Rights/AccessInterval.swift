import Foundation

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
