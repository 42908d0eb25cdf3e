import ArgumentParser
import Basics
import Entitlements
import Foundation
import Persistence
import Receipts
import ServiceCore

struct StoryCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    "story",
    "Replay support cases from files and compare the verdicts.",
    discussion: """
      A story is a TOML file with the customer's message, the documents with their arrival times, \
      and the expected verdict. It is replayed in a ledger in memory. Documents given by their \
      fields are signed with test keys and filed like any others.
      """,
    subcommands: [StoryCheckCommand.self, StoryExplainCommand.self, StoryFromCommand.self]
  )
}

struct StoryCheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    "check",
    "Replay stories and list those with unexpected results.",
    discussion: """
      Folders are searched recursively for *.toml files. Exit status: 0 all as expected, 1 at \
      least one differs, 64 at least one is not a valid story.
      """
  )

  @Flag(help: "Print JSON with stable field names.") var json = false
  @Flag(help: "Replay each story as it is after purser case and purser story from.")
  var roundTrip = false
  @Argument(help: .value("file", "Stories or folders of stories.")) var files: [String]

  func validate() throws {
    try require(!files.isEmpty, "Name at least one story.")
  }

  func run() throws {
    let report = StoryReport(
      files: try files.flatMap(StoryFile.files),
      isJSON: json,
      isRoundTrip: roundTrip
    )
    let stores = try StoryStores()
    let tally = try Blocking.wait { try await report.run(with: stores) }
    if tally.unreadable > 0 { throw ExitCode(64) }
    if tally.different > 0 { throw ExitCode.failure }
  }
}

struct StoryExplainCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    "explain",
    "Replay one story and print the output of purser why."
  )

  @Flag(help: "Print JSON with stable field names.") var json = false
  @Flag(help: "Print every check, including those that do not apply.") var all = false
  @Argument(help: .value("file", "A story.")) var file: String

  func run() throws {
    let story = try StoryFile(path: file).story()
    let stores = try StoryStores()
    let outcome = try Blocking.wait { try await StoryOutcome(of: story, with: stores) }
    for surprise in outcome.surprises { Console.print("\(file): \(surprise)") }
    let report = DiagnosisReport(outcome.diagnosis)
    if json { return try JSONText.print(report.json, .pretty) }
    let lines = ["\(outcome.diagnosis.verdict.code.rawValue):"] + report.lines(all: all)
    try StandardStream.print(lines.map(PlainText.safe).joined(separator: "\n"))
  }
}

/// The result of replaying a story in its own ledger.
struct StoryOutcome: Sendable {
  /// A difference between the expected and the actual result.
  struct Difference: Sendable, CustomStringConvertible {
    /// `verdict`, `document 2`.
    var place: String
    var expected: String
    var found: String

    var description: String { "\(place): expected \(expected), found \(found)" }
  }

  var diagnosis: Diagnosis
  /// The active entitlements in production.
  var access: [String]
  /// Documents that were not accepted or rejected as expected.
  var surprises: [Difference]

  /// Files the documents in order of arrival through the service, then asks the question.
  init(of story: Story, with stores: StoryStores) async throws {
    try await self.init(of: story, with: stores, in: try Ledger.inMemory())
  }

  private init(of story: Story, with stores: StoryStores, in ledger: Ledger) async throws {
    if let catalog = story.catalog {
      try await ledger.catalogs.save(catalog, asPrimary: true, at: story.instant)
    }
    surprises = []
    var answers = StoryAnswers()
    for document in story.arrivals {
      let bytes = answers.distinguished(try stores.bytes(of: document), of: document)
      let validation = try await document.file(bytes, in: ledger, stores.receipts, stores.reader)
      if let validation { surprises += Self.surprise(document, validation) }
    }
    let (diagnosis, file) = try await story.inquiry.answer(from: ledger)
    self.diagnosis = diagnosis
    let rights = file.entitlements.filter {
      $0.environment == .production && $0.isActive(at: story.instant)
    }
    access = Set(rights.map(\.key)).sorted()
  }

  /// Replays the story, writes its redacted case file, and replays the story made from that.
  init(ofCaseOf story: Story, with stores: StoryStores) async throws {
    let ledger = try Ledger.inMemory()
    _ = try await Self(of: story, with: stores, in: ledger)
    let service = EntitlementService(
      ledger: ledger,
      receipts: stores.receipts,
      reader: stores.reader,
      world: Dependencies(now: { story.instant })
    )
    let builder = CaseFileBuilder(
      ledger: ledger,
      reader: stores.reader,
      inspection: service.inspection,
      writtenAt: story.instant
    )
    let file = try await builder.file(of: story.inquiry, reveals: false).file
    let text = try CaseStory(CaseJSON.read(CaseJSON.text(of: file))).text
    let made = try StoryFile(path: "the story of the case file").story(text)
    self = try await Self(of: made, with: stores)
  }

  private static func surprise(
    _ document: StoryDocument,
    _ validation: Validation
  ) -> [Difference] {
    func difference(_ expected: String, _ found: String) -> [Difference] {
      [Difference(place: document.place, expected: expected, found: found)]
    }
    let kind = validation.submission.kind
    if case .fields(_, let stated) = document.content, stated != kind {
      return difference(stated.rawValue, kind.rawValue)
    }
    switch validation.verdict {
    case .genuine: return document.isBelieved ? [] : difference("rejected", "believed")
    case .rejected(let code, let place, let detail):
      guard document.isBelieved else { return [] }
      let reason = Console.sentence(place, detail)
      return difference("believed", "rejected (\(code)), \(reason)")
    }
  }

  func differences(from expected: Story.Expectation) -> [Difference] {
    var differences = surprises
    func compare(_ place: String, _ expected: String?, _ found: String) {
      guard let expected, expected != found else { return }
      differences.append(Difference(place: place, expected: expected, found: found))
    }
    let verdict = diagnosis.verdict.code
    if verdict != expected.verdict, !expected.also.contains(verdict) {
      let isWrong = expected.never.contains(verdict)
      compare("verdict", expected.verdict.rawValue, verdict.rawValue + (isWrong ? " (never)" : ""))
    }
    compare("user", expected.user, diagnosis.user?.raw ?? "no user")
    let customerText = diagnosis.customerText.written(in: .english)
    for text in expected.forbidden where customerText.lowercased().contains(text.lowercased()) {
      compare("text for the customer", "no \"\(text)\"", customerText)
    }
    compare("ticket", expected.ticket?.rawValue, diagnosis.verdict.ticket.rawValue)
    compare(
      "recommendation",
      expected.recommendation?.rawValue,
      diagnosis.recommendation.code.rawValue
    )
    compare("access", expected.access.map { Self.list($0.sorted()) }, Self.list(access))
    for (code, result) in expected.checks {
      let found = diagnosis.checks.first { $0.code == code }?.result.rawValue
      compare("check \(code)", result.rawValue, found ?? "no such check")
    }
    return differences
  }

  private static func list(_ keys: [String]) -> String {
    keys.isEmpty ? "none" : keys.joined(separator: ", ")
  }
}

/// Replays stories one after the other and prints the result of each.
struct StoryReport: Sendable {
  struct Tally: Sendable {
    var passed = 0
    var different = 0
    var unreadable = 0
  }

  let files: [StoryFile]
  let isJSON: Bool
  /// Whether each story goes through a case file first. Then only the verdict is compared: names
  /// and IDs are made up, and documents may have become others.
  var isRoundTrip = false

  func run(with stores: StoryStores) async throws -> Tally {
    var tally = Tally()
    var rows: [JSONValue] = []
    for file in files {
      let story: Story
      do throws(FileError) {
        story = try file.story()
      } catch {
        tally.unreadable += 1
        Console.print("\(error)")
        rows.append([
          "story": .string(file.path), "result": "unreadable", "error": .string("\(error)"),
        ])
        continue
      }
      let (outcome, differences) = try await outcome(of: story, with: stores)
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

  private func outcome(
    of story: Story,
    with stores: StoryStores
  ) async throws -> (StoryOutcome, [StoryOutcome.Difference]) {
    guard isRoundTrip else {
      let outcome = try await StoryOutcome(of: story, with: stores)
      return (outcome, outcome.differences(from: story.expected))
    }
    let outcome = try await StoryOutcome(ofCaseOf: story, with: stores)
    var expected = Story.Expectation(verdict: story.expected.verdict, checks: [])
    expected.also = story.expected.also
    return (outcome, outcome.differences(from: expected))
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
      [
        "schemaVersion": 1, "passed": .whole(tally.passed), "different": .whole(tally.different),
        "unreadable": .whole(tally.unreadable), "stories": .array(rows),
      ],
      .pretty
    )
  }

  private func row(
    _ file: StoryFile,
    _ outcome: StoryOutcome,
    _ differences: [StoryOutcome.Difference]
  ) -> JSONValue {
    [
      "story": .string(file.path), "result": differences.isEmpty ? "passed" : "different",
      "verdict": .word(outcome.diagnosis.verdict.code),
      "differences": .array(
        differences.map {
          [
            "place": .string($0.place), "expected": .string($0.expected),
            "found": .string($0.found),
          ]
        }
      ),
    ]
  }
}
