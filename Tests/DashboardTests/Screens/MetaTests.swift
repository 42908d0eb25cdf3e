import Entitlements
import Foundation
import Testing

@testable import Dashboard

/// Screens about the program itself.
@Suite struct MetaTests {
  private func player(_ line: String) -> Player {
    var player = Player(Sample.state(80, 24))
    player.type(line)
    player.press(.enter)
    return player
  }

  @Test func `a theme is looked at under the cursor, and Escape takes it back`() {
    var player = player(":themes")
    #expect(player.state.theme == .terminal)
    player.press(.down)
    #expect(player.state.theme == Sample.paper)
    player.press(.escape)
    #expect(player.state.theme == .terminal)
  }

  @Test func `whatever leads away takes a theme back that was not kept`() {
    var player = player(":themes")
    player.press(.down)
    player.type("gh")
    #expect(player.state.theme == .terminal)
  }

  @Test func `Enter keeps a theme`() {
    var player = player(":themes")
    player.press(.down, .enter, .escape)
    #expect(player.state.theme == Sample.paper)
  }

  @Test func `a theme that cannot be read leaves the screen as it is and says why`() {
    var player = player(":themes")
    player.press(.down, .down)
    #expect(player.state.theme == .terminal)
    #expect(FrameText.text(of: view(player.state)).contains("has no base0B"))
  }

  @Test func `a theme in force is loaded again when a theme's file is written`() {
    var player = player(":themes")
    player.press(.down, .enter)
    player.effects = []
    player.send(.themesChanged)
    #expect(player.effects.contains(.loadTheme(name: "paper")))
  }

  @Test func `the terminal's own theme has no file to be read again`() {
    var player = player(":keys")
    player.effects = []
    player.send(.themesChanged)
    #expect(player.effects.isEmpty)
  }

  @Test func `pages are narrowed by a word`() {
    var player = player(":keys")
    player.type("/halfpage")
    let text = FrameText.text(of: view(player.state))
    #expect(text.contains("halfPageDown"))
    #expect(!text.contains("toggleMouse"))
  }

  @Test func `what was said stands in the log`() {
    var player = player(":nosuch")
    player.press(.escape)
    player.type(":log")
    player.press(.enter)
    #expect(FrameText.text(of: view(player.state)).contains("There is no command :nosuch"))
  }

  @Test func `a statement is asked once, and its row opens whole`() {
    var player = player(":sql select 1")
    #expect(player.questions.filter { $0 == .meta(.sql("select 1")) }.count == 1)
    player.press(.down, .enter)
    let text = FrameText.text(of: view(player.state))
    #expect(text.contains("coins.500"))
    #expect(!text.contains("\u{1B}"))
  }

  @Test func `the handle of a purchase is masked in what a statement answers`() {
    var player = player(":sql select 1")
    player.press(.enter)
    #expect(!FrameText.text(of: view(player.state)).contains("xxxxxxxxxxxx"))
  }
}

/// Keys by name, and other keys for actions.
@Suite struct KeyNameTests {
  @Test(
    arguments: [
      ("j", Key.character("j")), ("Enter", .enter), ("C-d", .control("d")),
      ("Ctrl-D", .control("d")), ("BSpace", .backspace), ("PgDn", .pageDown), ("NPage", .pageDown),
      ("F12", .function(12)), ("Space", .character(" ")), ("S-Tab", .backTab),
      ("#", .character("#")),
    ]
  )
  func `a key has the names that people and tmux give it`(_ name: String, _ key: Key) {
    #expect(Key(name: name) == key)
  }

  @Test(arguments: ["", "jj", "Ctrl-", "F0", "F64", "Strg-D"])
  func `what is no key's name is none`(_ name: String) {
    #expect(Key(name: name) == nil)
  }

  @Test func `every key in use has a name that leads back to it`() {
    for key in Keymap.standard.bindings.flatMap(\.keys) { #expect(Key(name: key.name) == key) }
  }

  @Test func `the standard keys can all be reached`() {
    #expect(Keymap.standard.problems == [])
  }

  @Test func `other keys take the place of the standard ones`() {
    let keymap = Keymap.standard.binding([(.why, [[.function(5)]]), (.mark, [])])
    #expect(keymap.names(of: .why) == ["F5"])
    #expect(keymap.names(of: .mark) == [])
    #expect(keymap.problems == [])
  }

  @Test func `a key that two actions of one place want is told of`() {
    let keymap = Keymap.standard.binding([(.refresh, [[.character("?")]])])
    #expect(
      keymap.problems == [
        KeyProblem(kind: .duplicate, keys: [.character("?")], action: .help, by: .refresh)
      ]
    )
  }

  @Test func `a key that keeps a longer one from being completed is told of`() {
    let keymap = Keymap.standard.binding([(.refresh, [[.character("z")]])])
    #expect(keymap.problems.map(\.kind) == [.shadowed, .shadowed])
  }
}

/// The mouse, where it is listened to.
@Suite struct MouseTests {
  private func player() -> Player {
    var player = Player(Sample.state(80, 24))
    player.type("M")
    return player
  }

  private func row(_ text: String, _ player: Player) throws -> Int {
    let lines = FrameText.text(of: view(player.state)).split(
      separator: "\n",
      omittingEmptySubsequences: false
    )
    return try #require(lines.firstIndex { $0.contains(text) })
  }

  @Test func `a click takes the cursor to the row, and a second one opens it`() throws {
    var player = player()
    player.send(.ticked(Sample.now.addingTimeInterval(60)))
    let second = try row(player.users[1].id.raw, player)
    player.send(.mouse(Mouse(.press, column: 10, row: second)))
    #expect(player.state.front.records.first?.user == player.users[1].id)
    player.send(.mouse(Mouse(.press, column: 10, row: second)))
    #expect(player.state.front is UserScreen)
  }

  @Test func `two slow clicks open nothing`() throws {
    var player = player()
    let second = try row(player.users[1].id.raw, player)
    player.send(.mouse(Mouse(.press, column: 10, row: second)))
    player.send(.ticked(Sample.now.addingTimeInterval(2)))
    player.send(.mouse(Mouse(.press, column: 10, row: second)))
    #expect(player.state.front is TableScreen)
  }

  @Test func `a click on a hint presses its key`() throws {
    var player = player()
    let hints = try row("Enter", player)
    player.send(.mouse(Mouse(.press, column: 1, row: hints)))
    #expect(player.state.front is UserScreen)
  }

  @Test func `a click on a tab shows it`() throws {
    var player = player()
    player.press(.down, .enter)
    let tabs = try row("overview", player)
    let line = FrameText.characters(of: view(player.state), row: tabs)
    let title = try #require(line.range(of: "4 ord")).lowerBound
    let column = line.distance(from: line.startIndex, to: title)
    player.send(.mouse(Mouse(.press, column: column, row: tabs)))
    #expect((player.state.front as? UserScreen)?.tab == .orders)
  }

  @Test func `the wheel moves the cursor`() {
    var player = player()
    player.send(.mouse(Mouse(.wheelDown, column: 5, row: 5)))
    let third = player.users[min(3, player.users.count - 1)]
    #expect(player.state.front.records.first?.user == third.id)
  }

  @Test func `nothing is clicked while the mouse is off`() throws {
    var player = Player(Sample.state(80, 24))
    let before = player.state
    player.send(.mouse(Mouse(.press, column: 1, row: 23)))
    #expect(player.state == before)
  }

  @Test func `clicks anywhere trap nothing`() {
    var player = player()
    for line in ["", ":themes", ":keys", ":sql select 1", ":orders", "?"] {
      player.type(line)
      player.press(.enter)
      for column in stride(from: -3, to: 90, by: 7) {
        for row in -2..<27 { player.send(.mouse(Mouse(.press, column: column, row: row))) }
      }
    }
  }

  @Test func `what was told is kept, and stands below what is told now`() {
    let memory = SessionState(messages: ["2026-11-01 10:00  info  theme mono"])
    var player = Player(Sample.state(80, 24, memory: memory))
    player.type(":nosuch")
    player.press(.enter, .escape)
    #expect(player.state.memory.messages.count == 2)
    #expect(player.state.memory.messages.last?.contains("error") == true)
    player.type(":log")
    player.press(.enter)
    #expect(player.effects.contains(.saveSession(player.state.memory)))
    let screen = FrameText.text(of: view(player.state))
    #expect(screen.contains("BEFORE THIS SESSION"))
    #expect(screen.contains("theme mono"))
  }
}
