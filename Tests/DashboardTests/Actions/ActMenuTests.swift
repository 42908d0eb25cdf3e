import Entitlements
import Foundation
import Testing

@testable import Dashboard

/// What the menus behind `a`, `g` and `y` say, and what dialogs take before anything is done.
@Suite struct ActMenuTests {
  private func text(_ player: Player) -> String { FrameText.text(of: view(player.state)) }

  private func page(_ writeMode: WriteMode = .allowed) -> Player {
    var player = Player(Sample.state(100, 30, writeMode: writeMode))
    player.press(.down, .enter)
    player.effects = []
    return player
  }

  private func acted(_ player: Player) -> [ActionRequest] {
    player.effects.compactMap {
      if case .execute(let actionRequest, _) = $0 { actionRequest } else { nil }
    }
  }

  @Test func `the menu names what would be acted on`() {
    var player = page()
    player.type("a")
    #expect(text(player).contains("act on ada"))
    player = Player(Sample.state(100, 30, writeMode: .allowed), on: .users)
    player.press(.character(" "), .character(" "))
    player.type("a")
    #expect(text(player).contains("act on 2 users, marked"))
  }

  @Test func `a menu that is cut says how many lines are missing`() {
    var player = Player(Sample.state(60, 15, writeMode: .allowed))
    player.press(.down, .enter)
    player.type("a")
    #expect(text(player).contains(/▼ [0-9]+ more ─/))
    player.state.view.glyphs = .ascii
    #expect(text(player).contains(/v [0-9]+ more -/))
    player.send(.resized(Size(columns: 100, rows: 30)))
    #expect(!text(player).contains(/v [0-9]+ more -/))
  }

  @Test func `the menu of what can be copied is named so on lists, users and documents`() {
    for list in [ListKind.users, .orders, .receipts] {
      var player = Player(Sample.state(100, 30), on: list)
      player.type("y")
      #expect(text(player).contains("─ copy ─"), "\(list)")
      player.press(.escape, .enter)
      player.type("y")
      #expect(text(player).contains("─ copy ─"), "what \(list) open")
    }
  }

  @Test func `a text over the limit is refused with its length and the limit`() {
    var player = page()
    player.type("an")
    player.send(.pasted(String(repeating: "a", count: 5_000)))
    player.press(.tab, .tab, .enter)
    #expect(acted(player) == [])
    #expect(
      player.state.dialog?.failure == "That is 5 000 bytes long; at most 4 096 are allowed."
    )
  }

  @Test func `what cannot be done says why, in the menu and on its key`() {
    var player = Player(Sample.state(100, 30, writeMode: .allowed), on: .users)
    player.press(.character(" "), .character(" "))
    player.type("a")
    #expect(text(player).contains("cannot restore: it needs one user, and 2 are selected"))
    player.type("s")
    #expect(player.state.dialog == nil)
    #expect(text(player).contains("Cannot restore: it needs one user"))
  }

  @Test(arguments: ["av", "yx", "gx"]) func `a letter that ends no chord is told`(
    _ keys: String
  ) {
    var player = page()
    let before = player.state.front.breadcrumb
    player.type(keys)
    #expect(text(player).contains("\(keys) does nothing here: \(keys.prefix(1)) lists what does."))
    #expect(player.state.chord == [])
    #expect(player.state.front.breadcrumb == before)
  }

  @Test func `a chord of another place is told with its meaning`() {
    var player = page()
    player.type("ac")
    #expect(text(player).contains("ac (call the job off) does nothing here"))
  }

  @Test func `a key that is no letter leaves the chord and counts by itself`() {
    var player = Player(Sample.state(80, 24), on: .users)
    player.type("g")
    player.press(.down)
    #expect(player.state.chord == [])
    #expect(player.table?.window.scroll.index == 1)
  }

  @Test func `where nothing can be acted on the key says what could be`() {
    var player = Player(Sample.state(100, 30, writeMode: .allowed), on: nil)
    player.type(":about")
    player.press(.enter)
    player.type("a")
    #expect(text(player).contains("Nothing here can be acted on"))
  }

  @Test func `what must be typed has the focus, and enter before that cancels`() {
    var player = page()
    player.type("ar")
    #expect(player.state.dialog?.focus == .input(0))
    #expect(player.state.dialog?.stops == [.input(0), .cancel, .verb])
    #expect(text(player).contains("Enter cancel"))
    player.press(.enter)
    #expect(player.state.dialog == nil)
    #expect(acted(player) == [])
  }

  @Test func `a digit on a button goes into the line, and letters act from the line`() {
    var player = page()
    player.type("ar")
    player.press(.tab)
    #expect(player.state.dialog?.focus == .cancel)
    player.type("4")
    #expect(player.state.dialog?.focus == .input(0))
    #expect(player.state.dialog?.form?.isConfirmed == true)
    player.type("d")
    #expect(player.state.dialog?.preview != nil)
    player.type("d")
    #expect(player.state.dialog?.preview == nil)
    player.press(.enter, .enter)
    #expect(acted(player).count == 1)
  }

  @Test func `an order nobody has heard of is looked up by a job`() {
    var player = Player(Sample.state(100, 30, writeMode: .allowed), on: nil)
    player.state.apps = ["com.example.reader"]
    player.inquiry = Sample.unknown
    player.send(.pasted("I paid! MK7Q2ZXT1P"))
    player.press(.enter)
    #expect(text(player).contains("purser lookup MK7Q2ZXT1P --app"))
    player.type("a")
    #expect(text(player).contains("act on order MK7Q2ZXT1P"))
    player.type("l")
    #expect(text(player).contains("Look up an order"))
    player.press(.tab, .tab, .enter)
    #expect(
      acted(player) == [.lookUp(order: "MK7Q2ZXT1P", .apple, app: "com.example.reader")]
    )
  }

  @Test func `an order on file is not looked up`() {
    var player = Player(Sample.state(100, 30, writeMode: .allowed), on: nil)
    player.send(.pasted("I paid! MK7Q2ZXT1P"))
    player.press(.enter)
    player.type("al")
    #expect(player.state.dialog == nil)
  }

  @Test func `purchases of a store that cannot be asked are left out, and said to be`() {
    var player = page()
    player.state.stores = []
    player.type("ar")
    #expect(player.state.dialog == nil)
    #expect(text(player).contains("Nothing to re-verify: the demo has an App Store, and no"))
  }

  @Test func `a job that waits says for what`() {
    var player = page()
    player.state.storesOpening = "the demo's App Store opens soon"
    player.jobs = Sample.waiting
    player.type("ar")
    player.type("4")
    player.press(.enter, .enter)
    #expect(text(player).contains("waits: the demo's App Store opens soon"))
    player.send(.storesOpened)
    #expect(text(player).contains("waits for its turn"))
  }

  @Test func `rows stand still while a sample is filed, and follow when it is`() {
    var player = Player(Sample.state(100, 30), on: .users)
    player.effects = []
    player.send(.sampled(SampleProgress(done: 350, of: 3_000)))
    #expect(text(player).contains("sample: 350 of 3 000"))
    player.send(.ledgerChanged(bytes: nil))
    #expect(player.questions == [])
    player.send(.sampled(nil))
    #expect(!text(player).contains("sample:"))
    #expect(!player.questions.isEmpty)
  }

  @Test func `the palette begins with what was shown last, then screens, then acts`() {
    var player = Player(Sample.state(100, 30, writeMode: .allowed, memory: Sample.memory), on: nil)
    player.press(.control("p"))
    let items = player.state.palette?.items(player.state) ?? []
    let names = items.map(\.name.string)
    #expect(names.prefix(3) == ["user ada", "why GPA.3372-4648-1234-56789", "orders state:grace"])
    #expect(names.dropFirst(3).first == ":home")
    let firstAction = items.firstIndex {
      if case .action = $0.invocation { true } else { false }
    }
    #expect((firstAction ?? 0) > 10)
    player = Player(Sample.state(100, 30, writeMode: .allowed), on: .users)
    player.press(.control("p"), .enter)
    #expect(player.state.isHome)
  }
}
