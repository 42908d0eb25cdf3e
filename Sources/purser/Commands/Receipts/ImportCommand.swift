import ArgumentParser
import Entitlements
import Foundation
import Persistence
import Receipts
import ServiceCore

/// `purser import`: files documents into the ledger.
struct ImportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Verify the stores' documents and file them in the ledger.",
    discussion: """
      FILE is any document that `purser receipt show` reads, or a folder, whose files are imported \
      by name. Each document is filed in one transaction; filing it again changes nothing. A \
      rejected document is stored with the reason and grants nothing. Unsigned documents are \
      rejected unless --store-answer is given. Exit status: 0 all accepted, 2 at least one \
      rejected, 1 at least one unreadable.
      """
  )

  @OptionGroup var settings: SettingsOptions
  @OptionGroup var ledgerOptions: LedgerOptions
  @OptionGroup var trust: TrustOptions
  @OptionGroup var documents: DocumentOptions
  @OptionGroup var hints: HintOptions

  @Option(
    help: ArgumentHelp(
      """
      The owner of the purchases. Default: the user who already owns one of them, or else a new \
      user named after the first purchase.
      """,
      valueName: "id"
    )
  )
  var user: String?

  @Flag(help: "Read one document per line from each file, in base64, JWS or JSON.")
  var jsonl = false

  @Argument(help: ArgumentHelp("Files, folders, or - for standard input.", valueName: "file"))
  var files: [String]

  func validate() throws {
    guard !files.isEmpty else { throw ValidationError("Name at least one file.") }
    if let user, user.isEmpty || user.utf8.count > 256 {
      throw ValidationError("A user ID has 1 to 256 bytes.")
    }
  }

  func run() throws {
    let assembly = try Assembly(settings, trust)
    let reader = try documents.reader(assembly)
    let ledger = try Ledger(path: ledgerOptions.ledger ?? assembly.ledgerPath)
    let importer = Importer(
      service: EntitlementService(ledger: ledger, receipts: assembly.verifier, reader: reader),
      user: user.map { ID($0) },
      hints: hints.hints,
      trustBasis: hints.storeAnswer ? .storeAnswer : nil
    )
    let (files, jsonl) = (files, jsonl)
    Blocking.run {
      let status = await importer.run(files, byLine: jsonl)
      try ledger.close()
      return status
    }
  }
}

/// Context that a plain store response does not include.
struct HintOptions: ParsableArguments {
  @Option(help: ArgumentHelp("The app that the response is about.", valueName: "id"))
  var app: String?

  @Option(help: ArgumentHelp("The environment: production or sandbox.", valueName: "name"))
  var environment: String?

  @Option(help: ArgumentHelp("The queried product.", valueName: "id"))
  var product: String?

  @Option(help: ArgumentHelp("The purchase token of the query.", valueName: "text"))
  var token: String?

  @Option(help: ArgumentHelp("The device that sent the document.", valueName: "id"))
  var device: String?

  @Flag(help: "Trust unsigned responses: they were fetched from the store over TLS.")
  var storeAnswer = false

  func validate() throws {
    if let environment, Entitlements.Environment(rawValue: environment) == nil {
      throw ValidationError("--environment takes production, sandbox or xcode.")
    }
  }

  var hints: DocumentHints {
    DocumentHints(
      app: app,
      environment: environment,
      productID: product,
      purchaseToken: token,
      device: device
    )
  }
}

/// Files documents one by one and prints the result of each.
private struct Importer: Sendable {
  let service: EntitlementService
  let user: ID<User>?
  let hints: DocumentHints
  let trustBasis: TrustBasis?

  private enum FileResult { case accepted, rejected, failed }

  func run(_ names: [String], byLine: Bool) async -> ExitCode {
    var results: [FileResult] = []
    for name in names {
      do throws(InputError) {
        for file in try InputFile.files(in: name) {
          results += byLine ? try await lines(of: file) : [await run(file)]
        }
      } catch {
        Console.say("\(error)")
        results.append(.failed)
      }
    }
    if results.contains(.failed) { return .failure }
    return results.contains(.rejected) ? ExitCode(2) : .success
  }

  private func run(_ file: String) async -> FileResult {
    do throws(InputError) {
      return await submit(try InputFile.read(file), named: file)
    } catch {
      Console.say("\(error)")
      return .failed
    }
  }

  private func lines(of file: String) async throws(InputError) -> [FileResult] {
    var results: [FileResult] = []
    let input = file == "-" ? InputReader.standard : try InputReader(file)
    defer { if file != "-" { input.close() } }
    var lines = InputLines(input)
    var number = 0
    while let line = try lines.next() {
      number += 1
      if !line.isEmpty { results.append(await submit(line, named: "\(file):\(number)")) }
    }
    return results
  }

  private func submit(_ bytes: [UInt8], named name: String) async -> FileResult {
    do {
      let validation = try await service.submissions.validate(
        SubmittedDocument(bytes: bytes, user: user, hints: hints, trustBasis: trustBasis)
      )
      return try write(name, validation)
    } catch {
      Console.say("\(name): \(error)")
      return .failed
    }
  }

  private func write(_ name: String, _ validation: Validation) throws(OutputError) -> FileResult {
    if case .rejected(let code, let place, let detail) = validation.verdict {
      let consequence =
        switch validation.outcome {
        case .filed: "filed as rejected, it grants nothing"
        case .alreadyFiled, .claimed: "it was filed before; nothing changed"
        case nil: "not filed"
        }
      Console.say(
        "\(name): rejected (\(code)), \(Console.sentence(place, detail)); \(consequence)"
      )
      return .rejected
    }
    let count = validation.filing.document.purchases
    let purchases = count == 1 ? "1 purchase" : "\(count) purchases"
    switch validation.outcome {
    case .filed(let owner?): try say("\(name): genuine, \(purchases) filed for \(owner)")
    case .filed(nil) where count > 0: try say("\(name): genuine, \(purchases) filed")
    case .filed(nil): try say("\(name): genuine, filed; it contains no purchases")
    case .claimed(let owner): try say("\(name): already filed; \(purchases) now belong to \(owner)")
    case .alreadyFiled(let owner):
      let suffix = owner.map { " for \($0)" } ?? ""
      try say("\(name): already filed\(suffix); nothing changed")
      if let user, let owner, user != owner {
        Console.say("\(name): it stays with \(owner); importing does not move it to \(user)")
      }
    case nil: try say("\(name): not filed")
    }
    return .accepted
  }

  private func say(_ text: String) throws(OutputError) {
    try StandardStream.print(PlainText.safe(text))
  }
}
