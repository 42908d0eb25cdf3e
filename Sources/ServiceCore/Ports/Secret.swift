/// A key, shared secret or token. Printing it never shows its content; `opened()` returns it.
package struct Secret: Hashable, Sendable {
  private let hidden: String

  package init(_ text: String) { hidden = text }

  /// The secret itself, only for a request that needs it.
  package func opened() -> String { hidden }

  package var isEmpty: Bool { hidden.isEmpty }
}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  package var description: String { "•••" }
  package var debugDescription: String { "•••" }
  package var customMirror: Mirror { Mirror(self, children: []) }
}
