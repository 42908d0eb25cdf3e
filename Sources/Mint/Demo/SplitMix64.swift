/// A small random number generator that depends on its seed only (Steele, Lea, Flood: "Fast
/// Splittable Pseudorandom Number Generators").
package struct SplitMix64: RandomNumberGenerator, Codable, Equatable, Sendable {
  private var state: UInt64

  package init(seed: UInt64) {
    state = seed
  }

  /// An independent stream for each index.
  init(seed: UInt64, stream: UInt64) {
    var mixer = SplitMix64(seed: stream &+ 0x5851_F42D_4C95_7F2D)
    state = seed ^ mixer.next()
  }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  mutating func pick<Element>(_ elements: [Element], else fallback: Element) -> Element {
    elements.randomElement(using: &self) ?? fallback
  }

  /// Returns true with a probability in percent.
  mutating func chance(_ percent: Double) -> Bool {
    Double.random(in: 0..<100, using: &self) < percent
  }

  mutating func bytes(_ count: Int) -> [UInt8] {
    (0..<count).map { _ in UInt8.random(in: 0...255, using: &self) }
  }
}
