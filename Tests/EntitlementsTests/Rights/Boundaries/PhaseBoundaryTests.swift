import Entitlements
import Foundation
import Testing

@Suite struct `Each phase begins and ends at its instant` {
  private func short(_ phases: [Phase]) -> [String] {
    func number(_ date: Date) -> String {
      let days = date.timeIntervalSince(day(0)) / 86_400
      return days == days.rounded() ? String(Int(days)) : String(days)
    }
    return phases.map { phase in
      let reason = phase.reason.map { " (\($0.rawValue))" } ?? ""
      return
        "\(number(phase.from))–\(phase.until.map(number) ?? "") \(phase.state.rawValue)\(reason)"
    }
  }

  private func said(
    _ condition: RenewalStatus.Condition,
    on number: Double,
    renews: Bool? = nil,
    _ authority: Authority = .full
  ) -> RenewalStatus {
    RenewalStatus(
      chain: ID("chain"),
      condition: condition,
      renews: renews,
      statementSource: StatementSource(ID("said-\(number)"), at: day(number), authority)
    )
  }

  private func life(_ sales: [Order], _ said: RenewalStatus...) -> [String] {
    short(SubscriptionPhases(sales: sales, renewalStatuses: said).phases)
  }

  private let month = [sale("1", from: 0, until: 30)]

  // MARK: After the paid period

  @Test func `a renewal that is awaited gives access until its instant`() {
    #expect(
      life(month, said(.renewing(until: day(32)), on: 29))
        == ["0–32 active", "32– expired (unknown)"]
    )
    #expect(
      life(month, said(.renewing(until: day(32)), on: 31, renews: false))
        == ["0–30 active", "30–32 active", "32– expired (voluntary)"]
    )
    #expect(
      life(month, said(.renewing(until: day(30)), on: 29))
        == ["0–30 active", "30– expired (unknown)"]
    )
  }

  @Test func `grace that was stated before the end lasts beyond it, or ends there`() {
    #expect(
      life(month, said(.gracePeriod(until: day(46)), on: 20))
        == ["0–20 active", "20–46 gracePeriod", "46–90 billingRetry", "90– expired (billing)"]
    )
    #expect(
      life(month, said(.gracePeriod(until: day(30)), on: 20))
        == ["0–20 active", "20–30 gracePeriod", "30– expired (unknown)"]
    )
  }

  @Test func `retries end when the store said, or after sixty days`() {
    #expect(
      life(month, said(.billingRetry(until: day(50)), on: 30))
        == ["0–30 active", "30–50 billingRetry", "50– expired (billing)"]
    )
    #expect(
      life(month, said(.billingRetry(until: nil), on: 30))
        == ["0–30 active", "30–90 billingRetry", "90– expired (billing)"]
    )
    #expect(
      life(month, said(.billingRetry(until: nil), on: 10))
        == ["0–10 active", "10–30 billingRetry", "30– expired (unknown)"]
    )
  }

  @Test func `retries begin after a pause, or when the store states them after sixty days`() {
    let pause = said(.paused(until: day(120)), on: 30)
    #expect(
      life(month, pause, said(.billingRetry(until: nil), on: 122))
        == ["0–30 active", "30–120 paused", "120–180 billingRetry", "180– expired (billing)"]
    )
    #expect(
      life(month, pause, said(.billingRetry(until: nil), on: 110))
        == ["0–30 active", "30–110 paused", "110–170 billingRetry", "170– expired (billing)"]
    )
    #expect(
      life(
        month,
        said(.billingRetry(until: nil), on: 95),
        said(.billingRetry(until: nil), on: 100)
      ) == ["0–30 active", "30–155 billingRetry", "155– expired (billing)"]
    )
    #expect(
      life(month, said(.billingRetry(until: nil), on: 90))
        == ["0–30 active", "30–150 billingRetry", "150– expired (billing)"]
    )
  }

  @Test func `a pause ends when the store said`() {
    #expect(
      life(month, said(.paused(until: day(60)), on: 30, renews: false))
        == ["0–30 active", "30–60 paused", "60– expired (voluntary)"]
    )
    #expect(
      life(month, said(.paused(until: day(60)), on: 31, renews: false))
        == ["0–30 active", "30–60 paused", "60– expired (voluntary)"]
    )
    #expect(life(month, said(.paused(until: nil), on: 30)) == ["0–30 active", "30– paused"])
    #expect(
      life(month, said(.paused(until: nil), on: 10))
        == ["0–10 active", "10–30 paused", "30– expired (unknown)"]
    )
  }

  @Test func `what the store revoked ends at that instant`() {
    #expect(
      life(month, said(.revoked(at: day(10)), on: 5)) == ["0–10 active", "10– revoked"]
    )
    #expect(
      life(month, said(.revoked(at: day(40)), on: 35, renews: false))
        == ["0–30 active", "30–40 expired (voluntary)", "40– revoked"]
    )
    #expect(
      life(month, said(.revoked(at: day(30)), on: 30)) == ["0–30 active", "30– revoked"]
    )
  }

  @Test func `what is not paid for yet is pending`() {
    #expect(life(month, said(.pending, on: 31)) == ["0–30 active", "30– pending"])
    #expect(
      life(month, said(.pending, on: 0)) == ["0–30 pending", "30– expired (unknown)"]
    )
  }

  @Test func `an end that the store states counts at once`() {
    #expect(
      life(month, said(.ended(.other), on: 10)) == ["0–10 active", "10– expired (other)"]
    )
  }

  @Test func `a statement that comes with the next sale says nothing of the time before`() {
    let sales = month + [sale("2", from: 31, until: 61)]
    #expect(
      life(sales, said(.billingRetry(until: nil), on: 31))
        == [
          "0–30 active", "30–31 expired (unknown)", "31–61 billingRetry", "61– expired (unknown)",
        ]
    )
    #expect(
      life(sales, said(.billingRetry(until: nil), on: 30.5))
        == ["0–30 active", "30–31 billingRetry", "31–61 active", "61– expired (unknown)"]
    )
    #expect(
      life(sales, said(.running, on: 30.5, renews: false))
        == [
          "0–30 active", "30–30.5 expired (unknown)", "30.5–31 expired (voluntary)", "31–61 active",
          "61– expired (unknown)",
        ]
    )
  }

  @Test func `a trial whose renewal is off stays a trial`() {
    #expect(
      life([sale("1", from: 0, until: 7, offer: .trial)], said(.running, on: 3, renews: false))
        == ["0–3 trial", "3–7 trial", "7– expired (voluntary)"]
    )
  }

  @Test func `an upgraded sale alone was replaced, and a revoked one revoked`() {
    func cancelled(_ cancellation: Order.Cancellation) -> [String] {
      life([
        sale("1", from: 0, until: 30, cancelled: 10).changing { $0.cancellation = cancellation }
      ])
    }
    #expect(cancelled(.upgraded) == ["0–10 active", "10– expired (replaced)"])
    #expect(cancelled(.revoked) == ["0–10 active", "10– revoked"])
    #expect(cancelled(.refunded) == ["0–10 active", "10– refunded"])
  }

  @Test func `what a sale within another one covers is not over with the shorter one`() {
    let sales = [sale("1", from: 0, until: 60), sale("2", from: 10, until: 20, offer: .trial)]
    #expect(life(sales) == ["0–10 active", "10–20 trial", "20–60 active", "60– expired (unknown)"])
  }

  @Test func `of two sales that end at one instant, the newer one says why`() {
    let sales = [sale("1", from: 0, until: 30), sale("2", from: 10, until: 60, cancelled: 30)]
    #expect(life(sales) == ["0–30 active", "30– refunded"])
  }

  @Test func `sales follow each other as they were bought, whatever their IDs`() {
    let sales = [sale("2", from: 0, until: 30, offer: .trial), sale("1", from: 30, until: 60)]
    for other in sales.permutations {
      #expect(life(other) == ["0–30 trial", "30–60 active", "60– expired (unknown)"])
    }
    let lapsed = [
      sale("3", from: 0, until: 10, offer: .trial), sale("2", from: 20, until: 30),
      sale("1", from: 40, until: 50, cancelled: 45),
    ]
    for other in lapsed.permutations {
      #expect(
        life(other) == [
          "0–10 trial", "10–20 expired (unknown)", "20–30 active", "30–40 expired (unknown)",
          "40–45 active", "45– refunded",
        ]
      )
    }
  }

  @Test func `statements without a sale give no access, but say what they can`() {
    #expect(life([], said(.paused(until: nil), on: 5)) == ["5– paused"])
    #expect(
      life([], said(.revoked(at: day(8)), on: 5)) == ["5–8 unverified", "8– revoked"]
    )
    #expect(life([], said(.ended(.billing), on: 5)) == ["5– expired (billing)"])
    #expect(
      life([], said(.gracePeriod(until: day(9)), on: 5, renews: true)) == ["5– unverified"]
    )
  }

  @Test func `each phase names its evidence, and whether it will renew`() {
    let phases = SubscriptionPhases(
      sales: month,
      renewalStatuses: [
        said(.running, on: 5, renews: true), said(.billingRetry(until: nil), on: 30, renews: true),
      ]
    ).phases
    #expect(phases.map(\.renews) == [nil, true, true, true])
    #expect(phases.map(\.evidence.raw) == ["document", "said-5.0", "said-30.0", "said-30.0"])
    let alone = SubscriptionPhases(
      sales: [],
      renewalStatuses: [said(.pending, on: 5, renews: true)]
    )
    #expect(alone.phases.map(\.renews) == [true])
    #expect(alone.phases.map(\.evidence.raw) == ["said-5.0"])
  }

  @Test func `an unconfirmed renewal parts the time after the end, without empty phases`() {
    func renewal(_ from: Double, _ until: Double) -> [Order] {
      month + [sale("2", from: from, until: until, told: 29, by: .hearsay)]
    }
    #expect(
      life(renewal(30, 60)) == ["0–30 active", "30–60 unverified", "60– expired (unknown)"]
    )
    #expect(
      life(renewal(35, 60)) == [
        "0–30 active", "30–35 expired (unknown)", "35–60 unverified", "60– expired (unknown)",
      ]
    )
    #expect(life(renewal(10, 30)) == ["0–30 active", "30– expired (unknown)"])
    #expect(life(renewal(35, 35)) == ["0–30 active", "30– expired (unknown)"])
    let sales = renewal(30, 60) + [sale("3", from: 60, until: 90)]
    #expect(life(sales)[0...1] == ["0–30 active", "30–60 expired (unknown)"])
    let told = month + [sale("2", from: 35, until: 40, told: 31, by: .hearsay)]
    #expect(
      life(told, said(.ended(.billing), on: 31), said(.ended(.other), on: 50, .hearsay))
        == ["0–30 active", "30– expired (billing)"]
    )
  }

  // MARK: Replaced purchases

  private func replaced(_ said: RenewalStatus..., at number: Double) -> [String] {
    let phases = SubscriptionPhases(sales: month, renewalStatuses: said).phases
    return short(phases.replaced(at: day(number), by: ID("link")))
  }

  @Test func `a purchase that another one replaces ends there`() {
    #expect(replaced(at: 10) == ["0–10 active", "10– expired (replaced)"])
    for number in [-5.0, 0] { #expect(replaced(at: number) == ["0– expired (replaced)"]) }
    let retry = said(.billingRetry(until: nil), on: 30)
    #expect(
      replaced(retry, at: 40)
        == ["0–30 active", "30–40 billingRetry", "40– expired (replaced)"]
    )
    #expect(replaced(retry, at: 30) == ["0–30 active", "30– expired (replaced)"])
    let pause = said(.paused(until: nil), on: 30)
    #expect(
      replaced(pause, at: 40) == ["0–30 active", "30–40 paused", "40– expired (replaced)"]
    )
  }

  @Test func `a purchase that had ended before stays as it was`() {
    for number in [30.0, 40] {
      #expect(replaced(at: number) == ["0–30 active", "30– expired (unknown)"])
    }
    #expect([Phase]().replaced(at: day(1), by: ID("link")).isEmpty)
    let phases = SubscriptionPhases(sales: month, renewalStatuses: []).phases
    let last = phases.replaced(at: day(10), by: ID("link")).last
    #expect((last?.renews, last?.evidence) == (false, ID("link")))
  }

  @Test func `statements by token alone count after everything the purchase said`() {
    let statements = [said(.running, on: 5), said(.pending, on: 10)]
    func newer(_ sales: [Order], _ own: RenewalStatus...) -> [Double] {
      statements.newer(after: sales, own)
        .map { $0.statementSource.statedAt.timeIntervalSince(day(0)) / 86_400 }
    }
    #expect(newer([]) == [])
    #expect(newer([sale("1", from: 0, told: 5)]) == [10])
    #expect(newer([sale("1", from: 0, told: 4), sale("2", from: 0, told: 10)]) == [])
    #expect(newer([sale("1", from: 0, told: 7, by: .hearsay)]) == [5, 10])
    #expect(newer([sale("1", from: 0, told: 0)], said(.running, on: 7)) == [10])
    #expect(
      newer([sale("1", from: 0, told: 0)], said(.running, on: 3), said(.running, on: 7)) == [10]
    )
    #expect(newer([sale("1", from: 0, told: 0)], said(.running, on: 7, .hearsay)) == [5, 10])
    #expect([RenewalStatus]().newer(after: month, []).isEmpty)
  }
}
