import Entitlements
import Foundation
import Testing

@testable import Dashboard

/// What differs in meaning differs in its letters: no colour, and nothing but ASCII.
@Suite struct StateTests {
  private static let states = SubscriptionState.allCases

  private func text(_ player: Player) -> String { FrameText.text(of: view(player.state)) }

  private func expectDistinct(_ texts: [(name: String, text: String)]) {
    for (place, one) in texts.enumerated() {
      #expect(one.text.utf8.allSatisfy { $0 < 0x80 }, "\(one.name)")
      for other in texts[..<place] {
        #expect(one.text != other.text, "\(one.name) looks like \(other.name)")
      }
    }
  }

  private func player(_ size: Size, list: ListKind? = nil) -> Player {
    Player(Sample.state(size.columns, size.rows, glyphs: .ascii), on: list)
  }

  @Test(arguments: Size.all) func `subscriptions of any state differ in their list`(_ size: Size) {
    expectDistinct(
      Self.states.map { state in
        var player = player(size)
        player.lists[.subs] = [.subscription(Sample.subscription(0, state))]
        player.type(":subs")
        player.press(.enter)
        return (state.rawValue, text(player))
      }
    )
  }

  /// A user with one chain, which is in a state.
  private static func userDetails(_ state: SubscriptionState) -> UserDetails {
    let order = Sample.orders[0]
    var userDetails = Sample.userDetails
    userDetails.orders = [order]
    userDetails.subscriptions = EntitlementRules.subscriptions(from: [order])
    userDetails.entitlements = []
    userDetails.documents = []
    let phase = Phase(from: Sample.days(-17), state: state, evidence: ID(Sample.digest("phase")))
    userDetails.lives = [order.chain: [phase]]
    return userDetails
  }

  @Test(arguments: Size.all, ["1", "2", "3"])
  func `they differ on the user's page, and in its picture`(_ size: Size, _ tab: String) {
    // The smallest screen has no room for a picture.
    guard size != .smallest || tab != "2" else { return }
    expectDistinct(
      Self.states.map { state in
        var player = player(size)
        player.userDetails = Self.userDetails(state)
        player.subjectHistory.chains = [
          SubjectHistory.Chain(
            id: Sample.orders[0].chain,
            sales: [Sample.orders[0]],
            phases: player.userDetails.lives[Sample.orders[0].chain] ?? []
          )
        ]
        player.subjectHistory.events = []
        player.type(":user ada")
        player.press(.enter)
        player.type(tab)
        let top = text(player)
        player.press(.end)
        return (state.rawValue, top + text(player))
      }
    )
  }

  @Test(arguments: Size.all) func `so do sales, and whose they are`(_ size: Size) {
    let sales: [(String, Order)] = [
      ("running", Sample.order("1", "pro", from: -1, until: 29)),
      ("trial", Sample.order("1", "pro", from: -1, until: 29, offer: .trial)),
      ("introductory", Sample.order("1", "pro", from: -1, until: 29, offer: .introductory)),
      ("pending", Sample.order("1", "pro", from: 1, until: 29)),
      ("expired", Sample.order("1", "pro", from: -31, until: -1)),
      ("taken back", Sample.order("1", "pro", from: -1, until: 29, cancelled: -0.5)),
      ("sandbox", Sample.order("1", "pro", from: -1, until: 29, environment: .sandbox)),
      ("Xcode", Sample.order("1", "pro", from: -1, until: 29, environment: .xcode)),
    ]
    expectDistinct(
      sales.map { name, order in
        var player = player(size)
        player.lists[.orders] = [.order(OrderRow(order: order, chainState: nil))]
        player.type(":orders")
        player.press(.enter)
        return (name, text(player))
      }
    )
    expectDistinct(
      sales.map { name, order in
        var player = player(size)
        player.users = [Sample.row("ada", "Ada", nil, orders: 1, order)]
        player.type(":users")
        player.press(.enter)
        return (name, text(player))
      }
    )
  }

  @Test(arguments: Size.all) func `jobs, documents and rights do, too`(_ size: Size) {
    expectDistinct(
      JobState.allCases.map { state in
        var player = player(size)
        player.jobRows = [Sample.jobRow(1, state)]
        player.type(":jobs")
        player.press(.enter)
        return ("\(state)", text(player))
      }
    )
    expectDistinct(
      Sample.documents.prefix(2).map { document in
        var player = player(size)
        player.lists[.receipts] = [.document(document)]
        player.type(":receipts")
        player.press(.enter)
        return ("\(document.verdict)", text(player))
      }
    )
  }

  @Test(arguments: Size.all) func `checks that passed, failed or were not made do`(_ size: Size) {
    let outcomes: [VerificationPanel.Check.Outcome] = [.passed, .failed, .notChecked]
    expectDistinct(
      outcomes.map { outcome in
        var player = player(size)
        player.inspection = Sample.inspection(checking: outcome)
        player.type(":receipt \(Sample.digest("a"))")
        player.press(.enter)
        // Where there is room the panel stands there already.
        if size.columns < 110 { player.press(.character("p")) }
        return ("\(outcome)", text(player))
      }
    )
  }

  @Test func `bars and marks of a timeline differ in every set of glyphs`() {
    for glyphs in GlyphSet.allCases {
      let clock = Clock(now: Sample.now, zone: .utc, localOffset: 0)
      let gantt = Gantt(
        [
          Gantt.Lane(
            label: "pro",
            spans: [Gantt.Span(from: Sample.days(-9), until: nil, bar: .paid)]
          )
        ],
        clock: clock,
        width: 80,
        glyphs
      )
      let bars = Gantt.Bar.allCases.compactMap { gantt?.symbol(of: $0).glyph }
      let marks = Gantt.Mark.allCases.compactMap { gantt?.symbol(of: $0).glyph }
      #expect(bars.count == Gantt.Bar.allCases.count)
      #expect(Set(bars).count == bars.count, "\(glyphs)")
      #expect(Set(marks).count == marks.count, "\(glyphs)")
      #expect(Set(bars).isDisjoint(with: marks), "\(glyphs)")
    }
  }
}
