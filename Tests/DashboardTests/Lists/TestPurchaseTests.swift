import Entitlements
import Foundation
import Testing

@testable import Dashboard

/// Purchases of the sandbox and of Xcode in lists.
@Suite struct TestPurchaseTests {
  private func player(_ list: ListKind = .orders, leftOut: Count = .exact(214)) -> Player {
    var player = Player(Sample.state(120, 40), on: nil)
    player.leftOut = leftOut
    player.type(":\(list.rawValue)")
    player.press(.enter)
    return player
  }

  private func text(_ player: Player) -> String { FrameText.text(of: view(player.state)) }

  private func queries(_ player: Player) -> [Query] {
    player.questions.compactMap { if case .page(let request) = $0 { request.query } else { nil } }
  }

  @Test func `are left out and counted until a key shows them`() {
    var player = player()
    let production = Query.field(.environments([.production]))
    #expect(queries(player).last == production)
    #expect(text(player).contains("+ 214 sandbox, S shows them"))
    #expect(player.table?.equivalentCommand == ["ls", "orders", "env:prod"])
    player.type("S")
    #expect(queries(player).last == .everything)
    #expect(text(player).contains("with sandbox, S hides it"))
    #expect(player.table?.equivalentCommand == ["ls", "orders"])
    player.type("S")
    #expect(queries(player).last == production)
  }

  @Test func `are not mentioned where there are none`() {
    #expect(!text(player(leftOut: .exact(0))).contains("sandbox"))
  }

  @Test func `are listed if the filter names their environment`() throws {
    var player = player()
    player.type("/env:sandbox")
    player.press(.enter)
    #expect(queries(player).last == .field(.environments([.sandbox])))
    player.type("S")
    #expect(player.state.toast?.notice.text == "The filter names the environment.")
  }

  @Test func `are listed if nothing of production matches`() {
    var player = Player(Sample.state(120, 40), on: nil)
    player.hasTestsOnly = true
    player.type(":orders")
    player.press(.enter)
    #expect(queries(player).suffix(2) == [Sample.listed(.orders), .everything])
    #expect(player.table?.window.rows.isEmpty == false)
    #expect(text(player).contains("sandbox only"))
  }

  @Test func `are left out of an export like of the list, which says so`() {
    var player = player()
    player.type("e")
    #expect(text(player).contains("without sandbox purchases"))
    player.press(.enter)
    let exported = player.effects.compactMap { effect -> Query? in
      guard case .export(let export) = effect, case .matching(let query, _, _) = export.scope else {
        return nil
      }
      return query
    }
    #expect(exported == [Sample.listed(.orders)])
  }

  @Test func `do not hide users without purchases`() {
    #expect(queries(player(.users)).last?.description == "env:prod | -env:sandbox,xcode")
    #expect(
      Sample.listed(.users, .field(.states([.active]))).description == "state:active env:prod"
    )
  }

  @Test func `do not matter to documents and events, which are listed as they arrived`() {
    for list in [ListKind.receipts, .events] {
      #expect(queries(player(list)).last == .everything)
    }
  }

  @Test func `the whole ID of a user, typed on the first screen, opens the user`() {
    var player = Player(Sample.state(120, 40), on: nil)
    player.type("grace")
    player.press(.enter)
    #expect(player.state.front.openingLine == "user grace")
    player.press(.escape)
    #expect(player.state.front.breadcrumb.string == "home")
    player.type("gra")
    player.press(.enter)
    #expect(player.table?.filter == "gra")
  }
}
