import Entitlements
import Foundation

/// One screen between the header and the status line: its data, key handling and drawing. Screens
/// are independent of one another; they navigate through `ScreenContext`.
protocol Screen: Equatable, Sendable {
  /// The screen's name in the breadcrumb trail.
  var breadcrumb: SafeText { get }
  /// The scopes of the actions available here, beside `everywhere`.
  var scopes: Set<Action.Scope> { get }
  /// The command-line arguments that print the same data; `nil` if there are none.
  var equivalentCommand: [String]? { get }
  /// The dashboard command that opens this screen; `nil` if there is none.
  var openingLine: String? { get }
  /// The pending load; `nil` if everything is loaded.
  var waiting: Waiting? { get }
  /// What an action or a copy applies to: the marked rows, else the row under the cursor.
  var records: [Record] { get }
  /// Whether nothing under the cursor can be opened.
  var opensNothing: Bool { get }
  /// The order shown that is not on file, if its store can be queried for it.
  var unknownOrder: Identifier? { get }
  /// The user who asks, if the screen answers an inquiry.
  var inquirer: ID<User>? { get }
  /// The user whose case is open here.
  var openCase: ID<User>? { get }
  /// All loaded records, for completion.
  var known: [Record] { get }

  var popup: TablePopup? { get }
  /// The theme to preview while the screen is in front.
  var preview: Theme? { get }
  /// Whether the mouse is left to the terminal, for selecting text.
  var leavesMouse: Bool { get }
  /// The records that an action applies to, where that depends on the action.
  func records(for action: Action) -> [Record]
  /// A hint for an action here, instead of the usual one.
  func hint(for action: Action) -> SafeText?

  /// The ledger has changed.
  mutating func markStale()
  /// Another screen covers this one: masks revealed secrets, closes popups, and drops rows that are
  /// not on the screen.
  mutating func hide(_ view: ViewContext)
  /// Adjusts to the screen size and loads missing data.
  mutating func loadIfNeeded(_ context: inout ScreenContext)
  /// Accepts an answer, which may be for another screen.
  mutating func accept(_ outcome: Outcome<LedgerAnswer>, to request: Int, _ view: ViewContext)
  /// Performs an action; `false` if it has no meaning here.
  mutating func perform(_ action: Action, _ context: inout ScreenContext) -> Bool
  /// Scrolls the separately scrolling pane at `point`; `false` if there is none.
  mutating func scrollPane(at point: Frame.Point, by lines: Int, _ view: ViewContext) -> Bool
  /// Exports the marked rows, else all; `false` if the screen has no rows.
  func export(_ form: Export.Form, to path: String?, _ context: inout ScreenContext) -> Bool
  /// Shows the tab with this number, from 1.
  mutating func showTab(_ number: Int) -> Bool
  /// Time has passed.
  mutating func tick(_ now: Date)
  /// Closes one open part, such as a filter; `false` if nothing is open.
  mutating func closeOne(_ context: inout ScreenContext) -> Bool

  /// The current text that an input line of this kind edits.
  func text(of kind: Field.Kind) -> String
  /// Applies the input line while it is typed.
  mutating func take(_ text: String, for kind: Field.Kind)
  /// Enter in the input line.
  mutating func submit(_ kind: Field.Kind, _ context: inout ScreenContext)

  /// Where the input line is drawn, if not on the status line.
  func fieldRect(_ view: ViewContext) -> Rect?
  func draw(in rect: Rect, _ view: ViewContext, on frame: inout Frame)
  /// Adds what the status line shows.
  func describe(_ view: ViewContext, in status: inout Status)
  /// The next instant at which the drawing changes without an event.
  func nextChange(_ view: ViewContext) -> Date?
}

/// A pending load.
struct Waiting: Equatable, Sendable {
  var since: Date
  /// Whether the shown data is about to be replaced, and therefore dimmed.
  var replaces = true
}

extension Screen {
  var scopes: Set<Action.Scope> { [] }
  var equivalentCommand: [String]? { nil }
  var openingLine: String? { nil }
  var waiting: Waiting? { nil }
  var records: [Record] { [] }
  var known: [Record] { records }
  var unknownOrder: Identifier? { nil }
  var inquirer: ID<User>? { nil }
  var openCase: ID<User>? { inquirer }
  var opensNothing: Bool { false }
  var popup: TablePopup? { nil }
  var preview: Theme? { nil }
  var leavesMouse: Bool { false }
  func records(for action: Action) -> [Record] { records }
  func hint(for action: Action) -> SafeText? { nil }
  mutating func markStale() {}
  mutating func hide(_ view: ViewContext) {}
  mutating func loadIfNeeded(_ context: inout ScreenContext) {}
  mutating func accept(_ outcome: Outcome<LedgerAnswer>, to request: Int, _ view: ViewContext) {}
  mutating func scrollPane(at point: Frame.Point, by lines: Int, _ view: ViewContext) -> Bool {
    false
  }
  func export(_ form: Export.Form, to _: String?, _ context: inout ScreenContext) -> Bool { false }
  mutating func showTab(_ number: Int) -> Bool { false }
  mutating func tick(_ now: Date) {}
  mutating func closeOne(_ context: inout ScreenContext) -> Bool { false }
  func text(of kind: Field.Kind) -> String { "" }
  mutating func take(_ text: String, for kind: Field.Kind) {}
  mutating func submit(_ kind: Field.Kind, _ context: inout ScreenContext) {}
  func fieldRect(_ view: ViewContext) -> Rect? { nil }
  func nextChange(_ view: ViewContext) -> Date? { nil }

  func status(_ view: ViewContext) -> Status {
    var status = Status()
    describe(view, in: &status)
    return status
  }

  fileprivate func equals(_ other: any Screen) -> Bool { other as? Self == self }
}

/// A type-erased screen.
struct AnyScreen: Equatable, Sendable {
  var part: any Screen

  init(_ part: some Screen) { self.part = part }

  static func == (left: AnyScreen, right: AnyScreen) -> Bool { left.part.equals(right.part) }
}

/// Collects a screen's requests while it handles an event.
struct ScreenContext {
  enum Request: Equatable, Sendable {
    case open(AnyScreen)
    case replace(AnyScreen)
    case notify(StatusMessage)
    case perform(Effect)
    /// A line of the command line.
    case run(String)
    case openDialog(Action)
    /// Answers a customer's message, which stays in the home screen's input.
    case openInquiry(String)
    case arrange(ListKind, ColumnLayout)
    case apply(Theme)
  }

  let view: ViewContext
  private(set) var requests: [Request] = []
  private(set) var lastRequest: Int

  init(_ view: ViewContext, lastRequest: Int) {
    self.view = view
    self.lastRequest = lastRequest
  }

  /// Sends a query, which replaces an older one.
  mutating func query(_ query: LedgerQuery, instead older: Pending? = nil) -> Pending {
    lastRequest += 1
    requests.append(.perform(.query(query, request: lastRequest, instead: older?.number)))
    return Pending(number: lastRequest, since: view.now)
  }

  mutating func open(_ screen: some Screen) { requests.append(.open(AnyScreen(screen))) }
  mutating func replace(by screen: some Screen) { requests.append(.replace(AnyScreen(screen))) }
  mutating func run(_ line: String) { requests.append(.run(line)) }
  mutating func openDialog(_ action: Action) { requests.append(.openDialog(action)) }
  mutating func openInquiry(_ text: String) { requests.append(.openInquiry(text)) }
  mutating func apply(_ theme: Theme) { requests.append(.apply(theme)) }
  mutating func perform(_ effect: Effect) { requests.append(.perform(effect)) }
  mutating func arrange(_ list: ListKind, _ layout: ColumnLayout) {
    requests.append(.arrange(list, layout))
  }

  mutating func notify(_ severity: StatusMessage.Severity, _ text: String) {
    requests.append(.notify(StatusMessage(severity: severity, text: text)))
  }
}

/// A sent request that is not answered yet.
struct Pending: Equatable, Sendable {
  var number: Int
  var since: Date

  var waiting: Waiting { Waiting(since: since) }
}

/// A value that is loaded once, and again when the ledger has changed.
struct Fetched<Value: Equatable & Sendable>: Equatable, Sendable {
  private(set) var value: Value?
  private(set) var pending: Pending?
  private(set) var failure: String?
  private(set) var isStale = true

  var isMissing: Bool { value == nil && pending == nil && failure == nil && !isStale }

  mutating func markStale() {
    isStale = true
    failure = nil
  }

  /// Queries a stale value. Keeps a pending query, or a busy ledger would starve the screen.
  mutating func loadIfNeeded(_ query: LedgerQuery, _ context: inout ScreenContext) {
    guard isStale, pending == nil else { return }
    isStale = false
    pending = context.query(query)
  }

  /// Accepts the answer; `false` if it is for another request.
  mutating func accept(_ outcome: Outcome<LedgerAnswer>, to request: Int) -> Bool {
    guard pending?.number == request else { return false }
    pending = nil
    failure = nil
    switch outcome {
    case .value(let answer): value = answer.content()
    case .failure(let reason): failure = reason
    }
    return true
  }

  var waiting: Waiting? { pending?.waiting }
}
