package import Entitlements
import Foundation

/// Everything the dashboard knows. It changes only in `update`.
package struct State: Equatable, Sendable {
  struct Toast: Equatable, Sendable {
    var notice: Notice
    var since: Date
  }

  package internal(set) var view: Viewpoint
  /// The theme that was chosen.
  package internal(set) var keptTheme: Theme
  /// The look to paint with: the theme that is looked at, else the one that was chosen.
  package var theme: Theme { front.preview ?? keptTheme }
  /// Whether clicks and the wheel are to be listened to.
  package internal(set) var takesMouse: Bool
  /// Whether they are just now.
  package var listensToMouse: Bool { takesMouse && !front.leavesMouse }
  package var keymap: Keymap
  /// Names that `:theme` completes.
  package var themeNames: [String]

  /// The pages of orders, by the store: an address with `{order}` in it.
  package var links: [Store: String] = [:]
  /// How a command names the ledger; `nil` for the one it takes by itself.
  package var ledgerOption: String?
  let ledgerName: String
  package internal(set) var ledgerBytes: Int?
  package internal(set) var acting: Acting { didSet { noteDelay() } }
  /// What the stores are not ready for yet, in words; `nil` where they are.
  package var storesOpening: String? { didSet { noteDelay() } }
  /// The stores that can be asked; `nil` where nobody said.
  package var stores: Set<Store>?
  /// The apps that are ours, by their store's name for them.
  package var apps: [String] = []
  /// What the operator added to the commands.
  package var commands: [OwnCommand] = []
  /// What was told before this session, the newest last.
  let toldBefore: [String]
  /// How much of a sample is filed, while it is.
  var sample: SampleProgress?
  let isDemo: Bool

  /// From the first one, which is home, to the one in front: never empty.
  var screens: [Screen]
  /// What was shown before, and what was come back from.
  var trail = Trail()
  var field: Field?
  /// The lines of the command line, of sessions before this one, too.
  var history: [String]
  /// The lines that lead to the screens shown last, the newest last.
  var visited: [String]
  /// Whose purchases the lines among them were about.
  var owners: [String: User] = [:]
  var palette: CommandPalette?
  /// What was told in passing, the newest last.
  private(set) var notices: [Toast] = []
  /// What the help is searched for.
  var helpFilter = ""
  /// The first line of the help that is shown, while it is.
  var helpTop: Int?
  /// What stands in front of the screen, while it does.
  var dialog: Dialog?
  /// What was asked for here: all that is not over, and the newest.
  var batches: [JobBatch] = []
  var toast: Toast?
  /// Where and when the mouse was pressed last.
  var lastPress: MousePress?
  /// The column that is being made wider or narrower by the mouse.
  var dragged: ColumnDrag?
  var chord: [Key] = []
  var interruptedAt: Date?
  var isAskingToQuit = false
  /// The letter on the first screen that has asked to quit; it may be the first one of a text.
  var quittingLetter: Character?
  private(set) var lastRequest = 0

  /// A dashboard that has asked for nothing yet. `queues` are shown on the first screen.
  package init(
    view: Viewpoint,
    ledgerName: String,
    ledgerBytes: Int?,
    acting: Acting = .readOnly,
    isDemo: Bool = false,
    queues: [SavedQueue] = [],
    letters: [Letter] = [],
    memory: Memory = Memory(),
    lessons: [Lesson] = [],
    theme: Theme = .terminal,
    takesMouse: Bool = false,
    themeNames: [String] = [],
    keymap: Keymap = .standard
  ) {
    self.view = view
    self.ledgerName = ledgerName
    self.ledgerBytes = ledgerBytes
    self.acting = acting
    self.isDemo = isDemo
    keptTheme = theme
    self.takesMouse = takesMouse
    self.themeNames = themeNames
    self.keymap = keymap
    history = memory.lines
    visited = memory.visited
    toldBefore = memory.told
    let visited = memory.visited
    screens = [
      Screen(
        HomeScreen(queues: queues, letters: letters, visited: visited.reversed(), at: view.now)
      )
    ]
    arrange(memory.views)
    noteDelay()
    if let tour = Tour(lessons) { screens.append(Screen(WhyScreen(tour))) }
  }

  private mutating func noteDelay() {
    view.delay =
      switch acting {
      case .readOnly: "nobody works while the ledger is only read; :write on, or purser jobs run"
      case .noStores: "no store can be asked; add [stores] to config.toml, then :write off and on"
      case .allowed: storesOpening
      }
  }

  var layout: Layout { view.layout }
  var isHome: Bool { screens.count == 1 }

  /// The screen in front.
  var front: any ScreenPart {
    get { screens[screens.count - 1].part }
    set { screens[screens.count - 1].part = newValue }
  }

  mutating func newRequest() -> Int {
    lastRequest += 1
    return lastRequest
  }

  /// Has the screen in front work, and does what it wishes for.
  mutating func inFront(
    _ work: (inout any ScreenPart, inout Desk) -> Bool
  ) -> (didWork: Bool, effects: [Effect]) {
    var desk = Desk(view, lastRequest: lastRequest)
    let didWork = work(&screens[screens.count - 1].part, &desk)
    lastRequest = desk.lastRequest
    return (didWork, desk.wishes.flatMap { fulfil($0) })
  }

  private mutating func fulfil(_ wish: Desk.Wish) -> [Effect] {
    switch wish {
    case .open(let screen): push(screen)
    case .replace(let screen): go(to: screens.dropLast() + [screen])
    case .back: goBack()
    case .say(let notice): toast(notice.severity, notice.text)
    case .keep(let theme):
      keptTheme = theme
      toast(.info, "theme \(theme.name)")
    case .perform(let effect): return [effect]
    case .run(let line): return run(line)
    case .act(let action): return openDialog(action)
    case .answer(let text): answer(text)
    case .arrange(let list, let layout): view.columns[list] = layout
    }
    return []
  }

  /// The actions that mean something on the screen in front.
  var actions: ActionSet {
    var actions = ActionSet.of(.everywhere)
    let scopes = front.scopes
    for scope in scopes { actions.formUnion(.of(scope)) }
    // What stands in a row has a history.
    if scopes.contains(.rows) { actions.formUnion(.of(.subject)) }
    if let scope = deedScope { actions.formUnion(.of(scope)) }
    return actions
  }

  /// What the screen in front waits for; a dialog's question counts first.
  var waiting: Waiting? {
    dialog?.pending.map { Waiting(since: $0.since) } ?? front.waiting
  }

  /// Waiting is worth a word only after this long.
  static let patience: TimeInterval = 0.2

  var showsWaiting: Bool {
    waiting.map { view.now.timeIntervalSince($0.since) >= Self.patience } ?? false
  }

  /// What can be done to what is under the cursor.
  private var deedScope: Action.Scope? {
    switch front.records.first {
    case nil, .audit: nil
    case .job: .jobs
    default: .deeds
    }
  }

  mutating func toast(_ severity: Notice.Severity, _ text: String) {
    let notice = Notice(severity: severity, text: String(text.prefix(Self.mostNoticeLetters)))
    let told = Toast(notice: notice, since: view.now)
    toast = told
    notices.append(told)
    if notices.count > Self.mostNotices { notices.removeFirst() }
  }

  private static let mostNotices = 500
  /// What is quoted may be of any length, and no line shows more.
  private static let mostNoticeLetters = 512
}
