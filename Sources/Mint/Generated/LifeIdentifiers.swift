/// Creates identifiers in each store's format, unique among all users of a ledger: each encodes a
/// unique number by reversible steps.
struct LifeIdentifiers {
  private static let digits = Array("0123456789abcdef".utf8)
  private static let letters = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8
  )
  private static let capitals = Array("0123456789BCDFGHJKLMNPQRSTVWXYZA".utf8)

  private let seed: UInt64
  private var next: UInt64

  /// The user's number range begins at `first`.
  init(seed: UInt64, from first: Int) {
    self.seed = seed
    next = UInt64(truncatingIfNeeded: first)
  }

  /// Apple's transaction ID: 15 digits, in the sandbox 16 starting with 2.
  mutating func apple(isSandbox: Bool) -> String {
    let number = scattered()
    return String((isSandbox ? 2_000_000_000_000_000 : 310_000_000_000_000) + number)
  }

  /// The order number in Apple's e-mail receipt: `M` and ten characters.
  mutating func appleOrder() -> String {
    var bits = take()
    var text = [UInt8(ascii: "M")]
    for _ in 0..<10 {
      text.append(Self.capitals[Int(bits & 31)])
      bits >>= 5
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Google's order ID: `GPA.` and 17 digits in four groups.
  mutating func google(_ generator: inout SplitMix64) -> String {
    var number = scattered() + (3_300 + generator.next() % 100) * 10_000_000_000_000
    var text = Array("GPA.0000-0000-0000-00000".utf8)
    for index in text.indices.reversed() where text[index] == UInt8(ascii: "0") {
      text[index] += UInt8(truncatingIfNeeded: number % 10)
      number /= 10
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// A version 4 GUID (RFC 9562 §5.4) whose first half is unique.
  mutating func guid(_ generator: inout SplitMix64) -> String {
    let number = take()
    var text: [UInt8] = []
    text.reserveCapacity(36)
    append(hex: number >> 32, count: 8, to: &text)
    append(hex: number >> 16, count: 4, to: &text)
    // The version replaces four bits of the number, which move to the last part.
    text.append(UInt8(ascii: "-"))
    text.append(UInt8(ascii: "4"))
    let random = generator.next()
    for shift in [8, 4, 0] { text.append(Self.digits[Int((number >> shift) & 15)]) }
    text.append(UInt8(ascii: "-"))
    text.append(Self.digits[Int(8 + (random & 3))])
    for shift in [4, 8, 12] { text.append(Self.digits[Int((random >> shift) & 15)]) }
    append(hex: ((number >> 12) & 15) | ((random >> 16) << 4), count: 12, to: &text)
    return String(decoding: text, as: UTF8.self)
  }

  /// A random token of `count` characters.
  mutating func secret(_ count: Int, _ generator: inout SplitMix64) -> String {
    var text: [UInt8] = []
    text.reserveCapacity(count)
    var bits = take()
    while text.count < count {
      // A number yields ten characters and a last one from the remaining bits.
      for _ in 0..<11 where text.count < count {
        text.append(Self.letters[Int(bits & 63)])
        bits >>= 6
      }
      bits = generator.next()
    }
    return String(decoding: text, as: UTF8.self)
  }

  private func append(hex number: UInt64, count: Int, to text: inout [UInt8]) {
    if !text.isEmpty { text.append(UInt8(ascii: "-")) }
    for digit in stride(from: count - 1, through: 0, by: -1) {
      text.append(Self.digits[Int((number >> (digit * 4)) & 15)])
    }
  }

  /// A unique number below 10^13: the factor is coprime to it.
  private mutating func scattered() -> UInt64 {
    defer { next += 1 }
    let scattered = (next % 10_000_000_000_000).multipliedFullWidth(by: 7_393_913_114_011)
    return UInt64(10_000_000_000_000).dividingFullWidth(scattered).remainder
  }

  /// 64 unique bits, by SplitMix64's reversible output steps.
  private mutating func take() -> UInt64 {
    defer { next += 1 }
    var mixer = SplitMix64(seed: seed &+ next &* 0x9E37_79B9_7F4A_7C15)
    return mixer.next()
  }
}
