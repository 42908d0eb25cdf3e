import Entitlements
import Foundation
import Testing

@testable import Dashboard

/// What the home screen says of the shared log.
@Suite struct `The home screen` {
  private func player(_ log: SharedLogStatus?) -> Player {
    var health = Sample.health
    health.sharedLog = log
    return Player(Sample.state(80, 24), on: nil, health: health)
  }

  private func shows(_ player: Player, _ text: String) -> Bool {
    FrameText.text(of: view(player.state)).contains(text)
  }

  @Test func `asks again for the shared log, whose silence nothing tells of`() {
    var player = player(Sample.log)
    #expect(shows(player, "desk-2 at 48 211"))
    for second in 1...2 {
      let due = Sample.now.addingTimeInterval(Double(second))
      #expect(nextTick(player.state) == due)
      player.health.sharedLog = second == 1 ? Sample.silentLog : Sample.log
      player.send(.ticked(due))
      #expect(shows(player, "does not answer") == (second == 1))
    }
    #expect(player.questions.count { $0 == .sharedLog } == 2)
    #expect(player.questions.count { $0 == .health } == 1)
  }

  @Test func `doesn't call a shared log silent that was only just asked`() {
    var log = Sample.log
    log.answeredAt = nil
    #expect(shows(player(log), "no answer yet"))
  }

  @Test func `sleeps without a shared log`() {
    var player = player(nil)
    player.send(.ticked(Sample.now.addingTimeInterval(1)))
    #expect(!player.questions.contains(.sharedLog))
    #expect(nextTick(player.state).map { $0 > Sample.now.addingTimeInterval(2) } ?? true)
  }
}
