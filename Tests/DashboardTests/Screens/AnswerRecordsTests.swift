import Entitlements
import Foundation
import Testing

@testable import Dashboard

/// What can be done from the screens that answer a ticket: nobody has to go back to a list.
@Suite struct AnswerRecordsTests {
  private func why(_ writeMode: WriteMode = .allowed) -> Player {
    var player = Player(Sample.state(120, 36, writeMode: writeMode))
    player.press(.down)
    player.type("w")
    player.effects = []
    return player
  }

  private func timeline() -> Player {
    var player = Player(Sample.state(120, 36, writeMode: .allowed))
    player.press(.down)
    player.type("t")
    player.effects = []
    return player
  }

  private func targets(_ player: Player) -> [Record]? {
    player.questions.lazy.compactMap {
      if case .targets(let records, _) = $0 { records } else { nil }
    }.first
  }

  /// Goes down to the first line that stands for such a record.
  private func goDown(_ player: inout Player, to isWanted: (Record) -> Bool) -> Record? {
    for _ in 0..<60 {
      player.press(.down)
      if let record = player.state.front.records.first, isWanted(record),
        player.state.front.records.count == 1
      {
        return record
      }
    }
    return nil
  }

  @Test func `the user of a verdict is acted on where the cursor begins`() {
    var player = why()
    player.type("an")
    #expect(targets(player)?.map(\.user) == [ID("ada")])
    #expect(targets(player)?.first?.list == .users)
  }

  @Test func `whoever asks is given things, and not who has the purchase`() {
    var player = why()
    player.type("as")
    #expect(targets(player)?.map(\.list) == [.users])
  }

  @Test func `purchases are acted on that the verdict is about, and not all of the user's`() throws
  {
    var player = why()
    player.type("ar")
    let subjects = Sample.inquiry.records.subjects(of: Sample.inquiry.diagnosis)
    let chains = subjects.compactMap(\.chain)
    #expect(!chains.isEmpty && chains.count < Set(Sample.orders.map(\.chain)).count)
    #expect(targets(player) == subjects)
  }

  @Test func `the evidence under the cursor is acted on`() throws {
    var player = why()
    let found = goDown(&player) { [.orders, .subs].contains($0.list) }
    let record = try #require(found)
    player.type("ar")
    #expect(targets(player) == [record])
    #expect(player.state.dialog != nil)
  }

  @Test func `what an answer rests on is copied and asked about`() throws {
    var player = why()
    let record = try #require(goDown(&player) { [.orders, .subs].contains($0.list) })
    player.type("yy")
    #expect(player.effects.contains(.copy(Copy(record.primaryID, .text(record.primaryID)))))
    player.type("w")
    #expect(player.questions.last == .inquiry(record.primaryID, InquiryChoice()))
  }

  @Test func `the event under the cursor is acted on`() throws {
    var player = timeline()
    let screen = try #require(player.state.front as? TimelineScreen)
    let record = try #require(screen.records.first)
    #expect(record.list == .receipts, "the last event past is a document that was rejected")
    player.type("at")
    #expect(targets(player) == [record])
  }

  @Test func `a purchase's own timeline opens from the user's`() throws {
    var player = timeline()
    let record = try #require(goUp(&player) { $0.list == .orders })
    player.type("t")
    #expect(player.questions.last == .subjectHistory(record.primaryID))
  }

  private func goUp(_ player: inout Player, to isWanted: (Record) -> Bool) -> Record? {
    for _ in 0..<60 {
      if let record = player.state.front.records.first, isWanted(record) { return record }
      player.press(.up)
    }
    return nil
  }

  @Test func `events in a user's tab are acted on, too`() throws {
    var player = Player(Sample.state(120, 36, writeMode: .allowed))
    player.press(.down, .enter, .character("2"))
    let record = try #require(goUp(&player) { $0.list == .orders })
    player.effects = []
    player.type("ar")
    #expect(targets(player) == [record])
  }

  @Test func `what nothing is known of cannot be acted on`() {
    var player = Player(Sample.state(80, 24, writeMode: .allowed))
    player.inquiry = Sample.unknown
    player.type(":why MK7Q2ZXT1P")
    player.press(.enter)
    player.effects = []
    player.type("ar")
    #expect(targets(player) == nil)
    #expect(player.state.dialog == nil)
  }

  @Test func `products go by their own part in sentences`() {
    let text = "com.example.reader.pro.monthly of com.example.reader. Not my-com.example.reader.x."
    #expect(
      SafeText.sentence(text, of: ["com.example.reader"]).string
        == "pro.monthly of com.example.reader. Not my-com.example.reader.x."
    )
    #expect(SafeText.sentence(text, of: [String]()).string == text)
  }
}
