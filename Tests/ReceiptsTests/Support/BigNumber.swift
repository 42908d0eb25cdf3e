/// Arithmetic on numbers as octets, the most significant first: enough to forge signatures with.
enum BigNumber {
  /// n of P-256 (FIPS 186-5), and p, the order of its field (SP 800-186 §3.2.1.3).
  static let order = octets("FFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551")
  static let field = octets("FFFFFFFF00000001000000000000000000000000FFFFFFFFFFFFFFFFFFFFFFFF")

  static func octets(_ hex: String) -> [UInt8] {
    stride(from: 0, to: hex.count, by: 2).compactMap {
      UInt8(hex.dropFirst($0).prefix(2), radix: 16)
    }
  }

  /// A small number in so many octets.
  static func small(_ value: UInt8, in width: Int) -> [UInt8] {
    [UInt8](repeating: 0, count: width - 1) + [value]
  }

  /// Of equal widths; the carry beyond the width is lost.
  static func sum(_ left: [UInt8], _ right: [UInt8]) -> [UInt8] {
    var result = left
    var carry = 0
    for index in left.indices.reversed() {
      let digit = Int(left[index]) + Int(right[index]) + carry
      result[index] = UInt8(truncatingIfNeeded: digit)
      carry = digit >> 8
    }
    return result
  }

  /// Of equal widths, the left one being the larger.
  static func difference(_ left: [UInt8], _ right: [UInt8]) -> [UInt8] {
    sum(sum(left, right.map { ~$0 }), small(1, in: left.count))
  }

  /// As wide as both together.
  static func product(_ left: [UInt8], _ right: [UInt8]) -> [UInt8] {
    var result = [UInt8](repeating: 0, count: left.count + right.count)
    for (row, factor) in left.enumerated().reversed() {
      var carry = 0
      for (column, other) in right.enumerated().reversed() {
        let digit = Int(result[row + column + 1]) + Int(factor) * Int(other) + carry
        result[row + column + 1] = UInt8(truncatingIfNeeded: digit)
        carry = digit >> 8
      }
      result[row] = UInt8(truncatingIfNeeded: carry)
    }
    return result
  }
}
