import TestSupport
import Testing

/// Two terminals: the server in one, a dashboard in the other.
@Suite(.enabled(if: Tmux.isInstalled), .serialized, .timeLimit(.minutes(10)))
struct ServeTests {
  private let desk: Workbench

  init() throws { desk = try Workbench() }

  /// Simulated stores and the address at which they are told what to do.
  private func simulate(_ words: String...) throws -> (RunningProgram, address: String) {
    let simulator = try desk.start(
      ["simulate", "--listen", "127.0.0.1:0", "--dir", "sim"] + words
    )
    return (simulator, try #require(simulator.narrated(between: "answer at ", and: ". Ctrl-C")))
  }

  /// The doors with these settings beside those of the stores, and their address.
  private func serve(_ settings: String) throws -> (RunningProgram, address: String) {
    let stores = String(decoding: try desk.read("sim/settings.toml"), as: UTF8.self)
    try desk.write(Array((stores + "\n" + settings).utf8), to: "sim/serve.toml")
    let server = try desk.start(
      ["serve", "--config", "sim/serve.toml", "--ledger", "ledger.sqlite", "--no-jobs"]
        + ["--listen", "127.0.0.1:0"]
    )
    return (server, try #require(server.narrated(between: "answers at ", and: "\"")))
  }

  @Test func `what a store posts shows on an open dashboard`() throws {
    // The first run makes keys and settings; the second one knows where to post.
    try simulate().0.kill()
    let (server, doors) = try serve("[serve.apple]\n")
    let (simulator, stores) = try simulate("--apple-to", "\(doors)/notifications/apple")
    defer {
      simulator.kill()
      server.kill()
    }
    let terminal = try Pane(columns: 120, rows: 30)
    try terminal.run("--ledger \(desk.path(of: "ledger.sqlite")) --open subs")
    try terminal.tmux.waitUntil("No subscriptions.")
    let bought = try desk.run(
      ["simulate", "act", "buy", "--product", "plus.monthly", "--account", "ada", "--at", stores]
    )
    try #require(bought.status == 0, "\(bought.narration)")
    try terminal.tmux.waitUntil("plus.monthly")
    try terminal.tmux.type(":q")
    try terminal.tmux.press("Enter")
    try terminal.tmux.waitUntil("status=0")
    try terminal.expectRestored()
  }

  @Test func `doors are closed until settings open them, and --check says what is lacking`() throws
  {
    try desk.write(Array("[serve]\nlisten = \"127.0.0.1:0\"\n".utf8), to: "closed.toml")
    let closed = try desk.run(["serve", "--check", "--config", "closed.toml"])
    #expect(closed.status == 0, "\(closed.narration)")
    for door in ["validate", "playfab", "verify", "upload", "apple", "google", "amazon", "api"] {
      #expect(closed.output.contains(try Regex("(?m)^\(door) +off ")), "\(closed.output)")
    }
    let wrong = try desk.run(["serve", "--check", "--listen", "nowhere"])
    #expect(wrong.status == 64)
  }
}
