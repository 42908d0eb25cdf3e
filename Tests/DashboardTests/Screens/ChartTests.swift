import Basics
import Entitlements
import Foundation
import Testing

@testable import Dashboard

/// Spend by month on a user's page, certificates on an axis of time, and the overview on the home
/// screen.
@Suite struct ChartTests {
  private static let view = ViewContext(
    size: Size(columns: 120, rows: 40),
    now: Sample.now,
    utcOffset: 0,
    glyphs: .full
  )

  private func text(_ lines: [StyledLine]) -> [String] {
    lines.map { line in
      line.runs.reduce(into: "") { text, run in
        let gap = run.column - SafeText(text).width
        text += String(repeating: " ", count: max(0, gap)) + run.text.string
      }
    }
  }

  private func spend(_ orders: [Order]) -> [String] {
    text(SpendByMonth(orders, Self.view)?.lines ?? [])
  }

  @Test func `only what was paid in production and kept is spent`() {
    let paid = Sample.priced("1", 999, from: -17)
    let others = [
      Sample.priced("2", 500, from: -17, cancelled: -2),
      Sample.priced("3", 600, from: -17, environment: .sandbox),
      Sample.priced("4", 700, from: -17, offer: .trial),
      Sample.priced("5", 800, from: -17, ownership: .familyShared),
      Sample.priced("6", 900, from: -400),
      Sample.order("7", "pro.monthly", from: -17),
    ]
    #expect(spend([paid] + others).contains { $0.hasSuffix("9.99 EUR") })
    #expect(spend(others).isEmpty)
  }

  @Test func `each currency has its bars, as high as the month's share of the greatest`() {
    let orders = [
      Sample.priced("1", 1_000, from: -17), Sample.priced("2", 1_000, from: -17),
      Sample.priced("3", 500, from: -47), Sample.priced("4", 300, "USD", from: -107),
    ]
    let lines = spend(orders)
    #expect(lines.count == 4)
    #expect(lines[1].hasPrefix("EUR") && lines[1].hasSuffix("25.00 EUR"))
    #expect(lines[1].contains("▂▂▂ ███") && lines[2].contains("███"))
    #expect(lines[2].hasPrefix("USD") && lines[2].hasSuffix("3.00 USD"))
    // The bars stand above their months.
    let months = lines[3]
    #expect(months.hasPrefix("     Dec Jan") && months.hasSuffix("Oct Nov"))
    let column = lines[1].distance(
      from: lines[1].startIndex,
      to: lines[1].firstIndex(of: "█") ?? lines[1].startIndex
    )
    #expect(months.dropFirst(column).prefix(3) == "Nov")
  }

  @Test(arguments: [(80, 24, false), (120, 40, true), (200, 50, true)])
  func `spend by month is shown where there is room`(columns: Int, rows: Int, isShown: Bool) {
    var player = Player(Sample.state(columns, rows))
    player.userDetails.orders.append(Sample.priced("9", 999, from: -17))
    player.press(.down, .enter)
    let text = FrameText.text(of: Dashboard.view(player.state))
    #expect(text.contains("SPENT BY MONTH") == isShown)
    #expect(text.contains("9.99 EUR"))
  }

  private func chart(signed: Date?, _ glyphs: GlyphSet = .full) -> CertificateChart? {
    let certificates = [
      (-100.0, 100.0), (-1_000, 1_000), (-3_000, -500),
    ].map { from, until in
      VerificationPanel.Certificate(
        subject: "CN=a",
        issuer: "CN=b",
        serial: "1",
        notBefore: Sample.days(from),
        notAfter: Sample.days(until)
      )
    }
    let panel = VerificationPanel(
      verdict: .genuine,
      evaluatedAt: signed,
      checks: [],
      certificates: certificates
    )
    return CertificateChart(panel, Self.view.clock, columns: 43, glyphs)
  }

  @Test func `a certificate's bar tells whether it was valid at the time of signing`() throws {
    let lines = try #require(chart(signed: Sample.now)?.lines)
    #expect(lines.count == 5)
    #expect(text(lines)[0].contains("signed 2026-11-21") && text(lines)[0].hasSuffix("▼"))
    let mark = try #require(lines[0].runs.last?.column)
    for line in lines[1...3] { #expect(line.runs.contains { $0.column == mark && $0.text == "│" }) }
    func roles(_ line: StyledLine) -> Set<Role> {
      Set(line.runs.filter { $0.text == "█" }.map(\.role))
    }
    let all = lines[1...3].map { roles($0) }
    #expect(all == [[.good], [.good], [.bad]])
    let unsigned = try #require(chart(signed: nil)?.lines)
    #expect(unsigned.count == 4 && roles(unsigned[0]) == [.info])
    let plain = try #require(chart(signed: Sample.now, .ascii)?.lines)
    #expect(text(plain).joined().allSatisfy { $0.isASCII })
  }

  @Test func `the home screen opens the overview, and says how many queues have rows`() {
    var player = Player(Sample.state(120, 40, queues: Sample.queues), on: nil)
    let text = FrameText.text(of: Dashboard.view(player.state))
    #expect(text.contains("overview          3 queues wait"))
    player.press(.end, .enter)
    #expect(player.state.front is LedgerOverviewScreen)
  }
}

extension Sample {
  /// A sale with a price in hundredths.
  static func priced(
    _ transaction: String,
    _ hundredths: Int64,
    _ currency: String = "EUR",
    from: Double,
    cancelled: Double? = nil,
    offer: Order.Offer? = nil,
    environment: Environment = .production,
    ownership: Order.Ownership? = nil
  ) -> Order {
    let order = order(
      transaction,
      "pro.monthly",
      from: from,
      until: from + 30,
      cancelled: cancelled,
      offer: offer,
      environment: environment
    )
    return order.changing { details in
      details.terms = Order.Terms(
        price: Currency(currency).flatMap { Money(minorUnits: hundredths, $0) },
        ownership: ownership,
        statementSource: order.statementSource
      )
    }
  }
}
