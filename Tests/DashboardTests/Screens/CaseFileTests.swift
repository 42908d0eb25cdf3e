import Entitlements
import Foundation
import Testing

@testable import Dashboard

/// The case file that is written from an answer and from a user.
@Suite struct CaseFileTests {
  private func answer() -> Player {
    var player = Player(Sample.state(120, 36))
    player.press(.down)
    player.type("w")
    player.effects = []
    return player
  }

  private func user(_ tab: Character) -> Player {
    var player = Player(Sample.state(120, 36))
    player.press(.down, .enter, .character(tab))
    player.effects = []
    return player
  }

  private func text(_ player: Player) -> String { FrameText.text(of: view(player.state)) }

  private func request(_ player: Player) throws -> CaseFileRequest {
    let request = player.effects.compactMap { effect -> CaseFileRequest? in
      if case .writeCase(let request) = effect { request } else { nil }
    }.last
    return try #require(request)
  }

  @Test func `e on an answer writes it as HTML, redacted, to a file named after the user`() throws {
    var player = answer()
    player.type("e")
    #expect(text(player).contains("redacted") && text(player).contains("in full"))
    player.press(.enter)
    let request = try request(player)
    #expect(request.text == "ada" && request.form == .html && !request.reveals)
    #expect(request.path.hasPrefix("case-ada-") && request.path.hasSuffix(".html"))
    #expect(!text(player).contains("in full"), "the choice is closed")
  }

  @Test func `the file is in full only if that is chosen`() throws {
    var player = answer()
    player.type("e")
    player.press(.down, .down, .down, .down, .enter)
    let request = try request(player)
    #expect(request.form == .md && request.reveals)
  }

  @Test func `the chosen question is that of the case file`() throws {
    var player = answer()
    player.type("c")
    player.press(.down, .enter)
    player.type("e")
    player.press(.enter)
    #expect(try request(player).choice.ticket != nil)
  }

  @Test(arguments: ["e", "q"]) func `a key that closes the choice writes nothing`(_ key: Character)
  {
    var player = answer()
    player.type("e")
    player.press(.character(key))
    #expect(!text(player).contains("in full") && player.effects.allSatisfy { $0.request != nil })
  }

  @Test(arguments: ["1", "2"]) func `e on a user's overview and timeline writes it`(
    _ tab: Character
  ) throws {
    var player = user(tab)
    player.type("e")
    player.press(.down, .down, .enter)
    let request = try request(player)
    #expect(request.text == "ada" && request.form == .json && !request.reveals)
  }

  @Test func `e on a user's list still exports rows`() {
    var player = user("4")
    player.type("e")
    #expect(text(player).contains("export all"))
  }

  @Test func `a file is named on the command line, and is then redacted`() throws {
    var player = answer()
    player.type(":export md ticket.md")
    player.press(.enter)
    let request = try request(player)
    #expect(request.path == "ticket.md" && request.form == .md && !request.reveals)
  }

  @Test(
    arguments: [
      ("ada", "case-ada-"), ("ada@example.com", "case-2"), (nil, "case-2"),
      ("../../etc/x y", "case-..-..-etc-x-y-2"), ("-", "case-2"),
    ] as [(String?, String)]
  )
  func `a file's name has no address and no folder`(_ subject: String?, _ start: String) {
    let name = CaseFileRequest.name(of: subject, .html, at: Sample.now)
    #expect(name.hasPrefix(start) && !name.contains("/"), "\(name)")
  }
}
