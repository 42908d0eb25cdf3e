import Basics
import Foundation
import Testing

@Suite struct `Reading TOML` {
  private func table(_ text: String) throws -> TOMLTable { try TOMLReader.table(text) }

  private func value(_ text: String) throws -> TOMLValue? { try table("a = \(text)")["a"] }

  @Test(
    arguments: [
      ("'C:\\x'", TOMLValue.string("C:\\x")), ("\"\\u00e9\\t\\U0001F600\"", .string("é\t😀")),
      ("\"\"\"\nx\\\n  y\"\"\"\"\"", .string("xy\"\"")), ("'''\r\n'a'\r\n'''", .string("'a'\r\n")),
      ("1_000", .int(1_000)), ("-0x", nil), ("0xdead_BEEF", .int(0xDEAD_BEEF)), ("0b101", .int(5)),
      ("+9223372036854775807", .int(.max)), ("9223372036854775808", nil), ("01", nil),
      ("1__0", nil),
      ("6.5e-1", .float(0.65)), ("1.", nil), (".5", nil), ("-inf", .float(-.infinity)),
      ("true", .bool(true)),
      ("True", nil), ("[1, 'b', [ ], # c\n {x.y = 1},\n]", nested),
    ] as [(String, TOMLValue?)]
  )
  func `a value is what TOML 1.0 says, or refused`(_ text: String, _ expected: TOMLValue?) {
    #expect((try? value(text)) == expected)
  }

  private static let nested = TOMLValue.array([
    .int(1), .string("b"), .array([]),
    .table(TOMLTable([("x", .table(TOMLTable([("y", .int(1))])))])),
  ])

  @Test(
    arguments: [
      ("2026-01-01T00:00:00Z", TOMLValue.instant(Date(timeIntervalSince1970: 1_767_225_600))),
      ("2026-01-01 01:00:00.1239+01:00", .instant(Date(timeIntervalSince1970: 1_767_225_600.123))),
      ("2026-01-01", .day(Date(timeIntervalSince1970: 1_767_225_600))),
      ("2026-01-01t07:32:00", .localTime("2026-01-01t07:32:00")),
      ("07:32:00.5", .localTime("07:32:00.5")),
      ("2026-02-29", nil), ("2026-01-01T", nil), ("2026-01-01T24:00:00Z", nil), ("07:32", nil),
      ("07:32:00Z", nil), ("2026-1-1", nil),
    ] as [(String, TOMLValue?)]
  )
  func `a time has an offset, or belongs to no instant`(_ text: String, _ expected: TOMLValue?) {
    #expect((try? value(text)) == expected)
  }

  @Test func `a key has its line, and a missing one that of its table`() throws {
    let text = """
      # a comment
      name = [
        "a",
      ]
      x.y = 1
      [[list]]
      n = 1
      [[list]]

      [a.b]
      z = '''
      text
      '''
      w = { v = 1 }
      """
    let read = try table(text)
    #expect(read.line(of: "name") == 2 && read.line(of: "x") == 5 && read.line(of: "list") == 6)
    #expect(read.line(of: "none") == nil)
    let list = try #require(read["list"]?.tables)
    #expect(list[0].line(of: "n") == 7 && list[0].line(of: "none") == 6)
    #expect(list[1].line(of: "n") == 8)
    let inner = try #require(read["a"]?.table?["b"]?.table)
    #expect(inner.line(of: "z") == 11 && inner.line(of: "w") == 14)
    #expect(inner.line(of: "none") == 10)
  }

  @Test func `tables may be added to until they are defined`() throws {
    let text = """
      fruit.apple.color = "red"
      [a.b]
      x = 1
      [a]
      c.d = 2
      [fruit.pear]
      [[list]]
      n = 1
      [list.inner]
      [[list]]
      "" = 2
      """
    let list: TOMLValue = .array([
      .table(TOMLTable([("n", .int(1)), ("inner", .table(TOMLTable()))])),
      .table(TOMLTable([("", .int(2))])),
    ])
    let read = try table(text)
    #expect(read.keys == ["a", "fruit", "list"])
    #expect(read["a"]?.table?["c"]?.table?["d"] == .int(2))
    #expect(read["a"]?.table?["b"]?.table?["x"] == .int(1))
    #expect(read["fruit"]?.table?.keys == ["apple", "pear"])
    #expect(read["list"] == list)
  }

  @Test(arguments: [
    ("[a]\n[a]", 4), ("a = 1\na = 2", 6), ("a = 1\n[a]", 6), ("[a.b.c]\n[a]\nb.c.d = 1", 12),
    ("a.b = 1\n[a]\n", 8), ("a = {b = 1}\na.c = 2", 12), ("a = {b = 1}\n[a.c]", 12),
    ("a = [1]\n[[a]]", 8),
    ("[a]\n[[a]]", 4), ("[[a]]\n[a]", 6), ("a = {b = 1, b = 2}", 12), ("a.b = 1\n[c]\n[a]", 12),
  ])
  func `what is defined is not defined again`(_ text: String, _ byte: Int) {
    #expect(place(text) == byte)
  }

  @Test(arguments: [
    ("[[[a]]]", 2), ("[", 1), ("[]", 1), ("[a", 2), ("[a] b", 4), ("[a]]", 3), ("a", 1), ("a =", 3),
    ("= 1", 0),
    ("a = \"x", 6), ("a = \"x\n\"", 6), ("a = '''x", 8), ("a = \"\\x\"", 5), ("a = \"\\ud800\"", 5),
    ("a = 1 b = 2", 6), ("a = [1 2]", 6), ("a = {b = 1,}", 11), ("a = {b = 1\n}", 10),
    ("a = 2026-01-01T!", 4),
    ("# \u{7F}", 2), ("a = 1\r", 5), ("a.. = 1", 2), ("é = 1", 0), ("a = \"\u{1}\"", 5),
  ])
  func `what TOML does not allow is refused at its byte`(_ text: String, _ byte: Int) {
    #expect(place(text) == byte)
  }

  @Test func `what is nested deeply is refused`() throws {
    let most = TOMLReader.deepest
    func arrays(_ count: Int) -> String {
      "a = " + String(repeating: "[", count: count) + String(repeating: "]", count: count)
    }
    func key(_ count: Int) -> String { Array(repeating: "a", count: count).joined(separator: ".") }
    _ = try table(arrays(most))
    #expect(place(arrays(most + 1)) != nil)
    _ = try table("[\(key(most))]")
    #expect(place("[\(key(most + 1))]") != nil)
    #expect(place("[\(key(most))]\na.b = 1") != nil)
    #expect(place("\(key(most / 2)) = {\(key(most / 2)) = [1]}") != nil)
  }

  @Test func `a byte order mark is passed over`() throws {
    #expect(try table("\u{FEFF}a = 1")["a"] == .int(1))
  }

  /// The byte at which reading stops; `nil` for a document.
  private func place(_ text: String) -> Int? {
    do throws(SyntaxError) {
      _ = try TOMLReader.table(text)
      return nil
    } catch {
      return error.offset
    }
  }
}
