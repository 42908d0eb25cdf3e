/// Base64 as it arrives in tickets, logs and request bodies: standard or URL-safe alphabet,
/// wrapped or not, padded or not (RFC 4648 §4, §5).
package enum Base64 {
  /// Where a text stops being base64, and what should have stood there.
  package struct Fault: Error, Equatable, Sendable {
    /// The offset of the character in the text.
    package var offset: Int
    package var expected: String
  }

  private static let invalid: UInt8 = 0xFF
  private static let space: UInt8 = 0xFE
  private static let padding: UInt8 = 0xFD

  private static let table: [UInt8] = {
    var table = [UInt8](repeating: invalid, count: 256)
    let alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
    for (value, letter) in alphabet.utf8.enumerated() { table[Int(letter)] = UInt8(value) }
    table[Int(UInt8(ascii: "-"))] = 62
    table[Int(UInt8(ascii: "_"))] = 63
    table[Int(UInt8(ascii: "="))] = padding
    for letter in " \t\r\n".utf8 { table[Int(letter)] = space }
    return table
  }()

  /// The bytes that the letters in `range` stand for.
  package static func decode(
    _ text: Span<UInt8>,
    _ range: Range<Int>
  ) throws(Fault) -> [UInt8] {
    let values = table.span
    return try Array(capacity: range.count / 4 * 3 + 3) { output throws(Fault) in
      var state = State(position: range.lowerBound, end: range.upperBound)
      while state.position < state.end {
        if state.filled == 0, state.padded == 0 {
          wholeGroups(text, &state.position, to: state.end, values, into: &output)
        }
        try state.letter(text, values, into: &output)
      }
      try state.finish(into: &output)
    }
  }

  /// Four letters at a time, as long as there is nothing but letters. `values` gives each byte its
  /// worth as a letter, more than 63 to what is none.
  @inline(__always)
  static func wholeGroups(
    _ text: Span<UInt8>,
    _ position: inout Int,
    to end: Int,
    _ values: Span<UInt8>,
    into output: inout OutputSpan<UInt8>
  ) {
    while end - position >= 4 {
      let first = values[Int(text[position])]
      let second = values[Int(text[position + 1])]
      let third = values[Int(text[position + 2])]
      let fourth = values[Int(text[position + 3])]
      guard first | second | third | fourth < 64 else { return }
      output.append(first << 2 | second >> 4)
      output.append(second << 4 | third >> 2)
      output.append(third << 6 | fourth)
      position += 4
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
