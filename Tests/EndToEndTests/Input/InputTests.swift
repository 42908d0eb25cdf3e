import Foundation
import TestSupport
import Testing

/// What is named on the command line or in settings and is no plain file.
@Suite(.timeLimit(.minutes(10)))
struct InputTests {
  private static let secret = "0123456789abcdef0123456789abcdef"
  private static let notification = """
    {"notification_type":"DID_RENEW","environment":"PROD","password":"\(secret)",
     "bid":"com.example.reader","unified_receipt":{"status":0,"environment":"Production"}}
    """

  private let bench: Workbench

  init() throws { bench = try Workbench() }

  private func `import`(_ words: String...) throws -> Workbench.Answer {
    try bench.run(["import", "--ledger", "ledger.sqlite"] + words)
  }

  /// Has a shell write the file into the pipe.
  private func feed(_ pipe: String, from file: String) throws -> ChildProcess {
    try ChildProcess(
      ["/bin/sh", "-c", "cat '\(bench.path(of: file))' >'\(bench.path(of: pipe))'"]
    )
  }

  @Test(arguments: [[], ["--jsonl"]])
  func `a pipe into which nobody writes is given up`(_ options: [String]) throws {
    try #require(mkfifo(bench.path(of: "pipe"), 0o600) == 0)
    let start = ContinuousClock.now
    let answer = try bench.run(["import", "--ledger", "ledger.sqlite", "pipe"] + options)
    #expect(start.duration(to: .now) < .seconds(40))
    #expect(answer.status == 1)
    #expect(answer.narration.contains("nothing came through it"), "\(answer.narration)")
  }

  @Test func `a pipe into which somebody writes is read`() throws {
    try #require(mkfifo(bench.path(of: "pipe"), 0o600) == 0)
    try bench.write(Array(Self.notification.utf8), to: "body.json")
    let writer = try feed("pipe", from: "body.json")
    let answer = try `import`("pipe")
    writer.waitUntilExit()
    #expect(answer.status == 2, "\(answer.narration)")
    #expect(answer.narration.contains("filed as rejected"), "\(answer.narration)")
  }

  @Test func `a device is refused, and what is no file in a folder is passed over`() throws {
    let device = try `import`("/dev/zero")
    #expect(device.status == 1)
    #expect(device.narration.contains("/dev/zero is a device"), "\(device.narration)")
    try bench.makeFolder("folder")
    try #require(mkfifo(bench.path(of: "folder/pipe"), 0o600) == 0)
    try bench.write(Array(Self.notification.utf8), to: "folder/body.json")
    #expect(try `import`("folder").status == 2)
  }

  @Test(arguments: ["import", "ingest"])
  func `a shared secret is in no file of the ledger`(_ verb: String) throws {
    let bodies = [
      Self.notification,
      Self.notification.replacing("\"bid\"", with: "\"password\":[\"\(Self.secret)\"],\"bid\""),
      "{\"receipt-data\":\"MIIT\",\"password\":\"\(Self.secret)\"}",
      String(Self.notification.prefix(90)),
    ]
    for (number, body) in bodies.enumerated() {
      try bench.write(Array(body.utf8), to: "body-\(number).json")
      _ = try bench.run([verb, "--ledger", "ledger.sqlite", "body-\(number).json"])
    }
    let files = bench.files(beginning: "ledger")
    #expect(!files.isEmpty)
    for file in files {
      let text = String(decoding: try bench.read(file), as: UTF8.self)
      #expect(!text.contains(Self.secret), "\(file)")
    }
  }

  @Test func `a secret is read through a link, and its own file has to be private`() throws {
    try bench.makeFolder("mount")
    try bench.write(Array(Self.secret.utf8), to: "mount/data")
    let files = FileManager.default
    try files.createSymbolicLink(
      atPath: bench.path(of: "secret"),
      withDestinationPath: bench.path(of: "mount/data")
    )
    let settings = """
      [[app]]
      bundle-id = "com.example.reader"
      [serve.apple-v1]
      password-file = "secret"

      """
    try bench.write(Array(settings.utf8), to: "serve.toml")
    func check(_ mode: Int) throws -> Workbench.Answer {
      try files.setAttributes(
        [.posixPermissions: mode],
        ofItemAtPath: bench.path(of: "mount/data")
      )
      return try bench.run(["serve", "--check", "--config", "serve.toml"])
    }
    for mode in [0o600, 0o400] {
      let answer = try check(mode)
      #expect(answer.status == 0, "\(answer.narration)")
      #expect(answer.output.contains(try Regex("(?m)^apple-v1 +on ")), "\(answer.output)")
    }
    for mode in [0o644, 0o602] {
      let answer = try check(mode)
      #expect(answer.status != 0)
      #expect(answer.narration.contains("others may read it"), "\(answer.narration)")
      #expect(!answer.narration.contains(Self.secret))
    }
  }
}
