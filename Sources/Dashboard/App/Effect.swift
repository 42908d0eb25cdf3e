import Entitlements

/// A side effect that the dashboard requests. Effects are values, so that tests can compare them.
package enum Effect: Equatable, Sendable {
  /// Queries the ledger. The answer carries the request's number; outdated answers are dropped.
  /// `instead` is the request that this one replaces.
  case ask(LedgerQuery, request: Int, instead: Int?)
  case act(ActionRequest, request: Int)
  /// Reopens the ledger for writing, or read-only.
  case write(Bool)
  /// Saves the session state for the next dashboard.
  case remember(SessionState)
  case loadTheme(name: String)
  /// Cancels the request.
  case forget(request: Int)
  case copy(Copy)
  /// Copies through the terminal after a desktop tool failed, with the tool's error.
  case send(Copy, after: String)
  case export(Export)
  /// Runs an operator's program.
  case launch(ProcessLaunch)
  /// Repaints everything.
  case redraw
  case suspend
  case quit
}

extension Effect {
  /// The request number of the answer.
  package var request: Int? {
    switch self {
    case .ask(_, let request, _), .act(_, let request): request
    default: nil
    }
  }

  /// Whether it prefetches rows beyond the visible ones: it starts only after the frame is sent.
  package var looksAhead: Bool {
    guard case .ask(.page(let page), _, _) = self else { return false }
    return switch page.anchor {
    case .after, .before: true
    case .first, .last, .from: false
    }
  }
}

/// What one dashboard saves for the next; contains no secrets.
package struct SessionState: Equatable, Sendable {
  /// The command history, the newest last.
  package var lines: [String]
  /// The commands that open the screens shown last, the newest last.
  package var visited: [String]
  /// The column layouts of lists, a line each.
  package var views: [String]
  /// The status messages, the newest last.
  package var messages: [String]

  package init(
    lines: [String] = [],
    visited: [String] = [],
    views: [String] = [],
    messages: [String] = []
  ) {
    self.lines = lines
    self.visited = visited
    self.views = views
    self.messages = messages
  }
}
