import Entitlements
import Foundation
import Testing

@testable import Dashboard

/// Columns as an operator arranges them: by keys, by the mouse, and as they are kept.
@Suite struct ColumnTests {
  private func list(_ columns: Int = 150) -> Player {
    var state = Sample.state(columns, 36)
    state.takesMouse = true
    return Player(state, on: .orders)
  }

  private func place(of title: String, _ player: Player) throws -> (row: Int, column: Int) {
    let lines = FrameText.text(of: view(player.state)).split(
      separator: "\n",
      omittingEmptySubsequences: false
    )
    let row = try #require(lines.firstIndex { $0.contains(title) })
    let range = try #require(lines[row].range(of: title))
    return (row, lines[row].distance(from: lines[row].startIndex, to: range.lowerBound))
  }

  @Test func `a click on a title sorts by it, and the next one the other way`() throws {
    var player = list()
    let (row, column) = try place(of: "PURCHASED", player)
    #expect(player.table?.isReversed == false)
    player.send(.mouse(Mouse(.press, column: column + 2, row: row)))
    player.send(.mouse(Mouse(.release, column: column + 2, row: row)))
    #expect(player.table?.isReversed == true)
    player.send(.mouse(Mouse(.press, column: column + 2, row: row)))
    #expect(player.table?.isReversed == false)
  }

  @Test func `a title that nothing is sorted by says so`() throws {
    var player = list()
    let (row, column) = try place(of: "STATE", player)
    player.send(.mouse(Mouse(.press, column: column, row: row)))
    #expect(player.state.toast?.notice.text.contains("STATE has no index") == true)
  }

  @Test func `the edge of a column is dragged`() throws {
    var player = list()
    let before = try place(of: "STATE", player)
    let edge = before.column - 1
    player.send(.mouse(Mouse(.press, column: edge, row: before.row)))
    player.send(.mouse(Mouse(.drag, column: edge + 6, row: before.row + 3)))
    #expect(try place(of: "STATE", player).column == before.column + 6)
    player.send(.mouse(Mouse(.release, column: edge + 6, row: before.row)))
    player.send(.mouse(Mouse(.drag, column: edge, row: before.row)))
    #expect(try place(of: "STATE", player).column == before.column + 6, "it was let go")
  }

  @Test func `keys make the chosen column wider and narrower`() throws {
    var player = list()
    let before = try place(of: "STATE", player).column
    player.type(">+++")
    #expect(try place(of: "STATE", player).column == before + 3)
    player.type("____")
    #expect(try place(of: "STATE", player).column == before - 1)
  }

  @Test func `what is arranged is kept for the next dashboard`() throws {
    var player = list()
    player.type(">++c")
    player.press(.down, .down, .character(" "), .escape)
    let views = player.state.memory.views
    #expect(views == ["orders \(try #require(player.state.view.columns[.orders]).line)"])
    let next = Sample.state(150, 36, memory: SessionState(views: views))
    #expect(next.view.columns == player.state.view.columns)
  }

  @Test func `what was kept of columns that are no more is left out`() throws {
    let columns = ListKind.orders.columns
    let layout = ColumnLayout(columns, line: "-state:9 gone:4 state -purchasedAt:x price:99999 :::")
    #expect(layout.order.count == columns.count && Set(layout.order).count == columns.count)
    #expect(layout.order.prefix(3) == ["state", "purchasedAt", "price"])
    #expect(layout.hidden == ["purchasedAt"], "the first one is always shown")
    #expect(layout.widths["state"] == 9 && layout.widths["price"] == 120)
  }

  @Test func `the wheel scrolls the pane it is turned over`() throws {
    var player = list(120)
    player.type("p")
    let top = player.table?.previewTop
    player.send(.mouse(Mouse(.wheelDown, column: 110, row: 10)))
    #expect(player.table?.window.scroll.index == 0, "the rows stay")
    player.send(.mouse(Mouse(.wheelDown, column: 5, row: 10)))
    #expect(player.table?.window.scroll.index == 3)
    #expect(top == 0)
  }

  @Test func `the wheel reads a long record in a low preview to its end`() {
    var state = Sample.state(100, 24)
    state.takesMouse = true
    var player = Player(state, on: .orders)
    player.type("p")
    for _ in 0..<20 { player.send(.mouse(Mouse(.wheelDown, column: 5, row: 18))) }
    #expect(player.table?.window.scroll.index == 0)
    #expect((player.table?.previewTop ?? 0) > 0)
    #expect(FrameText.text(of: view(player.state)).contains("DOCUMENT"))
    player.press(.down)
    #expect(player.table?.previewTop == 0)
  }

  @Test func `how a query is answered is told on a page of its own`() {
    var player = list()
    player.type(":explain")
    player.press(.enter)
    #expect(player.questions.last == .meta(.plan(.orders, Sample.listed(.orders), .purchased)))
    #expect(player.state.front.equivalentCommand == ["ls", "orders", "env:prod", "--explain"])
  }
}
