import Entitlements
import Foundation
import TestSupport
import Testing

@testable import Dashboard

/// Several operators on one ledger: who has which case open, to whom it is assigned, who may act.
@Suite struct TeamTests {
  private func player(_ role: OperatorRole = .money, on list: ListKind? = nil) -> Player {
    var state = Sample.state(120, 40, writeMode: .allowed)
    state.me = Operator(account: "kim", name: "Kim", role: role)
    state.colleagues = ["Kim", "Lee"]
    var player = list.map { Player(state, on: $0) } ?? Player(state)
    player.effects = []
    return player
  }

  private func text(_ player: Player) -> String { FrameText.planes(of: view(player.state)) }

  private func present(_ name: String, at user: String, minutesAgo: Double = 1) -> CasePresence {
    CasePresence(name: name, user: ID(user), at: Sample.now.addingTimeInterval(-60 * minutesAgo))
  }

  private func actions(_ player: Player) -> [ActionRequest] {
    player.effects.compactMap { if case .execute(let request, _) = $0 { request } else { nil } }
  }

  @Test func `a list marks the row of a case that another operator has open`() {
    var player = player(on: .users)
    #expect(!text(player).contains("◆"))
    player.send(.presencesChanged([present("Lee", at: "grace")]))
    #expect(text(player).contains("◆"))
    #expect(text(player).contains("◆ Lee looks at this case"), "the cursor is on that row")
    player.send(.presencesChanged([]))
    #expect(!text(player).contains("◆"))
  }

  @Test func `the user's page says who else looks at it, once for each operator`() {
    var player = player()
    player.press(.down, .enter)
    player.send(.presencesChanged([present("Lee", at: "ada"), present("Lee", at: "ada")]))
    let page = text(player)
    #expect(page.contains("Lee looks at this case"))
    #expect(page.ranges(of: "Lee looks at this case").count == 1)
    #expect(player.state.openCase == ID("ada"))
  }

  @Test func `a presence ends a quarter of an hour after the last key, without another event`() {
    var player = player()
    player.press(.down, .enter)
    player.send(.presencesChanged([present("Lee", at: "ada", minutesAgo: 14)]))
    #expect(text(player).contains("Lee looks at this case"))
    #expect(nextTick(player.state).map { $0 <= Sample.now.addingTimeInterval(60) } == true)
    player.send(.ticked(Sample.now.addingTimeInterval(61)))
    #expect(!text(player).contains("Lee looks at this case"))
  }

  @Test(arguments: [
    ("assign Lee", "Lee"), ("assign me", "Kim"), ("assign", "Kim"), ("assign nobody", nil),
  ])
  func `a command assigns the case of the page`(line: String, assignee: String?) {
    var player = player()
    player.press(.down, .enter)
    player.effects = []
    player.type(":\(line)")
    player.press(.enter)
    #expect(actions(player) == [.assign(to: assignee, [ID("ada")], note: "")])
  }

  @Test func `a name that no operator has is refused with those there are`() {
    var player = player()
    player.press(.down, .enter)
    player.type(":assign Eve")
    player.press(.enter)
    #expect(actions(player) == [])
    #expect(text(player).contains("Kim, Lee"))
  }

  @Test(arguments: [
    (OperatorRole.read, "an", false), (.note, "an", true), (.note, "ag", false), (.act, "ag", true),
    (.act, "at", true), (.read, "aw", false), (.note, "aw", true),
  ])
  func `an action opens only for an operator whose role suffices`(
    role: OperatorRole,
    keys: String,
    isOpen: Bool
  ) {
    var player = player(role, on: .orders)
    player.type(keys)
    #expect((player.state.dialog != nil) == isOpen)
    #expect(text(player).contains("You have the role \(role.rawValue)") == !isOpen)
  }

  @Test func `money is moved only by an operator with that role`() {
    var player = player(.act, on: .orders)
    player.type("af")
    #expect(player.state.dialog == nil)
    #expect(text(player).contains("this needs money"))
  }

  @Test func `an action that one asked for is approved by another operator only`() throws {
    var job = Sample.jobRows[0]
    (job.kind, job.state) = ("approval", .waiting)
    for (actor, isAllowed) in [("Lee", true), ("Kim", false)] {
      job.actor = actor
      let targets = Targets(jobs: [job])
      let builder = ActionFormBuilder(
        action: .approve,
        targets: targets,
        me: Operator(account: "kim", name: "Kim", role: .money)
      )
      if isAllowed {
        #expect(try builder.form().draft == .approve([job.id]))
      } else {
        #expect(throws: ActionFormBuilder.Refusal.self) { try builder.form() }
      }
    }
  }
}
