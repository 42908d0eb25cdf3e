import Basics
import HTTPTypes
import HummingbirdCore
import Logging
import NIOCore

/// Responds to requests: determines the client, limits the load, routes and counts.
struct WebResponder: Sendable {
  let router: WebRouter
  let limits: WebLimits
  let metrics: WebMetrics
  let log: Logger
  let connections: ConnectionTable
  private let sharedLog: SharedLogHeaders
  private let lanes: WorkLanes
  private let proxies: Proxies
  private let admission: ConcurrencyLimiter
  private let deadlines = RequestTimeout()

  /// The delay of rejections: well below the second within which stores expect an answer.
  private static let rejectionDelay = Duration.milliseconds(600)

  /// How long requests in progress may take when the server shuts down.
  private static let shutdownTimeout = Duration.seconds(6)

  init(
    router: WebRouter,
    limits: WebLimits,
    metrics: WebMetrics,
    log: Logger,
    connections: ConnectionTable,
    sharedLog: SharedLogHeaders,
    lanes: WorkLanes
  ) {
    self.router = router
    self.limits = limits
    self.metrics = metrics
    self.log = log
    self.connections = connections
    self.sharedLog = sharedLog
    self.lanes = lanes
    proxies = limits.trustedProxies
    admission = ConcurrencyLimiter(limits)
  }

  /// Limits the time of all requests from now on.
  func startShutdown() { deadlines.endAll(by: .now + Self.shutdownTimeout) }

  /// Waits for work that continues after its client got a timeout.
  func end() async { await admission.end() }

  func respond(to request: Request, on channel: any Channel) async -> Response {
    let context = WebContext(channel: channel)
    var begun = ContinuousClock.now
    let isHead = request.method == .head
    var webRequest = WebRequest(
      isHead ? "GET" : request.method.rawValue,
      request.head.path ?? "/",
      headers: Self.headers(of: request)
    )
    webRequest.peer = peer(of: webRequest, context)
    let (answer, group) = await sharedLog.asOneRequest { () -> (WebResponse, group: String?) in
      await self.answer(&webRequest, request, context, since: &begun)
    }
    connections.enter(.answering, context.connection, bytes: answer.body.count)
    let took = ContinuousClock.now - begun
    metrics.count(group ?? "none", answer, took)
    logResponse(webRequest, answer, group, took)
    return Self.response(answer, isHead: isHead)
  }

  private func peer(of webRequest: WebRequest, _ context: WebContext) -> String {
    guard let address = context.address else { return "unknown" }
    guard proxies.contain(address) else { return address.peer }
    let peer = proxies.origin(of: webRequest.headers, from: address).peer
    connections.count(context.connection, for: peer)
    return peer
  }

  /// Sets `begun` to the instant at which the request was read, because the time to read it depends
  /// on the client.
  private func answer(
    _ webRequest: inout WebRequest,
    _ request: Request,
    _ context: WebContext,
    since begun: inout ContinuousClock.Instant
  ) async -> (WebResponse, group: String?) {
    switch router.destination(of: webRequest) {
    case .refused(let response, let group):
      guard let refusal = admission.refusal(of: nil, for: webRequest.peer) else {
        return (response, group)
      }
      return (await reject(webRequest, nil, refusal, since: begun), group)
    case .preflight(let group, let methods, let headers):
      return (WebRouter.preflight(methods, headers), group.name)
    case .route(let route, let group, let parameters):
      webRequest.parameters = parameters
      if group.name == HealthEndpoints.name { return (await route.answer(webRequest), group.name) }
      let answer: WebResponse
      if let refusal = admission.refusal(of: group, for: webRequest.peer) {
        answer = await reject(webRequest, group, refusal, since: begun)
      } else if let refusal = await WebRouter.refusal(of: webRequest, to: route, of: group) {
        answer = refusal
      } else if await !sharedLog.hasCaughtUp(for: webRequest) {
        answer = group.refusal(.tooSlow(retryAfter: 1), webRequest)
      } else {
        answer = await read(webRequest, request, context, to: route, of: group, since: &begun)
      }
      return (WebRouter.addCORSHeaders(route, sharedLog.add(to: answer)), group.name)
    }
  }

  /// Reads the body before the request counts as in progress, so that slow senders take no
  /// capacity.
  private func read(
    _ webRequest: WebRequest,
    _ request: Request,
    _ context: WebContext,
    to route: Route,
    of group: EndpointGroup,
    since begun: inout ContinuousClock.Instant
  ) async -> WebResponse {
    let reader = BodyReader(connections: connections, channel: context.channel)
    let outcome = await reader.read(
      request,
      length: webRequest.length,
      isGzip: webRequest.isGzip,
      upTo: route.maxBytes
    )
    begun = .now
    // Nothing here retains a long body during the work, so that it can be released.
    switch consume outcome {
    case .tooLong: return group.refusal(.tooLarge(limit: route.maxBytes), webRequest)
    case .noRoom: return await reject(webRequest, group, .overloaded(retryAfter: 1), since: begun)
    case .cutOff: return WebResponse(400, note: "cut-off")
    case .damaged: return group.refusal(.wrongMediaType, webRequest)
    case .whole(let bytes):
      if let refusal = admission.refusal(of: group) {
        return await reject(webRequest, group, refusal, since: begun)
      }
      connections.enter(.working, context.connection, bytes: bytes.count)
      var webRequest = webRequest
      webRequest.body = consume bytes
      return await admitted(webRequest, to: route, of: group, since: begun)
    }
  }

  /// Delays rejections; instant ones cause retry storms.
  private func reject(
    _ webRequest: WebRequest,
    _ group: EndpointGroup?,
    _ refusal: RequestRejection,
    since begun: ContinuousClock.Instant
  ) async -> WebResponse {
    if let count = admission.countRejected(at: begun) {
      log.warning("rejected requests", metadata: ["requests": .stringConvertible(count)])
    }
    await deadlines.pause(until: begun + Self.rejectionDelay)
    return group?.refusal(refusal, webRequest) ?? WebResponse(refusal: refusal)
  }

  /// The answer of a route, or a timeout: the work then continues and counts as in progress until
  /// its end.
  private func admitted(
    _ webRequest: WebRequest,
    to route: Route,
    of group: EndpointGroup,
    since begun: ContinuousClock.Instant
  ) async -> WebResponse {
    metrics.begin()
    let leave = { @Sendable [admission, metrics] in
      admission.leave(group, after: (ContinuousClock.now - begun) / route.deadline)
      metrics.end()
    }
    let bytes = webRequest.body.count
    let lane = lanes.executor(for: bytes)
    let answer = await deadlines.answer(by: begun + route.deadline, on: lane) { [lanes] in
      defer { leave() }
      return await lanes.work(on: bytes) { await route.answer(webRequest) }
    }
    return answer ?? group.refusal(.tooSlow(retryAfter: 1), webRequest)
  }

  private static func headers(of request: Request) -> [String: String] {
    var headers: [String: String] = [:]
    for field in request.headers {
      if let first = headers[field.name.canonicalName] {
        headers[field.name.canonicalName] = "\(first), \(field.value)"
      } else {
        headers[field.name.canonicalName] = field.value
      }
    }
    return headers
  }

  private static func response(_ answer: WebResponse, isHead: Bool) -> Response {
    var fields = HTTPFields()
    for header in answer.headers {
      if let name = HTTPField.Name(header.name) {
        fields.append(HTTPField(name: name, value: header.value))
      }
    }
    fields[.contentLength] = String(answer.body.count)
    fields[.xContentTypeOptions] = "nosniff"
    if fields[.cacheControl] == nil { fields[.cacheControl] = "no-store" }
    let body = isHead ? ResponseBody() : ResponseBody(byteBuffer: ByteBuffer(bytes: answer.body))
    return Response(status: HTTPResponse.Status(code: answer.status), headers: fields, body: body)
  }

  /// Logs a response without path and query, which may contain keys and names.
  private func logResponse(
    _ webRequest: WebRequest,
    _ answer: WebResponse,
    _ group: String?,
    _ took: Duration
  ) {
    let isOverload = answer.note == "overloaded" || answer.note == "too-many"
    let level: Logger.Level = answer.status >= 500 && !isOverload ? .warning : .info
    guard level >= log.logLevel else { return }
    log.log(
      level: level,
      "answered",
      metadata: [
        "endpoint": .string(group ?? "none"), "method": .string(webRequest.method),
        "status": .stringConvertible(answer.status), "note": .string(answer.note ?? ""),
        "milliseconds": .stringConvertible(took.milliseconds), "peer": .string(webRequest.peer),
      ]
    )
  }
}

extension Duration {
  /// Milliseconds with a precision of one microsecond.
  fileprivate var milliseconds: Double { (self / .microseconds(1)).rounded() / 1_000 }
}

/// The connection of a request.
private struct WebContext {
  let channel: any Channel

  var connection: ObjectIdentifier { ObjectIdentifier(channel) }
  var address: IPAddress? { channel.remoteAddress?.ipAddress.flatMap { IPAddress($0) } }
}

/// Reads the body of a request whose head was accepted.
struct BodyReader {
  enum Outcome {
    case whole([UInt8])
    case tooLong
    /// Other requests use all the memory for bodies.
    case noRoom
    /// The connection ended before the body.
    case cutOff
    /// It is no gzip data, although the head says so.
    case damaged
  }

  let connections: ConnectionTable
  let channel: any Channel

  /// `limit` also applies to what a compressed body unpacks to.
  func read(_ request: Request, length: Int?, isGzip: Bool, upTo limit: Int) async -> Outcome {
    // Short bodies have already arrived or will at once.
    let isChunked = request.headers[.transferEncoding] != nil
    let isShort = !isChunked && (length ?? 0) <= SlowRequestHandler.shortBody
    if !isShort { channel.triggerUserOutboundEvent(BodyRequested(), promise: nil) }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(min(length ?? 0, limit))
    do {
      for try await part in request.body {
        guard bytes.count + part.readableBytes <= limit else { return .tooLong }
        guard isShort || connections.hold(part.readableBytes, ObjectIdentifier(channel)) else {
          return .noRoom
        }
        bytes.append(contentsOf: part.readableBytesView)
      }
    } catch {
      return .cutOff
    }
    if let length, length > bytes.count { return .cutOff }
    return isGzip ? unpack(bytes, upTo: limit) : .whole(bytes)
  }

  private func unpack(_ packed: [UInt8], upTo limit: Int) -> Outcome {
    var (gunzip, bytes) = (Gunzip(), [UInt8]())
    gunzip.feed(packed[...])
    do throws(Gunzip.Fault) {
      while case let part = try gunzip.next(), !part.isEmpty {
        guard bytes.count + part.count <= limit else { return .tooLong }
        guard connections.hold(part.count, ObjectIdentifier(channel)) else { return .noRoom }
        bytes += part
      }
      try gunzip.finish()
    } catch {
      return .damaged
    }
    return .whole(bytes)
  }
}
