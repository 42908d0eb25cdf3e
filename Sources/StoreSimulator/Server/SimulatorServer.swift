import AsyncHTTPClient
import Foundation
import HTTPTypes
import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1
import NIOPosix
import ServiceLifecycle

/// Serves a simulator over HTTP.
package struct SimulatorServer: Sendable {
  private let simulator: Simulator
  private let host: String
  private let port: Int

  package init(_ simulator: Simulator, host: String = "127.0.0.1", port: Int = 0) {
    self.simulator = simulator
    self.host = host
    self.port = port
  }

  /// Serves requests until the task is cancelled, advances the clock and sends notifications. Calls
  /// `listening` once, with the URL; `changed` whenever the state should be saved.
  package func run(
    listening: @escaping @Sendable (String) async -> Void,
    changed: @escaping @Sendable (SimulatorState) -> Void = { _ in }
  ) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await answer(listening: listening) }
      group.addTask { try await Self.live(simulator, changed) }
      try await group.next()
      group.cancelAll()
    }
  }

  /// Serves requests until the task is cancelled. It sleeps between requests: the world advances to
  /// the current time with each one.
  package func answer(listening: @escaping @Sendable (String) async -> Void) async throws {
    let responder = SimulatorResponder(simulator: simulator)
    let channel = HTTP1Channel { request, writer, channel in
      let response = try await responder.respond(to: request, on: channel)
      try await writer.write(response: response.head, body: response.body)
    }
    let server = channel.server(
      configuration: ServerConfiguration(address: .hostname(host, port: port)),
      onServerRunning: { channel in
        let address = "http://\(host):\(channel.localAddress?.port ?? 0)"
        await simulator.configure(address: address)
        await listening(address)
      },
      eventLoopGroup: MultiThreadedEventLoopGroup.singleton,
      logger: Logger(label: "simulator") { _ in SwiftLogNoOpLogHandler() }
    )
    try await server.run()
  }

  /// Advances the clock, sends notifications, and reports changes.
  private static func live(
    _ simulator: Simulator,
    _ changed: @escaping @Sendable (SimulatorState) -> Void
  ) async throws {
    var (written, writesAt) = (-1, ContinuousClock.now)
    while true {
      try await Task.sleep(for: .milliseconds(200))
      try await simulator.tick()
      try await simulator.sendDue(by: post)
      let changes = await simulator.changes
      guard changes != written, ContinuousClock.now >= writesAt else { continue }
      written = changes
      let state = await simulator.state
      // Saving a large world takes long: spend at most a tenth of the time on it.
      let took = ContinuousClock().measure { changed(state) }
      writesAt = ContinuousClock.now + took * 9
    }
  }

  /// Posts a notification over HTTP.
  @Sendable package static func post(
    _ url: String,
    _ headers: [String: String],
    _ body: String
  ) async -> String {
    await NotificationAnswer(to: body, at: url, headers).result
  }
}

/// What a server answers to a posted notification.
package struct NotificationAnswer: Sendable {
  /// Apple's result code (sendAttemptResult).
  package let result: String
  /// `nil` if there is no answer.
  package let status: Int?
  /// The answer's body, up to 64 KB.
  package let body: [UInt8]

  private static let maxBytes = 1 << 16

  /// Posts a notification. Apple accepts 200 to 206, Pub/Sub five statuses; for the statuses that
  /// servers use, the two agree.
  package init(to notification: String, at url: String, _ headers: [String: String]) async {
    var request = HTTPClientRequest(url: url)
    request.method = .POST
    for (name, value) in headers { request.headers.add(name: name, value: value) }
    request.body = .bytes(ByteBuffer(string: notification))
    do {
      let answer = try await DirectHTTP.client.execute(request, timeout: .seconds(10))
      var body: [UInt8] = []
      for try await part in answer.body {
        body += part.readableBytesView.prefix(Self.maxBytes - body.count)
        if body.count == Self.maxBytes { break }
      }
      let status = Int(answer.status.code)
      let isAccepted = (200...206).contains(status)
      result = isAccepted ? "SUCCESS" : "UNSUCCESSFUL_HTTP_RESPONSE_CODE"
      (self.status, self.body) = (status, body)
    } catch {
      let isLate = [.deadlineExceeded, .readTimeout].contains(error as? HTTPClientError)
      result = isLate ? "TIMED_OUT" : error is HTTPClientError ? "NO_RESPONSE" : "SOCKET_ISSUE"
      (status, body) = (nil, [])
    }
  }
}

private struct SimulatorResponder {
  let simulator: Simulator

  func respond(to request: Request, on channel: any Channel) async throws -> Response {
    var headers: [String: String] = [:]
    for field in request.headers { headers[field.name.canonicalName] = field.value }
    let body = try await request.body.collect(upTo: 20 << 20)
    let simulatorRequest = SimulatorRequest(
      request.method.rawValue,
      request.uri.description,
      headers: headers,
      body: Data(body.readableBytesView)
    )
    let answer = await simulator.answer(simulatorRequest)
    if let delay = answer.delay { try await Task.sleep(for: delay) }
    switch answer.manner {
    case .whole, .slow, .premature: break
    case .silence: try await Task.sleep(for: .seconds(600))
    case .reset:
      // Closing without lingering is a reset (RFC 9293 §3.10.4, and every sockets interface).
      if let socket = channel as? any SocketOptionProvider {
        try await socket.setSoLinger(linger(l_onoff: 1, l_linger: 0)).get()
      }
      try await channel.close().get()
    }
    return Self.response(answer)
  }

  private static func response(_ answer: SimulatorResponse) -> Response {
    var fields = HTTPFields()
    for (name, value) in answer.headers {
      if let name = HTTPField.Name(name) { fields[name] = value }
    }
    let status = HTTPResponse.Status(code: answer.status)
    let whole = ByteBuffer(bytes: answer.body)
    guard answer.manner == .slow || answer.manner == .premature else {
      return Response(status: status, headers: fields, body: ResponseBody(byteBuffer: whole))
    }
    let body = answer.body
    let isSlow = answer.manner == .slow
    return Response(
      status: status,
      headers: fields,
      body: ResponseBody(contentLength: body.count) { writer in
        guard isSlow else {
          try await writer.write(ByteBuffer(bytes: body.prefix(body.count / 2)))
          throw CancellationError()
        }
        for octet in body {
          try await writer.write(ByteBuffer(bytes: [octet]))
          try await Task.sleep(for: .seconds(1))
        }
        try await writer.finish(nil)
      }
    )
  }
}
