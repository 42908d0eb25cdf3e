import ArgumentParser
import Foundation
import Mint
import Persistence
import Receipts

struct BenchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    "bench",
    "Measure the program on this machine.",
    subcommands: [
      BenchReceiptsCommand.self, BenchLedgerCommand.self, BenchVectorsCommand.self,
      BenchMintCommand.self, BenchAnswersCommand.self, BenchLogCommand.self,
    ]
  )
}

struct BenchLedgerCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    "ledger",
    "Measure the latency of filing and reading.",
    discussion: """
      Reading rows query the given ledger, unchanged, in this process and in the same way as the \
      screens. Without --ledger, filing into a new ledger is measured.
      """
  )

  @Option(help: .value("name", "Only this row. May be repeated.")) var row: [LedgerRow] = []
  @Option(help: .value("path", "The ledger to read.")) var ledger: String?
  @Option(help: .value("number", "The same seed gives the same queries.")) var seed: UInt64 = 7
  @OptionGroup var time: InstantOptions
  @Option(help: .value("folder", "The folder for the ledgers of the writing rows."))
  var folder: String?
  @Option(help: .value("path", "An existing ledger that the writing rows file into; it grows."))
  var into: String?
  @Option(help: .value("number", "The number of events per row.")) var count = 2_000

  func validate() throws {
    try expect("--count", count, in: 1...1_000_000)
    if ledger == nil, let reading = row.first(where: { !$0.isWriting }) {
      throw ValidationError("\(reading.rawValue) reads a ledger: name it with --ledger.")
    }
  }

  func run() throws {
    let folder = folder.map { URL(filePath: $0) } ?? FileManager.default.temporaryDirectory
    let filing = FilingBench(folder: folder, into: into, count: count)
    let reading = try ledger.map {
      ReadingBench(
        ledger: try Ledger(readingOnly: $0),
        seed: seed,
        count: count,
        instant: try time.instant(or: Date())
      )
    }
    let (chosen, isReading) = (row, reading != nil)
    let rows = LedgerRow.allCases.filter {
      chosen.isEmpty ? $0.isWriting != isReading : chosen.contains($0)
    }
    Blocking.run {
      for row in rows {
        switch row {
        case .filing: try await filing.single()
        case .filing64: try await filing.together(writers: 64)
        default: try await reading?.run(row)
        }
      }
      return .success
    }
  }
}

struct BenchMintCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    "mint",
    "Write receipts signed by a temporary authority.",
    discussion: """
      Writes to FOLDER: root.der and xcode-root.der, receipts of one, three and a hundred \
      purchases in present and former signature forms, stranger.der of an authority with the same \
      names below another root, and xcode.der. The keys are discarded.
      """,
    shouldDisplay: false
  )

  @Argument(help: .value("folder", "An existing folder.")) var folder: String

  func run() throws {
    let now = Date()
    var plan = ChainPlan(
      validity: now.addingTimeInterval(-86_400 * 700)...now.addingTimeInterval(86_400 * 400),
      algorithm: .rsaSHA256
    )
    let authority = try TestAuthority(plan)
    plan.algorithm = .ecdsaSHA256
    let stranger = try TestAuthority(plan)
    let xcode = try TestAuthority(selfSigned: .xcode(validity: plan.leaf.validity))
    try write(authority.rootDER, "root")
    try write(xcode.rootDER, "xcode-root")
    for count in [1, 3, 100] {
      let receipt = receipt(purchases: count, at: now)
      for (name, envelope) in envelopes(at: now) {
        try write(ReceiptMint(authority).mint(receipt, as: envelope), "\(count)-\(name)")
      }
    }
    try write(ReceiptMint(stranger).mint(receipt(purchases: 1, at: now)), "stranger")
    let local = MintedReceipt.xcode(
      bundleID: "com.example.reader",
      creationDate: now.addingTimeInterval(-86_400),
      purchases: receipt(purchases: 3, at: now).purchases
    )
    try write(ReceiptMint(xcode).mint(local, as: .xcode), "xcode")
  }

  private func envelopes(at now: Date) -> [(String, Envelope)] {
    let attributes = Signer.Attributes(signingTime: now)
    return [
      ("sha256", .appStore), ("sha1", .appStoreSHA1),
      ("sha256-attributes", Envelope(signers: [Signer(attributes: attributes)])),
      ("sha1-attributes", Envelope(signers: [Signer(digest: .sha1, attributes: attributes)])),
      ("sha256-chunks", Envelope(encoding: .indefinite(chunk: 100))),
    ]
  }

  private func receipt(purchases count: Int, at now: Date) -> MintedReceipt {
    let start = now.addingTimeInterval(-86_400 * 400)
    let purchases = (0..<count).map { index in
      let date = start.addingTimeInterval(Double(index) * 86_400 * 3)
      return MintedPurchase(
        productID: "com.example.reader.pro\(index % 3)",
        kind: index % 3 == 2 ? .consumable : .autoRenewable,
        quantity: Int64(1 + index % 2),
        transactionID: String(2_000_000_000_000_000 + index),
        originalTransactionID: "2000000000000000",
        purchaseDate: date,
        originalPurchaseDate: start,
        expiresDate: index % 3 == 2 ? nil : date.addingTimeInterval(86_400 * 30),
        cancellationDate: index % 5 == 1 ? date.addingTimeInterval(86_400) : nil,
        webOrderLineItemID: Int64(900_000 + index),
        isTrial: index == 0,
        isIntroOffer: index == 1,
        promotionalOfferID: index % 4 == 2 ? "spring" : nil
      )
    }
    return MintedReceipt(
      bundleID: "com.example.reader",
      appVersion: "12",
      creationDate: now.addingTimeInterval(-86_400),
      originalPurchaseDate: start,
      purchases: purchases
    )
  }

  private func write(_ bytes: [UInt8], _ name: String) throws {
    try Data(bytes).write(to: URL(filePath: folder).appending(path: name + ".der"))
  }
}

struct BenchVectorsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    "vectors",
    "Verify C2SP/wycheproof's signatures with the code that verifies receipts.",
    discussion: """
      FOLDER contains \(VectorFile.all.map(\.name).joined(separator: ", ")). Exit status: 2 if an \
      invalid signature is accepted, or a valid one of a kind that stores use is rejected.
      """
  )

  @Argument(help: .value("folder", "The vectors.")) var folder: String

  func run() throws {
    let tallies = try VectorFile.all.map { file in
      let text = try InputFile.read(file: "\(folder)/\(file.name)")
      return VectorTally(file.name, try file.cases(in: text))
    }
    for line in VectorTally.lines(tallies) { try StandardStream.print(line) }
    let faults = tallies.flatMap(\.faults)
    for fault in faults { Console.print(fault) }
    if !faults.isEmpty { throw ExitCode(2) }
  }
}
