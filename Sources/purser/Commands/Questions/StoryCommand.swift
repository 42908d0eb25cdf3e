import ArgumentParser
import Entitlements
import Foundation
import Receipts

/// `purser story`: tickets told as files.
struct StoryCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "story",
    abstract: "Replay tickets that are told in files, and compare the verdicts.",
    discussion: """
      A story is TOML: the customer's message, the documents with the times they arrived at, and \
      the verdict that has to come out. It is replayed in a ledger in memory; documents given by \
      their fields are signed by keys that nobody else trusts, and filed as any other.
      """,
    subcommands: [StoryCheckCommand.self, StoryExplainCommand.self]
  )
}

/// `purser story check`: whether stories come out as they say.
struct StoryCheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Replay stories and tell which come out otherwise than they say.",
    discussion: """
      Of a folder all files named *.toml are taken, those of the folders in it too. Exit status: 0 \
      all as they say, 1 at least one not, 64 at least one that cannot be read as a story.
      """
  )

  @Flag(help: "Print JSON with stable field names.")
  var json = false

  @Argument(help: ArgumentHelp("Stories, and folders of them.", valueName: "file"))
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

/// `purser story explain`: the whole diagnosis of one story.
struct StoryExplainCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain",
    abstract: "Replay one story and print all that purser why would say."
  )

  @Flag(help: "Print JSON with stable field names.")
  var json = false

  @Flag(help: "Print every check, those that do not apply too.")
  var all = false

  @Argument(help: ArgumentHelp("A story.", valueName: "file"))
  var file: String

  func run() throws {
    let story = try StoryFile(path: file).story()
    let stores = try StoryStores()
    let outcome = try Blocking.wait { try await StoryOutcome(of: story, with: stores) }
    for surprise in outcome.surprises { Narration.say("\(file): \(surprise)") }
    let report = DiagnosisReport(outcome.diagnosis)
    if json { return try JSONText.print(report.json, .pretty) }
    let lines = ["\(outcome.diagnosis.verdict.code.rawValue):"] + report.lines(all: all)
    try StandardStream.print(lines.map(PlainText.safe).joined(separator: "\n"))
  }
}
