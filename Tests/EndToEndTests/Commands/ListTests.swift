import Foundation
import TestSupport
import Testing

/// Lists and queues, as an operator types them.
@Suite struct ListTests {
  private let workbench: Workbench

  init() throws {
    workbench = try Workbench()
    for (user, number) in [("ada@example.com", 1), ("bob", 2), ("\u{1B}[2Jeve\tx", 3)] {
      try workbench.write(Self.subscription(number), to: "\(number).json")
      let answer = try run(
        ["import", "--store-answer", "--app", "com.example.reader", "--token", "token-\(number)"]
          + ["--user", user, "\(number).json"]
      )
      #expect(answer.status == 0, "\(answer.narration)")
    }
  }

  /// Google's answer about a subscription; that of an odd number is over.
  private static func subscription(_ number: Int) -> [UInt8] {
    let order = "GPA.0000-0000-0000-0000\(number)"
    let isOver = number % 2 == 1
    return Array(
      """
      {"kind":"androidpublisher#subscriptionPurchaseV2","startTime":"2026-0\(number)-01T00:00:00Z",
       "subscriptionState":"SUBSCRIPTION_STATE_\(isOver ? "EXPIRED" : "ACTIVE")",
       "latestOrderId":"\(order)","lineItems":[{"productId":"gold",
         "expiryTime":"\(isOver ? "2026-07-01T00:00:00Z" : "2999-01-01T00:00:00Z")",
         "latestSuccessfulOrderId":"\(order)","offerDetails":{"basePlanId":"monthly"}}]}
      """.utf8
    )
  }

  private func run(_ words: [String]) throws -> Workbench.Answer {
    try workbench.run(words + (words.contains("save") ? [] : ["--ledger", "ledger.sqlite"]))
  }

  @Test func `how a query is answered is told without a row of it`() throws {
    let answer = try run(["ls", "users", "--explain", "ada@example.com"])
    #expect(answer.status == 0, "\(answer.narration)")
    #expect(answer.output.contains("UNDERSTOOD") && answer.output.contains("by the index"))
    let whole = try run(["ls", "orders", "--explain"])
    #expect(whole.output.contains("along the index"), "\(whole.output)")
    let walked = try run(["ls", "orders", "--explain", "price>10"])
    #expect(walked.status == 0 && walked.output.contains("FROM"), "\(walked.output)")
  }

  @Test(arguments: ["--md", "--html"])
  func `what a cell holds is text in every form`(form: String) throws {
    let answer = try run(["ls", "users", form, "--reveal"])
    #expect(answer.status == 0 && !answer.output.contains("\u{1B}"), "\(answer.output)")
    #expect(answer.output.contains(form == "--md" ? "| --- |" : "<th>id</th>"))
  }

  @Test(arguments: ["--csv", "--tsv", "--md", "--html"])
  func `no cell is a formula or a link`(form: String) throws {
    let texts = [
      "=1+1", "+1", "-1", "@SUM(1)", "\t=1", "\r=1", " =1", "＝1", "www.example.com",
      "https://example.com", "<script>alert(1)</script>", "[a](javascript:alert(1))",
    ]
    let cells = texts.map { "'\($0)' AS \"\($0)\"" }.joined(separator: ", ")
    let answer = try workbench.run(["sql", "--ledger", "ledger.sqlite", form, "SELECT \(cells)"])
    #expect(answer.status == 0, "\(answer.narration)")
    for line in answer.output.split(whereSeparator: \.isNewline) {
      let plain = line.replacing(#/<[^>]*>|&#39;|\\(?=[^:.])/#) { $0.output == "&#39;" ? "'" : "|" }
      for cell in plain.split(whereSeparator: { ",\t|".contains($0) }) {
        let text = cell.drop { $0 == " " || $0 == "\"" }
        #expect(text.first.map { !"=+@＝".contains($0) } ?? true, "\(line)")
        #expect(!(text.first == "-" && text.dropFirst().first == "1"), "\(line)")
      }
    }
    if form == "--md" || form == "--html" {
      #expect(!answer.output.contains("<script>alert"))
    }
    if form == "--md" {
      #expect(!answer.output.contains("[a]("))
      #expect(!answer.output.contains("https://") && !answer.output.contains("www."))
    }
    if form == "--html" { #expect(answer.output.contains("default-src 'none'")) }
  }

  private func rows(_ words: String...) throws -> [[String: Any]] {
    let answer = try run(["ls"] + words + ["--jsonl"])
    #expect(answer.status == 0, "\(answer.narration)")
    return try answer.output.split(separator: "\n").map {
      try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
  }

  @Test func `a list holds what the query asks for`() throws {
    #expect(try rows("users").count == 3)
    #expect(try rows("users", "state:active").map { $0["id"] as? String } == ["bob"])
    #expect(try rows("users", "-state:active").count == 2)
    #expect(try rows("orders", "GPA.0000-0000-0000-00002").count == 1)
    #expect(try rows("subs", "state:expired", "--reverse").count == 2)
    #expect(try rows("receipts", "user:bob").count == 1)
    #expect(try rows("ent", "is:active").count == 1)
  }

  @Test func `what is left out is said, and the cursor leads on`() throws {
    let first = try run(["ls", "orders", "--limit", "2", "--json"])
    let json = try #require(
      try JSONSerialization.jsonObject(with: Data(first.output.utf8)) as? [String: Any]
    )
    #expect(json["truncated"] as? Bool == true && json["total"] as? Int == 3)
    let next = try #require(json["next"] as? String)
    #expect(first.narration.contains("2 of 3 rows; the rest: --after \(next)"))
    #expect(try rows("orders", "--after", next).count == 1)
    #expect(try run(["ls", "subs", "--after", next]).status == 64)
  }

  @Test func `personal data is masked until it is asked for, and no cell moves the cursor`() throws
  {
    for form in ["--table", "--tsv", "--csv", "--json"] {
      let masked = try run(["ls", "users", form])
      #expect(!masked.output.contains("ada@") && masked.output.contains("a…@example.com"))
      #expect(!masked.output.contains("\u{1B}"))
      #expect(try run(["ls", "users", "--reveal", form]).output.contains("ada@example.com"))
    }
    let lines = try run(["ls", "users", "--tsv"]).output.split(separator: "\n")
    #expect(
      Set(lines.map { $0.split(separator: "\t", omittingEmptySubsequences: false).count }) == [10]
    )
  }

  @Test func `a fault is shown under the token`() throws {
    let answer = try run(["ls", "users", "bob", "state:grce"])
    #expect(answer.status == 64 && answer.output.isEmpty)
    #expect(answer.narration.contains("bob state:grce\n          ^^^^ state takes"))
    #expect(try run(["ls", "users", "--sort", "received"]).status == 64)
    #expect(try run(["ls", "users", "--jsn"]).status == 64)
  }

  @Test func `a queue is saved, counted, run and dropped`() throws {
    let saved = try run(["queue", "save", "mine", "--list", "subs", "state:active", "-user:ada"])
    #expect(saved.status == 0, "\(saved.narration)")
    let list = try run(["queue"])
    #expect(list.output.contains("1  subs  state:active -user:ada"), "\(list.output)")
    #expect(list.output.contains("billing-trouble"))
    let found = try run(["queue", "run", "mine", "--jsonl"])
    #expect(found.output.contains("\"user\":\"bob\""))
    #expect(try workbench.run(["queue", "drop", "mine"]).status == 0)
    #expect(try workbench.run(["queue", "drop", "mine"]).status == 4)
    #expect(try run(["queue", "run", "mine"]).status == 4)
    #expect(try run(["queue", "save", "bad", "state:grce"]).status == 64)
  }

  @Test func `queues saved at the same time are all saved`() throws {
    let names = (1...8).map { "queue-\($0)" }
    let programs = try names.map { try workbench.start(["queue", "save", $0, "is:active"]) }
    // Signal 0 is none: this only waits for the end.
    for program in programs { #expect(program.stop(by: 0) == 0) }
    let list = try run(["queue"])
    for name in names { #expect(list.output.contains(name), "\(list.output)\(list.narration)") }
  }
}
