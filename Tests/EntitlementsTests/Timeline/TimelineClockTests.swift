import Entitlements
import Foundation
import Testing

@Suite struct `The clocks of a timeline` {
  /// The events in short: day, kind; `~` for one ahead, `⇄` for one seen too late.
  private func lines(_ file: DiagnosisInput, at number: Double = 1_000) -> [String] {
    Timeline.events(of: file, at: Story.day(number)).map { event in
      let days = event.storeAt.timeIntervalSince(Story.day(0)) / 86_400
      let day = days == days.rounded() ? String(Int(days)) : String(days)
      return "\(event.isScheduled ? "~" : "")\(day) \(event.kind.rawValue)"
        + (event.overtakenBy == nil ? "" : " ⇄")
    }
  }

  @Test func `marks what was seen after something that happened later`() throws {
    let file = Story.file(
      [Story.sale("1", from: 0, until: 30)],
      notices: [
        Story.told(.renewalTurnedOff, on: 5, document: "off"),
        Story.told(.renewalTurnedOn, on: 6, document: "on"),
        Story.told(.priceRiseAsked, on: 6, chain: "other", document: "elsewhere"),
      ],
      documents: [
        Story.document("sale-apple-1", received: 0), late("off", stated: 5, received: 8),
        late("on", stated: 6, received: 6), late("elsewhere", stated: 6, received: 6),
      ]
    )
    #expect(
      lines(file, at: 9) == [
        "0 purchased", "5 renewalTurnedOff ⇄", "6 priceRiseAsked", "6 renewalTurnedOn",
        "~30 renewalDue",
      ]
    )
    let events = Timeline.events(of: file, at: Story.day(9))
    #expect(events[1].overtakenBy == events[3].id)
  }

  @Test func `calls nothing late that a later document only repeats`() {
    var file = Story.file(
      [
        Story.sale("1", from: 0, until: 30, stated: 40, document: "receipt"),
        Story.sale("2", from: 30, until: 60, stated: 40, document: "receipt"),
      ],
      notices: [Story.told(.renewalTurnedOff, on: 10)]
    )
    #expect(lines(file, at: 50).allSatisfy { !$0.hasSuffix("⇄") })
    file.firstReceived = [Story.order("1"): Story.day(40)]
    #expect(lines(file, at: 50).first == "0 purchased ⇄")
    file.firstReceived = [Story.order("1"): Story.day(0)]
    #expect(lines(file, at: 50).first == "0 purchased")
  }

  private func late(_ id: String, stated: Double, received: Double) -> DocumentRow {
    var row = Story.document(id, received: received)
    row.statedAt = Story.day(stated)
    return row
  }
}
