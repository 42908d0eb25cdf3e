extension Action {
  var description: Description {
    switch self {
    case .down: .init(hint: "down", help: "next row", group: .moving)
    case .up: .init(hint: "up", help: "row before", group: .moving)
    case .left: .init(hint: "fold", help: "fold, or go to the parent", scope: .inspector)
    case .right: .init(hint: "unfold", help: "unfold, or go to the first child", scope: .inspector)
    case .first: .init(hint: "first", help: "first row", group: .moving)
    case .last: .init(hint: "last", help: "last row", group: .moving)
    case .halfPageDown: .init(hint: "½ down", help: "half a page down", group: .moving)
    case .halfPageUp: .init(hint: "½ up", help: "half a page up", group: .moving)
    case .pageDown: .init(hint: "page down", help: "a page down", group: .moving)
    case .pageUp: .init(hint: "page up", help: "a page up", group: .moving)
    case .open:
      .init(hint: "open", help: "open what the cursor is on", group: .screen, rank: 0)
    case .back:
      .init(hint: "back", help: "close, clear the filter, or go back", rank: 1)
    case .pop:
      .init(hint: "back", help: "go back; from the first screen, quit", rank: 9)
    case .previousScreen: .init(hint: "swap", help: "swap with the screen before")
    case .historyBack: .init(hint: "earlier", help: "the screens shown before")
    case .historyForth: .init(hint: "later", help: "the screens to go forward to")
    case .goHome: .init(hint: "home", help: "the first screen")
    case .mark:
      .init(
        hint: "mark",
        help: "mark or unmark the row",
        scope: .marks,
        group: .screen,
        rank: 5
      )
    case .clearMarks:
      .init(hint: "no marks", help: "remove all marks", scope: .marks, group: .screen)
    case .markRange:
      .init(hint: "range", help: "mark from here to there", scope: .marks, group: .screen)
    case .markAll:
      .init(hint: "all", help: "mark all rows that are loaded", scope: .marks, group: .screen)
    case .scrollLeft:
      .init(hint: "left", help: "columns to the left", scope: .table, group: .moving)
    case .scrollRight:
      .init(hint: "right", help: "columns to the right", scope: .table, group: .moving)
    case .columnLeft:
      .init(hint: "column", help: "choose the column before", scope: .table, group: .screen)
    case .columnRight:
      .init(hint: "column", help: "choose the next column", scope: .table, group: .screen)
    case .sortMenu:
      .init(hint: "sort", help: "choose an order", scope: .table, group: .screen, rank: 5)
    case .sortByColumn:
      .init(
        hint: "sort by it",
        help: "sort by the chosen column; again, the other way",
        scope: .table,
        group: .screen
      )
    case .columns:
      .init(hint: "columns", help: "show, hide and move columns", scope: .table, group: .screen)
    case .follow:
      .init(hint: "follow", help: "go to new rows as they come", scope: .table, group: .screen)
    case .widenColumn:
      .init(hint: "wider", help: "make the chosen column wider", scope: .table, group: .screen)
    case .narrowColumn:
      .init(hint: "narrower", help: "make it narrower", scope: .table, group: .screen)
    case .sameAsCell:
      .init(
        hint: "same",
        help: "only rows with the same in the column",
        scope: .table,
        group: .screen
      )
    case .otherThanCell:
      .init(
        hint: "others",
        help: "only rows with something else in the column",
        scope: .table,
        group: .screen
      )
    case .facet:
      .init(hint: "facet", help: "count by the chosen column", scope: .table, group: .screen)
    case .preview:
      .init(
        hint: "preview",
        help: "the row in full, beside",
        scope: .table,
        group: .screen,
        rank: 5
      )
    case .zoom: .init(hint: "zoom", help: "the row in full, alone", scope: .table, group: .screen)
    case .export:
      .init(hint: "export", help: "write rows to a file", scope: .marks, group: .screen)
    case .copyID:
      .init(hint: "copy", help: "copy the ID", scope: .subject, group: .screen, rank: 4)
    case .copyRow:
      .init(hint: "copy row", help: "copy the row, with tabs", scope: .subject, group: .screen)
    case .copyJSON:
      .init(hint: "copy JSON", help: "copy it as JSON, masked", scope: .subject, group: .screen)
    case .copyCell:
      .init(
        hint: "copy cell",
        help: "copy the content of the chosen column",
        scope: .table,
        group: .screen
      )
    case .copySummary:
      .init(
        hint: "copy reply",
        help: "copy the reply text for the customer",
        scope: .answer,
        group: .screen,
        rank: 2
      )
    case .changeQuestion:
      .init(
        hint: "question",
        help: "answer another question",
        scope: .answer,
        group: .screen,
        rank: 2
      )
    case .changeLanguage:
      .init(
        hint: "language",
        help: "write the customer's text in another language",
        scope: .answer,
        group: .screen,
        rank: 5
      )
    case .changePurchase:
      .init(
        hint: "purchase",
        help: "answer for another purchase",
        scope: .purchases,
        group: .screen,
        rank: 4
      )
    case .copyValue:
      .init(hint: "copy value", help: "copy the value", scope: .inspector, group: .screen)
    case .copyPath:
      .init(hint: "copy path", help: "copy the path to it", scope: .inspector, group: .screen)
    case .copyTree:
      .init(hint: "copy part", help: "copy it with all below", scope: .inspector, group: .screen)
    case .copyURL:
      .init(
        hint: "copy link",
        help: "copy the address of the order's page",
        scope: .subject,
        group: .screen
      )
    case .copyCommand: .init(hint: "copy command", help: "copy the command that prints this")
    case .count: .init(hint: "count", help: "count exactly", scope: .table, group: .screen)
    case .why:
      .init(
        hint: "why",
        help: "why there is access or none",
        scope: .subject,
        group: .screen,
        rank: 3
      )
    case .timeline:
      .init(
        hint: "timeline",
        help: "what happened, and when",
        scope: .subject,
        group: .screen,
        rank: 4
      )
    case .switchClock:
      .init(
        hint: "clock",
        help: "order by another clock, or show UTC beside dates",
        scope: .clock,
        group: .screen,
        rank: 4
      )
    case .previousEvent:
      .init(hint: "earlier", help: "the event before", scope: .timeline, group: .moving)
    case .nextEvent: .init(hint: "later", help: "the next event", scope: .timeline, group: .moving)
    case .setMark:
      .init(
        hint: "mark",
        help: "measure from this event",
        scope: .timeline,
        group: .screen,
        rank: 5
      )
    case .zoomIn:
      .init(
        hint: "zoom",
        help: "less time in more detail",
        scope: .timeline,
        group: .screen,
        rank: 3
      )
    case .zoomOut: .init(hint: "more time", help: "more time", scope: .timeline, group: .screen)
    case .fit: .init(hint: "all", help: "all of the time", scope: .timeline, group: .screen)
    case .toNow: .init(hint: "now", help: "to the present", scope: .timeline, group: .screen)
    case .diff:
      .init(hint: "diff", help: "compare the two marked rows", scope: .rows, group: .screen)
    case .raw:
      .init(hint: "raw", help: "the document's bytes", scope: .raw, group: .screen, rank: 5)
    case .nextStep:
      .init(hint: "next lesson", help: "the next lesson", scope: .step, group: .screen, rank: 0)
    case .previousStep:
      .init(hint: "lesson before", help: "the lesson before", scope: .step, group: .screen)
    case .filter:
      .init(
        hint: "filter",
        help: "look for users, purchases, IDs, or a query",
        scope: .filter,
        group: .screen,
        rank: 2
      )
    case .search:
      .init(
        hint: "search",
        help: "search the tree",
        scope: .search,
        group: .screen,
        rank: 2
      )
    case .nextMatch:
      .init(hint: "next", help: "next match", scope: .inspector, group: .screen)
    case .previousMatch:
      .init(hint: "previous", help: "match before", scope: .inspector, group: .screen)
    case .nextTab:
      .init(hint: "next tab", help: "next tab", scope: .tabs, group: .screen, rank: 3)
    case .previousTab:
      .init(hint: "tab before", help: "tab before", scope: .tabs, group: .screen)
    case .showTab:
      .init(hint: "tab", help: "the tab of this number", scope: .tabs, group: .screen)
    case .nextPane:
      .init(hint: "other side", help: "the other column", scope: .home, group: .moving)
    case .previousPane:
      .init(hint: "left side", help: "the column to the left", scope: .home, group: .moving)
    case .togglePanel:
      .init(
        hint: "panel",
        help: "show or hide the verification, or all checks",
        scope: .panel,
        group: .screen,
        rank: 3
      )
    case .foldAll:
      .init(hint: "fold all", help: "fold everything", scope: .inspector, group: .screen)
    case .unfoldAll:
      .init(hint: "unfold all", help: "unfold everything", scope: .inspector, group: .screen)
    case .reveal:
      .init(
        hint: "reveal",
        help: "reveal or mask secrets",
        scope: .inspector,
        group: .screen,
        rank: 4
      )
    case .reverify:
      .operatorAction("re-verify", "query the store for the purchase, or for all of the user")
    case .reverifyAll:
      .operatorAction("re-verify all", "query the stores for all purchases of the user")
    case .restore:
      .operatorAction("restore", "give this user a purchase or a receipt")
    case .transfer: .operatorAction("transfer", "give the purchase to another user")
    case .grant: .operatorAction("grant", "grant an entitlement by hand")
    case .revoke: .operatorAction("revoke", "end an entitlement granted by hand")
    case .note: .operatorAction("note", "save a note about the user")
    case .refund: .operatorAction("refund", "have Google refund the order")
    case .answerApple: .operatorAction("answer Apple", "answer Apple's question about a refund")
    case .deliver: .operatorAction("deliver", "record that the order was delivered by hand")
    case .cancelJob: .operatorAction("cancel", "call the job off", .jobs)
    case .retryJob: .operatorAction("retry", "have the job done again that failed", .jobs)
    case .lookUp: .operatorAction("look up", "query the store for the order", .unknownOrder)
    case .showJobs:
      .init(hint: "jobs", help: "the progress of the latest jobs")
    case .allJobs: .init(hint: "all jobs", help: "every job, the ended ones too")
    case .palette: .init(hint: "palette", help: "find any action, command or screen by its words")
    case .refresh: .init(hint: "refresh", help: "reload from the ledger", rank: 7)
    case .cycleClock:
      .init(hint: "clock", help: "times in UTC, local or relative", rank: 8)
    case .command: .init(hint: "command", help: "type a command", rank: 6)
    case .help: .init(hint: "help", help: "this help", rank: 1)
    case .toggleMouse: .init(hint: "mouse", help: "turn the mouse on or off")
    case .redraw: .init(hint: "redraw", help: "redraw the screen")
    case .suspend: .init(hint: "suspend", help: "back to the shell; fg returns")
    case .cancel:
      .init(hint: "cancel", help: "cancel; twice asks whether to quit")
    }
  }
}

extension Action.Description {
  fileprivate static func operatorAction(
    _ hint: SafeText,
    _ help: SafeText,
    _ scope: Action.Scope = .deeds
  ) -> Self {
    Self(hint: hint, help: help, scope: scope, group: .screen)
  }
}
