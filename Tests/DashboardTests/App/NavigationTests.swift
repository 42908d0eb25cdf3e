import Entitlements
import Foundation
import TestSupport
import Testing

@testable import Dashboard

/// How one finds one's way: the first screen, the command line, the palette and the help.
@Suite struct NavigationTests {
  private func text(_ player: Player) -> String { FrameText.planes(of: view(player.state)) }

  private func home(_ columns: Int, _ rows: Int, tickets: [TicketMessage] = []) -> Player {
    Player(
      Sample.state(
        columns,
        rows,
        queues: Sample.supportQueues,
        tickets: tickets,
        memory: Sample.memory
      ),
      on: nil
    )
  }

  @Test func `with twelve tickets nothing of the first screen is cut off`() {
    let player = home(80, 24, tickets: Sample.tickets)
    let shown = text(player)
    for ticket in Sample.tickets { #expect(shown.contains(ticket.title.prefix(30))) }
    for queue in Sample.supportQueues { #expect(shown.contains(queue.name)) }
    for list in ListKind.allCases { #expect(shown.contains(list.rawValue)) }
    #expect(shown.contains("12 rejected"))
    #expect(shown.contains("1.2 MB"))
    #expect(shown.contains("SEEN LAST"))
  }

  @Test func `every entry of the first screen can be reached, and from beside it`() {
    var player = home(80, 24, tickets: Sample.tickets)
    var seen: Set<Int> = []
    for _ in 0..<60 {
      if let home = player.state.front as? HomeScreen { seen.insert(home.cursor) }
      player.press(.down)
    }
    let home = player.state.front as? HomeScreen
    #expect(seen.count == home?.entries(player.state.view).count)
    player.press(.home, .right)
    #expect((player.state.front as? HomeScreen)?.cursor != 0)
    player.press(.left)
    #expect((player.state.front as? HomeScreen)?.cursor == 0)
  }

  @Test func `what was seen in sessions before leads there again`() {
    var player = home(80, 24)
    let entries = (player.state.front as? HomeScreen)?.entries(player.state.view) ?? []
    let place = entries.firstIndex(of: .visited("user ada")) ?? 0
    for _ in 0..<place { player.press(.down) }
    player.press(.enter)
    #expect((player.state.front as? UserScreen)?.id == ID("ada"))
  }

  @Test func `what is seen is kept for the next session, but no secret and no letter`() {
    var player = Player(Sample.state(80, 24))
    player.type(":user ada")
    player.press(.enter)
    player.type(":why \(String(repeating: "word ", count: 60))")
    player.press(.enter)
    let token = "edgcacfhmkpekcilnihgdjkb.AO-J1OxnZr_-c4xGioV-wbb9YI4w7g"
    player.type(":why \(token)")
    player.press(.enter)
    player.type(":home")
    player.press(.enter)
    // Of the letter it is kept whom it was about.
    #expect(player.state.memory.visited.suffix(2) == ["user ada", "why ada"])
    #expect(!player.state.memory.lines.contains { $0.contains(token) })
    #expect(player.state.memory.lines.contains("user ada"))
    #expect(!player.effects.contains { "\($0)".contains("remember") && "\($0)".contains(token) })
  }

  @Test func `up finds the line that begins like what was typed`() {
    var player = Player(Sample.state(80, 24, memory: Sample.memory))
    player.type(":us")
    player.press(.up, .up)
    #expect(player.state.field?.editor.text == "users since:7d")
    player.press(.up)
    #expect(player.state.field?.editor.text == "user grace")
    player.press(.up)
    #expect(player.state.field?.editor.text == "user grace")
    player.press(.down, .down, .down)
    #expect(player.state.field?.editor.text == "us")
  }

  @Test(arguments: [
    ("/stor", "store:"), ("/state:gr", "state:grace"), ("/-is:dup", "-is:duplicate"),
    ("/store:apple,goo", "store:apple,google"), (":orders kind:s", "orders kind:sub"),
    (":write of", "write off"), (":set glyphs as", "set glyphs ascii"), ("/user:qa", "user:qa-07"),
  ])
  func `tab completes fields, their values and words`(_ typed: String, _ completed: String) {
    var player = Player(Sample.state(80, 24))
    player.type(typed)
    player.press(.tab)
    let text = player.state.field?.editor.text.trimmingCharacters(in: .whitespaces)
    #expect(text == completed)
  }

  @Test func `a query is told as it was understood`() {
    var player = Player(Sample.state(80, 24), on: .subs)
    player.type("/state:hold  since:7d")
    player.press(.enter)
    player.type(":explain")
    player.press(.enter)
    #expect(text(player).contains("understood as: state:hold since:2026-11-14"))
  }

  @Test func `how the screen looks is set by name`() {
    var player = Player(Sample.state(80, 24))
    for line in ["set tz local", "set glyphs ascii", "set theme purser-dark"] {
      player.type(":\(line)")
      player.press(.enter)
    }
    #expect(player.state.view.zone == .local)
    #expect(player.state.view.glyphs == .ascii)
    #expect(player.effects.contains(.loadTheme(name: "purser-dark")))
    player.type(":set glyphs auto")
    player.press(.enter)
    #expect(player.state.view.glyphs == player.state.terminalGlyphs)
    player.type(":set glyphs wide")
    player.press(.enter)
    #expect(player.state.toast?.notice.severity == .error)
  }

  @Test func `the palette finds an action by its letters and does it`() {
    var player = Player(Sample.state(80, 24))
    player.press(.control("p"))
    player.type("all jobs")
    player.press(.enter)
    #expect(player.state.palette == nil)
    #expect(player.table?.list == .jobs)
    player.press(.function(2))
    player.type(":user")
    player.press(.escape)
    #expect(player.state.palette == nil)
    #expect(player.table?.list == .jobs)
  }

  @Test func `a command that needs more is left to be finished`() {
    var player = Player(Sample.state(80, 24))
    player.press(.control("p"))
    player.type(":receipt one")
    player.press(.enter)
    #expect(player.state.field?.editor.text == "receipt ")
  }

  @Test func `the help is searched, and enter does the first that was found`() {
    var player = Player(Sample.state(80, 24))
    player.type("?/every job")
    #expect(text(player).contains("every job, the ended ones too"))
    #expect(!text(player).contains("redraw the screen"))
    player.press(.enter)
    #expect(player.table?.list == .jobs)
    player.type("?/zzz")
    player.press(.escape, .escape)
    #expect(player.state.helpTop == nil)
  }

  private func run(_ line: String, _ list: ListKind? = .users) -> Player {
    var player = Player(Sample.state(80, 24), on: list)
    player.type(":\(line)")
    player.press(.enter)
    return player
  }

  @Test(arguments: ["jobs", "audit"])
  func `a list that cannot be searched takes no query`(_ list: String) {
    let refused = run("\(list) ada")
    #expect(refused.state.toast?.notice.severity == .error)
    #expect(refused.state.toast?.notice.text == ":\(list) takes no query.")
    #expect(refused.table?.list == .users)
    #expect(run(list).table?.list.rawValue == list)
  }

  @Test(arguments: ["sort user", "export csv users.csv"])
  func `a command on rows asks for a list where none is open`(_ line: String) {
    let message = run(line, nil).state.toast?.notice
    #expect(message?.severity == .error)
    #expect(message?.text.hasPrefix("Open a list first: :users, :orders, ") == true)
  }

  @Test func `a list with one order is neither sorted nor exported`() {
    let sorted = run("sort id", .jobs).state.toast?.notice.text
    #expect(sorted == "This list has one order only: the newest first.")
    let exported = run("export csv jobs.csv", .jobs).state.toast?.notice.text
    #expect(exported == "Print them with: purser jobs --json")
  }

  @Test func `a theme that cannot be loaded is named once`() {
    var player = Player(Sample.state(80, 24))
    player.send(.themeLoaded(name: "odd", .failure("There is no theme odd.")))
    #expect(player.state.toast?.notice.text == "There is no theme odd.")
    player.send(.themeLoaded(name: "odd", .failure("/themes/odd.toml:3: no color.")))
    #expect(player.state.toast?.notice.text == "theme odd: /themes/odd.toml:3: no color.")
  }

  @Test(arguments: GlyphSet.allCases)
  func `a narrow header keeps the write mode, and marks the breadcrumbs it omits`(
    _ glyphs: GlyphSet
  ) {
    let state = Sample.state(60, 20, glyphs: glyphs, writeMode: .allowed, isDemo: false)
    var player = Player(state)
    func header() -> String { FrameText.characters(of: view(player.state), row: 0) }
    #expect(header().contains(" RW "))
    #expect(!header().contains(glyphs.ellipsis.string))
    for line in ["why ada", "timeline ada", "why ada", "timeline ada", "why ada"] {
      player.type(":\(line)")
      player.press(.enter)
    }
    #expect(header().contains(" RW "))
    #expect(header().contains(" \(glyphs.ellipsis.string) \(glyphs.breadcrumb.string) "))
    player.state.advancesClock = true
    #expect(header().contains(" SANDBOX\(glyphs.dot.string)RW "))
  }

  @Test func `what passes is kept to be read later, and no more than five hundred`() {
    var player = Player(Sample.state(80, 24))
    for number in 0..<600 {
      player.send(.noticed(StatusMessage(severity: .info, text: "\(number)")))
    }
    #expect(player.state.notices.count == 500)
    #expect(player.state.notices.last?.notice.text == "599")
  }
}
