/// Everything a key can do, by the name a key file would use.
package enum Action: String, Sendable, CaseIterable {
  case down, up, left, right, first, last, halfPageDown, halfPageUp, pageDown, pageUp
  case open, back, pop, previousScreen, historyBack, historyForth, goHome
  case mark, clearMarks, count, why
  case filter, search, nextMatch, previousMatch
  case nextTab, previousTab, showTab, nextPane, togglePanel
  case foldAll, unfoldAll, reveal
  case reverify, reverifyAll, restore, showJobs
  case refresh, cycleClock, command, help, redraw, suspend, cancel
  case toggleMouse

  /// Whether it changes the ledger, or has a store asked.
  var acts: Bool { self == .reverify || self == .reverifyAll || self == .restore }

  /// Where an action means something.
  enum Scope: Sendable {
    case everywhere, home, rows, lines, filter, search, tabs, inspector, panel, person
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
    case .pop: .init(hint: "back", help: "go back; from the first screen, quit", rank: 9)
    case .previousScreen: .init(hint: "swap", help: "swap with the screen before")
    case .historyBack: .init(hint: "earlier", help: "the screens shown before")
    case .historyForth: .init(hint: "later", help: "the screens come back from")
    case .goHome: .init(hint: "home", help: "the first screen")
    case .mark:
      .init(
        hint: "mark",
        help: "mark the row, or take its mark away",
        scope: .rows,
        group: .screen,
        rank: 5
      )
    case .clearMarks:
      .init(hint: "no marks", help: "take all marks away", scope: .rows, group: .screen)
    case .count: .init(hint: "count", help: "count exactly", scope: .rows, group: .screen)
    case .why:
      .init(
        hint: "why",
        help: "why there is access or none",
        scope: .rows,
        group: .screen,
        rank: 3
      )
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
      .init(
        hint: "re-verify",
        help: "ask the store about the purchase under the cursor, or all",
        scope: .person,
        group: .screen
      )
    case .reverifyAll:
      .init(
        hint: "re-verify all",
        help: "ask the stores about all purchases",
        scope: .person,
        group: .screen
      )
    case .restore:
      .init(
        hint: "restore",
        help: "give this user a purchase or a receipt",
        scope: .person,
        group: .screen
      )
    case .showJobs:
      .init(hint: "jobs", help: "how far the last jobs have come")
    case .refresh: .init(hint: "refresh", help: "ask the ledger again", rank: 7)
    case .cycleClock:
      .init(hint: "clock", help: "times in UTC, local or relative", rank: 8)
    case .command: .init(hint: "command", help: "type a command", rank: 6)
    case .help: .init(hint: "help", help: "this help", rank: 1)
    case .toggleMouse: .init(hint: "mouse", help: "let clicks and the wheel count, or not")
    case .redraw: .init(hint: "redraw", help: "paint the screen anew")
    case .suspend: .init(hint: "suspend", help: "back to the shell; fg returns")
    case .cancel:
      .init(hint: "cancel", help: "cancel; twice asks whether to quit")
    }
  }
}
