import Basics
import Foundation
import Receipts
package import ServiceCore

/// Validates purchases for cordova-plugin-purchase: POST /v1/validate (seed-endpoints.md §1).
enum ValidateEndpoint {
  static let name = "validate"
  /// Receipts with ten thousand purchases have 7 MiB in base64.
  private static let maxBytes = 8 << 20
  /// Clients wait for 20 seconds.
  private static let deadline = Duration.seconds(18)

  static func state(_ configuration: WebConfiguration, _ core: WebDependencies) -> EndpointState {
    guard let settings = configuration.validator, !settings.apps.isEmpty else {
      return .closed(name: name, missing: "[[serve.validate.app]] is not set")
    }
    var required = RequiredSettings("[[serve.validate.app]]")
    for app in settings.apps { required.expectContent(app.key, "key-file of \(app.name)") }
    // An app without a key is refused; the others are not.
    let apps = settings.apps.filter { !$0.key.isEmpty }
    if apps.isEmpty, let missing = required.missing { return .closed(name: name, missing: missing) }
    let handler = ValidateHandler(core: core, accepted: settings.accepted)
    var group = EndpointGroup(
      name,
      routes: [
        Route(
          .post,
          "/v1/validate",
          maxBytes: maxBytes,
          isCrossOrigin: true,
          deadline: deadline,
          refusalByHead: { request in
            ValidatorAccess.app(asking: request, among: apps) == nil ? unauthorized : nil
          }
        ) { request in await answer(request, apps, handler) }
      ],
      refusal: { rejection, _ in refusal(rejection) }
    )
    group.lack = required.missing
    return .open(group.described(by: description))
  }

  private static func answer(
    _ request: WebRequest,
    _ apps: [ValidatorConfiguration.App],
    _ handler: ValidateHandler
  ) async -> WebResponse {
    guard let app = ValidatorAccess.app(asking: request, among: apps) else { return unauthorized }
    guard let body = try? request.json() else {
      return ValidatorError.malformed("the body is no JSON").response(status: 400)
    }
    request.releaseBody()
    var handler = handler
    handler.peer = request.peer
    do throws(ValidatorError) {
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

/// Identifies the client's app. Name and key come in a Basic header or in the query, where clients
/// write them unencoded; some browser engines have encoded some characters.
enum ValidatorAccess {
  /// The app with this name and key.
  static func app(
    asking request: WebRequest,
    among apps: [ValidatorConfiguration.App]
  ) -> ValidatorConfiguration.App? {
    var candidates = spellings(of: request.rawQuery)
    if let (name, password) = request.basic { candidates.append((name, password)) }
    if let name = request.value("appName"), let key = request.value("apiKey") {
      candidates.append((name, key))
    }
    var found: ValidatorConfiguration.App?
    // All are compared, so that the time reveals nothing.
    for app in apps {
      for (name, key) in candidates where isSame(key, as: app.key) && name == app.name {
        found = found ?? app
      }
    }
    return found
  }

  /// Possible values of name and key: unmodified and decoded. A key may itself contain the
  /// separator.
  private static func spellings(of query: String) -> [(name: String, key: String)] {
    let (first, second) = ("appName=", "&apiKey=")
    guard let start = query.range(of: first), let middle = query.range(of: second),
      start.upperBound <= middle.lowerBound
    else { return [] }
    let name = String(query[start.upperBound..<middle.lowerBound])
    let key = String(query[middle.upperBound...])
    return [
      (name, key), (RequestTarget.decoded(name) ?? name, RequestTarget.decoded(key) ?? key),
    ]
  }
}

/// Settings of the `validate` endpoint.
package struct ValidatorConfiguration: Sendable {
  /// A client app with its key and its store IDs.
  package struct App: Sendable {
    /// The client's `appName`.
    package var name: String
    /// The client's `apiKey`. Every copy of the app contains it, so it is not a secret.
    package var key: Secret
    /// Apple's bundle ID.
    package var bundleID: String?
    /// Google's package name.
    package var package: String?
    /// The app name that Microsoft purchases are filed under, as Microsoft's services name no app.
    package var microsoft: String?
    /// `nil` for the setting of all apps.
    package var accepted: AcceptedEnvironments?

    package init(
      name: String,
      key: Secret,
      bundleID: String? = nil,
      package: String? = nil,
      microsoft: String? = nil
    ) {
      self.name = name
      self.key = key
      self.bundleID = bundleID
      self.package = package
      self.microsoft = microsoft
    }
  }

  /// A name may have several keys, as old ones stay in copies of the app for years.
  package var apps: [App]
  package var accepted = AcceptedEnvironments()

  package init(apps: [App] = []) { self.apps = apps }
}
