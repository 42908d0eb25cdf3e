package import Entitlements
import Foundation

/// The state of the dashboard. It changes only in `update`.
package struct State: Equatable, Sendable {
  struct Toast: Equatable, Sendable {
    var notice: StatusMessage
    var since: Date
  }

  package internal(set) var view: ViewContext
  package internal(set) var chosenTheme: Theme
  /// The theme to paint with: the previewed one, else the chosen one.
  package var theme: Theme { front.preview ?? chosenTheme }
  /// Whether the mouse is enabled.
  package internal(set) var takesMouse: Bool
  /// Whether mouse events are handled now.
  package var handlesMouse: Bool { takesMouse && !front.leavesMouse }
  package var keymap: Keymap
  /// The theme names that `:theme` completes.
  package var themeNames: [String]

  /// The characters that `auto` stands for on this terminal.
  package var terminalGlyphs: GlyphSet
  /// The URL template of an order's page at each store, with `{order}` in it.
  package var links: [Store: String] = [:]
  /// The `--ledger` argument of commands; `nil` for the default ledger.
  package var ledgerOption: String?
  let ledgerName: String
  package internal(set) var ledgerBytes: Int?
  package internal(set) var writeMode: WriteMode { didSet { updateDelay() } }
  /// Why the stores are not ready yet; `nil` if they are.
  package var storesOpening: String? { didSet { updateDelay() } }
  /// The stores that can be queried; `nil` if unknown.
  package var stores: Set<Store>?
  /// The operator's apps, by their store identifiers.
  package var apps: [String] = []
  /// The operator who uses the dashboard; anybody may do everything if the settings name nobody.
  package var me = Operator(account: "", name: "", role: .money)
  /// The names of all operators.
  package var colleagues: [String] = []
  /// The operator's custom commands.
  package var commands: [CustomCommand] = []
  /// The messages of earlier sessions, the newest last.
  let pastMessages: [String]
  /// The progress of filing a sample, while it lasts.
  var sample: SampleProgress?
  let isDemo: Bool
  /// Whether the ledger is a sandbox's, with simulated purchases.
  package var isSandbox = false
  /// Whether this dashboard runs the sandbox and can advance its clock.
  package var advancesClock = false

  /// The user whose case is open.
  package var openCase: ID<User>? { front.openCase }

  /// The screen stack, from the home screen to the one in front; never empty.
  var screens: [AnyScreen]
  /// The screens to go back and forward to.
  var navigation = NavigationHistory()
  var field: Field?
  /// The command history, including earlier sessions.
  var history: [String]
  /// The commands that open the screens shown last, the newest last.
  var visited: [String]
  /// The user concerned, for those of these commands that are inquiries.
  var owners: [String: User] = [:]
  var palette: CommandPalette?
  /// The messages of this session, the newest last.
  private(set) var notices: [Toast] = []
  /// The search text of the help.
  var helpFilter = ""
  /// The first visible line of the help; `nil` while it is hidden.
  var helpTop: Int?
  var dialog: Dialog?
  /// What assistants propose, the oldest first; some may have expired.
  var proposals: [Proposal] = []
  /// The batches requested here: all unfinished ones, and the newest.
  var batches: [BatchProgress] = []
  var toast: Toast?
  var lastPress: MousePress?
  /// The column being resized by the mouse.
  var dragged: ColumnDrag?
  var chord: [Key] = []
  var interruptedAt: Date?
  var isConfirmingQuit = false
  /// The character that asked to quit on the home screen; it may begin a text.
  var quitCharacter: Character?
  private(set) var lastRequest = 0
  /// The effects of the event that is being handled.
  var effects: [Effect] = []

  /// Creates the initial state. The home screen shows `queues`.
  package init(
    view: ViewContext,
    ledgerName: String,
    ledgerBytes: Int?,
    writeMode: WriteMode = .readOnly,
    isDemo: Bool = false,
    queues: [SavedQueue] = [],
    tickets: [TicketMessage] = [],
    memory: SessionState = .empty,
    steps: [TourStep] = [],
    theme: Theme = .terminal,
    takesMouse: Bool = false,
    themeNames: [String] = [],
    keymap: Keymap = .standard
  ) {
    self.view = view
    terminalGlyphs = view.glyphs
    self.ledgerName = ledgerName
    self.ledgerBytes = ledgerBytes
    self.writeMode = writeMode
    self.isDemo = isDemo
    chosenTheme = theme
    self.takesMouse = takesMouse
    self.themeNames = themeNames
    self.keymap = keymap
    history = memory.lines
    visited = memory.visited
    pastMessages = memory.messages
    let visited = memory.visited
    screens = [
      AnyScreen(
        HomeScreen(queues: queues, tickets: tickets, visited: visited.reversed(), at: view.now)
      )
    ]
    arrange(memory.views)
    updateDelay()
    if let tour = Tour(steps) { screens.append(AnyScreen(WhyScreen(tour))) }
  }

  private mutating func updateDelay() {
    view.delay =
      switch writeMode {
      case .readOnly: "jobs don't run in read-only mode; :write on, or purser jobs run"
      case .noStores: "no store can be queried; add [stores] to config.toml, then :write off and on"
      case .allowed: storesOpening
      }
  }

  var layout: Layout { view.layout }
  var isHome: Bool { screens.count == 1 }

  /// The screen in front.
  var front: any Screen {
    get { screens[screens.count - 1].part }
    set { screens[screens.count - 1].part = newValue }
  }

  mutating func newRequest() -> Int {
    lastRequest += 1
    return lastRequest
  }

  mutating func takeEffects() -> [Effect] {
    defer { effects = [] }
    return effects
  }

  /// Runs `work` on the screen in front, then fulfils the screen's requests.
  @discardableResult
  mutating func inFront<Value>(_ work: (inout any Screen, inout ScreenContext) -> Value) -> Value {
    var context = ScreenContext(view, lastRequest: lastRequest)
    let result = work(&screens[screens.count - 1].part, &context)
    lastRequest = context.lastRequest
    for request in context.requests { fulfil(request) }
    return result
  }

  private mutating func fulfil(_ request: ScreenContext.Request) {
    switch request {
    case .open(let screen): push(screen)
    case .replace(let screen): go { $0.dropLast() + [screen] }
    case .notify(let notice): toast(notice.severity, notice.text)
    case .apply(let theme):
      chosenTheme = theme
      toast(.info, "theme \(theme.name)")
    case .perform(let effect): effects.append(effect)
    case .run(let line): run(line)
    case .openDialog(let action): openDialog(action)
    case .openInquiry(let text): answer(text)
    case .arrange(let list, let layout): view.columns[list] = layout
    }
  }

  /// The actions available on the screen in front.
  var actions: ActionSet {
    var actions = ActionSet.of(.everywhere)
    let scopes = front.scopes
    for scope in scopes { actions.formUnion(.of(scope)) }
    // Every row has a history.
    if scopes.contains(.rows) { actions.formUnion(.of(.subject)) }
    if let scope = actionScope { actions.formUnion(.of(scope)) }
    return actions
  }

  /// The pending load of the dialog, else of the screen in front.
  var waiting: Waiting? { dialog?.pending?.waiting ?? front.waiting }

  /// Seconds until a pending load is shown as such.
  static let timeout: TimeInterval = 0.2

  var showsWaiting: Bool {
    waiting.map { view.now.timeIntervalSince($0.since) >= Self.timeout } ?? false
  }

  /// The scope of the actions on the record under the cursor.
  private var actionScope: Action.Scope? {
    switch front.records.first {
    case nil, .audit: nil
    case .job: .jobs
    default: .operations
    }
  }

  mutating func toast(_ severity: StatusMessage.Severity, _ text: String) {
    let text = String(text.prefix(Self.maxNoticeCharacters))
    let new = Toast(notice: StatusMessage(severity: severity, text: text), since: view.now)
    toast = new
    notices.append(new)
    if notices.count > Self.maxNotices { notices.removeFirst() }
  }

  private static let maxNotices = 500
  /// Quoted text may be of any length; no line shows more.
  private static let maxNoticeCharacters = 512
}
