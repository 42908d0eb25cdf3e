/// Content for the clipboard.
package struct Copy: Equatable, Sendable {
  package enum Content: Equatable, Sendable {
    case text(String)
    /// These records as the command line prints them.
    case json([Record])
  }

  /// A description for the operator: `2000000812345678`, `3 rows`.
  package var title: String
  package var content: Content

  package init(_ title: String, _ content: Content) {
    self.title = title
    self.content = content
  }
}
