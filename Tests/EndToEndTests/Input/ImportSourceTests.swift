import Foundation
import Mint
import TestSupport
import Testing

/// `purser import` of archives, packed files, JSON lines and database dumps.
@Suite struct ImportSourceTests {
  private let workbench: Workbench
  private let receipts: [[UInt8]]

  init() throws {
    workbench = try Workbench()
    let authority = try TestAuthority.demo(at: Date())
    try workbench.write(authority.rootDER, to: "root.der")
    let mint = ReceiptMint(authority)
    let start = Date(timeIntervalSinceNow: -86_400)
    receipts = try (0..<6).map { number in
      let purchase = MintedPurchase(
        productID: "com.example.reader.pro",
        transactionID: "20000000000000\(number + 10)",
        originalTransactionID: "20000000000000\(number + 10)",
        purchaseDate: start,
        expiresDate: start.addingTimeInterval(30 * 86_400)
      )
      let receipt = MintedReceipt(
        environment: "ProductionSandbox",
        bundleID: "com.example.reader",
        creationDate: start,
        purchases: [purchase]
      )
      return try mint.mint(receipt)
    }
  }

  private func base64(_ number: Int) -> String { Data(receipts[number]).base64EncodedString() }

  private func hex(_ number: Int) -> String {
    receipts[number].map { byte in
      let text = String(byte, radix: 16)
      return text.count == 1 ? "0\(text)" : text
    }.joined()
  }

  private func write(_ text: String, to name: String) throws {
    try workbench.write(Array(text.utf8), to: name)
  }

  private func shell(_ command: String) throws {
    let status = try ChildProcess(
      ["/bin/sh", "-c", "cd '\(workbench.path(of: ""))' && \(command)"],
      environment: ["PATH": "/usr/bin:/bin"]
    ).waitUntilExit()
    #expect(status == 0, "\(command)")
  }

  private func run(_ ledger: String, _ words: [String]) throws -> Workbench.Answer {
    try workbench.run(
      ["import", "--root", "root.der", "--ledger", "\(ledger).sqlite", "--summary"] + words
    )
  }

  private func orders(_ ledger: String) throws -> String {
    try workbench.run(["ls", "orders", "--csv", "--ledger", "\(ledger).sqlite"]).output
  }

  private let all = "6 filed, 0 on file already, 0 rejected, 0 unreadable\n"

  @Test func `a table is the same packed, in an archive, as JSON lines and in dumps`() throws {
    let rows = receipts.indices.map { "u\($0),\(base64($0))\n" }
    try write("user,receipt\n" + rows.joined(), to: "t.csv")
    let columns = ["--receipt", "receipt", "--user", "user"]
    #expect(try run("plain", ["--csv", "t.csv"] + columns).output == all)
    let expected = try orders("plain")
    #expect(expected.contains("u5"))

    try shell("gzip -k t.csv && mkdir -p d && cp t.csv.gz d/inner.csv.gz && tar -czf t.tar.gz d")
    for name in ["t.csv.gz", "t.tar.gz"] {
      let answer = try run(name, ["--csv", name] + columns)
      #expect(answer.output == all, "\(answer.narration)")
      #expect(try orders(name) == expected)
    }

    let lines = receipts.indices.map {
      #"{"a":{"user":"u\#($0)"},"receipt":"\#(base64($0))"}"# + "\n"
    }
    try write(lines.joined() + "{\"a\":null}\n", to: "t.jsonl")
    let words = ["--jsonl", "t.jsonl", "--receipt", "receipt", "--user", "a.user"]
    #expect(try run("json", words).output == all)
    #expect(try orders("json") == expected)

    let copied = receipts.indices.map { "\($0)\tu\($0)\t\\\\x\(hex($0))\n" }
    try write(
      "COPY public.other (receipts) FROM stdin;\nx\n\\.\n"
        + "COPY public.purchases (id, \"user\", receipt) FROM stdin;\n\(copied.joined())\\.\n",
      to: "pg.sql"
    )
    let inserted = receipts.indices.map { "(\($0),'u\($0)',_binary 0x\(hex($0)))" }
    try write(
      "-- MySQL dump 10.13\nCREATE TABLE `p` (\n `id` int,\n `user` text,\n `receipt` blob\n);\n"
        + "INSERT INTO `p` VALUES \(inserted.joined(separator: ",")),(9,'u9',NULL);\n"
        + "-- Dump completed on 2026-11-27  7:04:02\n",
      to: "my.sql"
    )
    try shell("gzip my.sql")
    for name in ["pg.sql", "my.sql.gz"] {
      let answer = try run(name, ["--sql", name] + columns)
      #expect(answer.output == all, "\(answer.narration)")
      #expect(try orders(name) == expected)
    }
    let other = try run("other", ["--sql", "pg.sql", "--table", "other"] + columns)
    #expect(other.status == 1)
    #expect(other.narration.contains("no column receipt. There are: receipts"))
    try write(lines.joined().replacingOccurrences(of: "receipt", with: "ReceiptContent"), to: "pf")
    #expect(try run("playfab", ["--from", "playfab", "pf"]).output == all)
  }

  /// As `bytea_output = escape` makes it, and after an error of pg_dump, which ends its rows as usual.
  @Test func `a dump may have escaped bytes, and one without its last line is reported`() throws {
    let rows = try receipts.indices.map { index in
      let bytes = try #require(Data(base64Encoded: base64(index)))
      let escaped = bytes.map { byte -> String in
        if byte == 0x5C { return #"\\\\"# }
        if (0x20...0x7E).contains(byte) { return String(UnicodeScalar(byte)) }
        let octal = String(byte, radix: 8)
        return #"\\"# + String(repeating: "0", count: 3 - octal.count) + octal
      }
      return "u\(index)\t\(escaped.joined())\n"
    }
    let dump =
      "--\n-- PostgreSQL database dump\n--\n\nCOPY public.p (\"user\", receipt) FROM stdin;\n"
      + rows.joined() + "\\.\n\n\n"
    let words = ["--receipt", "receipt", "--user", "user"]
    try write(dump + "--\n-- PostgreSQL database dump complete\n--\n", to: "whole.sql")
    let whole = try run("whole", ["--sql", "whole.sql"] + words)
    #expect(whole.output == all, "\(whole.narration)")
    #expect(whole.status == 0)
    try write(dump, to: "cut.sql")
    let cut = try run("cut", ["--sql", "cut.sql"] + words)
    #expect(cut.output == "6 filed, 0 on file already, 0 rejected, 1 unreadable\n")
    #expect(cut.status == 1)
    #expect(cut.narration.contains("its last line, that the dump is complete, is missing"))
  }

  @Test func `an archive's files are documents, and nothing in it is followed`() throws {
    try workbench.makeFolder("d")
    for number in receipts.indices { try workbench.write(receipts[number], to: "d/\(number)") }
    try shell("ln -s /etc/passwd d/link && tar -cf a.tar d && gzip -k a.tar && gzip d/0")
    let answer = try run("tar", ["a.tar.gz"])
    #expect(answer.output == "6 filed, 0 on file already, 0 rejected, 1 unreadable\n")
    #expect(
      answer.narration.contains("a.tar.gz: d/link cannot be read: it is a link in an archive.")
    )
    #expect(try run("tar", ["a.tar"]).output.hasPrefix("0 filed, 6 on file already"))
    #expect(try run("folder", ["d/0.gz", "d/1"]).output.hasPrefix("2 filed"))
    try shell("head -c 2000 a.tar.gz > cut.tar.gz")
    let cut = try run("cut", ["cut.tar.gz"])
    #expect(cut.status == 1)
    #expect(cut.narration.contains("the file may be incomplete"), "\(cut.narration)")
    try shell("head -c 3000000 /dev/zero | gzip > bomb.gz")
    let bomb = try run("bomb", ["--unpacked-limit", "1", "--jsonl", "bomb.gz"])
    #expect(bomb.narration.contains("it unpacks to more than 1 MiB"), "\(bomb.narration)")
  }

  @Test func `what is refused is listed in a report with its row, and not its content`() throws {
    let rows = (0..<30).map { "secret-\($0),hello-\($0)\n" }
    try write("user,receipt\nu0,\(base64(0))\n" + rows.joined(), to: "t.csv")
    let words = ["--csv", "t.csv", "--receipt", "receipt", "--user", "user"]
    let answer = try run("r", words + ["--report", "r.csv"])
    #expect(answer.status == 2)
    #expect(answer.narration.split(separator: "\n").count == 21)
    #expect(answer.narration.contains("10 more were refused; the report lists all."))
    let report = String(decoding: try workbench.read("r.csv"), as: UTF8.self)
    let lines = report.split(separator: "\n")
    #expect(lines.count == 31)
    #expect(lines[0] == "file,row,code,reason")
    #expect(lines[1].hasPrefix("\"t.csv\",\"3\",\""), "\(lines[1])")
    #expect(!report.contains("secret") && !report.contains("hello"))
    #expect(try run("r", words + ["--report", "r.csv"]).status == 1)
    #expect(try run("r", words + ["--report", "r.jsonl"]).status == 2)
    let json = String(decoding: try workbench.read("r.jsonl"), as: UTF8.self)
    #expect(json.hasPrefix(#"{"schemaVersion":1,"file":"t.csv","row":3,"#), "\(json.prefix(80))")
  }

  @Test func `another service's purchases give nobody anything, but name users and questions`()
    throws
  {
    try write(
      """
      rc_original_app_user_id,rc_last_seen_app_user_id_alias,store,is_sandbox,store_transaction_id,\
      original_store_transaction_id,reserved_subscriber_attributes
      $RCAnonymousID:1,ada,app_store,false,101,100,"{""$email"": {""value"": ""ada@example.com""}}"
      $RCAnonymousID:1,ada,app_store,false,102,100,
      bob,bob,play_store,false,GPA.1-2..3,GPA.1-2,{}
      eve,eve,stripe,false,si_1,si_1,
      ,,app_store,false,103,103,

      """,
      to: "rc.csv"
    )
    let words = ["--from", "revenuecat", "--app", "com.example.reader", "rc.csv"]
    func answer(_ further: [String] = []) throws -> Workbench.Answer {
      try workbench.run(["import", "--ledger", "l.sqlite"] + words + further)
    }
    let expected = """
      5 rows, 1 refused
      users: 1 new, 0 changed, 2 unchanged
      store queries: 1 about purchases at Apple, 1 about purchases at Google
      """
    let tried = try answer(["--dry-run"])
    #expect(tried.output.hasPrefix(expected), "\(tried.output)\(tried.narration)")
    #expect(workbench.files(beginning: "l.sqlite") == [])
    let done = try answer()
    #expect(done.status == 2)
    #expect(done.output.contains("2 new in the queue"), "\(done.output)")
    #expect(done.narration.contains("rc.csv, row 6 is refused. It names no user."))
    #expect(try answer().output.contains("0 new in the queue"))
    let jobs = try workbench.run(["jobs", "--ledger", "l.sqlite"]).output
    #expect(
      jobs.contains("look-up-transaction  100 ") && jobs.contains("look-up-transaction  GPA.1-2 ")
    )
    #expect(try !orders("l").contains("com.example.reader"))
    let users = try workbench.run(["ls", "users", "--csv", "--reveal", "--ledger", "l.sqlite"])
    #expect(users.output.contains("ada@example.com"), "\(users.output)\(users.narration)")
  }
}
