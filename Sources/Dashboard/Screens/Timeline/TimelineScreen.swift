import Entitlements
import Foundation

/// The timeline of a user or purchase: a chart and the list of events, with one cursor.
struct TimelineScreen: Screen {
  /// The subject: an identifier, a user, or a customer's whole message.
  let text: String
  private var answer = Fetched<SubjectHistory>()
  private var history = EventHistory()

  init(_ text: String) { self.text = text }

  var breadcrumb: SafeText { "timeline \(name)" }
  private var name: SafeText {
    let name = history.subject?.user?.handle ?? Identifier.all(in: text).first?.masked ?? text
    return SafeText(name, limit: 40)
  }
  var scopes: Set<Action.Scope> { [.timeline, .clock, .subject] }
  var openCase: ID<User>? { history.subject?.user?.id }
  var records: [Record] { history.records }
  var known: [Record] { [] }
  var equivalentCommand: [String]? { ["timeline", text] }
  var openingLine: String? { "timeline \(text)" }
  var waiting: Waiting? { answer.waiting }
  var opensNothing: Bool { history.current?.evidence.isEmpty ?? true }

  mutating func markStale() { answer.markStale() }

  mutating func loadIfNeeded(_ context: inout ScreenContext) {
    answer.loadIfNeeded(.subjectHistory(text), &context)
    history.clampCursor(in: context.view.layout.body, context.view)
  }

  mutating func accept(_ outcome: Outcome<LedgerAnswer>, to request: Int, _ view: ViewContext) {
    if answer.accept(outcome, to: request) { history.take(answer.value, at: view.now) }
  }

  mutating func perform(_ action: Action, _ context: inout ScreenContext) -> Bool {
    history.perform(action, in: context.view.layout.body, &context)
  }

  mutating func closeOne(_ context: inout ScreenContext) -> Bool { history.closeOne() }

  func draw(in rect: Rect, _ view: ViewContext, on frame: inout Frame) {
    guard let subject = history.subject else {
      return frame.write(placeholder: answer.failure, missing: nil, in: rect)
    }
    guard subject.subject.isFound else {
      let missing: SafeText = "Nothing on file goes by \(name)."
      return frame.write(placeholder: nil, missing: missing, in: rect)
    }
    history.draw(in: rect, view, on: &frame)
  }

  func describe(_ view: ViewContext, in status: inout Status) {
    if let failure = answer.failure { status.add("! \(failure)", .error) }
    history.describe(view, in: &status)
  }

  func nextChange(_ view: ViewContext) -> Date? { history.nextChange(view) }
}
