/// Bytes or a text that break the rules of their format: where, and what should have stood there.
package struct SyntaxError: Error, Equatable, Sendable {
  /// In bytes from the beginning.
  package var offset: Int
  /// A noun phrase: "a closing brace".
  package var expected: String

  package init(offset: Int, expected: String) {
    self.offset = offset
    self.expected = expected
  }
}
