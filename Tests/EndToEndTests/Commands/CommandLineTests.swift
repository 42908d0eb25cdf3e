import Foundation
import Mint
import TestSupport
import Testing

/// The program as a script sees it: arguments, files, both outputs and the exit status.
@Suite struct CommandLineTests {
  private static let authority = Result { try TestAuthority.demo(at: Date()) }

  private let workbench: Workbench
  private let mint: ReceiptMint

  init() throws {
    workbench = try Workbench()
    let authority = try Self.authority.get()
    mint = ReceiptMint(authority)
    try workbench.write(authority.rootDER, to: "root.der")
  }

  private func receipt(as envelope: Envelope = .appStore) throws -> [UInt8] {
    let start = Date(timeIntervalSinceNow: -86_400)
    return try mint.mint(
      MintedReceipt(
        environment: "ProductionSandbox",
        bundleID: "com.example.reader",
        creationDate: start,
        purchases: [
          MintedPurchase(
            productID: "com.example.reader.pro",
            transactionID: "2000000000000001",
            purchaseDate: start,
            expiresDate: start.addingTimeInterval(30 * 86_400)
          )
        ]
      ),
      as: envelope
    )
  }

  private func `import`(_ words: String...) throws -> Workbench.Answer {
    try workbench.run(["import", "--root", "root.der", "--ledger", "ledger.sqlite"] + words)
  }

  @Test(arguments: [
    ("serve --help", "--listen"), ("help serve", "--listen"), ("simulate -h", "--dir"),
    ("jobs --help", "--batch"), ("help queue", "--json"),
  ])
  func `the help of a command has the options of its usual subcommand`(
    words: String,
    option: String
  ) throws {
    let answer = try workbench.run(words.split(separator: " ").map(String.init))
    #expect(answer.status == 0 && answer.output.contains("\n  \(option)"), "\(answer.output)")
    #expect(answer.output.contains("SUBCOMMANDS:"), "\(answer.output)")
  }

  @Test(arguments: ["bash", "zsh", "fish"])
  func `completions name each command once, and the manual's topics`(shell: String) throws {
    let answer = try workbench.run(["--generate-completion-script", shell])
    #expect(answer.status == 0, "\(answer.narration)")
    #expect(answer.output.contains("answering-tickets"))
    #expect(!answer.output.contains("subcommand help information"))
    #expect(!answer.output.contains("help help") && !answer.output.contains("help|help"))
    if shell != "fish" {
      #expect(answer.output.components(separatedBy: "\n_purser_help() {").count == 2)
    }
  }

  @Test(arguments: [
    ("imprt x.txt", "purser has no command imprt. Did you mean import?"),
    ("frobnicate", "purser has no command frobnicate.\n"),
    ("--ledger x.sqlite jobs lst", "purser jobs has no command lst. Did you mean list?"),
    ("import answer.json --jsn", "Unknown option '--jsn'"),
  ])
  func `a mistyped command or option is named`(words: String, text: String) throws {
    let answer = try workbench.run(words.split(separator: " ").map(String.init))
    #expect(answer.status == 64 && answer.narration.contains(text), "\(answer.narration)")
  }

  @Test(arguments: [
    "--ledger made.sqlite info --json", "info --json --ledger made.sqlite",
    "--ledger=made.sqlite --config /dev/null info --json",
    "--config /dev/null --ledger made.sqlite jobs list --jsonl",
    "jobs --ledger made.sqlite list --jsonl", "--ledger made.sqlite jobs --jsonl",
    "--at 2026-05-01 --ledger made.sqlite ls users --json",
  ])
  func `the ledger and the settings may be named before the command`(words: String) throws {
    _ = try workbench.run(["import", "--ledger", "made.sqlite", "/dev/null"])
    let answer = try workbench.run(words.split(separator: " ").map(String.init))
    #expect(answer.status == 0, "\(answer.narration)")
    #expect(workbench.files(beginning: "ledger") == [], "no other ledger")
  }

  @Test(.timeLimit(.minutes(5)))
  func `every line of a server's log is JSON, a poll's, too`() throws {
    let server = try workbench.start(["serve", "--listen", "127.0.0.1:0", "--ledger", "l.sqlite"])
    let text = try #require(server.narrated(between: "{", and: "Poll: "))
    let lines = ("{" + text).split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.allSatisfy { $0.hasPrefix("{") }, "\(lines)")
  }

  @Test func `an option before a command that does not have it is named`() throws {
    let answer = try workbench.run(["--ledger", "made.sqlite", "themes"])
    #expect(answer.status == 64)
    #expect(answer.narration.contains("--ledger"), "\(answer.narration)")
  }

  @Test func `a genuine receipt is shown as JSON with stable names`() throws {
    try workbench.write(Array(Data(try receipt()).base64EncodedData()), to: "receipt")
    let answer = try workbench.run(["receipt", "show", "--json", "--root", "root.der", "receipt"])
    #expect(answer.status == 0)
    let json = try #require(
      try JSONSerialization.jsonObject(with: Data(answer.output.utf8)) as? [String: Any]
    )
    #expect(json["schemaVersion"] as? Int == 1)
    #expect(json["kind"] as? String == "app-receipt")
    #expect(json["verdict"] as? String == "genuine")
    #expect(json["rejection"] == nil)
    #expect(json["environment"] as? String == "ProductionSandbox")
    #expect(json["environmentKind"] as? String == "sandbox")
    let purchase = try #require((json["inApp"] as? [[String: Any]])?.first)
    #expect(purchase["transactionId"] as? String == "2000000000000001")
    #expect(purchase["productType"] as? String == "auto-renewable-subscription")
    #expect(purchase["cancellationDate"] == nil, "absent is absent")
    #expect((json["certificates"] as? [Any])?.count == 3)
  }

  @Test func `without its root the same receipt is rejected and still decoded`() throws {
    try workbench.write(try receipt(), to: "receipt")
    let answer = try workbench.run(["receipt", "show", "--json", "receipt"])
    #expect(answer.status == 2)
    #expect(answer.output.contains("\"untrusted-chain\""))
    #expect(answer.output.contains("\"bundleId\": \"com.example.reader\""))
    #expect(answer.narration.contains("receipt: rejected (untrusted-chain)"))
  }

  @Test func `importing twice changes nothing and leaves one file`() throws {
    try workbench.write(try receipt(), to: "receipt")
    let first = try self.import("--user", "ada", "receipt")
    #expect(first.status == 0)
    #expect(first.output == "receipt: genuine, 1 purchase filed for ada\n")
    let second = try self.import("--user", "ada", "receipt")
    #expect(second.status == 0)
    #expect(second.output.contains("already filed for ada; nothing changed"))
    #expect(workbench.files(beginning: "ledger") == ["ledger.sqlite"])
  }

  @Test func `importing for somebody else moves the purchases where the policy moves them`() throws
  {
    try workbench.write(try receipt(), to: "receipt")
    _ = try self.import("--user", "ada", "receipt")
    let moved = try self.import("--user", "bob", "receipt")
    #expect(moved.output == "receipt: already filed; 1 purchase now belongs to bob\n")
    _ = try workbench.run(["act", "policy", "keep", "--ledger", "ledger.sqlite"])
    let kept = try self.import("--user", "cal", "receipt")
    #expect(kept.narration.contains("stays with ada"))
  }

  @Test func `one bad receipt among good ones is told, filed as rejected, and exits 2`() throws {
    try workbench.write(try receipt(), to: "good")
    try workbench.write(try receipt(as: .tampered), to: "tampered")
    let answer = try self.import("tampered", "good")
    #expect(answer.status == 2)
    #expect(answer.narration.contains("tampered: rejected (bad-signature)"))
    #expect(answer.narration.contains("filed as rejected"))
    #expect(answer.output.contains("good: genuine"))
  }

  @Test func `what is no receipt is refused by name, place and way out, and not filed`() throws {
    try workbench.write(Array("MII*".utf8), to: "letters")
    try workbench.write(Array(try receipt().prefix(600)), to: "cut")
    try workbench.write([], to: "empty")
    try workbench.makeFolder("folder")
    try workbench.makeHole(of: 100_000_000, named: "huge")
    let cases: [(String, Int32, String)] = [
      ("letters", 2, "letters: rejected (malformed), at byte 3: expected a base64 letter"),
      ("cut", 2, "cut: rejected (malformed), at byte 1: expected a length within the data"),
      ("empty", 2, "empty: rejected (malformed), at byte 0"),
      ("folder", 1, "folder cannot be read: it contains no files"),
      ("huge", 2, "huge: rejected (too-large)"),
      ("nowhere", 1, "nowhere: no such file"),
    ]
    for (name, status, words) in cases {
      let answer = try self.import(name)
      #expect(answer.status == status, "\(name)")
      #expect(answer.narration.contains(words), "\(name): \(answer.narration)")
    }
  }

  @Test func `a ledger that is none is left as it was`() throws {
    try workbench.write(Array("my notes".utf8), to: "ledger.sqlite")
    try workbench.write(try receipt(), to: "receipt")
    let answer = try self.import("receipt")
    #expect(answer.status == 1)
    #expect(answer.narration.contains("is not a purser ledger"))
    #expect(try workbench.read("ledger.sqlite") == Array("my notes".utf8))
  }

  @Test func `settings are read, and a key nobody knows is a warning`() throws {
    try workbench.write(try receipt(), to: "receipt")
    let settings = """
      leger = "elsewhere"
      [[app]]
      name = "Trails"
      bundle-id = "com.example.trails"
      pakage = "com.example.trails"
      [stores.google]
      acount-file = "key.json"
      [serve.verify]
      anonymus = true
      something-else = true
      """
    try workbench.write(Array(settings.utf8), to: "config.toml")
    let answer = try self.import("--config", "config.toml", "receipt")
    #expect(answer.status == 2)
    for told in [
      "leger, did you mean ledger?", "app.pakage, did you mean app.package?",
      "stores.google.acount-file, did you mean stores.google.account-file?",
      "serve.verify.anonymus, did you mean serve.verify.anonymous?",
      "serve.verify.something-else\n",
    ] {
      #expect(answer.narration.contains("unknown key \(told)"), "\(answer.narration)")
    }
    #expect(answer.narration.contains("rejected (wrong-app)"))
    try workbench.write(Array("theme = ".utf8), to: "config.toml")
    let broken = try self.import("--config", "config.toml", "receipt")
    #expect(broken.status == 64)
    #expect(broken.narration.contains("config.toml:1:"))
  }

  @Test func `an app entry without an identifier is a mistake, not an open door`() throws {
    try workbench.write(try receipt(), to: "receipt")
    try workbench.write(Array("[[app]]\nbundleid = \"com.example.reader\"".utf8), to: "config.toml")
    #expect(try self.import("--config", "config.toml", "receipt").status == 64)
    try workbench.write(Array("[[app]]\npackage = \"com.example.other\"".utf8), to: "config.toml")
    let answer = try self.import("--config", "config.toml", "receipt")
    #expect(answer.narration.contains("rejected (wrong-app)"))
  }

  @Test func `a receipt that was believed before and no longer is was filed before`() throws {
    try workbench.write(try receipt(), to: "receipt")
    _ = try self.import("receipt")
    let answer = try workbench.run(["import", "--ledger", "ledger.sqlite", "receipt"])
    #expect(answer.status == 2)
    #expect(answer.narration.contains("it was filed before; nothing changed"))
  }

  @Test func `the tree shows offsets and unknown attributes, and hides what names a device`() throws
  {
    try workbench.write(try receipt(), to: "receipt")
    let tree = try workbench.run(["receipt", "tree", "receipt"])
    #expect(tree.status == 0)
    #expect(tree.output.contains("attribute 13"))
    #expect(tree.output.contains("bundle_id"))
    let hash = try #require(tree.output.split(separator: "\n").first { $0.contains("sha1_hash") })
    #expect(hash.hasSuffix("hidden"))
    let revealed = try workbench.run(["receipt", "tree", "--reveal", "receipt"])
    #expect(!revealed.output.contains("hidden"))
  }

  @Test func `a difference names changed paths only`() throws {
    try workbench.write(try receipt(), to: "one")
    try workbench.write(try receipt(as: .tampered), to: "two")
    let same = try workbench.run(["receipt", "diff", "--root", "root.der", "one", "one"])
    #expect(same.status == 0)
    #expect(same.output.isEmpty)
    let other = try workbench.run(["receipt", "diff", "--root", "root.der", "one", "two"])
    #expect(other.status == 2)
    #expect(other.output.contains("~ $.verdict: \"genuine\" → \"rejected\""))
    #expect(other.output.contains("+ $.rejection.code"))
    #expect(!other.output.contains("bundleId"))
  }

  @Test func `several receipts, and one a line, are answered one by one`() throws {
    let (good, bad) = (try receipt(), try receipt(as: .tampered))
    try workbench.write(good, to: "good")
    try workbench.write(bad, to: "bad")
    let files = try workbench.run([
      "receipt", "show", "--root", "root.der", "bad", "nowhere", "good",
    ])
    #expect(files.status == 1)
    #expect(files.output.contains("app-receipt: genuine"))
    #expect(files.output.contains("app-receipt: rejected (bad-signature)"))
    let lines = [good, bad].map { Data($0).base64EncodedString() } + ["nonsense!"]
    let answer = try workbench.run(
      ["receipt", "show", "--jsonl", "--root", "root.der"],
      input: lines.joined(separator: "\n")
    )
    #expect(answer.status == 2)
    let answers = answer.output.split(separator: "\n")
    #expect(answers.count == 3)
    #expect(answers[0].contains("\"verdict\":\"genuine\""))
    #expect(answers[1].contains("\"bad-signature\""))
    #expect(answers[2].contains("\"unknown\""))
  }

  @Test func `wrong words are a matter of usage`() throws {
    #expect(try workbench.run(["import"]).status == 64)
    #expect(try workbench.run(["nonsense"]).status == 64)
    #expect(try workbench.run(["--ledger", "nowhere.sqlite"]).status == 4)
  }
}
