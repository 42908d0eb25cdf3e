import ArgumentParser
import Entitlements
import Foundation
import Persistence
import Receipts
import ServiceCore

/// `purser import`: files receipts into the ledger.
struct ImportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Verify receipts and file them in the ledger.",
    discussion: """
      Each receipt is filed in one transaction. Filing one twice changes nothing. A rejected receipt \
      is kept with its reason and grants nothing. Exit status: 0 all genuine, 2 at least one \
      rejected, 1 at least one not readable.
      """
  )

  @OptionGroup var settings: SettingsOptions
  @OptionGroup var place: LedgerOptions
  @OptionGroup var trust: TrustOptions

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

  @Argument(help: ArgumentHelp("Receipt files, or - for standard input.", valueName: "file"))
  var files: [String]

  func validate() throws {
    guard !files.isEmpty else { throw ValidationError("Name at least one receipt file.") }
    if let user, user.isEmpty || user.utf8.count > 256 {
      throw ValidationError("A user ID has 1 to 256 bytes.")
    }
  }

  func run() throws {
    let assembly = try Assembly(settings, trust)
    let ledger = try Ledger(path: place.ledger ?? assembly.ledgerPath)
    let importer = Importer(
      service: EntitlementService(
        ledger: ledger,
        receipts: assembly.verifier
      ),
      user: user.map { ID($0) }
    )
    let files = files
    Blocking.run {
      let status = await importer.run(files)
      try ledger.close()
      return status
    }
  }
}

/// Files receipts one by one and tells what became of each.
private struct Importer: Sendable {
  let service: EntitlementService
  let user: ID<User>?

  private enum Answer { case genuine, rejected, failed }

  func run(_ files: [String]) async -> ExitCode {
    var answers: [Answer] = []
    for file in files { answers.append(await run(file)) }
    if answers.contains(.failed) { return .failure }
    return answers.contains(.rejected) ? ExitCode(2) : .success
  }

  private func run(_ file: String) async -> Answer {
    do {
      let receipt = try ReceiptText.receipt(in: try InputFile.read(file))
      let validation = try await service.validate(PresentedReceipt(receipt: receipt, user: user))
      return try tell(file, validation)
    } catch let rejection as Rejection {
      // What is not even a receipt has no place in a ledger of them.
      refuse(file, rejection, "not filed")
      return .rejected
    } catch let error as InputError {
      Narration.say("\(error)")
    } catch {
      Narration.say("\(file): \(error)")
    }
    return .failed
  }

  private func tell(_ file: String, _ validation: Validation) throws(OutputError) -> Answer {
    if let rejection = validation.examination.rejection {
      switch validation.outcome {
      case .filed: refuse(file, rejection, "filed as rejected, it grants nothing")
      case .alreadyFiled: refuse(file, rejection, "it was filed before; nothing changed")
      }
      return .rejected
    }
    let count = validation.examination.trail.receipt?.inAppPurchases.count ?? 0
    let purchases = count == 1 ? "1 purchase" : "\(count) purchases"
    switch validation.outcome {
    case .filed(let owner?):
      try say("\(file): genuine, \(purchases) filed for \(owner)")
    case .filed(nil):
      try say("\(file): genuine, filed; it holds no purchases")
    case .alreadyFiled(let owner):
      let whose = owner.map { " for \($0)" } ?? ""
      try say("\(file): already filed\(whose); nothing changed")
      if let user, let owner, user != owner {
        Narration.say("\(file): it stays with \(owner); importing does not move it to \(user)")
      }
    }
    return .genuine
  }

  private func say(_ text: String) throws(OutputError) {
    try StandardStream.print(PlainText.safe(text))
  }

  private func refuse(_ file: String, _ rejection: Rejection, _ consequence: String) {
    Narration.say(
      "\(file): rejected (\(rejection.code)), \(Narration.sentence(rejection)); \(consequence)"
    )
  }
}
