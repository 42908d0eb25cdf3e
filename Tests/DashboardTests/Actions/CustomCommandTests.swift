import Entitlements
import Foundation
import Testing

@testable import Dashboard

/// Programs of the operator's own: what they are told, and when they are not run.
@Suite struct OwnCommandTests {
  private static func command(_ words: [[CustomCommand.Piece]], acts: Bool = false) -> CustomCommand
  {
    CustomCommand(
      name: "crm",
      help: "the customer in the CRM",
      keys: [.function(6)],
      acts: acts,
      words: words
    )
  }

  private func player(_ command: CustomCommand, writeMode: WriteMode = .readOnly) -> Player {
    var player = Player(Sample.state(100, 30, writeMode: writeMode, isDemo: false), on: .users)
    player.state.commands = [command]
    player.effects = []
    return player
  }

  private func launches(_ player: Player) -> [ProcessLaunch] {
    player.effects.compactMap { if case .launch(let launch) = $0 { launch } else { nil } }
  }

  private func text(_ player: Player) -> String { FrameText.text(of: view(player.state)) }

  @Test(arguments: [
    [Key.function(6)],
    [.character(":"), .character("c"), .character("r"), .character("m"), .enter],
  ])
  func `a command is run by its key and by its name, on what the cursor is on`(_ keys: [Key]) {
    var player = player(Self.command([[.text("crm")], [.text("--user="), .slot(.user)]]))
    for key in keys { player.press(key) }
    let user = player.state.front.records.first?.primaryID ?? ""
    #expect(launches(player).map(\.words) == [[[.text("crm")], [.text("--user="), .text(user)]]])
  }

  @Test func `a placeholder alone makes an argument of each marked row`() {
    var player = player(Self.command([[.text("crm")], [.slot(.id)]]))
    player.press(.character(" "), .character(" "), .function(6))
    #expect(launches(player).first?.words.count == 3)
    player.state.commands = [Self.command([[.text("crm")], [.text("x"), .slot(.id)]])]
    player.effects = []
    player.press(.function(6))
    #expect(launches(player) == [])
    #expect(text(player).contains("takes only one row"))
  }

  @Test func `what is typed stays one argument, and is never taken for an option`() {
    let echo = Self.command([[.text("echo")], [.slot(.text)]])
    var player = player(echo)
    player.type(":crm a; rm -rf 'x'")
    player.press(.enter)
    #expect(launches(player).map(\.words) == [[[.text("echo")], [.text("a; rm -rf 'x'")]]])
    player.effects = []
    player.type(":crm --all")
    player.press(.enter)
    #expect(launches(player) == [])
    #expect(text(player).contains("for an option"))
    player.state.commands = [Self.command([[.text("echo")], [.text("--")], [.slot(.text)]])]
    player.type(":crm --all")
    player.press(.enter)
    #expect(launches(player).count == 1)
  }

  @Test func `in the demo none is run`() {
    var player = Player(Sample.state(100, 30), on: .users)
    player.state.commands = [Self.command([[.text("crm")]])]
    player.press(.function(6))
    #expect(launches(player) == [])
    #expect(text(player).contains("the demo has no real users"))
  }

  @Test func `what the row does not have is named, and nothing is run`() {
    var player = player(Self.command([[.text("crm")], [.slot(.transaction)]]))
    player.press(.function(6))
    #expect(launches(player) == [])
    #expect(text(player).contains("needs {transaction}"))
  }

  @Test func `one that changes something waits until writing is on`() {
    let command = Self.command([[.text("crm")]], acts: true)
    var reading = player(command)
    reading.press(.function(6))
    #expect(launches(reading) == [])
    #expect(text(reading).contains(":write on"))
    var writing = player(command, writeMode: .allowed)
    writing.press(.function(6))
    #expect(launches(writing).count == 1)
  }

  @Test func `what a program says is shown, and how it failed`() {
    var player = player(Self.command([[.text("crm")]]))
    let said = ProcessResult(lines: ["Ada \u{1B}[31mLovelace"], isCut: false, status: 3)
    player.send(.launched(name: "crm", .value(said)))
    #expect(player.state.front is PageScreen)
    #expect(text(player).contains("It ended with status 3."))
    #expect(text(player).contains("Lovelace"))
    #expect(!text(player).contains("\u{1B}"))
    player.send(.launched(name: "crm", .failure("It could not be started.")))
    #expect(text(player).contains("error: :crm: It could not be started."))
  }

  @Test func `the palette, the help and the command line know it`() {
    var player = player(Self.command([[.text("crm")]]))
    player.type(":cr")
    #expect(player.state.candidates == ["crm"])
    player.press(.escape, .control("p"))
    player.type("CRM")
    #expect(text(player).contains("the customer in the CRM"))
    player.press(.enter)
    #expect(launches(player).count == 1)
  }

  @Test func `a command file that is written anew counts, and a broken one changes nothing`() {
    var player = player(Self.command([[.text("crm")]]))
    player.send(.commandsLoaded(.failure("commands.toml:3: key must be another")))
    #expect(player.state.commands.count == 1)
    #expect(text(player).contains("the current commands stay"))
    player.send(.commandsLoaded(.value([])))
    #expect(player.state.commands == [])
  }
}
