import ArgumentParser
import Entitlements
import Foundation
import Receipts

/// `purser story`: replays support cases from files.
struct StoryCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "story",
    abstract: "Replay support cases from files and compare the verdicts.",
    discussion: """
      A story is a TOML file with the customer's message, the documents with their arrival times, \
      and the expected verdict. It is replayed in a ledger in memory. Documents given by their \
      fields are signed with test keys and filed like any others.
      """,
    subcommands: [StoryCheckCommand.self, StoryExplainCommand.self]
  )
}

/// `purser story check`: checks whether stories have their expected verdicts.
struct StoryCheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Replay stories and list those with unexpected results.",
    discussion: """
      Folders are searched recursively for *.toml files. Exit status: 0 all as expected, 1 at \
      least one differs, 64 at least one is not a valid story.
      """
  )

  @Flag(help: "Print JSON with stable field names.")
  var json = false

  @Argument(help: ArgumentHelp("Stories or folders of stories.", valueName: "file"))
  var files: [String]

  func validate() throws {
    guard !files.isEmpty else { throw ValidationError("Name at least one story.") }
  }

  func run() throws {
    let report = StoryReport(try stories(), isJSON: json)
    let stores = try StoryStores()
    let tally = try Blocking.wait { try await report.run(with: stores) }
    if tally.unreadable > 0 { throw ExitCode(64) }
    if tally.different > 0 { throw ExitCode.failure }
  }

  private func stories() throws(StoryFileError) -> [StoryFile] {
    var stories: [StoryFile] = []
    for file in files { stories += try StoryFile.files(in: file) }
    return stories
  }
}

/// `purser story explain`: prints the complete diagnosis of one story.
struct StoryExplainCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain",
    abstract: "Replay one story and print the output of purser why."
  )

  @Flag(help: "Print JSON with stable field names.")
  var json = false

  @Flag(help: "Print every check, including those that do not apply.")
  var all = false

  @Argument(help: ArgumentHelp("A story.", valueName: "file"))
  var file: String

  func run() throws {
    let story = try StoryFile(path: file).story()
    let stores = try StoryStores()
    let outcome = try Blocking.wait { try await StoryOutcome(of: story, with: stores) }
    for surprise in outcome.surprises { Console.say("\(file): \(surprise)") }
    let report = DiagnosisReport(outcome.diagnosis)
    if json { return try JSONText.print(report.json, .pretty) }
    let lines = ["\(outcome.diagnosis.verdict.code.rawValue):"] + report.lines(all: all)
    try StandardStream.print(lines.map(PlainText.safe).joined(separator: "\n"))
  }
}
