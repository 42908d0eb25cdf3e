import Entitlements
import Foundation
import TestSupport
import Testing

@testable import Dashboard

/// What a document says may be anything; the screen stands.
@Suite struct HostileDataTests {
  private static let seconds: [Double] = [
    .nan, .infinity, -1e300, 0, 253_402_300_800,
  ]

  private static func userDetails(_ from: Date, _ until: Date, _ text: String) -> UserDetails {
    let order = Order(
      store: .google,
      environment: .sandbox,
      app: text,
      transactionID: text,
      originalTransactionID: text,
      productID: text,
      kind: .autoRenewable,
      quantity: .max,
      purchasedAt: from,
      originalPurchasedAt: from,
      expiresAt: until,
      cancelledAt: until,
      user: ID(text),
      statementSource: StatementSource(ID(text), at: from)
    )
    return UserDetails(
      user: User(id: ID(text), name: text, email: text, firstSeenAt: from),
      orders: [order, order],
      subscriptions: [
        Subscription(
          store: .google,
          environment: .sandbox,
          app: text,
          originalTransactionID: text,
          user: nil,
          periods: [.init(order: order.id, productID: text, from: from, until: until)]
        )
      ],
      entitlements: [
        Entitlement(
          key: text,
          user: ID(text),
          environment: .xcode,
          source: order.id,
          evidence: order.evidence,
          from: from,
          until: until
        )
      ],
      documents: []
    )
  }

  @Test(arguments: seconds, seconds)
  func `dates beyond any calendar are drawn without harm`(_ from: Double, _ until: Double) {
    let text = "\u{1B}[2J\u{202E}" + String(repeating: "山\u{301}", count: 300)
    for size in [Size(columns: 40, rows: 10), Size(columns: 80, rows: 24)] {
      var player = Player(Sample.state(size.columns, size.rows), on: nil)
      player.userDetails = Self.userDetails(
        Date(timeIntervalSince1970: from),
        Date(timeIntervalSince1970: until),
        text
      )
      player.type(":user ada")
      player.press(.enter)
      for key in "123456789Z123456789" {
        player.press(.character(key))
        let state = player.state
        let frame = view(state)
        #expect(frame.cells.allSatisfy { $0.glyph == 0 || $0.glyph >= 0x20 && $0.glyph != 0x202E })
        if let tick = nextTick(state) { #expect(tick.timeIntervalSince(state.view.now) < 1e9) }
      }
    }
  }

  @Test func `a timeline shows as many purchases as share a cell`() {
    var lane = Gantt.Lane(label: "coins")
    lane.marks = [
      (Sample.days(-100), .charge), (Sample.days(-99.9), .charge), (Sample.days(-1), .charge),
    ]
    let clock = Clock(now: Sample.now, zone: .utc, localOffset: 0)
    let gantt = Gantt([lane], clock: clock, width: 60, .ascii)
    let texts = gantt?.lines.flatMap { $0.runs.map(\.text.string) } ?? []
    #expect(texts.contains("2"))
  }
}
