import Entitlements
import Foundation
import Testing

@testable import Dashboard

/// The screen that shows whether everything is well.
@Suite struct `The overview screen` {
  private func player(_ size: Size = Size(columns: 80, rows: 24)) -> Player {
    var player = Player(Sample.state(size.columns, size.rows), on: nil)
    player.type(":overview")
    player.press(.enter)
    return player
  }

  private func selection(_ player: Player) -> LedgerOverviewScreen.Selection? {
    (player.state.front as? LedgerOverviewScreen)?.selection
  }

  private func text(_ player: Player) -> String { FrameText.text(of: view(player.state)) }

  @Test func `opens the list behind the total of a row, and behind one bar of it`() {
    var player = player()
    player.press(.enter)
    #expect(player.table?.list == .receipts)
    #expect(
      player.table?.filter
        == "store:apple doc:jws-notification -env:sandbox,xcode "
        + "received:2026-11-19T03:00Z..2026-11-21T03:00Z"
    )
    player.press(.character("q"), .left, .enter)
    #expect(player.table?.filter.hasSuffix("T03:00Z") == true)
    #expect(player.table?.filter.contains("received:2026-11-21T") == true)
  }

  /// The lines of the panel from the title on, up to the next gap.
  private func lines(below title: String, in player: Player) -> [String] {
    let lines = text(player).split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.dropFirst(60).trimmingCharacters(in: .whitespaces) }
    let first = lines.firstIndex { $0.hasPrefix(title) } ?? 0
    return lines.dropFirst(first + 1).prefix { !$0.isEmpty }.map { $0 }
  }

  @Test func `shows a currency's total and, below it, what each store took`() {
    let lines = lines(below: "REVENUE", in: player(Size(columns: 120, rows: 40)))
    #expect(lines.map { String($0.prefix { $0 != " " }) } == ["EUR,", "USD", "apple", "google"])
    let amounts = lines.map { $0.split(separator: " ").suffix(2).joined(separator: " ") }
    #expect(amounts == ["129.87 EUR", "2797.20 USD", "909.09 USD", "1888.11 USD"])
    #expect(lines[0].hasPrefix("EUR, google"))
    // The total is the same on all days, of which each store has a part.
    #expect(lines[1].contains("██████████████"))
    #expect(lines[2].contains("▆") && !lines[2].contains("█"))
  }

  @Test func `opens the orders of one store in one currency`() {
    var player = player()
    for _ in 0..<9 where selection(player)?.panel != "revenue" { player.press(.tab) }
    player.press(.down, .down, .enter)
    #expect(
      player.table?.filter == "store:apple ccy:USD env:prod on:2026-11-08..2026-11-21"
    )
  }

  @Test func `keeps the cursor on its row when the ledger changes`() {
    var player = player()
    player.press(.tab)
    let row = selection(player)?.row
    player.overview.arrivals.insert(Sample.arrivals(.google, "google-rtdn"), at: 0)
    player.send(.ledgerChanged(bytes: nil))
    #expect(row != nil)
    #expect(selection(player)?.row == row)
    #expect(text(player).contains("Google notice"))
  }

  @Test func `shows the sandbox beside production, never added to it`() {
    let text = text(player(Size(columns: 120, rows: 40)))
    #expect(text.contains("[S] 48"))
    #expect(!text.contains("144"))
  }

  @Test func `draws bars in ASCII where nothing else can be shown`() {
    var state = Sample.state(80, 24)
    state.view.glyphs = .ascii
    var player = Player(state, on: nil)
    player.type(":overview")
    player.press(.enter)
    let body = text(player).split(separator: "\n").filter { $0.contains("[S] 48") }
    #expect(body.count == 1)
    #expect(body.allSatisfy { $0.utf8.allSatisfy { $0 < 0x80 } && $0.contains("#") })
  }
}
