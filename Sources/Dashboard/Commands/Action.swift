/// Everything a key can do, by the name a key file would use.
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
  case diff, raw, nextLesson, previousLesson
  case showJobs, allJobs, palette, previousPane
  case refresh, cycleClock, command, help, redraw, suspend, cancel
  case toggleMouse
  case changeQuestion, changePurchase, changeLanguage
  case follow, widenColumn, narrowColumn, copyURL, copyValue, copyPath, copyTree

  /// Whether it changes the ledger, or has a store asked.
  var acts: Bool {
    switch self {
    case .reverify, .reverifyAll, .restore, .transfer, .grant, .revoke, .note: true
    case .cancelJob, .retryJob, .lookUp, .refund, .answerApple, .deliver: true
    default: false
    }
  }

  /// Whether a store is asked: that takes more than a ledger.
  var asksStores: Bool {
    [.reverify, .reverifyAll, .restore, .lookUp, .refund, .answerApple].contains(self)
  }

  /// What its dialog is called.
  var title: SafeText { description.hint.capitalized }

  /// Where an action means something.
  enum Scope: Sendable {
    case subject, timeline, raw, lesson
    case everywhere, home, rows, lines, filter, search, tabs, inspector, panel, person
    case table
    /// Rows can be marked.
    case marks
    /// Records are under the cursor that something can be done to; jobs are.
    case deeds, jobs
    /// An order is asked about that is not on file.
    case unknownOrder
    /// A question was answered; of several purchases it may be about another.
    case answer, purchases
    /// Times can be told by another clock.
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
    /// The place in the hint line, lowest first and last to be dropped; `nil` keeps it out.
    var rank: Int?
  }
}
