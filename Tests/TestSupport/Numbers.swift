import Foundation

/// How many of so many random cases a test tries: all of them, or a fraction of them for
/// `.ci/proof mutants`, which runs a test hundreds of times in a slow build.
package func cases(_ count: Int) -> Int {
  let fraction = ProcessInfo.processInfo.environment["PURSER_CASES_FRACTION"].flatMap { Int($0) }
  return count / max(1, fraction ?? 1)
}

/// Numbers that look random and are the same in every run (SplitMix64).
package struct Numbers {
  private var state: UInt64

  package init(seed: UInt64) { state = seed }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// From 0 up to, and without, `bound`.
  package mutating func below(_ bound: Int) -> Int {
    bound < 1 ? 0 : Int(next() % UInt64(bound))
  }

  package mutating func bytes(_ count: Int) -> [UInt8] {
    (0..<count).map { _ in UInt8(truncatingIfNeeded: next()) }
  }

  package mutating func shuffled<Element>(_ elements: [Element]) -> [Element] {
    var elements = elements
    for place in elements.indices.reversed() { elements.swapAt(place, below(place + 1)) }
    return elements
  }
}
