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
      FILE holds any document that `purser receipt show` reads; of a folder all files are taken, by \
      name. Each is filed in one transaction. Filing one twice changes nothing. A rejected one is \
      kept with its reason and grants nothing, and so is one without a signature, unless \
      --store-answer vouches that it was fetched from the store. Exit status: 0 all believed, 2 at \
      least one not, 1 at least one not readable.
      """
  )

  @OptionGroup var settings: SettingsOptions
  @OptionGroup var place: LedgerOptions
  @OptionGroup var trust: TrustOptions
  @OptionGroup var documents: DocumentOptions
  @OptionGroup var hints: HintOptions

  @Option(
    help: ArgumentHelp(
      """
      Whose purchases these are. Without it they stay with whoever owns one of them already, or go \
      to a new user named after the first.
      """,
      valueName: "id"
    )
  )
  var user: String?

  @Flag(help: "Read one document a line from each file, in base64, JWS or JSON.")
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
    let ledger = try Ledger(path: place.ledger ?? assembly.ledgerPath)
    let importer = Importer(
      service: EntitlementService(ledger: ledger, receipts: assembly.verifier, reader: reader),
      user: user.map { ID($0) },
      hints: hints.hints,
      voucher: hints.storeAnswer ? .storeAnswer : nil
    )
    let (files, jsonl) = (files, jsonl)
    Blocking.run {
      let status = await importer.run(files, byLine: jsonl)
      try ledger.close()
      return status
    }
  }
}

/// What a bare answer of a store does not say of itself.
struct HintOptions: ParsableArguments {
  @Option(help: ArgumentHelp("The app an answer is about.", valueName: "id"))
  var app: String?

  @Option(help: ArgumentHelp("Its environment: production or sandbox.", valueName: "name"))
  var environment: String?

  @Option(help: ArgumentHelp("The product that was asked about.", valueName: "id"))
  var product: String?

  @Option(help: ArgumentHelp("The purchase token that was asked with.", valueName: "text"))
  var token: String?

  @Option(help: ArgumentHelp("The device it was sent from.", valueName: "id"))
  var device: String?

  @Flag(help: "Believe answers without a signature: they were fetched from the store over TLS.")
  var storeAnswer = false

  func validate() throws {
    if let environment, Entitlements.Environment(rawValue: environment) == nil {
      throw ValidationError("--environment takes production, sandbox or xcode.")
    }
  }

  var hints: Hints {
    Hints(
      app: app,
      environment: environment,
      productID: product,
      purchaseToken: token,
      device: device
    )
  }
}

/// Files documents one by one and tells what became of each.
private struct Importer: Sendable {
  let service: EntitlementService
  let user: ID<User>?
  let hints: Hints
  let voucher: Entitlements.Provenance?

  private enum Answer { case believed, refused, failed }

  func run(_ names: [String], byLine: Bool) async -> ExitCode {
    var answers: [Answer] = []
    for name in names {
      do throws(InputError) {
        for file in try InputFile.files(in: name) {
          answers += byLine ? try await lines(of: file) : [await run(file)]
        }
      } catch {
        Narration.say("\(error)")
        answers.append(.failed)
      }
    }
    if answers.contains(.failed) { return .failure }
    return answers.contains(.refused) ? ExitCode(2) : .success
  }

  private func run(_ file: String) async -> Answer {
    do throws(InputError) {
      return await present(try InputFile.read(file), named: file)
    } catch {
      Narration.say("\(error)")
      return .failed
    }
  }

  private func lines(of file: String) async throws(InputError) -> [Answer] {
    var answers: [Answer] = []
    let input = file == "-" ? InputReader.standard : try InputReader(file)
    defer { if file != "-" { input.close() } }
    var lines = InputLines(input)
    var number = 0
    while let line = try lines.next() {
      number += 1
      if !line.isEmpty { answers.append(await present(line, named: "\(file):\(number)")) }
    }
    return answers
  }

  private func present(_ bytes: [UInt8], named name: String) async -> Answer {
    do {
      let validation = try await service.validate(
        PresentedDocument(bytes: bytes, user: user, hints: hints, voucher: voucher)
      )
      return try tell(name, validation)
    } catch {
      Narration.say("\(name): \(error)")
      return .failed
    }
  }

  private func tell(_ name: String, _ validation: Validation) throws(OutputError) -> Answer {
    if case .rejected(let code, let place, let detail) = validation.verdict {
      let consequence =
        switch validation.outcome {
        case .filed: "filed as rejected, it grants nothing"
        case .alreadyFiled, .claimed: "it was filed before; nothing changed"
        case nil: "not filed"
        }
      Narration.say(
        "\(name): rejected (\(code)), \(Narration.sentence(place, detail)); \(consequence)"
      )
      return .refused
    }
    let count = validation.filing.document.purchases
    let purchases = count == 1 ? "1 purchase" : "\(count) purchases"
    switch validation.outcome {
    case .filed(let owner?): try say("\(name): genuine, \(purchases) filed for \(owner)")
    case .filed(nil) where count > 0: try say("\(name): genuine, \(purchases) filed")
    case .filed(nil): try say("\(name): genuine, filed; it holds no purchases")
    case .claimed(let owner): try say("\(name): already filed; \(purchases) now belong to \(owner)")
    case .alreadyFiled(let owner):
      let whose = owner.map { " for \($0)" } ?? ""
      try say("\(name): already filed\(whose); nothing changed")
      if let user, let owner, user != owner {
        Narration.say("\(name): it stays with \(owner); importing does not move it to \(user)")
      }
    case nil: try say("\(name): not filed")
    }
    return .believed
  }

  private func say(_ text: String) throws(OutputError) {
    try StandardStream.print(PlainText.safe(text))
  }
}
