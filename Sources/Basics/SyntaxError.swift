/// A violation of a format's syntax: its position, and what was expected there.
package struct SyntaxError: Error, Equatable, Sendable {
  /// In bytes from the start.
  package var offset: Int
  /// A noun phrase: "a closing brace".
  package var expected: String

  package init(offset: Int, expected: String) {
    self.offset = offset
    self.expected = expected
  }
}
