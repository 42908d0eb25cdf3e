extension String {
  /// Encodes bytes in hexadecimal, two lower-case digits each.
  package init(hex bytes: some Collection<UInt8>) {
    self.init(unsafeUninitializedCapacity: bytes.count * 2) { digits in
      var end = 0
      for byte in bytes {
        digits[end] = Self.hexDigit(byte >> 4)
        digits[end + 1] = Self.hexDigit(byte & 15)
        end += 2
      }
      return end
    }
  }

  /// Encodes a number in hexadecimal, padded with zeros to `width` digits.
  package init(hex number: some BinaryInteger, width: Int) {
    let digits = String(number, radix: 16)
    self = String(repeating: "0", count: Swift.max(0, width - digits.utf8.count)) + digits
  }

  private static func hexDigit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
  }
}
