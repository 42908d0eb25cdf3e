import ArgumentParser
import Foundation
import Receipts

/// `purser bench`: how fast this machine does what the program is for.
struct BenchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bench",
    abstract: "Measure the program on this machine.",
    subcommands: [BenchReceiptsCommand.self]
  )
}

struct BenchReceiptsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "receipts",
    abstract: "Decode and verify a corpus of receipts, one thread, per second of CPU time.",
    discussion: """
      FOLDER holds receipts/many.b64 (one a line), receipts/r_1000.der and the root they are signed \
      below, pki/rsa_root.der. No result is kept from one receipt to the next, but for the chain \
      where the row says that it is known.
      """
  )

  @Option(help: ArgumentHelp("The corpus.", valueName: "folder"))
  var corpus: String

  @Option(help: ArgumentHelp("How long each row is measured.", valueName: "seconds"))
  var cpuSeconds = 1.0

  func validate() throws {
    guard cpuSeconds > 0, cpuSeconds <= 600 else {
      throw ValidationError("--cpu-seconds takes more than 0 and at most 600.")
    }
  }

  func run() throws {
    let root = try InputFile.read(file: corpus + "/pki/rsa_root.der")
    let receipts = try InputFile.read(file: corpus + "/receipts/many.b64")
      .split(separator: UInt8(ascii: "\n")).map(Array.init)
    let large = [try InputFile.read(file: corpus + "/receipts/r_1000.der")]
    let known = try ReceiptVerifier(roots: [root])
    let forgetful = try ReceiptVerifier(roots: [root], remembersChains: false)
    try measure("receipt-known-chain", receipts, known)
    try measure("receipt-new-chain", receipts, forgetful)
    try measure("receipt-1000", large, known)
  }

  private func measure(
    _ name: String,
    _ inputs: [[UInt8]],
    _ verifier: ReceiptVerifier
  ) throws {
    let now = Date()
    let reader = DocumentReader(receipts: verifier)
    var (count, genuine) = (0, 0)
    let start = CPUClock.seconds
    var elapsed = 0.0
    repeat {
      for input in inputs.prefix(64) {
        genuine += reader.examine(input, at: now).rejection == nil ? 1 : 0
        count += 1
      }
      elapsed = CPUClock.seconds - start
    } while elapsed < cpuSeconds
    let rate = Int(Double(count) / elapsed)
    try StandardStream.print("\(name): \(rate) /cpu-s (genuine \(genuine)/\(count))")
  }
}

private enum CPUClock {
  /// CPU time of this process.
  static var seconds: Double { Double(clock()) / Double(CLOCKS_PER_SEC) }
}
