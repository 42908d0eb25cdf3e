import ArgumentParser
import Receipts

/// `purser bench vectors`: signatures that others have published, each with the right answer.
struct BenchVectorsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "vectors",
    abstract: "Judge C2SP/wycheproof's signatures by the code that judges receipts.",
    discussion: """
      FOLDER holds \(VectorFile.all.map(\.name).joined(separator: ", ")). Exits 2 if a signature is \
      accepted that is not valid, or a valid one of a kind that stores use is refused.
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
    for fault in faults { Narration.say(fault) }
    if !faults.isEmpty { throw ExitCode(2) }
  }
}
