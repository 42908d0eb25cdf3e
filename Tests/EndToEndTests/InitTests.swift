import Foundation
import TestSupport
import Testing

/// `purser init`, from nothing to settings that serve.
@Suite struct `A guided set-up` {
  private let workbench: Workbench

  init() throws { workbench = try Workbench() }

  private func text(_ name: String) throws -> String {
    String(decoding: try workbench.read(name), as: UTF8.self)
  }

  private func initialize(_ words: String..., input: String = "") throws -> Workbench.Answer {
    try workbench.run(["init", "--config", "set/config.toml"] + words, input: input)
  }

  @Test func `with simulated stores opens every endpoint, and its checks succeed`() throws {
    let simulator = try workbench.start(["simulate", "--listen", "127.0.0.1:0", "--dir", "sim"])
    _ = try #require(simulator.narrated(between: "answer at ", and: ". Ctrl-C"))
    let answers = """
      stores = ["apple", "google", "microsoft", "amazon"]
      endpoints = ["validate", "playfab", "verify", "upload", "notifications", "api"]
      ledger = "made.sqlite"
      catalog = "catalog.csv"
      [serve]
      public-url = "https://iap.example.com"
      [playfab]
      title = "A1B2"
      """
    try workbench.write(Array(answers.utf8), to: "answers.toml")
    let catalog = "item,product,store,kind,entitlements\npro,plus.monthly,apple,subscription,pro\n"
    try workbench.write(Array(catalog.utf8), to: "catalog.csv")
    let made = try initialize("--sandbox", "sim", "--answers", "answers.toml")
    #expect(made.status == 0, "\(made.narration)")
    for service in ["App Store Server API, production", "Google Play Android Publisher API"] {
      let line = made.narration.split(separator: "\n").first { $0.contains(service) }
      #expect(line?.hasSuffix(": ok") == true, "\(made.narration)")
    }
    #expect(!made.output.contains("Still missing"), "\(made.output)")
    for part in [
      "https://iap.example.com/notifications/apple", "/v1/validate?appName=reader&apiKey=",
      "https://iap.example.com/verify/", "X-App-Key: ", "Bearer pk_",
    ] { #expect(made.output.contains(part), "\(part)") }
    for file in workbench.files(beginning: "set") + ["set/config.toml", "set/validate-key"]
    where file != "set" { #expect(try workbench.mode(of: file) == 0o600, "\(file)") }
    let check = try workbench.run(["serve", "--check", "--config", "set/config.toml"])
    for endpoint in ["validate", "playfab", "verify", "upload", "apple", "google", "amazon", "api"]
    {
      let line = check.output.split(separator: "\n").first { $0.hasPrefix("\(endpoint) ") }
      #expect(line?.contains(" on ") == true, "\(endpoint): \(check.output)")
    }
    let stores = try workbench.run(["stores", "check", "--config", "set/config.toml"])
    #expect(stores.status == 0 && !stores.output.contains("not configured"), "\(stores.output)")
    let items = try workbench.run(["info", "--ledger", "set/made.sqlite"])
    #expect(items.status == 0, "\(items.narration)")
  }

  @Test func `asks one question after the other, goes back, and explains`() throws {
    let input = """
      amazzon
      amazon
      ?
      Reader
      <
      Reader Plus

      com.example.reader

      none

      """
    let secret = "a very secret key"
    let lines = input.replacing("\n\nnone\n", with: "\n\(secret)\nnone\n\n")
    let answer = try initialize("--no-check", input: lines)
    #expect(answer.status == 0, "\(answer.narration)")
    #expect(answer.narration.contains("did you mean amazon?"))
    #expect(answer.narration.contains("A name to show."))
    #expect(!(answer.narration + answer.output).contains(secret))
    let settings = try text("set/config.toml")
    #expect(settings.contains("name = \"Reader Plus\"\npackage = \"com.example.reader\"\n"))
    #expect(settings.contains("[stores.amazon]\nsecret-file = \"amazon-shared-secret\"\n"))
    #expect(!settings.contains("serve") && !settings.contains("ledger"))
    #expect(try text("set/amazon-shared-secret") == secret)
    #expect(try workbench.mode(of: "set/amazon-shared-secret") == 0o600)
  }

  @Test func `writes nothing when the input ends, or when an answer is missing`() throws {
    let ended = try initialize("--no-check", input: "amazon\nReader\n")
    #expect(ended.status == 64 && ended.narration.contains("Nothing was written"))
    try workbench.write(
      Array("stores = [\"apple\"]\n[apple]\nkey-fil = \"x\"\n".utf8),
      to: "answers.toml"
    )
    let unknown = try initialize("--answers", "answers.toml")
    #expect(unknown.status == 64 && unknown.narration.contains("did you mean apple.key-file?"))
    try workbench.write(
      Array("stores = [\"apple\"]\nendpoints = [\"api\"]\n".utf8),
      to: "answers.toml"
    )
    let missing = try initialize("--answers", "answers.toml")
    #expect(missing.status == 64)
    for key in ["app.name", "app.bundle-id", "apple.key-file", "apple.issuer"] {
      #expect(missing.narration.contains("\(key) is missing"), "\(missing.narration)")
    }
    #expect(
      missing.narration.contains("answers.toml: nothing was written.\n  app.name is missing."),
      "\(missing.narration)"
    )
    #expect(workbench.files(beginning: "set") == [])
  }

  @Test(arguments: [false, true])
  func `reads the file of all questions, as printed and with every key set`(isSet: Bool) throws {
    let lines = try initialize("--questions").output.split(separator: "\n").map { line in
      isSet && line.contains(" = ") ? String(line.dropFirst("# ".count)) : String(line)
    }
    let headers = lines.filter { $0.hasPrefix("[") }
    #expect(headers.contains("[app]") && Set(headers).count == headers.count, "\(headers)")
    try workbench.write(Array(lines.joined(separator: "\n").utf8), to: "answers.toml")
    let answer = try initialize("--no-check", "--answers", "answers.toml")
    #expect(answer.status == 64)
    #expect(
      answer.narration.contains("answers.toml: nothing was written.\n  app.name is missing."),
      "\(answer.narration)"
    )
    #expect(answer.narration.contains("validate.name is missing") == isSet)
  }

  @Test func `run again changes only what is answered differently`() throws {
    try workbench.makeFolder("set")
    let before = """
      # Our settings.
      theme = "gruvbox-dark"
      account-ids = [
        "plain",  # a ] in a comment
        "md5",
      ]

      [[app]] # the only one
      name = "Reader"
      package = 'com.example.reader'

      [stores.amazon]
      secret-env = "RVS" # from the vault

      [serve]
      listen = "127.0.0.1:8080" # behind nginx
      [[serve.api.key]]
      name = "backend"
      hash = "sha256:\(String(repeating: "0", count: 64))"
      scopes = ["read", "write"]
      [jobs]
      poll-hours = 6

      """
    try workbench.write(Array(before.utf8), to: "set/config.toml")
    let environment = ["RVS": "x"]
    let input = Array(repeating: "", count: 12).joined(separator: "\n")
    let same = try workbench.run(
      ["init", "--config", "set/config.toml", "--no-check"],
      input: input,
      environment: environment
    )
    #expect(same.status == 0, "\(same.narration)")
    #expect(try text("set/config.toml") == before)
    try workbench.write(
      Array("[app]\nname = \"Reader 2\"\n[serve]\npublic-url = \"https://x.example\"\n".utf8),
      to: "answers.toml"
    )
    let changed = try workbench.run(
      ["init", "--config", "set/config.toml", "--no-check", "--answers", "answers.toml"],
      environment: environment
    )
    #expect(changed.status == 0, "\(changed.narration)")
    let after = before.replacing("name = \"Reader\"", with: "name = \"Reader 2\"").replacing(
      "# behind nginx\n",
      with: "# behind nginx\npublic-url = \"https://x.example\"\n"
    )
    #expect(try text("set/config.toml") == after)
  }

  @Test func `reports credentials that a store refuses, and writes the settings nevertheless`()
    throws
  {
    let simulator = try workbench.start(["simulate", "--listen", "127.0.0.1:0", "--dir", "sim"])
    _ = try #require(simulator.narrated(between: "answer at ", and: ". Ctrl-C"))
    let answers = "stores = [\"amazon\"]\n[amazon]\nsecret-file = \"wrong\"\n"
    try workbench.write(Array(answers.utf8), to: "answers.toml")
    try workbench.write(Array("wrong".utf8), to: "wrong")
    let answer = try initialize("--sandbox", "sim", "--answers", "answers.toml")
    #expect(answer.status == 1, "\(answer.narration)")
    #expect(answer.narration.contains("Amazon Receipt Verification Service"))
    #expect(try text("set/amazon-shared-secret") == "wrong")
  }
}
