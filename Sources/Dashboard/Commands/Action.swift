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
  case caseFile
  case copyID, copyRow, copyJSON, copyCell, copySummary, copyCommand
  case reverify, reverifyAll, restore, transfer, grant, revoke, note, cancelJob, retryJob, lookUp
  case refund, revokeAtStore, answerApple, answerGoogle, deliver, assign, approve
  case timeline, switchClock, previousEvent, nextEvent, setMark, zoomIn, zoomOut, fit, toNow
  case diff, raw
  case nextStep = "nextLesson"
  case previousStep = "previousLesson"
  case showJobs, allJobs, palette, previousPane
  case refresh, cycleClock, command, help, redraw, suspend, cancel
  case toggleMouse
  case changeQuestion, changePurchase, changeLanguage
  case follow, widenColumn, narrowColumn, copyURL, copyValue, copyPath, copyTree
  case overview, previousNumber, nextNumber, previousPanel, nextPanel
  case showTests = "sandbox"
  case pause
  case proposals

  /// A unique number below 128: the byte that represents the case, which is faster than a hash.
  var index: Int { withUnsafeBytes(of: self) { Int($0[0]) } }
}

extension Action {
  /// Where an action is available; the raw values are printed.
  enum Scope: String, Sendable {
    case subject, timeline, raw, step
    case everywhere, home, rows, filter, search, tabs, inspector, panel
    case table
    /// The rows can be marked.
    case marks
    /// The record under the cursor allows operator actions; it is a job.
    case operations = "deeds"
    case jobs
    /// An inquiry is about an order that is not on file.
    case unknownOrder
    /// An inquiry was answered; it may be about one of several purchases.
    case answer, purchases
    /// A case file can be written.
    case caseFile = "case"
    /// Another clock can be chosen.
    case clock
    case overview
    /// Rows arrive.
    case live
  }

  /// Headings of the help screen.
  enum Group: Int, Sendable, CaseIterable { case screen, moving, everywhere }

  /// All about one action, beside what it does.
  struct Description: Sendable {
    /// The key sequences that perform it by default; the first one is shown in hints.
    let keys: [[Key]]
    /// One word for the hint line.
    let hint: SafeText
    /// A sentence for the help screen.
    let help: SafeText
    let scope: Scope
    let group: Group
    /// The rank in the hint line, lowest first and last to be dropped; `nil` omits it.
    let rank: Int?
    /// What an operator action applies to; `nil` for actions that change nothing.
    private(set) var target: ActionScope?
    private(set) var queriesStores = false

    /// Key sequences are written as in key files, with commas between them.
    init(
      _ keys: String,
      _ hint: SafeText,
      _ help: SafeText,
      _ scope: Scope = .everywhere,
      group: Group? = nil,
      rank: Int? = nil
    ) {
      // Every start reads them, and searching for ", " would be slow.
      var sequences: [[Key]] = [[]]
      for word in keys.split(separator: " ") {
        let endsSequence = word.utf8.count > 1 && word.utf8.last == UInt8(ascii: ",")
        let name = String(endsSequence ? word.dropLast() : word)
        if let key = Key(name: name) { sequences[sequences.count - 1].append(key) }
        if endsSequence { sequences.append([]) }
      }
      self.keys = sequences.filter { !$0.isEmpty }
      self.hint = hint
      self.help = help
      self.scope = scope
      self.group = group ?? (scope == .everywhere ? .everywhere : .screen)
      self.rank = rank
    }

    /// An action that changes the ledger.
    static func operation(
      _ keys: String,
      _ hint: SafeText,
      _ help: SafeText,
      _ scope: Scope = .operations,
      on target: ActionScope = .purchases
    ) -> Self {
      var description = Self(keys, hint, help, scope)
      description.target = target
      return description
    }

    /// An action that queries a store.
    static func query(
      _ keys: String,
      _ hint: SafeText,
      _ help: SafeText,
      _ scope: Scope = .operations,
      on target: ActionScope = .purchases
    ) -> Self {
      var description = operation(keys, hint, help, scope, on: target)
      description.queriesStores = true
      return description
    }
  }

  private static let descriptions = allCases.map(\.row)

  var description: Description { Self.descriptions[index] }
  /// The title of its dialog.
  var title: SafeText { description.hint.capitalized }
  /// Whether it changes the ledger or queries a store.
  var isOperation: Bool { description.target != nil }
  /// What the action does, as shown in help.
  package var help: String { description.help.string }
  /// Where the action is available, as shown in help.
  package var place: String { description.scope.rawValue }

  /// The action whose name is most similar.
  package static func nearest(to name: String) -> Action? {
    let name = name.lowercased()
    return allCases.first { $0.rawValue.lowercased() == name }
      ?? allCases.first { $0.rawValue.lowercased().hasPrefix(name.prefix(4)) }
  }

  /// The table of actions: keys, hint, help, and where it is available.
  private var row: Description {
    switch self {
    case .down: .init("j, Down", "down", "next row", group: .moving)
    case .up: .init("k, Up", "up", "row before", group: .moving)
    case .left:
      .init("h, Left", "fold", "fold, or go to the parent", .inspector, group: .everywhere)
    case .right:
      .init(
        "l, Right",
        "unfold",
        "unfold, or go to the first child",
        .inspector,
        group: .everywhere
      )
    case .first: .init("g g, Home", "first", "first row", group: .moving)
    case .last: .init("G, End", "last", "last row", group: .moving)
    case .halfPageDown: .init("Ctrl-D", "½ down", "half a page down", group: .moving)
    case .halfPageUp: .init("Ctrl-U", "½ up", "half a page up", group: .moving)
    case .pageDown: .init("PgDn, Ctrl-F", "page down", "a page down", group: .moving)
    case .pageUp: .init("PgUp", "page up", "a page up", group: .moving)
    case .open: .init("Enter", "open", "open what the cursor is on", group: .screen, rank: 0)
    case .back: .init("Esc, Backspace", "back", "close, clear the filter, or go back", rank: 1)
    case .pop: .init("q", "back", "go back; from the first screen, quit", rank: 9)
    case .previousScreen: .init("-", "swap", "swap with the screen before")
    case .historyBack: .init("{", "earlier", "the screens shown before")
    case .historyForth: .init("}", "later", "the screens to go forward to")
    case .goHome: .init("g h", "home", "the first screen")
    case .mark: .init("Space", "mark", "mark or unmark the row", .marks, rank: 5)
    case .clearMarks: .init("U", "no marks", "remove all marks", .marks)
    case .count: .init("#", "count", "count exactly", .table)
    case .why: .init("w", "why", "why there is access or none", .subject, rank: 3)
    case .filter:
      .init("/", "filter", "look for users, purchases, IDs, or a query", .filter, rank: 2)
    case .search: .init("/", "search", "search the tree", .search, rank: 2)
    case .nextMatch: .init("n", "next", "next match", .inspector)
    case .previousMatch: .init("N", "previous", "match before", .inspector)
    case .nextTab: .init("Tab, ]", "next tab", "next tab", .tabs, rank: 3)
    case .previousTab: .init("Shift-Tab, [", "tab before", "tab before", .tabs)
    case .showTab: .init("1, 2, 3, 4, 5, 6, 7, 8, 9", "tab", "the tab of this number", .tabs)
    case .nextPane: .init("Tab, Right, l", "other side", "the other column", .home, group: .moving)
    case .togglePanel:
      .init("p, Tab", "panel", "show or hide the verification, or all checks", .panel, rank: 3)
    case .foldAll: .init("z M", "fold all", "fold everything", .inspector)
    case .unfoldAll: .init("z R", "unfold all", "unfold everything", .inspector)
    case .reveal: .init("X", "reveal", "reveal or mask secrets", .inspector, rank: 4)
    case .markRange: .init("v", "range", "mark from here to there", .marks)
    case .markAll: .init("*", "all", "mark all rows that are loaded", .marks)
    case .scrollLeft: .init("h, Left", "left", "columns to the left", .table, group: .moving)
    case .scrollRight: .init("l, Right", "right", "columns to the right", .table, group: .moving)
    case .columnLeft: .init("<", "column", "choose the column before", .table)
    case .columnRight: .init(">", "column", "choose the next column", .table)
    case .sortMenu: .init("s", "sort", "choose an order", .table, rank: 5)
    case .sortByColumn:
      .init("o", "sort by it", "sort by the chosen column; again, the other way", .table)
    case .columns: .init("c", "columns", "show, hide and move columns", .table)
    case .sameAsCell: .init(",", "same", "only rows with the same in the column", .table)
    case .otherThanCell:
      .init("! ,", "others", "only rows with something else in the column", .table)
    case .facet: .init("f", "facet", "count by the chosen column", .table)
    case .preview: .init("p", "preview", "the row in full, beside", .table, rank: 5)
    case .zoom: .init("=", "zoom", "the row in full, alone", .table)
    case .export: .init("e", "export", "write rows to a file", .marks)
    case .caseFile:
      .init("e", "case file", "write all about it to a file for a ticket", .caseFile, rank: 5)
    case .copyID: .init("y y", "copy", "copy the ID", .subject, rank: 4)
    case .copyRow: .init("y r", "copy row", "copy the row, with tabs", .subject)
    case .copyJSON: .init("y j", "copy JSON", "copy it as JSON, masked", .subject)
    case .copyCell: .init("y c", "copy cell", "copy the content of the chosen column", .table)
    case .copySummary:
      .init("y s", "copy reply", "copy the reply text for the customer", .answer, rank: 2)
    case .copyCommand: .init("y q", "copy command", "copy the command that prints this")
    case .reverify:
      .query("a r", "re-verify", "query the store for the purchase, or for all of the user")
    case .reverifyAll:
      .query(
        "a R",
        "re-verify all",
        "query the stores for all purchases of the user",
        on: .everything
      )
    case .restore: .query("a s", "restore", "give this user a purchase or a receipt", on: .people)
    case .transfer: .operation("a t", "transfer", "give the purchase to another user")
    case .grant: .operation("a g", "grant", "grant an entitlement by hand", on: .rights)
    case .revoke: .operation("a k", "revoke", "end an entitlement granted by hand", on: .rights)
    case .note: .operation("a n", "note", "save a note about the user", on: .people)
    case .assign: .operation("a w", "assign", "say who works on the user's case", on: .people)
    case .approve:
      .operation("a y", "approve", "approve what another operator asked for", .jobs, on: .jobs)
    case .retryJob:
      .operation("a r", "retry", "have the job done again that failed", .jobs, on: .jobs)
    case .cancelJob: .operation("a c", "cancel", "call the job off", .jobs, on: .jobs)
    case .lookUp: .query("a l", "look up", "query the store for the order", .unknownOrder)
    case .refund: .query("a f", "refund", "have Google refund the order", on: .orders)
    case .revokeAtStore:
      .query(
        "a x",
        "revoke at store",
        "have Google end and refund the subscription now",
        on: .orders
      )
    case .answerApple:
      .query("a a", "answer Apple", "answer Apple's question about a refund", on: .orders)
    case .answerGoogle:
      .query("a A", "answer Google", "answer Google's review of a chargeback", on: .orders)
    case .deliver:
      .operation("a d", "deliver", "record that the order was delivered by hand", on: .orders)
    case .timeline: .init("t", "timeline", "what happened, and when", .subject, rank: 4)
    case .switchClock:
      .init("C", "clock", "order by another clock, or show UTC beside dates", .clock, rank: 4)
    case .previousEvent: .init("h, Left", "earlier", "the event before", .timeline, group: .moving)
    case .nextEvent: .init("l, Right", "later", "the next event", .timeline, group: .moving)
    case .setMark: .init("m", "mark", "measure from this event", .timeline, rank: 5)
    case .zoomIn: .init("+", "zoom", "less time in more detail", .timeline, rank: 3)
    case .zoomOut: .init("_", "more time", "more time", .timeline)
    case .fit: .init("0", "all", "all of the time", .timeline)
    case .toNow: .init(".", "now", "to the present", .timeline)
    case .diff: .init("D", "diff", "compare the two marked rows", .rows)
    case .raw: .init("i", "raw", "the document's bytes", .raw, rank: 5)
    case .nextStep: .init("n", "next lesson", "the next lesson", .step, rank: 0)
    case .previousStep: .init("N", "lesson before", "the lesson before", .step)
    case .showJobs: .init("g j", "jobs", "the progress of the latest jobs")
    case .allJobs: .init("g J", "all jobs", "every job, the ended ones too")
    case .palette: .init("Ctrl-P, F2", "palette", "find any action, command or screen by its words")
    case .previousPane:
      .init("Shift-Tab, Left, h", "left side", "the column to the left", .home, group: .moving)
    case .refresh: .init("r", "refresh", "reload from the ledger", rank: 7)
    case .cycleClock: .init("Z", "clock", "times in UTC, local or relative", rank: 8)
    case .command: .init(":", "command", "type a command", rank: 6)
    case .help: .init("?, F1", "help", "this help", rank: 1)
    case .redraw: .init("Ctrl-L", "redraw", "redraw the screen")
    case .suspend: .init("Ctrl-Z", "suspend", "back to the shell; fg returns")
    case .cancel: .init("Ctrl-C", "cancel", "cancel; twice asks whether to quit")
    case .toggleMouse: .init("M", "mouse", "turn the mouse on or off")
    case .changeQuestion: .init("c", "question", "answer another question", .answer, rank: 2)
    case .changePurchase: .init("b", "purchase", "answer for another purchase", .purchases, rank: 4)
    case .changeLanguage:
      .init("L", "language", "write the customer's text in another language", .answer, rank: 5)
    case .follow: .init("A", "follow", "go to new rows as they come", .table)
    case .showTests:
      .init("S", "sandbox", "show or hide purchases of the sandbox and of Xcode", .table)
    case .widenColumn: .init("+", "wider", "make the chosen column wider", .table)
    case .narrowColumn: .init("_", "narrower", "make it narrower", .table)
    case .copyURL: .init("y u", "copy link", "copy the address of the order's page", .subject)
    case .copyValue: .init("y v", "copy value", "copy the value", .inspector)
    case .copyPath: .init("y p", "copy path", "copy the path to it", .inspector)
    case .overview: .init("g o", "overview", "whether everything is well")
    case .previousNumber:
      .init("h, Left", "number", "the number to the left", .overview, group: .moving)
    case .nextNumber:
      .init("l, Right", "number", "the number to the right", .overview, group: .moving, rank: 3)
    case .previousPanel:
      .init("Shift-Tab, [", "panel before", "the panel before", .overview, group: .moving)
    case .nextPanel:
      .init("Tab, ]", "next panel", "the next panel", .overview, group: .moving, rank: 2)
    case .copyTree: .init("y t", "copy part", "copy it with all below", .inspector)
    case .proposals: .init("g p, F3", "proposals", "decide on what an assistant proposes")
    case .pause: .init("Space", "pause", "pause or continue", .live, rank: 1)
    }
  }
}

/// What an operator action applies to, given rows.
package enum ActionScope: Equatable, Sendable {
  /// The rows' purchases; for a user's row, all purchases of the user.
  case purchases
  /// All purchases of the rows' users.
  case everything
  case people
  /// The users, and their manual grants.
  case rights
  /// The sales themselves.
  case orders
  case jobs
}
