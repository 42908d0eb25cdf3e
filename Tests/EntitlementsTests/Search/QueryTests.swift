import Entitlements
import Foundation
import Testing

@Suite struct `A query is read` {
  private static let now = Date(timeIntervalSince1970: 1_795_228_800)  // 2026-11-21T00:00Z

  private func parsed(_ text: String) throws(QueryError) -> Query {
    try Query(parsing: text, at: Self.now)
  }

  @Test(
    arguments: [
      ("", .everything), (" \t\n\u{3000}", .everything), ("*", .everything),
      ("ada", .word("ada")), (" Ada\u{A0}", .word("Ada")), ("ada*", .word("ada")),
      ("\"ada lovelace\"", .word("ada lovelace")),
      ("\"say \\\"hi\\\" \\\\o/\"", .word("say \"hi\" \\o/")),
      ("\"\\u{1b}[2J\"", .word("\u{1B}[2J")), ("\"C:\\new\"", .word("C:\\new")),
      ("lovelace, ada;", .and([.word("lovelace"), .word("ada")])),
      ("a b | c", .or([.and([.word("a"), .word("b")]), .word("c")])),
      ("a OR b AND c", .or([.word("a"), .and([.word("b"), .word("c")])])),
      ("a|b", .or([.word("a"), .word("b")])), ("a or b", .and(["a", "or", "b"].map(Query.word))),
      ("(a | b) c", .and([.or([.word("a"), .word("b")]), .word("c")])),
      ("-a !b", .and([.not(.word("a")), .not(.word("b"))])), ("--a", .word("a")),
      ("-(a b)", .not(.and([.word("a"), .word("b")]))), ("-*", .nothing), ("a -*", .nothing),
      ("((a)) (b (c))", .and(["a", "b", "c"].map(Query.word))), ("a *", .word("a")),
      ("anna-lena o'neil 10:30", .and(["anna-lena", "o'neil", "10:30"].map(Query.word))),
      ("ORder", .word("ORder")), ("\"OR\"", .word("OR")),
      ("ada\"b\"", .and([.word("ada"), .word("b")])),
    ] as [(String, Query)]
  )
  func `as words, negations, alternatives and groups`(_ text: String, _ query: Query) throws {
    #expect(try parsed(text) == query)
  }

  @Test(
    arguments: [
      ("user:42", .text(.user, [.exact("42")])), ("USER=42", .text(.user, [.exact("42")])),
      ("otxn:2000000777*", .text(.otxn, [.prefix("2000000777")])),
      ("product:pro.*,gold:monthly", .text(.product, [.prefix("pro."), .exact("gold:monthly")])),
      ("name:ada", .text(.name, [.prefix("ada")])), ("name=ada", .text(.name, [.exact("ada")])),
      ("name:\"\"", .text(.name, [.exact("")])),
      ("note:refund", .text(.note, [.contains("refund")])),
      ("email~example", .text(.email, [.contains("example")])),
      ("email:*ada*", .text(.email, [.contains("ada")])), ("mark:*", .text(.mark, [.prefix("")])),
      ("name:\"ada lo\"*", .text(.name, [.prefix("ada lo")])),
      ("order:GPA.1234-5678-9012-34567..3", .text(.order, [.exact("GPA.1234-5678-9012-34567..3")])),
      ("app:a,b,a", .text(.app, [.exact("a"), .exact("b")])),
      ("entitlement:pro", .text(.key, [.exact("pro")])),
      ("state:grace", .states([.gracePeriod])), ("state:gracePeriod", .states([.gracePeriod])),
      ("state:retry,HOLD,active", .states([.active, .billingRetry])),
      (
        "state:trial,intro,paused,off,expired,refunded,revoked,pending,unverified",
        .states([
          .trial, .introductory, .paused, .autoRenewOff, .expired, .refunded, .revoked, .pending,
          .unverified,
        ])
      ),
      ("store:Google,apple", .stores([.apple, .google])),
      ("env:prod,sandbox,xcode", .environments([.production, .sandbox, .xcode])),
      ("environment:production", .environments([.production])),
      (
        "kind:sub,consumable,nonconsumable,nonrenewing",
        .kinds([.consumable, .nonConsumable, .nonRenewing, .autoRenewable])
      ),
      ("ccy:usd,EUR", .currencies([Currency("EUR"), Currency("USD")].compactMap(\.self))),
      (
        "has:receipt,note,error,family,entitlement",
        .has([.entitlement, .receipt, .note, .error, .family])
      ),
      (
        "is:active,unverified,duplicate,anonymous",
        .qualities([.active, .unverified, .duplicate, .anonymous])
      ),
    ] as [(String, Query.Field)]
  )
  func `with fields and typed values`(_ text: String, _ field: Query.Field) throws {
    #expect(try parsed(text) == .field(field))
    #expect(try parsed("-" + text) == .not(.field(field)))
    #expect(try parsed("(\(text))x") == .and([.field(field), .word("x")]))
  }

  @Test func `with what differs as a negation`() throws {
    #expect(try parsed("store!=apple") == .not(.field(.stores([.apple]))))
    #expect(try parsed("-name!=ada") == .field(.text(.name, [.exact("ada")])))
  }

  @Test(
    arguments: [
      ("price>10", 10_000_000_001, nil, nil), ("price>=10", 10_000_000_000, nil, nil),
      ("price<9.99usd", nil, 9_989_999_999, "USD"), ("price<=0.000000001", nil, 1, nil),
      ("price:10", 10_000_000_000, 10_000_000_000, nil),
      ("price=eur5", 5_000_000_000, 5_000_000_000, "EUR"),
      ("price:5..10jpy", 5_000_000_000, 10_000_000_000, "JPY"),
      ("price:5USD..", 5_000_000_000, nil, "USD"),
      ("price:..-2.5", nil, -2_500_000_000, nil), ("price:*", nil, nil, nil),
      ("price:*usd", nil, nil, "USD"),
    ] as [(String, Int64?, Int64?, String?)]
  )
  func `with prices that are exact and never converted`(
    _ text: String,
    _ from: Int64?,
    _ through: Int64?,
    _ code: String?
  ) throws {
    let range = Query.PriceRange(
      from: from,
      through: through,
      currency: code.flatMap { Currency($0) }
    )
    #expect(try parsed(text) == .field(.price([range])))
  }

  @Test func `with the word that an identifier is, where it was copied with spaces`() throws {
    #expect(try parsed(" MK4X 7P2Q RS ") == .word("MK4X7P2QRS"))
    #expect(try parsed("GPA. 1234-5678-9012-34567") == .word("GPA.1234-5678-9012-34567"))
    #expect(try parsed("2000 0007 7712 3456") == .word("2000000777123456"))
    #expect(try parsed("2000 1") == .and([.word("2000"), .word("1")]))
    #expect(
      try parsed("apple:production:com.example.app:7")
        == .word("apple:production:com.example.app:7")
    )
  }

  @Test func `from the examples that people are shown`() throws {
    let query = try parsed("user:42 store:google state:grace price>10 since:7d")
    let week = Query.TimeRange(from: Self.now.addingTimeInterval(-7 * 86_400), until: nil)
    #expect(
      query
        == .and([
          .field(.text(.user, [.exact("42")])), .field(.stores([.google])),
          .field(.states([.gracePeriod])),
          .field(.price([Query.PriceRange(from: 10_000_000_001, through: nil)])),
          .field(.time(.purchased, [week])),
        ])
    )
    #expect(
      try parsed("(state:refunded | state:revoked) is:active")
        == .and([
          .or([.field(.states([.refunded])), .field(.states([.revoked]))]),
          .field(.qualities([.active])),
        ])
    )
  }
}

@Suite struct `A search field takes a query or a letter` {
  private func read(_ text: String) throws(QueryError) -> Query {
    try Query(reading: text, at: Date(timeIntervalSince1970: 0))
  }

  @Test(arguments: [
    "Hello,\nI paid 9.99 (order: GPA.1234-5678-9012-34567) on 2026-11-21.\n",
    "I paid for it twice: my order is GPA.1234-5678-9012-34567 (see below)",
    "please refund the order GPA.1234-5678-9012-34567 soon",
    String(repeating: "please help me ", count: 400) + "GPA.1234-5678-9012-34567",
  ])
  func `and looks for a letter's identifiers only`(_ letter: String) throws {
    #expect(try read(letter) == .word("GPA.1234-5678-9012-34567"))
  }

  @Test func `and any of several`() throws {
    let query = try read("Order MK4X7P2QRS\nada@example.com")
    #expect(query == .or([.word("MK4X7P2QRS"), .word("ada@example.com")]))
  }

  @Test func `and what has no identifier stays a query`() throws {
    #expect(try read("\nada\n") == .word("ada"))
    #expect(try read("ada\nlovelace") == .and([.word("ada"), .word("lovelace")]))
    #expect(try read("ada MK4X7P2QRS") == .and([.word("ada"), .word("MK4X7P2QRS")]))
    #expect(throws: QueryError.self) { try read("state:grce MK4X7P2QRS") }
    #expect(throws: QueryError.self) { try read(String(repeating: "x", count: 4_097)) }
  }
}

@Suite struct `A value is looked for in the spellings it may be kept in` {
  @Test(
    arguments: [
      (.country, "de", ["DE", "DEU"]), (.country, "USA", ["US", "USA"]), (.country, "zz", ["ZZ"]),
      (.order, "mk4x7p2qrs", ["MK4X7P2QRS", "mk4x7p2qrs"]), (.order, "1000", ["1000"]),
      (
        .order, "gpa.1234-5678-9012-34567..2",
        ["GPA.1234-5678-9012-34567..2", "GPA.1234-5678-9012-34567", "gpa.1234-5678-9012-34567..2"]
      ),
      (.user, "mk4x7p2qrs", ["mk4x7p2qrs"]),
      (.email, "Ada@Example.com", ["ada@example.com", "Ada@Example.com"]),
      (
        .acct, "2F9E1A3C-0000-4000-8000-00000000000A",
        ["2f9e1a3c-0000-4000-8000-00000000000a", "2F9E1A3C-0000-4000-8000-00000000000A"]
      ),
    ] as [(Query.TextField, String, [String])]
  )
  func `whoever wrote it`(_ field: Query.TextField, _ value: String, _ spellings: [String]) {
    #expect(field.spellings(of: value) == spellings)
  }
}
