import Basics
import Entitlements
import Foundation
import Testing

@testable import Dashboard

/// Facets by date, frozen columns, the pane of what happened, and counts that take long.
@Suite struct ListExtrasTests {
  private func list(_ kind: ListKind = .orders, _ columns: Int = 120, _ rows: Int = 40) -> Player {
    Player(Sample.state(columns, rows), on: kind)
  }

  private func facet(_ player: Player) -> Facet? {
    if case .facet(let facet)? = player.table?.popup?.kind { facet } else { nil }
  }

  @Test func `instants are counted by the month, and by the day when asked again`() throws {
    var player = list()
    player.type("f")
    let months = try #require(facet(player))
    #expect(months.calendar == FacetCalendar(clock: .purchased, unit: .month))
    let now = try #require(CivilTime(Sample.now, offset: 0))
    #expect(months.entries.first?.label.string == "\(now.year)-\(now.month)")
    player.type("f")
    #expect(facet(player)?.calendar?.unit == .day)
    player.type("f")
    #expect(facet(player)?.calendar?.unit == .month)
  }

  @Test(arguments: [FacetCalendar.Unit.month, .day])
  func `the intervals of a calendar meet and leave no instant out`(_ unit: FacetCalendar.Unit) {
    for clock in Query.Clock.allCases {
      let calendar = FacetCalendar(clock: clock, unit: unit)
      let ranges = calendar.intervals(around: Sample.now).map(\.range)
      #expect(ranges.first?.until == nil && ranges.last?.from == nil)
      for (newer, older) in zip(ranges, ranges.dropFirst()) { #expect(newer.from == older.until) }
      let catalogGrant = ranges.filter {
        ($0.from ?? .distantPast) <= Sample.now && Sample.now < ($0.until ?? .distantFuture)
      }
      #expect(catalogGrant.count == 1)
    }
  }

  @Test func `all matching rows are counted by every column of a list`() {
    for kind in ListKind.allCases where kind.searched != nil {
      for column in kind.columns {
        #expect(RowField(rawValue: column.key) != nil, "\(kind) \(column.key)")
      }
    }
    var player = list()
    player.type(">>>>>f")
    #expect(facet(player)?.rows == player.table?.window.rows.count)
    #expect(FrameText.text(of: view(player.state)).contains("by PRICE"))
    // There is no query for a price, so that it cannot be filtered by.
    player.press(.enter)
    #expect(player.table?.filter == "")
    #expect(player.state.toast?.notice.text == "PRICE cannot be queried here.")
  }

  @Test func `a facet says what it counts, and what it left out`() {
    var player = list()
    player.answers = false
    player.type(">>f")
    #expect(FrameText.text(of: view(player.state)).contains("counting"))
    let row = player.table?.window.rows.first
    let distribution = RowDistribution<Record>(
      groups: [
        .init(value: .number(7), count: 700_000, row: row)
      ],
      rows: 950_001,
      otherValues: 12,
      limit: 1_000_000
    )
    player.send(
      .answered(request: player.lastRequest ?? 0, .value(.distribution(distribution)))
    )
    let text = FrameText.text(of: view(player.state))
    #expect(text.contains("too many values: only 1 000 000 rows were counted"))
    #expect(text.contains("950 001 rows, 250 001 of them with 12 other values"))
  }

  @Test func `a facet shows the counts up to now, and keeps the cursor on its value`() throws {
    var player = list()
    player.answers = false
    player.type(">>>>f")
    let rows = ["coins", "pro"].map { product in
      Record.order(OrderRow(order: Sample.order("1", product, from: -1), chainState: nil))
    }
    let request = try #require(player.lastRequest)
    func send(_ counts: [Int], progress: Double?) {
      var distribution = RowDistribution<Record>(groups: [], rows: counts.reduce(0, +))
      distribution.groups = zip(rows, counts).enumerated().map { index, group in
        .init(value: .number(Int64(index)), count: group.1, row: group.0)
      }
      distribution.progress = progress
      player.send(.answered(request: request, .value(.distribution(distribution))))
    }
    send([30, 20], progress: 0.25)
    #expect(FrameText.text(of: view(player.state)).contains("25 %, 50 rows up to now"))
    player.press(.down)
    let chosen = try #require(facet(player)?.entries.last)
    send([300, 900], progress: nil)
    #expect(facet(player)?.entries.first?.label == chosen.label)
    #expect(facet(player)?.entries.map(\.count) == [900, 300])
    #expect(player.table?.popup?.scroll.index == 0)
    #expect(facet(player)?.pending == nil)
    #expect(FrameText.text(of: view(player.state)).contains("1 200 rows"))
  }

  @Test func `a popup leaves no part of a value beside it`() {
    let jobs = Player(Sample.state(120, 40), on: .jobs)
    for player in [list(.orders), list(.users), list(.orders, 80, 24), jobs] {
      let whole = Set(
        FrameText.text(of: view(player.state)).split(separator: "\n")
          .flatMap { $0.split(separator: " ") }
      )
      for keys in [">>f", "s", "c", ">>>>f"] {
        var opened = player
        opened.type(keys)
        let frame = view(opened.state)
        #expect(frame.box != nil || player.table?.list == .jobs)
        for line in FrameText.text(of: frame).split(separator: "\n") where line.contains("\u{2502}")
        {
          guard let bar = line.lastIndex(of: "\u{2502}") else { continue }
          let rest = line[line.index(after: bar)...].split(separator: " ")
          let isWhole = rest.allSatisfy { whole.contains($0) || $0 == "|" }
          #expect(isWhole, "\(keys): \(rest)")
        }
      }
    }
  }

  @Test func `columns are frozen up to the chosen one, and let go`() throws {
    var player = list(.orders, 80, 24)
    player.type("c")
    player.press(.down)
    player.type("f")
    #expect(player.state.view.columns[.orders]?.frozen == 2)
    player.press(.escape)
    player.type("ll")
    let text = FrameText.text(of: view(player.state))
    #expect(text.contains("PURCHASED") && text.contains("STATE"))
    let line = try #require(player.state.view.columns[.orders]?.line)
    #expect(line.hasPrefix("purchasedAt state |"))
    let columns = ListKind.orders.columns
    #expect(ColumnLayout(columns, line: line).frozen == 2)
    player.type("c")
    player.press(.down)
    player.type("f")
    #expect(player.state.view.columns[.orders]?.frozen == 1)
  }

  @Test func `what happened to a row is asked for once the cursor rests on it`() {
    var player = list(.orders, 200, 50)
    player.type("p")
    player.press(.down, .down)
    let asked = { (player: Player) in
      player.questions.count { if case .subjectHistory = $0 { true } else { false } }
    }
    #expect(asked(player) == 0)
    #expect(nextTick(player.state) != nil)
    player.send(.ticked(Sample.now.addingTimeInterval(0.4)))
    #expect(asked(player) == 1)
    #expect(FrameText.text(of: view(player.state)).contains(" timeline "))
    player.send(.ticked(Sample.now.addingTimeInterval(0.8)))
    #expect(asked(player) == 1)
    player.press(.up)
    #expect(asked(player) == 1)
    player.send(.ticked(Sample.now.addingTimeInterval(1.5)))
    #expect(asked(player) == 2)
  }

  @Test func `nothing is asked for a pane there is no room for`() {
    var player = list(.orders, 120, 40)
    player.type("p")
    player.send(.ticked(Sample.now.addingTimeInterval(5)))
    #expect(!player.questions.contains { if case .subjectHistory = $0 { true } else { false } })
  }

  @Test func `a copied row runs no formula in a spreadsheet`() {
    #expect(Spreadsheet.guarded("=1+1") == "'=1+1")
    #expect(Spreadsheet.guarded("@x") == "'@x")
    #expect(Spreadsheet.guarded("-") == "-")
    for text in ["\t=1", "\r=1", "\n=1", " =1", "＝1", "+1", "-1", "\tx"] {
      #expect(Spreadsheet.guarded(text) == "'" + text)
    }
    for text in ["", " ", "=", "1=1", "ada@example.com"] {
      #expect(Spreadsheet.guarded(text) == text)
    }
    #expect(Spreadsheet.guarded("2026-01-01") == "2026-01-01")
    var player = list(.users)
    player.users[0].name = "=HYPERLINK(\"http://x\")"
    player.send(.ledgerChanged(bytes: nil))
    player.type("yr")
    let copied = player.effects.compactMap { effect -> String? in
      if case .copy(let copy) = effect, case .text(let text) = copy.content { text } else { nil }
    }
    #expect(copied.last?.contains("\t'=HYPERLINK") == true)
  }

  @Test func `a queue of which nothing is found at once is looked through, but not for ever`() {
    var state = Sample.state(80, 24, queues: Sample.supportQueues)
    var effects = start(&state)
    func count(_ effects: [Effect]) -> (request: Int, isExact: Bool)? {
      effects.lazy.compactMap { effect -> (Int, Bool)? in
        guard case .query(.count(_, _, let isExact), let request, _) = effect else { return nil }
        return (request, isExact)
      }.first
    }
    // Of every queue and list nothing is found at once.
    var last = count(effects)
    while let asked = last, !asked.isExact {
      effects = update(&state, .answered(request: asked.request, .value(.count(.atLeast(0)))))
      last = count(effects)
    }
    #expect(last?.isExact == true)
    #expect(!FrameText.text(of: view(state)).contains("uncounted"))
    effects = update(&state, .ticked(Sample.now.addingTimeInterval(4)))
    #expect(effects.contains(.cancelQuery(request: last?.request ?? 0)))
    #expect(FrameText.text(of: view(state)).contains("uncounted"))
  }

  @Test func `two users are compared under their IDs`() {
    var player = list(.users, 120, 40)
    player.open(DiffScreen(users: ID("ada"), ID("ada")))
    #expect(player.state.front.breadcrumb.string == "diff ada ada")
    #expect(!FrameText.text(of: view(player.state)).contains("OLDER"))
  }
}
