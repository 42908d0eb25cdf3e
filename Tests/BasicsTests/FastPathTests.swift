import Basics
import Foundation
import Testing

/// Spans do not pass through the macros of tests.
private enum Look {
  static func isPlainASCII(_ text: [UInt8], from start: Int) -> Bool {
    text.span.isPlainASCII(start..<text.count)
  }

  static func endOfPlainLetters(_ text: [UInt8]) -> Int {
    text.span.endOfPlainLetters(0..<text.count)
  }

  static func firstIndex(of byte: UInt8, _ text: [UInt8], from start: Int) -> Int? {
    text.span.firstIndex(of: byte, in: start..<text.count)
  }

  static func isEqual(_ left: [UInt8], _ right: [UInt8]) -> Bool {
    left.span.isEqual(to: right.span)
  }

  static func date(_ text: [UInt8]) -> Date? {
    let date = RFC3339.parse(text.span, 0..<text.count)
    let isDate = RFC3339.isDate(text.span, 0..<text.count)
    #expect(isDate == (date != nil), "\(text)")
    return date
  }

  static func base64(_ text: [UInt8]) throws -> [UInt8] {
    try Base64.decode(text.span, 0..<text.count)
  }

  static func base64(_ text: [UInt8], _ form: StrictBase64.Form) throws -> [UInt8] {
    try StrictBase64.decode(text.span, 0..<text.count, form)
  }
}

/// What is looked at several bytes at a time must say what a look at one byte after the other says.
@Suite struct `Bytes looked at several at a time` {
  /// Two blocks of 16, a word and a bit.
  private static let length = 43

  /// Every byte at every place.
  private static let texts: [[UInt8]] = (0..<length).flatMap { place in
    (UInt8.min...UInt8.max).map { byte in
      var text = [UInt8](repeating: UInt8(ascii: "a"), count: length)
      text[place] = byte
      return text
    }
  }

  @Test func `plain ASCII is from the space to the tilde`() {
    for text in Self.texts {
      for start in [0, 3, 20] {
        let isPlain = text[start...].allSatisfy { (0x20..<0x7F).contains($0) }
        #expect(Look.isPlainASCII(text, from: start) == isPlain, "\(text)")
      }
    }
  }

  @Test func `the letters of a JSON string end before anything that means something else`() {
    for text in Self.texts {
      let special = text.firstIndex { $0 < 0x20 || $0 >= 0x80 || $0 == 0x22 || $0 == 0x5C }
      let end = Look.endOfPlainLetters(text)
      #expect(end <= special ?? text.count && end > (special ?? text.count) - 16, "\(text)")
    }
  }

  @Test func `a byte is found where it stands first`() {
    for text in Self.texts {
      for byte in [UInt8(0x00), 0x2E, 0x61, 0x80, 0xFF] {
        #expect(
          Look.firstIndex(of: byte, text, from: 1) == text[1...].firstIndex(of: byte),
          "\(byte) in \(text)"
        )
      }
    }
  }

  @Test func `bytes are the same only when all are`() {
    let original = [UInt8](repeating: UInt8(ascii: "a"), count: Self.length)
    for text in Self.texts {
      #expect(Look.isEqual(text, original) == (text == original))
    }
    #expect(!Look.isEqual(original, original.dropLast()))
  }

  @Test func `every byte of a date counts`() throws {
    let letters = Array("2024-02-29T23:59:60Z".utf8)
    let expected = try #require(Look.date(letters))
    #expect(expected.timeIntervalSince1970 == 1_709_251_200)
    for place in letters.indices {
      for byte in UInt8.min...UInt8.max where byte != letters[place] {
        var other = letters
        other[place] = byte
        let date = Look.date(other)
        let isDigit = (0x30...0x39).contains(byte) && (0x30...0x39).contains(letters[place])
        #expect(
          date != expected && (date == nil || isDigit),
          "\(String(decoding: other, as: UTF8.self))"
        )
      }
    }
  }

  @Test(arguments: [
    "2023-02-29T00:00:00Z", "2024-00-10T00:00:00Z", "2024-13-10T00:00:00Z", "2024-04-31T00:00:00Z",
    "2024-04-00T00:00:00Z", "2024-04-30T24:00:00Z", "2024-04-30T00:60:00Z", "2024-04-30T00:00:61Z",
    "0000-12-31T23:59:59Z", "1900-02-29T00:00:00Z", "9999-12-31T23:59:60Z",
  ])
  func `a day or time that never was is no date`(_ text: String) {
    let letters = Array(text.utf8)
    #expect(Look.date(letters) == nil)
  }

  @Test(
    arguments: [
      ("0001-01-01T00:00:00Z", -62_135_596_800), ("1969-12-31T23:59:59Z", -1),
      ("2000-02-29T12:00:00Z", 951_825_600), ("9999-12-31T23:59:59Z", 253_402_300_799),
      ("2024-05-01T02:00:00+02:00", 1_714_521_600), ("2024-04-30T19:00:00-0500", 1_714_521_600),
    ] as [(String, Double)]
  )
  func `a date is the same instant in every form`(_ text: String, _ seconds: Double) throws {
    let letters = Array(text.utf8)
    let date = try #require(Look.date(letters))
    #expect(date.timeIntervalSince1970 == seconds)
  }
}

@Suite struct `Base64 in long stretches` {
  private static let common = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789".utf8
  )

  /// Letter by letter; `nil` where one is none.
  private static func slowly(_ text: [UInt8], _ last: [[UInt8]]) -> [UInt8]? {
    var bits: [Bool] = []
    for byte in text {
      let place =
        common.firstIndex(of: byte) ?? last.firstIndex { $0.contains(byte) }.map { 62 + $0 }
      guard let value = place else { return nil }
      bits += (0..<6).map { value >> (5 - $0) & 1 == 1 }
    }
    return stride(from: 0, to: bits.count, by: 8).map { start in
      bits[start..<start + 8].reduce(0) { $0 << 1 | ($1 ? 1 : 0) }
    }
  }

  /// Every byte in every place of two stretches of eight letters and one of four.
  private func forEveryText(_ body: ([UInt8]) -> Void) {
    for place in 0..<20 {
      for byte in UInt8.min...UInt8.max {
        var text = Array("QUJDREVGR0hJSktMTU5P".utf8)
        text[place] = byte
        body(text)
      }
    }
  }

  @Test func `every letter in every place gives its bits, and nothing else is a letter`() {
    forEveryText { text in
      guard let bytes = Self.slowly(text, [[0x2B, 0x2D], [0x2F, 0x5F]]) else {
        // White space is left out, and what is left of the group stands for fewer bytes.
        #expect((try? Look.base64(text))?.count != 15, "\(text)")
        return
      }
      #expect((try? Look.base64(text)) == bytes, "\(text)")
    }
  }

  @Test func `the strict forms know their own letters only`() {
    forEveryText { text in
      #expect((try? Look.base64(text, .url)) == Self.slowly(text, [[0x2D], [0x5F]]), "\(text)")
      let standard = try? Look.base64(text, .standard)
      guard text.last != UInt8(ascii: "=") else { return }
      #expect(standard == Self.slowly(text, [[0x2B], [0x2F]]), "\(text)")
    }
  }
}
