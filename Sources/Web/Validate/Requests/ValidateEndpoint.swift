import Basics
import Receipts

/// Validates purchases for cordova-plugin-purchase: POST /v1/validate (seed-endpoints.md §1).
enum ValidateEndpoint {
  static let name = "validate"
  /// Receipts with ten thousand purchases have 7 MiB in base64.
  private static let maxBytes = 8 << 20
  /// Clients wait for 20 seconds.
  private static let deadline = Duration.seconds(18)

  static func state(_ configuration: WebConfiguration, _ core: WebDependencies) -> EndpointState {
    guard let settings = configuration.validator, !settings.apps.isEmpty else {
      return .closed(name: name, missing: "[[serve.validate.app]]")
    }
    let handler = ValidateHandler(core: core, accepted: settings.accepted)
    return .open(
      EndpointGroup(
        name,
        routes: [
          Route(
            .post,
            "/v1/validate",
            maxBytes: maxBytes,
            isCrossOrigin: true,
            deadline: deadline,
            refusalByHead: { request in
              ValidatorAccess.app(asking: request, among: settings.apps) == nil ? unauthorized : nil
            }
          ) { request in await answer(request, settings.apps, handler) }
        ],
        refusal: refusal
      )
    )
  }

  private static func answer(
    _ request: WebRequest,
    _ apps: [ValidatorConfiguration.App],
    _ handler: ValidateHandler
  ) async -> WebResponse {
    guard let app = ValidatorAccess.app(asking: request, among: apps) else { return unauthorized }
    guard let body = try? request.json() else {
      return ValidatorFault.malformed("the body is no JSON").response(status: 400)
    }
    request.releaseBody()
    var handler = handler
    handler.peer = request.peer
    do throws(ValidatorFault) {
      return try await handler.answer(try ValidatorRequest(consume body), of: app)
    } catch {
      return error.response()
    }
  }

  private static var unauthorized: WebResponse {
    WebResponse(
      401,
      ["ok": false, "status": 401, "message": "appName or apiKey is wrong"],
      note: "wrong-key"
    )
    .with("WWW-Authenticate", "Basic realm=\"validate\", charset=\"UTF-8\"")
  }

  /// Clients read the body only with status 200, but people read others too.
  private static func refusal(_ refusal: RequestRejection) -> WebResponse {
    let plain = WebResponse(refusal: refusal)
    let message =
      switch refusal {
      case .noSuchPath: "not found"
      case .wrongMethod: "method not allowed"
      case .tooLarge(let limit): "the body is longer than \(limit) bytes"
      case .wrongMediaType: "the body has to be JSON, and not compressed"
      case .tooMany: "too many requests"
      case .overloaded, .tooSlow: "busy"
      }
    var response = WebResponse(
      plain.status,
      ["ok": false, "status": .number("\(plain.status)"), "message": .string(message)],
      note: plain.note
    )
    response.headers += plain.headers.filter { $0.name != "Content-Type" }
    return response
  }
}
