import ArgumentParser
import Basics
import Foundation

struct StoryFromCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    "from",
    "Make a story of a case file, to reproduce and to test its verdict.",
    discussion: """
      CASE is a file that `purser case` wrote: HTML, Markdown or JSON. Masked values become \
      made-up ones. Standard error says what could not be carried over. The story is replayed \
      once; exit status: 0 the verdict is the same, 1 it is another one.
      """
  )

  @Option(help: .value("file", "Write to this new file instead of standard output.")) var to:
    String?
  @Argument(help: .value("case", "A case file, or - for standard input.")) var file: String

  func run() throws {
    let bytes = try InputFile.read(file)
    let story: CaseStory
    do throws(Fault) {
      story = try CaseStory(CaseJSON.read(bytes))
    } catch {
      throw FileError("\(file): \(error)")
    }
    for loss in story.losses { Console.print(PlainText.safe(loss)) }
    if let to {
      try OutputFile.write(Array(story.text.utf8), to: to)
      Console.print("The story is in \(to).")
    } else {
      try StandardStream.print(story.text)
    }
    let read = try StoryFile(path: to ?? "the story").story(story.text)
    let stores = try StoryStores()
    let outcome = try Blocking.wait { try await StoryOutcome(of: read, with: stores) }
    let differences = outcome.differences(from: read.expected)
    guard !differences.isEmpty else { return }
    for difference in differences { Console.print(PlainText.safe("\(difference)")) }
    Console.print("The story does not come out as the case file says.")
    throw ExitCode.failure
  }
}
