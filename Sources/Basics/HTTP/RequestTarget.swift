import Foundation

/// The target of an HTTP request: a path with its query (RFC 9112 §3.2.1), percent-decoded.
package struct RequestTarget: Sendable {
  package let path: [String]
  package let query: [(name: String, value: String)]
  /// The query in its original encoding: not every client encodes its values.
  package let rawQuery: String

  package init(_ text: String) {
    let parts = text.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    path = (parts.first ?? "").split(separator: "/").map(Self.decoded)
    rawQuery = parts.count < 2 ? "" : String(parts[1])
    query = Self.pairs(rawQuery)
  }

  /// The pairs of a query or of a form (`application/x-www-form-urlencoded`).
  package static func pairs(_ text: String) -> [(name: String, value: String)] {
    text.split(separator: "&").map { pair in
      let parts = pair.replacing("+", with: " ").split(
        separator: "=",
        maxSplits: 1,
        omittingEmptySubsequences: false
      )
      return (decoded(parts[0][...]), parts.count < 2 ? "" : decoded(parts[1][...]))
    }
  }

  private static func decoded(_ text: Substring) -> String {
    text.contains("%") ? String(text).removingPercentEncoding ?? String(text) : String(text)
  }
}
