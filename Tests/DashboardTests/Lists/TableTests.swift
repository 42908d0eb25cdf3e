import Entitlements
import Foundation
import TestSupport
import Testing

@testable import Dashboard

/// What can be done to a list, whichever it is.
@Suite struct TableTests {
  private static let crowd = (0..<60).map { Sample.row("user-\($0)", nil, nil, orders: $0, nil) }

  private func player(_ list: ListKind = .users, _ columns: Int = 80) -> Player {
    Player(Sample.state(columns, 24), on: list)
  }

  private func titles(_ player: Player) -> String {
    FrameText.characters(of: view(player.state), row: 2)
  }

  private func status(_ player: Player) -> String {
    FrameText.characters(of: view(player.state), row: 22)
  }

  // Marks.

  @Test func `v marks from here to there, whichever comes first`() {
    var player = player()
    player.press(.down, .down, .character("v"), .up, .up, .character("v"))
    #expect(player.table?.marks.records.map(\.identity).count == 3)
    #expect(player.table?.marks.records.first?.identity == "grace")
    #expect(status(player).contains("3 marked"))
  }

  @Test func `escape gives up a stretch and leaves the marks there are`() {
    var player = player()
    player.press(.character(" "), .character("v"), .down, .down)
    #expect(status(player).contains("marking 3"))
    player.press(.escape)
    #expect(player.table?.marking.start == nil)
    #expect(player.table?.marks.count == 1)
  }

  @Test func `marking all marks what is loaded, and says when that is not all`() {
    var player = player()
    player.press(.character("*"))
    #expect(player.table?.marks.count == 9)
    #expect(player.state.toast?.notice.text == "9 rows marked: all that match.")
    player.answers = false
    player.press(.character("U"), .character("r"))
    let page = Sample.page(Sample.users.map(Record.user), total: 5_000, more: true)
    player.send(.answered(request: player.lastRequest ?? 0, .value(.page(page))))
    player.press(.character("*"))
    #expect(player.state.toast?.notice.severity == .warning)
  }

  // Orders.

  @Test func `the reverse order reads the list from its end`() throws {
    var player = player()
    player.answers = false
    player.type(":sort id reverse")
    player.press(.enter)
    guard case .page(let request)? = player.questions.last else {
      Issue.record("no page was asked for")
      return
    }
    #expect(request.sort == .id && request.anchor == .last)
    var page = Sample.page(Sample.users.prefix(3).map(Record.user), total: 9)
    page.page.hasBefore = true
    player.send(.answered(request: try #require(player.lastRequest), .value(.page(page))))
    let window = try #require(player.table?.window)
    #expect(window.rows.map(\.identity) == Sample.users.prefix(3).map(\.id.raw).reversed())
    #expect(window.hasAfter && !window.hasBefore && window.position == 1)
    let command = player.table?.equivalentCommand?.dropLast()
    #expect(command == ["ls", "users", "--sort", "id", "--reverse"])
  }

  @Test func `sorting by a column that has no index is refused with those that have one`() {
    var player = player()
    player.type(">>>>o")
    #expect(player.state.toast?.notice.severity == .warning)
    #expect(player.state.toast?.notice.text.contains("purchased or id or name") == true)
    #expect(player.table?.sort == .purchased && player.table?.isReversed == false)
  }

  @Test func `sorting by the column of the order in force turns it`() {
    var player = player(.orders)
    player.press(.character("o"))
    #expect(player.table?.isReversed == true)
    #expect(status(player).contains("▲"))
    player.press(.character("o"))
    #expect(player.table?.isReversed == false)
  }

  @Test func `the sort menu offers both directions of every index`() {
    var player = player()
    player.press(.character("s"), .down, .down, .down, .enter)
    #expect(player.table?.sort == .id && player.table?.isReversed == true)
    #expect(player.table?.popup == nil)
  }

  @Test func `a refused sort names the orders that the command takes`() {
    var player = player(.orders)
    player.type(":sort transaction")
    player.press(.enter)
    #expect(player.state.toast?.notice.text.contains("by purchased or id, ") == true)
    player.type(">>o")
    #expect(player.state.toast?.notice.text.hasSuffix("by purchased or id.") == true)
    player.type(":sort id")
    player.press(.enter)
    #expect(player.table?.sort == .id)
  }

  // Columns.

  @Test func `a title without room is cut with an ellipsis`() {
    #expect(titles(self.player(.receipts, 110)).contains("CONTENT, REAS…"))
    #expect(titles(self.player(.receipts, 120)).contains("CONTENT, REASON"))
  }

  @Test func `a hidden column stays hidden when the list is opened again`() {
    var player = player(.orders)
    #expect(titles(player).contains("STATE"))
    player.press(.character("c"), .down, .character(" "), .escape)
    #expect(!titles(player).contains("STATE"))
    player.type(":home")
    player.press(.enter)
    player.type(":orders")
    player.press(.enter)
    #expect(!titles(player).contains("STATE"))
  }

  @Test func `the first column cannot be hidden, and another can take its place`() {
    var player = player(.orders)
    player.press(.character("c"), .character(" "), .escape)
    #expect(titles(player).contains("PURCHASED"))
    player.press(.character("c"), .down, .character("<"), .escape)
    #expect(titles(player).hasPrefix("  STATE"))
  }

  @Test func `columns that do not fit come in from the right while the first one stands still`() {
    var player = player()
    #expect(titles(player).hasSuffix(">"))
    #expect(!titles(player).contains("STORES"))
    for _ in 0..<12 { player.press(.character("l")) }
    let far = titles(player)
    #expect(far.hasPrefix("< USER") && far.contains("LAST PURCHASE") && !far.hasSuffix(">"))
    for _ in 0..<12 { player.press(.character("h")) }
    #expect(titles(player).hasPrefix("  USER"))
  }

  @Test func `a column that is chosen comes into sight`() {
    var player = player()
    for _ in 0..<9 { player.press(.character(">")) }
    #expect(player.table?.column == "stores")
    #expect(titles(player).contains("STORES"))
  }

  // Cells.

  @Test func `a cell narrows the list to its like, or to all others`() {
    var player = player()
    player.press(.character(">"), .character(">"), .character(">"), .character(">"))
    player.press(.character(","))
    #expect(player.table?.filter == "state:trial")
    player.press(.escape)
    player.press(.character("!"), .character(","))
    #expect(player.table?.filter == "-state:trial")
  }

  @Test func `a cell narrows alternatives as a whole`() {
    var player = player(.orders)
    player.press(.character(">"), .character(">"))
    // The sample answers nothing to a query: the rows that are there stay while none comes.
    player.answers = false
    player.type("/store:apple | store:google")
    player.press(.enter, .character(","))
    #expect(player.table?.filter == "(store:apple | store:google) state:active")
  }

  @Test func `a column that nothing can be asked by says so`() {
    var player = player()
    for _ in 0..<8 { player.press(.character(">")) }
    player.press(.character(","))
    #expect(player.table?.filter == "")
    #expect(player.state.toast?.notice.text == "ORDERS cannot be queried here.")
  }

  @Test func `a facet lists the most frequent value first, and enter asks for it`() throws {
    var player = player(.orders)
    player.press(.character(">"), .character(">"), .character("f"))
    let asked = LedgerQuery.distribution(.orders, Sample.listed(.orders), .purchased, .state)
    #expect(player.questions.last == asked)
    guard case .facet(let facet)? = player.table?.popup?.kind else {
      Issue.record("there is no facet")
      return
    }
    let rows = player.table?.window.rows ?? []
    #expect(facet.entries.map(\.count).reduce(0, +) == rows.count)
    #expect(facet.entries.map(\.count) == facet.entries.map(\.count).sorted(by: >))
    #expect(facet.entries.first?.query == .field(.states([.expired])))
    player.press(.enter)
    #expect(player.table?.filter == "state:expired")
  }

  @Test func `escape calls off what a facet is still counting`() throws {
    var player = player(.orders)
    player.answers = false
    player.press(.character("f"))
    let request = try #require(player.lastRequest)
    player.press(.escape)
    #expect(player.effects.last == .cancelQuery(request: request))
    #expect(player.table?.popup == nil)
  }

  @Test func `an exact count can be called off, and its answer is dropped`() throws {
    var player = player()
    player.answers = false
    player.press(.character("#"))
    #expect(player.questions.last == .count(.users, Sample.listed(.users), isExact: true))
    let request = try #require(player.lastRequest)
    player.press(.control("c"))
    #expect(player.effects.last == .cancelQuery(request: request))
    player.send(.answered(request: request, .value(.count(.exact(77)))))
    #expect(player.table?.exactCount == nil)
    // The word on it goes by.
    player.send(.ticked(Sample.now.addingTimeInterval(5)))
    player.press(.character("#"))
    player.send(.answered(request: try #require(player.lastRequest), .value(.count(.exact(77)))))
    #expect(status(player).contains("1 of 77"))
  }

  // Refreshing.

  @Test func `new rows above are announced and push nothing down`() {
    var player = player()
    player.users = Self.crowd
    // All of them are new, and then none is.
    player.send(.ledgerChanged(bytes: nil))
    player.send(.ledgerChanged(bytes: nil))
    player.press(.character("g"), .character("g"))
    let before = FrameText.characters(of: view(player.state), row: 3)
    player.users.insert(Sample.row("new", nil, nil, orders: 0, nil), at: 0)
    player.send(.ledgerChanged(bytes: nil))
    #expect(FrameText.characters(of: view(player.state), row: 3) == before)
    #expect(status(player).contains("▲ 1 new (r)"))
    player.press(.character("r"))
    #expect(player.table?.window.current?.identity == "new")
    #expect(!status(player).contains("new (r)"))
  }

  @Test func `what a refresh changed is marked until the next one`() {
    var player = player()
    player.users[1].orders += 1
    player.users.insert(Sample.row("new", nil, nil, orders: 0, nil), at: 3)
    player.send(.ledgerChanged(bytes: nil))
    #expect(FrameText.characters(of: view(player.state), row: 4).hasPrefix(" ~ada"))
    #expect(FrameText.characters(of: view(player.state), row: 6).hasPrefix(" +new"))
    player.send(.ledgerChanged(bytes: nil))
    #expect(player.table?.window.changes == [:])
  }

  // The preview.

  @Test func `the preview shows beside the rows what no column has room for`() {
    var player = player(.users, 120)
    player.press(.character("p"))
    let text = FrameText.planes(of: view(player.state))
    #expect(text.contains("LEADING SALE") && text.contains("LAST PURCHASE"))
    player.press(.character("="))
    #expect(!titles(player).contains("E-MAIL"))
    player.press(.escape)
    #expect(player.table?.isZoomed == false && player.table?.showsPreview == true)
    player.press(.character("p"))
    #expect(player.table?.showsPreview == false)
  }

  @Test func `the rows above a preview stay under the cursor`() {
    var player = player()
    player.users = Self.crowd
    // All of them are new, and then none is.
    player.send(.ledgerChanged(bytes: nil))
    player.send(.ledgerChanged(bytes: nil))
    player.press(.character("p"))
    for _ in 0..<20 { player.press(.down) }
    let frame = FrameText.planes(of: view(player.state))
    #expect(frame.contains("▌ user-20"))
  }

  // Copying and exporting.

  @Test func `y copies the ID, the row, the cell and the command`() {
    var player = player()
    player.press(.down)
    player.type("yy")
    #expect(player.effects.last == .copy(Copy("ada", .text("ada"))))
    player.type("yr")
    guard case .copy(let row)? = player.effects.last, case .text(let text) = row.content else {
      Issue.record("no row was copied")
      return
    }
    #expect(text.hasPrefix("ada\tAda Lovelace\tada@example.com\t✓ ACT\t"))
    player.type("yj")
    let record = Record.user(Sample.users[1])
    #expect(
      player.effects.last
        == .copy(Copy("the row as JSON", .json([record], at: player.state.view.now)))
    )
    player.type(">>yc")
    #expect(player.effects.last == .copy(Copy("NAME", .text("Ada Lovelace"))))
    player.type("/a")
    player.press(.enter)
    player.type("yq")
    #expect(
      player.effects.last
        == .copy(Copy("the command", .text("purser ls users 'a (env:prod | -env:sandbox,xcode)'")))
    )
  }

  @Test func `marked rows are copied together`() {
    var player = player()
    player.press(.character(" "), .character(" "))
    player.type("yy")
    #expect(player.effects.last == .copy(Copy("2 IDs", .text("grace\nada"))))
  }

  @Test func `the text for the customer is copied where a verdict is, in the language chosen`() {
    var player = player()
    player.type("wys")
    func copy(_ language: MessageLanguage) -> Effect {
      let text = Sample.inquiry.diagnosis.customerText.written(in: language)
      return .copy(Copy("the text for the customer", .text(text)))
    }
    #expect(player.effects.last == copy(.english))
    player.type("L")
    player.press(.down, .enter)
    player.type("ys")
    #expect(player.effects.last == copy(.german))
    #expect(copy(.german) != copy(.english))
  }

  @Test func `an export names its rows, its form and its file`() {
    var player = player()
    player.press(.character("e"), .down, .enter)
    let all = Export(
      list: .users,
      scope: .matching(Sample.listed(.users), .purchased, isReversed: false),
      form: .tsv,
      path: "users-20261121-024000.tsv"
    )
    #expect(player.effects.last == .export(all))
    player.press(.character(" "))
    player.type(":export jsonl some file.jsonl")
    player.press(.enter)
    let marked = Export(
      list: .users,
      scope: .records([.user(Sample.users[0])]),
      form: .jsonl,
      path: "some file.jsonl"
    )
    #expect(player.effects.contains(.export(marked)))
  }

  @Test func `a popup gives way to whatever else is pressed`() {
    var player = player()
    player.press(.character("c"), .character("c"))
    #expect(player.table?.popup == nil)
    player.press(.character("s"), .character("v"))
    #expect(player.table?.popup == nil && player.table?.marking.start == "grace")
  }
}
