/// Finds the route that a request is for, and sees to what all doors have in common: the length
/// and the type of bodies, other origins.
package struct Switchboard: Sendable {
  private struct Line: Sendable {
    var door: Door
    var route: Route
    var segments: [Substring]

    init(_ door: Door, _ route: Route) {
      self.door = door
      self.route = route
      segments = Self.segments(of: route.path)
    }

    private static func segments(of path: String) -> [Substring] { path.split(separator: "/") }

    /// What stood for each name in braces; `nil` where the path is another.
    func parameters(of path: [String]) -> [String: String]? {
      guard segments.count == path.count else { return nil }
      var found: [String: String] = [:]
      for (want, have) in zip(segments, path) {
        if want.first == "{", want.last == "}" {
          found[String(want.dropFirst().dropLast())] = have
        } else if want != have {
          return nil
        }
      }
      return found
    }
  }

  private let lines: [Line]

  package init(_ doors: [Door]) {
    lines = doors.flatMap { door in door.routes.map { Line(door, $0) } }
  }

  /// Where a request goes, before its body is read.
  package enum Destination: Sendable {
    case route(Route, of: Door, parameters: [String: String])
    /// A page of another origin asks whether it may ask.
    case preflight(of: Door, methods: [String], headers: String)
    case refused(WebResponse, by: String?)
  }

  package func destination(method: String, path: [String]) -> Destination {
    let fitting = lines.compactMap { line in line.parameters(of: path).map { (line, $0) } }
    guard let first = fitting.first?.0 else {
      return .refused(WebResponse(refusal: .noSuchPath), by: nil)
    }
    if let (line, parameters) = fitting.first(where: { $0.0.route.method.rawValue == method }) {
      return .route(line.route, of: line.door, parameters: parameters)
    }
    let methods = fitting.map(\.0.route.method.rawValue)
    if method == "OPTIONS", first.route.isCrossOrigin {
      return .preflight(
        of: first.door,
        methods: methods,
        headers: first.route.crossOriginHeaders
      )
    }
    return .refused(
      first.door.refusal(.wrongMethod(allowed: methods)),
      by: first.door.name
    )
  }

  /// The whole way of a request whose body is at hand, however long it takes.
  package func answer(_ request: WebRequest) async -> WebResponse {
    switch destination(method: request.method, path: request.path) {
    case .refused(let response, _): return response
    case .preflight(_, let methods, let headers): return Self.preflight(methods, headers)
    case .route(let route, let door, let parameters):
      var request = request
      request.parameters = parameters
      if let refusal = await Self.refusal(of: request, to: route, of: door) {
        return Self.crossing(route, refusal)
      }
      guard request.body.count <= route.mostBytes else {
        return Self.crossing(route, door.refusal(.tooLarge(limit: route.mostBytes)))
      }
      return Self.crossing(route, await route.answer(request))
    }
  }

  /// What its head alone says against a request: its body need not be read then.
  package static func refusal(
    of request: WebRequest,
    to route: Route,
    of door: Door
  ) async -> WebResponse? {
    if let length = request.length, length > route.mostBytes {
      return door.refusal(.tooLarge(limit: route.mostBytes))
    }
    guard route.method == .get || request.isReadable else { return door.refusal(.wrongMediaType) }
    return await route.refusalByHead(request)
  }

  /// Fetch standard §3.2: nothing here rests on cookies, so that any origin may ask.
  static func preflight(_ methods: [String], _ headers: String) -> WebResponse {
    WebResponse(204)
      .with("Access-Control-Allow-Origin", "*")
      .with("Access-Control-Allow-Methods", (methods + ["OPTIONS"]).joined(separator: ", "))
      .with("Access-Control-Allow-Headers", headers)
      .with("Access-Control-Max-Age", "86400")
  }

  static func crossing(_ route: Route, _ response: WebResponse) -> WebResponse {
    route.isCrossOrigin ? response.with("Access-Control-Allow-Origin", "*") : response
  }
}
