import Foundation

/// Measures the throughput per second of this process's CPU time.
struct CPUMeter: Sendable {
  /// The CPU time per row.
  let seconds: Double

  /// The number of items between clock readings.
  private static let batch = 64

  /// Prints `NAME: N /cpu-s` and how many of the inputs were accepted.
  func measure(_ name: String, _ inputs: [[UInt8]], _ accept: ([UInt8]) -> Bool) throws {
    var tally = Tally()
    repeat {
      for input in inputs.prefix(Self.batch) { tally.add(1, accepted: accept(input) ? 1 : 0) }
    } while tally.elapsed < seconds
    try tally.print(name)
  }

  /// Measures work on batches of inputs; `accept` returns the number of accepted inputs.
  func measure(
    _ name: String,
    batches inputs: [[UInt8]],
    _ accept: ([[UInt8]]) async throws -> Int
  ) async throws {
    let batch = Array(inputs.prefix(Self.batch))
    var tally = Tally()
    repeat {
      tally.add(batch.count, accepted: try await accept(batch))
    } while tally.elapsed < seconds
    try tally.print(name)
  }

  private struct Tally {
    private let start = Self.clock
    private var count = 0
    private var accepted = 0

    private static var clock: Double { Double(Foundation.clock()) / Double(CLOCKS_PER_SEC) }

    var elapsed: Double { Self.clock - start }

    mutating func add(_ count: Int, accepted: Int) {
      self.count += count
      self.accepted += accepted
    }

    func print(_ name: String) throws(OutputError) {
      let rate = Int(Double(count) / elapsed)
      try StandardStream.print("\(name): \(rate) /cpu-s (genuine \(accepted)/\(count))")
    }
  }
}
