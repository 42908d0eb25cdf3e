import Foundation
import TestSupport
import Testing

/// `commands.toml`: what is wrong with it is told with its line, and what is right is run.
@Suite(.timeLimit(.minutes(10)))
struct OwnCommandTests {
  private let bench: Workbench

  init() throws {
    bench = try Workbench()
    try bench.makeFolder(".config")
    try bench.makeFolder(".config/purser")
  }

  private func write(_ text: String) throws {
    try bench.write(Array(text.utf8), to: ".config/purser/commands.toml")
  }

  @Test(
    arguments: [
      (
        "[[command]]\nname = \"users\"\nrun = [\"true\"]\n", 2, "not the name of a built-in command"
      ),
      ("[[command]]\nname = \"mine\"\nrun = \"{id}\"\n", 3, "a list of texts"),
      ("[[command]]\nname = \"mine\"\nrun = [\"echo\", \"{nobody}\"]\n", 3, "{user}"),
      (
        "[[command]]\nname = \"mine\"\n\nrun = [\"true\"]\nkey = \"j\"\n", 5,
        "unused: it is bound to down"
      ),
      ("[[command]]\nname = \"mine\"\nrun = [\"true\"]\nkey = \"F77\"\n", 4, "a key"),
      ("[[command]]\nname = \"mine\"\nrun = [\"true\"]\nshell = true\n", 4, "shell"),
      ("[[command]]\nname = \"mine\"\nrun = [\"true\"\n", 3, "array"),
      (
        "[[command]]\nname = \"a\"\nrun = [\"true\"]\n[[command]]\nname = \"a\"\nrun = [\"true\"]\n",
        5, "must be unique"
      ),
    ]
  )
  func `a mistake is told with its line`(_ text: String, _ line: Int, _ words: String) throws {
    try write(text)
    let answer = try bench.run(["config", "check"])
    #expect(answer.status == 64)
    #expect(answer.narration.contains("commands.toml:\(line):"), "\(answer.narration)")
    #expect(answer.narration.contains(words), "\(answer.narration)")
  }

  private func play(
    _ keys: String,
    environment: [String: String] = [:]
  ) throws -> Workbench.Answer {
    let made = try bench.run([
      "generate", "--users", "3", "--orders", "9", "--ledger", "made.sqlite",
    ])
    try #require(made.status == 0, "\(made.narration)")
    try bench.write(Array(keys.utf8), to: "script.keys")
    return try bench.run(
      ["--ledger", "made.sqlite", "--play", "script.keys"],
      environment: environment
    )
  }

  @Test func `a command inherits no secret`() throws {
    try write("[[command]]\nname = \"tell\"\nrun = [\"/usr/bin/env\"]\n")
    try bench.write(
      Array("[stores.apple]\nshared-secret-env = \"APPLE_SECRET\"\n".utf8),
      to: ".config/purser/config.toml"
    )
    let played = try play(
      ":users\nEnter\n:tell\nEnter\nwait:OTHER=seen\n",
      environment: ["APPLE_SECRET": "hidden-1", "PURSER_TOKEN": "hidden-2", "OTHER": "seen"]
    )
    #expect(played.status == 0, "\(played.narration)")
    #expect(played.output.contains("OTHER=seen"))
    #expect(!played.output.contains("hidden"), "\(played.output)")
  }

  @Test func `a command ends with all that it started when nobody waits for it any more`() throws {
    try write(
      """
      [[command]]
      name = "linger"
      run = ["/bin/sh", "-c", "sleep 900 & echo $! >'\(bench.path(of: "pid"))'; wait"]
      [[command]]
      name = "watch"
      run = ["/bin/sh", "-c", "until [ -s '\(bench.path(of: "pid"))' ]; do sleep 0.1; done; echo begun"]

      """
    )
    let start = ContinuousClock.now
    let keys = ":users\nEnter\n:linger\nEnter\n:watch\nEnter\nwait:begun\n:quit\nEnter\n"
    #expect(try play(keys).status == 0)
    #expect(start.duration(to: .now) < .seconds(50))
    let text = String(decoding: try bench.read("pid"), as: UTF8.self)
    let child = try #require(pid_t(text.trimmingCharacters(in: .whitespacesAndNewlines)))
    let process = RunningProcess(id: child)
    defer { if process.isAlive { process.send(SIGKILL) } }
    try [process].waitUntilDead()
  }

  @Test func `a command runs without a shell, and what it says is shown`() throws {
    try write(
      """
      [[command]]
      name = "tell"
      run = ["printf", "<%s>\\\\n", "{text}", "{user}"]
      key = "F6"
      [[command]]
      name = "rows"
      run = ["cat", "{json file}"]

      """
    )
    #expect(try bench.run(["config", "check"]).status == 0)
    let made = try bench.run([
      "generate", "--users", "3", "--orders", "9", "--ledger", "made.sqlite",
    ])
    try #require(made.status == 0, "\(made.narration)")
    func play(_ keys: String) throws -> String {
      try bench.write(Array(keys.utf8), to: "script.keys")
      let played = try bench.run(["--ledger", "made.sqlite", "--play", "script.keys"])
      #expect(played.status == 0, "\(played.narration)")
      return played.output
    }
    let told = try play(":users\nEnter\n:tell a $(id) 'b'\nEnter\nwait:<a \n")
    #expect(told.contains("<a $(id) 'b'>"), "\(told)")
    #expect(told.contains("<u_"), "\(told)")
    #expect(try play(":users\nEnter\n:rows\nEnter\nwait:\"id\"\n").contains("\"id\""))
    try bench.write(Array(":users\nEnter\n:rows\nEnter\nwait:not run here\n".utf8), to: "demo.keys")
    let demo = try bench.run(["demo", "--users", "3", "--play", "demo.keys"])
    #expect(demo.status == 0, "\(demo.output)")
  }
}
