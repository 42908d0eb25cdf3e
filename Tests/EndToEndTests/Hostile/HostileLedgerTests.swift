import Foundation
import GRDB
import TestSupport
import Testing

/// Whatever a ledger, a file or an argument says, nothing that commands, reorders or hides leaves the
/// process: in no form of any command.
@Suite(.timeLimit(.minutes(10))) struct HostileLedgerTests {
  /// Begins like a formula, and holds one of every kind of mark.
  private static let text =
    "=cmd|'/C calc'!A0\u{1B}[2J\u{1B}]52;c;AAAA\u{7}\u{9B}2J\u{202E}\u{2066}\u{200B}\u{FEFF}\r\u{7F}"
    + "\u{2028}\u{E0041}\u{85}\u{8}"
  /// The same for where no NUL can be.
  private static let stored = text + "\u{0}"
  /// Without what a document is refused for.
  private static let printable = String(
    text.unicodeScalars.filter { $0.value >= 0x20 && $0.value != 0x7F }.map(Character.init)
  )
  private static let marks = Set(
    stored.unicodeScalars.filter { !$0.isASCII || $0.properties.generalCategory == .control }
  )

  private let workbench: Workbench

  init() throws {
    workbench = try Workbench()
    for (name, number) in [(Self.text, 1), ("ada", 2)] {
      try workbench.write(Self.subscription(number), to: "\(number).json")
      let answer = try run(
        "import",
        ["--store-answer", "--app", Self.text, "--token", "token-\(number)", "--user", name]
          + ["\(number).json"]
      )
      #expect(answer.status == 0, "\(answer.narration)")
    }
    #expect(try run("act", ["note", "--by", Self.text, "ada", Self.text]).status == 0)
    #expect(try run("act", ["grant", "--by", Self.text, "ada", Self.text]).status == 0)
    try poison()
  }

  /// Google's answer about a subscription, each of whose words says more than it should.
  private static func subscription(_ number: Int) throws -> [UInt8] {
    let order = "GPA.0000-0000-0000-0000\(number)"
    let sale: [String: Any] = [
      "kind": "androidpublisher#subscriptionPurchaseV2", "startTime": "2026-01-01T00:00:00Z",
      "subscriptionState": "SUBSCRIPTION_STATE_ACTIVE", "latestOrderId": order,
      "regionCode": "DE",
      "externalAccountIdentifiers": ["obfuscatedExternalAccountId": text],
      "lineItems": [
        [
          "productId": printable, "expiryTime": "2999-01-01T00:00:00Z",
          "latestSuccessfulOrderId": order, "offerDetails": ["basePlanId": printable],
        ]
      ],
    ]
    return Array(try JSONSerialization.data(withJSONObject: sale))
  }

  /// Writes what no import lets in where text can stand.
  private func poison() throws {
    let file = try DatabaseQueue(path: workbench.path(of: "ledger.sqlite"))
    try file.write { db in
      try db.execute(
        sql: "UPDATE user SET name = ?1, email = ?1 || '@example.com'",
        arguments: [Self.stored]
      )
      try db.execute(sql: "UPDATE product SET id = ?", arguments: [Self.stored])
      try db.execute(
        sql: "UPDATE act SET note = ?1, actor = ?1, key = ?1",
        arguments: [Self.stored]
      )
      try db.execute(
        sql: """
          UPDATE document SET rejectionCode = ?1, rejectionPlace = ?1, rejectionDetail = ?1,
            kind = ?1, context = ?1
          WHERE n = 1
          """,
        arguments: [Self.stored]
      )
      try db.execute(
        sql: "INSERT INTO notice (document, kind, chain, detail, statedAt) VALUES (1, ?, 1, ?, 0)",
        arguments: ["other", Self.stored]
      )
      try db.execute(
        sql: """
          INSERT INTO job
            (key, kind, task, actor, batch, state, attempts, createdAt, dueAt, endedAt, outcome, detail)
          VALUES (?1, ?1, '{}', ?1, ?1, 3, 1, 0, 0, 1, ?1, ?1)
          """,
        arguments: [Self.stored]
      )
    }
  }

  private func run(_ verb: String, _ words: [String]) throws -> Workbench.Answer {
    try workbench.run([verb] + words + ["--ledger", "ledger.sqlite"])
  }

  @discardableResult
  private func expectHarmless(
    _ words: [String],
    _ place: SourceLocation = #_sourceLocation
  ) throws -> Workbench.Answer {
    let answer = try workbench.run(words)
    // The ends of CSV's lines.
    let printed = (answer.output.replacing("\r\n", with: "\n") + answer.narration).unicodeScalars
    let found = Set(printed).intersection(Self.marks).map { String($0.value, radix: 16) }
    #expect(found == [], "\(words.joined(separator: " ").debugDescription)", sourceLocation: place)
    return answer
  }

  private static let forms = ["--table", "--json", "--jsonl", "--csv", "--tsv"]
  private static let ledger = ["--ledger", "ledger.sqlite"]

  @Test(arguments: ["users", "orders", "subs", "ent", "receipts", "events"])
  func `lists are harmless in every form`(_ list: String) throws {
    for form in Self.forms {
      for words in [[], ["--reveal"], [Self.text]] {
        let answer = try expectHarmless(["ls", list, form] + words + Self.ledger)
        if words.isEmpty { #expect(answer.status == 0 && !answer.output.isEmpty, "\(form)") }
      }
    }
  }

  @Test(arguments: [
    ["user", "ada"], ["user", "ada", "--json"], ["user", "ada", "--reveal"], ["why", "ada"],
    ["why", "ada", "--all"], ["why", "ada", "--customer"], ["why", "ada", "--json"],
    ["timeline", "ada"], ["timeline", "ada", "--json"], ["audit"], ["audit", "--json"],
    ["jobs", "list", "--all"], ["jobs", "list", "--all", "--jsonl"], ["info"], ["info", "--json"],
    ["check"], ["replay", "--check"], ["export", "user", "ada"], ["queue"],
    ["sql", "select * from job", "--table"], ["sql", "select * from product", "--csv"],
    ["sql", "select * from product", "--tsv"], ["sql", "select * from act", "--json"],
    ["sql", "select * from act", "--jsonl"],
    ["sql", "select id as '\(text)' from product", "--table"],
    ["sql", "select id as '\(text)' from product", "--json"],
  ])
  func `so is what is told of one`(_ words: [String]) throws {
    let answer = try expectHarmless(words + Self.ledger)
    #expect(!(answer.output + answer.narration).isEmpty)
  }

  @Test func `an argument is told of without its marks`() throws {
    let text = Self.text
    for words in [
      ["user", text], ["why", text], ["timeline", text], ["ls", text],
      ["ls", "users", "--sort", text],
      ["ls", "users", "state:\(text)"], ["ls", "users", "--\(text)"],
      ["ls", "users", "--after", text],
      ["ls", "users", "--at", text], ["sql", text], ["sql", "select \(text)"],
      ["receipt", "show", text], ["receipt", "diff", text, text], ["receipt", "tree", text],
      ["queue", "run", text], ["queue", "drop", text], ["queue", "save", text, text],
      ["jobs", "list", "--batch", text], ["jobs", "cancel", text], ["jobs", "retry", text],
      ["act", "grant", text, text, "--until", text], ["act", "transfer", text, text],
      ["act", "merge", text, text], ["act", "policy", text], ["import", text], ["ingest", text],
      ["export", "user", text], ["erase", text], ["verify", text], ["lookup", text],
      ["restore", text, text], ["catalog", "check", text], ["story", "check", text], [text],
    ] {
      try expectHarmless(words + Self.ledger)
    }
    for words in [
      ["info", "--ledger", text], ["info", "--config", text], ["themes", text], ["keys", text],
      ["config", text], ["demo", "--play", text], ["demo", "--size", text], ["help", text],
      ["backup", text, "--ledger", text], ["generate", text],
    ] { try expectHarmless(words) }
  }

  @Test func `so is what files of one's own say`() throws {
    let text = Self.text.replacing("\"", with: "")
    try workbench.makeFolder("config")
    try workbench.makeFolder("config/themes")
    let escaped = text.unicodeScalars.map {
      "\\U" + String(repeating: "0", count: 8 - String($0.value, radix: 16).count)
        + String($0.value, radix: 16)
    }
    .joined()
    try workbench.write(
      Array("theme = \"\(escaped)\"\n\"\(escaped)\" = \"\(escaped)\"\n".utf8),
      to: "config/config.toml"
    )
    try workbench.write(Array("\"\(escaped)\" = \"\(escaped)\"\n".utf8), to: "config/keys.toml")
    try workbench.write(
      Array("[queue.\"\(escaped)\"]\nlist = \"users\"\nquery = \"\(escaped)\"\n".utf8),
      to: "config/queues.toml"
    )
    let file = text.replacing("/", with: "")
    try workbench.write(Array("base = \"\(escaped)\"\n".utf8), to: "config/themes/\(file).toml")
    let config = ["--config", "config/config.toml"]
    for words in [["config", "show"], ["config", "check"], ["checkhealth"], ["info"]] {
      try expectHarmless(words + config)
    }
    for words in [["themes", "--themes", "config/themes"], ["themes", "--check"]] {
      try expectHarmless(words)
    }
    for words in [["themes", "--json", "--themes", "config/themes"], ["keys", "check"]] {
      try expectHarmless(words)
    }
    try workbench.write(Array(text.utf8), to: file)
    for words in [["import", file], ["receipt", "show", file], ["story", "check", file]] {
      try expectHarmless(words + (words[0] == "import" ? Self.ledger : []))
    }
  }

  @Test func `no cell of CSV begins a formula unless it is asked for`() throws {
    let guarded = try workbench.run(["sql", "select id from product", "--csv"] + Self.ledger)
    let raw = try workbench.run(["sql", "select id from product", "--csv", "--raw"] + Self.ledger)
    let line = try #require(guarded.output.split(whereSeparator: \.isNewline).last)
    #expect(line.hasPrefix("'=cmd") || line.hasPrefix("\"'=cmd"), "\(line)")
    #expect(raw.output.split(whereSeparator: \.isNewline).last?.contains("'=cmd") == false)
    for start in ["=", "+", "-", "@", "\t=", "\r="] {
      let answer = try workbench.run(
        ["sql", "select '\(start)1+1' as cell", "--csv"] + Self.ledger
      )
      let cell = try #require(answer.output.split(whereSeparator: \.isNewline).last)
      #expect(!"=+-@\t".contains(cell.first ?? "="), "\(cell)")
    }
  }
}
