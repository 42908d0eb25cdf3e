import Entitlements
import Foundation
import Persistence
import Receipts
import ServiceCore

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
    let ledger = try Ledger.inMemory()
    if let catalog = story.catalog {
      try await ledger.catalogs.save(catalog, asPrimary: true, at: story.instant)
    }
    surprises = []
    var answers = StoryAnswers()
    for document in story.arrivals {
      let bytes = answers.distinguished(try stores.bytes(of: document), of: document)
      let validation = try await document.file(
        bytes,
        in: ledger,
        stores.receipts,
        stores.reader
      )
      if let validation { surprises += Self.surprise(document, validation) }
    }
    let inquiry = TicketInquiry(text: story.message, instant: story.instant, apps: story.apps)
    let (diagnosis, file) = try await inquiry.answer(from: ledger)
    self.diagnosis = diagnosis
    let rights = file.entitlements.filter {
      $0.environment == .production && $0.isActive(at: story.instant)
    }
    access = Set(rights.map(\.key)).sorted()
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
