import Foundation
import TestSupport
import Testing

/// Two terminals: the server in one, a dashboard in the other.
@Suite(.enabled(if: Tmux.isInstalled), .serialized, .timeLimit(.minutes(10)))
struct ServeTests {
  private let workbench: Workbench

  init() throws { workbench = try Workbench() }

  /// Simulated stores and the address at which they are told what to do.
  private func simulate(_ words: String...) throws -> (RunningProgram, address: String) {
    let simulator = try workbench.start(
      ["simulate", "--listen", "127.0.0.1:0", "--dir", "sim"] + words
    )
    return (simulator, try #require(simulator.narrated(between: "answer at ", and: ". Ctrl-C")))
  }

  /// The endpoints with these settings beside those of the stores, and their address.
  private func serve(_ settings: String) throws -> (RunningProgram, address: String) {
    let written = String(decoding: try workbench.read("sim/settings.toml"), as: UTF8.self)
    let stores = written.components(separatedBy: "\n[serve]\n").first ?? ""
    try workbench.write(Array((stores + "\n" + settings).utf8), to: "sim/serve.toml")
    let server = try workbench.start(
      ["serve", "--config", "sim/serve.toml", "--ledger", "ledger.sqlite", "--no-jobs"]
        + ["--listen", "127.0.0.1:0"]
    )
    return (server, try #require(server.narrated(between: "answers at ", and: "\"")))
  }

  @Test func `what a store posts shows on an open dashboard`() throws {
    // The first run makes keys and settings; the second one knows where to post.
    try simulate().0.kill()
    let (server, endpoints) = try serve("[serve.apple]\n")
    let (simulator, stores) = try simulate("--apple-to", "\(endpoints)/notifications/apple")
    defer {
      simulator.kill()
      server.kill()
    }
    let terminal = try Pane(columns: 120, rows: 30)
    try terminal.run("--ledger \(workbench.path(of: "ledger.sqlite")) --open subs")
    try terminal.tmux.waitUntil("No subscriptions.")
    let bought = try workbench.run(
      ["simulate", "act", "buy", "--product", "plus.monthly", "--account", "ada", "--at", stores]
    )
    try #require(bought.status == 0, "\(bought.narration)")
    try terminal.tmux.waitUntil("plus.monthly")
    try terminal.tmux.type(":q")
    try terminal.tmux.press("Enter")
    try terminal.tmux.waitUntil("status=0")
    try terminal.expectRestored()
  }

  #if os(Linux)
  @Test func `the server and what it starts write no core dumps`() throws {
    try workbench.write([], to: "serve.toml")
    let server = try workbench.start([
      "serve", "--config", "serve.toml", "--ledger", "ledger.sqlite", "--no-jobs",
      "--listen", "127.0.0.1:0",
    ])
    defer { server.kill() }
    _ = try #require(server.narrated(between: "answers at ", and: "\""))
    let place = "/proc/\(server.processIdentifier)"
    let limits = try String(contentsOfFile: "\(place)/limits", encoding: .utf8)
    #expect(limits.contains(try Regex("Max core file size +0 +0 ")), "\(limits)")
    // The system owns what it tells of a process without the right to be dumped.
    let owner = try FileManager.default.attributesOfItem(atPath: "\(place)/environ")
    #expect(owner[.ownerAccountID] as? Int == 0)
  }
  #endif

  @Test func `an address that cannot be listened at is named with the cause`() throws {
    let (simulator, stores) = try simulate()
    defer { simulator.kill() }
    let taken = String(stores.trimmingPrefix("http://"))
    try workbench.write([], to: "serve.toml")
    for words in [
      ["serve", "--config", "serve.toml", "--ledger", "ledger.sqlite", "--listen", taken],
      ["simulate", "--listen", taken],
    ] {
      let refused = try workbench.run(words)
      #expect(refused.status == 1)
      let text = "Error: cannot listen at \(taken): address already in use."
      #expect(refused.narration.contains(text), "\(refused.narration)")
      #expect(!refused.narration.contains("postponed"), "\(refused.narration)")
    }
  }

  @Test func `endpoints are closed until settings open them, and --check says what is lacking`()
    throws
  {
    try workbench.write(Array("[serve]\nlisten = \"127.0.0.1:0\"\n".utf8), to: "closed.toml")
    let closed = try workbench.run(["serve", "--check", "--config", "closed.toml"])
    #expect(closed.status == 0, "\(closed.narration)")
    for endpoint in ["validate", "playfab", "verify", "upload", "apple", "google", "amazon", "api"]
    {
      #expect(closed.output.contains(try Regex("(?m)^\(endpoint) +off ")), "\(closed.output)")
    }
    let wrong = try workbench.run(["serve", "--check", "--listen", "nowhere"])
    #expect(wrong.status == 64)
  }

  @Test func `it does not start where purchases of any app would give rights`() throws {
    let settings = "[serve.verify]\nanonymous = true\n[serve.playfab]\ntitle = \"A1B2\"\n"
    try workbench.write(Array(settings.utf8), to: "open.toml")
    let words = ["--config", "open.toml", "--ledger", "ledger.sqlite"]
    let started = try workbench.run(["serve", "--listen", "127.0.0.1:0"] + words)
    #expect(started.status == 64)
    #expect(
      started.narration.contains("playfab, verify would grant entitlements"),
      "\(started.narration)"
    )
    #expect(started.narration.contains("[[app]]"))
    let checked = try workbench.run(["serve", "--check"] + words)
    #expect(checked.status == 64)
    #expect(checked.output.contains("no [[app]] in the settings"), "\(checked.output)")
    let meant = try workbench.run(["serve", "--check", "--any-app"] + words)
    #expect(meant.status == 0, "\(meant.narration)")
    #expect(meant.output.contains("POST /verify"))
    let named = "[[app]]\npackage = \"com.example.reader\"\n" + settings
    try workbench.write(Array(named.utf8), to: "open.toml")
    #expect(try workbench.run(["serve", "--check"] + words).status == 0)
  }

  @Test func `groups that share a ledger or an address are found by --check, too`() throws {
    let groups = ["a", "b"].map { "[[group]]\nname = \"\($0)\"\nsettings = \"\($0).toml\"\n" }
    try workbench.write(Array(groups.joined().utf8), to: "groups.toml")
    func check(_ ledger: String, _ port: Int) throws -> Workbench.Answer {
      for (name, file, port) in [("a", "a.sqlite", 7_001), ("b", ledger, port)] {
        let text = "ledger = \"\(file)\"\n[serve]\nlisten = \"127.0.0.1:\(port)\"\n"
        try workbench.write(Array(text.utf8), to: "\(name).toml")
      }
      return try workbench.run(["serve", "--check", "--config", "groups.toml"])
    }
    #expect(try check("b.sqlite", 7_002).status == 0)
    for (ledger, port, key) in [
      ("a.sqlite", 7_002, "[ledger] file"), ("b.sqlite", 7_001, "[serve] listen"),
    ] {
      let refused = try check(ledger, port)
      #expect(refused.status == 64)
      #expect(refused.narration.contains("the same \(key)"), "\(refused.narration)")
    }
  }

  @Test func `the sandbox's exceptions are read, and wrong ones named`() throws {
    func check(_ settings: String) throws -> (status: Int32, narration: String) {
      let text = "[[app]]\nbundle-id = \"com.example.reader\"\n" + settings
      try workbench.write(Array(text.utf8), to: "review.toml")
      let run = try workbench.run(["serve", "--check", "--config", "review.toml"])
      return (run.status, run.narration)
    }
    let verify = "[serve.verify]\nanonymous = true\nenvironments = [\"production\"]\n"
    let review = "[[serve.verify.sandbox]]\nuser = \"review\"\n"
    let version = "[[serve.verify.sandbox]]\napp-version = \"42\"\n"
    let good = try check(verify + review + version)
    #expect(good.status == 0)
    #expect(!good.narration.contains("unknown key"))
    let both = try check(verify + review + "app-version = \"42\"\n")
    #expect(both.status == 64)
    #expect(both.narration.contains("serve.verify.sandbox.user"), "\(both.narration)")
    let title = "[serve.playfab]\ntitle = \"A1B2\"\n"
    let player = try check(title + version.replacing("verify", with: "playfab"))
    #expect(player.status == 64)
    #expect(player.narration.contains("serve.playfab.sandbox"), "\(player.narration)")
  }
}
