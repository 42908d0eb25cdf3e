import Entitlements
import Foundation

/// What stands between the header and the status line: one screen, with what it holds, what its
/// keys do and how it is drawn. A screen knows no other: where it leads is told to the desk.
protocol ScreenPart: Equatable, Sendable {
  /// How the trail names it.
  var crumb: SafeText { get }
  /// The groups of actions that mean something here, beside those that do everywhere.
  var scopes: Set<Action.Scope> { get }
  /// The words after the program's name that print the same; `nil` where nothing does.
  var twin: [String]? { get }
  /// The line of the command line that leads to it; `nil` where none does.
  var openingLine: String? { get }
  /// What it waits for; `nil` where all is there.
  var waiting: Waiting? { get }
  /// What an act, a copy or a question would be about: the marked rows, else the one under the
  /// cursor.
  var records: [Record] { get }
  /// Whether there is nothing under the cursor that could be opened.
  var opensNothing: Bool { get }
  /// The order it is about and that is not on file, where its store can be asked for it.
  var unknownOrder: Identifier? { get }
  /// Who asks, where the screen answers somebody.
  var asker: ID<User>? { get }
  /// All records that it holds, for completion.
  var known: [Record] { get }

  /// What stands in front of its rows to choose from.
  var popup: TablePopup? { get }
  /// A theme that is looked at while it is in front.
  var preview: Theme? { get }
  /// Whether the mouse is left to the terminal, which selects text with it.
  var leavesMouse: Bool { get }
  /// What an act is about, where that is not the same for all of them.
  func records(for act: Action) -> [Record]
  /// What an action is called here, where the usual word would mislead.
  func hint(for action: Action) -> SafeText?

  /// The ledger has changed.
  mutating func markStale()
  /// Another screen comes in front of it: what was revealed is masked again.
  mutating func hide()
  /// Fits it to the screen, and asks for what it needs and does not have.
  mutating func settle(_ desk: inout Desk)
  /// An answer to a question, which may be another screen's.
  mutating func accept(_ outcome: Outcome<Answer>, to request: Int, _ view: Viewpoint)
  /// Does what a key means; `false` for what means nothing here.
  mutating func perform(_ action: Action, _ desk: inout Desk) -> Bool
  /// Turns the wheel over a pane that scrolls by itself; `false` where none stands there.
  mutating func scrollPane(at point: Frame.Point, by lines: Int, _ view: Viewpoint) -> Bool
  /// Has the marked rows written to a file, else all; `false` where there is nothing of the kind.
  mutating func export(_ form: Export.Form, to path: String?, _ desk: inout Desk) -> Bool
  /// Goes to the tab of this number, from 1.
  mutating func showTab(_ number: Int) -> Bool
  /// Time has passed.
  mutating func tick(_ now: Date)
  /// Closes one thing that is open in it, such as a filter; `false` where nothing is.
  mutating func closeOne(_ desk: inout Desk) -> Bool

  /// What a line that is typed changes, as it stands.
  func text(of kind: Field.Kind) -> String
  /// Takes the line while it is typed.
  mutating func take(_ text: String, for kind: Field.Kind)
  /// Enter in the line.
  mutating func submit(_ kind: Field.Kind, _ desk: inout Desk)

  /// Where the line stands that is typed, if not where the status line does.
  func fieldRect(_ view: Viewpoint) -> Rect?
  func draw(in rect: Rect, _ view: Viewpoint, on frame: inout Frame)
  func status(_ view: Viewpoint) -> Status
  /// The next instant at which it looks different though nothing happens.
  func nextChange(_ view: Viewpoint) -> Date?
}

/// What is not there yet.
struct Waiting: Equatable, Sendable {
  var since: Date
  /// Whether what is shown is about to be replaced; more rows below are no reason to dim.
  var replaces = true
}

extension ScreenPart {
  var twin: [String]? { nil }
  var openingLine: String? { nil }
  var waiting: Waiting? { nil }
  var records: [Record] { [] }
  var known: [Record] { records }
  var unknownOrder: Identifier? { nil }
  var asker: ID<User>? { nil }
  var opensNothing: Bool { false }
  var popup: TablePopup? { nil }
  var preview: Theme? { nil }
  var leavesMouse: Bool { false }
  func records(for act: Action) -> [Record] { records }
  func hint(for action: Action) -> SafeText? { nil }
  mutating func markStale() {}
  mutating func hide() {}
  mutating func settle(_ desk: inout Desk) {}
  mutating func accept(_ outcome: Outcome<Answer>, to request: Int, _ view: Viewpoint) {}
  mutating func scrollPane(at point: Frame.Point, by lines: Int, _ view: Viewpoint) -> Bool {
    false
  }
  mutating func export(_ form: Export.Form, to path: String?, _ desk: inout Desk) -> Bool { false }
  mutating func showTab(_ number: Int) -> Bool { false }
  mutating func tick(_ now: Date) {}
  mutating func closeOne(_ desk: inout Desk) -> Bool { false }
  func text(of kind: Field.Kind) -> String { "" }
  mutating func take(_ text: String, for kind: Field.Kind) {}
  mutating func submit(_ kind: Field.Kind, _ desk: inout Desk) {}
  func fieldRect(_ view: Viewpoint) -> Rect? { nil }
  func nextChange(_ view: Viewpoint) -> Date? { nil }

  fileprivate func equals(_ other: any ScreenPart) -> Bool { other as? Self == self }
}

/// Any screen.
struct Screen: Equatable, Sendable {
  var part: any ScreenPart

  init(_ part: some ScreenPart) { self.part = part }

  static func == (left: Screen, right: Screen) -> Bool { left.part.equals(right.part) }
}

/// Where a screen leaves what it wants while an event is folded.
struct Desk {
  enum Wish: Equatable, Sendable {
    case open(Screen)
    case replace(Screen)
    case back
    case say(Notice)
    case perform(Effect)
    /// A line of the command line.
    case run(String)
    /// An act, put to the operator as its key does.
    case act(Action)
    /// What a customer wrote is to be answered; it stays in the first screen's line.
    case answer(String)
    case arrange(ListKind, ColumnLayout)
    case keep(Theme)
  }

  let view: Viewpoint
  private(set) var wishes: [Wish] = []
  private(set) var lastRequest: Int

  init(_ view: Viewpoint, lastRequest: Int) {
    self.view = view
    self.lastRequest = lastRequest
  }

  /// Sends a question, in the place of one that nobody waits for any more.
  mutating func ask(_ question: Question, instead older: Pending? = nil) -> Pending {
    lastRequest += 1
    wishes.append(.perform(.ask(question, request: lastRequest, instead: older?.number)))
    return Pending(number: lastRequest, since: view.now)
  }

  mutating func open(_ screen: some ScreenPart) { wishes.append(.open(Screen(screen))) }
  mutating func replace(by screen: some ScreenPart) { wishes.append(.replace(Screen(screen))) }
  mutating func goBack() { wishes.append(.back) }
  mutating func run(_ line: String) { wishes.append(.run(line)) }
  mutating func act(_ action: Action) { wishes.append(.act(action)) }
  mutating func answer(_ text: String) { wishes.append(.answer(text)) }
  /// Paints with a theme from now on.
  mutating func keep(_ theme: Theme) { wishes.append(.keep(theme)) }
  mutating func perform(_ effect: Effect) { wishes.append(.perform(effect)) }
  mutating func arrange(_ list: ListKind, _ layout: ColumnLayout) {
    wishes.append(.arrange(list, layout))
  }

  mutating func say(_ severity: Notice.Severity, _ text: String) {
    wishes.append(.say(Notice(severity: severity, text: text)))
  }
}

/// A request that was sent and not answered yet.
struct Pending: Equatable, Sendable {
  var number: Int
  var since: Date
}

/// Something that is asked for once, and again when the ledger has changed.
struct Fetched<Value: Equatable & Sendable>: Equatable, Sendable {
  private(set) var value: Value?
  private(set) var pending: Pending?
  private(set) var failure: String?
  private var isStale = true

  var isMissing: Bool { value == nil && pending == nil && failure == nil && !isStale }

  mutating func markStale() {
    isStale = true
    failure = nil
  }

  /// Waits for what is under way: a busy ledger must not starve the screen.
  mutating func settle(_ question: Question, _ desk: inout Desk) {
    guard isStale, pending == nil else { return }
    isStale = false
    pending = desk.ask(question)
  }

  /// Whether it is the answer to this question. `value` takes it out of its case, as `.some(nil)`
  /// where the ledger knows nothing of the kind.
  mutating func accept(
    _ outcome: Outcome<Answer>,
    to request: Int,
    _ value: (Answer) -> Value?
  ) -> Bool {
    guard pending?.number == request else { return false }
    pending = nil
    failure = nil
    switch outcome {
    case .value(let answer): self.value = value(answer)
    case .failure(let reason): failure = reason
    }
    return true
  }

  var waiting: Waiting? { pending.map { Waiting(since: $0.since) } }
}
