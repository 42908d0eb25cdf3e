/// Base64 as it arrives in tickets, logs and request bodies: standard or URL-safe alphabet,
/// wrapped or not, padded or not (RFC 4648 §4, §5).
package enum Base64 {
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

  package static func decode(
    _ text: Span<UInt8>,
    _ range: Range<Int>
  ) throws(Fault) -> [UInt8] {
    let table = table
    let values = table.span
    var output: [UInt8] = []
    output.reserveCapacity(range.count / 4 * 3 + 3)
    var group: UInt32 = 0
    var filled = 0
    var padded = 0
    for offset in range {
      let value = values[Int(text[offset])]
      if value < 64 {
        guard padded == 0 else { throw Fault(offset: offset, expected: "no more text after \"=\"") }
        group = group << 6 | UInt32(value)
        filled += 1
        if filled == 4 {
          output.append(UInt8(truncatingIfNeeded: group >> 16))
          output.append(UInt8(truncatingIfNeeded: group >> 8))
          output.append(UInt8(truncatingIfNeeded: group))
          group = 0
          filled = 0
        }
      } else if value == padding {
        padded += 1
        guard filled + padded <= 4, filled >= 2 else {
          throw Fault(offset: offset, expected: "\"=\" only to fill the last group of four")
        }
      } else if value != space {
        throw Fault(offset: offset, expected: "a base64 letter")
      }
    }
    try finish(group, filled: filled, padded: padded, end: range.upperBound, &output)
    return output
  }

  private static func finish(
    _ group: UInt32,
    filled: Int,
    padded: Int,
    end: Int,
    _ output: inout [UInt8]
  ) throws(Fault) {
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
