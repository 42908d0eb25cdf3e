import Entitlements
import Foundation
import Testing

@Suite struct `What is no query is explained at its token` {
  private func fault(_ text: String) throws -> QueryError {
    try #require(throws: QueryError.self) {
      try Query(parsing: text, at: Date(timeIntervalSince1970: 1_795_228_800))
    }
  }

  @Test(
    arguments: [
      ("price>ten", .numberExpected, "ten", []), ("price:1e3", .numberExpected, "1e3", []),
      ("price>1.2.3", .numberExpected, "1.2.3", []), ("price>", .valueExpected(.price), "", []),
      ("price>9223372037", .numberOutOfRange, "9223372037", []),
      ("price>0.0000000001", .numberOutOfRange, "0.0000000001", []),
      ("price>9,99", .singleValueExpected(.price), "9,99", ["price>9.99"]),
      ("price:10euro", .currencyExpected, "10euro", []),
      ("price:5usd..6eur", .twoCurrencies, "5usd..6eur", []),
      ("price:10..5", .emptyRange, "10..5", []), ("ccy:dollar", .currencyExpected, "dollar", []),
      ("price~5", .unfitOperator(.price), "~", []),
      ("state>grace", .unfitOperator(.state), ">", []),
      ("user<5", .unfitOperator(.user), "<", []), ("since>7d", .unfitOperator(.since), ">", []),
      ("a state:grce b", .unknownKeyword(.state), "grce", ["state:grace"]),
      ("state:grace,xyzzy", .unknownKeyword(.state), "xyzzy", []),
      ("state:*", .unknownKeyword(.state), "*", []),
      ("state:exp", .unknownKeyword(.state), "exp", ["state:expired"]),
      ("state:Sandbox", .unknownKeyword(.state), "Sandbox", ["env:sandbox"]),
      ("is:refunded", .unknownKeyword(.is), "refunded", ["state:refunded"]),
      ("stat:grace", .unknownField, "stat", ["state:"]),
      ("emial=a", .unknownField, "emial", ["email="]),
      ("Verdict:rejected", .unknownField, "Verdict", ["rejection:*", "has:error"]),
      ("status:grace", .unknownField, "status", ["state:"]),
      ("xyzzy:1", .unknownField, "xyzzy", []), ("https://x.y", .unknownField, "https", []),
      ("since:soon", .timeExpected, "soon", []), ("since:", .valueExpected(.since), "", []),
      ("on:2026-02-30", .noSuchDay, "2026-02-30", []), ("on:2026-13", .noSuchDay, "2026-13", []),
      ("on:2026-11-21T24:00Z", .noSuchDay, "2026-11-21T24:00Z", []),
      ("on:0000", .timeOutOfRange, "0000", []),
      ("since:9000y", .timeOutOfRange, "9000y", []),
      ("since:123456d", .timeExpected, "123456d", []),
      ("since:2026-11..", .singleValueExpected(.since), "2026-11..", []),
      ("until:1d,2d", .singleValueExpected(.until), "1d,2d", []),
      ("received>1d..2d", .singleValueExpected(.received), "1d..2d", []),
      ("received:today..2026-11-01", .emptyRange, "today..2026-11-01", []),
      ("on:..", .timeExpected, "..", []),
      ("name:a*b", .misplacedStar, "a*b", []), ("a*b", .misplacedStar, "a*b", []),
      ("name:*a", .misplacedStar, "*a", []),
      ("user:a,", .valueExpected(.user), "", []), ("user: 42", .valueExpected(.user), "", []),
      ("(a", .openParenthesis, "(", []), ("a)", .strayParenthesis, ")", []),
      ("()", .termExpected, ")", []),
      ("a |", .termExpected, "", []), ("| a", .termExpected, "|", []),
      ("a || b", .termExpected, "|", []),
      ("a AND", .termExpected, "", []), ("AND a", .termExpected, "AND", []),
      ("a OR OR b", .termExpected, "OR", []),
      ("a - b", .termExpected, "-", []), ("\"ada", .openQuote, "\"", []),
      ("name:\"ada", .openQuote, "\"", []),
    ] as [(String, QueryError.Reason, String, [String])]
  )
  func `with its reason and what may have been meant`(
    _ text: String,
    _ reason: QueryError.Reason,
    _ token: String,
    _ suggestions: [String]
  ) throws {
    let fault = try fault(text)
    #expect(fault.reason == reason)
    #expect(fault.suggestions == suggestions)
    let bytes = Array(text.utf8)
    try #require(fault.range.upperBound <= bytes.count)
    #expect(String(decoding: bytes[fault.range], as: UTF8.self) == token)
  }

  @Test(arguments: ["verdict", "status", "type", "id", "date", "reason", "right", "customer"])
  func `another word for a field suggests queries, or fields`(_ word: String) throws {
    let suggestions = try fault("\(word):x").suggestions
    #expect(!suggestions.isEmpty)
    for suggestion in suggestions {
      let name = suggestion.prefix { $0 != ":" }
      #expect(Query.Name(String(name)) != nil)
      guard !suggestion.hasSuffix(":") else { continue }
      #expect(throws: Never.self) { try Query(parsing: suggestion, at: Date()) }
    }
  }

  @Test func `a picture of an unknown field names all fields, within the columns`() throws {
    let lines = try fault("xyzzy:1").picture(of: "xyzzy:1", columns: 60).split(separator: "\n")
    #expect(lines[2].hasPrefix("fields: user, email,"))
    #expect(lines.dropFirst(2).allSatisfy { $0.utf8.count <= 60 })
    let text = lines.dropFirst(2).joined(separator: " ")
    let words = Set(text.split { $0 == " " || $0 == "," }.map(String.init))
    #expect(words.isSuperset(of: Query.Name.allCases.map(\.rawValue)))
    #expect(!(try fault("state:grce").picture(of: "state:grce").contains("fields:")))
  }

  @Test func `in a picture with carets`() throws {
    #expect(
      try fault("price>ten").picture(of: "price>ten") == """
        price>ten
              ^^^ a number is expected, such as 10 or 9.99
        """
    )
    let text = "ada state:grce"
    #expect(
      try fault(text).picture(of: text) == """
        ada state:grce
                  ^^^^ state takes active, trial, intro, grace, hold, paused, off, expired, refunded, \
        revoked, pending or unverified
                  did you mean state:grace?
        """
    )
    #expect(try fault("a |").picture(of: "a |").hasPrefix("a |\n   ^ something"))
  }

  @Test func `with carets in place beside wide, combining and hidden characters`() throws {
    let text = "日本 e\u{301}\u{1B}[2J\u{202E}x price>ten"
    let lines = try fault(text).picture(of: text).split(separator: "\n").map(String.init)
    try #require(lines.count == 2)
    #expect(lines[0] == "日本 e‹1B›[2J‹202E›x price>ten")
    // Two wide characters take a cell more than they are characters.
    let before = lines[0].unicodeScalars.count - "ten".count + 2
    #expect(lines[1].hasPrefix(String(repeating: " ", count: before) + "^^^ "))
  }

  @Test func `in a window of a long text`() throws {
    let text =
      String(repeating: "ada ", count: 500) + "price>ten" + String(repeating: " ada", count: 500)
    let lines = try fault(text).picture(of: text, columns: 60).split(separator: "\n").map(
      String.init
    )
    try #require(lines.count == 2)
    #expect(lines[0].hasPrefix("…") && lines[0].hasSuffix("…") && lines[0].count == 62)
    let caret = try #require(lines[1].firstIndex(of: "^"))
    let distance = lines[1].distance(from: lines[1].startIndex, to: caret)
    #expect(lines[0].dropFirst(distance).hasPrefix("ten"))
  }

  @Test func `without repeating what was typed`() throws {
    let token = "abcdefghijklmnopqrstuvwx.AO-J1OxSecretSecretSecret"
    for text in [
      "foo:\(token)", "state:\(token)", "price>\(token)", "since:\(token)", "ccy:\(token)",
    ] {
      #expect(!(try fault(text).description.contains("Secret")))
    }
  }

  @Test func `with a sentence for every reason`() throws {
    for name in Query.Name.allCases {
      #expect(QueryError(.valueExpected(name), at: 0..<0).sentence.contains(name.meaning))
      for sign in Query.Operator.allCases where !name.operators.contains(sign) {
        #expect(try fault("\(name.rawValue)\(sign.rawValue)x").reason == .unfitOperator(name))
      }
      for word in name.words {
        #expect(throws: Never.self) { try Query(parsing: "\(name.rawValue):\(word)", at: .now) }
      }
    }
  }

  @Test func `beyond a length and a depth`() throws {
    let long = String(repeating: "a", count: Query.longestText)
    #expect(try Query(parsing: long, at: .distantPast) == .word(long))
    #expect(try fault(long + "a").reason == .tooLong)
    let open = String(repeating: "(", count: Query.maxNestingDepth)
    let close = String(repeating: ")", count: Query.maxNestingDepth)
    #expect(try Query(parsing: open + "a" + close, at: .distantPast) == .word("a"))
    #expect(try fault("(" + open + "a" + close + ")").reason == .tooDeep)
    let beside = Array(repeating: "(a | b)", count: 100).joined(separator: " ")
    #expect(try Query(parsing: beside, at: .distantPast).description == beside)
    let negations = String(repeating: "-(", count: Query.maxNestingDepth)
    #expect(try Query(parsing: negations + "a" + close, at: .distantPast) == .word("a"))
    let alternating = String(repeating: "-(b ", count: Query.maxNestingDepth) + "a" + close
    #expect(try Query(parsing: alternating, at: .distantPast).description == alternating)
    #expect(try fault(String(repeating: "-(", count: 2_000)).reason == .tooDeep)
  }
}
