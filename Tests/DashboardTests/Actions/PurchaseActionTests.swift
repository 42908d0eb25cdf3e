import Entitlements
import Testing

@testable import Dashboard

/// Acts about one order: a refund at Google, the answer to Apple's question, a delivery by hand.
struct SaleActTests {
  private static let google = SoldOrder(
    Sample.order("GPA.3399-0011-2233-44556..3", "premium", from: -3, until: 27, store: .google)
  )
  private static let apple = SoldOrder(Sample.order("2000000712345601", "coins", from: -3))

  private func form(_ action: Action, _ orders: [SoldOrder]) throws -> ActionForm {
    var targets = Targets()
    targets.orders = orders
    return try ActionFormBuilder(action: action, targets: targets).form()
  }

  private func type(_ text: String, _ name: ActionForm.Input.Name, in form: inout ActionForm) {
    for place in form.inputs.indices where form.inputs[place].name == name {
      form.inputs[place].editor = LineEditor(text)
    }
  }

  @Test func `a refund says why and takes the order's last digits, without the renewal's`() throws {
    var form = try form(.refund, [Self.google])
    #expect(form.confirmation == "4556")
    #expect(throws: ActionForm.Fault.self) { try form.actionRequest(at: Sample.now) }
    type("charged twice", .reason, in: &form)
    type("yes", .endsAccess, in: &form)
    let actionRequest = ActionRequest.sale(
      .refund(endsAccess: true),
      Self.google,
      because: "charged twice"
    )
    #expect(try form.actionRequest(at: Sample.now) == actionRequest)
    #expect(!form.isConfirmed)
    type("4556", .confirmation, in: &form)
    #expect(form.isConfirmed)
  }

  @Test func `access goes on after a refund unless somebody says otherwise`() throws {
    var form = try form(.refund, [Self.google])
    type("sorry", .reason, in: &form)
    let actionRequest = ActionRequest.sale(
      .refund(endsAccess: false),
      Self.google,
      because: "sorry"
    )
    #expect(try form.actionRequest(at: Sample.now) == actionRequest)
    type("perhaps", .endsAccess, in: &form)
    #expect(throws: ActionForm.Fault(.endsAccess, "Type yes or no.")) {
      try form.actionRequest(at: Sample.now)
    }
  }

  @Test func `a subscription is revoked at Google in full, unless somebody says pro rata`() throws {
    var form = try form(.revokeAtStore, [Self.google])
    #expect(form.confirmation == "4556")
    type("refunded, and still on", .reason, in: &form)
    func request(_ isProrated: Bool) -> ActionRequest {
      .sale(.revoke(isProrated: isProrated), Self.google, because: "refunded, and still on")
    }
    #expect(try form.actionRequest(at: Sample.now) == request(false))
    type("yes", .prorated, in: &form)
    #expect(try form.actionRequest(at: Sample.now) == request(true))
    type("half", .prorated, in: &form)
    #expect(throws: ActionForm.Fault(.prorated, "Type yes or no.")) {
      try form.actionRequest(at: Sample.now)
    }
  }

  @Test func `only a subscription at Google is revoked there`() throws {
    func reason(_ order: Order) -> String? {
      [Record.order(OrderRow(order: order, chainState: nil))].reason(against: .revokeAtStore)
    }
    let number = "GPA.3399-0011-2233-44556"
    #expect(reason(Sample.order(number, "pro", from: -3, until: 27, store: .google)) == nil)
    let once = Sample.order(number, "pro", kind: .nonConsumable, from: -3, store: .google)
    #expect(try #require(reason(once)).contains("a f"))
    let apple = Sample.order("2000000712345601", "premium", from: -3, until: 27)
    #expect(try #require(reason(apple)).contains("only Google"))
    #expect(Action.revokeAtStore.role == .money)
  }

  @Test func `Google's review is answered with a preference, and what was used`() throws {
    var form = try form(.answerGoogle, [Self.google])
    type("asked", .reason, in: &form)
    #expect(throws: ActionForm.Fault(.preference, "Type one of approve, decline, neutral.")) {
      try form.actionRequest(at: Sample.now)
    }
    type("decline", .preference, in: &form)
    type("40", .used, in: &form)
    let act = PurchaseAction.answerGoogle(.decline, isSampleProvided: false, percentUsed: 40)
    #expect(try form.actionRequest(at: Sample.now) == .sale(act, Self.google, because: "asked"))
    type("maybe", .sample, in: &form)
    #expect(throws: ActionForm.Fault.self) { try form.actionRequest(at: Sample.now) }
    #expect(throws: ActionFormBuilder.Refusal.self) { try self.form(.answerGoogle, []) }
  }

  @Test func `whatever a store is asked to do about money needs the role for money`() {
    let order = Self.google
    for action in [
      PurchaseAction.refund(endsAccess: false), .revoke(isProrated: true),
      .answerApple(percentUsed: nil, preference: nil),
      .answerGoogle(.neutral, isSampleProvided: false, percentUsed: nil),
    ] {
      #expect(ActionRequest.sale(action, order, because: "x").role == .money)
    }
    #expect(ActionRequest.sale(.deliver, order, because: "x").role == .act)
    #expect(ActionRequest.approve(["1"]).role == .money)
    #expect(ActionRequest.note("x", about: [ID("ada")]).role == .note)
  }

  @Test func `Apple is told nothing that the customer did not agree to`() throws {
    var form = try form(.answerApple, [Self.apple])
    type("asked", .reason, in: &form)
    type("40", .used, in: &form)
    type("decline", .preference, in: &form)
    #expect(throws: ActionForm.Fault.self) { try form.actionRequest(at: Sample.now) }
    type("yes", .consent, in: &form)
    let act = PurchaseAction.answerApple(percentUsed: 40, preference: .decline)
    #expect(try form.actionRequest(at: Sample.now) == .sale(act, Self.apple, because: "asked"))
    type("101", .used, in: &form)
    #expect(throws: ActionForm.Fault.self) { try form.actionRequest(at: Sample.now) }
  }

  @Test func `a delivery by hand is kept, and only Google hears of it`() throws {
    for (order, isTold) in [(Self.google, true), (Self.apple, false)] {
      var form = try form(.deliver, [order])
      #expect(form.confirmation == nil)
      #expect(form.statements.contains { $0.string.contains("Google counts") } == isTold)
      type("lost in the crash", .reason, in: &form)
      let actionRequest = ActionRequest.sale(.deliver, order, because: "lost in the crash")
      #expect(try form.actionRequest(at: Sample.now) == actionRequest)
    }
  }

  @Test func `nothing is done about no order, about two, or at a store that cannot be asked`() {
    for orders in [[], [Self.google, Self.apple]] {
      #expect(throws: ActionFormBuilder.Refusal.self) { try form(.refund, orders) }
    }
    var targets = Targets()
    targets.orders = [Self.google]
    let maker = ActionFormBuilder(action: .refund, targets: targets, stores: [.apple])
    #expect(throws: ActionFormBuilder.Refusal.self) { try maker.form() }
  }

  @Test func `down and up go through what else could stand in a line`() throws {
    var targets = Targets(people: [.init(id: ID("ada"), name: nil)])
    targets.keys = ["premium", "pro"]
    let maker = ActionFormBuilder(action: .grant, targets: targets)
    var dialog = Dialog(.grant, .form(try maker.form()))
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
    let maker = ActionFormBuilder(action: .grant, targets: targets)
    #expect(try maker.form().text(of: .key) == "premium")
  }

  @Test func `an entitlement that nothing gives is granted only when it is granted again`() throws {
    var targets = Targets(people: [.init(id: ID("ada"), name: nil)])
    targets.keys = ["premium", "pro"]
    var form = try ActionFormBuilder(action: .grant, targets: targets).form()
    #expect(form.inputs.first?.hint.string == "such as premium, pro")
    type("premum", .key, in: &form)
    let fault = try #require(throws: ActionForm.Fault.self) {
      try form.actionRequest(at: Sample.now)
    }
    #expect(fault.isQuestion && fault.name == .key)
    #expect(fault.message.contains("Did you mean premium?"))
    form.acceptedKey = "premum"
    let grant = Grant(key: "premum", environment: .production, until: nil, reason: "")
    #expect(try form.actionRequest(at: Sample.now) == .grant(grant, to: [ID("ada")]))
    type("prem", .key, in: &form)
    #expect(throws: ActionForm.Fault.self) { try form.actionRequest(at: Sample.now) }
  }

  @Test func `Enter on Grant asks about an unknown entitlement, and then grants it`() throws {
    var targets = Targets(people: [.init(id: ID("ada"), name: nil)])
    targets.keys = ["premium", "pro"]
    let form = try ActionFormBuilder(action: .grant, targets: targets).form()
    var player = Player(Sample.state(80, 24, writeMode: .allowed), on: .users)
    player.state.dialog = Dialog(.grant, .form(form))
    player.type("beta")
    player.state.dialog?.focus = .verb
    player.press(.enter)
    #expect(player.state.dialog?.failure?.contains("No product gives beta") == true)
    player.state.dialog?.focus = .verb
    player.press(.enter)
    #expect(player.state.dialog?.failure == nil)
    #expect(player.state.dialog?.form == nil)
  }

  @Test func `on another store's order it says why not`() {
    var player = Player(Sample.state(80, 24, writeMode: .allowed), on: .orders)
    player.type("af")
    #expect(player.state.dialog == nil)
    #expect(FrameText.planes(of: view(player.state)).contains("only Google accepts refund"))
  }
}
