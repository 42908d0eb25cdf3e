extension Array where Element == UInt8 {
  /// Copies the bytes in `range`; empty if `range` is out of bounds.
  package init(copying bytes: Span<UInt8>, _ range: Range<Int>) {
    guard range.lowerBound >= 0, range.upperBound <= bytes.count else {
      self = []
      return
    }
    self.init(unsafeUninitializedCapacity: range.count) { buffer, count in
      for index in 0..<range.count { buffer[index] = bytes[range.lowerBound + index] }
      count = range.count
    }
  }
}

extension String {
  /// Decodes the bytes in `range`; `nil` if they are not UTF-8.
  package init?(utf8 bytes: Span<UInt8>, _ range: Range<Int>) {
    guard range.lowerBound >= 0, range.upperBound <= bytes.count,
      let text = try? UTF8Span(validating: bytes.extracting(range))
    else { return nil }
    self = String(copying: text)
  }
}

extension Span where Element == UInt8 {
  /// Reads eight bytes as a little-endian number.
  @inlinable @inline(__always)
  package func word(at offset: Int) -> UInt64 {
    UInt64(littleEndian: bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }

  /// Reads four bytes as a little-endian number.
  @inlinable @inline(__always)
  package func halfWord(at offset: Int) -> UInt32 {
    UInt32(littleEndian: bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt32.self))
  }

  /// Reads 16 bytes as signed numbers.
  @inlinable @inline(__always)
  func block(at offset: Int) -> SIMD16<Int8> {
    bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: SIMD16<Int8>.self)
  }

  /// Whether all bytes in `range` are from 0x20 to 0x7E. Compares eight at a time.
  @inlinable @inline(__always)
  package func isPlainASCII(_ range: Range<Int>) -> Bool {
    guard range.count >= 8 else {
      for index in range where self[index] < 0x20 || self[index] >= 0x7F { return false }
      return true
    }
    var index = range.lowerBound
    while index + 8 <= range.upperBound {
      guard Self.isPlainASCII(word(at: index)) else { return false }
      index += 8
    }
    return Self.isPlainASCII(word(at: range.upperBound - 8))
  }

  /// A byte below 0x80 reaches 0x80 by +0x60 from 0x20 on, and by +0x01 only as 0x7F.
  @inlinable @inline(__always)
  static func isPlainASCII(_ word: UInt64) -> Bool {
    let top: UInt64 = 0x8080_8080_8080_8080
    guard word & top == 0 else { return false }
    let fromSpace = word &+ 0x6060_6060_6060_6060
    let delete = word &+ 0x0101_0101_0101_0101
    return fromSpace & ~delete & top == top
  }

  /// The end of the leading characters in `range` that a JSON string doesn't escape: ASCII except
  /// controls, quotation mark and backslash. Checks 16 at a time and may stop up to 15 early.
  @inlinable @inline(__always)
  package func endOfPlainLetters(_ range: Range<Int>) -> Int {
    let space = SIMD16<Int8>(repeating: 0x20)
    let quote = SIMD16<Int8>(repeating: 0x22)
    let backslash = SIMD16<Int8>(repeating: 0x5C)
    var index = range.lowerBound
    while index + 16 <= range.upperBound {
      let chunk = block(at: index)
      // Non-ASCII bytes are negative, so they compare below a space, like controls.
      guard !any((chunk .< space) .| (chunk .== quote) .| (chunk .== backslash)) else {
        return index
      }
      index += 16
    }
    return index
  }

  /// The first index of `byte` in `range`, or `nil`. Compares 16 at a time.
  @inlinable @inline(__always)
  package func firstIndex(of byte: UInt8, in range: Range<Int>) -> Int? {
    let pattern = SIMD16<Int8>(repeating: Int8(bitPattern: byte))
    var index = range.lowerBound
    while index + 16 <= range.upperBound, !any(block(at: index) .== pattern) { index += 16 }
    while index < range.upperBound {
      if self[index] == byte { return index }
      index += 1
    }
    return nil
  }

  /// Whether the bytes are equal. Compares eight at a time.
  package func isEqual(to other: Span<UInt8>) -> Bool {
    guard count == other.count else { return false }
    var index = 0
    while index + 8 <= count {
      guard word(at: index) == other.word(at: index) else { return false }
      index += 8
    }
    while index < count {
      guard self[index] == other[index] else { return false }
      index += 1
    }
    return true
  }
}

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

extension UInt8 {
  /// The value of a hexadecimal digit in ASCII, in either case.
  package var hexDigitValue: UInt8? {
    switch self {
    case 0x30...0x39: self - 0x30
    case 0x41...0x46, 0x61...0x66: (self | 0x20) - 0x57
    default: nil
    }
  }
}

/// A violation of a format's syntax: its position, and what was expected there.
package struct SyntaxError: Error, Equatable, Sendable {
  /// In bytes from the start.
  package var offset: Int
  /// A noun phrase: "a closing brace".
  package var expected: String

  package init(offset: Int, expected: String) {
    self.offset = offset
    self.expected = expected
  }
}
