package import Entitlements

/// Everything the dashboard can ask for. Effects are values: tests compare them. A `request`
/// comes back with the answer, and an answer to an older request is dropped.
package enum Effect: Equatable, Sendable {
  case listUsers(Query, PageAnchor<UserRow.Key>, limit: Int, request: Int)
  case listDocuments(PageAnchor<DocumentRow.Key>, limit: Int, request: Int)
  case open(ID<User>, request: Int)
  case inspect(ID<Document>, request: Int)
  /// Has the stores asked about the purchases: jobs.
  case reverify([ID<Subscription>], of: ID<User>, request: Int)
  /// Looks up what a text names, and does nothing.
  case examineRestore(String, request: Int)
  /// Gives a user what was looked up, and has the stores asked about it: jobs.
  case restore(RestorePlan, to: ID<User>, request: Int)
  /// How the jobs of a batch stand.
  case followJobs(batch: String, request: Int)
  case loadTheme(name: String)
  /// Paint everything anew.
  case redraw
  case suspend
  case quit
}
