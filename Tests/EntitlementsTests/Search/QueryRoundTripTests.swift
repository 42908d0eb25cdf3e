import Entitlements
import Foundation
import Testing

@Suite struct `A query's normal form` {
  private func parsed(_ text: String) throws -> Query { try Query(parsing: text, at: .distantPast) }

  @Test(arguments: 0..<40)
  func `is read as the same query`(_ seed: Int) throws {
    var source = QuerySource(seed: seed)
    for _ in 0..<50 {
      let query = source.query(depth: 4)
      let text = query.description
      guard text.utf8.count <= Query.longestText else { continue }
      #expect(try parsed(text) == query.normalized, "\(text)")
      #expect(query.normalized.normalized == query.normalized)
      #expect(try parsed(text).description == text)
      #expect(text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control })
    }
  }

  @Test(arguments: [
    ("  USER:42   state:retry,active ", "user:42 state:active,hold"), ("", ""), ("*", ""),
    ("a OR (b AND c)", "a | b c"), ("(a | b) (c)", "(a | b) c"), ("store!=apple", "-store:apple"),
    ("-(a b)", "-(a b)"), ("\"state:grace\"", "\"state:grace\""), ("\"ada\"", "ada"),
    ("name=\"ada\"", "name=ada"), ("email~a,b", "email~a,b"), ("name:a,*b*", "name:a,*b*"),
    ("price>10USD", "price>10usd"), ("price:9.990", "price:9.99"), ("price:5..", "price>=5"),
    ("since:2026-11", "since:2026-11-01"), ("on:2026-11", "purchased:2026-11"),
    ("until:2026-11", "until:2026-11-30"),
    ("on:2026-11-21T10:00Z", "purchased:2026-11-21T10:00Z"),
    ("received<2026-11-21", "received<2026-11-21"),
    ("received>2026-11-21T10:00Z", "received>2026-11-21T10:00Z"),
    ("expires:2026-11-01..2026-11-07", "expires:2026-11-01..2026-11-07"),
    ("\"\u{1B}[2J\"", "\"\\u{1b}[2J\""), ("\"2000 0007 7712 3456\"", "\"2000 0007 7712 3456\""),
    ("\"2000\" 000777123456", "\"2000\" \"000777123456\""),
  ])
  func `is short`(_ typed: String, _ normal: String) throws {
    #expect(try parsed(typed).description == normal)
  }

  @Test func `is shown without its secrets`() throws {
    let token = "abcdefghijklmnopqrstuvwx.AO-J1OxnZr_-c4xGioV-wbb9YI4w7gtRzY87"
    let query = try parsed("token:\(token) | \(token) state:grace")
    #expect(query.echo == "token:‹AO-J…zY87 (61 chars)› | ‹AO-J…zY87 (61 chars)› state:grace")
    #expect(try parsed(query.description) == query)
  }
}

/// A seeded source of queries of every form.
private struct QuerySource {
  private var state: UInt64

  init(seed: Int) { state = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 &+ 0x1234_5678 }

  mutating func query(depth: Int) -> Query {
    switch below(depth > 0 ? 9 : 5) {
    case 0: .word(text())
    case 1, 2, 3: .field(field())
    case 4: below(5) == 0 ? .everything : .word(text())
    case 5: .not(query(depth: depth - 1))
    case 6, 7: .and((0..<below(4)).map { _ in query(depth: depth - 1) })
    default: .or((0..<below(4)).map { _ in query(depth: depth - 1) })
    }
  }

  private mutating func field() -> Query.Field {
    switch below(12) {
    case 0, 1, 2: .text(one(of: Query.TextField.allCases), list { $0.match() })
    case 3: .states(list { $0.one(of: SubscriptionState.allCases) })
    case 4: .stores(list { $0.one(of: Store.allCases) })
    case 5: .environments(list { $0.one(of: Entitlements.Environment.allCases) })
    case 6: .kinds(list { $0.one(of: ProductKind.allCases) })
    case 7: .currencies(list { $0.currency() }.compactMap(\.self))
    case 8: .has(list { $0.one(of: Query.Possession.allCases) })
    case 9: .qualities(list { $0.one(of: Query.Quality.allCases) })
    case 10: .price(list { $0.prices() })
    default: .time(one(of: Query.Clock.allCases), list { $0.times() })
    }
  }

  private mutating func match() -> Query.TextMatch {
    switch below(3) {
    case 0: .exact(text())
    case 1: .prefix(text())
    default: .contains(text())
    }
  }

  private mutating func currency() -> Currency? { Currency(one(of: ["USD", "EUR", "JPY", "XXX"])) }

  private mutating func prices() -> Query.PriceRange {
    let ends = (amount(), amount())
    return Query.PriceRange(
      from: ends.0,
      through: ends.1,
      currency: below(2) == 0 ? nil : currency()
    )
  }

  private mutating func amount() -> Int64? {
    switch below(6) {
    case 0: nil
    case 1: one(of: [.max, .min, 0, 1, -1, 10, 9, 11, -9, -11])
    case 2: Int64(below(100)) * 1_000_000_000 + Int64(below(3)) - 1
    case 3: Int64(bitPattern: next())
    default: Int64(below(20)) * 500_000_000
    }
  }

  private mutating func times() -> Query.TimeRange {
    let ends = (instant(), instant())
    let length: Double? = one(of: [nil, 0.001, 1, 60, 86_400, 86_400 * 30])
    if let from = ends.0, let length {
      return Query.TimeRange(from: from, until: from.addingTimeInterval(length))
    }
    return Query.TimeRange(from: ends.0, until: ends.1)
  }

  private mutating func instant() -> Date? {
    let day = 86_400.0
    let seconds: Double? =
      switch below(7) {
      case 0: nil
      case 1: one(of: [-1e300, 1e300, 253_402_300_799.999, -62_135_596_800, 0.001])
      case 2: Double(below(40_000)) * day
      case 3: Double(below(400)) * day * 30.4375
      case 4: Double(below(40_000)) * day + Double(below(1_440)) * 60
      case 5: Double(below(2_000_000_000)) + Double(below(3)) / 1_000
      default: 1_793_491_200  // 2026-11-01
      }
    return seconds.map { Date(timeIntervalSince1970: $0) }
  }

  private mutating func text() -> String {
    switch below(4) {
    case 0:
      one(of: [
        "", "ada", "OR", "AND", "or", "-a", "!b", "a b", "state:x", "x:y", "a,", "*", "a*", "(",
        ")",
        "|", "\"", "\\", "\\u{41}", "\u{0}", "\u{1B}[2J", "\u{202E}", "e\u{301}", "日本", "\u{3000}",
        "a..b", "GPA.1234-5678-9012-34567..0", "mk4x7p2qrs", "2000 0007 7712 3456", "2000", "~",
        "=",
      ])
    default:
      String(
        (0..<below(6)).map { _ in
          one(of: Array("abM09 .,:;=<>!~*-|()\"\\\u{7}\u{E000}é\u{301}日\u{202E}\u{A0}"))
        }
      )
    }
  }

  private mutating func list<Value>(_ value: (inout Self) -> Value) -> [Value] {
    (0..<below(4)).map { _ in value(&self) }
  }

  private mutating func one<Value>(of values: [Value]) -> Value { values[below(values.count)] }

  private mutating func below(_ bound: Int) -> Int { Int(next() >> 33) % bound }

  private mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state ^ (state >> 31)
  }
}
