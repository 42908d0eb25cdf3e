import Foundation

/// An unbroken time of access, and what it rests on.
struct Stretch {
  var from: Date
  /// `nil` for access without end.
  var until: Date?
  /// The sale that lasts longest; `nil` for a grant by hand.
  var source: ID<Order>?
  var evidence: ID<Document>

  /// Stretches that touch or overlap become one; the source is that of the one that lasts longest.
  /// Empty ones are left out. Ascending, and the same for any order of `stretches`.
  static func joined(_ stretches: [Stretch]) -> [Stretch] {
    var joined: [Stretch] = []
    for stretch in stretches.filter(\.isSome).sorted(by: { $0.precedes($1) }) {
      guard let last = joined.indices.last, joined[last].reaches(stretch.from) else {
        joined.append(stretch)
        continue
      }
      guard stretch.outlasts(joined[last]) else { continue }
      var longer = stretch
      longer.from = joined[last].from
      joined[last] = longer
    }
    return joined
  }

  /// What of it lies within `from` and `until`.
  func clipped(from: Date, until: Date?) -> Stretch {
    var clipped = self
    clipped.from = max(self.from, from)
    if let until { clipped.until = self.until.map { min($0, until) } ?? until }
    return clipped
  }

  private var isSome: Bool { until.map { from < $0 } ?? true }

  private func reaches(_ instant: Date) -> Bool { until.map { instant <= $0 } ?? true }

  private func outlasts(_ other: Stretch) -> Bool {
    guard let end = other.until else { return false }
    return until.map { end < $0 } ?? true
  }

  private func precedes(_ other: Stretch) -> Bool {
    if from != other.from { return from < other.from }
    let ends = (until ?? .distantFuture, other.until ?? .distantFuture)
    if ends.0 != ends.1 { return ends.0 > ends.1 }
    return (source?.raw ?? "", evidence) < (other.source?.raw ?? "", other.evidence)
  }
}
