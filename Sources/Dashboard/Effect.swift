package import Entitlements

/// Everything the dashboard has done. Effects are values: tests compare them.
package enum Effect: Equatable, Sendable {
  /// Asks the ledger. The answer comes with the request's number, and one that nobody waits for any
  /// more is dropped; `instead` names a request whose answer is not wanted any more.
  case ask(Question, request: Int, instead: Int?)
  /// Has the stores asked about the purchases: jobs.
  case reverify([ID<Subscription>], of: ID<User>, request: Int)
  /// Gives a user what was looked up, and has the stores asked about it: jobs.
  case restore(RestorePlan, to: ID<User>, request: Int)
  case loadTheme(name: String)
  /// Paint everything anew.
  case redraw
  case suspend
  case quit
}

extension Effect {
  /// The request that it will be answered with.
  package var request: Int? {
    switch self {
    case .ask(_, let request, _), .reverify(_, _, let request), .restore(_, _, let request): request
    default: nil
    }
  }
}
