import Entitlements
import Foundation
import Testing

@Suite struct `Times in a query become half-open ranges in UTC` {
  private static let now = "2026-11-21T02:40:30.500Z"

  private func instant(_ text: String?) throws -> Date? {
    try text.map {
      try Date($0, strategy: Date.ISO8601FormatStyle(includingFractionalSeconds: $0.contains(".")))
    }
  }

  private func ranges(_ text: String, at now: String = now) throws -> [Query.TimeRange] {
    let now = try #require(try instant(now))
    guard case .field(.time(_, let ranges)) = try Query(parsing: text, at: now) else { return [] }
    return ranges
  }

  @Test(
    arguments: [
      ("on:2026-11-21", "2026-11-21T00:00:00Z", "2026-11-22T00:00:00Z"),
      ("on:2026-11", "2026-11-01T00:00:00Z", "2026-12-01T00:00:00Z"),
      ("on:2024-02", "2024-02-01T00:00:00Z", "2024-03-01T00:00:00Z"),
      ("on:2026", "2026-01-01T00:00:00Z", "2027-01-01T00:00:00Z"),
      ("on:today", "2026-11-21T00:00:00Z", "2026-11-22T00:00:00Z"),
      ("on:Yesterday", "2026-11-20T00:00:00Z", "2026-11-21T00:00:00Z"),
      ("expires:tomorrow", "2026-11-22T00:00:00Z", "2026-11-23T00:00:00Z"),
      ("on:2026-11-21T10:00Z", "2026-11-21T10:00:00Z", "2026-11-21T10:01:00Z"),
      ("on:2026-11-21T10:00:05Z", "2026-11-21T10:00:05Z", "2026-11-21T10:00:06Z"),
      ("on:2026-11-21T10:00:05.25Z", "2026-11-21T10:00:05.250Z", "2026-11-21T10:00:05.251Z"),
      ("on:2026-11-21T10:00+01:30", "2026-11-21T08:30:00Z", "2026-11-21T08:31:00Z"),
      ("on:2026-11-21T10:00", "2026-11-21T10:00:00Z", "2026-11-21T10:01:00Z"),
      ("since:7d", "2026-11-14T02:40:30.500Z", nil), ("since:24h", "2026-11-20T02:40:30.500Z", nil),
      ("since:2w", "2026-11-07T02:40:30.500Z", nil), ("since:3mo", "2026-08-21T02:40:30.500Z", nil),
      ("since:1y", "2025-11-21T02:40:30.500Z", nil), ("since:2026-11", "2026-11-01T00:00:00Z", nil),
      ("until:2026-11-20", nil, "2026-11-21T00:00:00Z"),
      ("until:2026", nil, "2027-01-01T00:00:00Z"),
      ("until:2026-11-20T10:00Z", nil, "2026-11-20T10:00:00Z"),
      ("until:1d", nil, "2026-11-20T02:40:30.500Z"),
      ("purchased>2026-11-20", "2026-11-21T00:00:00Z", nil),
      ("purchased>=2026-11-20", "2026-11-20T00:00:00Z", nil),
      ("purchased<2026-11-20", nil, "2026-11-20T00:00:00Z"),
      ("purchased<=2026-11-20", nil, "2026-11-21T00:00:00Z"),
      ("received>7d", "2026-11-14T02:40:30.501Z", nil),
      ("received<7d", nil, "2026-11-14T02:40:30.500Z"),
      ("received:7d", "2026-11-14T02:40:30.500Z", nil),
      ("expires<3d", "2026-11-21T02:40:30.500Z", "2026-11-24T02:40:30.500Z"),
      ("expires:3d", "2026-11-21T02:40:30.500Z", "2026-11-24T02:40:30.500Z"),
      ("renews>=1mo", "2026-12-21T02:40:30.500Z", nil),
      ("expires<now", nil, "2026-11-21T02:40:30.500Z"),
      ("expires<2026-12-01", nil, "2026-12-01T00:00:00Z"),
      ("purchased:2026-10..2026-11", "2026-10-01T00:00:00Z", "2026-12-01T00:00:00Z"),
      ("purchased:2026-11-20..", "2026-11-20T00:00:00Z", nil),
      ("verified:..yesterday", nil, "2026-11-21T00:00:00Z"),
      ("received:30d..7d", "2026-10-22T02:40:30.500Z", "2026-11-14T02:40:30.500Z"),
      ("received:7d..30d", "2026-10-22T02:40:30.500Z", "2026-11-14T02:40:30.500Z"),
      ("expires:3d..7d", "2026-11-24T02:40:30.500Z", "2026-11-28T02:40:30.500Z"),
      (
        "purchased:2026-11-20T10:00Z..2026-11-20T11:00Z", "2026-11-20T10:00:00Z",
        "2026-11-20T11:00:00Z"
      ),
      ("purchased:*", nil, nil),
      ("on:9999-12-31", "9999-12-31T00:00:00Z", "+10000-01-01T00:00:00Z"),
    ] as [(String, String?, String?)]
  )
  func `by the calendar and the present`(_ text: String, _ from: String?, _ until: String?) throws {
    let ranges = try ranges(text)
    let end =
      until == "+10000-01-01T00:00:00Z"
      ? Date(timeIntervalSince1970: 253_402_300_800) : try instant(until)
    #expect(ranges == [Query.TimeRange(from: try instant(from), until: end)])
  }

  @Test(arguments: [
    ("2024-03-31T12:00:00Z", "since:1mo", "2024-02-29T12:00:00Z"),
    ("2023-03-31T12:00:00Z", "since:1mo", "2023-02-28T12:00:00Z"),
    ("2024-02-29T12:00:00Z", "since:1y", "2023-02-28T12:00:00Z"),
    ("2026-01-15T00:00:00Z", "since:2mo", "2025-11-15T00:00:00Z"),
    ("2100-03-01T00:00:00Z", "since:1d", "2100-02-28T00:00:00Z"),
    ("2000-03-01T00:00:00Z", "since:1d", "2000-02-29T00:00:00Z"),
    ("1970-01-01T00:00:00Z", "since:24h", "1969-12-31T00:00:00Z"),
  ])
  func `a month back is the same day, or the last of a shorter month`(
    _ now: String,
    _ text: String,
    _ from: String
  ) throws {
    #expect(try ranges(text, at: now) == [Query.TimeRange(from: try instant(from), until: nil)])
  }

  @Test func `every day of four centuries is the one that Foundation counts`() throws {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    // A step that is prime to the lengths of weeks, months and years.
    for day in stride(from: -47_482, to: 100_000, by: 89) {
      let now = Date(timeIntervalSince1970: Double(day) * 86_400)
      let parts = calendar.dateComponents([.year, .month, .day], from: now)
      let (year, month, number) = (parts.year ?? 0, parts.month ?? 0, parts.day ?? 0)
      let text = "on:\(year)-\(month < 10 ? "0" : "")\(month)-\(number < 10 ? "0" : "")\(number)"
      let query = try Query(parsing: text, at: .distantPast)
      let range = Query.TimeRange(from: now, until: now.addingTimeInterval(86_400))
      #expect(query == .field(.time(.purchased, [range])))
      #expect(try Query(parsing: "on:today", at: now) == query)
    }
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity, 1e300, -1e300])
  func `a present that is no time is survived`(_ seconds: Double) {
    for text in ["since:7d", "on:today", "on:tomorrow", "on:yesterday", "expires<99999y", "on:now"]
    {
      let query = try? Query(parsing: text, at: Date(timeIntervalSince1970: seconds))
      #expect(query == nil || query != .everything)
    }
  }

  @Test(arguments: [
    ("2026-11-21", "2026-11-21T00:00:00Z"), ("2026-11-21T10:00Z", "2026-11-21T10:00:00Z"),
    ("2026-11-21T10:00", "2026-11-21T10:00:00Z"), ("2026-11-21t10:00:30z", "2026-11-21T10:00:30Z"),
    ("2026-11-21T10:00+02:00", "2026-11-21T08:00:00Z"),
    ("2026-11-21T10:00:30.5Z", "2026-11-21T10:00:30.500Z"), ("2028-02-29", "2028-02-29T00:00:00Z"),
    ("2026-02-30", nil), ("2026-02-29", nil), ("2026-11-21T24:00Z", nil), ("2026-11-21x", nil),
    ("2026-11-21 10:00", nil), ("2026-11-21T99:99Z", nil), ("2026-11", nil), ("2026", nil),
    ("today", nil), ("yesterday", nil), ("3d", nil), ("", nil), ("99999-01-01", nil),
  ])
  func `a time of a command is read as a whole or not at all`(
    _ text: String,
    _ date: String?
  )
    throws
  {
    #expect(try WrittenTime.date(text) == instant(date))
  }

  @Test func `several intervals are any of them`() throws {
    #expect(try ranges("on:today,2026-11-01").count == 2)
  }
}
