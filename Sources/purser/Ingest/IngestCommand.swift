import ArgumentParser
import Entitlements
import Foundation
import Persistence
import ServiceCore
import StoreSimulator

/// `purser ingest`: files what stores push.
struct IngestCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "ingest",
    abstract: "File the stores' notifications, as if they had been pushed here.",
    discussion: """
      FILE holds a notification of Apple's (version 2 or 1), Google's (in its envelope or without) or \
      Amazon's. A line tells what became of each: filed, known (it came before) or rejected with the \
      reason; a rejected one is kept and has no effect. Only Apple's version 2 is signed: for the \
      others --vouched says that their sender proved to be the store. Where one only names a \
      purchase, a job is added that asks the store about it (purser jobs run). --from reads the \
      outbox of purser simulate instead, in its order, from where the last time ended. Exit status: \
      0 all filed or known, 2 at least one rejected, 1 at least one not readable.
      """
  )

  @OptionGroup var settings: SettingsOptions
  @OptionGroup var place: LedgerOptions
  @OptionGroup var trust: TrustOptions
  @OptionGroup var documents: DocumentOptions
  @OptionGroup var operator_: OperatorOptions

  @Option(
    help: ArgumentHelp("Read the outbox of the simulator at this address.", valueName: "url")
  )
  var from: String?

  @Flag(help: "With --from: go on reading until Ctrl-C.")
  var follow = false

  @Flag(help: "Believe those without a signature: their sender proved to be the store.")
  var vouched = false

  @Flag(help: "Read one notification a line from each file.")
  var jsonl = false

  @Flag(help: "Print a JSON object a line.")
  var json = false

  @Argument(help: ArgumentHelp("Files, folders, or - for standard input.", valueName: "file"))
  var files: [String] = []

  func validate() throws {
    guard files.isEmpty != (from == nil) else {
      throw ValidationError("Name files, or a simulator by --from.")
    }
    guard !follow || from != nil else { throw ValidationError("--follow goes with --from.") }
    if let from, URL(string: from)?.host() == nil {
      throw ValidationError("--from takes an address like http://127.0.0.1:7460.")
    }
  }

  func run() throws {
    let assembly = try Assembly(settings, trust)
    let reader = try documents.reader(assembly)
    let ledger = try Ledger(path: place.ledger ?? assembly.ledgerPath)
    let service = EntitlementService(
      ledger: ledger,
      receipts: assembly.verifier,
      reader: reader
    )
    let (files, byLine, follow) = (files, jsonl, follow)
    let report = IngestionReport(isJSON: json)
    let voucher: Entitlements.Provenance? = vouched ? .storeAnswer : nil
    let outbox = from.map { address in
      OutboxReader(address: address, service: service, actor: operator_.name, ledger: ledger)
    }
    let ingester = Ingester(
      service: service,
      actor: operator_.name,
      voucher: voucher,
      report: report
    )
    Blocking.run {
      let status = try await Interruption.first {
        guard let outbox else { return await ingester.run(files, byLine: byLine) }
        return try await outbox.run(follow: follow, report)
      }
      report.conclude()
      try ledger.close()
      return status
    }
  }
}

/// Files single notifications, one after the other.
private struct Ingester: Sendable {
  let service: EntitlementService
  let actor: String
  let voucher: Entitlements.Provenance?
  let report: IngestionReport

  func run(_ names: [String], byLine: Bool) async -> ExitCode {
    for name in names {
      do {
        for file in try InputFile.files(in: name) {
          byLine
            ? try await lines(of: file) : try await present(try InputFile.read(file), named: file)
        }
      } catch {
        Narration.say("\(error)")
        report.fail()
      }
      if Task.isCancelled { return ExitCode(130) }
    }
    return report.status
  }

  private func lines(of file: String) async throws {
    let input = file == "-" ? InputReader.standard : try InputReader(file)
    defer { if file != "-" { input.close() } }
    var lines = InputLines(input)
    var number = 0
    while !Task.isCancelled, let line = try lines.next() {
      number += 1
      if !line.isEmpty { try await present(line, named: "\(file):\(number)") }
    }
  }

  private func present(_ bytes: [UInt8], named name: String) async throws {
    let notification = PushedNotification(bytes, voucher: voucher)
    report.tell(name, try await service.ingest(notification, by: actor))
  }
}
