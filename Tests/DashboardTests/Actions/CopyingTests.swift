import Entitlements
import Foundation
import Testing

@testable import Dashboard

/// How text leaves the dashboard where that takes more than one try, and what is copied of a tree.
@Suite struct CopyingTests {
  private func text(_ player: Player) -> String { FrameText.planes(of: view(player.state)) }

  @Test func `the terminal copies what a tool has not`() {
    var player = Player(Sample.state(80, 24))
    player.effects = []
    let copy = Copy("ada", .text("ada"))
    player.send(.toolFailed(copy, reason: "xclip ended with status 1"))
    #expect(player.effects == [.send(copy, after: "xclip ended with status 1")])
  }

  @Test func `what nothing could take is shown from the first column on, and the mouse is free`() {
    var state = Sample.state(40, 10)
    state.takesMouse = true
    var player = Player(state)
    let line = String(repeating: "0123456789", count: 5)
    player.send(
      .uncopied("a row", text: "\(line)\nlast", reason: "no clipboard", path: "/state/copied.txt")
    )
    let rows = FrameText.text(of: view(player.state)).split(
      separator: "\n",
      omittingEmptySubsequences: false
    )
    #expect(rows.contains { $0.hasPrefix(line.prefix(40)) }, "\(rows)")
    #expect(rows.contains { $0.hasPrefix("0123456789") && $0.count < 40 } || rows.contains("last"))
    #expect(player.state.toast?.notice.text.contains("/state/copied.txt") == true)
    #expect(player.state.takesMouse && !player.state.handlesMouse)
    player.press(.escape)
    #expect(player.state.handlesMouse)
  }

  @Test func `a link is made of what the settings say, and asked for where they do not`() {
    var state = Sample.state(80, 24)
    state.links = [.apple: "https://fixture.example/orders/{order}?shop=1"]
    var player = Player(state, on: .orders)
    player.effects = []
    player.type("yu")
    let address = "https://fixture.example/orders/\(Sample.orders[0].transactionID)?shop=1"
    #expect(player.effects == [.copy(Copy(address, .text(address)))])
    player.state.links = [:]
    player.effects = []
    player.type("yu")
    #expect(player.effects.isEmpty)
    #expect(player.state.toast?.notice.text.contains("[links] apple") == true)
  }

  @Test func `a value, the path to it and a part of the tree are copied`() throws {
    var player = Player(Sample.state(120, 36), on: .receipts)
    player.press(.enter)
    player.effects = []
    player.type("yt")
    guard case .copy(let whole)? = player.effects.last, case .text(let tree) = whole.content else {
      Issue.record("\(player.effects)")
      return
    }
    #expect(tree.split(separator: "\n").count > 5)
    let screen = try #require(player.state.front as? ReceiptScreen)
    let entries = try #require(screen.tree).entries
    let place = try #require(entries.firstIndex { !$0.node.value.isEmpty && !$0.node.isSecret })
    for _ in 0..<place { player.press(.down) }
    player.type("yv")
    let node = entries[place].node
    #expect(player.effects.last == .copy(Copy(node.label, .text(node.value))))
    player.type("yp")
    guard case .copy(let path)? = player.effects.last, case .text(let labels) = path.content else {
      Issue.record("\(player.effects)")
      return
    }
    #expect(labels.hasSuffix(".\(node.label)"))
  }

  @Test func `a secret is copied where it can be seen`() {
    var player = Player(Sample.state(120, 36))
    player.inspection.tree.children = [
      Node(label: "purchaseToken", type: "text", value: "secret-secret-secret", isSecret: true)
    ]
    player.type(":receipts")
    player.press(.enter, .enter)
    player.effects = []
    player.type("yt")
    guard case .copy(let copy)? = player.effects.last else {
      Issue.record("\(player.effects)")
      return
    }
    #expect(copy.content != .text("") && !"\(copy.content)".contains("secret-secret"))
    player.press(.down)
    player.effects = []
    player.type("yv")
    #expect(player.effects.isEmpty)
    player.type("Xyv")
    #expect(player.effects == [.copy(Copy("purchaseToken", .text("secret-secret-secret")))])
  }

  @Test func `a command names the ledger that is not its own`() {
    var state = Sample.state(120, 36)
    state.ledgerOption = "/tmp/a demo/ledger.sqlite"
    var player = Player(state, on: .orders)
    player.effects = []
    player.type("yq")
    let command = "purser ls orders env:prod --ledger '/tmp/a demo/ledger.sqlite'"
    #expect(player.effects == [.copy(Copy("the command", .text(command)))])
    player.type(":keys")
    player.press(.enter)
    player.effects = []
    player.type("yq")
    #expect(player.effects == [.copy(Copy("the command", .text("purser keys")))])
  }

  @Test(arguments: [(ListKind.jobs, "jobs list"), (.audit, "audit")])
  func `lists that cannot be searched have a command, too`(list: ListKind, command: String) {
    let player = Player(Sample.state(80, 24), on: list)
    #expect(player.table?.equivalentCommand?.joined(separator: " ").hasPrefix(command) == true)
  }
}
