import Basics
import Receipts

/// A group of endpoints that share their contract, authentication and form of rejections.
package struct EndpointGroup: Sendable {
  /// The name in logs and metrics.
  package var name: String
  package var routes: [Route]
  /// Whether the request rate per address is limited. Stores send all notifications from a few
  /// addresses.
  package var countsPeers: Bool
  /// The maximum requests in progress; `nil` means the general limit.
  package var maxRunning: Int?
  /// The group's part of the OpenAPI document.
  package var description: EndpointDescription?
  /// What the settings lack without closing the group: `[[serve.validate.app]] key-file of b is empty`.
  package var lack: String?
  /// The group's response to a request that the server itself rejects.
  package var refusal: @Sendable (RequestRejection, WebRequest) -> WebResponse
  /// The first segment of the paths of which unknown ones are refused in the group's form.
  package var root: String?

  package init(
    _ name: String,
    routes: [Route],
    countsPeers: Bool = true,
    maxRunning: Int? = nil,
    root: String? = nil,
    refusal: @escaping @Sendable (RequestRejection, WebRequest) -> WebResponse = {
      (rejection, _) in WebResponse(refusal: rejection)
    }
  ) {
    self.name = name
    self.routes = routes
    self.countsPeers = countsPeers
    self.maxRunning = maxRunning
    self.root = root
    self.refusal = refusal
  }

  func described(by description: EndpointDescription) -> Self {
    var group = self
    group.description = description
    return group
  }
}

/// One endpoint.
package struct Route: Sendable {
  package enum Method: String, Sendable { case get = "GET", post = "POST", put = "PUT" }

  package var method: Method
  /// `/v1/users/{id}/entitlements`: braces name a segment with any value.
  package var path: String
  /// The maximum body size, also after decompression.
  package var maxBytes: Int
  /// Whether the body may be compressed with gzip.
  package var readsGzip: Bool
  /// Whether pages of any origin may send requests (preflight and response headers).
  package var isCrossOrigin: Bool
  /// The headers that such pages may send.
  package var crossOriginHeaders: String
  /// The time after which the client is asked to retry; filing in progress completes nevertheless.
  package var deadline: Duration
  /// Rejects a request by its head; `nil` lets its body be read.
  package var refusalByHead: @Sendable (WebRequest) async -> WebResponse?
  package var answer: @Sendable (WebRequest) async -> WebResponse

  package init(
    _ method: Method,
    _ path: String,
    maxBytes: Int = 64 << 10,
    readsGzip: Bool = false,
    isCrossOrigin: Bool = false,
    crossOriginHeaders: String = "Content-Type, Accept, Authorization",
    deadline: Duration = .seconds(30),
    refusalByHead: @escaping @Sendable (WebRequest) async -> WebResponse? = { _ in nil },
    answer: @escaping @Sendable (WebRequest) async -> WebResponse
  ) {
    self.method = method
    self.path = path
    self.maxBytes = maxBytes
    self.readsGzip = readsGzip
    self.isCrossOrigin = isCrossOrigin
    self.crossOriginHeaders = crossOriginHeaders
    self.deadline = deadline
    self.refusalByHead = refusalByHead
    self.answer = answer
  }
}

/// Why the server rejects a request before or without calling its route.
package enum RequestRejection: Equatable, Sendable {
  case noSuchPath
  /// The methods that the path allows.
  case wrongMethod(allowed: [String])
  case tooLarge(limit: Int)
  /// The body has a type or encoding that no client of the path sends.
  case wrongMediaType
  /// The client exceeds its request rate.
  case tooMany(retryAfter: Int)
  /// Too many requests are in progress.
  case overloaded(retryAfter: Int)
  /// The request took too long.
  case tooSlow(retryAfter: Int)
}

extension WebResponse {
  /// The plain response, which contains no client input.
  package init(refusal: RequestRejection) {
    switch refusal {
    case .noSuchPath: self.init(404, ["error": "not found"], note: "no-such-path")
    case .wrongMethod(let allowed):
      self = WebResponse(405, ["error": "method not allowed"], note: "wrong-method")
        .with("Allow", allowed.joined(separator: ", "))
    case .tooLarge(let limit):
      let text = "the body is longer than \(limit) bytes"
      self.init(413, ["error": .string(text)], note: "too-large")
    case .wrongMediaType:
      self.init(415, ["error": "the body has to be JSON, and not compressed"], note: "wrong-type")
    case .tooMany(let seconds):
      self.init(429, "too many requests", "too-many", retryAfter: seconds)
    case .overloaded(let seconds): self.init(503, "busy", "overloaded", retryAfter: seconds)
    case .tooSlow(let seconds): self.init(503, "busy", "too-slow", retryAfter: seconds)
    }
  }

  private init(_ status: Int, _ error: String, _ note: String, retryAfter seconds: Int) {
    self = WebResponse(status, ["error": .string(error)], note: note)
      .with("Retry-After", "\(seconds)")
  }
}

/// Whether an endpoint group is available, according to the settings.
package enum EndpointState: Sendable {
  case open(EndpointGroup)
  /// `missing` names the settings to add: `[serve.playfab] title is not set`.
  case closed(name: String, missing: String)
  /// The settings enable it but are unsafe; `reason` states what to change.
  case refused(name: String, reason: String)

  /// What the settings of an open group lack.
  package var lack: String? { if case .open(let group) = self { group.lack } else { nil } }

  package var name: String {
    switch self {
    case .open(let group): group.name
    case .closed(let name, _), .refused(let name, _): name
    }
  }
}
