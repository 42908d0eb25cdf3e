/// What opens a door: a key, a shared secret, a token. It shows nothing of itself, wherever it is
/// printed, and is opened only by who says so.
package struct Secret: Hashable, Sendable {
  private let hidden: String

  package init(_ text: String) { hidden = text }

  /// The secret itself, for a request that needs it, and for nothing else.
  package func opened() -> String { hidden }

  package var isEmpty: Bool { hidden.isEmpty }
}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  package var description: String { "•••" }
  package var debugDescription: String { "•••" }
  package var customMirror: Mirror { Mirror(self, children: []) }
}
