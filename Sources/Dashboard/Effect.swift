package import Entitlements

/// Everything the dashboard can ask for. Effects are values: tests compare them. A `request`
/// comes back with the answer, and an answer to an older request is dropped.
package enum Effect: Equatable, Sendable {
  case listUsers(Query, PageAnchor<UserRow.Key>, limit: Int, request: Int)
  case listDocuments(PageAnchor<DocumentRow.Key>, limit: Int, request: Int)
  case open(ID<User>, request: Int)
  case inspect(ID<Document>, request: Int)
  case loadTheme(name: String)
  /// Paint everything anew.
  case redraw
  case suspend
  case quit
}
