/// Something for the clipboard.
package struct Copy: Equatable, Sendable {
  package enum Content: Equatable, Sendable {
    case text(String)
    /// As the command line prints these records.
    case json([Record])
  }

  /// What is copied, for the operator: `2000000812345678`, `3 rows`.
  package var title: String
  package var content: Content

  package init(_ title: String, _ content: Content) {
    self.title = title
    self.content = content
  }
}
