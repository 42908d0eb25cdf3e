import Entitlements
import Foundation
import Testing

/// Google states only the latest end of a period. What was bought is in an earlier answer.
@Suite struct `The end of a Google period that was bought` {
  private func answer(
    _ condition: RenewalStatus.Condition = .running,
    on number: Double,
    until: Double?
  ) -> RenewalStatus {
    RenewalStatus(
      chain: ID("chain"),
      condition: condition,
      paidUntil: until.map(day),
      statementSource: StatementSource(ID("answer-\(number)"), at: day(number))
    )
  }

  private func sale(
    _ number: String = "GPA.1",
    from: Double = 0,
    until: Double,
    stated: Double
  ) -> Order {
    charge(number, from: from, until: until, stated: stated, in: "answer-\(stated)")
  }

  /// The sales' ends and cancellations, by the answers in any order and once more by them.
  private func ends(
    _ sales: [Order],
    _ answers: [RenewalStatus],
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> [String] {
    func found(_ sales: [Order], _ answers: [RenewalStatus]) -> [Order] {
      sales.withStatedEnds(from: answers).withBoughtEnds(from: answers)
    }
    let first = found(sales, answers)
    for answers in answers.permutations {
      #expect(found(sales, answers) == first, sourceLocation: sourceLocation)
      #expect(found(first, answers) == first, sourceLocation: sourceLocation)
    }
    return first.map { sale in
      let end = sale.expiresAt.map { "\(Int($0.timeIntervalSince(day(0)) / 86_400))" } ?? "never"
      let at = sale.cancelledAt.map { " \(Int($0.timeIntervalSince(day(0)) / 86_400))" } ?? ""
      return end + at + (sale.cancellation.map { " \($0.rawValue)" } ?? "")
    }
  }

  private var bought: RenewalStatus { answer(on: 0, until: 365) }

  @Test func `stays when Google ends the period early, which is a revocation`() {
    for reason in [ExpiryReason.developer, .unknown] {
      let ended = answer(.ended(reason), on: 11, until: 10)
      #expect(ends([sale(until: 10, stated: 11)], [bought, ended]) == ["365 10 revoked"])
    }
  }

  @Test func `is not what an answer about a pending purchase states, or rounds by a minute`() {
    let pending = answer(.pending, on: 1, until: 60)
    #expect(ends([sale(until: 30, stated: 1)], [pending]) == ["30"])
    let rounded = 365 - 60.0 / 86_400
    let ended = answer(.ended(.developer), on: 366, until: rounded)
    #expect(ends([sale(until: rounded, stated: 366)], [bought, ended]) == ["364"])
    let short = 365 - 61.0 / 86_400
    let revoked = answer(.ended(.developer), on: 366, until: short)
    #expect(
      ends([sale(until: short, stated: 366)], [bought, revoked]) == ["365 364 revoked"]
    )
  }

  @Test func `stays when the sale was refunded`() {
    let refunded = sale(until: 10, stated: 11).changing {
      ($0.cancelledAt, $0.cancellation) = (day(10), .refunded)
    }
    for reason in [ExpiryReason.unknown, .voluntary] {
      let ended = answer(.ended(reason), on: 11, until: 10)
      #expect(ends([refunded], [bought, ended]) == ["365 10 refunded"])
    }
  }

  @Test func `is the stated one if no earlier answer states another`() {
    let ended = answer(.ended(.developer), on: 11, until: 10)
    #expect(ends([sale(until: 10, stated: 11)], [ended]) == ["10"])
    let whole = answer(.ended(.unknown), on: 366, until: 365)
    #expect(ends([sale(until: 365, stated: 366)], [bought, whole]) == ["365"])
    let other = charge("GPA.1", from: 0, until: 30, stated: 40, in: "order")
    #expect(ends([other], [bought, ended]) == ["30"])
  }

  @Test func `is the stated one if another purchase replaced it, or the customer cancelled it`() {
    for reason in [ExpiryReason.replaced, .voluntary] {
      let ended = answer(.ended(reason), on: 11, until: 10)
      #expect(ends([sale(until: 10, stated: 11)], [bought, ended]) == ["10"])
    }
  }

  @Test func `is before the grace period that follows it`() {
    let first = answer(on: 0, until: 30)
    let grace = answer(.gracePeriod(until: day(37)), on: 31, until: 37)
    #expect(ends([sale(until: 37, stated: 31)], [first, grace]) == ["30"])
    let lapsed = answer(.ended(.billing), on: 38, until: 37)
    #expect(ends([sale(until: 37, stated: 38)], [first, lapsed]) == ["30"])
    let cancelled = answer(.ended(.voluntary), on: 35, until: 34)
    #expect(ends([sale(until: 34, stated: 35)], [first, grace, cancelled]) == ["30"])
    let renewed = answer(on: 34, until: 60)
    let sales = [sale(until: 37, stated: 31), sale("GPA.1..0", from: 30, until: 60, stated: 34)]
    #expect(ends(sales, [first, grace, renewed]) == ["30", "60"])
  }

  @Test func `follows an extension`() {
    let first = answer(on: 0, until: 30)
    #expect(ends([sale(until: 40, stated: 5)], [first, answer(on: 5, until: 40)]) == ["40"])
    let ended = answer(.ended(.voluntary), on: 41, until: 40)
    #expect(ends([sale(until: 40, stated: 41)], [first, ended]) == ["40"])
  }

  @Test func `does not change the phases of a grace period`() {
    let answers = [
      answer(on: 0, until: 30), answer(.gracePeriod(until: day(37)), on: 31, until: 37),
    ]
    let stated = [sale(until: 37, stated: 31)]
    let bought = stated.withBoughtEnds(from: answers)
    #expect(bought.map(\.expiresAt) == [day(30)])
    #expect(
      SubscriptionPhases(sales: bought, renewalStatuses: answers).phases
        == SubscriptionPhases(sales: stated, renewalStatuses: answers).phases
    )
  }

  @Test func `shows a revocation that no notification reports`() {
    let ended = answer(.ended(.developer), on: 11, until: 10)
    let phases = SubscriptionPhases(
      sales: [sale(until: 10, stated: 11)],
      renewalStatuses: [bought, ended]
    ).phases
    #expect(phases.map(\.state) == [.active, .revoked])
    #expect(phases.last?.from == day(10))
  }
}

@Suite struct `The end of a Google purchase that another one replaced` {
  @Test func `keeps its reason when a later notification states none`() {
    func status(_ condition: RenewalStatus.Condition, on number: Double) -> RenewalStatus {
      RenewalStatus(
        chain: ID("chain"),
        condition: condition,
        statementSource: StatementSource(ID("document-\(number)"), at: day(number))
      )
    }
    let phases = SubscriptionPhases(
      sales: [charge("GPA.1", from: 0, until: 10, stated: 10)],
      renewalStatuses: [status(.ended(.replaced), on: 10), status(.ended(.unknown), on: 11)]
    ).phases
    #expect(phases.map(\.state) == [.active, .expired])
    #expect(phases.last?.reason == .replaced)
  }
}

@Suite struct `The date of a Google charge` {
  private let answer = charge("GPA.1..0", from: 10, until: 70, stated: 50, in: "answer")

  private func order(
    from: Double,
    stated: Double,
    in document: String,
    costs nanos: Int64? = 7_990_000_000
  ) -> Order {
    charge("GPA.1..0", from: from, until: 70, stated: stated, in: document).changing { sale in
      sale.terms = Order.Terms(
        price: nanos.flatMap { nanos in Currency("USD").map { Money(nanos: nanos, $0) } },
        country: "US",
        statementSource: sale.statementSource
      )
    }
  }

  /// The days that the statements give in any order.
  private func dates(_ statements: [Order]) -> Set<Double> {
    Set(
      statements.permutations.map { statements in
        statements.dropFirst().reduce(statements[0]) { $0.merged(with: $1) }
          .purchasedAt.timeIntervalSince(day(0)) / 86_400
      }
    )
  }

  @Test func `is that of its order, whatever later answers let guess`() {
    let later = charge("GPA.1..0", from: 12, until: 70, stated: 60, in: "later")
    #expect(dates([answer, order(from: 38, stated: 38, in: "order"), later]) == [38])
  }

  @Test func `is that of the last of several orders on file`() {
    let orders = [
      order(from: 38, stated: 38, in: "order"), order(from: 39, stated: 60, in: "refund"),
    ]
    #expect(dates([answer] + orders) == [39])
  }

  @Test func `is an estimate if no order with a price is on file`() {
    #expect(dates([answer, order(from: 38, stated: 38, in: "order", costs: nil)]) == [10])
  }

  @Test func `is not estimated from answers once the order is on file`() {
    let answers = [31.0, 50].map { number in
      RenewalStatus(
        chain: answer.chain,
        condition: .running,
        paidUntil: day(number == 50 ? 70 : 59),
        statementSource: StatementSource(
          ID(number == 50 ? "answer" : "first"),
          at: day(number)
        )
      )
    }
    #expect([answer].withBeginnings(from: answers).map(\.purchasedAt) == [day(31)])
    let dated = answer.merged(with: order(from: 38, stated: 38, in: "order"))
    #expect([dated].withBeginnings(from: answers).map(\.purchasedAt) == [day(38)])
  }
}
