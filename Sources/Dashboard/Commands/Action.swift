/// An action that keys can be bound to; the raw values are the names in key files.
package enum Action: String, Sendable, CaseIterable {
  case down, up, left, right, first, last, halfPageDown, halfPageUp, pageDown, pageUp
  case open, back, pop, previousScreen, historyBack, historyForth, goHome
  case mark, clearMarks, count, why
  case filter, search, nextMatch, previousMatch
  case nextTab, previousTab, showTab, nextPane, togglePanel
  case foldAll, unfoldAll, reveal
  case markRange, markAll, scrollLeft, scrollRight, columnLeft, columnRight
  case sortMenu, sortByColumn, columns, sameAsCell, otherThanCell, facet, preview, zoom, export
  case copyID, copyRow, copyJSON, copyCell, copySummary, copyCommand
  case reverify, reverifyAll, restore, transfer, grant, revoke, note, cancelJob, retryJob, lookUp
  case refund, answerApple, deliver
  case timeline, switchClock, previousEvent, nextEvent, setMark, zoomIn, zoomOut, fit, toNow
  case diff, raw
  case nextStep = "nextLesson"
  case previousStep = "previousLesson"
  case showJobs, allJobs, palette, previousPane
  case refresh, cycleClock, command, help, redraw, suspend, cancel
  case toggleMouse
  case changeQuestion, changePurchase, changeLanguage
  case follow, widenColumn, narrowColumn, copyURL, copyValue, copyPath, copyTree

  /// Whether it changes the ledger or queries a store.
  var acts: Bool {
    switch self {
    case .reverify, .reverifyAll, .restore, .transfer, .grant, .revoke, .note: true
    case .cancelJob, .retryJob, .lookUp, .refund, .answerApple, .deliver: true
    default: false
    }
  }

  /// Whether it queries a store.
  var asksStores: Bool {
    [.reverify, .reverifyAll, .restore, .lookUp, .refund, .answerApple].contains(self)
  }

  /// The title of its dialog.
  var title: SafeText { description.hint.capitalized }

  /// Where an action is available.
  enum Scope: Sendable {
    case subject, timeline, raw, step
    case everywhere, home, rows, lines, filter, search, tabs, inspector, panel, person
    case table
    /// The rows can be marked.
    case marks
    /// The record under the cursor allows operator actions; it is a job.
    case deeds, jobs
    /// An inquiry is about an order that is not on file.
    case unknownOrder
    /// An inquiry was answered; it may be about one of several purchases.
    case answer, purchases
    /// Another clock can be chosen.
    case clock
  }

  /// Headings of the help screen.
  enum Group: Int, Sendable, CaseIterable { case screen, moving, everywhere }

  struct Description: Sendable {
    /// One word for the hint line.
    var hint: SafeText
    /// A sentence for the help screen.
    var help: SafeText
    var scope: Scope = .everywhere
    var group: Group = .everywhere
    /// The rank in the hint line, lowest first and last to be dropped; `nil` omits it.
    var rank: Int?
  }
}
