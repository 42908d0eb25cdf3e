/// Base64 as it arrives in tickets, logs and request bodies: standard or URL-safe alphabet,
/// wrapped or not, padded or not (RFC 4648 §4, §5).
package enum Base64 {
  /// Where a text stops being base64, and what should have stood there.
  package struct Fault: Error, Equatable, Sendable {
    /// The offset of the character in the text.
    package var offset: Int
    package var expected: String
  }

  private static let space: UInt8 = 0xFE
  private static let padding: UInt8 = 0xFD

  private static let letters = Base64Letters(
    values: Base64Letters.common + [(0x2B, 62), (0x2D, 62), (0x2F, 63), (0x5F, 63)]
      + [(UInt8(ascii: "="), padding)] + " \t\r\n".utf8.map { ($0, space) }
  )

  /// The bytes that the letters in `range` stand for.
  package static func decode(
    _ text: Span<UInt8>,
    _ range: Range<Int>
  ) throws(Fault) -> [UInt8] {
    let letters = letters
    let values = letters.values.span
    return try Array(capacity: range.count / 4 * 3 + 3) { output throws(Fault) in
      var state = State(position: range.lowerBound, end: range.upperBound)
      while state.position < state.end {
        if state.filled == 0, state.padded == 0 {
          letters.wholeGroups(text, &state.position, to: state.end, into: &output)
        }
        try state.letter(text, values, into: &output)
      }
      try state.finish(into: &output)
    }
  }

  private struct State {
    var position: Int
    let end: Int
    var group: UInt32 = 0
    var filled = 0
    var padded = 0

    /// One letter, or what stands between letters.
    mutating func letter(
      _ text: Span<UInt8>,
      _ values: Span<UInt8>,
      into output: inout OutputSpan<UInt8>
    ) throws(Fault) {
      guard position < end else { return }
      let value = values[Int(text[position])]
      defer { position += 1 }
      if value < 64 {
        guard padded == 0 else {
          throw Fault(offset: position, expected: "no more text after \"=\"")
        }
        group = group << 6 | UInt32(value)
        filled += 1
        guard filled == 4 else { return }
        output.append(UInt8(truncatingIfNeeded: group >> 16))
        output.append(UInt8(truncatingIfNeeded: group >> 8))
        output.append(UInt8(truncatingIfNeeded: group))
        group = 0
        filled = 0
      } else if value == padding {
        padded += 1
        guard filled + padded <= 4, filled >= 2 else {
          throw Fault(offset: position, expected: "\"=\" only to fill the last group of four")
        }
      } else if value != space {
        throw Fault(offset: position, expected: "a base64 letter")
      }
    }

    /// The last group may be short; the bits that it does not need are 0 (RFC 4648 §3.5).
    func finish(into output: inout OutputSpan<UInt8>) throws(Fault) {
      guard padded == 0 || filled + padded == 4 else {
        throw Fault(offset: end, expected: "as many \"=\" as fill a group of four")
      }
      switch filled {
      case 0: return
      case 2 where group & 0xF == 0: output.append(UInt8(truncatingIfNeeded: group >> 4))
      case 3 where group & 0x3 == 0:
        output.append(UInt8(truncatingIfNeeded: group >> 10))
        output.append(UInt8(truncatingIfNeeded: group >> 2))
      case 1: throw Fault(offset: end, expected: "the rest of the text: it is cut off")
      default: throw Fault(offset: end, expected: "a last letter that carries no stray bits")
      }
    }
  }
}

/// What the letters of one form of base64 are worth, one by one and in pairs.
struct Base64Letters: Sendable {
  typealias Worth = (letter: UInt8, value: UInt8)

  /// `A` to `Z`, `a` to `z`, `0` to `9`: the same in every form (RFC 4648 §4, §5).
  static let common: [Worth] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
    .utf8.enumerated().map { ($1, UInt8(truncatingIfNeeded: $0)) }

  private static let invalid: UInt8 = 0xFF
  private static let invalidPair: UInt16 = 0x8000

  /// At the place of each byte its worth; above 63 what is no letter.
  let values: [UInt8]
  /// At the place of two letters, the first in the low byte, their 12 bits. Of 128 KiB only the
  /// 10 KiB of real letters are ever looked at, which stay in a processor's nearest memory.
  private let pairs: [UInt16]

  init(values worths: [Worth]) {
    var values = [UInt8](repeating: Self.invalid, count: 1 << 8)
    for (letter, value) in worths { values[Int(letter)] = value }
    var pairs = [UInt16](repeating: Self.invalidPair, count: 1 << 16)
    let real = worths.filter { $0.value < 64 }
    for (second, low) in real {
      for (first, high) in real {
        pairs[Int(second) << 8 | Int(first)] = UInt16(high) << 6 | UInt16(low)
      }
    }
    self.values = values
    self.pairs = pairs
  }

  /// Whole groups of four letters, as long as there is nothing but letters.
  @inline(__always)
  func wholeGroups(
    _ text: Span<UInt8>,
    _ position: inout Int,
    to end: Int,
    into output: inout OutputSpan<UInt8>
  ) {
    pairsOfGroups(text, &position, to: end, into: &output)
    let pairs = pairs.span
    while end - position >= 4 {
      let group = text.halfWord(at: position)
      let first = pairs[Int(group & 0xFFFF)]
      let second = pairs[Int(group >> 16)]
      guard first | second < Self.invalidPair else { return }
      let bits = UInt32(first) << 12 | UInt32(second)
      output.append(UInt8(truncatingIfNeeded: bits >> 16))
      output.append(UInt8(truncatingIfNeeded: bits >> 8))
      output.append(UInt8(truncatingIfNeeded: bits))
      position += 4
    }
  }

  @inline(__always)
  private func pairsOfGroups(
    _ text: Span<UInt8>,
    _ position: inout Int,
    to end: Int,
    into output: inout OutputSpan<UInt8>
  ) {
    let pairs = pairs.span
    output.withUnsafeMutableBufferPointer { buffer, count in
      // Eight bytes are written for six; the next group, or the caller, writes over the rest.
      while end - position >= 8, buffer.count - count >= 8 {
        let group = text.word(at: position)
        let first = pairs[Int(group & 0xFFFF)]
        let second = pairs[Int(group >> 16 & 0xFFFF)]
        let third = pairs[Int(group >> 32 & 0xFFFF)]
        let fourth = pairs[Int(group >> 48)]
        guard first | second | third | fourth < Self.invalidPair else { return }
        let bits =
          UInt64(first) << 52 | UInt64(second) << 40 | UInt64(third) << 28 | UInt64(fourth) << 16
        UnsafeMutableRawBufferPointer(buffer).storeBytes(
          of: bits.bigEndian,
          toByteOffset: count,
          as: UInt64.self
        )
        count += 6
        position += 8
      }
    }
  }
}
