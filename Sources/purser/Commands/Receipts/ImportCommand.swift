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
      given. With --csv, each row of a table with headings holds a document in the column that \
      --receipt names; rows without one are passed over. Exit status: 0 all accepted, 2 at least one rejected, 1 at least one unreadable, 130 \
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
      The owner of the purchases; with --csv, the column of the owner's ID. Default: the user who \
      already owns one of them, or else a new user named after the first purchase.
      """
    )
  )
  var user: String?
  @Flag(help: "Read one document per line from each file, in base64, JWS or JSON.")
  var jsonl = false
  @Option(help: .value("file", "Read documents from a CSV file, or from - for standard input."))
  var csv: String?
  @Option(help: .value("column", "With --csv: the column of documents, in base64, JWS or JSON."))
  var receipt: String?
  @Flag(name: .customLong("dry-run"), help: "Verify, print totals, and file nothing.")
  var dryRun = false
  @Flag(help: "Print totals instead of a line for each accepted document.") var summary = false
  @Argument(help: .value("file", "Files, folders, or - for standard input."))
  var files: [String] = []

  func validate() throws {
    try require(files.isEmpty == (csv != nil), "Name files, or one CSV file with --csv.")
    try require((csv == nil) == (receipt == nil), "--csv requires --receipt, and the reverse.")
    try require(csv == nil || !jsonl, "--csv and --jsonl exclude each other.")
    if let user, user.isEmpty || user.utf8.count > 256 {
      throw ValidationError("A user ID has 1 to 256 bytes.")
    }
  }

  func run() throws {
    let assembly = try Assembly(settings, trust)
    let reader = try documents.reader(assembly)
    let input = try input()
    let scratch = dryRun ? try ScratchLedger() : nil
    defer { scratch?.remove() }
    let path = scratch?.path ?? ledgerOptions.ledger ?? assembly.ledgerPath
    let isLarge =
      assembly.settings.ledger.log == nil
      && InputFile.size(of: csv.map { [$0] } ?? files) >= Self.minFilledBytes
    let filled = try Ledger.filling(path: path, isOnlyContinued: !isLarge)
    let ledger = try filled ?? scratch?.open() ?? assembly.open(ledgerOptions)
    let service = EntitlementService(ledger: ledger, receipts: assembly.verifier, reader: reader)
    let report = ImportReport(isSummary: summary, isDryRun: dryRun)
    Blocking.run {
      defer { scratch?.remove() }
      let status = try await Interruption.first {
        let bulk = BulkSubmission<ImportName>(
          service,
          key: Self.key,
          maxFilings: filled == nil ? 1_024 : 8_192,
          isUndated: self.hints.storeAnswer
        )
        return try await Self.file(input, bulk, report, filled) { scratch?.remove() }
      }
      try ledger.close()
      return status
    }
  }

  private func input() throws -> ImportInput {
    let (hints, isAnswer) = (hints.hints, hints.storeAnswer)
    let submit: ImportInput.Submit = { bytes, user in
      SubmittedDocument(
        bytes: bytes,
        user: user,
        hints: hints,
        trustBasis: isAnswer ? .storeAnswer : nil
      )
    }
    guard let csv, let receipt else {
      let owner = user.map { ID<User>($0) }
      return ImportInput(files, byLine: jsonl, user: owner, isOneByOne: isAnswer, submit)
    }
    var rows = try CSVReader(csv, maxRecordBytes: ReceiptText.maxCharacters + 1 << 20)
    guard let header = try rows.header(), header.problem == nil else {
      throw Fault("\(csv) is not a CSV file in UTF-8 with a header row.")
    }
    do throws(Fault) {
      let columns = try ReceiptColumns(header.fields, receipt: receipt, user: user)
      return ImportInput(ImportRecords(rows, columns, of: csv), isOneByOne: isAnswer, submit)
    } catch {
      throw ValidationError(error.description)
    }
  }

  private static func file(
    _ input: ImportInput,
    _ bulk: BulkSubmission<ImportName>,
    _ report: ImportReport,
    _ filled: Ledger?,
    onExit: @escaping @Sendable () -> Void
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
      guard blocking.isSet else { return }
      onExit()
      Purser.exit(withError: ExitCode(130))
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

/// A ledger in a folder of its own, for what is not meant to be kept.
private struct ScratchLedger: Sendable {
  private let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "purser-\(UUID().uuidString)")
    try FileManager.default.createDirectory(
      at: folder,
      withIntermediateDirectories: false,
      attributes: [.posixPermissions: 0o700]
    )
  }

  var path: String { folder.appending(path: "ledger.sqlite").path }

  func open() throws -> Ledger { try Ledger(path: path) }

  func remove() { try? FileManager.default.removeItem(at: folder) }
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
