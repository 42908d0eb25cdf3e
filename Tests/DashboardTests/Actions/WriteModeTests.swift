import Entitlements
import Foundation
import TestSupport
import Testing

@testable import Dashboard

/// What the dashboard does to purchases: never by one key, and never without being seen.
@Suite struct ActingTests {
  /// Ada's page.
  private func page(_ writeMode: WriteMode = .allowed) -> Player {
    var player = Player(Sample.state(80, 24, writeMode: writeMode))
    player.press(.down, .enter)
    player.effects = []
    return player
  }

  /// All of Ada's purchases, with their number typed. The lookup is answered in any case.
  private func reverify(_ player: inout Player) {
    let answers = player.answers
    player.answers = true
    player.type("ar")
    player.answers = answers
    player.type("4")
    player.press(.enter, .enter)
  }

  private func text(_ player: Player) -> String { FrameText.planes(of: view(player.state)) }

  /// Opens what the keys lead to and goes to the button that acts.
  private func acted(_ player: Player) -> [ActionRequest] {
    player.effects.compactMap {
      if case .execute(let actionRequest, _) = $0 { actionRequest } else { nil }
    }
  }

  private func focusVerb(_ player: inout Player) {
    while let dialog = player.state.dialog, dialog.focus != .verb, dialog.verb != nil {
      player.press(.tab)
    }
  }

  /// A dialog of every act: where it is opened, by which keys, what is typed into which lines, and
  /// what it has done.
  struct OperatorAction: Sendable, CustomTestStringConvertible {
    var keys: String
    var list: ListKind?
    /// What is typed, with a tab between the lines.
    var typed: [String] = []
    var actionRequest: @Sendable (ActionRequest) -> Bool

    var testDescription: String { "\(keys) \(list?.rawValue ?? "page")" }
  }

  static let deeds: [OperatorAction] = [
    OperatorAction(keys: "ar", typed: ["4"]) { $0 == .reverify(Self.purchases) },
    OperatorAction(keys: "aR", typed: ["4"]) { $0 == .reverify(Self.purchases) },
    OperatorAction(keys: "ar", list: .orders) { $0 == .reverify([Self.purchases[0]]) },
    OperatorAction(keys: "at", list: .orders, typed: ["grace"]) {
      $0 == .transfer([Self.purchases[0]], to: ID("grace"))
    },
    OperatorAction(keys: "ag", typed: ["pro", "30d", "", "sorry"]) { actionRequest in
      let grant = Grant(
        key: "pro",
        environment: .production,
        until: Sample.days(30),
        reason: "sorry"
      )
      return actionRequest == .grant(grant, to: [ID("ada")])
    },
    OperatorAction(keys: "an", list: .users, typed: ["called twice"]) {
      $0 == .note("called twice", about: [ID("grace")])
    },
    OperatorAction(keys: "ac", list: .jobs) { $0 == .cancel(["k7m2q45"]) },
  ]

  private static let purchases = Sample.userDetails.orders.reduce(into: [Purchase]()) {
    all,
    order in
    guard !all.contains(where: { $0.chain == order.chain }) else { return }
    all.append(Purchase(chain: order.chain, product: order.productID, owner: order.user))
  }

  private func open(_ act: OperatorAction) -> Player {
    guard let list = act.list else {
      var player = page()
      player.type(act.keys)
      return player
    }
    var player = Player(Sample.state(80, 24, writeMode: .allowed), on: list)
    player.effects = []
    player.type(act.keys)
    return player
  }

  @Test func `on the orders the purchase under the cursor is meant, and R means all`() {
    let all = [1, 0, 2, 3].map { Self.purchases[$0] }
    for (keys, meant) in [("ar", [Self.purchases[1]]), ("aR", all)] {
      var player = page()
      player.press(.character("4"), .down, .down)
      player.type(keys)
      focusVerb(&player)
      player.press(.enter)
      if player.state.dialog != nil {
        player.type("\(meant.count)")
        player.press(.enter, .enter)
      }
      #expect(acted(player) == [.reverify(meant)])
    }
  }

  @Test(arguments: deeds) func `enter on cancel, and escape, do nothing`(_ act: OperatorAction) {
    for closing in [Key.enter, .escape] {
      var player = open(act)
      #expect(player.state.dialog?.form != nil)
      while closing == .enter, let dialog = player.state.dialog, dialog.focus != .cancel {
        player.press(.tab)
      }
      player.press(closing)
      #expect(player.state.dialog == nil)
      #expect(acted(player) == [])
    }
  }

  @Test(arguments: deeds) func `the button that says so does it, once all is said`(
    _ act: OperatorAction
  ) {
    var player = open(act)
    focusVerb(&player)
    player.press(.enter)
    if !act.typed.isEmpty {
      // What is left to be said has the focus, and nothing was done.
      #expect(acted(player) == [])
      #expect(player.state.dialog?.input != nil)
    }
    while player.state.dialog?.form != nil, player.state.dialog?.focus != .input(0),
      !act.typed.isEmpty
    {
      player.press(.tab)
    }
    for text in act.typed {
      player.type(text)
      player.press(.tab)
    }
    if !act.typed.isEmpty {
      focusVerb(&player)
      player.press(.enter)
    }
    let deeds = acted(player)
    #expect(deeds.count == 1 && deeds.allSatisfy(act.actionRequest), "\(deeds)")
  }

  @Test func `cancel has the focus, and one tab is enough where nothing is to be said`() {
    var player = page()
    player.press(.character("4"))
    player.type("ar")
    #expect(player.state.dialog?.focus == .cancel)
    player.type("y")
    #expect(acted(player) == [])
    player.press(.tab, .enter)
    #expect(acted(player) == [.reverify([Self.purchases[0]])])
  }

  @Test func `many real purchases want their number typed`() {
    var player = page()
    player.type("ar")
    player.press(.tab, .tab, .enter)
    #expect(acted(player) == [])
    #expect(text(player).contains("Type 4 to confirm."))
    player.type("3")
    player.press(.enter)
    #expect(acted(player) == [])
    player.press(.backspace)
    player.type("4")
    player.press(.enter, .enter)
    #expect(acted(player) == [.reverify(Self.purchases)])
  }

  @Test func `marked rows are what an act is done to`() {
    var player = Player(Sample.state(80, 24, writeMode: .allowed), on: .orders)
    player.press(.character(" "), .down, .character(" "))
    player.type("at")
    #expect(text(player).contains("Transfer 2"))
  }

  @Test func `a grant that was given by hand is revoked with a reason, and nothing else can be`() {
    var player = page()
    player.type("ak")
    #expect(player.state.dialog == nil)
    #expect(text(player).contains("Nothing to revoke"))
    player.userDetails.entitlements.append(Sample.gift)
    player.type("akbroken")
    focusVerb(&player)
    player.press(.enter)
    let right = GrantedRight(user: ID("ada"), key: "gift", environment: .production, until: nil)
    #expect(acted(player) == [.revoke([right], because: "broken")])
    #expect(text(player).contains("a g grants it again"))
  }

  @Test func `what fails for one is told beside it, and the others are done`() {
    var player = Player(Sample.state(80, 24, writeMode: .allowed), on: .users)
    player.refusal = "The disk is full."
    player.press(.character(" "), .character(" "))
    player.type("ancalled")
    focusVerb(&player)
    player.press(.enter)
    player.type("2")
    player.press(.enter, .enter)
    #expect(text(player).contains("1 of 2 done"))
    #expect(text(player).contains("The disk is full."))
  }

  @Test func `a dry run shows what would be done and does nothing`() {
    var player = page()
    player.press(.character("4"))
    player.type("ard")
    #expect(player.questions.last == .preview(.reverify([Self.purchases[0]])))
    #expect(text(player).contains("Nothing was done"))
    player.press(.escape)
    #expect(player.state.dialog?.form != nil)
    #expect(acted(player) == [])
  }

  @Test func `an end that is no time is told where it was typed`() {
    var player = page()
    player.type("agpro")
    player.press(.enter)
    player.type("soon")
    focusVerb(&player)
    player.press(.enter)
    #expect(acted(player) == [])
    #expect(player.state.dialog?.input?.name == .until)
    #expect(text(player).contains("30d, 3mo"))
  }

  @Test func `a job of a store's action is retried on the digits of its order alone`() {
    var player = Player(Sample.state(80, 24, writeMode: .allowed), on: .jobs)
    player.press(.down, .down)
    player.type("ar")
    #expect(player.state.dialog?.form?.confirmation == "6789")
    player.type("6789")
    player.press(.enter, .enter)
    #expect(acted(player) == [.retry(["k7m2q43"])])
  }

  @Test func `what does not wait cannot be called off`() {
    var player = Player(Sample.state(80, 24, writeMode: .allowed), on: .jobs)
    player.press(.down)
    player.type("ac")
    #expect(player.state.dialog == nil)
    #expect(text(player).contains("only waiting jobs can be"))
  }

  @Test func `a job opens to what it is about and what was asked for with it`() {
    var player = Player(Sample.state(80, 24, writeMode: .allowed), on: .jobs)
    player.jobs = Sample.jobs
    player.press(.enter)
    #expect(player.questions.last == .jobs(batch: "verify-5f0c1a2b"))
    #expect(text(player).contains("the App Store answered 401"))
    player.press(.enter)
    #expect(player.state.front is WhyScreen)
  }

  @Test func `writing is asked for, and given up`() {
    var player = Player(Sample.state(80, 24), on: .users)
    player.type(":write on")
    player.press(.enter)
    #expect(player.effects.contains(.write(true)))
    #expect(player.state.writeMode == .allowed)
    #expect(FrameText.characters(of: view(player.state), row: 0).contains("RW"))
    player.type(":write off")
    player.press(.enter)
    #expect(player.state.writeMode == .readOnly)
    player.type("an")
    #expect(player.state.dialog == nil)
    #expect(text(player).contains(":write on"))
  }

  @Test func `a note needs no store`() {
    var player = page(.noStores)
    player.type("an")
    #expect(player.state.dialog?.form != nil)
  }

  @Test(arguments: [(WriteMode.readOnly, ":write on"), (.noStores, "[stores]")])
  func `where nothing can be done the key says the way out`(writeMode: WriteMode, way: String) {
    for key in ["r", "R", "s"] {
      var player = page(writeMode)
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
    player.userDetails.orders = [
      Sample.order("4", "coins", kind: .consumable, from: -1, environment: .xcode)
    ]
    player.send(.ledgerChanged(bytes: nil))
    player.effects = []
    player.type("ar")
    #expect(player.state.dialog == nil)
    #expect(text(player).contains("Xcode's purchases have no store to query"))
  }

  @Test func `what a store said of renewal is on the page`() throws {
    var player = page()
    let chain = try #require(
      player.userDetails.subscriptions.first { $0.environment == .production }
    )
    #expect(!text(player).contains("OFF"))
    let evidence = ID<Document>(Sample.digest("renewal"))
    player.userDetails.lives[chain.id] = [
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
    #expect(player.questions.last == .restore(named: "2000000812345101"))
    #expect(text(player).contains("current owner: grace"))
    player.press(.enter)
    #expect(acted(player) == [])
    player.type("as")
    player.send(.pasted("2000000812345101\n"))
    player.press(.enter, .tab, .enter)
    guard case .restore(let plan, to: ID("ada"))? = acted(player).first else {
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
    #expect(text(player).contains("If genuine, it is filed as this user's"))
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
    reverify(&player)
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
    reverify(&player)
    player.jobs = Sample.over
    player.send(.ledgerChanged(bytes: nil))
    #expect(player.state.toast == nil)
    #expect(text(player).contains("2 of 2 done"))
  }

  @Test func `what is over is not asked about again`() {
    var player = page()
    player.jobs = Sample.over
    reverify(&player)
    player.press(.escape)
    player.effects = []
    player.send(.ledgerChanged(bytes: nil))
    #expect(!player.questions.contains(.jobs(batch: "verify-5f0c1a2b")))
  }

  @Test func `an answer to a dialog that was closed is told all the same`() {
    var player = page()
    player.answers = false
    reverify(&player)
    player.press(.escape)
    guard case .execute(let actionRequest, let request) = player.effects.last else {
      Issue.record("\(player.effects)")
      return
    }
    let batch = ActionResult.batch(name: "verify-1", count: 4, alreadyOpen: 4)
    player.send(.executed(request: request, actionRequest, .value(batch)))
    #expect(player.state.dialog == nil)
    #expect(player.questions.contains(.jobs(batch: "verify-1")))
    #expect(player.state.openJobs == 4)
  }

  @Test func `a failure to queue is said where it was asked for`() {
    var player = page()
    player.answers = false
    reverify(&player)
    guard case .execute(let actionRequest, let request) = player.effects.last else {
      Issue.record("\(player.effects)")
      return
    }
    player.send(.executed(request: request, actionRequest, .failure("The disk is full.")))
    #expect(text(player).contains("! The disk is full."))
    #expect(player.state.dialog?.pending == nil)
  }

  @Test func `quitting asks once while jobs are left, and says that they stay`() {
    var player = page()
    player.jobs = Sample.jobs
    reverify(&player)
    player.press(.escape, .escape, .escape)
    player.effects = []
    player.type("q")
    #expect(player.effects == [])
    #expect(text(player).contains("2 jobs left, kept in the queue."))
    player.type("q")
    #expect(player.effects == [.quit])
  }

  @Test func `keys that come before the dialog is filled are answered when it is`() {
    var player = page()
    player.press(.character("4"))
    player.answers = false
    player.type("ar")
    player.press(.tab, .enter)
    #expect(acted(player) == [])
    guard case .query(.targets(let records, let reach), let request, _) = player.effects.last else {
      Issue.record("\(player.effects)")
      return
    }
    let targets = Sample.targets(of: records, reach, player.userDetails)
    player.send(.answered(request: request, .value(.targets(targets))))
    #expect(acted(player) == [.reverify([Self.purchases[0]])])
  }

  @Test func `a lookup that is called off opens nothing later`() {
    var player = page()
    player.answers = false
    player.type("ar")
    player.press(.escape)
    #expect(player.state.dialog == nil)
    player.send(.answered(request: player.lastRequest ?? 0, .value(.targets(Targets()))))
    #expect(player.state.dialog == nil)
  }

  @Test func `on the smallest screen the line that is typed, and what is wrong, are in sight`() {
    var player = page()
    player.send(.resized(Size(columns: 40, rows: 10)))
    player.type("ar")
    player.press(.tab, .tab, .enter)
    #expect(text(player).contains("type 4"))
    #expect(text(player).contains("Type 4 to confirm."))
    #expect(view(player.state).showsCursor)
  }
}
