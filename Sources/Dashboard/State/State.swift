import Entitlements
package import Foundation

/// Everything the dashboard knows. It changes only in `update`.
package struct State: Equatable, Sendable {
  /// A line being typed at the bottom of the screen.
  struct Field: Equatable, Sendable {
    enum Kind: Equatable, Sendable { case filter, command, search }

    var kind: Kind
    var editor: LineEditor
    /// What was in force before, for Esc.
    var original: String
    /// The tree's row at which a search began.
    var start = 0
    var historyIndex: Int?
  }

  struct Toast: Equatable, Sendable {
    var notice: Notice
    var since: Date
  }

  package internal(set) var size: Size
  package internal(set) var now: Date
  /// The look to paint with; changes when a theme was loaded.
  package internal(set) var theme: Theme
  package var glyphs: GlyphSet
  package var keymap: Keymap
  /// Names that `:theme` completes.
  package var themeNames: [String]
  package var zone: ClockZone

  let ledgerName: String
  package internal(set) var ledgerBytes: Int?
  let utcOffset: Int
  let acting: Acting
  let isDemo: Bool

  var home = UsersScreen()
  var above: [Screen] = []
  /// The screens before the last change of screens, for `-`.
  var previous: [Screen]?
  var field: Field?
  var history: [String] = []
  /// The first line of the help that is shown, while it is.
  var helpTop: Int?
  /// What stands in front of the screen, while it does.
  var dialog: Dialog?
  /// What was asked for here: all that is not over, and the newest.
  var batches: [JobBatch] = []
  var toast: Toast?
  var chord: [Key] = []
  var interruptedAt: Date?
  var isAskingToQuit = false
  private var lastRequest = 0

  /// A dashboard that has asked for nothing yet. `utcOffset` is in seconds east of UTC, the
  /// operator's own zone.
  package init(
    size: Size,
    ledgerName: String,
    ledgerBytes: Int?,
    now: Date,
    utcOffset: Int,
    acting: Acting = .readOnly,
    isDemo: Bool = false,
    glyphs: GlyphSet = .full,
    zone: ClockZone = .utc,
    theme: Theme = .terminal,
    themeNames: [String] = [],
    keymap: Keymap = .standard
  ) {
    self.size = Self.presentable(size)
    self.ledgerName = ledgerName
    self.ledgerBytes = ledgerBytes
    self.now = now
    self.utcOffset = min(max(utcOffset, -86_400), 86_400)
    self.acting = acting
    self.isDemo = isDemo
    self.glyphs = glyphs
    self.zone = zone
    self.theme = theme
    self.themeNames = themeNames
    self.keymap = keymap
    home.listing.restart()
  }

  /// No terminal is larger, and a frame of any size must fit memory.
  static func presentable(_ size: Size) -> Size {
    Size(columns: min(max(1, size.columns), 1000), rows: min(max(1, size.rows), 1000))
  }

  var clock: Clock { Clock(now: now, zone: zone, localOffset: utcOffset) }
  var layout: Layout { Layout(size) }

  mutating func newRequest() -> Int {
    lastRequest += 1
    return lastRequest
  }

  /// The actions that mean something on the screen in front.
  var actions: Set<Action> {
    var scopes: [Action.Scope] = [.everywhere]
    switch above.last {
    case nil: scopes += [.lists, .users]
    case .user: scopes += [.lists, .tabs]
    case .receipts: scopes += [.lists]
    case .receipt: scopes += [.inspector]
    }
    return Set(Action.allCases.filter { scopes.contains($0.description.scope) })
  }

  /// When the screen in front began to wait for what it shows.
  var waitingSince: Date? {
    switch above.last {
    case nil: home.listing.pending?.since
    case .user(let screen): dialog?.pending?.since ?? screen.pending?.since
    case .receipts(let screen): screen.listing.pending?.since
    case .receipt(let screen): screen.pending?.since
    }
  }

  /// Waiting is worth a word only after this long.
  static let patience: TimeInterval = 0.2

  var showsWaiting: Bool {
    waitingSince.map { now.timeIntervalSince($0) >= Self.patience } ?? false
  }
}
