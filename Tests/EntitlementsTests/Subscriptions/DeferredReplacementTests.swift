import Entitlements
import Foundation
import Testing

/// Google's replacement mode DEFERRED: the order goes on under another token, which states when it
/// began itself.
@Suite struct `An order that goes on under another token` {
  private let bought = Story.sale(
    "GPA.1",
    chain: "GPA.1",
    store: .google,
    from: 0,
    until: 30,
    document: "old"
  )
  private let restated = Story.sale(
    "GPA.1",
    chain: "GPA.1",
    store: .google,
    from: 3,
    until: 30,
    document: "new"
  )

  @Test func `keeps the day on which it was bought`() {
    for merged in [bought.merged(with: restated), restated.merged(with: bought)] {
      #expect(merged.purchasedAt == Story.day(0))
      #expect(merged.originalPurchasedAt == Story.day(0))
      #expect(merged.evidence == ID("new"))
    }
  }

  @Test func `has not ended with its first token`() {
    let phases = SubscriptionPhases(
      sales: [bought],
      renewalStatuses: [
        Story.said(.ended(.replaced), on: 3, chain: "GPA.1", store: .google),
        Story.said(.running, on: 3.5, chain: "GPA.1", store: .google),
      ]
    ).phases
    #expect(phases.map(\.state) == [.active, .expired])
    #expect(phases.map(\.from) == [Story.day(0), Story.day(30)])
  }

  @Test func `tells that a plan was chosen, and of no end and no purchase`() {
    func link(_ kind: Link.Kind, _ token: String, _ chain: String) -> Link {
      Link(kind, token, of: Story.chain(chain, .google), evidence: ID("link"))
    }
    let file = Story.file(
      [bought],
      notices: [
        Story.told(.purchased, on: 0, chain: "token-1", store: .google, document: "a"),
        Story.told(.expired, on: 3, chain: "token-1", store: .google, document: "b"),
        Story.told(.purchased, on: 3, chain: "token-2", store: .google, document: "c"),
      ],
      links: [
        link(.purchaseToken, "first", "GPA.1"), link(.purchaseToken, "second", "GPA.1"),
        link(.predecessor, "first", "GPA.1"), link(.purchaseToken, "first", "token-1"),
        link(.purchaseToken, "second", "token-2"),
      ]
    )
    let kinds = Timeline.events(of: file, at: Story.day(5)).map(\.kind)
    #expect(kinds == [.purchased, .planChangeChosen, .renewalDue])
  }

  @Test func `is renewed without a gap, though the beginning is an estimate`() {
    let renewal = Story.sale(
      "GPA.1..0",
      chain: "GPA.1",
      store: .google,
      from: 30 + 1.0 / 86_400,
      until: 60
    )
    let phases = SubscriptionPhases(sales: [bought, renewal], renewalStatuses: []).phases
    #expect(phases.map(\.state) == [.active, .expired])
  }
}
