import Entitlements
import Foundation
import Testing

@Suite struct `What Google took back` {
  private let first = charge("GPA.1", from: 0, until: 30)
  private let second = charge("GPA.1..0", from: 30, until: 60)

  private func told(_ kind: StoreEvent.Kind, of sale: Order, on number: Double) -> StoreEvent {
    StoreEvent(
      kind,
      chain: sale.chain,
      order: sale.id,
      statementSource: StatementSource(ID("void"), at: day(number))
    )
  }

  private func life(
    _ sales: [Order],
    _ condition: RenewalStatus.Condition,
    _ notices: [StoreEvent]
  ) -> [String] {
    let said = RenewalStatus(
      chain: sales[0].chain,
      condition: condition,
      renews: true,
      statementSource: StatementSource(ID("answer"), at: day(50))
    )
    return SubscriptionPhases(sales: sales, renewalStatuses: [said], notices: notices).phases.map {
      phase in
      let days = Int(phase.from.timeIntervalSince(day(0)) / 86_400)
      return "\(days) \(phase.state.rawValue) by \(phase.evidence.raw)"
    }
  }

  @Test func `a void ends access for good, though the purchase still reads active`() {
    let void = [told(.refunded, of: second, on: 40), told(.revoked, of: second, on: 40)]
    #expect(
      life([first, second], .running, void) == ["0 active by answer", "40 refunded by void"]
    )
  }

  @Test func `rights that were taken without money are revoked`() {
    #expect(
      life([first], .running, [told(.revoked, of: first, on: 10)])
        == ["0 active by answer", "10 revoked by void"]
    )
  }

  @Test func `the first of two documents is the evidence of what was taken`() {
    var later = told(.revoked, of: first, on: 20)
    later.statementSource = StatementSource(ID("later"), at: day(20))
    #expect(
      life([first], .running, [later, told(.revoked, of: first, on: 10)])
        == ["0 active by answer", "10 revoked by void"]
    )
  }

  @Test func `a void of a period that is over leaves the one that runs`() {
    let void = [told(.refunded, of: first, on: 40), told(.revoked, of: first, on: 40)]
    let phases = life([first, second], .running, void)
    #expect(phases == life([first, second], .running, []))
  }

  @Test func `an end by the developer after a revocation is the revocation`() {
    func status(_ condition: RenewalStatus.Condition, on number: Double) -> RenewalStatus {
      RenewalStatus(
        chain: first.chain,
        condition: condition,
        paidUntil: condition == .ended(.developer) ? day(10) : nil,
        statementSource: StatementSource(ID("answer"), at: day(number))
      )
    }
    let cut = charge("GPA.1", from: 0, until: 10, stated: 11)
    let ended = status(.ended(.developer), on: 11)
    let told = [status(.revoked(at: day(10.5)), on: 10.5)].newer(after: [cut], [ended])
    let phases = SubscriptionPhases(sales: [cut], renewalStatuses: [ended] + told).phases
    #expect(phases.map(\.state) == [.active, .revoked])
    #expect(phases.last?.from == day(10))
    let alone = SubscriptionPhases(sales: [cut], renewalStatuses: [ended]).phases
    #expect(alone.last?.state == .expired)
    let running = status(.running, on: 11)
    let revoked = [status(.revoked(at: day(10.5)), on: 10.5)]
    #expect(revoked.newer(after: [cut], [running]) == [])
    #expect(revoked.newer(after: [cut], [ended, status(.running, on: 12)]) == [])
    #expect(revoked.newer(after: [cut], []) == [])
  }

  @Test func `an order of two products is voided as a whole`() {
    let other = Order(
      store: .google,
      environment: .production,
      app: "com.example.app",
      transactionID: "GPA.1/music",
      originalTransactionID: "GPA.1/music",
      productID: "music",
      kind: .autoRenewable,
      purchasedAt: day(0),
      originalPurchasedAt: day(0),
      expiresAt: day(30),
      statementSource: StatementSource(ID("answer"), at: day(0))
    )
    let sales = [first, other].withReversals(from: [told(.revoked, of: first, on: 10)])
    #expect(sales.map(\.cancelledAt) == [day(10), day(10)])
  }

  @Test func `money alone is told by the sale, which goes on`() {
    let sales = [second].withReversals(from: [told(.refunded, of: second, on: 40)])
    #expect(sales.map(\.cancelledAt) == [nil])
    #expect(sales.map(\.refundedAt) == [day(40)])
    #expect(sales.map { $0.state(at: day(50)) } == [.active])
    #expect(sales.map { $0.saleState(at: day(50)) } == [.refunded])
    #expect(sales.map { $0.saleState(at: day(40)) } == [.refunded])
    #expect(sales.map { $0.saleState(at: day(35)) } == [.active])
  }

  @Test func `money alone takes no rights`() {
    #expect(
      life([first, second], .running, [told(.refunded, of: second, on: 40)])
        == life([first, second], .running, [])
    )
  }

  @Test func `access that ended with the money was refunded, whatever reason is stated`() {
    let cut = charge("GPA.1..0", from: 30, until: 40)
    #expect(
      life([first, cut], .ended(.unknown), [told(.refunded, of: cut, on: 40)])
        == ["0 active by answer", "40 refunded by void"]
    )
  }

  @Test func `the other stores' sales tell themselves what was taken back, and given again`() {
    let apples = charge("GPA.1", from: 0, until: 30, store: .apple)
    let void = [told(.refunded, of: apples, on: 10), told(.revoked, of: apples, on: 10)]
    #expect(life([apples], .running, void) == life([apples], .running, []))
  }

  @Test func `a subscription of Microsoft's was refunded when that was told first`() {
    let sale = charge("GPA.1", from: 0, until: 20, store: .microsoft)
    func refunded(_ notices: (StoreEvent.Kind, Double)...) -> [String] {
      [sale].withReversals(from: notices.map { told($0, of: sale, on: $1) }).map { sale in
        let days = sale.cancelledAt.map { $0.timeIntervalSince(day(0)) / 86_400 }
        return "\(days ?? 0) \(sale.cancellation?.rawValue ?? "")"
      }
    }
    #expect(refunded((.refunded, 12), (.refunded, 10)) == ["10.0 refunded"])
    #expect(refunded((.refunded, 10), (.refundReversed, 15)) == ["0.0 "])
    #expect(refunded((.refunded, 10), (.refundReversed, 10)) == ["0.0 "])
    #expect(refunded((.refunded, 5), (.refundReversed, 3), (.refundReversed, 7)) == ["0.0 "])
    #expect(refunded((.refundReversed, 15), (.refunded, 10), (.refunded, 18)) == ["18.0 refunded"])
    #expect(refunded((.revoked, 10)) == ["0.0 "])
    let later = charge("GPA.1", from: 0, until: 20, stated: 12, store: .microsoft)
    #expect([later].withReversals(from: [told(.refunded, of: later, on: 10)]) == [later])
    let cut = charge("GPA.1", from: 0, until: 10, stated: 12, store: .microsoft)
    let cuts = [cut].withReversals(from: [told(.refunded, of: cut, on: 10)])
    #expect(cuts.map(\.cancelledAt) == [day(10)])
    #expect(
      life([sale], .ended(.other), [told(.refunded, of: sale, on: 10)])
        == ["0 active by answer", "10 refunded by void"]
    )
    let ended = sale.changing { ($0.cancelledAt, $0.cancellation) = (day(5), .revoked) }
    let ends = [ended].withReversals(from: [told(.refunded, of: ended, on: 10)])
    #expect(ends.map(\.cancelledAt) == [day(5)])
    let once = sale.changing { $0.kind = .nonConsumable }
    #expect([once].withReversals(from: [told(.refunded, of: once, on: 10)]) == [once])
  }

  @Test func `a subscription of Microsoft's goes on if it was called running after the refund`() {
    func isRefunded(stated: Double, until end: Double) -> Bool {
      let sale = charge("GPA.1", from: 0, until: end, stated: stated, store: .microsoft)
      return [sale].withReversals(from: [told(.refunded, of: sale, on: 10)])
        .allSatisfy { $0.cancellation == .refunded }
    }
    let millisecond = 0.001 / 86_400
    #expect(isRefunded(stated: 10, until: 20))
    #expect(!isRefunded(stated: 10 + millisecond, until: 20))
    #expect(isRefunded(stated: 10.01, until: 11))
    #expect(!isRefunded(stated: 10.01, until: 11 + millisecond))
  }

  @Test func `what nobody proved to come from the store takes nothing`() {
    var hearsay = told(.revoked, of: first, on: 10)
    hearsay.statementSource.authority = .hearsay
    #expect(life([first], .running, [hearsay]) == life([first], .running, []))
  }

  @Test func `a one-time purchase was refunded when that was told first`() {
    func sale(_ change: (inout Order.Details) -> Void = { _ in }) -> Order {
      Order(
        store: .google,
        environment: .production,
        app: "com.example.app",
        transactionID: "GPA.2",
        originalTransactionID: "GPA.2",
        productID: "lifetime",
        kind: .nonConsumable,
        purchasedAt: day(0),
        originalPurchasedAt: day(0),
        cancelledAt: day(20),
        cancellation: .refunded,
        statementSource: StatementSource(ID("answer"), at: day(20))
      ).changing(change)
    }
    func refund(of sale: Order, toldOn number: Double) -> [Date?] {
      [sale].withReversals(from: [told(.refunded, of: sale, on: number)]).map(\.cancelledAt)
    }
    #expect(refund(of: sale(), toldOn: 10) == [day(10)])
    #expect(refund(of: sale(), toldOn: 25) == [day(20)])
    #expect(refund(of: sale { $0.cancellation = .revoked }, toldOn: 10) == [day(20)])
    #expect(refund(of: sale { $0.expiresAt = day(90) }, toldOn: 10) == [day(20)])
    #expect(refund(of: sale { $0.kind = .autoRenewable }, toldOn: 10) == [day(20)])
  }

  @Test func `what names no sale is no evidence of what was taken`() {
    var nameless = told(.revoked, of: first, on: 5)
    nameless.order = nil
    nameless.statementSource = StatementSource(ID("other"), at: day(5))
    #expect(
      life([first], .running, [nameless, told(.revoked, of: first, on: 10)])
        == ["0 active by answer", "10 revoked by void"]
    )
  }
}
