import Entitlements

/// Everything the dashboard has done. Effects are values: tests compare them.
package enum Effect: Equatable, Sendable {
  /// Asks the ledger. The answer comes with the request's number, and one that nobody waits for any
  /// more is dropped; `instead` names a request whose answer is not wanted any more.
  case ask(Question, request: Int, instead: Int?)
  case act(Deed, request: Int)
  /// Opens the ledger for writing, or gives that up.
  case write(Bool)
  /// Keeps what the next dashboard is to know of this one.
  case remember(Memory)
  case loadTheme(name: String)
  /// The answer to the request is not wanted any more: what is done for it is called off.
  case forget(request: Int)
  case copy(Copy)
  /// Has the terminal copy what a tool has not, and why.
  case send(Copy, after: String)
  case export(Export)
  /// Runs a program of the operator's.
  case launch(Launch)
  /// Paint everything anew.
  case redraw
  case suspend
  case quit
}

extension Effect {
  /// The request that it will be answered with.
  package var request: Int? {
    switch self {
    case .ask(_, let request, _), .act(_, let request): request
    default: nil
    }
  }

  /// Whether it asks for rows beyond those that are shown: it may begin once the frame is sent, which
  /// has the machine to itself until then.
  package var looksAhead: Bool {
    guard case .ask(.page(let page), _, _) = self else { return false }
    return switch page.anchor {
    case .after, .before: true
    case .first, .last, .from: false
    }
  }
}

/// What one dashboard leaves to the next: no secret is among it.
package struct Memory: Equatable, Sendable {
  /// The lines of the command line, the newest last.
  package var lines: [String]
  /// The lines that lead to the screens shown last, the newest last.
  package var visited: [String]
  /// How the columns of lists are arranged, a line each.
  package var views: [String]
  /// What was told in passing, the newest last.
  package var told: [String]

  package init(
    lines: [String] = [],
    visited: [String] = [],
    views: [String] = [],
    told: [String] = []
  ) {
    self.lines = lines
    self.visited = visited
    self.views = views
    self.told = told
  }
}
