import Foundation
import GRDB
import TestSupport
import Testing

/// What an operator does by hand, answers to privacy requests, and the checks of the ledger.
@Suite struct OperationsTests {
  private let workbench: Workbench

  init() throws {
    workbench = try Workbench()
    let start = Date(timeIntervalSinceNow: -86_400)
    let sale = """
      {"kind":"androidpublisher#subscriptionPurchaseV2","startTime":"\(start.formatted(.iso8601))",
       "regionCode":"DE","subscriptionState":"SUBSCRIPTION_STATE_ACTIVE",
       "latestOrderId":"GPA.3312-9871-1200-44444",
       "externalAccountIdentifiers":{"obfuscatedExternalAccountId":"ada-at-google"},
       "lineItems":[{"productId":"gold",
         "expiryTime":"\(start.addingTimeInterval(2_592_000).formatted(.iso8601))",
         "latestSuccessfulOrderId":"GPA.3312-9871-1200-44444",
         "autoRenewingPlan":{"autoRenewEnabled":true},"offerDetails":{"basePlanId":"monthly"}}]}
      """
    try workbench.write(Array(sale.utf8), to: "sale.json")
    #expect(try run("import", Self.context + ["--user", "ada", "sale.json"]).status == 0)
  }

  private static let context = [
    "--store-answer", "--app", "com.example.reader", "--token", "secret", "--device", "phone-1",
  ]

  private func run(_ verb: String..., words: [String] = []) throws -> Workbench.Answer {
    try workbench.run(verb + ["--ledger", "ledger.sqlite"] + words)
  }

  private func run(_ verb: String, _ words: [String]) throws -> Workbench.Answer {
    try workbench.run([verb, "--ledger", "ledger.sqlite"] + words)
  }

  private func act(_ deed: String, _ words: String...) throws -> Workbench.Answer {
    try run("act", deed, words: ["--by", "kim"] + words)
  }

  @Test func `every act takes effect, is recorded, and stands a replay`() throws {
    #expect(try act("grant", "ada", "bonus", "--until", "2099-01-01").status == 0)
    #expect(try run("why", ["ada"]).output.contains("gold"))
    #expect(try act("withdraw", "ada", "bonus").status == 0)
    #expect(try act("note", "ada", "called", "twice").status == 0)
    #expect(try act("transfer", "--new", "GPA.3312-9871-1200-44444", "bob").status == 0)
    #expect(try act("merge", "bob", "ada").status == 0)
    #expect(try act("consume", "GPA.3312-9871-1200-44444").status == 0)
    #expect(try act("policy", "keep").output.hasPrefix("the policy is keep (document "))
    let audit = try run("audit", ["--limit", "5"])
    #expect(
      audit.output.split(separator: "\n").map { $0.split(separator: " ")[2] }
        == ["policy", "consume", "merge", "transfer", "note"]
    )
    #expect(audit.output.split(separator: "\n").allSatisfy { $0.hasSuffix("  kim") })
    #expect(audit.narration.contains("The newest 5 of 7 entries"))
    #expect(try run("replay", ["--check"]).status == 0)
    #expect(try run("check", []).status == 0)
  }

  @Test func `an act on what is not on file says so and does nothing`() throws {
    for words in [
      ["grant", "nobody", "gold"], ["note", "nobody", "hello"], ["consume", "GPA.0000"],
      ["transfer", "GPA.0000-0000-0000-00000", "ada"], ["merge", "nobody", "ada"],
      ["merge", "ada", "nobody"], ["withdraw", "ada", "gold"],
    ] {
      let answer = try run("act", words[0], words: Array(words.dropFirst()))
      #expect(answer.status == 4, "\(words): \(answer.narration)")
    }
    #expect(try act("policy", "whatever").status == 64)
    #expect(try act("grant", "ada", "").status == 64)
    #expect(try act("grant", "ada", "gold", "--until", "2027-02-30").status == 64)
    #expect(try run("lookup", ["", "--app", "com.example.reader"]).status == 64)
    #expect(try run("lookup", ["kim@example.com", "--app", "com.example.reader"]).status == 64)
    #expect(try run("audit", []).output.isEmpty)
  }

  @Test func `a purchase belongs to the user of its last transfer, back and forth`() throws {
    for user in ["bob", "ada", "bob", "ada"] {
      #expect(try act("transfer", "--new", "GPA.3312-9871-1200-44444", user).status == 0)
      let listed = try run("ls", ["subs", "--jsonl"]).output
      #expect(listed.contains("\"user\":\"\(user)\""), "\(listed)")
    }
    #expect(try run("replay", ["--check"]).status == 0)
  }

  @Test func `more cannot be consumed than a sale gave`() throws {
    let catalog = """
      version = "main"
      [[item]]
      id = "coins"
      kind = "consumable"
      uses = 3
      products.google = ["coins"]
      """
    let sale = """
      {"kind":"androidpublisher#productPurchase","purchaseState":0,"consumptionState":0,
       "acknowledgementState":1,"purchaseTimeMillis":"1767225600000",
       "orderId":"GPA.3312-9871-1200-55555"}
      """
    try workbench.write(Array(catalog.utf8), to: "catalog.toml")
    try workbench.write(Array(sale.utf8), to: "coins.json")
    #expect(try run("catalog", "import", words: ["catalog.toml"]).status == 0)
    let words = Self.context + ["--product", "coins", "--user", "ada", "coins.json"]
    #expect(try run("import", words).status == 0)
    let order = "GPA.3312-9871-1200-55555"
    #expect(try act("consume", order, "--count", "2").status == 0)
    let refused = try act("consume", order, "--count", "2")
    #expect(refused.status == 4)
    #expect(refused.narration.contains("has 1 left, fewer than 2"), "\(refused.narration)")
    #expect(try act("consume", order).status == 0)
    #expect(try act("consume", order).status == 4)
  }

  @Test func `an entitlement cannot be granted for the past`() throws {
    let refused = try act("grant", "--new", "ada", "pro", "--until", "2020-01-01")
    #expect(refused.status == 64)
    #expect(refused.narration.contains("--until is past"), "\(refused.narration)")
  }

  @Test func `a store action that the purchase does not allow says why`() throws {
    let order = "GPA.3312-9871-1200-44444"
    let review = try run(
      "store",
      "review",
      words: ["--reason", "x", "--prefer", "approve", order]
    )
    #expect(review.status == 4)
    #expect(
      review.narration.contains("Google's request to review \(order) is not on file."),
      "\(review.narration)"
    )
    let account = "7f3a2b10-5c77-4c1e-9a55-0123456789ab"
    let moved = try run("store", "account", words: ["--reason", "x", "--account", account, order])
    #expect(moved.status == 4)
    #expect(moved.narration.contains("was not bought at Apple"), "\(moved.narration)")
  }

  @Test func `an export holds the document and every name, for its owner's eyes only`() throws {
    #expect(try act("note", "ada", "called twice").status == 0)
    let answer = try run("export", "user", words: ["--to", "ada.json", "ada"])
    #expect(answer.status == 0, "\(answer.narration)")
    let text = String(decoding: try workbench.read("ada.json"), as: UTF8.self)
    for word in ["ada-at-google", "phone-1", "called twice", "GPA.3312", "subscriptionPurchaseV2"] {
      #expect(text.contains(word), "\(word)")
    }
    #expect(try workbench.mode(of: "ada.json") == 0o600)
    #expect(
      try run("export", "user", words: ["--to", "ada.json", "ada"]).narration.contains(
        "already exists"
      )
    )
    #expect(try run("export", "user", words: ["nobody"]).status == 4)
    let json = try JSONSerialization.jsonObject(
      with: Data(try run("export", "user", words: ["ada"]).output.utf8)
    )
    #expect((json as? [String: Any])?["user"] as? String == "ada")
  }

  @Test func `whoever is erased is gone from every answer and from the file`() throws {
    #expect(try act("note", "ada", "called twice").status == 0)
    let listed = try run("ls", ["receipts", "--json"]).output
    let document = String(try #require(listed.firstMatch(of: /[0-9a-f]{64}/)).output)
    let answer = try run("erase", "user", words: ["--by", "kim", "ada"])
    #expect(answer.status == 0, "\(answer.narration)")
    #expect(answer.output.contains("2 documents; purchases now belong to erased-1"))
    #expect(try run("erase", "user", words: ["ada"]).status == 4)
    let shown = try run("receipt", "show", words: [document])
    #expect(shown.status == 1)
    #expect(shown.narration.contains("Its content was erased"), "\(shown.narration)")
    #expect(try run("why", ["ada"]).status == 4)
    #expect(try run("replay", ["--check"]).status == 0)
    #expect(try run("check", []).status == 0)
    let again = try run("import", Self.context + ["--user", "ada", "sale.json"])
    #expect(again.output.contains("already filed for erased-1; nothing changed"))
    let bytes = try workbench.files(beginning: "ledger").flatMap { try workbench.read($0) }
    let text = String(decoding: bytes, as: UTF8.self)
    for word in ["ada-at-google", "phone-1", "called twice"] { #expect(!text.contains(word)) }
    #expect(try run("audit", ["--json"]).output.contains("\"deed\": \"erase\""))
  }

  @Test func `a check names what is wrong and exits 1`() throws {
    let file = try DatabaseQueue(path: workbench.path(of: "ledger.sqlite"))
    try file.write { try $0.execute(sql: "UPDATE orderCount SET orders = orders + 1") }
    try file.close()
    let answer = try run("check", [])
    #expect(answer.status == 1)
    #expect(answer.output.contains("ok     audit"))
    #expect(answer.output.contains("wrong  counts"))
    #expect(answer.output.contains("wrong  replay"))
    #expect(try run("check", ["--json"]).output.contains("\"sound\": false"))
  }

  @Test func `whoever asks needs no turn at writing`() throws {
    let writer = try DatabaseQueue(path: workbench.path(of: "ledger.sqlite"))
    try writer.inDatabase { db in
      try db.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE); BEGIN IMMEDIATE")
      defer { try? db.execute(sql: "ROLLBACK") }
      for question in [["info"], ["why", "ada"], ["timeline", "ada"], ["audit"]] {
        let answer = try run(question[0], Array(question.dropFirst()))
        #expect(answer.status == 0, "\(question): \(answer.narration)")
      }
      let answer = try act("note", "ada", "hello")
      #expect(answer.status == 1)
      #expect(answer.narration.contains("is locked by another process. Wait until"))
    }
    #expect(try act("note", "ada", "hello").status == 0, "it goes on by itself")
  }

  @Test func `the ledger and its copies are their owner's alone, whatever the mask`() throws {
    let mask = umask(0)
    defer { umask(mask) }
    try workbench.write(try workbench.read("sale.json"), to: "again.json")
    let ledger = ["--ledger", "new.sqlite"]
    #expect(
      try workbench.run(["import"] + ledger + Self.context + ["--user", "ada", "again.json"]).status
        == 0
    )
    #expect(try workbench.run(["backup"] + ledger + ["copy.sqlite"]).status == 0)
    let export = ["export", "user"] + ledger + ["--to", "copy.json", "ada"]
    #expect(try workbench.run(export, mask: "777").status == 0)
    #expect(try workbench.run(["backup"] + ledger + ["copy-2.sqlite"], mask: "777").status == 0)
    for name in workbench.files(beginning: "new") + workbench.files(beginning: "copy") {
      #expect(try workbench.mode(of: name) == 0o600, "\(name)")
    }
  }
}
