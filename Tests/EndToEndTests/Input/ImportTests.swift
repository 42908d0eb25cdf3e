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

  /// Rows of a table with a receipt each, every third for a user of its own.
  private func writeTable(_ further: String = "") throws {
    let rows = receipts.prefix(9).enumerated().map { number, receipt in
      "\(number);\"Ada; \"\"the first\"\"\";u\(number / 3);\(receipt)\r\n"
    }
    try workbench.write(
      Array(("\u{FEFF}n;Name;Player ID;Receipt\r\n" + rows.joined() + further).utf8),
      to: "table.csv"
    )
  }

  private let ofTable = ["--csv", "table.csv", "--receipt", "receipt", "--user", "player id"]

  @Test func `the rows of a table are filed, each for its user`() throws {
    for (number, receipt) in receipts.prefix(9).enumerated() {
      try workbench.write(Array(receipt.utf8), to: "one")
      let answer = try workbench.run(words("one.sqlite") + ["--user", "u\(number / 3)", "one"])
      #expect(answer.status == 0)
    }
    try writeTable()
    let answer = try workbench.run(words("table.sqlite") + ofTable)
    #expect(answer.status == 0, "\(answer.narration)")
    #expect(answer.output.contains("table.csv, row 2: genuine, 1 purchase filed for u0"))
    func orders(_ ledger: String) throws -> String {
      try workbench.run(["ls", "orders", "--csv", "--ledger", ledger]).output
    }
    #expect(try orders("table.sqlite") == orders("one.sqlite"))
    #expect(try orders("table.sqlite").contains("u2"))
    let again = try workbench.run(words("table.sqlite") + ofTable + ["--summary"])
    #expect(again.output == "0 filed, 9 on file already, 0 rejected, 0 unreadable\n")
  }

  @Test func `rows that hold no document are told by their number or passed over`() throws {
    let forged = try #require(receipts.last).dropLast(8) + "AAAAAAA="
    try writeTable("9;;u9;\n10;;u9;NULL\n11;;u9\n12;;u9;hello\n13;;u9;\(forged)\n14;\"open")
    let tried = try workbench.run(words("table.sqlite") + ofTable + ["--dry-run"])
    #expect(tried.output == "9 genuine, 0 repeated, 2 rejected, 2 unreadable; nothing was filed\n")
    #expect(tried.status == 1)
    #expect(workbench.files(beginning: "table.sqlite") == [])
    let answer = try workbench.run(words("table.sqlite") + ofTable + ["--summary"])
    #expect(answer.output == "9 filed, 0 on file already, 2 rejected, 2 unreadable\n")
    let told = answer.narration.split(separator: "\n").map { $0.prefix { $0 != ":" && $0 != "(" } }
    #expect(
      told
        == [
          "table.csv, row 13 cannot be read", "table.csv, row 14", "table.csv, row 15",
          "table.csv, row 16 cannot be read",
        ].map { $0[...] },
      "\(answer.narration)"
    )
    #expect(!answer.narration.contains("hello"))
  }

  @Test func `a column that is not there is told with those that are`() throws {
    try writeTable()
    let answer = try workbench.run(
      words("table.sqlite") + ["--csv", "table.csv", "--receipt", "document"]
    )
    #expect(answer.status == 64)
    #expect(
      answer.narration.contains(
        "--receipt: there is no column document. There are: n, Name, Player ID, Receipt."
      ),
      "\(answer.narration)"
    )
    #expect(workbench.files(beginning: "table.sqlite") == [])
    for further in [
      ["--csv", "table.csv"], ["--receipt", "Receipt", "table.csv"], ofTable + ["f"],
    ] {
      #expect(try workbench.run(words("table.sqlite") + further).status == 64)
    }
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
