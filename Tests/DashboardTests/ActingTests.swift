import Entitlements
import Foundation
import TestSupport
import Testing

@testable import Dashboard

/// What the dashboard does to purchases: never by one key, and never without being seen.
@Suite struct ActingTests {
  /// Ada's page.
  private func page(_ acting: Acting = .allowed) -> Player {
    var player = Player(Sample.state(80, 24, acting: acting))
    player.press(.down, .enter)
    player.effects = []
    return player
  }

  private func text(_ player: Player) -> String { FrameText.planes(of: view(player.state)) }

  @Test func `nothing is asked before the button that says so is pressed`() {
    var player = page()
    player.type("ar")
    player.press(.enter)
    #expect(player.effects == [])
    #expect(player.state.dialog == nil)
    player.type("ar")
    player.press(.tab, .tab, .enter)
    player.type("ary")
    player.press(.escape)
    #expect(player.effects == [])
    player.type("ar")
    player.press(.tab, .enter)
    guard case .reverify(Sample.chains, ID("ada"), _) = player.effects.first else {
      Issue.record("\(player.effects)")
      return
    }
  }

  @Test func `on the orders the purchase under the cursor is meant, and R means all`() {
    var player = page()
    player.press(.character("4"), .down, .down)
    player.type("ar")
    #expect(player.state.dialog?.step == .reverify([Sample.chains[1]], left: 0))
    player.press(.escape)
    player.type("aR")
    #expect(player.state.dialog?.step == .reverify(Sample.chains, left: 0))
  }

  @Test(arguments: [(Acting.readOnly, "purser --write"), (.noStores, "[stores]")])
  func `where nothing can be done the key says the way out`(acting: Acting, way: String) {
    for key in ["r", "R", "s"] {
      var player = page(acting)
      player.type("a")
      #expect(text(player).contains(way))
      player.type(key)
      #expect(player.state.dialog == nil)
      #expect(text(player).contains(way))
      #expect(player.effects == [])
    }
  }

  @Test func `escape closes the menu of acts and nothing else`() {
    var player = page()
    player.type("a")
    player.press(.escape)
    #expect(player.state.chord == [])
    #expect(player.state.front is UserScreen)
  }

  @Test func `what Xcode sold has no store to be asked`() {
    var player = page()
    player.dossier.orders = [
      Sample.order("4", "coins", kind: .consumable, from: -1, environment: .xcode)
    ]
    player.send(.ledgerChanged(bytes: nil))
    player.effects = []
    player.type("ar")
    #expect(player.state.dialog == nil)
    #expect(text(player).contains("Xcode's purchases have no store to ask"))
  }

  @Test func `what a store said of renewal is on the page`() throws {
    var player = page()
    let chain = try #require(
      player.dossier.subscriptions.first { $0.environment == .production }
    )
    #expect(!text(player).contains("OFF"))
    let evidence = ID<Document>(Sample.digest("renewal"))
    player.dossier.lives[chain.id] = [
      Phase(from: Sample.days(-100), until: Sample.days(-2), state: .active, evidence: evidence),
      Phase(from: Sample.days(-2), state: .autoRenewOff, renews: false, evidence: evidence),
    ]
    player.send(.ledgerChanged(bytes: nil))
    #expect(text(player).contains("(in 13 d), no renewal"))
    player.press(.character("3"))
    #expect(text(player).contains("⊖ OFF"))
  }

  @Test func `a restore looks first at what was named, and does it on a second word`() {
    var player = page()
    player.type("as2000000812345101")
    player.press(.enter)
    #expect(player.questions == [.restore(named: "2000000812345101")])
    #expect(text(player).contains("now with: grace"))
    player.press(.enter)
    #expect(player.effects.count == 1)
    player.type("as")
    player.send(.pasted("2000000812345101\n"))
    player.press(.enter, .tab, .enter)
    guard case .restore(let plan, ID("ada"), _) = player.effects.dropFirst(2).first else {
      Issue.record("\(player.effects)")
      return
    }
    #expect(plan.text == "2000000812345101")
  }

  @Test func `a name of nothing is said beside the line, which can be mended`() {
    var player = page()
    player.type("as12")
    player.press(.enter)
    #expect(text(player).contains("No purchase on file goes by 12."))
    player.press(.backspace, .backspace)
    player.type("receipt.b64")
    player.press(.enter)
    #expect(text(player).contains("Believed, it is filed as this user's"))
  }

  @Test func `a rejected receipt is an answer with its reason`() {
    var player = page()
    player.restored = .value(.rejected("Rejected (bad-signature): at signer 1: it does not fit"))
    player.type("asreceipt.b64")
    player.press(.enter, .tab, .enter)
    #expect(text(player).contains("Rejected (bad-signature)"))
    player.press(.enter)
    #expect(player.state.dialog == nil)
  }

  @Test func `pasted text never opens another line behind a dialog`() {
    var player = page()
    player.type("ar")
    player.send(.pasted("grace"))
    #expect(player.state.field == nil)
    #expect(player.state.front is UserScreen)
  }

  @Test func `jobs go on when the dialog is closed, and their end is told`() {
    var player = page()
    player.jobs = Sample.jobs
    player.type("ar")
    player.press(.tab, .enter)
    #expect(text(player).contains("1 of 4 done, 1 failed, 2 left"))
    player.press(.escape)
    #expect(text(player).contains("2 jobs"))
    #expect(text(player).contains("re-verify: 1 of 4 done"))
    player.jobs = Sample.over
    player.effects = []
    player.send(.ledgerChanged(bytes: nil))
    #expect(player.questions.contains(.jobs(batch: "verify-5f0c1a2b")))
    #expect(text(player).contains("re-verify of ada: 2 of 2 done (gj shows it)"))
    #expect(!text(player).contains("2 jobs"))
    player.type("gj")
    #expect(text(player).contains("the store knows nothing of it"))
  }

  @Test func `an end that is being looked at is not told a second time`() {
    var player = page()
    player.jobs = Sample.jobs
    player.type("ar")
    player.press(.tab, .enter)
    player.jobs = Sample.over
    player.send(.ledgerChanged(bytes: nil))
    #expect(player.state.toast == nil)
    #expect(text(player).contains("2 of 2 done"))
  }

  @Test func `what is over is not asked about again`() {
    var player = page()
    player.jobs = Sample.over
    player.type("ar")
    player.press(.tab, .enter, .escape)
    player.effects = []
    player.send(.ledgerChanged(bytes: nil))
    #expect(!player.questions.contains(.jobs(batch: "verify-5f0c1a2b")))
  }

  @Test func `an answer to a dialog that was closed is told all the same`() {
    var player = page()
    player.answers = false
    player.type("ar")
    player.press(.tab, .enter, .escape)
    guard case .reverify(_, _, let request) = player.effects.first else {
      Issue.record("\(player.effects)")
      return
    }
    player.send(
      .queued(
        request: request,
        .reverify,
        of: ID("ada"),
        .value(.batch(name: "verify-1", count: 4, alreadyOpen: 4))
      )
    )
    #expect(player.state.dialog == nil)
    #expect(player.questions.contains(.jobs(batch: "verify-1")))
    #expect(player.state.openJobs == 4)
  }

  @Test func `a failure to queue is said where it was asked for`() {
    var player = page()
    player.answers = false
    player.type("ar")
    player.press(.tab, .enter)
    guard case .reverify(_, _, let request) = player.effects.first else {
      Issue.record("\(player.effects)")
      return
    }
    player.send(.queued(request: request, .reverify, of: ID("ada"), .failure("The disk is full.")))
    #expect(text(player).contains("! The disk is full."))
    #expect(player.state.dialog?.pending == nil)
  }

  @Test func `quitting asks once while jobs are left, and says that they stay`() {
    var player = page()
    player.jobs = Sample.jobs
    player.type("ar")
    player.press(.tab, .enter, .escape, .escape, .escape)
    player.effects = []
    player.type("q")
    #expect(player.effects == [])
    #expect(text(player).contains("2 jobs left, kept in the queue."))
    player.type("q")
    #expect(player.effects == [.quit])
  }
}
