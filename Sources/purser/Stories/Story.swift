import Entitlements
import Foundation

/// A ticket as a file tells it: the customer's message, what the stores and the app sent, and the
/// verdict that has to come out.
struct Story: Sendable {
  /// What the diagnosis has to say; `nil` where the story leaves it open.
  struct Expectation: Sendable {
    var verdict: VerdictCode
    /// Verdicts that are right as well.
    var also: [VerdictCode] = []
    /// Verdicts that would mislead whoever acts on them.
    var never: [VerdictCode] = []
    var ticket: Complaint?
    var recommendation: RecommendationCode?
    /// The rights that the subject holds in production at the instant of asking.
    var access: [String]?
    /// The user that has to be found.
    var user: String?
    /// What the text for the customer may not say, in whatever case.
    var forbidden: [String] = []
    /// Results by the code of the check, in the order of the codes.
    var checks: [(code: String, result: Diagnosis.Result)]
  }

  var message: String
  /// When it is asked.
  var instant: Date
  var catalog: Catalog?
  /// The apps that are ours; empty where the story does not say.
  var apps: Set<String>
  var documents: [StoryDocument]
  var expected: Expectation

  /// The documents as they arrive, in the order of the file where two arrive at once.
  var arrivals: [StoryDocument] {
    documents.enumerated().sorted {
      ($0.element.receivedAt, $0.offset) < ($1.element.receivedAt, $1.offset)
    }.map(\.element)
  }
}
