import Entitlements
import Foundation

/// What happened to somebody's purchases: a picture of the time, and the list of the events, with
/// one cursor.
struct TimelineScreen: ScreenPart {
  /// What was asked about: an identifier, a user, or a customer's whole message.
  let text: String
  private var answer = Fetched<Chronicle>()
  private var history = EventHistory()

  init(_ text: String) { self.text = text }

  var chronicle: Chronicle? { answer.value }
  var crumb: SafeText { "timeline \(name)" }
  private var name: SafeText {
    let name = chronicle?.user?.handle ?? Identifier.all(in: text).first?.masked ?? text
    return SafeText(name, limit: 40)
  }
  var scopes: Set<Action.Scope> { [.lines, .timeline, .clock, .subject] }
  var records: [Record] { history.records(in: chronicle) }
  var known: [Record] { [] }
  var twin: [String]? { ["timeline", text] }
  var openingLine: String? { "timeline \(text)" }
  var waiting: Waiting? { answer.waiting }
  var opensNothing: Bool { history.current(of: chronicle)?.evidence.isEmpty ?? true }

  mutating func markStale() { answer.markStale() }

  mutating func settle(_ desk: inout Desk) {
    answer.settle(.chronicle(text), &desk)
    history.settle(chronicle, in: desk.view.layout.body, desk.view)
  }

  mutating func accept(_ outcome: Outcome<Answer>, to request: Int, _ view: Viewpoint) {
    let isOurs = answer.accept(outcome, to: request) {
      if case .chronicle(let chronicle) = $0 { chronicle } else { nil }
    }
    if isOurs { history.take(chronicle, at: view.now) }
  }

  mutating func perform(_ action: Action, _ desk: inout Desk) -> Bool {
    history.perform(action, chronicle, in: desk.view.layout.body, &desk)
  }

  mutating func closeOne(_ desk: inout Desk) -> Bool { history.closeOne() }

  func draw(in rect: Rect, _ view: Viewpoint, on frame: inout Frame) {
    guard let chronicle else {
      return frame.write(placeholder: answer.failure, missing: nil, in: rect)
    }
    guard chronicle.subject.isFound else {
      let missing: SafeText = "Nothing on file goes by \(name)."
      return frame.write(placeholder: nil, missing: missing, in: rect)
    }
    history.draw(chronicle, in: rect, view, on: &frame)
  }

  func status(_ view: Viewpoint) -> Status {
    var status = Status()
    if let failure = answer.failure { status.add("! \(failure)", .error) }
    if let chronicle { history.tell(chronicle, view, in: &status) }
    return status
  }

  func nextChange(_ view: Viewpoint) -> Date? { history.nextChange(chronicle, view) }
}
