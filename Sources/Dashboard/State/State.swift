import Entitlements
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
  /// Whether clicks and the wheel are listened to.
  package internal(set) var takesMouse: Bool
  package var keymap: Keymap
  /// Names that `:theme` completes.
  package var themeNames: [String]

  let ledgerName: String
  package internal(set) var ledgerBytes: Int?
  let acting: Acting
  let isDemo: Bool

  /// From the first one, which is home, to the one in front: never empty.
  var screens: [Screen]
  /// What was shown before, and what was come back from.
  var trail = Trail()
  var field: Field?
  var history: [String] = []
  /// The first line of the help that is shown, while it is.
  var helpTop: Int?
  /// What stands in front of the screen, while it does.
  var dialog: Dialog?
  /// What was asked for here: all that is not over, and the newest.
  var batches: [JobBatch] = []
  var toast: Toast?
  /// What was said, oldest first.
  var log: [Toast] = []
  /// Where and when the mouse was pressed last.
  var lastPress: MousePress?
  var chord: [Key] = []
  var interruptedAt: Date?
  var isAskingToQuit = false
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
    screens = [Screen(HomeScreen(queues: queues, letters: letters, at: view.now))]
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
    }
    return []
  }

  /// The actions that mean something on the screen in front.
  var actions: Set<Action> {
    let scopes = front.scopes
    return Set(
      Action.allCases.filter {
        let scope = $0.description.scope
        return scope == .everywhere || scopes.contains(scope)
      }
    )
  }

  /// What the screen in front waits for; a dialog's question counts first.
  var waiting: Waiting? {
    dialog?.pending.map { Waiting(since: $0.since) } ?? front.waiting
  }

  /// Waiting is worth a word only after this long.
  static let patience: TimeInterval = 0.2

  private static let longestLog = 500

  var showsWaiting: Bool {
    waiting.map { view.now.timeIntervalSince($0.since) >= Self.patience } ?? false
  }

  mutating func toast(_ severity: Notice.Severity, _ text: String) {
    let said = Toast(notice: Notice(severity: severity, text: text), since: view.now)
    toast = said
    log.append(said)
    if log.count > Self.longestLog { log.removeFirst() }
  }
}
