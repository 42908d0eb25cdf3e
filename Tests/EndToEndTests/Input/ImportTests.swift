import Foundation
import Mint
import TestSupport
import Testing

/// `purser import` of many documents, and what is left when it is stopped.
@Suite struct ImportTests {
  private let workbench: Workbench
  private let receipts: [String]

  init() throws {
    workbench = try Workbench()
    let authority = try TestAuthority.demo(at: Date())
    try workbench.write(authority.rootDER, to: "root.der")
    let mint = ReceiptMint(authority)
    let start = Date(timeIntervalSinceNow: -86_400)
    receipts = try (0..<40).map { number in
      let purchase = MintedPurchase(
        productID: "com.example.reader.pro",
        transactionID: "20000000000000\(number + 10)",
        originalTransactionID: "20000000000000\(number / 3 + 10)",
        purchaseDate: start.addingTimeInterval(Double(number)),
        expiresDate: start.addingTimeInterval(30 * 86_400 + Double(number))
      )
      let receipt = MintedReceipt(
        environment: "ProductionSandbox",
        bundleID: "com.example.reader",
        creationDate: start,
        purchases: [purchase]
      )
      return Data(try mint.mint(receipt)).base64EncodedString()
    }
  }

  private func words(_ ledger: String) -> [String] {
    ["import", "--root", "root.der", "--ledger", ledger]
  }

  private func state(of ledger: String) throws -> String {
    let answer = try workbench.run(["info", "--state", "--ledger", ledger])
    let line = answer.output.split(separator: "\n").first { $0.hasPrefix("state") }
    return String(try #require(line, "\(answer.output)"))
  }

  private func writeLines(_ count: Int? = nil) throws {
    let lines = receipts.prefix(count ?? receipts.count).joined(separator: "\n") + "\n"
    try workbench.write(Array(lines.utf8), to: "receipts.txt")
  }

  /// Imports each receipt alone.
  private func importSeparately(to ledger: String) throws {
    for (number, receipt) in receipts.enumerated() {
      try workbench.write(Array(receipt.utf8), to: "receipt-\(number)")
      #expect(try workbench.run(words(ledger) + ["receipt-\(number)"]).status == 0)
    }
  }

  @Test func `lines, folders and single files give the same ledger`() throws {
    try importSeparately(to: "one.sqlite")
    try writeLines()
    let lines = try workbench.run(words("lines.sqlite") + ["--jsonl", "receipts.txt"])
    #expect(lines.status == 0, "\(lines.narration)")
    let names = lines.output.split(separator: "\n").map { $0.prefix { $0 != " " } }
    #expect(names == receipts.indices.map { "receipts.txt:\($0 + 1):" })
    try workbench.makeFolder("folder")
    for (number, receipt) in receipts.enumerated() {
      try workbench.write(Array(receipt.utf8), to: "folder/\(number)")
    }
    let folder = try workbench.run(words("folder.sqlite") + ["--summary", "folder"])
    #expect(folder.output == "40 filed, 0 on file already, 0 rejected, 0 unreadable\n")
    let again = try workbench.run(words("folder.sqlite") + ["--summary", "folder", "missing"])
    #expect(again.output == "0 filed, 40 on file already, 0 rejected, 1 unreadable\n")
    #expect(again.status == 1)
    let one = try state(of: "one.sqlite")
    #expect(try state(of: "lines.sqlite") == one)
    #expect(try state(of: "folder.sqlite") == one)
  }

  @Test(.timeLimit(.minutes(5)), arguments: [SIGKILL, SIGINT])
  func `an import that was stopped continues`(signal: Int32) throws {
    try writeLines()
    let whole = try workbench.run(words("whole.sqlite") + ["--jsonl", "receipts.txt"])
    #expect(whole.status == 0)
    try #require(mkfifo(workbench.path(of: "pipe"), 0o600) == 0)
    let importer = try workbench.start(words("stopped.sqlite") + ["--jsonl", "pipe"])
    // The writer keeps the pipe open, and what came through it is filed at once.
    let pipe = try FileHandle(forUpdating: URL(fileURLWithPath: workbench.path(of: "pipe")))
    try pipe.write(contentsOf: Data((receipts.prefix(13).joined(separator: "\n") + "\nMI").utf8))
    while importer.isRunning,
      try !workbench.run(["info", "--json", "--ledger", "stopped.sqlite"]).output
        .contains("\"documents\": 13")
    {}
    #expect(importer.stop(by: signal) == (signal == SIGINT ? 130 : signal))
    let rest = try workbench.run(
      words("stopped.sqlite") + ["--summary", "--jsonl", "receipts.txt"]
    )
    #expect(rest.output == "27 filed, 13 on file already, 0 rejected, 0 unreadable\n")
    #expect(try state(of: "stopped.sqlite") == state(of: "whole.sqlite"))
  }
}
