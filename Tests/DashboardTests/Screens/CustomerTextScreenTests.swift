import Entitlements
import TestSupport
import Testing

@testable import Dashboard

@Suite struct `The text for the customer on screen` {
  /// An answer that sends the customer to a page of the store.
  private static let inquiry: InquiryAnswer = {
    var inquiry = Sample.inquiry
    let found = TicketCategory.allCases.lazy.map {
      Diagnosis.diagnose(Sample.caseFile, ticketCategories: [$0], at: Sample.now)
    }
    .first { $0.customerText.address != nil }
    if let found { inquiry.diagnosis = found }
    return inquiry
  }()

  private func player() -> Player {
    var player = Player(Sample.state(120, 60))
    player.inquiry = Self.inquiry
    player.type("w")
    return player
  }

  @Test func `links to the store's own page`() throws {
    let frame = view(player().state)
    let link = try #require(frame.visibleLinks.first)
    let row = FrameText.characters(of: frame, row: link.row)
    #expect(Array(row)[link.columns].map(String.init).joined() == link.address)
    #expect(link.address == Self.inquiry.diagnosis.customerText.address)
  }

  @Test func `has no link where something lies over it`() {
    var frame = Frame(size: Size(columns: 20, rows: 4))
    let address = "https://a.example"
    frame.write("https://a.example", .accent, at: 1, 2)
    frame.link(1..<18, 2, to: address)
    #expect(frame.visibleLinks.map(\.address) == [address])
    frame.write("X", .text, at: 9, 2)
    #expect(frame.visibleLinks.isEmpty)
  }

  @Test func `never links to what is more than an address`() {
    var frame = Frame(size: Size(columns: 10, rows: 2))
    frame.link(0..<4, 0, to: "https://a\u{1B}\\b")
    frame.link(0..<4, 0, to: "https://a b")
    frame.link(0..<4, 2, to: "https://a")
    frame.link(8..<12, 0, to: "https://a")
    #expect(frame.links.isEmpty)
    frame.link(0..<4, 1, to: "https://a")
    #expect(frame.links.count == 1)
  }

  @Test func `breaks Chinese and Japanese between signs, and begins no line with a stop`() {
    let text = SafeText("我们找到了您的购买。请登录应用。Premium 已激活。")
    let lines = text.wrapped(to: 20, limit: 9, .full).map(\.string)
    #expect(lines.joined().filter { $0 != " " } == text.string.filter { $0 != " " })
    #expect(lines.allSatisfy { SafeText($0).width <= 20 && !$0.hasPrefix("。") }, "\(lines)")
    #expect(lines.dropLast().allSatisfy { SafeText($0).width >= 16 }, "\(lines)")
  }

  @Test func `is shown without the marks of direction that are sent`() {
    #expect(SafeText(reply: "\u{2068}Premium\u{2069} \u{200F}9.99").string == "Premium 9.99")
    #expect(SafeText(reply: "a\u{202E}b").string == "a‹U+202E›b")
  }
}
