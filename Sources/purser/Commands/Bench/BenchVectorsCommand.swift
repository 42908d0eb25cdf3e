import ArgumentParser
import Receipts

/// `purser bench vectors`: checks published test vectors for signatures.
struct BenchVectorsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "vectors",
    abstract: "Verify C2SP/wycheproof's signatures with the code that verifies receipts.",
    discussion: """
      FOLDER contains \(VectorFile.all.map(\.name).joined(separator: ", ")). Exit status: 2 if an \
      invalid signature is accepted, or a valid one of a kind that stores use is rejected.
      """
  )

  @Argument(help: ArgumentHelp("The vectors.", valueName: "folder"))
  var folder: String

  func run() throws {
    let tallies = try VectorFile.all.map { file in
      let text = try InputFile.read(file: "\(folder)/\(file.name)")
      return VectorTally(file.name, try file.cases(in: text))
    }
    for line in VectorTally.lines(tallies) { try StandardStream.print(line) }
    let faults = tallies.flatMap(\.faults)
    for fault in faults { Console.say(fault) }
    if !faults.isEmpty { throw ExitCode(2) }
  }
}
