import Basics
import Receipts

/// A family of endpoints that share their contract, how they authenticate who asks, and the form of
/// their refusals.
package struct Door: Sendable {
  /// As logs and metrics call it.
  package var name: String
  package var routes: [Route]
  /// Whether each address may only ask so often. A store sends all its news from few.
  package var countsPeers: Bool
  /// How many requests it has in hand at the most; `nil` leaves it to the limits of all doors.
  package var mostInHand: Int?
  /// How the door tells what its limits, or the house, refuse.
  package var refusal: @Sendable (Refusal) -> WebResponse

  package init(
    _ name: String,
    routes: [Route],
    countsPeers: Bool = true,
    mostInHand: Int? = nil,
    refusal: @escaping @Sendable (Refusal) -> WebResponse = WebResponse.init(refusal:)
  ) {
    self.name = name
    self.routes = routes
    self.countsPeers = countsPeers
    self.mostInHand = mostInHand
    self.refusal = refusal
  }
}

/// One endpoint.
package struct Route: Sendable {
  package enum Method: String, Sendable { case get = "GET", post = "POST", put = "PUT" }

  package var method: Method
  /// `/v1/users/{id}/entitlements`: a segment in braces takes any one, and is named by it.
  package var path: String
  /// The longest body it reads.
  package var mostBytes: Int
  /// Whether pages of any origin may ask (preflight, and headers on answers).
  package var isCrossOrigin: Bool
  /// What headers such pages may send.
  package var crossOriginHeaders: String
  /// How long it may take before whoever asks is told to come again; what is being filed is filed all
  /// the same.
  package var deadline: Duration
  /// Why a request is not let in, by its head alone: `nil` where its body may be read.
  package var refusalByHead: @Sendable (WebRequest) async -> WebResponse?
  package var answer: @Sendable (WebRequest) async -> WebResponse

  package init(
    _ method: Method,
    _ path: String,
    mostBytes: Int = 64 << 10,
    isCrossOrigin: Bool = false,
    crossOriginHeaders: String = "Content-Type, Accept, Authorization",
    deadline: Duration = .seconds(30),
    refusalByHead: @escaping @Sendable (WebRequest) async -> WebResponse? = { _ in nil },
    answer: @escaping @Sendable (WebRequest) async -> WebResponse
  ) {
    self.method = method
    self.path = path
    self.mostBytes = mostBytes
    self.isCrossOrigin = isCrossOrigin
    self.crossOriginHeaders = crossOriginHeaders
    self.deadline = deadline
    self.refusalByHead = refusalByHead
    self.answer = answer
  }
}

/// Why a request is turned away before its door has looked at it, or without its door's doing.
package enum Refusal: Equatable, Sendable {
  case noSuchPath
  /// What the path takes instead.
  case wrongMethod(allowed: [String])
  case tooLarge(limit: Int)
  /// The body is of a type, or in a coding, in which no client sends what the path takes.
  case wrongMediaType
  /// Somebody asks more often than they may.
  case tooMany(retryAfter: Int)
  /// We have more to do than can be done soon.
  case overloaded(retryAfter: Int)
  /// It took too long here.
  case tooSlow(retryAfter: Int)
}

extension WebResponse {
  /// The plain form; nothing in it tells what anybody sent.
  package init(refusal: Refusal) {
    switch refusal {
    case .noSuchPath: self.init(404, ["error": "not found"], note: "no-such-path")
    case .wrongMethod(let allowed):
      self = WebResponse(405, ["error": "method not allowed"], note: "wrong-method")
        .with("Allow", allowed.joined(separator: ", "))
    case .tooLarge(let limit):
      self.init(
        413,
        ["error": .string("the body is longer than \(limit) bytes")],
        note: "too-large"
      )
    case .wrongMediaType:
      self.init(415, ["error": "the body has to be JSON, and not compressed"], note: "wrong-type")
    case .tooMany(let seconds):
      self = WebResponse(429, ["error": "too many requests"], note: "too-many")
        .with("Retry-After", "\(seconds)")
    case .overloaded(let seconds):
      self = WebResponse(503, ["error": "busy"], note: "overloaded")
        .with("Retry-After", "\(seconds)")
    case .tooSlow(let seconds):
      self = WebResponse(503, ["error": "busy"], note: "too-slow")
        .with("Retry-After", "\(seconds)")
    }
  }
}

/// Whether a door can be used, by what the settings say.
package enum DoorState: Sendable {
  case open(Door)
  /// `missing` is what to set, as a sentence's end: `[serve.playfab] title`.
  case closed(name: String, missing: String)
  /// The settings open it, and it must not be opened as they stand; `reason` says what to change.
  case refused(name: String, reason: String)

  package var name: String {
    switch self {
    case .open(let door): door.name
    case .closed(let name, _), .refused(let name, _): name
    }
  }
}
