import Foundation
import TestSupport
import Testing

/// `kill -9` in the middle of an import of CSV, and the same command again.
@Suite(.timeLimit(.minutes(2))) struct `A killed import` {
  /// More than one transaction.
  private static let count = 2_000

  /// A row with verifyReceipt's answer about a purchase of its own.
  private func row(_ number: Int) -> String {
    let at = 1_767_225_600_000 + number * 1_000
    let answer = """
      {"status":0,"environment":"Production","receipt":{"bundle_id":"com.example.reader",\
      "request_date_ms":"\(at + 60_000)","in_app":[]},"latest_receipt_info":[{"product_id":"pro",\
      "transaction_id":"\(number)","original_transaction_id":"\(number)","quantity":"1",\
      "purchase_date_ms":"\(at)","original_purchase_date_ms":"\(at)",\
      "expires_date_ms":"\(at + 2_592_000_000)"}]}
      """
    return "u\(number),\"\(answer.replacing("\"", with: "\"\""))\"\n"
  }

  @Test func `has lost nothing that it acknowledged, and the same command files the rest once`()
    throws
  {
    let workbench = try Workbench()
    let rows = (1...Self.count).map(row)
    try workbench.write(Array(("user,receipt\n" + rows.joined()).utf8), to: "t.csv")
    let words = [
      "import", "--ledger", "ledger.sqlite", "--store-answer", "--csv", "t.csv", "--receipt",
      "receipt", "--user", "user",
    ]
    let process = Process()
    process.executableURL = URL(
      fileURLWithPath: try #require(builtProgram(named: "purser"))
    )
    process.arguments = words
    process.currentDirectoryURL = URL(fileURLWithPath: workbench.path(of: "."))
    let pipe = Pipe()
    (process.standardOutput, process.standardError) = (pipe, FileHandle.nullDevice)
    try process.run()
    var told = Data()
    while told.count(where: { $0 == 0x0A }) < 20 {
      let more = pipe.fileHandleForReading.availableData
      if more.isEmpty { break }
      told += more
    }
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    told += pipe.fileHandleForReading.readDataToEndOfFile()
    let acknowledged = told.count { $0 == 0x0A }
    #expect((20..<Self.count).contains(acknowledged))

    let again = try workbench.run(words + ["--summary"])
    let numbers = again.output.split { !$0.isNumber }.compactMap { Int($0) }
    try #require(numbers.count == 4, "\(again.output)\(again.narration)")
    #expect(numbers[0] <= Self.count - acknowledged)
    #expect(numbers[0] + numbers[1] == Self.count)
    #expect(numbers[2...] == [0, 0])
    let orders = try workbench.run([
      "ls", "orders", "--csv", "--limit", "5000", "--ledger", "ledger.sqlite",
    ])
    #expect(orders.output.split(whereSeparator: \.isNewline).count == Self.count + 1)
    #expect(try workbench.run(["check", "--ledger", "ledger.sqlite"]).status == 0)
  }
}
