import Entitlements
import Testing

@testable import Dashboard

/// Acts about one order: a refund at Google, the answer to Apple's question, a delivery by hand.
struct SaleActTests {
  private static let google = SoldOrder(
    Sample.order("GPA.3399-0011-2233-44556..3", "premium", from: -3, until: 27, store: .google)
  )
  private static let apple = SoldOrder(Sample.order("2000000712345601", "coins", from: -3))

  private func proposal(_ action: Action, _ orders: [SoldOrder]) throws -> Proposal {
    var targets = Targets()
    targets.orders = orders
    return try ProposalMaker(action: action, targets: targets).proposal()
  }

  private func type(_ text: String, _ name: Proposal.Input.Name, in proposal: inout Proposal) {
    for place in proposal.inputs.indices where proposal.inputs[place].name == name {
      proposal.inputs[place].editor = LineEditor(text)
    }
  }

  @Test func `a refund says why and takes the order's last digits, without the renewal's`() throws {
    var proposal = try proposal(.refund, [Self.google])
    #expect(proposal.confirmation == "4556")
    #expect(throws: Proposal.Fault.self) { try proposal.deed(at: Sample.now) }
    type("charged twice", .reason, in: &proposal)
    type("yes", .endsAccess, in: &proposal)
    let deed = Deed.sale(.refund(endsAccess: true), Self.google, because: "charged twice")
    #expect(try proposal.deed(at: Sample.now) == deed)
    #expect(!proposal.isConfirmed)
    type("4556", .confirmation, in: &proposal)
    #expect(proposal.isConfirmed)
  }

  @Test func `access goes on after a refund unless somebody says otherwise`() throws {
    var proposal = try proposal(.refund, [Self.google])
    type("sorry", .reason, in: &proposal)
    let deed = Deed.sale(.refund(endsAccess: false), Self.google, because: "sorry")
    #expect(try proposal.deed(at: Sample.now) == deed)
    type("perhaps", .endsAccess, in: &proposal)
    #expect(throws: Proposal.Fault(.endsAccess, "Type yes or no.")) {
      try proposal.deed(at: Sample.now)
    }
  }

  @Test func `Apple is told nothing that the customer did not agree to`() throws {
    var proposal = try proposal(.answerApple, [Self.apple])
    type("asked", .reason, in: &proposal)
    type("40", .used, in: &proposal)
    type("decline", .preference, in: &proposal)
    #expect(throws: Proposal.Fault.self) { try proposal.deed(at: Sample.now) }
    type("yes", .consent, in: &proposal)
    let act = SaleAct.answerApple(percentUsed: 40, preference: .decline)
    #expect(try proposal.deed(at: Sample.now) == .sale(act, Self.apple, because: "asked"))
    type("101", .used, in: &proposal)
    #expect(throws: Proposal.Fault.self) { try proposal.deed(at: Sample.now) }
  }

  @Test func `a delivery by hand is kept, and only Google hears of it`() throws {
    for (order, isTold) in [(Self.google, true), (Self.apple, false)] {
      var proposal = try proposal(.deliver, [order])
      #expect(proposal.confirmation == nil)
      #expect(proposal.statements.contains { $0.string.contains("Google counts") } == isTold)
      type("lost in the crash", .reason, in: &proposal)
      let deed = Deed.sale(.deliver, order, because: "lost in the crash")
      #expect(try proposal.deed(at: Sample.now) == deed)
    }
  }

  @Test func `nothing is done about no order, about two, or at a store that cannot be asked`() {
    for orders in [[], [Self.google, Self.apple]] {
      #expect(throws: ProposalMaker.Refusal.self) { try proposal(.refund, orders) }
    }
    var targets = Targets()
    targets.orders = [Self.google]
    let maker = ProposalMaker(action: .refund, targets: targets, stores: [.apple])
    #expect(throws: ProposalMaker.Refusal.self) { try maker.proposal() }
  }

  @Test func `down and up go through what else could stand in a line`() throws {
    var targets = Targets(people: [.init(id: ID("ada"), name: nil)])
    targets.keys = ["premium", "pro"]
    let maker = ProposalMaker(action: .grant, targets: targets)
    var dialog = Dialog(.grant, .proposal(try maker.proposal()))
    #expect(dialog.input?.text.isEmpty == true)
    for expected in ["premium", "pro", "premium"] {
      dialog.choose(by: 1)
      #expect(dialog.input?.text == expected)
    }
    dialog.choose(by: -1)
    #expect(dialog.input?.text == "pro")
    // A line without choices leaves it to the next one.
    dialog.focus = .input(1)
    dialog.choose(by: 1)
    #expect(dialog.focus == .input(2))
  }

  @Test func `the one entitlement of a catalog is filled in`() throws {
    var targets = Targets(people: [.init(id: ID("ada"), name: nil)])
    targets.keys = ["premium"]
    let maker = ProposalMaker(action: .grant, targets: targets)
    #expect(try maker.proposal().text(of: .key) == "premium")
  }

  @Test func `on another store's order it says why not`() {
    var player = Player(Sample.state(80, 24, acting: .allowed), on: .orders)
    player.type("af")
    #expect(player.state.dialog == nil)
    #expect(FrameText.planes(of: view(player.state)).contains("only Google refunds"))
  }
}
