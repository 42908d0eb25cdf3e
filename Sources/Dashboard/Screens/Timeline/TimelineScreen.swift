import Entitlements
import Foundation

/// The timeline of a user or purchase: a chart and the list of events, with one cursor.
struct TimelineScreen: Screen {
  /// The subject: an identifier, a user, or a customer's whole message.
  let text: String
  private var answer = Fetched<SubjectHistory>()
  private var history = EventHistory()

  init(_ text: String) { self.text = text }

  var subjectHistory: SubjectHistory? { answer.value }
  var breadcrumb: SafeText { "timeline \(name)" }
  private var name: SafeText {
    let name = subjectHistory?.user?.handle ?? Identifier.all(in: text).first?.masked ?? text
    return SafeText(name, limit: 40)
  }
  var scopes: Set<Action.Scope> { [.lines, .timeline, .clock, .subject] }
  var records: [Record] { history.records(in: subjectHistory) }
  var known: [Record] { [] }
  var equivalentCommand: [String]? { ["timeline", text] }
  var openingLine: String? { "timeline \(text)" }
  var waiting: Waiting? { answer.waiting }
  var opensNothing: Bool { history.current(of: subjectHistory)?.evidence.isEmpty ?? true }

  mutating func markStale() { answer.markStale() }

  mutating func loadIfNeeded(_ context: inout ScreenContext) {
    answer.loadIfNeeded(.subjectHistory(text), &context)
    history.loadIfNeeded(subjectHistory, in: context.view.layout.body, context.view)
  }

  mutating func accept(_ outcome: Outcome<LedgerAnswer>, to request: Int, _ view: ViewContext) {
    let isAccepted = answer.accept(outcome, to: request) {
      if case .subjectHistory(let subjectHistory) = $0 { subjectHistory } else { nil }
    }
    if isAccepted { history.take(subjectHistory, at: view.now) }
  }

  mutating func perform(_ action: Action, _ context: inout ScreenContext) -> Bool {
    history.perform(action, subjectHistory, in: context.view.layout.body, &context)
  }

  mutating func closeOne(_ context: inout ScreenContext) -> Bool { history.closeOne() }

  func draw(in rect: Rect, _ view: ViewContext, on frame: inout Frame) {
    guard let subjectHistory else {
      return frame.write(placeholder: answer.failure, missing: nil, in: rect)
    }
    guard subjectHistory.subject.isFound else {
      let missing: SafeText = "Nothing on file goes by \(name)."
      return frame.write(placeholder: nil, missing: missing, in: rect)
    }
    history.draw(subjectHistory, in: rect, view, on: &frame)
  }

  func status(_ view: ViewContext) -> Status {
    var status = Status()
    if let failure = answer.failure { status.add("! \(failure)", .error) }
    if let subjectHistory { history.describe(subjectHistory, view, in: &status) }
    return status
  }

  func nextChange(_ view: ViewContext) -> Date? { history.nextChange(subjectHistory, view) }
}
