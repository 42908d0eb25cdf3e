package import Foundation

/// A request to a simulated store, independent of the HTTP server's types.
package struct SimulatorRequest: Sendable {
  package var method: String
  /// Percent-decoded segments.
  package var path: [String]
  package var query: [(name: String, value: String)]
  /// Names in lower case.
  package var headers: [String: String]
  package var body: Data

  package init(
    _ method: String,
    _ target: String,
    headers: [String: String] = [:],
    body: Data = Data()
  ) {
    self.method = method
    self.headers = headers
    self.body = body
    let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    path = parts[0].split(separator: "/").map(Self.decoded)
    query = (parts.count < 2 ? "" : parts[1]).split(separator: "&").map(Self.pair)
  }

  package func value(_ name: String) -> String? { query.first { $0.name == name }?.value }
  package func values(_ name: String) -> [String] {
    query.filter { $0.name == name }.map(\.value)
  }

  package var bearer: String? {
    guard let text = headers["authorization"], text.lowercased().hasPrefix("bearer ") else {
      return nil
    }
    return String(text.dropFirst(7))
  }

  /// The fields of a form (`application/x-www-form-urlencoded`).
  package var form: [String: String] {
    let pairs = String(decoding: body, as: UTF8.self).split(separator: "&").map(Self.pair)
    return Dictionary(pairs.map { ($0.name, $0.value) }) { first, _ in first }
  }

  /// The body's JSON; `nil` if it is invalid or of another shape.
  package func json<Body: Decodable>(_: Body.Type = Body.self) -> Body? {
    try? JSONDecoder().decode(Body.self, from: body)
  }

  /// The values of `*` in a pattern of the path, in order; `nil` if the path does not match. A `*`
  /// followed by text matches up to that: `*:cancel`.
  package func matches(_ method: String, _ pattern: String) -> [String]? {
    guard self.method == method else { return nil }
    let segments = pattern.split(separator: "/")
    guard segments.count == path.count else { return nil }
    var found: [String] = []
    for (expected, actual) in zip(segments, path) {
      if expected.first == "*" {
        let ending = expected.dropFirst()
        guard actual.hasSuffix(ending), actual.count > ending.count else { return nil }
        found.append(String(actual.dropLast(ending.count)))
      } else if expected != actual {
        return nil
      }
    }
    return found
  }

  /// The same request without the first segments of its path.
  func below(_ segments: Int) -> SimulatorRequest {
    var request = self
    request.path.removeFirst(min(segments, path.count))
    return request
  }

  private static func decoded(_ text: Substring) -> String {
    String(text).removingPercentEncoding ?? String(text)
  }

  private static func pair(_ text: Substring) -> (name: String, value: String) {
    let parts = text.replacing("+", with: " ").split(separator: "=", maxSplits: 1)
    return (decoded(parts.first ?? ""), parts.count < 2 ? "" : decoded(parts[1]))
  }
}

/// A response of a simulated store.
package struct SimulatorResponse: Sendable {
  package var status: Int
  package var headers: [String: String] = [:]
  package var body: Data
  package var manner = Manner.whole
  package var delay: Duration?

  /// How the response is delivered, if at all.
  package enum Manner: Sendable { case whole, reset, slow, silence, premature }

  package init(_ status: Int = 200, _ json: JSON? = nil) {
    self.status = status
    body = json?.data ?? Data()
    if json != nil { headers["content-type"] = "application/json" }
  }

  package init(_ status: Int, text: String, type: String = "text/plain; charset=utf-8") {
    self.status = status
    body = Data(text.utf8)
    headers["content-type"] = type
  }
}
