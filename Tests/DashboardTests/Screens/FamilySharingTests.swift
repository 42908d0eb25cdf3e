import Basics
import Entitlements
import Foundation
import Testing

@testable import Dashboard

/// Whose purchases are, and which of two that are alike.
@Suite struct FamilySharingTests {
  private func player(_ columns: Int = 120, _ rows: Int = 40) -> Player {
    var player = Player(Sample.state(columns, rows))
    player.userDetails = Sample.familyDetails
    player.subjectHistory = SubjectHistory(Sample.household, audit: [], at: Sample.now)
    player.press(.down)
    return player
  }

  private func lines(_ player: Player) -> [String] {
    FrameText.text(of: view(player.state)).split(separator: "\n").map(String.init)
  }

  private func timeline(_ columns: Int = 120) -> [String] {
    var player = player(columns)
    player.type("t")
    return lines(player)
  }

  @Test(arguments: [80, 120]) func `another user's purchase says whose it is`(_ columns: Int) {
    let lines = timeline(columns)
    #expect(lines.contains { $0.contains("plus.monthly") && $0.contains("of byron") }, "\(lines)")
    #expect(lines.contains { $0.contains("byron: bought plus.monthly") }, "\(lines)")
    #expect(!lines.contains { $0.contains("ada: ") })
  }

  @Test func `what happened before a purchase moved was nobody else's`() throws {
    var file = Sample.household
    let place = try #require(file.chains.firstIndex { $0.sales[0].user == ID("byron") })
    let chain = file.chains[place].id
    file.chains[place].claims = [
      Claim(ID("ada"), .named, StatementSource(ID("first"), at: Sample.days(-9))),
      Claim(ID("byron"), .named, StatementSource(ID("second"), at: Sample.days(-3))),
    ]
    let subjectHistory = SubjectHistory(file, audit: [], at: Sample.now)
    let others = subjectHistory.others
    let told = subjectHistory.events.filter { $0.chain == chain }.map {
      SubjectHistory.sentence(for: $0, others).string
    }
    #expect(told.contains { $0.hasPrefix("bought plus.monthly") }, "\(told)")
    #expect(told.contains { $0.hasSuffix("moved to another user: byron") }, "\(told)")
  }

  @Test func `time that the family shares is not drawn as paid`() throws {
    let lines = timeline()
    let lane = try #require(lines.first { $0.contains("A studio.yearly") })
    #expect(lane.contains("family") && lane.contains("▚") && !lane.contains("█"), "\(lane)")
    #expect(lines.contains { $0.contains("▚ shared by family") })
    var overview = player()
    overview.press(.enter)
    let told = self.lines(overview).filter { $0.contains("studio.yearly") }
    #expect(told.contains { $0.contains("shared by a family member until 2027-09-02") }, "\(told)")
    #expect(!told.contains { $0.contains("paid until") })
  }

  @Test func `two of the same product are told apart by the ends of their IDs`() {
    let lines = timeline()
    #expect(lines.contains { $0.contains("pro.monthly …8802") }, "\(lines)")
    #expect(lines.contains { $0.contains("pro.monthly …3301") })
    var overview = player()
    overview.press(.enter)
    let told = self.lines(overview).filter { $0.contains("paid until") }
    #expect(told.contains { $0.contains("pro.monthly …8802") }, "\(told)")
  }

  @Test func `the overview begins with how access stands, as the answer has it`() throws {
    var file = Sample.household
    file.chains.removeAll { $0.sales[0].user != ID("ada") }
    var overview = player()
    overview.subjectHistory = SubjectHistory(file, audit: [], at: Sample.now)
    overview.press(.enter)
    let access = Diagnosis.access(in: file, at: Sample.now)
    let sentence = SafeText.sentence(access.sentence, of: [Sample.app]).string
    #expect(sentence.hasPrefix("Access is there until "))
    #expect(sentence.contains("until 2026-12-17, by pro.monthly"), "\(sentence)")
    #expect(lines(overview).contains { $0.contains("✓ \(sentence.prefix(60))") })
    overview.type("w")
    #expect(overview.state.front is WhyScreen)
  }

  @Test func `lanes and lists say in the same words how a right stands`() throws {
    let subjectHistory = SubjectHistory(Sample.household, audit: [], at: Sample.now)
    let lanes = TimelineLanes(subjectHistory, viewContext).lanes
    let right = try #require(lanes.first { $0.label.string.hasPrefix("entitlement: pro") })
    #expect(right.verdict.text.string == "✓ ACT")
    var file = Sample.household
    file.entitlements = file.entitlements.map { right in
      var right = right
      right.until = Sample.days(-1)
      return right
    }
    let ended = TimelineLanes(SubjectHistory(file, audit: [], at: Sample.now), viewContext).lanes
    let past = ended.filter { $0.label.string.hasPrefix("entitlement: ") }.map(
      \.verdict.text.string
    )
    #expect(Set(past) == ["◦ EXP"])
  }

  private var viewContext: ViewContext { Sample.state(120, 40).view }

  @Test func `the picture reaches to the end of what is paid for`() throws {
    let clock = Clock(now: Sample.now, zone: .utc, localOffset: 0)
    let lane = Gantt.Lane(
      label: "A pro",
      spans: [Gantt.Span(from: Sample.days(-2), until: Sample.days(363), bar: .paid)],
      marks: [(Sample.days(363), .scheduled)]
    )
    let gantt = try #require(Gantt([lane], clock: clock, width: 100, .full))
    #expect(gantt.until > Sample.days(363))
    #expect(gantt.column(of: Sample.days(363)) != nil)
  }

  @Test(arguments: 0..<60) func `the sign for now stands in no label`(_ day: Int) throws {
    let now = Sample.days(Double(day))
    let clock = Clock(now: now, zone: .utc, localOffset: 0)
    let lane = Gantt.Lane(
      label: "A pro",
      spans: [Gantt.Span(from: Sample.days(-1), until: Sample.days(70), bar: .paid)]
    )
    let gantt = try #require(Gantt([lane], clock: clock, width: 78, .full))
    let axis = gantt.lines[0].runs.map(\.text.string).joined()
    let words = axis.split { " │├▼".contains($0) }.map(String.init)
    let known = CivilTime.monthNames.map(\.string) + (1...31).map(String.init) + ["2027"]
    #expect(axis.contains("▼"))
    #expect(words.allSatisfy(known.contains), "\(axis)")
  }

  @Test func `all checks stand under what they are about, the failing ones first`() throws {
    let content = WhyContent(Sample.inquiry, viewContext, showsAll: true)
    let texts = content.lines.map { $0.line.runs.map(\.text.string).joined(separator: " ") }
    let titles = ["CHECKS", "ACCESS", "MONEY", "PLANS, TRIALS AND OFFERS", "OWNERSHIP"]
    let places = titles.compactMap { title in texts.firstIndex { $0.hasPrefix(title) } }
    #expect(places.count == titles.count && places == places.sorted(), "\(texts)")
    let signs = ["✗", "?", "✓"]
    for group in texts.split(whereSeparator: \.isEmpty) {
      let ranks = group.compactMap { line in signs.firstIndex { line.hasPrefix($0) } }
      #expect(ranks == ranks.sorted(), "\(group)")
    }
    let sentences = texts.filter { text in signs.contains { text.hasPrefix($0) } }
    #expect(Set(sentences).count == sentences.count, "what several tickets ask is told once")
  }
}
