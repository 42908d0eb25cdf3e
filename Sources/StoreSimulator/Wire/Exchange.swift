package import Foundation

/// A request as a store gets it, free of any server's types.
package struct StoreRequest: Sendable {
  package var method: String
  /// Percent decoded, segment by segment.
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

  /// The body's JSON; `nil` where it is none or of another shape.
  package func json<Body: Decodable>(_: Body.Type = Body.self) -> Body? {
    try? JSONDecoder().decode(Body.self, from: body)
  }

  /// What `*` stands for in a pattern of the path, in order; `nil` where the path is another. A `*`
  /// with more after it takes a segment up to that: `*:cancel`.
  package func matches(_ method: String, _ pattern: String) -> [String]? {
    guard self.method == method else { return nil }
    let wanted = pattern.split(separator: "/")
    guard wanted.count == path.count else { return nil }
    var found: [String] = []
    for (want, have) in zip(wanted, path) {
      if want.first == "*" {
        let ending = want.dropFirst()
        guard have.hasSuffix(ending), have.count > ending.count else { return nil }
        found.append(String(have.dropLast(ending.count)))
      } else if want != have {
        return nil
      }
    }
    return found
  }

  /// The same request without the first segments of its path.
  func below(_ segments: Int) -> StoreRequest {
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

/// What a store answers.
package struct StoreResponse: Sendable {
  package var status: Int
  package var headers: [String: String] = [:]
  package var body: Data
  package var manner = Manner.whole
  package var delay: Duration?

  /// How it comes, if it comes.
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
