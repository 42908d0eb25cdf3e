package import Basics
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
    let target = RequestTarget(target)
    (path, query) = (target.path, target.query)
  }

  package func value(_ name: String) -> String? { query.first { $0.name == name }?.value }
  package func values(_ name: String) -> [String] { query.filter { $0.name == name }.map(\.value) }

  package var bearer: String? {
    guard let text = headers["authorization"], text.lowercased().hasPrefix("bearer ") else {
      return nil
    }
    return String(text.dropFirst(7))
  }

  /// The fields of a form (`application/x-www-form-urlencoded`).
  package var form: [String: String] {
    let pairs = RequestTarget.form(Array(body)) ?? []
    return Dictionary(pairs.map { ($0.name, $0.value) }) { first, _ in first }
  }

  /// The body's JSON; `nil` if it is invalid or of another shape.
  package func json<Body: Decodable>(_: Body.Type = Body.self) -> Body? {
    try? JSONDecoder().decode(Body.self, from: body)
  }

  /// The body's value. Throws a response if it is not `what`.
  func decoded<Body: Decodable>(_ what: String) throws(Refusal) -> Body {
    guard let value = json(Body.self) else {
      throw Refusal(400, ["error": .text("The body is not \(what).")])
    }
    return value
  }

  /// The values of `*` in an endpoint such as `POST orders/*`, in order; `nil` if the request is
  /// for another. A `*` followed by text matches up to that: `*:cancel`.
  func matches(_ endpoint: String) -> [String]? {
    let parts = endpoint.split(separator: " ")
    let segments = parts[1].split(separator: "/")
    guard parts[0] == method, segments.count == path.count else { return nil }
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
}

/// A store's error response.
struct Refusal: Error {
  let response: SimulatorResponse

  init(_ status: Int, _ json: JSONValue) { response = SimulatorResponse(status, json) }
}

/// An endpoint of a simulated store.
struct SimulatorRoute<Scope: Sendable>: Sendable {
  /// Answers a request with the values of the endpoint's `*`, and what the request is about.
  typealias Answer =
    @Sendable (isolated Simulator, SimulatorRequest, [String], Scope) async throws ->
    SimulatorResponse

  let endpoint: String
  let answer: Answer

  init(_ endpoint: String, _ answer: @escaping Answer) {
    self.endpoint = endpoint
    self.answer = answer
  }
}

extension Simulator {
  /// The answer of the first route that matches; `nil` if none does.
  func answer<Scope>(
    _ request: SimulatorRequest,
    by routes: [SimulatorRoute<Scope>],
    _ scope: Scope
  ) async throws -> SimulatorResponse? {
    for route in routes {
      guard let values = request.matches(route.endpoint) else { continue }
      return try await route.answer(self, request, values, scope)
    }
    return nil
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

  package init(_ status: Int = 200, _ json: JSONValue? = nil) {
    self.status = status
    body = json.map { Data(CompactJSON.bytes($0)) } ?? Data()
    if json != nil { headers["content-type"] = "application/json" }
  }

  package init(_ status: Int, text: String, type: String = "text/plain; charset=utf-8") {
    self.status = status
    body = Data(text.utf8)
    headers["content-type"] = type
  }
}

extension JSONValue {
  /// Milliseconds since 1970 as a text.
  static func millisecondsText(_ date: Date?) -> JSONValue? {
    milliseconds(date)?.looseText.map { .string($0) }
  }
}
