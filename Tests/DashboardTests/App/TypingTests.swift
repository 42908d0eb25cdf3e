import Entitlements
import Foundation
import TestSupport
import Testing

@testable import Dashboard

/// Typing and pasting: on the first screen, on lists, and back from an answer.
@Suite struct TypingTests {
  private static let message = "I paid! GPA.3372-4648-1234-56789, no access"

  private func text(_ player: Player) -> String { FrameText.text(of: view(player.state)) }

  private func home() -> Player {
    Player(Sample.state(100, 30, tickets: Sample.letters, memory: Sample.memory), on: nil)
  }

  private func keys(_ text: String) -> [Key] {
    text.map { $0 == "\n" ? .enter : .character($0) }
  }

  private func inquiries(_ player: Player) -> [String] {
    player.questions.compactMap { if case .inquiry(let text, _) = $0 { text } else { nil } }
  }

  @Test(arguments: ["rosa.marquez@example.com", "guest-4471@example.com", "you_4@example.com"])
  func `letters typed on the first screen are text and no commands`(_ address: String) {
    var player = home()
    player.type(address)
    #expect(player.state.field?.editor.text == address)
    #expect(!player.effects.contains(.quit))
    player.press(.enter)
    #expect(inquiries(player) == [address])
  }

  @Test(arguments: [
    "I am ada", "it doesnt work!!!!!", "I was charged 59.99 USD on 21 November", "Soy Mei Chan",
    "My user ID is player-000022", "nothing of what you sold me is there",
  ])
  func `a sentence is a question, though nothing in it is known`(_ text: String) {
    let reading = HomeScreen.Reading(of: text, at: Sample.now)
    #expect(reading == .inquiry([], TicketCategory.kinds(in: text)))
  }

  @Test(arguments: [
    "rosa", "Rosa Marquez", "María del Carmen López", "Ben Affleck", "Nick Cave", "Im Yoona",
    "state:grace", "-is:active price>10",
  ])
  func `a name or a query is a search`(_ text: String) {
    #expect(HomeScreen.Reading(of: text, at: Sample.now) == .query(nil))
  }

  @Test func `a job on notifications is described in words`() {
    let task =
      #"{"notifications":{"_0":{"app":"com.example.app"},"from":1767225600000,"#
      + #""onlyFailures":false,"until":1767312000000}}"#
    let job = Sample.jobRow(1, .done, kind: "notifications", about: task)
    #expect(job.handle == "com.example.app 2026-01-01 to 2026-01-02")
  }

  @Test(arguments: ["9 ada lovel", "9 ada lovel 7"])
  func `a job of the webhook is described by its user`(_ name: String) {
    let job = Sample.jobRow(1, .done, kind: "tell", about: name)
    #expect(job.handle == "ada lovel")
    #expect(job.kindWord == "webhook")
  }

  @Test func `q asks before it quits, and begins a text where more letters follow`() {
    var player = home()
    player.type("q")
    #expect(text(player).contains("q quits"))
    player.type("uiero mi dinero")
    #expect(player.state.field?.editor.text == "quiero mi dinero")
    player.press(.escape)
    player.type("q")
    player.press(.escape)
    #expect(!player.state.isConfirmingQuit && !player.effects.contains(.quit))
    player.type("qq")
    #expect(player.effects.last == .quit)
  }

  @Test func `commands, the help and keys that are no letters stay what they are there`() {
    var player = home()
    player.press(.down, .down)
    #expect((player.state.front as? HomeScreen)?.cursor == 2)
    player.type("?")
    #expect(player.state.helpTop != nil)
    #expect(!text(player).contains("remove all marks"))
    player.press(.escape)
    player.type(":users")
    player.press(.enter)
    #expect(player.table?.list == .users)
  }

  @Test func `the first screen tells no keys that are text there`() {
    let player = home()
    let footer = FrameText.characters(of: view(player.state), row: 29)
    #expect(footer.contains(": command") && footer.contains("q quit"))
    #expect(!footer.contains("r refresh") && !footer.contains("Z clock"))
  }

  @Test func `keys that arrive together on the first screen are one text`() {
    var player = home()
    player.send(.typed(keys("q: I paid,\nGPA.3372-4648-1234-56789\nno access\n")))
    let pasted = "q: I paid, GPA.3372-4648-1234-56789 no access"
    #expect(player.state.field?.editor.text.trimmingCharacters(in: .whitespaces) == pasted)
    player.send(.typed(keys(" at all\n")))
    #expect(inquiries(player) == [pasted + " at all"])
  }

  @Test func `an address that arrives together with enter is asked about`() {
    var player = home()
    player.send(.typed(keys("ada@example.com\n")))
    #expect(inquiries(player) == ["ada@example.com"])
  }

  @Test func `a command that arrives at once is typed`() {
    var player = home()
    player.send(.typed(keys(":users\n")))
    #expect(player.table?.list == .users)
    player.send(.typed(keys("/ada@example.com")))
    #expect(player.table?.filter == "ada@example.com")
  }

  @Test(arguments: ["jj", "jjjjjjjjjj", "jkjkjkjk", "Gggj"])
  func `few keys, or the same ones, are commands on a list`(_ typed: String) {
    var player = Player(Sample.state(80, 24))
    player.send(.typed(keys(typed)))
    #expect(player.table?.popup == nil)
    #expect(player.state.screens.count == 2)
  }

  @Test func `text between other keys is one event`() {
    let events = Event.events(of: [.down] + keys("ab\n") + [.escape, .character("q")])
    #expect(
      events == [
        .key(.down), .typed([.character("a"), .character("b"), .enter]), .key(.escape),
        .key(.character("q")),
      ]
    )
  }

  private static let cutNotice = "only the first 8 192 characters were taken"
  private static let longMessage = String(repeating: "no access\n\n", count: 1_000) + message

  @Test func `a message over the limit is said to be cut, below the line and with the answer`() {
    var player = home()
    player.send(.pasted(Self.message))
    #expect(!text(player).contains(Self.cutNotice))
    player.press(.escape, .escape)
    player.send(.pasted(Self.longMessage))
    #expect(text(player).contains(Self.cutNotice))
    player.press(.enter)
    #expect(player.state.front is WhyScreen)
    #expect(text(player).contains(Self.cutNotice))
  }

  @Test func `a text over the limit is said to be cut wherever it is pasted`() {
    var player = Player(Sample.state(100, 30, writeMode: .allowed))
    player.send(.pasted(Self.longMessage))
    #expect(text(player).contains(Self.cutNotice), "for the choice on a list")
    player.press(.escape)
    player.type("/")
    player.send(.pasted(Self.longMessage))
    #expect(text(player).contains(Self.cutNotice), "in a filter")
    player.press(.escape)
    player.type("an")
    player.state.toast = nil
    player.send(.pasted(Self.longMessage))
    #expect(player.state.toast?.notice.text == Self.cutNotice, "in a dialog")
  }

  @Test func `a message that arrives on a list is asked what it is for, and answered there`() {
    var player = Player(Sample.state(80, 24))
    player.send(.typed(keys("\(Self.message)\n")))
    #expect(player.state.screens.count == 2)
    #expect(text(player).contains("answer this") && text(player).contains("filter by this"))
    player.press(.enter)
    #expect(inquiries(player) == [Self.message])
    player.press(.escape)
    #expect(player.table != nil)
    player.press(.escape)
    #expect(text(player).contains("> \(Self.message)"))
  }

  @Test func `of a message a list is filtered by its identifiers, of a query by all of it`() {
    var player = Player(Sample.state(80, 24), on: .orders)
    player.send(.pasted(Self.message))
    player.press(.down, .enter)
    #expect(player.table?.filter == "GPA.3372-4648-1234-56789")
    player.send(.pasted("state:grace store:google"))
    player.press(.enter)
    #expect(player.table?.filter == "state:grace store:google")
  }

  @Test func `escape brings the message back, and another takes its place`() {
    var player = home()
    player.send(.pasted(Self.message))
    player.press(.enter, .escape)
    #expect(text(player).contains("> \(Self.message)"))
    player.press(.enter)
    #expect(player.state.front is WhyScreen)
    player.press(.escape)
    player.type("/")
    #expect(player.state.field?.editor.text == Self.message)
    player.press(.escape)
    player.type("ada")
    #expect(player.state.field?.editor.text == "ada")
    // The line that was typed goes, then the message.
    player.press(.escape)
    #expect(text(player).contains("> \(Self.message)"))
    player.press(.escape)
    #expect(!text(player).contains(Self.message))
    #expect(player.state.isAtRest)
  }

  @Test func `enter opens the entry that was gone to, though a message stands in the line`() {
    var player = home()
    player.send(.pasted(Self.message))
    player.press(.enter, .escape, .down, .enter)
    #expect(inquiries(player).last == Sample.letters[1].text)
  }

  @Test func `the history lists whose ticket it was, and the next session no message`() {
    var player = home()
    player.send(.pasted(Self.message))
    player.press(.enter, .escape)
    #expect(text(player).contains("Ada Lovelace  I paid!"))
    #expect(player.state.memory.visited.last == "why ada")
    #expect(!player.state.memory.visited.contains { $0.contains("paid") })
  }

  private func answer(_ size: Size = .usual) -> Player {
    var player = Player(Sample.state(size.columns, size.rows))
    player.type(":why \(Self.message)")
    player.press(.enter)
    return player
  }

  private func ticket(_ player: Player) -> InquiryChoice? {
    player.questions.reversed().lazy.compactMap {
      if case .inquiry(_, let choice) = $0 { choice } else { nil }
    }.first
  }

  @Test func `one key has another question answered, and one more takes it back`() {
    var player = answer()
    player.inquired = { choice in
      var answer = Sample.inquiry
      if let ticket = choice.ticket { answer.diagnosis.verdict.ticket = ticket }
      return answer
    }
    #expect(!text(player).contains("chosen by hand"))
    player.type("c")
    player.press(.home, .down, .down, .enter)
    #expect(ticket(player) == InquiryChoice(ticket: .chargedTwice))
    #expect(text(player).contains("asked   charged twice  (chosen by hand)"))
    #expect(
      player.state.front.equivalentCommand == ["why", "--ticket", "chargedTwice", Self.message]
    )
    player.type("c")
    player.press(.home, .enter)
    #expect(ticket(player) == InquiryChoice())
    #expect(!text(player).contains("chosen by hand"))
  }

  @Test func `a question that is not changed is not asked again`() {
    var player = answer()
    player.effects = []
    player.type("cc")
    #expect(player.state.front.popup == nil)
    player.type("c")
    player.press(.escape)
    #expect(player.state.front is WhyScreen && player.state.front.popup == nil)
    #expect(player.questions == [])
  }

  @Test func `one key has it answered for another purchase`() throws {
    var player = answer()
    let purchases = try #require((player.state.front as? WhyScreen)?.inquiry?.records.purchases)
    try #require(purchases.count > 1)
    player.type("b")
    player.press(.home, .down, .enter)
    #expect(ticket(player)?.purchase == purchases[0].chain)
    #expect(text(player).contains("of      "))
    #expect(player.state.front.equivalentCommand == nil)
  }

  @Test func `an answer tells how sure it is, of which purchase it is, and what else there is`() {
    var player = answer()
    player.inquiry.diagnosis.certainty = .notKnown(asking: [.customer])
    player.inquiry.diagnosis.also = [Sample.inquiry.diagnosis.verdict]
    player.send(.ledgerChanged(bytes: nil))
    #expect(text(player).contains("Not known. To be asked: the customer."))
    #expect(text(player).contains("also    pro.monthly was charged"))
    #expect(text(player).contains("of      pro.monthly, bought on "))
    #expect(text(player).contains("; other purchases: "))
  }

  @Test func `the answer's footer tells how the reply is copied and the question changed`() {
    let player = answer()
    let footer = FrameText.characters(of: view(player.state), row: 23)
    #expect(footer.contains("ys copy reply") && footer.contains("c question"))
  }

  @Test func `a message stays beside its answer, or below it, and an identifier does not`() {
    let wide = text(answer(.largest))
    #expect(wide.contains("MESSAGE") && wide.contains("no access"))
    var narrow = answer()
    narrow.press(.end)
    #expect(text(narrow).contains("MESSAGE"))
    var row = Player(Sample.state(200, 50))
    row.type("w")
    #expect(!text(row).contains("MESSAGE"))
  }
}
