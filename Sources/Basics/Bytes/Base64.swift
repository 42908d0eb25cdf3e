/// Lenient base64 decoding for tickets, logs and request bodies: standard or URL-safe alphabet,
/// with or without line breaks and padding (RFC 4648 §4, §5).
package enum Base64 {
  /// A decoding error: its position, and what was expected there.
  package struct DecodingError: Error, Equatable, Sendable {
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

  /// Decodes the characters in `range`.
  package static func decode(
    _ text: Span<UInt8>,
    _ range: Range<Int>
  ) throws(DecodingError) -> [UInt8] {
    let letters = letters
    let values = letters.values.span
    return try Array(capacity: range.count / 4 * 3 + 3) { output throws(DecodingError) in
      var state = State(position: range.lowerBound, end: range.upperBound)
      while state.position < state.end {
        if state.filled == 0, state.padded == 0 {
          letters.wholeGroups(text, &state.position, to: state.end, into: &output)
        }
        try state.decodeCharacter(text, values, into: &output)
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

    /// Decodes one character, or skips white space.
    mutating func decodeCharacter(
      _ text: Span<UInt8>,
      _ values: Span<UInt8>,
      into output: inout OutputSpan<UInt8>
    ) throws(DecodingError) {
      guard position < end else { return }
      let value = values[Int(text[position])]
      defer { position += 1 }
      if value < 64 {
        guard padded == 0 else {
          throw DecodingError(offset: position, expected: "no more text after \"=\"")
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
          throw DecodingError(
            offset: position,
            expected: "\"=\" only to fill the last group of four"
          )
        }
      } else if value != space {
        throw DecodingError(offset: position, expected: "a base64 letter")
      }
    }

    /// The last group may be short; the bits that it does not need are 0 (RFC 4648 §3.5).
    func finish(into output: inout OutputSpan<UInt8>) throws(DecodingError) {
      guard padded == 0 || filled + padded == 4 else {
        throw DecodingError(offset: end, expected: "as many \"=\" as fill a group of four")
      }
      switch filled {
      case 0: return
      case 2 where group & 0xF == 0: output.append(UInt8(truncatingIfNeeded: group >> 4))
      case 3 where group & 0x3 == 0:
        output.append(UInt8(truncatingIfNeeded: group >> 10))
        output.append(UInt8(truncatingIfNeeded: group >> 2))
      case 1: throw DecodingError(offset: end, expected: "the rest of the text: it is cut off")
      default:
        throw DecodingError(offset: end, expected: "a last letter that carries no stray bits")
      }
    }
  }
}

/// Lookup tables for one base64 alphabet: the values of single characters and of pairs.
struct Base64Letters: Sendable {
  typealias Entry = (letter: UInt8, value: UInt8)

  /// `A` to `Z`, `a` to `z`, `0` to `9`: the same in every form (RFC 4648 §4, §5).
  static let common: [Entry] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
    .utf8.enumerated().map { ($1, UInt8(truncatingIfNeeded: $0)) }

  private static let invalid: UInt8 = 0xFF
  private static let invalidPair: UInt16 = 0x8000

  /// The value of each byte; above 63 if it is not in the alphabet.
  let values: [UInt8]
  /// The 12 bits of each pair of characters, the first in the low byte. Of 128 KiB only the 10 KiB
  /// of valid pairs are read, which stay in the processor's nearest cache.
  private let pairs: [UInt16]

  init(values entries: [Entry]) {
    var values = [UInt8](repeating: Self.invalid, count: 1 << 8)
    for (letter, value) in entries { values[Int(letter)] = value }
    var pairs = [UInt16](repeating: Self.invalidPair, count: 1 << 16)
    let real = entries.filter { $0.value < 64 }
    for (second, low) in real {
      for (first, high) in real {
        pairs[Int(second) << 8 | Int(first)] = UInt16(high) << 6 | UInt16(low)
      }
    }
    self.values = values
    self.pairs = pairs
  }

  /// Decodes whole groups of four characters up to the first byte outside the alphabet.
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
      // Each step writes eight bytes for six; the next group or the caller overwrites the rest.
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

extension Base64 {
  /// Decodes a text; `nil` if it is not base64.
  package static func bytes(_ text: String) -> [UInt8]? {
    let characters = Array(text.utf8)
    return try? decode(characters.span, 0..<characters.count)
  }
}

/// Strict base64 in one standard form: no white space, no characters of other alphabets, exact
/// padding and no unused bits set. Each byte sequence has one encoding, so any change to a signed
/// text shows.
package enum StrictBase64 {
  package enum Form: Sendable {
    /// RFC 4648 §5 without padding: the parts of a JWS (RFC 7515 §2).
    case url
    /// RFC 4648 §4 with padding: the certificates in `x5c` (RFC 7515 §4.1.6).
    case standard
  }

  private static let url = Base64Letters(values: Base64Letters.common + [(0x2D, 62), (0x5F, 63)])
  private static let standard = Base64Letters(
    values: Base64Letters.common + [(0x2B, 62), (0x2F, 63)]
  )

  /// Decodes the characters in `range`.
  package static func decode(
    _ text: Span<UInt8>,
    _ range: Range<Int>,
    _ form: Form
  ) throws(Base64.DecodingError) -> [UInt8] {
    guard range.lowerBound >= 0, range.upperBound <= text.count else { return [] }
    let unpadded = try unpadded(text, range, form)
    let letters = form == .url ? url : standard
    return try Array(capacity: unpadded.count / 4 * 3 + 3) { output throws(Base64.DecodingError) in
      var position = unpadded.lowerBound
      letters.wholeGroups(text, &position, to: unpadded.upperBound, into: &output)
      try finish(text, position..<unpadded.upperBound, letters.values.span, &output)
    }
  }

  /// Encodes bytes in base64url without padding.
  package static func encode(_ bytes: [UInt8]) -> [UInt8] {
    var output: [UInt8] = []
    output.reserveCapacity((bytes.count * 4 + 2) / 3)
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      let bits = group.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - group.count))
      for index in 0...group.count { output.append(alphabet[bits >> (18 - 6 * index) & 63]) }
    }
    return output
  }

  private static let alphabet = Base64Letters.common.map(\.letter) + Array("-_".utf8)

  /// `range` without the padding that the form requires.
  private static func unpadded(
    _ text: Span<UInt8>,
    _ range: Range<Int>,
    _ form: Form
  ) throws(Base64.DecodingError) -> Range<Int> {
    guard form == .standard else { return range }
    guard range.count % 4 == 0 else {
      throw Base64.DecodingError(offset: range.upperBound, expected: "whole groups of four letters")
    }
    var end = range.upperBound
    while end > range.lowerBound, range.upperBound - end < 2, text[end - 1] == UInt8(ascii: "=") {
      end -= 1
    }
    return range.lowerBound..<end
  }

  /// Decodes the last two or three characters, or reports the first invalid one.
  private static func finish(
    _ text: Span<UInt8>,
    _ rest: Range<Int>,
    _ values: Span<UInt8>,
    _ output: inout OutputSpan<UInt8>
  ) throws(Base64.DecodingError) {
    var group: UInt32 = 0
    for offset in rest.prefix(4) {
      let value = values[Int(text[offset])]
      guard value < 64 else {
        throw Base64.DecodingError(offset: offset, expected: "a base64 letter")
      }
      group = group << 6 | UInt32(value)
    }
    switch rest.count {
    case 0: return
    case 2 where group & 0xF == 0: output.append(UInt8(truncatingIfNeeded: group >> 4))
    case 3 where group & 0x3 == 0:
      output.append(UInt8(truncatingIfNeeded: group >> 10))
      output.append(UInt8(truncatingIfNeeded: group >> 2))
    case 1:
      throw Base64.DecodingError(
        offset: rest.upperBound,
        expected: "the rest of the text: it is cut off"
      )
    default:
      throw Base64.DecodingError(
        offset: rest.upperBound,
        expected: "a last letter that carries no stray bits"
      )
    }
  }
}
