import Basics
import Entitlements
import Receipts

/// Replays stories one after the other and prints the result of each.
struct StoryReport: Sendable {
  struct Tally: Sendable {
    var passed = 0
    var different = 0
    var unreadable = 0
  }

  private let files: [StoryFile]
  private let isJSON: Bool

  init(_ files: [StoryFile], isJSON: Bool) {
    self.files = files
    self.isJSON = isJSON
  }

  func run(with stores: StoryStores) async throws -> Tally {
    var tally = Tally()
    var rows: [JSONValue] = []
    for file in files {
      let story: Story
      do throws(StoryFileError) {
        story = try file.story()
      } catch {
        tally.unreadable += 1
        Console.say("\(error)")
        rows.append(row(file, "unreadable", [("error", .string("\(error)"))]))
        continue
      }
      let outcome = try await StoryOutcome(of: story, with: stores)
      let differences = outcome.differences(from: story.expected)
      if differences.isEmpty { tally.passed += 1 } else { tally.different += 1 }
      if isJSON {
        rows.append(row(file, outcome, differences))
      } else {
        try write(file, outcome, differences)
      }
    }
    try conclude(tally, rows)
    return tally
  }

  private func write(
    _ file: StoryFile,
    _ outcome: StoryOutcome,
    _ differences: [StoryOutcome.Difference]
  ) throws(OutputError) {
    let marker = differences.isEmpty ? "ok  " : "no  "
    var lines = ["\(marker)\(file.path)  \(outcome.diagnosis.verdict.code.rawValue)"]
    lines += differences.map { "      \($0)" }
    if !differences.isEmpty { lines.append("      \(outcome.diagnosis.verdict.sentence)") }
    try StandardStream.print(lines.map(PlainText.safe).joined(separator: "\n"))
  }

  private func conclude(_ tally: Tally, _ rows: [JSONValue]) throws(OutputError) {
    guard isJSON else {
      let unreadable = tally.unreadable == 0 ? "" : ", \(tally.unreadable) unreadable"
      return try StandardStream.print(
        "\(tally.passed) passed, \(tally.different) different\(unreadable)"
      )
    }
    try JSONText.print(
      .of([
        ("schemaVersion", .number("1")), ("passed", .number("\(tally.passed)")),
        ("different", .number("\(tally.different)")),
        ("unreadable", .number("\(tally.unreadable)")), ("stories", .array(rows)),
      ]),
      .pretty
    )
  }

  private func row(
    _ file: StoryFile,
    _ result: String,
    _ others: [(String, JSONValue)]
  ) -> JSONValue {
    .of([("story", .string(file.path)), ("result", .string(result))] + others)
  }

  private func row(
    _ file: StoryFile,
    _ outcome: StoryOutcome,
    _ differences: [StoryOutcome.Difference]
  ) -> JSONValue {
    row(
      file,
      differences.isEmpty ? "passed" : "different",
      [
        ("verdict", .string(outcome.diagnosis.verdict.code.rawValue)),
        (
          "differences",
          .array(
            differences.map {
              .of([
                ("place", .string($0.place)), ("expected", .string($0.expected)),
                ("found", .string($0.found)),
              ])
            }
          )
        ),
      ]
    )
  }
}
