import Entitlements
import Foundation
import Testing

@testable import Dashboard

/// What arrives as it arrives.
@Suite struct LiveScreenTests {
  private func player(_ arriving: @escaping @Sendable (ArrivalMark?) -> Arrivals) -> Player {
    var player = Player(Sample.state(120, 24))
    player.arrivals = arriving
    player.type(":live")
    player.press(.enter)
    return player
  }

  private var screen: (Player) -> LiveScreen? { { $0.state.front as? LiveScreen } }

  private static func arrivals(_ rows: [Arrival], upTo number: Int64) -> Arrivals {
    Arrivals(rows: rows, mark: ArrivalMark(document: number, event: 0, job: 0))
  }

  private static func request(_ number: Int, _ status: Int = 200) -> Arrival {
    .request(
      EndpointRequest(
        at: Sample.now.addingTimeInterval(Double(number)),
        group: "validate",
        method: "POST",
        status: status,
        note: status == 200 ? "" : "no-key",
        milliseconds: 1.25
      )
    )
  }

  @Test func `shows refusals with their reason, and opens the document`() {
    let rows = Sample.documents.map(Arrival.document) + [Self.request(1, 401)]
    var player = player { $0 == nil ? Self.arrivals(rows, upTo: 9) : Self.arrivals([], upTo: 9) }
    let text = FrameText.text(of: view(player.state))
    #expect(text.contains("bad-signature") || text.contains("signature"))
    #expect(text.contains("401") && text.contains("no-key") && text.contains("POST validate"))
    player.type("G")
    player.press(.enter)
    #expect(player.state.front is ReceiptScreen)
  }

  @Test func `keeps the row under the cursor, and pauses`() {
    var player = player { mark in
      let next = (mark?.document ?? 0) + 1
      return Self.arrivals([Self.request(Int(next), 200 + Int(next))], upTo: next)
    }
    player.send(.ledgerChanged(bytes: nil))
    player.type("j")
    #expect(screen(player)?.rows.count == 2)
    player.send(.ledgerChanged(bytes: nil))
    #expect(screen(player)?.rows.count == 3)
    #expect(FrameText.text(of: view(player.state)).contains("203"))
    player.press(.character(" "))
    player.send(.ledgerChanged(bytes: nil))
    #expect(screen(player)?.rows.count == 3, "nothing comes while it is paused")
    #expect(FrameText.text(of: view(player.state)).contains("paused"))
    player.press(.character(" "))
    #expect(screen(player)?.rows.count == 4)
  }

  @Test func `a job that has ended is one row, at the time of its end`() {
    var (open, ended) = (Sample.jobRows[0], Sample.jobRows[0])
    (open.state, open.outcome, open.endedAt) = (.waiting, nil, nil)
    (ended.state, ended.outcome, ended.endedAt) = (.done, "told", Sample.now)
    let requests = (0...4).map { Self.request($0, 200 + $0) }
    let answers: [[Arrival]] = [
      [requests[1], .job(open), requests[2]], [requests[3], .job(ended), requests[4]],
    ]
    for (keys, underCursor) in [("", "204"), ("j", "told"), ("jj", "201")] {
      var player = player { mark in
        let number = Int(mark?.document ?? 0)
        return Self.arrivals(number < 2 ? answers[number] : [], upTo: Int64(number + 1))
      }
      player.type(keys)
      player.send(.ledgerChanged(bytes: nil))
      #expect(
        screen(player)?.rows
          == [requests[4], .job(ended), requests[3], requests[2], requests[1]]
      )
      let line = FrameText.text(of: view(player.state)).split(separator: "\n").first {
        $0.contains("▌")
      }
      #expect(line?.contains(underCursor) == true, "\(line ?? "none") after \(keys)")
    }
  }

  @Test func `holds at most ten thousand rows in a flood`() {
    let batch = (0..<4_000).map { Self.request($0) }
    var player = player { Self.arrivals(batch, upTo: ($0?.document ?? 0) + 1) }
    for _ in 0..<5 { player.send(.ledgerChanged(bytes: nil)) }
    #expect(screen(player)?.rows.count == LiveScreen.maxRows)
    #expect(FrameText.text(of: view(player.state)).contains("not shown"))
  }

  @Test func `an invalid query is reported as such, and not as one that matches nothing`() {
    var player = Player(Sample.state(120, 24))
    player.type(":live foo:bar")
    player.press(.enter)
    let text = FrameText.text(of: view(player.state))
    #expect(text.contains("Nothing is read until the query is corrected."))
    #expect(!text.contains("Nothing that matches"))
  }

  @Test func `a sandbox's clock is advanced by its own dashboard alone`() {
    var player = Player(Sample.state(120, 24))
    player.type(":advance 3d")
    player.press(.enter)
    #expect(!player.effects.contains(.advanceClock(seconds: 259_200)))
    #expect(player.state.toast?.notice.severity == .error)
    player.state.isSandbox = true
    player.state.advancesClock = true
    player.type(":advance 3d12h")
    player.press(.enter)
    #expect(player.effects.contains(.advanceClock(seconds: 302_400)))
    #expect(FrameText.text(of: view(player.state)).contains("SANDBOX"))
  }
}
