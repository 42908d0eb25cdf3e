/// Finds the route of a request and handles what all endpoints share: body length and type, and
/// CORS.
package struct WebRouter: Sendable {
  private struct Line: Sendable {
    var group: EndpointGroup
    var route: Route
    var segments: [Substring]

    init(_ group: EndpointGroup, _ route: Route) {
      self.group = group
      self.route = route
      segments = Self.segments(of: route.path)
    }

    private static func segments(of path: String) -> [Substring] { path.split(separator: "/") }

    /// The values of the placeholders, none of which is empty; `nil` if the path does not match.
    func parameters(of path: [String]) -> [String: String]? {
      guard segments.count == path.count else { return nil }
      var found: [String: String] = [:]
      for (expected, actual) in zip(segments, path) {
        if expected.first == "{", expected.last == "}" {
          guard !actual.isEmpty else { return nil }
          found[String(expected.dropFirst().dropLast())] = actual
        } else if expected != actual {
          return nil
        }
      }
      return found
    }
  }

  private let lines: [Line]

  package init(_ endpoints: [EndpointGroup]) {
    lines = endpoints.flatMap { group in group.routes.map { Line(group, $0) } }
  }

  /// Where a request is routed, before its body is read.
  package enum Destination: Sendable {
    case route(Route, of: EndpointGroup, parameters: [String: String])
    /// A CORS preflight request.
    case preflight(of: EndpointGroup, methods: [String], headers: String)
    case refused(WebResponse, by: String?)
  }

  package func destination(of request: WebRequest) -> Destination {
    let (method, path) = (request.method, request.path)
    let fitting = lines.compactMap { line in line.parameters(of: path).map { (line, $0) } }
    guard let first = fitting.first?.0 else {
      guard let root = path.first, let group = lines.first(where: { $0.group.root == root })?.group
      else { return .refused(WebResponse(refusal: .noSuchPath), by: nil) }
      return .refused(group.refusal(.noSuchPath, request), by: group.name)
    }
    if let (line, parameters) = fitting.first(where: { $0.0.route.method.rawValue == method }) {
      return .route(line.route, of: line.group, parameters: parameters)
    }
    let methods = Set(fitting.map(\.0.route.method.rawValue)).sorted()
    if method == "OPTIONS", first.route.isCrossOrigin {
      return .preflight(of: first.group, methods: methods, headers: first.route.crossOriginHeaders)
    }
    let refusal = first.group.refusal(.wrongMethod(allowed: methods), request)
    return .refused(refusal, by: first.group.name)
  }

  /// The rejection of a request by its head, before its body is read.
  package static func refusal(
    of request: WebRequest,
    to route: Route,
    of group: EndpointGroup
  ) async -> WebResponse? {
    if let length = request.length, length > route.maxBytes {
      return group.refusal(.tooLarge(limit: route.maxBytes), request)
    }
    guard route.method == .get || request.isReadable(ofGzip: route.readsGzip) else {
      return group.refusal(.wrongMediaType, request)
    }
    return await route.refusalByHead(request)
  }

  /// Fetch standard §3.2: any origin is allowed, because nothing here uses cookies.
  package static func preflight(_ methods: [String], _ headers: String) -> WebResponse {
    WebResponse(204)
      .with("Access-Control-Allow-Origin", "*")
      .with("Access-Control-Allow-Methods", (methods + ["OPTIONS"]).joined(separator: ", "))
      .with("Access-Control-Allow-Headers", headers)
      .with("Access-Control-Max-Age", "86400")
  }

  /// Without `Access-Control-Expose-Headers`, a page cannot see when to try again (Fetch standard
  /// §3.2.4).
  package static func addCORSHeaders(_ route: Route, _ response: WebResponse) -> WebResponse {
    guard route.isCrossOrigin else { return response }
    return response.with("Access-Control-Allow-Origin", "*")
      .with("Access-Control-Expose-Headers", "Retry-After")
  }
}
