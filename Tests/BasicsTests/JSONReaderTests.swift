import Basics
import Testing

@Suite struct `Reading JSON` {
  private func value(_ text: String) throws -> JSONValue {
    try JSONReader.value(text)
  }

  private func place(_ bytes: [UInt8]) -> String? {
    do throws(SyntaxError) {
      _ = try JSONReader.value(bytes)
      return nil
    } catch {
      return "byte \(error.offset)"
    }
  }

  @Test func `numbers keep the digits they were written with`() throws {
    let numbers = ["0", "-0", "1697679936049.7297", "18446744073709551616", "1e400", "-1.5E+3"]
    for number in numbers { #expect(try value(number) == .number(number)) }
  }

  @Test func `members keep their order and strings their characters`() throws {
    let text = #" {"b" : 1, "a":["\u00e9\ud83d\ude00\n\/", true , null, {}]} "#
    #expect(
      try value(text)
        == .object([
          .init("b", .number("1")),
          .init("a", .array([.string("é😀\n/"), .bool(true), .null, .object([])])),
        ])
    )
  }

  @Test(arguments: [
    ("", 0), ("{", 1), ("[1,]", 3), ("{\"a\":1,}", 7), ("01", 1), ("1.", 2), ("-", 0), ("+1", 0),
    ("NaN", 0), ("nul", 0), ("\"a", 2), ("\"\\x\"", 2), ("\"\\ud800\"", 7), ("\"\\udc00\"", 7),
    ("\"\t\"", 1), ("{\"a\":1,\"a\":2}", 7), ("{\"a\":1,\"\\u0061\":2}", 7), ("1 2", 2), ("'a'", 0),
    ("// x", 0), ("{a:1}", 1), ("\u{FEFF}1", 0),
  ])
  func `what RFC 8259 does not allow is refused at its byte`(_ text: String, _ byte: Int) {
    #expect(place(Array(text.utf8)) == "byte \(byte)")
  }

  @Test func `invalid UTF-8 is refused`() {
    #expect(place([0x22, 0xFF, 0x22]) != nil)
    #expect(place([0x22, 0xC0, 0xAF, 0x22]) != nil)
    #expect(place([0x22, 0x5C, 0x6E, 0xED, 0xA0, 0x80, 0x22]) != nil)
  }

  @Test func `a hundred thousand levels are refused without a trap`() {
    for open in ["[", "{\"a\":"] {
      let text = String(repeating: open, count: 100_000)
      #expect(place(Array(text.utf8)) != nil)
    }
  }

  @Test func `many names are compared as well as few`() throws {
    let members = (0..<5_000).map { "\"n\($0)\":\($0)" }
    #expect(try value("{\(members.joined(separator: ","))}").members?.count == 5_000)
    let twice = members + ["\"n4000\":0"]
    #expect(place(Array("{\(twice.joined(separator: ","))}".utf8)) != nil)
  }

  @Test func `random bytes never trap`() {
    let letters = Array("{}[]\",:\\u0aeE+-.12tfn \n".utf8)
    for _ in 0..<20_000 {
      let count = Int.random(in: 0..<40)
      let text = (0..<count).map { _ in letters.randomElement() ?? 0 }
      _ = place(text)
    }
  }
}
