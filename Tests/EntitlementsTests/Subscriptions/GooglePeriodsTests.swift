import Entitlements
import Foundation
import Testing

/// Google states only when a subscription began first. The expected days follow from the lengths of
/// base plans, trials, grace periods and holds that Play Console offers.
@Suite struct `The beginning of a Google charge` {
  /// Seconds between the first start and that of the period that a charge paid for. Google stated the
  /// period's end at that end unless said otherwise.
  private func interval(
    _ charge: Int,
    until end: Date?,
    statedAt: Date? = nil,
    isTest: Bool = false,
    isUnpaid: Bool
  ) -> TimeInterval {
    GooglePeriods(startedAt: day(0), isTest: isTest)
      .beginning(
        ofCharge: charge,
        endingAt: end,
        statedAt: statedAt ?? end ?? day(0),
        isUnpaid: isUnpaid
      )
      .timeIntervalSince(day(0))
  }

  /// The same in days, for an end and a statement so many days after the first start.
  private func beginning(
    _ charge: Int,
    until end: Double?,
    and seconds: Double = 0,
    statedOn: Double? = nil,
    less secondsBefore: Double = 0,
    isUnpaid: Bool = false
  ) -> Double {
    interval(
      charge,
      until: end.map { day($0) + seconds },
      statedAt: statedOn.map { day($0) - secondsBefore },
      isUnpaid: isUnpaid
    ) / 86_400
  }

  /// The same for a licence tester, in minutes.
  private func testBeginning(_ charge: Int, until end: Double, isUnpaid: Bool = false) -> Double {
    interval(charge, until: day(0) + end * 60, isTest: true, isUnpaid: isUnpaid) / 60
  }

  private static let second = 1.0 / 86_400

  @Test func `is the stated start for the first charge, whatever the end`() {
    #expect(beginning(1, until: 45) == 0)
    #expect(beginning(1, until: nil) == 0)
  }

  @Test func `keeps the order of the charges if nothing else is known`() {
    #expect(beginning(3, until: nil) == 2 * Self.second)
    #expect(beginning(2, until: 0) == Self.second)
  }

  @Test(arguments: [
    // 1 January 2026 and two periods: the year 2027, months that begin on days 120, 59, ….
    (2, 730, 365), (2, 485, 243), (2, 365, 181), (2, 243, 120), (2, 181, 90), (2, 120, 59),
    (2, 59, 31), (3, 90, 59), (3, 84, 56), (3, 21, 14),
  ])
  func `is one period before the end if all are equally long`(
    _ charge: Int,
    end: Double,
    from: Double
  ) {
    #expect(beginning(charge, until: end) == from)
  }

  @Test(arguments: [(60, 30), (30, 15), (20, 10), (10, 5)])
  func `is one of a licence tester's periods before the end`(end: Double, from: Double) {
    #expect(testBeginning(2, until: end) == from)
    #expect(testBeginning(2, until: end, isUnpaid: true) == from)
  }

  @Test func `may be up to three days off, and a minute for a licence tester`() {
    #expect(beginning(2, until: 117) == 58)
    // Two months no longer fit: a month, of which a hold delayed the second.
    #expect(beginning(2, until: 117, and: -1) == 86 - Self.second)
    #expect(testBeginning(2, until: 19) == 9)
    #expect(testBeginning(2, until: 19 - 1.0 / 60) == 14 - 1.0 / 60)
  }

  @Test func `is that of the longer period if two fit as well`() {
    // Two months end on day 59, twice 28 days on day 56.
    #expect(beginning(2, until: 57.5) == 26.5)
  }

  @Test func `is never later than the statement`() {
    #expect(beginning(2, until: 59, statedOn: 20) == 20)
  }

  @Test(arguments: [0, 3, 7, 14, 30])
  func `doesn't move in a grace period`(_ grace: Double) {
    #expect(beginning(2, until: 59 + grace, statedOn: 59, isUnpaid: true) == 31)
  }

  @Test func `takes no grace period into account that had not begun an hour after the statement`() {
    #expect(beginning(2, until: 66, statedOn: 59, less: 3_600, isUnpaid: true) == 31)
    // The end on day 36 after a trial of 5 days is left.
    #expect(beginning(2, until: 66, statedOn: 59, less: 3_601, isUnpaid: true) == 5)
  }

  @Test func `takes no grace period into account while the payment is in order`() {
    #expect(beginning(2, until: 66) == 7)
    #expect(beginning(2, until: 66, isUnpaid: true) == 31)
  }

  @Test func `goes by the shortest grace period of those that fit as well`() {
    #expect(beginning(2, until: 60.5, statedOn: 61, isUnpaid: true) == 32.5)
    #expect(beginning(2, until: 15.5, statedOn: 16, isUnpaid: true) == 8.5)
  }

  @Test func `may be three days off in a grace period, too`() {
    #expect(beginning(2, until: 24, isUnpaid: true) == 10)
  }

  @Test(arguments: [(3, 34), (5, 36), (7, 38), (10, 41), (14, 45), (30, 211)])
  func `follows a usual trial`(_ trial: Double, end: Double) {
    #expect(beginning(2, until: end) == trial)
  }

  @Test func `follows a trial within a day, and before a grace period`() {
    #expect(beginning(2, until: 30) == 2)
    // In a grace period of 14 days.
    #expect(beginning(2, until: 52, statedOn: 38, isUnpaid: true) == 7)
  }

  @Test func `follows a licence tester's trial of three minutes, within 20 seconds`() {
    #expect(testBeginning(2, until: 8) == 3)
    #expect(abs(testBeginning(2, until: 12 + 40.0 / 60) - (2 + 40.0 / 60)) < 0.001)
    #expect(abs(testBeginning(2, until: 12 + 39.0 / 60) - (7 + 39.0 / 60)) < 0.001)
  }

  @Test func `follows a hold that lasted at most 61 days, or 15 minutes in a test`() {
    #expect(beginning(4, until: 181) == 151)
    #expect(beginning(4, until: 181, and: 1) == 120 + Self.second)
    #expect(testBeginning(2, until: 45) == 30)
    #expect(abs(testBeginning(2, until: 45 + 1.0 / 60) - (15 + 1.0 / 60)) < 0.001)
  }

  @Test func `is that of the longest period that a hold could have delayed`() {
    #expect(testBeginning(2, until: 22) == 12)
    #expect(testBeginning(2, until: 6) == 1)
  }

  @Test func `is the earliest possible one if nothing fits`() {
    #expect(abs(testBeginning(3, until: 10) * 60 - 2) < 0.001)
    #expect(beginning(3, until: 14) == 2 * Self.second)
  }
}

@Suite struct `A Google order whose end moved later` {
  private static func sale(
    _ number: String,
    from: Double,
    until: Double,
    stated: Double,
    in document: String? = nil,
    store: Store = .google
  ) -> Order {
    charge(
      number,
      from: from,
      until: until,
      stated: stated,
      in: document ?? "answer-\(stated)",
      store: store
    )
  }

  private static func answer(
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

  /// The days on which the sales begin, by the answers in any order.
  private func beginnings(
    _ sales: [Order],
    _ answers: [RenewalStatus],
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> [String: Double] {
    func found(_ sales: [Order], _ answers: [RenewalStatus]) -> [String: Double] {
      let dated = sales.withBeginnings(from: answers)
      return Dictionary(
        uniqueKeysWithValues: dated.map {
          ($0.transactionID, $0.purchasedAt.timeIntervalSince(day(0)) / 86_400)
        }
      )
    }
    let first = found(sales, answers)
    for sales in sales.permutations {
      for answers in answers.permutations {
        #expect(found(sales, answers) == first, sourceLocation: sourceLocation)
      }
    }
    return first
  }

  private let bought = sale("GPA.1", from: 0, until: 31, stated: 0)
  private let answers = [
    answer(on: 0, until: 31), answer(on: 31, until: 59),
    answer(.gracePeriod(until: day(66)), on: 59, until: 66),
  ]
  /// As the answer in the grace period states it, without what was said before.
  private let renewed = sale("GPA.1..0", from: 38, until: 66, stated: 59)

  @Test func `begins where the first answer that shows it says`() {
    #expect(beginnings([bought, renewed], answers) == ["GPA.1": 0, "GPA.1..0": 31])
    #expect(beginnings([renewed], [answers[1], answers[2]]) == ["GPA.1..0": 31])
  }

  @Test func `begins before the grace period in which it is seen first`() {
    let second = Self.sale("GPA.1..0", from: 31, until: 59, stated: 31)
    let third = Self.sale("GPA.1..1", from: 70, until: 120, stated: 91)
    let answers = [
      answers[0], answers[1], Self.answer(.gracePeriod(until: day(97)), on: 90, until: 97),
      Self.answer(on: 91, until: 120),
    ]
    #expect(
      beginnings([bought, second, third], answers)
        == ["GPA.1": 0, "GPA.1..0": 31, "GPA.1..1": 59]
    )
  }

  @Test func `keeps what an order states of itself`() {
    let stated = Self.sale("GPA.1..0", from: 38, until: 66, stated: 59, in: "order")
    #expect(beginnings([bought, stated], answers)["GPA.1..0"] == 38)
  }

  @Test func `keeps its beginning if no earlier answer shows it`() {
    // All answers are of the time of the charge before.
    let restated = Self.sale("GPA.1", from: 0, until: 31, stated: 70, in: "order")
    #expect(beginnings([restated, renewed], answers)["GPA.1..0"] == 38)
    // The answer that states the sale is the first.
    #expect(beginnings([bought, renewed], [answers[0], answers[2]])["GPA.1..0"] == 38)
    let other = Self.answer(on: 59, until: 70)
    #expect(beginnings([bought, renewed], [answers[0], other])["GPA.1..0"] == 38)
    // The end has not moved.
    let unmoved = Self.sale("GPA.1..0", from: 38, until: 59, stated: 59)
    #expect(beginnings([bought, unmoved], answers)["GPA.1..0"] == 38)
    #expect(beginnings([bought, renewed], [Self.answer(on: 31, until: nil)])["GPA.1..0"] == 38)
  }

  @Test func `is a renewal: what was charged once begins when it was bought`() {
    for number in ["GPA.1", "GPA.1..x", "GPA.1.0"] {
      let once = Self.sale(number, from: 3, until: 66, stated: 59)
      #expect(beginnings([once], [answers[1], answers[2]]) == [number: 3])
    }
    for number in ["GPA.1", "GPA.1..0"] {
      let elsewhere = Self.sale(number, from: 3, until: 66, stated: 59, store: .apple)
      #expect(beginnings([elsewhere], answers) == [number: 3])
    }
  }

  @Test func `begins with the first answer if the purchase began anew later`() {
    let first = [Self.answer(on: 0, until: 30), Self.answer(on: 3, until: 30)]
    let restated = Self.sale("GPA.1", from: 3, until: 30, stated: 3)
    #expect(beginnings([restated], first) == ["GPA.1": 0])
    let hour = 1.0 / 24
    let atOnce = Self.sale("GPA.1", from: hour, until: 30, stated: 3)
    #expect(beginnings([atOnce], first) == ["GPA.1": hour])
    let after = Self.sale("GPA.1", from: hour + 1 / 86_400, until: 30, stated: 3)
    #expect(beginnings([after], first) == ["GPA.1": 0])
    // Before the payment.
    let pending = Self.answer(.pending, on: 0, until: 30)
    #expect(beginnings([restated], [pending, first[1]]) == ["GPA.1": 3])
    let other = Self.sale("GPA.7", from: 3, until: 30, stated: 3)
    #expect(beginnings([other], first) == ["GPA.7": 3])
  }

  @Test func `may have a number without measure`() {
    let late = Self.sale("GPA.1..99999999", from: 38, until: 66, stated: 59)
    #expect(beginnings([late], answers) == [late.transactionID: 10_001.0 / 86_400])
  }
}
