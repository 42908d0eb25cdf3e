import ArgumentParser
import Entitlements
import Foundation
import Persistence
import ServiceCore
import StoreSimulator

struct IngestCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    "ingest",
    "File the stores' notifications, as if they had been pushed here.",
    discussion: """
      FILE is a notification of Apple (version 2 or 1), Google (with or without its envelope) or \
      Amazon. Prints one line for each: filed, known (filed before) or rejected with the reason. A \
      rejected notification is stored but has no effect. Only Apple's version 2 is signed; \
      --vouched states that the sender of the others was verified. If a notification only names a \
      purchase, a job is added that queries the store (purser jobs run). --from reads the outbox \
      of purser simulate instead, in order, continuing after the last one read. Exit status: 0 all \
      filed or known, 2 at least one rejected, 1 at least one unreadable.
      """
  )

  @OptionGroup var settings: SettingsOptions
  @OptionGroup var ledgerOptions: LedgerOptions
  @OptionGroup var trust: TrustOptions
  @OptionGroup var documents: DocumentOptions
  @OptionGroup var operator_: OperatorOptions
  @Option(help: .value("url", "Read the outbox of the simulator at this address."))
  var from: String?
  @Flag(help: "With --from: continue reading until Ctrl-C.") var follow = false
  @Flag(help: "Trust unsigned notifications: their sender was verified as the store.")
  var vouched = false
  @Flag(help: "Read one notification per line from each file.") var jsonl = false
  @Flag(help: "Print one JSON object per line.") var json = false
  @Argument(help: .value("file", "Files, folders, or - for standard input."))
  var files: [String] = []

  func validate() throws {
    try require(files.isEmpty != (from == nil), "Name files, or a simulator with --from.")
    try require(!follow || from != nil, "--follow requires --from.")
    if let from, URL(string: from)?.host() == nil {
      throw ValidationError("--from takes an address like http://127.0.0.1:7460.")
    }
  }

  func run() throws {
    let assembly = try Assembly(settings, trust)
    let reader = try documents.reader(assembly)
    let actor = try operator_.name(for: .act, in: assembly.settings.team)
    let ledger = try assembly.open(ledgerOptions)
    let service = EntitlementService(ledger: ledger, receipts: assembly.verifier, reader: reader)
    let (files, byLine, follow) = (files, jsonl, follow)
    let report = IngestionReport(isJSON: json)
    let trustBasis: TrustBasis? = vouched ? .storeAnswer : nil
    let outbox = from.map { address in
      OutboxReader(address: address, service: service, actor: actor, ledger: ledger)
    }
    let ingester = Ingester(
      service: service,
      actor: actor,
      trustBasis: trustBasis,
      report: report
    )
    Blocking.run {
      let status = try await Interruption.first {
        guard let outbox else { return await ingester.run(files, byLine: byLine) }
        return try await outbox.run(follow: follow, report)
      }
      report.conclude()
      try await ledger.close()
      return status
    }
  }
}

/// Files notifications from files, one after the other.
private struct Ingester: Sendable {
  let service: EntitlementService
  let actor: String
  let trustBasis: TrustBasis?
  let report: IngestionReport

  func run(_ names: [String], byLine: Bool) async -> ExitCode {
    for name in names {
      do {
        for file in try InputFile.files(in: name) {
          byLine
            ? try await lines(of: file) : try await ingest(try InputFile.read(file), named: file)
        }
      } catch {
        Console.print("\(error)")
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
      if !line.isEmpty { try await ingest(line, named: "\(file):\(number)") }
    }
  }

  private func ingest(_ bytes: [UInt8], named name: String) async throws {
    let notification = PushedNotification(bytes, trustBasis: trustBasis)
    report.write(name, try await service.notifications.ingest(notification, by: actor))
  }
}

/// Reads a simulator's outbox in order. Saves the position in the same transaction as the
/// documents; after a crash, repeating a page changes nothing.
struct OutboxReader: Sendable {
  let address: String
  let service: EntitlementService
  let actor: String
  let ledger: Ledger

  /// The pause before an outbox without new notifications is read again.
  private static let pause = Duration.seconds(1)

  func run(follow: Bool, _ report: IngestionReport) async throws -> ExitCode {
    var isReachable = true
    while !Task.isCancelled {
      do {
        while !Task.isCancelled, try await readPage(report) {}
        isReachable = true
      } catch let error as SimulatorClientError where follow {
        if isReachable, !Task.isCancelled { Console.print("\(error) Retrying until Ctrl-C.") }
        isReachable = false
      }
      guard follow else { return Task.isCancelled ? ExitCode(130) : report.status }
      try? await Task.sleep(for: Self.pause)
    }
    return report.status
  }

  /// - Returns: Whether there are more pages.
  private func readPage(_ report: IngestionReport) async throws -> Bool {
    let client = SimulatorClient(address: address)
    // Positions are saved for each world, which every page names.
    let world = try await client.outbox(after: 0, limit: 1)
    let name = "outbox \(world.world)"
    let page = try await client.outbox(after: Int(try await ledger.readPosition(name) ?? 0))
    guard page.world == world.world, !page.notifications.isEmpty else { return false }
    let results = try await service.notifications.ingest(
      page.notifications.map {
        // Trusted, since the operator named the simulator.
        PushedNotification(Array($0.body.utf8), trustBasis: .storeAnswer)
      },
      by: actor,
      reaching: ReadPosition(name, at: Int64(page.next))
    )
    for (item, ingestion) in zip(page.notifications, results) {
      report.write("\(item.sequence)", ingestion)
    }
    return page.hasMore
  }
}
