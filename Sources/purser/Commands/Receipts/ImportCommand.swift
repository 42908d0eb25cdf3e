import ArgumentParser
import Entitlements
import Foundation
import Persistence
import Receipts
import ServiceCore

struct ImportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    "import",
    "Import the stores' documents, or the users of a customer database.",
    discussion: """
      `purser import FILE ...` verifies the stores' documents and files them; `purser help import \
      store-documents` lists its options. `purser import users --csv FILE` files names and e-mail \
      addresses. To import a file or folder named users, write ./users.
      """,
    subcommands: [ImportDocumentsCommand.self, ImportUsersCommand.self],
    defaultSubcommand: ImportDocumentsCommand.self
  )
}

struct ImportDocumentsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    "store-documents",
    "Verify the stores' documents and file them in the ledger.",
    discussion: """
      FILE is any document that `purser receipt show` reads, or a folder, whose files are imported \
      by name. Documents are verified on all cores and filed in order; filing one again changes \
      nothing, so after an interruption the same command continues. A rejected document is stored \
      with the reason and grants nothing. Unsigned documents are rejected unless --store-answer is \
      given. Exit status: 0 all accepted, 2 at least one rejected, 1 at least one unreadable, 130 \
      interrupted.
      """
  )

  @OptionGroup var settings: SettingsOptions
  @OptionGroup var ledgerOptions: LedgerOptions
  @OptionGroup var trust: TrustOptions
  @OptionGroup var documents: DocumentOptions
  @OptionGroup var hints: HintOptions
  @Option(
    help: .value(
      "id",
      """
      The owner of the purchases. Default: the user who already owns one of them, or else a new \
      user named after the first purchase.
      """
    )
  )
  var user: String?
  @Flag(help: "Read one document per line from each file, in base64, JWS or JSON.")
  var jsonl = false
  @Flag(help: "Print totals instead of a line for each accepted document.") var summary = false
  @Argument(help: .value("file", "Files, folders, or - for standard input.")) var files: [String]

  func validate() throws {
    try require(!files.isEmpty, "Name at least one file.")
    if let user, user.isEmpty || user.utf8.count > 256 {
      throw ValidationError("A user ID has 1 to 256 bytes.")
    }
  }

  func run() throws {
    let assembly = try Assembly(settings, trust)
    let reader = try documents.reader(assembly)
    let path = ledgerOptions.ledger ?? assembly.ledgerPath
    let isLarge =
      assembly.settings.ledger.log == nil && InputFile.size(of: files) >= Self.minFilledBytes
    let filled = try Ledger.filling(path: path, isOnlyContinued: !isLarge)
    let ledger = try filled ?? assembly.open(ledgerOptions)
    let service = EntitlementService(ledger: ledger, receipts: assembly.verifier, reader: reader)
    let user = user.map { ID<User>($0) }
    let (hints, trustBasis) = (hints.hints, hints.storeAnswer ? TrustBasis.storeAnswer : nil)
    let input = ImportInput(files, byLine: jsonl, isOneByOne: self.hints.storeAnswer) { bytes in
      SubmittedDocument(bytes: bytes, user: user, hints: hints, trustBasis: trustBasis)
    }
    let report = ImportReport(user: user, isSummary: summary)
    Blocking.run {
      let status = try await Interruption.first {
        let bulk = BulkSubmission<ImportName>(
          service,
          key: Self.key,
          maxFilings: filled == nil ? 1_024 : 8_192,
          isUndated: self.hints.storeAnswer
        )
        return try await Self.file(input, bulk, report, filled)
      }
      try ledger.close()
      return status
    }
  }

  private static func file(
    _ input: ImportInput,
    _ bulk: BulkSubmission<ImportName>,
    _ report: ImportReport,
    _ filled: Ledger?
  ) async throws -> ExitCode {
    var (input, report) = (input, report)
    let blocking = input.blocking
    try await withTaskCancellationHandler {
      try await bulk.run {
        input.next()
      } _: {
        try report.write($0, input.share)
      }
    } onCancel: {
      // Everything before is filed, and reading may never return.
      if blocking.isSet { Purser.exit(withError: ExitCode(130)) }
    }
    if !Task.isCancelled, let filled {
      report.showFinishing()
      try await filled.finishFilling()
    }
    return try report.conclude(isInterrupted: Task.isCancelled)
  }

  /// A smaller import doesn't lock the ledger for its whole duration.
  private static let minFilledBytes = 32 << 20

  /// The same for the same command in the same folder.
  private static var key: Int64 {
    let words = CommandLine.arguments + [FileManager.default.currentDirectoryPath]
    let hash = DocumentFiling.documentID(of: Array(words.joined(separator: "\u{0}").utf8))
    return Int64(hash.raw.prefix(15), radix: 16) ?? 1
  }
}

/// Context that a plain store response does not include.
struct HintOptions: ParsableArguments {
  @Option(help: .value("id", "The app that the response is about.")) var app: String?
  @Option(help: .value("name", "The environment: production or sandbox.")) var environment: String?
  @Option(help: .value("id", "The queried product.")) var product: String?
  @Option(help: .value("text", "The purchase token of the query.")) var token: String?
  @Option(help: .value("id", "The device that sent the document.")) var device: String?
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
