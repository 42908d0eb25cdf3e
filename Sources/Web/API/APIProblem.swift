import Basics
import Receipts

/// An API error as problem details (RFC 9457). The codes are stable; the texts may change.
struct APIProblem: Error, Equatable {
  enum Code: String, CaseIterable {
    case missingKey = "missing-key"
    case unknownKey = "unknown-key"
    case missingScope = "missing-scope"
    case invalidParameter = "invalid-parameter"
    case malformedBody = "malformed-body"
    case invalidBody = "invalid-body"
    case wrongMediaType = "wrong-media-type"
    case unknownUser = "unknown-user"
    case unknownOrder = "unknown-order"
    case ambiguousOrder = "ambiguous-order"
    case noCatalog = "no-catalog"
    case alreadyOver = "already-over"
    case nothingGranted = "nothing-granted"
    case requestReused = "idempotency-key-reused"
    case noSuchPath = "no-such-path"
    case methodNotAllowed = "method-not-allowed"
    case tooLarge = "too-large"
    case tooManyRequests = "too-many-requests"
    case unavailable = "unavailable"

    var status: Int {
      switch self {
      case .invalidParameter, .malformedBody: 400
      case .missingKey, .unknownKey: 401
      case .missingScope: 403
      case .unknownUser, .unknownOrder, .noCatalog, .noSuchPath: 404
      case .methodNotAllowed: 405
      case .ambiguousOrder, .alreadyOver, .nothingGranted, .requestReused: 409
      case .tooLarge: 413
      case .wrongMediaType: 415
      case .invalidBody: 422
      case .tooManyRequests: 429
      case .unavailable: 503
      }
    }

    /// The title, the same for every problem of this code.
    var title: String {
      switch self {
      case .missingKey: "An API key is needed"
      case .unknownKey: "No such API key"
      case .missingScope: "The API key does not have the scope for this"
      case .invalidParameter: "A parameter cannot be read"
      case .malformedBody: "The body is no JSON"
      case .invalidBody: "The body says something else than it should"
      case .wrongMediaType: "The body is not sent as JSON"
      case .unknownUser: "Nobody goes by that ID"
      case .unknownOrder: "No order goes by that ID"
      case .ambiguousOrder: "More than one order goes by that number"
      case .noCatalog: "No catalog is on file"
      case .alreadyOver: "The grant would be over before it begins"
      case .nothingGranted: "Nothing given by hand is there to withdraw"
      case .requestReused: "The idempotency key was used for another request"
      case .noSuchPath: "There is nothing at that path"
      case .methodNotAllowed: "The path does not take that method"
      case .tooLarge: "The body is too long"
      case .tooManyRequests: "The API key is used too often"
      case .unavailable: "No answer can be given now"
      }
    }
  }

  var code: Code
  var detail: String
  /// The parameter or body member concerned.
  var parameter: String?
  /// The candidate orders, one of which has to be named.
  var orders: [String]?
  var headers: [WebResponse.Header] = []

  init(_ code: Code, _ detail: String, parameter: String? = nil, orders: [String]? = nil) {
    self.code = code
    self.detail = detail
    self.parameter = parameter
    self.orders = orders
  }

  func with(_ name: String, _ value: String) -> APIProblem {
    var problem = self
    problem.headers.append(WebResponse.Header(name: name, value: value))
    return problem
  }

  var response: WebResponse {
    let body: JSONValue = [
      "type": .string("urn:purser:problem:\(code.rawValue)"), "title": .string(code.title),
      "status": .whole(code.status), "detail": .string(detail), "code": .string(code.rawValue),
      "parameter": .text(parameter),
      "orders": orders.map { .array($0.map { .string($0) }) },
    ]
    let type = WebResponse.Header(name: "Content-Type", value: "application/problem+json")
    let cacheControl = WebResponse.Header(name: "Cache-Control", value: "no-store")
    return WebResponse(
      code.status,
      headers: [type, cacheControl] + headers,
      body: CompactJSON.bytes(body),
      note: code.rawValue
    )
  }
}

extension APIProblem {
  /// A rejection by the server itself.
  init(_ refusal: RequestRejection) {
    switch refusal {
    case .noSuchPath: self.init(.noSuchPath, "GET /v1/openapi.json lists what there is.")
    case .wrongMethod(let allowed):
      let methods = allowed.joined(separator: ", ")
      self = APIProblem(.methodNotAllowed, "It takes \(methods).").with("Allow", methods)
    case .tooLarge(let limit):
      self.init(.tooLarge, "At most \(limit) bytes are read.")
    case .wrongMediaType: self.init(.wrongMediaType, "Send Content-Type: application/json.")
    case .tooMany(let seconds):
      self = APIProblem(.tooManyRequests, "Ask again in \(seconds) s.")
        .with("Retry-After", "\(seconds)")
    case .overloaded(let seconds):
      self = .unavailable("There is more to do than can be done", seconds)
    case .tooSlow(let seconds): self = .unavailable("It takes too long", seconds)
    }
  }

  static func unavailable(_ reason: String, _ seconds: Int = 1) -> APIProblem {
    APIProblem(.unavailable, "\(reason). Ask again in \(seconds) s.")
      .with("Retry-After", "\(seconds)")
  }
}
