import Entitlements
import Foundation
import Testing

@testable import Dashboard

/// Which rows of a long list are in memory, and which are read again.
@Suite struct ListWindowTests {
  private let crowd = (0..<400).map {
    Record.user(Sample.row("user-\($0)", nil, nil, orders: $0, nil))
  }

  /// In the middle of the list.
  private func player() -> Player {
    var player = Player(Sample.state(80, 24), on: .users)
    player.answers = false
    player.press(.character("r"))
    _ = answer(&player)
    for _ in 0..<10 {
      player.press(.pageDown)
      _ = answer(&player)
    }
    return player
  }

  @Test func `far from its beginning a list is read again around the cursor alone`() throws {
    var player = player()
    let before = FrameText.text(of: view(player.state))
    let loaded = try #require(player.table?.window.rows.count)
    player.send(.ledgerChanged(bytes: nil))
    let last = answer(&player)
    guard case .from(.number(let first)) = last?.anchor else {
      Issue.record("asked for \(String(describing: last))")
      return
    }
    #expect(first > 0)
    #expect(try #require(last?.limit) < loaded)
    #expect(FrameText.text(of: view(player.state)) == before)
  }

  @Test func `a covered list keeps the rows on the screen, and reads the others again`() throws {
    var player = player()
    let before = FrameText.text(of: view(player.state))
    let loaded = try #require(player.table?.window.rows.count)
    player.press(.enter)
    let covered = try #require(player.state.screens.dropLast().last?.part as? TableScreen)
    #expect(covered.window.rows.count <= 2 * 24 && covered.prepared == RowCache())
    player.effects = []
    player.press(.escape)
    #expect(FrameText.text(of: view(player.state)) == before)
    #expect(answer(&player) != nil)
    #expect(FrameText.text(of: view(player.state)) == before)
    #expect(try #require(player.table?.window.rows.count) > loaded / 2)
  }

  @Test func `an answer to another screen's question places none of a covered list's rows`() throws
  {
    var player = player()
    player.press(.enter)
    player.send(.answered(request: try #require(player.lastRequest), .failure("The file is gone.")))
    let covered = try #require(player.state.screens.dropLast().last?.part as? TableScreen)
    #expect(covered.prepared == RowCache())
  }

  @Test func `a list that was left before it was loaded has its rows when one goes back to it`() {
    var player = Player(Sample.state(80, 24), on: nil)
    player.answers = false
    player.effects = []
    player.type(":orders")
    player.press(.enter)
    let asked = player.effects
    player.type(":users")
    player.press(.enter)
    for effect in asked { if let answer = player.answer(to: effect) { player.send(answer) } }
    player.type("-")
    #expect(player.table?.list == .orders && player.table?.waiting == nil)
    #expect(player.table?.window.rows == Sample.lists[.orders])
  }

  @Test func `a list that one goes back to is read again if the ledger has changed`() {
    var player = Player(Sample.state(80, 24))
    player.type(":orders")
    player.press(.enter)
    player.users[0].orders += 1
    player.send(.ledgerChanged(bytes: nil))
    player.type("-")
    #expect(player.table?.window.rows == player.users.map(Record.user))
  }

  /// Answers what is asked of the list, one question after the other.
  ///
  /// - Returns: The last question.
  private func answer(_ player: inout Player) -> PageRequest? {
    var last: PageRequest?
    while let effect = player.effects.last, case .query(.page(let request), let number, _) = effect
    {
      player.effects = []
      last = request
      let start =
        switch request.anchor {
        case .after(.number(let place)): Int(place) + 1
        case .before(.number(let place)): max(0, Int(place) - request.limit)
        case .from(.number(let place)): Int(place)
        default: 0
        }
      let places = start..<min(start + request.limit, crowd.count)
      let page = Page(
        rows: Array(crowd[places]),
        hasBefore: start > 0,
        hasAfter: places.upperBound < crowd.count,
        precedingRows: start,
        total: .exact(crowd.count)
      )
      let found = RecordPage(page: page, places: places.map { .number(Int64($0)) })
      player.send(.answered(request: number, .value(.page(found))))
    }
    return last
  }
}
