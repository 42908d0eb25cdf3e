import Entitlements
import Foundation
import TestSupport
import Testing

@testable import Dashboard

/// What a ticket leads to: the answer, the timeline, the differences, the tour.
@Suite struct CaseTests {
  private func timeline(_ columns: Int = 120, _ rows: Int = 36) -> Player {
    var player = Player(Sample.state(columns, rows))
    player.press(.down)
    player.type("t")
    return player
  }

  private func text(_ player: Player) -> String { FrameText.planes(of: view(player.state)) }

  private func selected(_ player: Player, row: Int) -> [Int] {
    let frame = view(player.state)
    return (0..<frame.size.columns).filter {
      frame.cells[row * frame.size.columns + $0].isSelected
    }
  }

  @Test func `a timeline is asked for once and opens at the last event past`() throws {
    let player = timeline()
    #expect(player.questions.last == .subjectHistory("ada"))
    let last = Sample.subjectHistory.events.last { !$0.isScheduled && $0.storeAt <= Sample.now }
    let event = try #require(last)
    let sentence = String(Wording.sentence(for: event).prefix(40))
    #expect(text(player).contains(sentence))
    #expect(player.state.status.parts.first?.0.string.contains("events") == true)
  }

  @Test func `the picture marks one cell, which moves back with the event`() {
    var player = timeline()
    func cells(_ player: Player) -> [(row: Int, column: Int)] {
      (2..<16).flatMap { row in
        let columns = selected(player, row: row)
        return columns.count == 1 ? [(row, columns[0])] : []
      }
    }
    let before = cells(player)
    #expect(before.count == 1)
    for _ in 0..<6 { player.press(.character("h")) }
    let after = cells(player)
    #expect(after.count == 1)
    #expect((after.first?.column ?? 0) < (before.first?.column ?? 0))
  }

  @Test func `the clock is switched and the cursor keeps its event`() throws {
    var player = timeline()
    player.press(.character("h"), .character("h"))
    let screen = try #require(player.state.front as? TimelineScreen)
    player.press(.character("C"))
    let switched = try #require(player.state.front as? TimelineScreen)
    #expect(screen != switched)
    #expect(text(player).contains("AT (SEEN)"))
    player.press(.character("C"), .character("C"))
    #expect(text(player).contains("AT (STORE)"))
  }

  @Test func `a mark measures how far apart two events are`() {
    var player = timeline()
    player.press(.character("m"), .character("h"))
    let status = player.state.status.parts.map(\.0.string)
    #expect(status.contains { $0.hasPrefix("-") && $0.hasSuffix("since the mark") }, "\(status)")
    player.press(.escape)
    #expect(player.state.front is TimelineScreen, "escape takes the mark away first")
  }

  @Test func `zooming shows less time, and all of it comes back`() {
    var player = timeline()
    let whole = text(player)
    player.press(.character("+"), .character("+"))
    #expect(text(player) != whole)
    player.press(.character("0"))
    #expect(text(player) == whole)
  }

  @Test func `enter on an event opens the document it rests on`() {
    var player = timeline()
    player.press(.enter)
    guard case .document = player.questions.last else {
      Issue.record("\(player.questions)")
      return
    }
  }

  @Test func `phases are drawn as bars of their own`() throws {
    let day = 86_400.0
    func span(_ from: Double, _ until: Double, _ bar: Gantt.Bar) -> Gantt.Span {
      Gantt.Span(from: Sample.days(from), until: Sample.days(until), bar: bar)
    }
    var lane = Gantt.Lane(label: "A pro")
    lane.spans = [
      span(-60, -50, .trial), span(-50, -30, .paid), span(-30, -20, .grace),
      span(-20, -10, .hold), span(-10, 0, .paused),
    ]
    lane.marks = [(Sample.days(-30), .problem), (Sample.now.addingTimeInterval(-day), .taken)]
    let clock = Clock(now: Sample.now, zone: .utc, localOffset: 0)
    let gantt = try #require(Gantt([lane], clock: clock, width: 100, .ascii))
    let drawn = gantt.lines[1].runs.map(\.text.string).joined()
    for glyph in [".", "#", "!", "%", "-", "_", "x"] {
      #expect(drawn.contains(glyph), "\(glyph) in \(drawn)")
    }
    let legend = gantt.lines.dropFirst(3).flatMap { $0.runs.map(\.text.string) }.joined()
    for word in ["free trial", "paid", "grace", "on hold", "paused", "billing problem"] {
      #expect(legend.contains(word), "\(word) in \(legend)")
    }
  }

  @Test func `a chart of one lasting purchase reaches until now, and of an ended one does not`()
    throws
  {
    let bought = Sample.days(-400)
    var lane = Gantt.Lane(label: "entitlement: pro")
    lane.spans = [Gantt.Span(from: bought, until: nil, bar: .held)]
    let window = try #require(Gantt.window(around: [lane], now: Sample.now))
    #expect(window.from == bought && window.until >= Sample.now)
    lane.spans[0].until = bought.addingTimeInterval(86_400)
    #expect(try #require(Gantt.window(around: [lane], now: Sample.now)).until < Sample.days(-390))
  }

  @Test func `a legend takes as many lines as it needs`() throws {
    var lane = Gantt.Lane(label: "A pro")
    for (place, bar) in Gantt.Bar.allCases.enumerated() {
      let from = Sample.days(Double(-70 + place * 10))
      lane.spans.append(Gantt.Span(from: from, until: from.addingTimeInterval(864_000), bar: bar))
    }
    lane.marks = Gantt.Mark.allCases.map { (Sample.days(-1), $0) }
    let clock = Clock(now: Sample.now, zone: .utc, localOffset: 0)
    let gantt = try #require(Gantt([lane], clock: clock, width: 60, .ascii))
    let legend = gantt.lines.dropFirst(3)
    #expect(legend.count > 1 && legend.allSatisfy { $0.end <= 60 })
    let words = legend.flatMap { $0.runs.map(\.text.string) }.joined()
    for bar in Gantt.Bar.allCases { #expect(words.contains(gantt.symbol(of: bar).word.string)) }
    for mark in Gantt.Mark.allCases { #expect(words.contains(gantt.symbol(of: mark).word.string)) }
  }

  @Test func `a legend explains the digit of several purchases in one cell`() throws {
    var lane = Gantt.Lane(label: "A pro")
    lane.spans = [Gantt.Span(from: Sample.days(-300), until: Sample.days(-1), bar: .paid)]
    lane.marks = [(Sample.days(-300), .charge), (Sample.days(-100), .charge)]
    let clock = Clock(now: Sample.now, zone: .utc, localOffset: 0)
    func legend() throws -> String {
      let gantt = try #require(Gantt([lane], clock: clock, width: 80, .ascii))
      return gantt.lines.dropFirst(3).flatMap { $0.runs.map(\.text.string) }.joined()
    }
    #expect(try !legend().contains("in one cell"))
    lane.marks.append((date: Sample.days(-100), mark: .charge))
    #expect(try legend().contains("2-9 purchases in one cell"))
    for _ in 0..<8 { lane.marks.append((date: Sample.days(-100), mark: .charge)) }
    #expect(try legend().contains("2-9 purchases in one cell, + more"))
  }

  @Test func `a purchase's number is whole where the line has room for it`() throws {
    var player = Player(Sample.state(120, 60))
    let ticket = player.inquiry.diagnosis.verdict.ticket
    let place = try #require(
      player.inquiry.diagnosis.checks.firstIndex {
        $0.ticket == ticket && $0.result != .notApplicable && !$0.evidence.isEmpty
      }
    )
    player.inquiry.diagnosis.checks[place].evidence[0].kind = .chain
    player.inquiry.diagnosis.checks[place].evidence[0].id = "GPA.3349-2753-2367-28594"
    player.inquiry.diagnosis.checks[place].evidence[0].sentence = "bought"
    player.type("w")
    #expect(text(player).contains("purchase GPA.3349-2753-2367-28594"))
  }

  @Test func `a verification that fills the screen loses no letter at its edge`() {
    var player = Player(Sample.state(80, 24))
    // One character more than fits a line.
    player.inspection.verification.checks[0].detail = String(repeating: "x", count: 75) + "z"
    player.type(":receipts")
    player.press(.enter, .enter, .character("p"))
    let rows = FrameText.text(of: view(player.state)).split(separator: "\n")
    #expect(rows.contains { $0.trimmingCharacters(in: .whitespaces) == "z" }, "\(rows)")
  }

  @Test(arguments: [(SubscriptionState.billingRetry, true), (.gracePeriod, true), (.active, false)])
  func `what nobody knows the end of has lasted until now`(
    state: SubscriptionState,
    ends: Bool
  ) throws {
    let sale = Sample.orders[0]
    let phase = Phase(from: Sample.days(-4), until: nil, state: state, evidence: sale.evidence)
    let subjectHistory = SubjectHistory(
      subject: DiagnosisInput.Subject(text: "ada", isFound: true),
      chains: [SubjectHistory.Chain(id: sale.chain, sales: [sale], phases: [phase])]
    )
    let lanes = TimelineLanes(subjectHistory, Sample.state(80, 24).view).lanes
    #expect(lanes.first?.spans.map(\.until) == [ends ? Sample.now : nil])
  }

  @Test func `a stretch ends within a cell only where the font has eighths`() throws {
    var lane = Gantt.Lane(label: "A pro")
    let from = Sample.days(-30.3)
    lane.spans = [Gantt.Span(from: from, until: Sample.days(-7.1), bar: .paid)]
    let clock = Clock(now: Sample.now, zone: .utc, localOffset: 0)
    func drawn(_ glyphs: GlyphSet) throws -> String {
      let gantt = try #require(Gantt([lane], clock: clock, width: 60, glyphs))
      return gantt.lines[1].runs.map(\.text.string).joined()
    }
    let eighths = Set("▏▎▍▌▋▊▉")
    #expect(try drawn(.full).contains { eighths.contains($0) })
    #expect(try !drawn(.basic).contains { eighths.contains($0) })
  }

  @Test func `what was looked for is told where nothing was found`() {
    var player = Player(Sample.state(80, 24))
    player.inquiry = Sample.unknown
    player.type(":why MK7Q2ZXT1P nobody@example.com")
    player.press(.enter)
    let screen = text(player)
    #expect(screen.contains("Apple order MK7Q2ZXT1P  not on file"))
    #expect(screen.contains("purser lookup MK7Q2ZXT1P"))
  }

  @Test func `only what differs between two documents is told`() {
    var older = Sample.inspection.tree
    older.children.append(Node(label: "token", type: "text", value: "secret-1", isSecret: true))
    var newer = older
    newer.children[newer.children.count - 1].value = "secret-2"
    #expect(NodeDifference(from: older, to: older).changes.isEmpty)
    let changes = NodeDifference(from: older, to: newer).changes
    #expect(changes.map(\.path) == [["token"]])
    #expect(changes.first?.isSecret == true)
  }

  @Test func `purchases are matched by their transaction and not by their place`() {
    func purchase(_ transaction: String, _ product: String) -> Node {
      Node(
        label: "in_app",
        type: "SET",
        children: [
          Node(label: "transaction_id", type: "UTF8String", value: transaction),
          Node(label: "product_id", type: "UTF8String", value: product),
        ]
      )
    }
    let purchases = [purchase("1", "a"), purchase("2", "b")]
    let older = Node(label: "receipt", type: "SET", children: purchases)
    var newer = older
    newer.children.reverse()
    #expect(NodeDifference(from: older, to: newer).changes.isEmpty)
    newer.children[1].children[1].value = "c"
    let changes = NodeDifference(from: older, to: newer).changes
    #expect(changes.map(\.path) == [["in_app[1]", "product_id"]])
  }

  @Test func `what has one name several times is compared in its order`() {
    func user(_ ends: String...) -> Node {
      let rights = ends.map { end in
        Node(
          label: "entitlement",
          type: "record",
          children: [
            Node(label: "id", type: "text", value: "pro"),
            Node(label: "until", type: "text", value: end),
          ]
        )
      }
      return Node(label: "user", type: "record", children: rights)
    }
    #expect(NodeDifference(from: user("1", "2"), to: user("1", "2")).changes.isEmpty)
    let changes = NodeDifference(from: user("1", "2"), to: user("1", "3")).changes
    #expect(changes.map(\.path) == [["entitlement[pro, 2]", "until"]])
  }

  @Test func `two marked documents are compared`() {
    var player = Player(Sample.state(80, 24), on: .receipts)
    player.press(.character(" "), .character("D"))
    #expect(player.state.toast?.notice.text.contains("Mark two") == true)
    player.press(.down, .character(" "), .character("D"))
    #expect(player.state.front is DiffScreen)
  }

  @Test func `of two documents the one stated before is the older one, however they are named`() {
    var later = Sample.inspection
    later.document.statedAt = later.document.receivedAt.addingTimeInterval(86_400)
    for answers in [[later, Sample.inspection], [Sample.inspection, later]] {
      var screen = DiffScreen(documents: ID("one"), ID("two"))
      var context = ScreenContext(Sample.state(120, 40).view, lastRequest: 0)
      screen.loadIfNeeded(&context)
      for (place, answer) in answers.enumerated() {
        screen.accept(.value(.document(answer)), to: place + 1, context.view)
      }
      let ordered = answers[0] == later ? ["two", "one"] : ["one", "two"]
      #expect(screen.equivalentCommand == ["diff"] + ordered)
    }
  }

  @Test func `a timeline of what is not on file says so`() {
    var screen = TimelineScreen("nobody")
    var context = ScreenContext(Sample.state(80, 24).view, lastRequest: 0)
    screen.loadIfNeeded(&context)
    let nothing = SubjectHistory(subject: DiagnosisInput.Subject(text: "nobody", isFound: false))
    screen.accept(.value(.subjectHistory(nothing)), to: 1, context.view)
    var frame = Frame(size: context.view.size)
    screen.draw(in: context.view.layout.body, context.view, on: &frame)
    #expect(FrameText.text(of: frame).contains("Nothing on file goes by nobody"))
  }

  @Test func `bytes that hold secrets are shown on a second word`() {
    var player = Player(Sample.state(80, 24))
    player.inspection.tree.children.append(
      Node(label: "purchaseToken", type: "text", value: "secret", isSecret: true)
    )
    // Where it stands among the bytes is not known.
    player.inspection.secrets = nil
    player.type(":receipts")
    player.press(.enter, .enter)
    player.type("i")
    #expect(text(player).contains("The bytes hold secrets"))
    player.type("X")
    #expect(!text(player).contains("The bytes hold secrets"))
    #expect(player.questions.last == .bytes(ID(Sample.digest("a"))))
  }

  @Test func `the tour goes forth and back, and ends`() {
    let steps = Sample.letters.map { TourStep(ticketMessage: $0, look: "Look.") }
    var player = Player(Sample.state(80, 24), on: nil)
    guard let tour = Tour(steps) else {
      Issue.record("no lessons")
      return
    }
    player.open(WhyScreen(tour))
    #expect(text(player).contains("Lesson 1 of 2"))
    player.press(.character("n"))
    #expect(text(player).contains("Lesson 2 of 2"))
    player.press(.character("n"))
    #expect(text(player).contains("Lesson 2 of 2"), "there is none after the last")
    player.press(.character("N"))
    #expect(text(player).contains("Lesson 1 of 2"))
    player.press(.escape)
    #expect(player.state.isAtRest)
  }
}
