import Entitlements
import Foundation
import Testing

@testable import Dashboard

/// What lists show where there is little room, and where there is nothing to show.
@Suite struct ListConsistencyTests {
  private func text(_ line: String, columns: Int = 80) -> String {
    var player = Player(Sample.state(columns, 24))
    player.type(line)
    player.press(.enter)
    return FrameText.text(of: view(player.state))
  }

  private func body(_ line: String) -> [String] {
    text(line).split(separator: "\n").map(String.init)
  }

  @Test func `orders tell the price in 80 columns, and that it is not known`() throws {
    let lines = body(":orders")
    let titles = try #require(lines.first { $0.contains("PURCHASED") })
    for title in ["STATE", "ENV", "PRODUCT", "PRICE", "USER"] { #expect(titles.contains(title)) }
    #expect(lines.contains { $0.contains("pro.monthly") && $0.contains("∅") })
  }

  @Test func `users tell the name and the whole e-mail in 80 columns`() {
    let text = text(":users")
    #expect(text.contains("Margaret Hamilton"))
    #expect(text.contains("kenji.yamada@mail.example.jp"))
  }

  @Test func `a value that does not exist is pointed at, and told once`() throws {
    let lines = body(":orders state:grce")
    let place = try #require(lines.firstIndex { $0.contains("state:grce") })
    let start = try #require(lines[place].range(of: "grce")).lowerBound
    let column = lines[place].distance(from: lines[place].startIndex, to: start)
    #expect(String(Array(lines[place + 1])[column...].prefix(5)) == "^^^^")
    let sentence = "state:grce: there is no such state. Did you mean state:grace?"
    #expect(lines.count { $0.contains(sentence) } == 1)
    #expect(lines.contains { $0.contains("unverified") })
    #expect(lines.contains { $0.contains("! the filter is not valid") })
  }

  @Test func `what is asked for by another word leads to it`() {
    #expect(text(":receipts is:rejected").contains("Did you mean has:error?"))
  }

  @Test func `what is not found is named, with how many there are`() {
    let text = text(":orders state:paused")
    #expect(text.contains("No order matches state:paused: 0 of 3."))
    #expect(!text.contains("Searched the beginnings"))
    #expect(self.text(":users grae").contains("Searched the beginnings"))
  }

  @Test func `a list says which queue it was opened from, until its filter changes`() {
    let queue = SavedQueue(name: "rejected", list: .receipts, query: "has:error")
    var player = Player(Sample.state(80, 24))
    player.open(TableScreen(queue, at: Sample.now))
    #expect(FrameText.text(of: view(player.state)).contains("queue rejected (has:error)"))
    player.press(.escape)
    #expect(!FrameText.text(of: view(player.state)).contains("queue rejected"))
  }

  @Test func `every kind of notice has words that fit their column`() {
    for kind in StoreEvent.Kind.allCases {
      #expect(kind.words.width <= 20)
      #expect(kind.words.string == kind.words.string.lowercased())
    }
  }
}
