import Foundation
import TestSupport
import Testing

/// What a developer has of a running simulator: things to paste, and settings that serve.
@Suite struct `A developer's simulator` {
  private let workbench: Workbench
  private let simulator: RunningProgram
  private let address: String

  init() throws {
    workbench = try Workbench()
    simulator = try workbench.start(["simulate", "--listen", "127.0.0.1:0", "--dir", "sim"])
    address = try #require(simulator.narrated(between: "answer at ", and: ". Ctrl-C"))
  }

  private func simulate(_ words: String...) throws -> Workbench.Answer {
    try workbench.run(["simulate"] + words + ["--at", address])
  }

  private func buy(_ product: String, _ more: String...) throws -> [String: Any] {
    let bought = try workbench.run(
      ["simulate", "act", "buy", "--product", product, "--account", "ada", "--at", address] + more
    )
    try #require(bought.status == 0, "\(bought.narration)")
    let json = try JSONSerialization.jsonObject(with: Data(bought.output.utf8))
    return try #require(json as? [String: Any])
  }

  private func purser(_ words: String...) throws -> Workbench.Answer {
    try workbench.run(words + ["--config", "sim/settings.toml", "--ledger", "ledger.sqlite"])
  }

  @Test(arguments: ["receipt", "transaction"])
  func `prints what Apple signed, which can be imported`(_ thing: String) throws {
    let sale = try buy("plus.monthly")
    let printed = try simulate(thing, "ada")
    #expect(printed.status == 0, "\(printed.narration)")
    #expect(printed.narration.isEmpty)
    #expect(printed.output.hasSuffix("\n") && !printed.output.dropLast().contains("\n"))
    try workbench.write(Array(printed.output.utf8), to: "document")
    let filed = try purser("import", "document")
    #expect(filed.status == 0, "\(filed.output)\(filed.narration)")
    let number = try #require(sale["transaction"] as? String)
    #expect(try purser("ls", "orders", "--jsonl").output.contains(number))
  }

  @Test func `prints tokens alone`() throws {
    let sale = try buy("lifetime", "--store", "google")
    let test = try buy("plus.monthly", "--store", "google", "--sandbox")
    #expect(try simulate("token", "ada").output == "\(sale["token"] as? String ?? "")\n")
    #expect(
      try simulate("token", "ada", "--sandbox", "--product", "plus.monthly").output
        == "\(test["token"] as? String ?? "")\n"
    )
    for words in [["push-token"], ["store-id-key", "ada", "--service", "purchase"]] {
      let token = try workbench.run(["simulate"] + words + ["--at", address])
      #expect(token.status == 0, "\(token.narration)")
      #expect(token.output.split(separator: ".").count == 3)
    }
    #expect(try simulate("store-id-key", "ada", "--service", "music").status == 64)
  }

  @Test func `says how to go on where there is nothing, or nobody`() throws {
    let nothing = try simulate("token", "ben & co")
    #expect(nothing.status == 4)
    #expect(nothing.output.isEmpty)
    #expect(nothing.narration.contains("ben & co has not bought anything"), "\(nothing.narration)")
    #expect(nothing.narration.contains("purser simulate act buy --store google"))
    simulator.kill()
    let nobody = try simulate("receipt", "ada")
    #expect(nobody.status == 1)
    #expect(nobody.narration.contains("No simulator is running at \(address)"))
  }

  @Test(arguments: [
    ("refund", "apple", "apple", "REFUND"), ("fail-billing", "apple", "apple", "DID_FAIL_TO_RENEW"),
    ("renew", "apple", "apple", "DID_RENEW"), ("buy", "apple", "apple", "SUBSCRIBED"),
    ("refund", "apple --v1", "apple/v1", "CANCEL"), ("cancel", "google", "google", ":3,"),
    ("test", "google", "google", "testNotification"), ("buy", "amazon", "amazon", "amazon"),
  ])
  func `sends a server what a store would`(
    action: String,
    store: String,
    place: String,
    word: String
  ) throws {
    let server = try workbench.start([
      "serve", "--config", "sim/settings.toml", "--ledger", "ledger.sqlite", "--no-jobs",
      "--listen", "127.0.0.1:0",
    ])
    let there = try #require(server.narrated(between: "answers at ", and: "\""))
    let words =
      ["send", action, "--store"] + store.split(separator: " ").map(String.init)
      + ["--to", "\(there)/notifications/\(place)"]
    let sent = try workbench.run(words + ["--dir", "sim", "--json"])
    #expect(sent.status == 0, "\(sent.output)\(sent.narration)")
    #expect(sent.output.contains(word), "\(sent.output)")
    #expect(sent.output.contains("\"status\":20"), "\(sent.output)")
    let shown = try workbench.run(words)
    #expect(shown.status == 2, "Other keys signed: \(shown.output)")
    #expect(shown.output.hasPrefix("POST \(there)"), "\(shown.output)")
  }

  @Test func `says when a store sends nothing, or nobody answers`() throws {
    let nothing = try workbench.run(["send", "price", "--store", "amazon", "--to", address])
    #expect(nothing.status == 4, "\(nothing.output)\(nothing.narration)")
    let nobody = try workbench.run(["send", "buy", "--to", "http://127.0.0.1:1/"])
    #expect(nobody.status == 1 && nobody.output.contains("no answer"), "\(nobody.output)")
    #expect(try workbench.run(["send", "buy", "--to", "file:///etc/passwd"]).status == 64)
    #expect(try workbench.run(["send", "dance", "--to", address]).status == 64)
  }

  @Test func `takes no file for a folder, and sends with the keys of a simulator alone`() throws {
    try workbench.write([0x31], to: "notes.txt")
    for command in [["simulate", "--listen", "127.0.0.1:0"], ["sandbox", "--plain"]] {
      let refused = try workbench.run(command + ["--dir", "notes.txt"])
      #expect(refused.status == 64)
      #expect(
        refused.narration.contains("notes.txt is a file, not a folder. Name a folder with --dir."),
        "\(refused.narration)"
      )
    }
    let mistyped = try workbench.run(["send", "buy", "--to", address, "--dir", "smi"])
    #expect(mistyped.status == 64)
    #expect(mistyped.narration.contains("smi is not a simulator's folder"), "\(mistyped.narration)")
    #expect(workbench.files(beginning: "smi") == [])
  }

  @Test func `writes settings with which purser serve opens every endpoint`() throws {
    let checked = try purser("serve", "--check")
    #expect(checked.status == 0, "\(checked.narration)")
    #expect(checked.narration.isEmpty, "\(checked.narration)")
    for endpoint in [
      "validate", "playfab", "verify", "upload", "apple", "apple-v1", "google", "amazon", "api",
    ] {
      #expect(checked.output.contains(try Regex("(?m)^\(endpoint) +on ")), "\(endpoint)")
    }
    let health = try purser("checkhealth").output
    #expect(health.contains("ENDPOINTS") && !health.contains("refused"), "\(health)")
    let key = try workbench.read("sim/api-key")
    #expect(try workbench.mode(of: "sim/api-key") == 0o600)
    simulator.kill()
    let again = try workbench.start(["simulate", "--listen", "127.0.0.1:0", "--dir", "sim"])
    _ = try #require(again.narrated(between: "answer at ", and: ". Ctrl-C"))
    #expect(try workbench.read("sim/api-key") == key, "clients keep their keys")
    try workbench.write([], to: "sim/upload-key")
    #expect(
      try purser("serve", "--check").output.contains("off  [serve.upload] key-file is empty")
    )
  }
}

/// What `purser serve` says before it can serve anybody.
@Suite struct `A server without settings` {
  private let workbench: Workbench

  init() throws { workbench = try Workbench() }

  private func check(_ settings: String) throws -> Workbench.Answer {
    try workbench.write(Array(settings.utf8), to: "config.toml")
    return try workbench.run(["serve", "--check", "--config", "config.toml"])
  }

  @Test func `says how to open something`() throws {
    try workbench.write([], to: "config.toml")
    let server = try workbench.start([
      "serve", "--config", "config.toml", "--ledger", "ledger.sqlite", "--no-jobs",
      "--listen", "127.0.0.1:0",
    ])
    let said = try #require(server.narrated(between: "Open: ", and: "\""))
    #expect(said.hasPrefix("nothing."))
    #expect(said.contains("[serve.apple]"))
    #expect(said.contains("purser serve --check") && said.contains("purser help endpoints"))
    #expect(try workbench.run(["help", "endpoints"]).status == 0)
  }

  @Test func `names all missing settings of an endpoint at once`() throws {
    let google = try check("[[app]]\npackage = \"com.example.reader\"\n[serve.google]\n")
    #expect(google.status == 0)
    #expect(
      google.output.contains(
        "[serve.google] audience (or [serve] public-url), email and subscription are not set"
      ),
      "\(google.output)"
    )
    for (settings, keys) in [
      (
        "[[serve.validate.app]]\n",
        "serve.validate.app.name, serve.validate.app.key-file must be set"
      ),
      ("[[serve.api.key]]\n", "serve.api.key.name, serve.api.key.scopes must be set"),
    ] {
      let refused = try check(settings)
      #expect(refused.status == 64)
      #expect(refused.narration.contains(keys), "\(refused.narration)")
    }
  }

  @Test(arguments: ["google", "amazon"])
  func `takes the keys of senders only from where nobody on the way can change them`(
    store: String
  ) throws {
    for address in ["http://keys.example.com/a.pem", "ftp://127.0.0.1/a.pem", "a.pem"] {
      let refused = try check("[serve.\(store)]\ncerts-url = \"\(address)\"\n")
      #expect(refused.status == 64, "\(address)")
      #expect(refused.narration.contains("serve.\(store).certs-url"), "\(refused.narration)")
    }
    for address in ["https://keys.example.com/a.pem", "http://127.0.0.1:7460/a.pem"] {
      #expect(try check("[serve.\(store)]\ncerts-url = \"\(address)\"\n").status == 0)
    }
  }

  @Test func `names all missing files with secrets at once`() throws {
    let refused = try check(
      "[serve.verify]\ntoken-file = \"token\"\n[serve.upload]\nkey-file = \"key\"\n"
        + "[[stores.apple.app]]\nbundle-id = \"com.example.reader\"\nkey-file = \"a.p8\"\n"
    )
    #expect(refused.status == 64)
    #expect(refused.narration.contains("names files that are not there: a.p8, key, token."))
  }

  @Test func `does not take an empty file for an API key`() throws {
    try workbench.write([], to: "api-key")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o600],
      ofItemAtPath: workbench.path(of: "api-key")
    )
    let refused = try check(
      "[[serve.api.key]]\nname = \"crm\"\nkey-file = \"api-key\"\nscopes = [\"read\"]\n"
    )
    #expect(refused.status == 64)
    #expect(refused.narration.contains("serve.api.key.key-file must be"), "\(refused.narration)")
    #expect(refused.narration.contains("not empty"), "\(refused.narration)")
  }
}
