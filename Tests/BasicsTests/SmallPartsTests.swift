import Basics
import Foundation
import Testing

@Suite struct `Durations` {
  @Test(arguments: [
    ("P1M", 30), ("P7D", 7), ("P1Y", 360), ("P2W", 14), ("P1M3D", 33), ("P0D", 0),
  ])
  func `are read, and written without a time`(_ text: String, _ days: Double) throws {
    let duration = try #require(ISO8601Duration(text))
    #expect(duration.timeInterval == days * 86_400)
    #expect(ISO8601Duration(duration.text) == duration)
  }

  @Test(arguments: ["", "P", "PT", "1M", "P1", "PM", "P1H", "P-1M", "P10000D", "P1DT", "p1m"])
  func `in other forms are refused`(_ text: String) { #expect(ISO8601Duration(text) == nil) }

  @Test func `a month ends on the last day there is`() throws {
    let start = try #require(RFC3339.parse("2024-01-31T10:00:00Z"))
    #expect(ISO8601Duration.month.end(from: start) == RFC3339.parse("2024-02-29T10:00:00Z"))
    let hours = try #require(ISO8601Duration("P1DT2H"))
    #expect(hours.end(from: start) == start + 26 * 3_600)
  }
}

@Suite struct `A token bucket` {
  @Test func `gives what it holds, and then as much as flows in`() {
    var bucket = TokenBucket(capacity: 2, perSecond: 0.5)
    let first = (0..<3).map { _ in bucket.take(at: 10) }
    #expect(first == [true, true, false])
    #expect(bucket.wait(at: 10) == 2)
    let later = (0..<2).map { _ in bucket.take(at: 12) }
    #expect(later == [true, false])
    #expect(bucket.isFull(at: 100))
  }

  @Test func `reserves ahead, and gains nothing from a clock set back`() {
    var bucket = TokenBucket(capacity: 1, perSecond: 1)
    let waits = (0..<3).map { _ in bucket.reserve(at: 5) }
    #expect(waits == [0, 1, 2])
    #expect(bucket.count(at: 4) == -2)
    bucket.giveBack()
    #expect(bucket.count(at: 5) == -1)
  }
}

@Test func `hexadecimal is written in lower case and read in both`() {
  #expect(String(hex: [0x00, 0x9A, 0xFF]) == "009aff")
  #expect(String(hex: 0x1F, width: 4) == "001f")
  #expect(
    "09afAF/:@G`g".utf8.map(\.hexDigitValue) == [0, 9, 10, 15, 10, 15]
      + Array(repeating: nil, count: 6)
  )
}

@Suite struct `A request's target` {
  @Test(arguments: [
    ("/v1/users/ada", ["v1", "users", "ada"]), ("/v1/users/", ["v1", "users"]), ("/", []), ("", []),
    ("/v1/users//x", ["v1", "users", "", "x"]), ("//v1", ["", "v1"]), ("/v1//", ["v1", ""]),
    ("/a%2Fb?c/d", ["a/b"]), ("/100%/%zz/%4", ["100%", "%zz", "%4"]), ("/%C3%A9", ["\u{E9}"]),
    // Neither a byte order mark is dropped nor what is no UTF-8 repaired.
    ("/%EF%BB%BFada", ["\u{FEFF}ada"]), ("/%FF/%C3/a%ED%A0%80", ["", "", ""]),
  ])
  func `has its path decoded byte by byte`(_ text: String, _ path: [String]) {
    #expect(RequestTarget(text).path.map { Array($0.utf8) } == path.map { Array($0.utf8) })
  }

  @Test func `has a query in its pairs, and in its original encoding`() {
    let target = RequestTarget("/x?a=1+2&b=%2B&c&=&d=e=f?g&h=%FF&i=%EF%BB%BFj")
    #expect(target.query.map(\.name) == ["a", "b", "c", "", "d", "h", "i"])
    #expect(target.query.map(\.value) == ["1 2", "+", "", "", "e=f?g", "%FF", "\u{FEFF}j"])
    #expect(target.rawQuery == "a=1+2&b=%2B&c&=&d=e=f?g&h=%FF&i=%EF%BB%BFj")
  }

  @Test func `is encoded as a form is, but a form that is no UTF-8 is none`() throws {
    let form = try #require(RequestTarget.form(Array("uid=a%20b&uuid=%EF%BB%BFc+d".utf8)))
    #expect(form.map(\.name) == ["uid", "uuid"])
    #expect(form.map(\.value) == ["a b", "\u{FEFF}c d"])
    #expect(RequestTarget.form(Array("uid=%FF".utf8))?.count == nil)
    #expect(RequestTarget.form(Array("uid=".utf8) + [0xFF])?.count == nil)
  }
}

@Suite struct `An instant as RFC 3339` {
  @Test(arguments: [
    "2027-01-01T00:00:00.123Z", "2027-01-01T00:00:00.001Z", "1969-12-31T23:59:59.999Z",
    "2026-11-30T04:14:34.010Z", "9999-12-31T23:59:59.999Z", "0001-01-01T00:00:00Z",
    "1500-02-28T23:59:59.001Z",
  ])
  func `is written as it was read`(_ text: String) throws {
    #expect(RFC3339.text(try #require(RFC3339.parse(text))) == text)
  }

  @Test func `has every millisecond`() throws {
    for count in 0..<1_000 {
      let text = "2026-11-30T04:14:34.\(String(count + 1_000).dropFirst())Z"
      #expect(RFC3339.text(try #require(RFC3339.parse(text)), milliseconds: true) == text)
    }
  }

  @Test func `is within the years 1 to 9999`() {
    #expect(RFC3339.text(.distantFuture.addingTimeInterval(1e12)) == "9999-12-31T23:59:59.999Z")
    #expect(RFC3339.text(.distantPast.addingTimeInterval(-1e12)) == "0001-01-01T00:00:00Z")
    #expect(RFC3339.text(Date(timeIntervalSince1970: .nan)) == "1970-01-01T00:00:00Z")
  }
}
