import Entitlements
import Foundation
import TestSupport
import Testing

@testable import Dashboard

@Suite struct UpdateTests {
  private static func users(_ query: Query, limit: Int = 30) -> LedgerQuery {
    .page(
      PageRequest(
        list: .users,
        query: Sample.listed(.users, query),
        sort: .purchased,
        anchor: .first,
        limit: limit
      )
    )
  }

  private static func leftOut(_ query: Query) throws -> LedgerQuery {
    .count(.users, try #require(query.leftOut(of: .users)), isExact: false)
  }

  @Test func `what a list asks for first is its first page`() throws {
    let player = Player(Sample.state(80, 24))
    #expect(player.questions == [Self.users(.everything), try Self.leftOut(.everything)])
  }

  @Test func `every letter of a filter asks anew and an answer to an older one is dropped`()
    throws
  {
    var player = Player(Sample.state(80, 24))
    player.answers = false
    player.effects = []
    player.type("/gr")
    // How many rows of the sandbox are left out is asked, too.
    let counts = player.questions.filter { if case .count = $0 { true } else { false } }
    #expect(counts == [try Self.leftOut(.word("g")), try Self.leftOut(.word("gr"))])
    player.effects.removeAll { if case .query(.count, _, _) = $0 { true } else { false } }
    #expect(player.questions == [Self.users(.word("g")), Self.users(.word("gr"))])
    guard case .query(_, let first, _) = player.effects[0],
      case .query(_, let second, first) = player.effects[1]
    else {
      Issue.record("the second question takes the place of the first: \(player.effects)")
      return
    }
    let before = player.state
    player.send(.answered(request: first, .value(.page(Sample.page([])))))
    #expect(player.state == before)
    let grace = Sample.page([.user(Sample.users[0])])
    player.send(.answered(request: second, .value(.page(grace))))
    #expect(player.table?.window.rows.map(\.identity) == ["grace"])
  }

  @Test func `text that is pasted on a list filters it on demand and never presses keys`() {
    var player = Player(Sample.state(80, 24))
    player.type("/x")
    player.press(.enter)
    player.effects = []
    player.send(.pasted("q\n:q\nada\u{1B}"))
    #expect(player.effects == [])
    #expect(player.table?.filter == "x")
    player.press(.enter)
    // It takes the place of the one in force.
    #expect(player.table?.filter == "q :q ada\u{1B}")
    #expect(!player.effects.contains(.quit))
  }

  @Test func `pasted text goes to the line that is being typed`() {
    var player = Player(Sample.state(80, 24))
    player.type(":user ")
    player.send(.pasted("ada\n"))
    player.press(.enter)
    #expect(player.questions.contains(.user(ID("ada"))))
  }

  @Test func `escape closes the line, then clears the filter, then goes back, and never quits`() {
    var player = Player(Sample.state(80, 24))
    player.type("/a")
    player.press(.enter)
    player.press(.enter)
    #expect(player.state.front is UserScreen)
    player.press(.escape)
    #expect(player.table?.filter == "a")
    player.press(.escape)
    #expect(player.table?.filter == "")
    player.press(.escape, .escape)
    #expect(!player.effects.contains(.quit))
  }

  @Test func `escape in the filter line brings back what was in force before`() {
    var player = Player(Sample.state(80, 24))
    player.type("/a")
    player.press(.enter)
    player.type("/d")
    player.press(.escape)
    #expect(player.table?.filter == "a")
    #expect(player.state.field == nil)
  }

  @Test func `a change of the ledger asks again and the cursor stays on its record`() {
    var player = Player(Sample.state(80, 24))
    player.press(.down, .down)
    let id = player.table?.window.current?.identity
    player.users.insert(Sample.row("new", "New", nil, orders: 0, nil), at: 0)
    player.send(.ledgerChanged(bytes: nil))
    #expect(player.table?.window.rows.first?.identity == "new")
    #expect(player.table?.window.current?.identity == id)
  }

  @Test func `a change of the ledger tells how large it has become`() {
    var player = Player(Sample.state(80, 24))
    player.send(.ledgerChanged(bytes: 7_340_032))
    #expect(FrameText.characters(of: view(player.state), row: 0).contains("7.0 MB"))
    player.send(.ledgerChanged(bytes: nil))
    #expect(FrameText.characters(of: view(player.state), row: 0).contains("7.0 MB"))
  }

  @Test func `changes while an answer is under way ask once more, not once each`() {
    var player = Player(Sample.state(80, 24))
    player.answers = false
    player.effects = []
    var pages: Int { player.questions.count { if case .page = $0 { true } else { false } } }
    for _ in 0..<100 { player.send(.ledgerChanged(bytes: nil)) }
    #expect(pages == 1 && player.effects.count == 2, "a page, and what it leaves out")
    let page = Sample.page(Sample.users.map(Record.user))
    player.send(.answered(request: player.lastRequest ?? 0, .value(.page(page))))
    #expect(pages == 2 && player.effects.count == 3)
  }

  @Test func `ten thousand presses of down end ten thousand rows below`() {
    let all = (0..<20_000).map { Sample.row("user-\($0)", nil, nil, orders: 0, nil) }
    var player = Player(Sample.state(80, 24), answers: false)
    for _ in 0..<10_000 { player.press(.down) }
    var answered = 0
    while answered < player.effects.count {
      defer { answered += 1 }
      guard case .query(.page(let request), let number, _) = player.effects[answered] else {
        continue
      }
      let start: Int =
        switch request.anchor {
        case .after(.number(let place)): Int(place) + 1
        default: 0
        }
      let rows = start..<min(all.count, start + request.limit)
      let page = RecordPage(
        page: Page(
          rows: all[rows].map(Record.user),
          hasBefore: start > 0,
          hasAfter: rows.upperBound < all.count,
          total: .exact(all.count)
        ),
        places: rows.map { .number(Int64($0)) }
      )
      player.send(.answered(request: number, .value(.page(page))))
    }
    #expect(player.table?.window.current?.identity == "user-10000")
    #expect(player.table.map { $0.window.rows.count < 2000 } == true)
  }

  @Test func `the cursor stays where it is until the end of the list is there`() throws {
    var player = Player(Sample.state(80, 24), answers: false)
    let first = (0..<30).map { Record.user(Sample.row("first-\($0)", nil, nil, orders: 0, nil)) }
    let page = Sample.page(first, total: 9_000, more: true)
    player.send(.answered(request: try #require(player.lastRequest), .value(.page(page))))
    let before = view(player.state)
    player.press(.character("G"))
    #expect(view(player.state) == before)
    guard case .page(let request)? = player.questions.last else {
      Issue.record("no page was asked for")
      return
    }
    // One screen of them: whoever jumps waits for no more.
    #expect(request.anchor == .last && request.limit == 30)
    let last = (0..<30).map { Record.user(Sample.row("last-\($0)", nil, nil, orders: 0, nil)) }
    var end = Sample.page(last, total: 9_000)
    end.page.hasBefore = true
    player.send(.answered(request: try #require(player.lastRequest), .value(.page(end))))
    #expect(player.table?.window.current?.identity == "last-29")
  }

  @Test func `rows are asked for two screens ahead of a cursor that moves, and of no other`() throws
  {
    var player = Player(Sample.state(80, 24), answers: false)
    let rows = (0..<30).map { Record.user(Sample.row("user-\($0)", nil, nil, orders: 0, nil)) }
    let page = Sample.page(rows, total: 9_000, more: true)
    player.send(.answered(request: try #require(player.lastRequest), .value(.page(page))))
    player.effects = []
    player.send(.ticked(player.state.view.now))
    #expect(player.questions.isEmpty)
    player.press(.down)
    guard case .page(let request)? = player.questions.last else {
      Issue.record("no page was asked for")
      return
    }
    #expect(request.anchor == .after(try #require(page.places.last)))
  }

  @Test func `a failed page is said and not asked for again until somebody asks`() {
    var player = Player(Sample.state(80, 24), answers: false)
    player.send(.answered(request: player.lastRequest ?? 0, .failure("ledger.sqlite is locked.")))
    #expect(player.questions.count == 1)
    player.press(.character("r"))
    #expect(player.questions.count == 2)
  }

  @Test func `control-C twice within a second asks, and only then quits`() {
    var player = Player(Sample.state(80, 24))
    player.press(.control("c"))
    player.send(.ticked(Sample.now.addingTimeInterval(2)))
    player.press(.control("c"))
    #expect(!player.state.isConfirmingQuit)
    player.press(.control("c"))
    #expect(player.state.isConfirmingQuit)
    #expect(!player.effects.contains(.quit))
    player.press(.character("q"))
    #expect(player.effects.last == .quit)
  }

  @Test func `q goes back, and quits on the first screen`() {
    var player = Player(Sample.state(80, 24))
    player.press(.enter, .character("q"), .character("q"))
    // There it may begin a text.
    player.press(.character("q"))
    #expect(!player.effects.contains(.quit))
    player.press(.character("q"))
    #expect(player.effects.last == .quit)
  }

  @Test func `a sale opens the document it rests on`() {
    var player = Player(Sample.state(80, 24))
    player.press(.down, .enter, .character("4"), .enter)
    #expect(player.questions.last == .document(ID(Sample.digest("2000000812345678"))))
  }

  @Test func `an unknown command names the one that was meant`() {
    var player = Player(Sample.state(80, 24))
    player.type(":recipts")
    player.press(.enter)
    #expect(player.state.toast?.notice.text.contains("Did you mean :receipts?") == true)
  }

  @Test func `tab completes a command and its argument`() {
    var player = Player(Sample.state(80, 24))
    player.type(":th")
    player.press(.tab)
    // As far as both themes and theme go.
    player.type(" p")
    player.press(.tab, .enter)
    #expect(player.effects.contains(.loadTheme(name: "purser-dark")))
  }

  @Test func `an idle dashboard needs no tick until a right on the screen ends`() {
    var player = Player(Sample.state(80, 24))
    player.users = [Sample.users[8]]
    player.send(.ledgerChanged(bytes: nil))
    #expect(nextTick(player.state) == nil)
    player.users = [Sample.users[1]]
    player.send(.ledgerChanged(bytes: nil))
    #expect(nextTick(player.state) == Sample.days(13))
  }

  @Test func `waiting is shown after a fifth of a second and then counted in tenths`() {
    var player = Player(Sample.state(80, 24), answers: false)
    #expect(nextTick(player.state) == Sample.now.addingTimeInterval(0.2))
    player.send(.ticked(Sample.now.addingTimeInterval(0.2)))
    #expect(player.state.showsWaiting)
    #expect(nextTick(player.state) == Sample.now.addingTimeInterval(0.3))
  }

  @Test func `a revealed secret is masked again when its screen is left`() throws {
    var player = Player(Sample.state(80, 24))
    player.type(":receipts")
    player.press(.enter, .enter, .character("X"), .character("-"), .character("-"))
    let screen = try #require(player.state.front as? ReceiptScreen)
    #expect(screen.revealedAt == nil)
  }

  @Test func `a revealed secret is masked again when another screen covers its screen`() throws {
    var player = Player(Sample.state(80, 24))
    player.type(":receipts")
    player.press(.enter, .enter, .character("X"))
    #expect(try #require(player.state.front as? ReceiptScreen).revealedAt != nil)
    player.type(":why ada")
    player.press(.enter)
    #expect(player.state.front is WhyScreen)
    player.press(.escape)
    #expect(try #require(player.state.front as? ReceiptScreen).revealedAt == nil)
  }
}
