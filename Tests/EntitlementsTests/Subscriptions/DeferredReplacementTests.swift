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
    price: nil,
    document: "old"
  )
  private let restated = Story.sale(
    "GPA.1",
    chain: "GPA.1",
    store: .google,
    from: 3,
    until: 30,
    price: nil,
    document: "new"
  )

  @Test func `has given access since the first answer about it`() {
    let merged = bought.merged(with: restated)
    let phases = SubscriptionPhases(
      sales: [merged],
      renewalStatuses: [answer(on: 0.01, in: "old"), answer(on: 3, in: "new")]
    ).phases
    #expect(phases.map(\.state) == [.active, .expired])
    #expect(phases.map(\.from) == [Story.day(0.01), Story.day(30)])
  }

  private func answer(on number: Double, in document: String) -> RenewalStatus {
    RenewalStatus(
      chain: Story.chain("GPA.1", .google),
      condition: .running,
      paidUntil: Story.day(30),
      statementSource: StatementSource(ID(document), at: Story.day(number))
    )
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

  @Test func `has its grace period if no token was replaced`() {
    let grace = Story.said(
      .gracePeriod(until: Story.day(37)),
      on: 30,
      chain: "GPA.1",
      store: .google
    )
    let phases = SubscriptionPhases(sales: [bought], renewalStatuses: [grace]).phases
    #expect(phases.map(\.state).prefix(2) == [.active, .gracePeriod])
  }

  @Test func `has ended if its token was replaced and it does not go on`() {
    let phases = SubscriptionPhases(
      sales: [bought],
      renewalStatuses: [
        Story.said(.running, on: 1, chain: "GPA.1", store: .google),
        Story.said(.ended(.replaced), on: 3, chain: "GPA.1", store: .google),
        Story.said(.ended(.voluntary), on: 5, chain: "GPA.1", store: .google),
      ]
    ).phases
    #expect(phases.map(\.from) == [Story.day(0), Story.day(3), Story.day(5)])
    #expect(phases.map(\.reason) == [nil, .replaced, .voluntary])
  }

  /// The states of the bought period and of a sale that begins so many seconds after it.
  private func states(
    _ transaction: String = "GPA.1..0",
    after seconds: Double,
    cancelled: Double? = nil,
    in store: Store = .google,
    price: String? = nil,
    _ renewalStatuses: [RenewalStatus] = []
  ) -> [SubscriptionState] {
    let first = Story.sale(
      "GPA.0",
      chain: "GPA.1",
      store: store,
      from: 0,
      until: 30,
      cancelled: cancelled
    )
    let second = Story.sale(
      transaction,
      chain: "GPA.1",
      store: store,
      from: 30 + seconds / 86_400,
      until: 60,
      price: price
    )
    return SubscriptionPhases(sales: [first, second], renewalStatuses: renewalStatuses).phases
      .map(\.state)
  }

  @Test func `is renewed without a gap, though the beginning is an estimate`() {
    #expect(states(after: 0.5) == [.active, .expired])
    #expect(states(after: 1) == [.active, .expired])
    #expect(states(after: 60) == [.active, .expired])
  }

  @Test func `is renewed without a gap by a late charge, unless access was interrupted`() {
    #expect(states(after: 172_800, price: "9.99") == [.active, .expired])
    #expect(states(after: 172_801, price: "9.99") == [.active, .expired, .active, .expired])
    let running = Story.said(.running, on: 30.01, chain: "GPA.1", store: .google)
    #expect(states(after: 3_600, price: "9.99", [running]) == [.active, .expired])
    let grace = Story.said(.gracePeriod(until: day(70)), on: 61, chain: "GPA.1", store: .google)
    #expect(states(after: 3_600, price: "9.99", [grace]).prefix(2) == [.active, .gracePeriod])
    let hold = Story.said(.billingRetry(until: nil), on: 30.01, chain: "GPA.1", store: .google)
    #expect(
      states(after: 3_600, price: "9.99", [hold]) == [.active, .billingRetry, .active, .expired]
    )
  }

  @Test func `shows a gap that is no estimate's`() {
    let gap: [SubscriptionState] = [.active, .expired, .active, .expired]
    #expect(states(after: 61) == gap)
    // The first charge begins when the store says.
    #expect(states("GPA.1", after: 1) == gap)
    #expect(states(after: 1, in: .apple) == gap)
    #expect(states(after: 1, cancelled: 30) == [.active, .refunded, .active, .expired])
  }
}
