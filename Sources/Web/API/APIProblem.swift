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

    var status: Int { meaning.status }
    /// The title, the same for every problem of this code.
    var title: String { meaning.title }

    private var meaning: (status: Int, title: String) {
      switch self {
      case .missingKey: (401, "An API key is needed")
      case .unknownKey: (401, "No such API key")
      case .missingScope: (403, "The API key does not have the scope for this")
      case .invalidParameter: (400, "A parameter cannot be read")
      case .malformedBody: (400, "The body is no JSON")
      case .invalidBody: (422, "The body says something else than it should")
      case .wrongMediaType: (415, "The body is not sent as plain JSON")
      case .unknownUser: (404, "Nobody goes by that ID")
      case .unknownOrder: (404, "No order goes by that ID")
      case .ambiguousOrder: (409, "More than one order goes by that number")
      case .noCatalog: (404, "No catalog is on file")
      case .alreadyOver: (409, "The grant would be over before it begins")
      case .nothingGranted: (409, "Nothing given by hand is there to withdraw")
      case .requestReused: (409, "The idempotency key was used for another request")
      case .noSuchPath: (404, "There is nothing at that path")
      case .methodNotAllowed: (405, "The path does not take that method")
      case .tooLarge: (413, "The body is too long")
      case .tooManyRequests: (429, "Too many requests")
      case .unavailable: (503, "No answer can be given now")
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
    var response = WebResponse(code.status, body: CompactJSON.bytes(body), note: code.rawValue)
      .with("Content-Type", "application/problem+json").with("Cache-Control", "no-store")
    response.headers += headers
    return response
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
    case .wrongMediaType:
      self.init(.wrongMediaType, "Send Content-Type: application/json, and no Content-Encoding.")
    case .tooMany(let seconds):
      self = .tooMany("of this address", seconds)
    case .overloaded(let seconds):
      self = .unavailable("There is more to do than can be done", seconds)
    case .tooSlow(let seconds): self = .unavailable("It takes too long", seconds)
    }
  }

  /// `limited`: whose requests are too many.
  static func tooMany(_ limited: String, _ seconds: Int) -> APIProblem {
    APIProblem(.tooManyRequests, "The requests \(limited) are limited. Ask again in \(seconds) s.")
      .with("Retry-After", "\(seconds)")
  }

  static func unavailable(_ reason: String, _ seconds: Int = 1) -> APIProblem {
    APIProblem(.unavailable, "\(reason). Ask again in \(seconds) s.")
      .with("Retry-After", "\(seconds)")
  }
}
