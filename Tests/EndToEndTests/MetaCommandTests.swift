import Foundation
import TestSupport
import Testing

/// Commands about the program itself, and SQL of one's own.
@Suite(.timeLimit(.minutes(10)))
struct MetaCommandTests {
  private let bench: Workbench

  init() throws { bench = try Workbench() }

  private func filled() throws {
    let made = try bench.run([
      "generate", "--users", "20", "--orders", "60", "--ledger", "made.sqlite",
    ])
    try #require(made.status == 0, "\(made.narration)")
  }

  private func sql(_ text: String, _ options: [String] = []) throws -> Workbench.Answer {
    try bench.run(["sql", "--ledger", "made.sqlite"] + options + [text])
  }

  @Test func `SQL of one's own reads, in every form`() throws {
    try filled()
    let lines = try sql("select 1 as one, 'a' as a, null as none")
    #expect(lines.output == "{\"one\":1,\"a\":\"a\"}\n")
    #expect(try sql("values (1), (2)", ["--csv"]).output == "column1\r\n1\r\n2\r\n")
    let cut = try sql("values (1), (2), (3)", ["--limit", "2", "--json"])
    #expect(cut.output.contains("\"truncated\": true"))
    #expect(cut.narration.contains("--limit"))
  }

  @Test func `tokens and documents on file are masked, whatever they look like`() throws {
    try filled()
    let token = "select value from link where kind = 'purchaseToken' limit 1"
    #expect(try sql(token).output.contains(" chars)"))
    #expect(try !sql(token, ["--reveal"]).output.contains(" chars)"))
    let document = "select cast(bytes as text) as text from document where cuts is null limit 1"
    #expect(try sql(document).output.contains(try Regex("\"[0-9]+ bytes\"")))
    #expect(try !sql(document, ["--reveal"]).output.contains(try Regex("\"[0-9]+ bytes\"")))
  }

  @Test(
    arguments: [
      "attach database 'other' as other", "pragma user_version = 7", "pragma table_list",
      "create table mine (a)", "delete from sqlite_master", "vacuum into 'copy'",
      "begin immediate", "select * from pragma_table_info('x')", "select load_extension('x')",
    ]
  )
  func `whatever is more than reading is refused`(_ text: String) throws {
    try filled()
    let before = try bench.read("made.sqlite")
    let answer = try sql(text)
    #expect(answer.status == 64, "\(answer.output)")
    #expect(answer.output.isEmpty)
    #expect(try bench.read("made.sqlite") == before)
  }

  @Test func `a mistake is shown in its place`() throws {
    try filled()
    let answer = try sql("select *\nfrm x")
    #expect(answer.status == 64)
    #expect(answer.narration.contains("frm x\n^"), "\(answer.narration)")
    #expect(try sql("select 1; select 2").narration.contains("One statement"))
    #expect(try sql("select 1; -- that is all").status == 0)
    #expect(try sql("  ").status == 64)
  }

  @Test(arguments: [
    "users", "orders", "subs", "entitlements", "receipts", "events", "jobs", "audit",
  ])
  func `every list can be asked as a view`(_ view: String) throws {
    try filled()
    let answer = try sql("select * from \(view) limit 1")
    #expect(answer.status == 0, "\(answer.narration)")
  }

  @Test func `the views read as the lists do, and a name that is nearly one leads to it`() throws {
    try filled()
    let asked = "select count(*), min(purchasedAt) >= '2000-01-01' from orders"
    let counted = try sql(asked, ["--csv"])
    #expect(counted.output.contains("60,1"), "\(counted.output)")
    let mistaken = try sql("select * from ordrs")
    #expect(mistaken.status == 64)
    #expect(mistaken.narration.contains("Did you mean orders"), "\(mistaken.narration)")
  }

  @Test func `a statement that never ends is stopped`() throws {
    try filled()
    let answer = try sql(
      "with recursive n(i) as (select 1 union all select i + 1 from n) select count(*) from n",
      ["--seconds", "1"]
    )
    #expect(answer.status == 1)
    #expect(answer.narration.contains("longer than 1 seconds"))
  }

  @Test func `a user is told of, in words and as JSON`() throws {
    try filled()
    let listed = try bench.run(["ls", "users", "--ledger", "made.sqlite", "--limit", "1"])
    let row = try JSONSerialization.jsonObject(with: Data(listed.output.utf8)) as? [String: Any]
    let name = try #require(row?["id"] as? String)
    let answer = try bench.run(["user", name, "--json", "--ledger", "made.sqlite"])
    let user = try JSONSerialization.jsonObject(with: Data(answer.output.utf8)) as? [String: Any]
    #expect(user?["id"] as? String == name)
    #expect(user?["orders"] is [Any])
    #expect(try bench.run(["user", name, "--ledger", "made.sqlite"]).output.contains("ORDERS"))
    #expect(try bench.run(["user", "nobody", "--ledger", "made.sqlite"]).status == 4)
  }

  @Test func `the shipped themes can all be read`() throws {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../Themes").standardizedFileURL.path
    let answer = try bench.run(["themes", "--check", "--themes", folder])
    #expect(answer.status == 0, "\(answer.output)")
    for name in [
      "terminal", "purser-dark", "purser-light", "high-contrast", "okabe-ito-dark",
      "okabe-ito-light", "mono",
    ] { #expect(answer.output.contains(name)) }
  }

  @Test func `stores check and log take the ledger that other commands take`() throws {
    try filled()
    let well = try bench.run(["--ledger", "made.sqlite", "stores", "check"])
    #expect(well.status == 0 && well.output.hasPrefix("ledger: ok\n"), "\(well.narration)")
    let missing = try bench.run(["stores", "check", "--ledger", "none.sqlite"])
    #expect(missing.status == 1 && missing.output.contains("no ledger at"), "\(missing.output)")
    #expect(try bench.run(["log", "--ledger", "made.sqlite"]).status == 0)
  }

  @Test func `a program finds its themes from any folder, by itself and through a link`() throws {
    #expect(try bench.run(["themes"]).output.contains("purser-dark"))
    try FileManager.default.createSymbolicLink(
      atPath: bench.path(of: "linked"),
      withDestinationPath: bench.program
    )
    let linked = try ChildProcess(
      [bench.path(of: "linked"), "themes"],
      in: bench.path(of: "."),
      environment: ["HOME": bench.path(of: "."), "LC_ALL": "C.UTF-8"],
      input: bench.path(of: ".input"),
      output: .file(bench.path(of: ".output")),
      errors: .file(bench.path(of: ".narration"))
    ).waitUntilExit()
    #expect(linked == 0)
    #expect(String(decoding: try bench.read(".output"), as: UTF8.self).contains("purser-dark"))
  }

  @Test func `a published scheme is a theme, and a broken one is named`() throws {
    let lines = (0...15).map { slot in
      let digit = String(slot, radix: 16)
      return "base0\(digit.uppercased()): \"\(digit)\(digit)4455\""
    }
    let text = (["scheme: \"Mine\""] + lines).joined(separator: "\n")
    try bench.write(Array(text.utf8), to: "my.yaml")
    #expect(try bench.run(["themes", "--themes", ".", "my"]).output.contains("dark"))
    try bench.write(Array("base00: \"nope\"\n".utf8), to: "torn.yaml")
    let torn = try bench.run(["themes", "--themes", ".", "torn"])
    #expect(torn.status == 2)
    #expect(torn.output.contains("torn.yaml:1"))
  }

  @Test func `keys are listed, and settings told with their origin`() throws {
    #expect(try bench.run(["keys"]).output.contains("toggleMouse"))
    #expect(try bench.run(["keys", "check"]).status == 0)
    #expect(try bench.run(["keys", "--json"]).output.contains("\"action\": \"open\""))
    try bench.write(Array("glyphs = \"basic\"\nthema = \"x\"\n".utf8), to: "config.toml")
    let shown = try bench.run(["config", "show", "--config", "config.toml"])
    #expect(shown.output.contains("basic  (config.toml)"), "\(shown.output)")
    #expect(try bench.run(["config", "check", "--config", "config.toml"]).status == 2)
    #expect(try bench.run(["config", "schema"]).output.contains("ambiguous"))
    #expect(try bench.run(["checkhealth"]).output.contains("256"))
  }

  @Test func `links to orders are told, and nothing else is one`() throws {
    let good = "[links]\ngoogle = \"https://workbench.example/{order}\"\n"
    try bench.write(Array(good.utf8), to: "config.toml")
    let shown = try bench.run(["config", "show", "--config", "config.toml"])
    #expect(shown.output.contains("https://workbench.example/{order}"), "\(shown.output)")
    #expect(try bench.run(["config", "check", "--config", "config.toml"]).status == 0)
    for link in ["javascript:alert(1)//{order}", "https://workbench.example/"] {
      try bench.write(Array("[links]\napple = \"\(link)\"\n".utf8), to: "config.toml")
      let answer = try bench.run(["config", "check", "--config", "config.toml"])
      #expect(answer.status == 64 && answer.narration.contains("links.apple"))
    }
  }

  @Test func `settings that the fuzzer found worth keeping are read, or refused by name`() throws {
    let kept = try KeptInputs.of("settings")
    #expect(!kept.isEmpty)
    for input in kept {
      try bench.write(input.octets, to: "config.toml")
      let answer = try bench.run(["config", "check", "--config", "config.toml"])
      #expect([0, 2, 64].contains(answer.status), "\(input.name): \(answer.status)")
      #expect(answer.status != 64 || answer.narration.contains(".toml"), "\(input.name)")
    }
  }

  @Test(arguments: [
    ("roots = [\"none.cer\"]\n", ": The trust root: "),
    ("[stores.google]\nlicence-key-file = \"none.pem\"\n", ": The licence key: "),
    ("[stores.amazon]\nsecret-file = \"none\"\n", ":2: stores.amazon.secret-file: "),
  ])
  func `settings that name a missing file are refused by their check`(
    settings: String,
    key: String
  ) throws {
    try bench.write(Array(settings.utf8), to: "config.toml")
    let answer = try bench.run(["config", "check", "--config", "config.toml"])
    #expect(answer.status == 64, "\(answer.output)")
    #expect(answer.narration.contains("config.toml\(key)"), "\(answer.narration)")
    #expect(answer.narration.contains("no such file"), "\(answer.narration)")
  }

  @Test(arguments: [
    ("[stores.apple]\nserver-sandbox = \"http://a.example\"\n", 2, "stores.apple.server-sandbox"),
    ("[stores.apple]\nconnect = \"x\"\n", 2, "stores.apple.connect"),
    ("[serve]\n\npublic-url = \"x\"\n", 3, "serve.public-url"),
    ("[serve.amazon]\ntopics = [\"x\"]\n", 2, "serve.amazon.topics"),
    ("[serve.validate]\nenvironments = []\n", 2, "serve.validate.environments"),
    ("[stores.rates]\namazon = 0\n", 2, "stores.rates.amazon"),
    ("[directory]\nuser-url = \"https://a.example/{id}\"\nseconds = 61\n", 3, "directory.seconds"),
    ("theme = \"terminal\"\nglyphs = \"emoji\"\n", 2, "glyphs"),
    ("[[app]]\nname = \"Reader\"\n", 1, "app.bundle-id"),
  ])
  func `a wrong value is an error with its line`(
    settings: String,
    line: Int,
    key: String
  ) throws {
    try bench.write(Array(settings.utf8), to: "config.toml")
    let answer = try bench.run(["config", "check", "--config", "config.toml"])
    #expect(answer.status == 64, "\(answer.output)")
    #expect(
      answer.narration.contains("config.toml:\(line): \(key) must be"),
      "\(answer.narration)"
    )
  }

  @Test(arguments: [
    ("[serve]\ntls-key = \"a\"\n", "config.toml:2: serve.tls-key has no effect without tls-cert"),
    (
      "[stores.microsoft]\ntenant = \"t\"\n",
      "config.toml:2: stores.microsoft.tenant has no effect without secret-file"
    ),
    (
      "[[stores.apple.app]]\nbundle-id = \"a\"\nconnect-key-id = \"k\"\n",
      "config.toml:3: stores.apple.app.connect-key-id has no effect without connect-key-file"
    ),
    (
      "[stores.rates]\namazon = 0.5\nthema = 1\n",
      "config.toml:3: unknown key stores.rates.thema"
    ),
  ])
  func `a key without effect is told from an unknown one`(settings: String, text: String) throws {
    try bench.write(Array(settings.utf8), to: "config.toml")
    let answer = try bench.run(["config", "check", "--config", "config.toml"])
    #expect(answer.status == 2 && answer.narration.contains(text), "\(answer.narration)")
  }

  @Test func `a required key that is misspelt is found`() throws {
    let settings = "[[operator]]\nacount = \"kim\"\nrole = \"act\"\n"
    try bench.write(Array(settings.utf8), to: "config.toml")
    let answer = try bench.run(["config", "check", "--config", "config.toml"])
    #expect(answer.status == 64, "\(answer.output)")
    #expect(
      answer.narration.contains("acount may be a misspelling of account"),
      "\(answer.narration)"
    )
  }

  @Test func `all that the settings set is shown, without secrets`() throws {
    let settings = """
      [serve.limits]
      requests = 7
      [[operator]]
      account = "kim"
      role = "act"
      [serve]
      public-url = "https://kim:letmein@a.example/x?key=hush"
      [stores.amazon]
      secret = "whisper"
      """
    try bench.write(Array(settings.utf8), to: "config.toml")
    let answer = try bench.run(["config", "--config", "config.toml"])
    #expect(answer.output.contains("7  (config.toml:2)"), "\(answer.output)")
    #expect(answer.output.contains("kim  (config.toml:4)"), "\(answer.output)")
    #expect(answer.output.contains("a.example/x?…"), "\(answer.output)")
    for secret in ["letmein", "hush", "whisper"] {
      #expect(!answer.output.contains(secret) && !answer.narration.contains(secret))
    }
    let schema = try bench.run(["config", "schema"]).output
    for key in ["[serve.limits]", "[stores.rates]", "apple-sandbox-test", "[[serve.api.key]]"] {
      #expect(schema.contains(key), "\(key)")
    }
  }

  @Test func `a queue with a wrong query is named by the check of the settings`() throws {
    try bench.makeFolder("config")
    let queues = "[[queue]]\nname = \"mine\"\nlist = \"subs\"\nquery = \"state:gracy\"\n"
    try bench.write(Array(queues.utf8), to: "config/queues.toml")
    let answer = try bench.run(
      ["config", "check"],
      environment: ["PURSER_CONFIG_DIR": bench.path(of: "config")]
    )
    #expect(answer.status == 64, "\(answer.output)")
    #expect(
      answer.narration.contains("queues.toml:4: correct the query of the queue mine: state takes"),
      "\(answer.narration)"
    )
  }

  @Test func `reset without a terminal is wrong usage`() throws {
    let answer = try bench.run(["reset"])
    #expect(answer.status == 64)
    #expect(answer.narration.contains("is not a terminal"), "\(answer.narration)")
  }

  @Test func `a settings word that does not exist is refused`() throws {
    try bench.write(Array("glyphs = \"emoji\"\n".utf8), to: "config.toml")
    let answer = try bench.run(["config", "show", "--config", "config.toml"])
    #expect(answer.status == 64)
    #expect(answer.narration.contains("one of auto, full, basic, ascii"))
  }
}
