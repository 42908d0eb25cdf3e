import Entitlements
import Foundation
import Testing

@testable import Dashboard

/// Rows are marked in a user's tabs as they are in lists.
@Suite struct UserMarksTests {
  private func player(_ tab: Character) -> Player {
    var player = Player(Sample.state(120, 36))
    player.press(.down, .enter, .character(tab))
    player.effects = []
    return player
  }

  private func screen(_ player: Player) throws -> UserScreen {
    try #require(player.state.front as? UserScreen)
  }

  private func text(_ player: Player) -> String { FrameText.text(of: view(player.state)) }

  @Test(arguments: ["3", "4", "5", "6", "9"])
  func `space marks a row of every tab that lists any`(_ tab: Character) throws {
    var player = player(tab)
    player.press(.character(" "))
    #expect(try screen(player).marks.count == 1)
    #expect(text(player).contains("1 marked"))
    player.press(.escape)
    #expect(try screen(player).marks.isEmpty, "escape takes the marks away first")
  }

  @Test func `v marks a stretch, the star all, and U none`() throws {
    var player = player("4")
    player.type("vjj")
    #expect(text(player).contains("marking 3"))
    player.type("v")
    #expect(try screen(player).marks.count == 3)
    player.type("*")
    #expect(try screen(player).marks.count == Sample.orders.count)
    player.type("U")
    #expect(try screen(player).marks.isEmpty)
  }

  @Test func `marks stay in the tab that they were set in`() throws {
    var player = player("4")
    player.type(" 3")
    #expect(try screen(player).marks.isEmpty)
    player.type("4")
    #expect(try screen(player).marks.count == 1)
  }

  @Test func `what is copied are the marked rows`() {
    var player = player("4")
    player.type("  yy")
    let ids = Sample.orders.prefix(2).map(\.transactionID).joined(separator: "\n")
    #expect(player.effects.last == .copy(Copy("2 IDs", .text(ids))))
  }

  @Test func `what is done is done to the marked rows`() throws {
    var player = Player(Sample.state(120, 36, writeMode: .allowed))
    player.press(.down, .enter, .character("4"))
    player.type("  ar")
    #expect(
      player.questions.contains { question in
        if case .targets(let records, _) = question { records.count == 2 } else { false }
      }
    )
  }

  @Test func `two marked receipts are compared`() {
    var player = player("6")
    player.type("  D")
    #expect(player.state.front is DiffScreen)
  }

  @Test func `marked rows are written to a file, or all`() {
    var player = player("4")
    player.type(" e")
    #expect(text(player).contains("export 1 marked row"))
    player.press(.character(" "))
    #expect(text(player).contains("export all 8 of this user"))
    player.press(.character(" "), .enter)
    guard case .export(let export)? = player.effects.last else {
      Issue.record("\(player.effects)")
      return
    }
    #expect(export.list == .orders && export.form == .csv)
    #expect(export.scope == .records([Sample.userDetailsOrder(0)]))
  }

  @Test func `the command line exports the marked rows too`() {
    var player = player("4")
    player.type("  :export json out.json")
    player.press(.enter)
    let exports = player.effects.compactMap { effect in
      if case .export(let export) = effect { export } else { nil }
    }
    let marked = (0...1).map(Sample.userDetailsOrder)
    #expect(exports.map(\.scope) == [.records(marked)])
    #expect(exports.first?.path == "out.json")
  }

  @Test func `the header shows what is shown, whose it is, and the tab`() {
    var player = player("4")
    #expect(text(player).contains("users › user ada orders"))
    player.type("w")
    #expect(text(player).contains("user ada orders › why ada"))
    player.type("t")
    #expect(text(player).contains("why ada › timeline ada"))
  }
}

extension Sample {
  static func userDetailsOrder(_ place: Int) -> Record {
    .order(OrderRow(order: userDetails.orders[place], chainState: nil))
  }
}
