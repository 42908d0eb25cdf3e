import Entitlements
import Foundation

/// A support case from a file: the customer's message, the documents of stores and app, and the
/// expected verdict.
struct Story: Sendable {
  /// The expected diagnosis; `nil` for values that are not checked.
  struct Expectation: Sendable {
    var verdict: VerdictCode
    /// Verdicts that are also right.
    var also: [VerdictCode] = []
    /// Verdicts that would mislead the agent.
    var never: [VerdictCode] = []
    var ticket: TicketCategory?
    var recommendation: RecommendationCode?
    /// The subject's active entitlements in production.
    var access: [String]?
    /// The user that must be found.
    var user: String?
    /// Texts that must not occur in the text for the customer, ignoring case.
    var forbidden: [String] = []
    /// Results by check code, sorted by code.
    var checks: [(code: String, result: Diagnosis.Result)]
  }

  var message: String
  /// The time of the question.
  var instant: Date
  var catalog: Catalog?
  /// The operator's apps; empty if the file names none.
  var apps: Set<String>
  var documents: [StoryDocument]
  var expected: Expectation

  /// The documents by time of arrival, then in file order.
  var arrivals: [StoryDocument] {
    documents.enumerated().sorted {
      ($0.element.receivedAt, $0.offset) < ($1.element.receivedAt, $1.offset)
    }.map(\.element)
  }
}
