import Entitlements
import Foundation
import Testing

@Suite struct `The life of a chain` {
  /// A phase in short: days since 2026-01-01, state, reason.
  private func life(
    _ sales: [Order],
    _ renewalStatuses: [RenewalStatus] = [],
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> [String] {
    func tell(_ sales: [Order], _ renewalStatuses: [RenewalStatus]) -> [String] {
      SubscriptionPhases(sales: sales, renewalStatuses: renewalStatuses).phases.map { phase in
        let reason = phase.reason.map { " (\($0.rawValue))" } ?? ""
        let until = phase.until.map { "–\(Self.number($0))" } ?? "–"
        return "\(Self.number(phase.from))\(until) \(phase.state.rawValue)\(reason)"
      }
    }
    let told = tell(sales, renewalStatuses)
    for other in sales.permutations {
      #expect(tell(other, renewalStatuses) == told, sourceLocation: sourceLocation)
    }
    for other in renewalStatuses.permutations {
      #expect(tell(sales, other + other) == told, sourceLocation: sourceLocation)
    }
    return told
  }

  private static func number(_ date: Date) -> String {
    let days = date.timeIntervalSince(day(0)) / 86_400
    return days == days.rounded() ? String(Int(days)) : String(days)
  }

  private func said(
    _ condition: RenewalStatus.Condition,
    on number: Double,
    renews: Bool? = nil
  ) -> RenewalStatus {
    RenewalStatus(
      chain: ID("chain"),
      condition: condition,
      renews: renews,
      statementSource: StatementSource(ID("said-\(number)"), at: day(number))
    )
  }

  @Test func `of one that lapsed is its periods and then the end`() {
    #expect(
      life([sale("1", from: 0, until: 7, offer: .trial), sale("2", from: 7, until: 37)])
        == ["0–7 trial", "7–37 active", "37– expired (unknown)"]
    )
  }

  @Test func `knows who had renewal turned off, and since when`() {
    #expect(
      life([sale("1", from: 0, until: 30)], [said(.running, on: 10, renews: false)])
        == ["0–10 active", "10–30 autoRenewOff", "30– expired (voluntary)"]
    )
    #expect(
      life(
        [sale("1", from: 0, until: 30)],
        [said(.running, on: 10, renews: false), said(.running, on: 20, renews: true)]
      ) == ["0–10 active", "10–20 autoRenewOff", "20–30 active", "30– expired (unknown)"]
    )
  }

  @Test func `has grace from the end on, though the store says so late, and then retries`() {
    #expect(
      life([sale("1", from: 0, until: 30)], [said(.gracePeriod(until: day(46)), on: 31)])
        == ["0–30 active", "30–46 gracePeriod", "46–90 billingRetry", "90– expired (billing)"]
    )
  }

  @Test func `goes on where a payment was recovered in grace`() {
    #expect(
      life(
        [sale("1", from: 0, until: 30), sale("2", from: 30, until: 60)],
        [said(.gracePeriod(until: day(46)), on: 31)]
      ) == [
        "0–31 active", "31–46 gracePeriod", "46–60 active", "60– expired (unknown)",
      ]
    )
    #expect(
      life(
        [sale("1", from: 0, until: 30), sale("2", from: 40, until: 70)],
        [said(.billingRetry(until: nil), on: 30)]
      ) == ["0–30 active", "30–40 billingRetry", "40–70 active", "70– expired (unknown)"]
    )
  }

  @Test func `ends with the reason the store gives, from the end on`() {
    #expect(
      life(
        [sale("1", from: 0, until: 30)],
        [said(.billingRetry(until: nil), on: 30), said(.ended(.billing), on: 90)]
      ) == ["0–30 active", "30–90 billingRetry", "90– expired (billing)"]
    )
    #expect(
      life([sale("1", from: 0, until: 30)], [said(.ended(.priceIncrease), on: 30.5)])
        == ["0–30 active", "30– expired (priceIncrease)"]
    )
  }

  @Test func `is over at a refund, until somebody buys again`() {
    #expect(
      life([sale("1", from: 0, until: 30, cancelled: 3), sale("2", from: 20, until: 50)])
        == ["0–3 active", "3–20 refunded", "20–50 active", "50– expired (unknown)"]
    )
  }

  @Test func `of an upgrade passes to the successor without a gap`() {
    #expect(
      life([
        sale("1", from: 0, until: 30, cancelled: 10), sale("2", of: "pro", from: 10, until: 40),
      ])
        == ["0–40 active", "40– expired (unknown)"]
    )
  }

  @Test func `pauses and comes back`() {
    #expect(
      life(
        [sale("1", from: 0, until: 30), sale("2", from: 60, until: 90)],
        [said(.paused(until: day(60)), on: 30)]
      ) == ["0–30 active", "30–60 paused", "60–90 active", "90– expired (unknown)"]
    )
  }

  @Test func `waits for a payment from the end of a pause on, though the store says so late`() {
    let told = life(
      [sale("1", from: 0, until: 30)],
      [said(.paused(until: day(60)), on: 30), said(.billingRetry(until: nil), on: 60.5)]
    )
    #expect(told.prefix(2) == ["0–30 active", "30–60 paused"])
    #expect(told[2].hasPrefix("60–") && told[2].hasSuffix(" billingRetry"))
  }

  @Test func `that only statements are known of is unverified`() {
    #expect(life([], [said(.running, on: 5)]) == ["5– unverified"])
    #expect(life([], [said(.pending, on: 5)]) == ["5– pending"])
    #expect(life([]) == [])
  }

  @Test func `has phases without gaps, the last one open`() {
    var chance = Dice(state: 2026)
    for _ in 0..<300 {
      let sales = (0..<Int.random(in: 1...5, using: &chance)).map { number in
        let from = Double.random(in: 0...100, using: &chance).rounded()
        return sale(
          "\(number)",
          from: from,
          until: from + Double(Int.random(in: 1...40, using: &chance)),
          cancelled: Bool.random(using: &chance) ? from + 2 : nil
        )
      }
      let conditions: [RenewalStatus.Condition] = [
        .running, .gracePeriod(until: day(60)), .billingRetry(until: nil), .paused(until: nil),
        .ended(.billing), .revoked(at: day(50)), .pending,
      ]
      let renewalStatuses = (0..<3).compactMap { _ in
        conditions.randomElement(using: &chance).map {
          said($0, on: Double.random(in: 0...150, using: &chance).rounded())
        }
      }
      let phases = SubscriptionPhases(sales: sales, renewalStatuses: renewalStatuses).phases
      for (left, right) in zip(phases, phases.dropFirst()) {
        #expect(left.until == right.from, "\(sales) \(renewalStatuses)")
        #expect(left.from < right.from)
      }
      #expect(phases.last?.until == nil)
    }
  }
}

/// SplitMix64: the same throws every time.
private struct Dice: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var word = (state ^ state >> 30) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ word >> 27) &* 0x94D0_49BB_1331_11EB
    return word ^ word >> 31
  }
}
