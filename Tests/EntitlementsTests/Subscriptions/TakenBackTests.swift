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

  @Test func `what nobody proved to come from the store takes nothing`() {
    var hearsay = told(.revoked, of: first, on: 10)
    hearsay.statementSource.authority = .hearsay
    #expect(life([first], .running, [hearsay]) == life([first], .running, []))
  }
}
