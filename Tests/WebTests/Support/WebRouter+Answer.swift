import Web

extension WebRouter {
  /// Routes and answers a request with its body, without a timeout.
  func answer(_ request: WebRequest) async -> WebResponse {
    switch destination(of: request) {
    case .refused(let response, _): return response
    case .preflight(_, let methods, let headers): return Self.preflight(methods, headers)
    case .route(let route, let group, let parameters):
      var request = request
      request.parameters = parameters
      if let refusal = await Self.refusal(of: request, to: route, of: group) {
        return Self.addCORSHeaders(route, refusal)
      }
      guard request.body.count <= route.maxBytes else {
        return Self.addCORSHeaders(route, group.refusal(.tooLarge(limit: route.maxBytes), request))
      }
      return Self.addCORSHeaders(route, await route.answer(request))
    }
  }
}
