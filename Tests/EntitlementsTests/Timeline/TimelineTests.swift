import Entitlements
import Foundation
import Testing

@Suite struct `A timeline` {
  /// The events in short: day, kind; `~` for one ahead, `⇄` for one seen too late.
  private func lines(_ file: DiagnosisInput, at number: Double = 1_000) -> [String] {
    Timeline.events(of: file, at: Story.day(number)).map { event in
      let days = event.storeAt.timeIntervalSince(Story.day(0)) / 86_400
      let day = days == days.rounded() ? String(Int(days)) : String(days)
      return "\(event.isScheduled ? "~" : "")\(day) \(event.kind.rawValue)"
        + (event.overtakenBy == nil ? "" : " ⇄")
    }
  }

  @Test func `follows a subscription from the trial to the end`() {
    let file = Story.file(
      [
        Story.sale("1", from: 0, until: 7, offer: .trial, price: nil),
        Story.sale("2", from: 7, until: 37),
        Story.sale("3", from: 37, until: 67),
      ],
      renewalStatuses: [Story.said(on: 50, renews: false)],
      notices: [Story.told(.renewalTurnedOff, on: 50, document: "said-apple-1-50.0")]
    )
    #expect(
      lines(file) == [
        "0 trialBegan", "7 trialConverted", "37 renewed", "50 renewalTurnedOff", "67 expired",
      ]
    )
  }

  @Test func `tells the trouble with a payment in its steps`() {
    let file = Story.file(
      [Story.sale("1", from: 0, until: 30), Story.sale("2", from: 50, until: 80)],
      renewalStatuses: [Story.said(.gracePeriod(until: Story.day(40)), on: 30.5)],
      notices: [Story.told(.renewalFailed, on: 30.5), Story.told(.recovered, on: 50)]
    )
    #expect(
      lines(file)
        == ["0 purchased", "30 graceBegan", "40 graceEnded", "50 recovered", "80 expired"]
    )
  }

  @Test func `tells a pause and the way back`() {
    let file = Story.file(
      [Story.sale("1", from: 0, until: 30), Story.sale("2", from: 60, until: 90)],
      renewalStatuses: [Story.said(.paused(until: Story.day(60)), on: 30)]
    )
    #expect(lines(file, at: 70) == ["0 purchased", "30 paused", "60 resumed", "~90 renewalDue"])
  }

  @Test func `makes one event of a sale and the notices on it`() throws {
    let file = Story.file(
      [Story.sale("1", from: 0, until: 30), Story.sale("2", from: 30, until: 60)],
      notices: [
        Story.told(.purchased, on: 0.01, order: "1", document: "a"),
        Story.told(.renewed, on: 30.01, document: "b"),
        Story.told(.renewed, on: 30.01, order: "2", document: "c"),
      ]
    )
    let events = Timeline.events(of: file, at: Story.day(31))
    #expect(events.map(\.kind) == [.purchased, .renewed, .renewalDue])
    #expect(events[1].evidence == [ID("b"), ID("c"), ID("sale-apple-2")])
    #expect(events[1].seenAt == Story.day(30))
  }

  @Test func `lists an event once that a purchase and its token each tell of`() {
    func link(_ chain: String) -> Link {
      Link(.purchaseToken, "AO-J1O1", of: Story.chain(chain, .google), evidence: ID("link"))
    }
    let file = Story.file(
      [
        Story.sale("1", store: .google, from: 0, until: 30),
        Story.sale("2", store: .google, from: 30, until: 60),
      ],
      notices: [
        Story.told(.purchased, on: 0, chain: "token-1", store: .google, document: "a"),
        Story.told(.renewed, on: 30, chain: "token-1", store: .google, document: "b"),
      ],
      links: [link("1"), link("token-1")]
    )
    #expect(lines(file, at: 31) == ["0 purchased", "30 renewed", "~60 renewalDue"])
  }

  @Test func `tells when a period of minutes ends, not on which day`() {
    let minute = 1.0 / 1_440
    let file = Story.file([Story.sale("1", from: 0, until: 5 * minute)])
    let sentences = Timeline.events(of: file, at: Story.day(1)).map { Wording.sentence(for: $0) }
    #expect(sentences.first?.hasSuffix(":05 UTC") == true)
  }

  @Test func `keeps a notice on a sale that is not on file`() {
    let file = Story.file(
      [Story.sale("1", from: 0, until: 30)],
      notices: [
        Story.told(.renewed, on: 0.2, order: "9"), Story.told(.renewed, on: 30),
        Story.told(.renewed, on: 30, document: "again"),
      ]
    )
    #expect(lines(file, at: 31) == ["0 purchased", "0.2 renewed", "30 renewed", "30 expired"])
  }

  @Test func `keeps the renewals of a sandbox apart, minutes though they last`() {
    let minute = 1.0 / 1_440
    let sales = (0..<6).map {
      Story.sale("\($0)", from: Double($0 * 5) * minute, until: Double($0 * 5 + 5) * minute)
    }
    let notices = (0..<6).map { Story.told(.renewed, on: (Double($0 * 5) + 0.3) * minute) }
    let events = Timeline.events(of: Story.file(sales, notices: notices), at: Story.day(1))
    #expect(events.filter { $0.kind == .renewed || $0.kind == .purchased }.count == 6)
    #expect(events.prefix(6).allSatisfy { $0.evidence.count == 2 })
  }

  @Test func `tells an upgrade once, with what it came from`() throws {
    let file = Story.file([
      Story.sale("1", from: 0, until: 30, cancelled: 10, as: .upgraded),
      Story.sale("2", of: "pro.yearly", from: 10, until: 375, price: "99.99"),
    ])
    let events = Timeline.events(of: file, at: Story.day(11))
    #expect(events.map(\.kind) == [.purchased, .planChanged, .renewalDue])
    #expect(events[1].formerProductID == "pro.monthly")
    #expect(events[1].evidence == [ID("sale-apple-1"), ID("sale-apple-2")])
  }

  @Test func `follows a change of plan into the purchase that took the place`() {
    let successor = Story.chain("GPA.2", .google)
    let file = Story.file(
      [
        Story.sale(
          "GPA.1",
          chain: "GPA.1",
          store: .google,
          from: 0,
          until: 30,
          cancelled: 10,
          as: .upgraded
        ),
        Story.sale("GPA.2", of: "pro.yearly", chain: "GPA.2", store: .google, from: 10, until: 375),
      ],
      links: [
        Link(.purchaseToken, "old", of: Story.chain("GPA.1", .google), evidence: ID("x")),
        Link(.predecessor, "old", of: successor, evidence: ID("x")),
      ]
    )
    #expect(lines(file, at: 11) == ["0 purchased", "10 planChanged", "~375 renewalDue"])
  }

  @Test func `tells what the store took back, and why`() {
    let file = Story.file(
      [
        Story.coins("a", from: 0, cancelled: 3),
        Story.sale(
          "b",
          of: "pro.lifetime",
          chain: "b",
          kind: .nonConsumable,
          from: 1,
          cancelled: 4
        ),
        Story.sale(
          "c",
          of: "pro.lifetime",
          chain: "c",
          kind: .nonConsumable,
          from: 2,
          cancelled: 5,
          as: .revoked
        ),
      ],
      notices: [
        Story.told(.refundRequested, on: 2.5, chain: nil, order: "a"),
        Story.told(.refunded, on: 3, chain: nil, order: "a"),
        Story.told(.refundDeclined, on: 6, chain: "b"),
      ]
    )
    #expect(
      lines(file) == [
        "0 purchased", "1 purchased", "2 purchased", "2.5 refundRequested", "3 refunded",
        "4 takenBack", "5 revoked", "6 refundDeclined",
      ]
    )
  }

  @Test func `tells whose a chain was, what operators did and what was refused`() {
    let chain = Story.chain("1")
    let file = Story.file(
      [
        Story.sale("1", of: "pro.lifetime", kind: .nonConsumable, from: 0),
        Story.coins("c", from: 1),
      ],
      acts: [
        OperatorAction(
          .transfer(chain, to: ID("bob")),
          by: "eve",
          statementSource: StatementSource(ID("t"), at: Story.day(5))
        ),
        OperatorAction(
          .consume(Story.order("c"), count: 2),
          by: "app",
          statementSource: StatementSource(ID("u"), at: Story.day(6))
        ),
        OperatorAction(
          .grant(ID("ada"), key: "premium", .production, until: Story.day(20)),
          by: "eve",
          statementSource: StatementSource(ID("g"), at: Story.day(7))
        ),
        OperatorAction(
          .note(ID("ada"), "secret"),
          by: "eve",
          statementSource: StatementSource(ID("n"), at: Story.day(8))
        ),
      ],
      claims: [chain: [Story.claim("ada", on: 0), Story.claim("bob", on: 5, "t")]],
      documents: [Story.document("bad", received: 9, rejected: "bad-signature")]
    )
    #expect(
      lines(file) == [
        "0 purchased", "1 purchased", "5 ownerChanged", "6 used", "7 granted", "8 noted",
        "9 rejected",
      ]
    )
    let rejected = Timeline.events(of: file, at: Story.day(10)).last
    #expect(rejected?.detail == "bad-signature")
    #expect(rejected?.seenAt == Story.day(9))
    #expect(rejected?.appliedAt == nil)
  }

  @Test func `tells no rejection of a Microsoft key, which proves nothing and is filed to query`() {
    let key = Story.document(
      "key",
      received: 9,
      rejected: "untrusted-chain",
      kind: "microsoft-store-id-key"
    )
    let file = Story.file([Story.sale("1", from: 0, until: 30)], documents: [key])
    #expect(!Timeline.events(of: file, at: Story.day(10)).contains { $0.kind == .rejected })
  }
}
