import ArgumentParser
import Entitlements
import Foundation
import Persistence
import Receipts
import ServiceCore
import Stores

struct ImportDocumentsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    "store-documents",
    "Verify the stores' documents and file them in the ledger.",
    discussion: """
      FILE is any document that `purser receipt show` reads, a folder, whose files are imported by \
      name, a tar archive, or one of these packed with gzip; they are recognised by their content. \
      Documents are verified on all cores and filed in order; filing one again changes nothing, so \
      after an interruption the same command continues. A rejected document is stored with the \
      reason and grants nothing. Unsigned documents are rejected unless --store-answer is given. \
      With --receipt, documents lie in tables: rows of CSV (--csv), JSON objects, one per line \
      (--jsonl), or rows in a database dump of pg_dump or mysqldump (--sql); those without one are \
      passed over. On a terminal, --csv alone asks for the columns. --from playfab reads the receipts in PlayFab's exported events. --from revenuecat and \
      --from adapty read tables that name purchases without proof: they give nobody anything, but \
      file the users' IDs and e-mail addresses and enqueue a query to the store for each purchase. Exit status: 0 all accepted, 2 at \
      least one rejected, 1 at least one unreadable, 130 interrupted.
      """
  )

  @OptionGroup var settings: SettingsOptions
  @OptionGroup var ledgerOptions: LedgerOptions
  @OptionGroup var trust: TrustOptions
  @OptionGroup var documents: DocumentOptions
  @OptionGroup var hints: HintOptions
  @OptionGroup var operator_: OperatorOptions
  @OptionGroup var input: ImportInputOptions
  @Flag(name: .customLong("dry-run"), help: "Verify, print totals, and file nothing.")
  var dryRun = false
  @Flag(help: "Print totals instead of a line for each accepted document.") var summary = false
  @Option(
    help: .value(
      "file",
      "List what was refused, with row and reason, in a new file: CSV, or JSON lines for .jsonl."
    )
  )
  var report: String?

  func run() throws {
    let assembly = try Assembly(settings, trust)
    try operator_.person(in: assembly.settings.team).expect(dryRun ? .read : .act)
    if let export = input.from?.purchases { try run(export, assembly) }
    let reader = try documents.reader(assembly)
    let options = try self.input.withColumns()
    var input = try options.input(hints)
    do throws(InputError) {
      try input.open()
    } catch {
      if case .unsuitable(_, let reason) = error { throw ValidationError(reason) }
      throw error
    }
    let refusals = try report.map { try RefusalFile($0) }
    let opened = input
    let scratch = dryRun ? try ScratchLedger() : nil
    defer { scratch?.remove() }
    let path = scratch?.path ?? ledgerOptions.ledger ?? assembly.ledgerPath
    let isLarge =
      assembly.settings.ledger.log == nil
      && InputFile.size(of: options.names) >= Self.minFilledBytes
    let filled = try Ledger.filling(path: path, isOnlyContinued: !isLarge)
    let ledger = try filled ?? scratch?.open() ?? assembly.open(ledgerOptions)
    let service = EntitlementService(ledger: ledger, receipts: assembly.verifier, reader: reader)
    let report = ImportReport(isSummary: summary, isDryRun: dryRun, refusals: refusals)
    let content = dryRun ? nil : ImportPosition.identity(of: options.names)
    Blocking.run {
      defer { scratch?.remove() }
      let status = try await Interruption.first {
        let bulk = BulkSubmission<ImportName>(
          service,
          key: Self.key,
          maxFilings: filled == nil ? 1_024 : 8_192,
          isUndated: self.hints.storeAnswer
        )
        return try await Self.file(opened, content, bulk, report, filled) { scratch?.remove() }
      }
      try await ledger.close()
      return status
    }
  }

  /// Reads purchases without documents.
  private func run(_ export: PurchaseExport, _ assembly: Assembly) throws -> Never {
    let refusals = try report.map { try RefusalFile($0) }
    let path = ledgerOptions.ledger ?? assembly.ledgerPath
    let isNew = dryRun && !FileManager.default.fileExists(atPath: path)
    let scratch = isNew ? try ScratchLedger() : nil
    defer { scratch?.remove() }
    let ledger = try scratch?.open() ?? assembly.open(ledgerOptions)
    let work = ExportImport(
      input.names,
      export,
      service: EntitlementService(ledger: ledger, receipts: assembly.verifier),
      apps: apps(in: assembly.settings),
      isDryRun: dryRun,
      actor: try operator_.person(in: assembly.settings.team).name,
      limit: input.unpackedLimit << 20,
      refusals: refusals
    )
    Blocking.run {
      defer { scratch?.remove() }
      let status = try await Interruption.first {
        var work = work
        return try await work.run()
      }
      try await ledger.close()
      return status
    }
  }

  /// The app at each store: the named one, or the only one in the settings.
  private func apps(in settings: Settings) -> [Store: String] {
    let known: [Store: Set<String>] = [
      .apple: Set(settings.appIDs + settings.stores.apple.apps.map(\.bundleID)),
      .google: Set(settings.packages + settings.stores.google.packageNames),
    ]
    return known.compactMapValues { hints.app ?? ($0.count == 1 ? $0.first : nil) }
  }

  private static func file(
    _ input: ImportInput,
    _ content: Int64?,
    _ bulk: BulkSubmission<ImportName>,
    _ report: ImportReport,
    _ filled: Ledger?,
    onExit: @escaping @Sendable () -> Void
  ) async throws -> ExitCode {
    var (input, report) = (input, report)
    var position: BulkSubmission<ImportName>.Position?
    if let content {
      let count = try await bulk.filedCount(of: content)
      position = .init(of: content, count: count)
      input.passesOver = count
      report.begin(after: count)
    }
    let blocking = input.blocking
    try await withTaskCancellationHandler {
      try await bulk.run(from: position) {
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
    ImportPosition.number(of: CommandLine.arguments + [FileManager.default.currentDirectoryPath])
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
