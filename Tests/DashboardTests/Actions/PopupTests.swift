import Entitlements
import Foundation
import Testing

@testable import Dashboard

/// What dialogs and popups do when they are left, pressed and clicked.
@Suite struct PopupTests {
  private func text(_ player: Player) -> String { FrameText.text(of: view(player.state)) }

  private func deeds(_ player: Player) -> [ActionRequest] {
    player.effects.compactMap {
      if case .execute(let actionRequest, _) = $0 { actionRequest } else { nil }
    }
  }

  // Dialogs.

  /// The dialog of an act, with nothing done yet.
  private func open(_ act: ActingTests.OperatorAction) -> Player {
    var player = Player(
      Sample.state(80, 24, writeMode: .allowed, takesMouse: true),
      on: act.list ?? .users
    )
    if act.list == nil { player.press(.down, .enter) }
    player.effects = []
    player.type(act.keys)
    return player
  }

  /// The first name of the button that acts.
  private func verb(_ player: Player) throws -> String {
    "[\(try #require(player.state.dialog?.verb).string)]"
  }

  @Test(arguments: ActingTests.deeds)
  func `enter at once, and escape at any time, do nothing`(_ act: ActingTests.OperatorAction) {
    var player = open(act)
    let dialog = player.state.dialog
    let isTyped = dialog?.input != nil && dialog?.cancelsOnEnter == false
    player.press(.enter)
    // A line that is typed goes on to the next; a button that has the focus is Cancel, and so is
    // Enter in a confirmation that is not typed.
    #expect((player.state.dialog != nil) == isTyped)
    #expect(deeds(player) == [])
    for tabs in 0..<6 {
      var player = open(act)
      for _ in 0..<tabs { player.press(.tab) }
      player.press(.escape)
      #expect(player.state.dialog == nil)
      #expect(deeds(player) == [])
    }
  }

  @Test(arguments: ActingTests.deeds)
  func `tab and enter act only where nothing is left to be said`(_ act: ActingTests.OperatorAction)
  {
    var player = open(act)
    player.press(.tab, .enter)
    if act.typed.isEmpty {
      #expect(deeds(player).count == 1 && deeds(player).allSatisfy(act.actionRequest))
    } else {
      #expect(deeds(player) == [])
    }
  }

  @Test(arguments: ActingTests.deeds)
  func `a click on a button presses it, wherever the focus is`(
    _ act: ActingTests.OperatorAction
  ) throws {
    for tabs in 0..<3 {
      var cancelled = open(act)
      var acting = cancelled
      for _ in 0..<tabs {
        cancelled.press(.tab)
        acting.press(.tab)
      }
      cancelled.click("[Cancel]")
      #expect(cancelled.state.dialog == nil)
      #expect(deeds(cancelled) == [])

      acting.click(try verb(acting))
      #expect((deeds(acting) == []) == !act.typed.isEmpty)
    }
    var player = open(act)
    while !act.typed.isEmpty, player.state.dialog?.focus != .input(0) { player.press(.tab) }
    for text in act.typed {
      player.type(text)
      player.press(.tab)
    }
    player.click(try verb(player))
    #expect(
      deeds(player).count == 1 && deeds(player).allSatisfy(act.actionRequest),
      "\(deeds(player))"
    )
  }

  @Test(arguments: ActingTests.deeds)
  func `a click beside a dialog neither acts nor types into it`(
    _ act: ActingTests.OperatorAction
  ) throws {
    let before = open(act)
    let frame = view(before.state)
    let box = try #require(frame.box)
    let hints = before.state.layout.hints
    for row in 0..<frame.size.rows where hints?.holds(0, row) != true {
      for column in 0..<frame.size.columns where !box.holds(column, row) {
        var player = before
        player.click(column, row)
        #expect(player.state.dialog == before.state.dialog, "\(column), \(row)")
        #expect(player.effects == before.effects)
      }
    }
  }

  /// What a dialog shows once it has acted, however that went.
  private static let ends: [(String, @Sendable (inout Player) -> Void)] = [
    ("progress", { $0.jobs = Sample.jobs }), ("over", { $0.jobs = Sample.over }),
    ("refusal", { $0.restored = .value(.rejected("Rejected")) }),
    ("nothing", { $0.restored = .value(.nothing("Nothing")) }),
  ]

  @Test(arguments: ends.indices)
  func `what was done is closed by enter, tab and enter, escape and a click`(_ place: Int) {
    let (name, arrange) = Self.ends[place]
    for closing in ["enter", "tab", "escape", "click"] {
      var player = Player(Sample.state(80, 24, writeMode: .allowed, takesMouse: true))
      player.press(.down, .enter, .character("3"))
      arrange(&player)
      if name == "progress" || name == "over" {
        player.type("ar")
        player.press(.tab, .enter)
      } else {
        player.type("asreceipt.b64")
        player.press(.enter, .tab, .enter)
      }
      #expect(player.state.dialog != nil && player.state.dialog?.form == nil, "\(name)")
      let done = deeds(player)
      switch closing {
      case "enter": player.press(.enter)
      case "tab": player.press(.tab, .enter)
      case "escape": player.press(.escape)
      default: player.click("[Close]")
      }
      #expect(player.state.dialog == nil, "\(name) by \(closing)")
      #expect(deeds(player) == done)
    }
  }

  @Test func `a dry run is left by escape to what it is of`() {
    var player = open(ActingTests.deeds[2])
    player.type("d")
    #expect(player.state.dialog?.preview != nil)
    player.press(.escape)
    #expect(player.state.dialog?.preview == nil && player.state.dialog?.form != nil)
    player.press(.enter)
    #expect(player.state.dialog == nil)
    #expect(deeds(player) == [])
  }

  // Popups of lists.

  /// A popup of the orders' list.
  private func popup(_ key: Character) -> Player {
    var player = Player(Sample.state(80, 24, takesMouse: true), on: .orders)
    if key == "f" { player.press(.character(">"), .character(">")) }
    player.effects = []
    player.press(.character(key))
    return player
  }

  /// Whether nothing stands before the rows any more.
  private func isClosed(_ player: Player) -> Bool {
    player.table?.popup == nil && player.state.chord.isEmpty && view(player.state).box == nil
  }

  @Test(arguments: ["s", "c", "f", "e", "y", "g", "a"] as [Character])
  func `a popup is closed by escape and by a click beside it, and nothing is done`(
    _ key: Character
  )
    throws
  {
    let before = popup(key)
    let frame = view(before.state)
    let box = try #require(frame.box)
    var player = before
    player.press(.escape)
    #expect(isClosed(player))
    #expect(player.effects == before.effects)
    #expect(player.state.front is TableScreen)
    for row in 0..<frame.size.rows where before.state.layout.body.holds(0, row) {
      for column in 0..<frame.size.columns where !box.holds(column, row) {
        var player = before
        player.click(column, row)
        #expect(isClosed(player), "\(column), \(row)")
        #expect(player.effects == before.effects, "\(column), \(row)")
      }
    }
  }

  @Test func `enter takes what the popup's cursor is on, and a second click does the same`() {
    var sorting = popup("s")
    var clicked = sorting
    sorting.press(.down, .enter)
    clicked.click(5, view(clicked.state).box.map { $0.row + 2 } ?? 0)
    #expect(clicked.table?.popup != nil)
    clicked.click(5, view(clicked.state).box.map { $0.row + 2 } ?? 0)
    for player in [sorting, clicked] {
      #expect(isClosed(player))
      #expect(player.table?.isReversed == true)
    }
    var facet = popup("f")
    facet.press(.enter)
    #expect(isClosed(facet))
    #expect(facet.state.front.text(of: .filter).isEmpty == false)
    var export = popup("e")
    export.press(.enter)
    #expect(isClosed(export))
    #expect(export.effects.contains { if case .export = $0 { true } else { false } })
    var columns = popup("c")
    columns.press(.enter)
    #expect(isClosed(columns))
  }

  @Test(arguments: ["s", "c", "f", "e"] as [Character])
  func `tab means nothing in a popup, and enter after it what it means without`(_ key: Character) {
    var player = popup(key)
    var other = player
    player.press(.tab)
    #expect(player.table?.popup != nil)
    player.press(.enter)
    other.press(.enter)
    #expect(isClosed(player))
    #expect(player.state == other.state && player.effects == other.effects)
  }

  @Test func `a click on a line of a menu does what its key does`() throws {
    var player = popup("y")
    player.click("copy the ID")
    #expect(player.state.chord.isEmpty)
    #expect(player.effects.contains { if case .copy = $0 { true } else { false } })
    var acting = Player(Sample.state(80, 24, writeMode: .allowed, takesMouse: true), on: .orders)
    acting.type("a")
    acting.click("note")
    #expect(acting.state.dialog?.action == .note)
  }

  @Test func `a hint that is clicked while a menu waits means itself`() {
    var player = Player(Sample.state(80, 24, writeMode: .allowed, takesMouse: true), on: .orders)
    let row = player.state.layout.hints?.row ?? 0
    for column in 0..<80 {
      var other = player
      other.type("a")
      other.click(column, row)
      #expect(other.state.dialog == nil, "\(column)")
    }
    player.type("a")
    #expect(player.state.chord == [.character("a")])
  }

  // The palette, the help, the line and the question whether to quit.

  private func player(_ keys: Key...) -> Player {
    var player = Player(Sample.state(80, 24, takesMouse: true))
    for key in keys { player.press(key) }
    return player
  }

  @Test func `the palette runs what its cursor is on, and is closed without it`() throws {
    let before = player(.control("p"))
    var first = before
    first.press(.enter)
    #expect(first.state.palette == nil)
    #expect(first.state.isHome)
    var second = before
    second.press(.tab, .enter)
    #expect(second.state.palette == nil)
    #expect(second.state != first.state)
    var closed = before
    closed.press(.escape)
    #expect(closed.state.palette == nil)
    #expect(closed.state.front is TableScreen)
    let box = try #require(view(before.state).box)
    let body = before.state.layout.body
    for (column, row) in [(79, body.row), (0, body.endRow - 1)] where !box.holds(column, row) {
      var clicked = before
      clicked.click(column, row)
      #expect(clicked.state.palette == nil)
      #expect(clicked.state.front is TableScreen)
    }
  }

  @Test func `the help is closed by enter and escape, and by a key that leads on`() {
    for keys: [Key] in [[.enter], [.escape], [.character("?")], [.tab, .enter]] {
      var player = player(.character("?"))
      for key in keys { player.press(key) }
      #expect(player.state.helpTop == nil, "\(keys)")
      #expect(player.state.front is TableScreen)
      #expect(!player.effects.contains(.quit))
    }
    var clicked = player(.character("?"))
    let before = clicked.state.screens
    for row in 0..<22 { clicked.click(40, row) }
    #expect(clicked.state.screens == before)
  }

  @Test func `the question whether to quit takes no for an answer`() {
    let before = player(.control("c"), .control("c"))
    #expect(before.state.isConfirmingQuit)
    for keys: [Key] in [[.escape], [.tab], [.tab, .escape], [.character("n")]] {
      var player = before
      for key in keys { player.press(key) }
      #expect(!player.state.isConfirmingQuit && !player.effects.contains(.quit), "\(keys)")
    }
    for key in [Key.enter, .character("q")] {
      var player = before
      player.press(key)
      #expect(player.effects.last == .quit)
    }
    for row in 0..<22 {
      var clicked = before
      clicked.click(40, row)
      #expect(!clicked.effects.contains(.quit))
    }
  }

  @Test func `a line that is typed is kept by enter and given up by escape`() {
    var kept = player(.character("/"))
    kept.type("gr")
    kept.press(.tab, .enter)
    #expect(kept.state.field == nil)
    #expect(!kept.state.front.text(of: .filter).isEmpty)
    var left = player(.character("/"))
    left.type("gr")
    left.press(.escape)
    #expect(left.state.field == nil)
    #expect(left.state.front.text(of: .filter).isEmpty)
    var clicked = player(.character(":"))
    clicked.type("q")
    for row in 0..<22 { clicked.click(40, row) }
    #expect(!clicked.effects.contains(.quit))
    #expect(clicked.state.field?.editor.text == "q")
  }
}
