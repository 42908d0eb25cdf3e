import Entitlements
import Testing

@testable import Dashboard

/// Files that are changed while the dashboard runs.
@Suite struct ReloadingTests {
  @Test func `other keys count from then on`() {
    var player = Player(Sample.state(80, 24))
    let keymap = Keymap.standard.binding([(.down, [[.character("x")]])])
    player.send(.keysLoaded(.value(keymap)))
    player.type("x")
    #expect(player.table?.window.scroll.index == 1)
    player.type("j")
    #expect(player.table?.window.scroll.index == 1, "the standard key is bound no more")
    #expect(player.state.toast?.notice.text.contains("keys.toml") == true)
  }

  @Test func `a broken file of keys is told, and those in force stay`() {
    var player = Player(Sample.state(80, 24))
    player.send(.keysLoaded(.failure("keys.toml:3: not a key.")))
    #expect(player.state.toast?.notice.severity == .error)
    player.type("j")
    #expect(player.table?.window.scroll.index == 1)
  }

  @Test func `the same keys again are not worth a word`() {
    var player = Player(Sample.state(80, 24))
    player.send(.keysLoaded(.value(.standard)))
    #expect(player.state.toast == nil)
  }

  @Test func `other queues are counted and shown`() {
    var player = Player(Sample.state(120, 36, queues: Sample.queues), on: nil)
    player.effects = []
    let new = SavedQueue(name: "vip", list: .users, query: "has:note")
    player.send(.queuesLoaded(.value([new])))
    #expect(FrameText.text(of: view(player.state)).contains("vip"))
    #expect(!FrameText.text(of: view(player.state)).contains("billing-trouble"))
    let counted = player.questions.filter { question in
      if case .count(.users, Sample.listed(.users, .field(.has([.note]))), isExact: false) =
        question
      {
        true
      } else {
        false
      }
    }
    #expect(counted.count == 1)
    player.send(.queuesLoaded(.failure("queues.toml is no TOML.")))
    #expect(FrameText.text(of: view(player.state)).contains("vip"))
  }

  @Test func `a first screen that one goes back to shows other queues, too`() {
    var player = Player(Sample.state(120, 36, queues: Sample.queues))
    player.send(.queuesLoaded(.value([SavedQueue(name: "vip", list: .users, query: "has:note")])))
    player.type("-")
    #expect(player.state.isHome)
    #expect(FrameText.text(of: view(player.state)).contains("vip"))
  }
}
