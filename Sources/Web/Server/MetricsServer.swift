import HTTPTypes
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import ServiceLifecycle

/// Serves `GET /metrics` at an address of its own, which can be kept private.
package struct MetricsServer: Sendable, Service {
  private let address: WebConfiguration.Address
  private let text: @Sendable () async -> String
  private let listening: @Sendable (_ address: String) async -> Void

  /// `text` is the response body; `listening` is called once, with the address.
  package init(
    at address: WebConfiguration.Address,
    text: @escaping @Sendable () async -> String,
    listening: @escaping @Sendable (_ address: String) async -> Void
  ) {
    self.address = address
    self.text = text
    self.listening = listening
  }

  package func run() async throws {
    let address = address
    var limits = WebLimits()
    (limits.connections, limits.connectionsPerPeer, limits.idleSeconds) = (32, 16, 10)
    limits.headerBytes = 8 << 10
    let connections = ConnectionTable(limits)
    let application = Application(
      responder: MetricsResponder(text: text),
      server: .http1(configuration: SlowRequestHandler.configuration(limits, connections)),
      configuration: ApplicationConfiguration(
        address: .hostname(address.host, port: address.port)
      ),
      onServerRunning: { [listening] channel in
        let port = channel.localAddress?.port ?? address.port
        await listening("http://\(WebConfiguration.Address(address.host, port))/metrics")
      },
      logger: Logger(label: "metrics") { _ in SwiftLogNoOpLogHandler() }
    )
    do {
      try await application.run()
    } catch is IOError {
      throw WebServerError.cannotListen(at: "\(address)")
    }
  }
}

private struct MetricsResponder: HTTPResponder {
  typealias Context = WebContext

  let text: @Sendable () async -> String

  func respond(to request: Request, context: WebContext) async throws -> Response {
    guard request.method == .get, request.uri.path == "/metrics" else {
      return Response(status: .notFound)
    }
    return Response(
      status: .ok,
      headers: [.contentType: "text/plain; version=0.0.4; charset=utf-8"],
      body: ResponseBody(byteBuffer: ByteBuffer(string: await text()))
    )
  }
}
