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

  @Test func `keeps the cursor on its row when the ledger changes`() {
    var player = player()
    player.press(.tab)
    let row = (player.state.front as? LedgerOverviewScreen)?.selection?.row
    player.overview.arrivals.insert(Sample.arrivals(.google, "google-rtdn"), at: 0)
    player.send(.ledgerChanged(bytes: nil))
    #expect(row != nil)
    #expect((player.state.front as? LedgerOverviewScreen)?.selection?.row == row)
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
