import Entitlements
import Foundation
import TestSupport
import Testing

@testable import Dashboard

/// What an assistant proposes, and how an operator decides on it.
@Suite struct ProposalTests {
  private func player(
    _ writeMode: WriteMode = .allowed,
    _ role: OperatorRole = .money,
    on list: ListKind? = .users
  ) -> Player {
    var state = Sample.state(120, 40, writeMode: writeMode)
    state.me = Operator(account: "kim", name: "Kim", role: role)
    state.colleagues = ["Kim", "Lee"]
    var player = Player(state, on: list)
    player.effects = []
    return player
  }

  private func text(_ player: Player) -> String { FrameText.text(of: view(player.state)) }

  private func confirmed(_ player: Player) -> [ActionRequest] {
    player.effects.compactMap { if case .confirm(_, let request, _) = $0 { request } else { nil } }
  }

  private func declined(_ player: Player) -> [String] {
    player.effects.compactMap { if case .decline(let proposal) = $0 { proposal.id } else { nil } }
  }

  private func propose(
    _ action: Action,
    _ values: [ProposalField: String] = [:],
    because reason: String = "It is right."
  ) -> Proposal {
    Proposal(
      id: "1",
      action.rawValue,
      on: "ada",
      values: Dictionary(uniqueKeysWithValues: values.map { ($0.rawValue, $1) }),
      because: reason,
      by: "Kim's assistant",
      at: Sample.now
    )
  }

  @Test func `a proposal is announced and opens only by its key`() {
    var player = player()
    player.send(.proposalsChanged([Sample.grantProposal]))
    #expect(player.state.dialog == nil)
    #expect(text(player).contains("Kim's assistant proposes: grant (gp shows it)"))
    player.send(.ticked(Sample.now.addingTimeInterval(5)))
    #expect(text(player).contains("1 proposal: gp"), "the notice stays")
    player.type("gp")
    #expect(player.state.dialog?.form?.text(of: .key) == "pro")
    #expect(text(player).contains("Kim's assistant proposes this:"))
    #expect(text(player).contains("\"Make up for the outage.\""))
  }

  @Test func `keys typed into another dialog, line or sequence stay there`() {
    var player = player()
    player.press(.down, .enter)
    player.type("an")
    player.type("called ")
    player.send(.proposalsChanged([Sample.grantProposal]))
    player.type("gp")
    #expect(player.state.dialog?.form?.text(of: .text) == "called gp")
    #expect(player.state.dialog?.proposal == nil)
    player.press(.escape)
    player.type(":us")
    player.send(.proposalsChanged([Sample.grantProposal, Sample.refundProposal]))
    player.type("gp")
    #expect(player.state.field?.editor.text == "usgp")
    player.press(.escape)
    player.type("a")
    player.send(.proposalsChanged([Sample.grantProposal]))
    player.type("n")
    #expect(player.state.dialog?.action == .note)
    #expect(player.state.dialog?.proposal == nil)
  }

  @Test func `the first screen takes letters as text, and opens a proposal by its other key`() {
    var player = player(on: nil)
    player.send(.proposalsChanged([Sample.grantProposal]))
    player.send(.ticked(Sample.now.addingTimeInterval(5)))
    #expect(text(player).contains("1 proposal: F3"))
    player.press(.function(3))
    #expect(player.state.dialog?.proposal == Sample.grantProposal)
  }

  @Test func `Cancel has the focus first, and leaves the proposal waiting`() {
    var player = player()
    player.send(.proposalsChanged([Sample.grantProposal]))
    player.type("gp")
    #expect(player.state.dialog?.focus == .cancel)
    player.press(.enter)
    #expect(player.state.dialog == nil)
    #expect(player.state.waitingProposals == [Sample.grantProposal])
    #expect(confirmed(player).isEmpty && declined(player).isEmpty)
    player.type("gp")
    player.press(.escape)
    #expect(player.state.waitingProposals == [Sample.grantProposal])
  }

  @Test func `what is confirmed is what the fields hold then`() {
    var player = player()
    player.send(.proposalsChanged([Sample.grantProposal]))
    player.type("gp")
    // Around to the first field.
    player.press(.tab, .tab, .tab)
    #expect(player.state.dialog?.input?.name == .key)
    player.press(.control("u"))
    player.type("plus")
    player.press(.tab, .tab, .tab, .tab, .tab, .tab, .enter)
    guard case .grant(let grant, let users)? = confirmed(player).first else {
      Issue.record("\(player.effects)")
      return
    }
    #expect(grant.key == "plus" && users == [ID("ada")])
    #expect(grant.until == Sample.now.addingTimeInterval(30 * 86_400))
    #expect(player.effects.allSatisfy { if case .execute = $0 { false } else { true } })
  }

  @Test func `a declined proposal is gone, and the next one opens by the same key`() {
    var player = player()
    player.send(.proposalsChanged([Sample.grantProposal, Sample.refundProposal]))
    player.type("gp")
    player.press(.right, .enter)
    #expect(declined(player) == [Sample.grantProposal.id])
    #expect(player.state.dialog == nil)
    player.proposed = .value([Sample.googleOrder])
    player.type("gp")
    #expect(player.state.dialog?.proposal == Sample.refundProposal)
    #expect(confirmed(player).isEmpty)
  }

  @Test func `n shows the next proposal, and after the last the first`() {
    var player = player()
    let other = propose(.note, [.text: "hello"])
    player.send(.proposalsChanged([Sample.grantProposal, other]))
    player.type("gp")
    #expect(text(player).contains("(1 of 2)"))
    player.type("n")
    #expect(player.state.dialog?.proposal == other)
    player.type("n")
    #expect(player.state.dialog?.proposal == Sample.grantProposal)
    player.type("N")
    #expect(player.state.dialog?.proposal == other)
  }

  @Test func `a refund still wants the digits that its dialog asks for`() {
    var player = player()
    player.proposed = .value([Sample.googleOrder])
    player.send(.proposalsChanged([Sample.refundProposal]))
    player.type("gp")
    player.press(.left, .enter)
    #expect(confirmed(player).isEmpty)
    #expect(text(player).contains("Type 4556 to confirm."))
    player.type("4556")
    player.press(.enter, .enter)
    #expect(confirmed(player).count == 1)
  }

  @Test func `a consent and a confirmation are typed by the operator, whatever is proposed`() {
    var player = player()
    var proposal = propose(.answerApple, [.used: "40", .reason: "asked"])
    proposal.values["consent"] = "yes"
    proposal.values["agreed"] = "yes"
    proposal.values["confirmation"] = "5678"
    let order = Sample.order("2000000812345678", "pro.monthly", from: -17, until: 13)
    player.proposed = .value([.order(OrderRow(order: order, chainState: nil))])
    player.send(.proposalsChanged([proposal]))
    player.type("gp")
    let form = player.state.dialog?.form
    #expect(form?.text(of: .used) == "40")
    #expect(form?.text(of: .consent) == "" && form?.text(of: .confirmation) == "")
  }

  @Test(arguments: [
    (WriteMode.readOnly, OperatorRole.money, ":write on"), (.allowed, .note, "this needs act"),
    (.noStores, .money, ""),
  ])
  func `what the operator may not do is shown with the reason, and can be declined`(
    mode: WriteMode,
    role: OperatorRole,
    reason: String
  ) {
    var player = player(mode, role)
    player.send(.proposalsChanged([Sample.grantProposal]))
    player.type("gp")
    // A grant queries no store.
    guard mode != .noStores else {
      #expect(player.state.dialog?.form != nil)
      return
    }
    #expect(player.state.dialog?.form == nil)
    #expect(text(player).contains(reason), "\(text(player))")
    #expect(text(player).contains("[Decline]"))
    player.press(.tab, .enter)
    #expect(declined(player) == [Sample.grantProposal.id])
    #expect(confirmed(player).isEmpty)
  }

  @Test func `a target that is not on file any more is shown as the reason`() {
    var player = player()
    player.proposed = .failure("No user has the ID ada.")
    player.send(.proposalsChanged([Sample.grantProposal]))
    player.type("gp")
    #expect(text(player).contains("No user has the ID ada."))
    #expect(text(player).contains("[Decline]"))
  }

  @Test func `an order of another store than the action needs is refused as in its own dialog`() {
    var player = player()
    let order = Sample.order("2000000812345678", "pro.monthly", from: -17, until: 13)
    player.proposed = .value([.order(OrderRow(order: order, chainState: nil))])
    player.send(.proposalsChanged([propose(.refund, [.reason: "x"])]))
    player.type("gp")
    #expect(text(player).contains("only Google accepts refund requests"))
    #expect(player.state.dialog?.verb == nil)
  }

  @Test func `a proposal that another dashboard decided on leaves this one`() {
    var player = player()
    player.send(.proposalsChanged([Sample.grantProposal]))
    player.type("gp")
    player.send(.proposalsChanged([]))
    #expect(player.state.dialog == nil)
    #expect(text(player).contains("decided on in another dashboard"))
  }

  @Test func `a confirmed dialog stays to show what comes of it`() {
    var player = player()
    player.send(.proposalsChanged([Sample.grantProposal]))
    player.type("gp")
    player.answers = false
    player.press(.left, .enter)
    player.send(.proposalsChanged([]))
    #expect(player.state.dialog?.hasConfirmed == true)
    #expect(player.state.dialog?.buttons == [.cancel, .verb], "it can no longer be declined")
  }

  @Test func `the notice ends with the proposal's hour, without another event`() {
    var player = player()
    player.send(.proposalsChanged([Sample.grantProposal]))
    let end = Sample.grantProposal.at + Proposal.timeout
    player.send(.ticked(end - 1))
    #expect(text(player).contains("1 proposal"))
    #expect(nextTick(player.state).map { $0 <= end } == true)
    player.send(.ticked(end))
    #expect(!text(player).contains("1 proposal"))
    player.type("gp")
    #expect(player.state.dialog == nil)
  }

  @Test(arguments: ["\u{1B}[2J", "\u{202E}gnorw", "two\nlines", "\u{7}"])
  func `what an assistant writes cannot control the terminal`(text: String) {
    var player = player()
    let proposal = propose(.note, [.text: "a \(text)"], because: "so \(text)")
    player.send(.proposalsChanged([proposal]))
    player.type("gp")
    let frame = FrameText.text(of: view(player.state))
    #expect(!frame.unicodeScalars.contains("\u{1B}") && !frame.unicodeScalars.contains("\u{202E}"))
    #expect(!frame.contains("\u{7}") && !frame.contains("two\nlines"))
  }

  @Test func `an action that may not be proposed never opens`() {
    var player = player()
    player.send(.proposalsChanged([propose(.approve), propose(.lookUp), propose(.down)]))
    player.send(.ticked(Sample.now.addingTimeInterval(5)))
    #expect(!text(player).contains("proposal"))
  }

  @Test(arguments: Action.proposable)
  func `each field of an action that can be proposed is a field of its dialog or names its target`(
    action: Action
  ) throws {
    let isSale = action.proposalTarget == .order
    let store: Store = action == .answerApple ? .apple : .google
    let number = store == .google ? "GPA.3399-0011-2233-44556" : "2000000812345678"
    let order = Sample.order(number, "premium", from: -3, until: 27, store: store)
    let records: [Record]
    switch action.proposalTarget {
    case .job: records = Sample.jobRows.map(Record.job)
    case .order, .purchase: records = [.order(OrderRow(order: order, chainState: nil))]
    default: records = action == .revoke ? [.entitlement(Sample.gift)] : [.user(Sample.users[1])]
    }
    let scope = try #require(action.scope)
    let targets = Sample.targets(of: records, scope, Sample.userDetails)
    let found = ProposalTargets(
      records: records,
      targets: targets,
      plan: RestorePlan(text: "x", source: .purchase(Purchase(order)))
    )
    let values = Dictionary(uniqueKeysWithValues: action.proposalFields.map { ($0, "value") })
    let proposed = ProposalForm(
      action,
      propose(action, values),
      on: found,
      stores: Set(Store.allCases),
      me: Operator(account: "kim", name: "Kim", role: .money),
      colleagues: []
    )
    let form = try proposed.form()
    let filled = form.inputs.count { $0.text == "value" }
    let selecting = action == .revoke ? 2 : action == .restore ? 1 : 0
    #expect(filled == action.proposalFields.count - selecting)
    #expect(!form.isSearching)
    #expect(isSale == (action.proposalTarget == .order))
  }
}
