import Basics
import Foundation
import TestSupport
import Testing

/// `purser case`, and the story that is made of what it writes.
@Suite struct `A case file` {
  private static let token = "opaquetokenofada.AO-J1Oz7xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxQ9"
  private static let account = "7f3a2b10-5c77-4c1e-9a55-0123456789ab"
  private static let message =
    "Hi, I am ada LOVELACE <script>alert(1)</script> **bold**. No premium! ADA@example.com "
    + "https://a.example www.b.example"
  private let workbench: Workbench

  init() throws {
    workbench = try Workbench()
    try workbench.write(
      Array(
        "id,email,name,accounts\nu-1,ada@example.com,Ada Lovelace,\(Self.account)\n".utf8
      ),
      to: "users.csv"
    )
    let users = try workbench.run(
      ["import", "users", "--csv", "users.csv", "--ledger", "ledger.sqlite"]
    )
    #expect(users.status == 0, "\(users.narration)")
    let answer: JSONValue = [
      "kind": "androidpublisher#subscriptionPurchaseV2", "startTime": "2026-03-10T10:00:20Z",
      "regionCode": "US", "subscriptionState": "SUBSCRIPTION_STATE_ON_HOLD",
      "latestOrderId": "GPA.3399-0011-2233-44556",
      "externalAccountIdentifiers": ["obfuscatedExternalAccountId": .string(Self.account)],
      "subscribeWithGoogleInfo": [
        "emailAddress": "ada.private@example.org", "givenName": "Augusta", "familyName": "King",
      ],
      "lineItems": [
        [
          "productId": "<img src=x onerror=alert(1)>", "expiryTime": "2026-04-10T10:00:20Z",
          "latestSuccessfulOrderId": "GPA.3399-0011-2233-44556",
          "autoRenewingPlan": ["autoRenewEnabled": true],
        ]
      ],
    ]
    try workbench.write(Array(answer.encoded.utf8), to: "answer.json")
    let filed = try workbench.run([
      "import", "--ledger", "ledger.sqlite", "--user", "u-1", "--app", "com.example.reader",
      "--token", Self.token, "--store-answer", "answer.json",
    ])
    #expect(filed.status == 0, "\(filed.output) \(filed.narration)")
  }

  private func write(_ options: String...) throws -> Workbench.Answer {
    try workbench.run(
      [
        "case", "--ledger", "ledger.sqlite", "--by", "kim", "--html", "c.html", "--md", "c.md",
        "--json", "c.json",
      ] + options + [Self.message]
    )
  }

  /// The files, and the data in their comments.
  private func texts() throws -> [String] {
    let files = try ["c.html", "c.md", "c.json"].map {
      String(decoding: try workbench.read($0), as: UTF8.self)
    }
    let comments = files.compactMap { file -> String? in
      guard let start = file.firstRange(of: "purser-case-file:") else { return nil }
      let base64 = file[start.upperBound...].prefix { $0 != " " }
      return Data(base64Encoded: String(base64)).map { String(decoding: $0, as: UTF8.self) }
    }
    #expect(comments.count == 2)
    return files + comments
  }

  @Test func `shows no name, address, token or account of its subject`() throws {
    let answer = try write()
    #expect(answer.status == 0, "\(answer.narration)")
    let secrets = [
      "lovelace", "ada@example.com", "ada.private", "augusta", "king\"", Self.token.lowercased(),
      "opaquetokenofada", Self.account, "i am ada",
    ]
    for text in try texts().map({ $0.lowercased() }) {
      for secret in secrets { #expect(!text.contains(secret), "\(secret) is in\n\(text)") }
      #expect(text.replacing("&#64;", with: "@").contains("a…@example.com"))
      #expect(text.contains("gpa.3399-0011-2233-44556"))
    }
    for name in ["c.html", "c.md", "c.json"] { #expect(try workbench.mode(of: name) == 0o600) }
  }

  @Test func `shows them if the operator says so, and says that it does`() throws {
    #expect(try write("--reveal").status == 0)
    for text in try texts() { #expect(text.contains("Lovelace")) }
    // The pages show no purchase's token; the data do.
    for text in try texts().suffix(3) { #expect(text.contains(Self.token)) }
    #expect(try texts().prefix(2).allSatisfy { $0.contains("Not redacted") })
    let log = try workbench.run(["audit", "--ledger", "ledger.sqlite"]).output
    #expect(log.contains("case-file-revealed") && log.contains("kim"), "\(log)")
  }

  @Test func `runs nothing, loads nothing and escapes what others wrote`() throws {
    _ = try write()
    let html = String(decoding: try workbench.read("c.html"), as: UTF8.self)
    #expect(html.contains("default-src 'none'"))
    #expect(html.contains("&lt;script&gt;") && html.contains("&lt;img src=x"))
    for part in ["<script", "<img", "<a ", "href=", "src=\"", "url(http", "@import", "onerror=\""] {
      #expect(!html.contains(part), "\(part)")
    }
    #expect(html.contains("<svg") && html.contains("GPA.3399-0011-2233-44556"))
    let md = String(decoding: try workbench.read("c.md"), as: UTF8.self)
    #expect(md.contains("&lt;script&gt;") && md.contains("\\*\\*bold\\*\\*"))
    #expect(!md.contains("<img") && !md.contains("<script"))
    #expect(md.contains("https&#58;//a.example www&#46;b.example"))
  }

  @Test(arguments: ["c.html", "c.md", "c.json"])
  func `becomes a story with the same verdict`(_ name: String) throws {
    _ = try write()
    let json = try #require(try? JSONReader.value(workbench.read("c.json")))
    let verdict = try #require(json["answer"]?["verdict"]?["code"]?.string)
    #expect(verdict == "payment-on-hold" || verdict == "expired-after-billing", "\(verdict)")
    let made = try workbench.run(["story", "from", "--to", "made.toml", name])
    #expect(made.status == 0, "\(made.narration)")
    let check = try workbench.run(["story", "check", "made.toml"])
    #expect(check.status == 0 && check.output.contains(verdict), "\(check.output)")
  }

  @Test func `replaces no file, and leaves a mark in the audit log`() throws {
    #expect(try write().status == 0)
    let again = try write()
    #expect(again.status == 1 && again.narration.contains("c.html already exists"))
    let page = try workbench.read("c.md")
    let other = try workbench.run([
      "case", "--ledger", "ledger.sqlite", "--html", "new.html", "--md", "c.md", "u-1",
    ])
    #expect(other.status == 1)
    #expect(other.narration.contains("c.md already exists and was not changed"))
    #expect(!other.narration.contains("Nothing was written"), "\(other.narration)")
    #expect(try workbench.read("c.md") == page)
    let log = try workbench.run(["audit", "--ledger", "ledger.sqlite", "--json"]).output
    #expect(log.contains("case-file") && !log.contains("revealed"), "\(log)")
    // SHA-256 of the user's ID.
    let hash = "a24a7f55f278dd49fb1f99c5507800cb198a5bfe10fe2126cd0b25672152b0da"
    #expect(!log.contains(hash), "\(log)")
  }

  @Test func `without a name is HTML named after the user`() throws {
    let answer = try workbench.run(["case", "--ledger", "ledger.sqlite", "u-1"])
    #expect(answer.status == 0, "\(answer.narration)")
    #expect(workbench.files(beginning: "case-u-1-2").first?.hasSuffix(".html") == true)
  }

  @Test(
    arguments: [
      ("{}", "formatVersion is missing"), ("{\"formatVersion\": 2}", "has the format version 2"),
      ("{\"formatVersion\": 1}", "is missing or has another form"), ("hello", "no case file"),
      ("<!-- purser-case-file:%%% -->", "incomplete"),
    ]
  )
  func `that is none is refused with the reason`(_ text: String, _ reason: String) throws {
    try workbench.write(Array(text.utf8), to: "c.json")
    let made = try workbench.run(["story", "from", "c.json"])
    #expect(made.status == 64 && made.output.isEmpty)
    #expect(made.narration.contains("c.json: ") && made.narration.contains(reason))
  }
}
