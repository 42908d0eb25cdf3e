import ArgumentParser
import Entitlements
import Foundation
import Persistence
import Receipts
import ServiceCore

struct BenchReceiptsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    "receipts",
    "Measure decoding and verification of receipts and payloads per second of CPU time.",
    discussion: """
      Uses one thread. FOLDER contains receipts/many.b64 and jws/tx.txt (one per line), \
      receipts/r_1000.der, jws/notif.ndjson (one notification body per line) and their roots, \
      pki/rsa_root.der and pki/ec_root.der. No result is cached, except the certificate chain in \
      rows with a known chain. The row "duplicate" finds and compares bodies that are already \
      filed in a ledger.
      """
  )

  @Option(help: .value("folder", "The corpus.")) var corpus: String
  @Option(help: .value("seconds", "The CPU time per row.")) var cpuSeconds = 1.0
  @Option(help: .value("name", "Only this row. May be repeated.")) var row: [String] = []

  private static let rows = [
    "receipt-known-chain", "receipt-new-chain", "receipt-1000", "jws-known-chain", "jws-new-chain",
    "notification", "duplicate",
  ]

  func validate() throws {
    if let unknown = row.first(where: { !Self.rows.contains($0) }) {
      throw ValidationError(
        "There is no row \(unknown); there are \(Self.rows.joined(separator: ", "))."
      )
    }
    guard cpuSeconds > 0, cpuSeconds <= 600 else {
      throw ValidationError("--cpu-seconds takes more than 0 and at most 600.")
    }
  }

  func run() throws {
    let corpus = try ReceiptCorpus(folder: corpus)
    let meter = CPUMeter(seconds: cpuSeconds)
    let now = Date()
    let rows = Self.rows.filter { row.isEmpty || row.contains($0) }
    for name in rows where name != "duplicate" {
      let reader = try corpus.reader(remembersChains: !name.hasSuffix("new-chain"))
      try meter.measure(name, corpus.inputs(of: name)) {
        reader.examine($0, at: now).rejection == nil
      }
    }
    guard rows.contains("duplicate") else { return }
    Blocking.run {
      let bench = try DuplicateFilingBench()
      try await bench.file(corpus.notifications, at: now)
      try await meter.measure("duplicate", batches: corpus.notifications) {
        try await bench.service.submissions.believes($0).count { $0 }
      }
      try bench.clear()
      return .success
    }
  }
}

/// The corpus, read from its folder.
private struct ReceiptCorpus {
  let receipts: [[UInt8]]
  let longReceipt: [UInt8]
  let transactions: [[UInt8]]
  let notifications: [[UInt8]]
  private let receiptRoot: [UInt8]
  private let payloadRoot: [UInt8]

  init(folder: String) throws(InputError) {
    func file(_ name: String) throws(InputError) -> [UInt8] {
      try InputFile.read(file: folder + "/" + name)
    }
    func lines(_ name: String) throws(InputError) -> [[UInt8]] {
      try file(name).split(separator: UInt8(ascii: "\n")).map(Array.init)
    }
    receipts = try lines("receipts/many.b64")
    longReceipt = try file("receipts/r_1000.der")
    transactions = try lines("jws/tx.txt")
    notifications = try lines("jws/notif.ndjson")
    receiptRoot = try file("pki/rsa_root.der")
    payloadRoot = try file("pki/ec_root.der")
  }

  func inputs(of row: String) -> [[UInt8]] {
    switch row {
    case "receipt-1000": [longReceipt]
    case "jws-known-chain", "jws-new-chain": transactions
    case "notification", "duplicate": notifications
    default: receipts
    }
  }

  func reader(remembersChains: Bool) throws -> DocumentReader {
    DocumentReader(
      receipts: try ReceiptVerifier(roots: [receiptRoot], remembersChains: remembersChains),
      payloads: try PayloadVerifier(roots: [payloadRoot], remembersChains: remembersChains)
    )
  }
}

/// Finds duplicates in a ledger in a temporary folder.
private struct DuplicateFilingBench {
  private let folder: URL
  private let ledger: Ledger
  let service: EntitlementService

  init() throws {
    folder = FileManager.default.temporaryDirectory
      .appending(path: "purser-bench-\(UUID().uuidString)")
    ledger = try Ledger(path: folder.appending(path: "ledger.sqlite").path)
    service = EntitlementService(ledger: ledger, receipts: try ReceiptVerifier())
  }

  func file(_ bodies: [[UInt8]], at now: Date) async throws {
    _ = try await ledger.file(
      bodies.map { body in
        let document = Document(
          id: DocumentFiling.documentID(of: body),
          store: .apple,
          kind: ReceiptKind.signedNotification.rawValue,
          environment: .production,
          app: nil,
          bytes: body,
          verdict: .genuine,
          receivedAt: now,
          statedAt: nil,
          purchases: 0,
          user: nil
        )
        return Filing(document: document, attribution: .nobody, facts: Facts())
      }
    )
  }

  func clear() throws {
    try Blocking.wait { try await ledger.close() }
    try FileManager.default.removeItem(at: folder)
  }
}

/// Measures the throughput per second of this process's CPU time.
struct CPUMeter: Sendable {
  /// The CPU time per row.
  let seconds: Double

  /// The number of items between clock readings.
  private static let batch = 64

  /// Prints `NAME: N /cpu-s` and how many of the inputs were accepted.
  func measure(_ name: String, _ inputs: [[UInt8]], _ accept: ([UInt8]) -> Bool) throws {
    var tally = Tally()
    repeat {
      for input in inputs.prefix(Self.batch) { tally.add(1, accepted: accept(input) ? 1 : 0) }
    } while tally.elapsed < seconds
    try tally.print(name)
  }

  /// Measures work on batches of inputs; `accept` returns the number of accepted inputs.
  func measure(
    _ name: String,
    batches inputs: [[UInt8]],
    _ accept: ([[UInt8]]) async throws -> Int
  ) async throws {
    let batch = Array(inputs.prefix(Self.batch))
    var tally = Tally()
    repeat {
      tally.add(batch.count, accepted: try await accept(batch))
    } while tally.elapsed < seconds
    try tally.print(name)
  }

  private struct Tally {
    private let start = Self.clock
    private var count = 0
    private var accepted = 0

    private static var clock: Double { Double(Foundation.clock()) / Double(CLOCKS_PER_SEC) }

    var elapsed: Double { Self.clock - start }

    mutating func add(_ count: Int, accepted: Int) {
      self.count += count
      self.accepted += accepted
    }

    func print(_ name: String) throws(OutputError) {
      let rate = Int(Double(count) / elapsed)
      try StandardStream.print("\(name): \(rate) /cpu-s (genuine \(accepted)/\(count))")
    }
  }
}
