import HTTPTypes
import Hummingbird
import Logging
import NIOCore

/// Takes requests in: who asks, whether there is room, what they are for; and counts.
struct WebResponder: HTTPResponder {
  typealias Context = WebContext

  let switchboard: Switchboard
  let limits: WebLimits
  let metrics: WebMetrics
  let log: Logger
  let connections: ConnectionTable
  private let lanes: WorkLanes
  private let proxies: Proxies
  private let admission: Admission
  private let deadlines = Deadlines()

  /// How long those who are turned away are kept waiting: well below the second within which stores
  /// want to hear.
  private static let hesitation = Duration.milliseconds(600)

  /// How long what is in hand may still take when the server ends.
  private static let leaving = Duration.seconds(6)

  init(
    switchboard: Switchboard,
    limits: WebLimits,
    metrics: WebMetrics,
    log: Logger,
    connections: ConnectionTable,
    lanes: WorkLanes
  ) {
    self.switchboard = switchboard
    self.limits = limits
    self.metrics = metrics
    self.log = log
    self.connections = connections
    self.lanes = lanes
    proxies = limits.trustedProxies
    admission = Admission(limits)
  }

  /// From now on nothing takes long.
  func hasten() { deadlines.endAll(by: .now + Self.leaving) }

  /// Waits for what is still being done for those who were told that it takes too long.
  func end() async { await admission.end() }

  func respond(to request: Request, context: WebContext) async throws -> Response {
    var begun = ContinuousClock.now
    let isHead = request.method == .head
    var asked = WebRequest(
      isHead ? "GET" : request.method.rawValue,
      request.head.path ?? "/",
      headers: Self.headers(of: request)
    )
    asked.peer = peer(of: asked, context)
    let (answer, door) = await answer(&asked, request, context, since: &begun)
    connections.enter(.answering, context.connection, bytes: answer.body.count)
    let took = ContinuousClock.now - begun
    metrics.count(door ?? "none", answer, took)
    tell(asked, answer, door, took)
    return Self.response(answer, isHead: isHead)
  }

  private func peer(of asked: WebRequest, _ context: WebContext) -> String {
    guard let address = context.address else { return "unknown" }
    guard proxies.contain(address) else { return address.peer }
    let peer = proxies.origin(of: asked.headers, from: address).peer
    connections.count(context.connection, for: peer)
    return peer
  }

  /// `begun` becomes the instant at which the request was read: how long that takes is up to who
  /// sends it.
  private func answer(
    _ asked: inout WebRequest,
    _ request: Request,
    _ context: WebContext,
    since begun: inout ContinuousClock.Instant
  ) async -> (WebResponse, door: String?) {
    switch switchboard.destination(method: asked.method, path: asked.path) {
    case .refused(let response, let door):
      guard let refusal = admission.refusal(of: nil, for: asked.peer) else {
        return (response, door)
      }
      return (await turnAway(nil, refusal, since: begun), door)
    case .preflight(let door, let methods, let headers):
      return (Switchboard.preflight(methods, headers), door.name)
    case .route(let route, let door, let parameters):
      asked.parameters = parameters
      if door.name == House.name { return (await route.answer(asked), door.name) }
      let answer: WebResponse
      if let refusal = admission.refusal(of: door, for: asked.peer) {
        answer = await turnAway(door, refusal, since: begun)
      } else if let refusal = await Switchboard.refusal(of: asked, to: route, of: door) {
        answer = refusal
      } else {
        answer = await read(asked, request, context, to: route, of: door, since: &begun)
      }
      return (Switchboard.crossing(route, answer), door.name)
    }
  }

  /// Reads the body first and asks for a place then: who sends slowly takes none from anybody.
  private func read(
    _ asked: WebRequest,
    _ request: Request,
    _ context: WebContext,
    to route: Route,
    of door: Door,
    since begun: inout ContinuousClock.Instant
  ) async -> WebResponse {
    let reader = BodyReader(connections: connections, channel: context.channel)
    let outcome = await reader.read(request, length: asked.length, upTo: route.mostBytes)
    begun = .now
    // Nothing here holds a long body while it is worked on: it can be released then.
    switch consume outcome {
    case .tooLong: return door.refusal(.tooLarge(limit: route.mostBytes))
    case .noRoom: return await turnAway(door, .overloaded(retryAfter: 1), since: begun)
    case .cutOff: return WebResponse(400, note: "cut-off")
    case .whole(let bytes):
      if let refusal = admission.refusal(of: door) {
        return await turnAway(door, refusal, since: begun)
      }
      connections.enter(.working, context.connection, bytes: bytes.count)
      var asked = asked
      asked.body = consume bytes
      return await admitted(asked, to: route, of: door, since: begun)
    }
  }

  /// Whoever is turned away at once comes again at once, and many who do leave no time for anybody
  /// else.
  private func turnAway(
    _ door: Door?,
    _ refusal: Refusal,
    since begun: ContinuousClock.Instant
  ) async -> WebResponse {
    if let count = admission.noteTurnedAway(at: begun) {
      log.warning("turned away", metadata: ["requests": .stringConvertible(count)])
    }
    await deadlines.pause(until: begun + Self.hesitation)
    return door?.refusal(refusal) ?? WebResponse(refusal: refusal)
  }

  /// The answer of a route, or that it takes too long: what it does is done to its end all the same,
  /// and is in hand until then.
  private func admitted(
    _ asked: WebRequest,
    to route: Route,
    of door: Door,
    since begun: ContinuousClock.Instant
  ) async -> WebResponse {
    metrics.begin()
    let leave = { @Sendable [admission, metrics] in
      admission.leave(door, after: (ContinuousClock.now - begun) / route.deadline)
      metrics.end()
    }
    let bytes = asked.body.count
    let lane = lanes.executor(for: bytes)
    let answer = await deadlines.answer(by: begun + route.deadline, on: lane) { [lanes] in
      defer { leave() }
      return await lanes.work(on: bytes) { await route.answer(asked) }
    }
    return answer ?? door.refusal(.tooSlow(retryAfter: 1))
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
    return Response(
      status: HTTPResponse.Status(code: answer.status),
      headers: fields,
      body: body
    )
  }

  /// Neither paths nor queries stand in it: they may hold keys and names.
  private func tell(
    _ asked: WebRequest,
    _ answer: WebResponse,
    _ door: String?,
    _ took: Duration
  ) {
    let isTurnedAway = answer.note == "overloaded" || answer.note == "too-many"
    let level: Logger.Level = answer.status >= 500 && !isTurnedAway ? .warning : .info
    guard level >= log.logLevel else { return }
    log.log(
      level: level,
      "answered",
      metadata: [
        "door": .string(door ?? "none"), "method": .string(asked.method),
        "status": .stringConvertible(answer.status), "note": .string(answer.note ?? ""),
        "milliseconds": .stringConvertible(took.milliseconds), "peer": .string(asked.peer),
      ]
    )
  }
}

extension Duration {
  /// In thousandths of a second, down to a microsecond.
  fileprivate var milliseconds: Double { (self / .microseconds(1)).rounded() / 1_000 }
}

/// What a request brings along: who sent it.
struct WebContext: RequestContext {
  var coreContext: CoreRequestContextStorage
  let channel: any Channel

  init(source: ApplicationRequestContextSource) {
    coreContext = .init(source: source)
    channel = source.channel
  }

  var connection: ObjectIdentifier { ObjectIdentifier(channel) }
  var address: IPAddress? { channel.remoteAddress?.ipAddress.flatMap { IPAddress($0) } }
}
