package import Foundation

/// Delays by steps, from which percentiles are read without the single values.
package struct DelayHistogram: Equatable, Sendable {
  /// The greatest delay of each step in seconds; the last step is open. Stored with the counts.
  package static let bounds: [TimeInterval] = [
    0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 30, 60, 120, 300, 600, 1_800, 3_600, 7_200, 21_600, 86_400,
    259_200,
  ]

  /// The number of delays in each step.
  private var counts: [Int]

  package init() { counts = Array(repeating: 0, count: Self.bounds.count + 1) }

  package var total: Int { counts.reduce(0, +) }

  /// The step of a delay; a store's clock that is ahead counts as none.
  package static func step(of delay: TimeInterval) -> Int {
    bounds.firstIndex { delay <= $0 } ?? bounds.count
  }

  package mutating func add(_ count: Int, in step: Int) {
    guard counts.indices.contains(step) else { return }
    counts[step] += count
  }

  package mutating func add(_ other: DelayHistogram) {
    for (step, count) in other.counts.enumerated() { counts[step] += count }
  }

  /// The least bound that this share of the delays does not exceed; infinite in the open step, `nil`
  /// without delays.
  package func percentile(_ share: Double) -> TimeInterval? {
    let total = total
    guard total > 0 else { return nil }
    let rank = max(1, Int((share * Double(total)).rounded(.up)))
    var sum = 0
    for (step, count) in counts.enumerated() {
      sum += count
      if sum >= rank { return step < Self.bounds.count ? Self.bounds[step] : .infinity }
    }
    return .infinity
  }
}
