import Foundation

/// Collects the durations of repeated events.
struct Latencies: Sendable {
  private var milliseconds: [Double] = []
  private let start = Self.now

  /// Seconds on a monotonic clock.
  static var now: Double { ProcessInfo.processInfo.systemUptime }

  mutating func add(seconds: Double) { milliseconds.append(seconds * 1_000) }

  mutating func measure<Answer>(_ event: () async throws -> Answer) async rethrows -> Answer {
    let start = Self.now
    let answer = try await event()
    add(seconds: Self.now - start)
    return answer
  }

  /// Formats `NAME: N /s p50 0.123 ms p99 0.456 ms max 0.789 ms (1000)`. The rate is over
  /// `seconds`, or else the time since this value was created.
  func line(_ name: String, seconds: Double? = nil) -> String {
    let sorted = milliseconds.sorted()
    guard let last = sorted.last else { return "\(name): nothing to measure" }
    func rank(_ share: Double) -> Double { sorted[Int(Double(sorted.count - 1) * share)] }
    let elapsed = seconds ?? Self.now - start
    let figures = [("p50", rank(0.5)), ("p99", rank(0.99)), ("max", last)]
      .map { "\($0) \($1.formatted(.number.precision(.fractionLength(3)).grouping(.never))) ms" }
    return
      "\(name): \(Int(Double(sorted.count) / elapsed)) /s \(figures.joined(separator: " ")) (\(sorted.count))"
  }
}
