import Foundation
import Hummingbird
import HummingbirdCore
import HummingbirdTLS
import Logging
import NIOCore
import NIOPosix
import NIOSSL
import ServiceCore
import ServiceLifecycle

/// What keeps the server from beginning.
package enum WebServerError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The certificate chain, or the key, is no PEM, or they do not belong together.
  case unusableTLS
  case cannotListen(at: String)

  package var description: String {
    switch self {
    case .unusableTLS:
      """
      the TLS certificate or its key cannot be used. tls-cert takes a chain in PEM, the server's \
      first, and tls-key the key that belongs to it
      """
    case .cannotListen(let address):
      "\(address) cannot be listened at. Somebody else may; name another address by --listen"
    }
  }
}

/// The web doors over HTTP, until whoever runs it shuts it down: then what is in hand is done first.
package struct WebServer: Sendable, Service {
  private let configuration: WebConfiguration
  private let responder: WebResponder
  private let builder: HTTPServerBuilder
  private let log: Logger
  private let listening: @Sendable (_ address: String) async -> Void
  private let loops: MultiThreadedEventLoopGroup
  private let executor: LoopExecutor

  /// The ledger's writer has a thread of its own, which is busy when requests are many.
  private static let threads = max(1, ProcessInfo.processInfo.activeProcessorCount - 1)

  /// `listening` is called once, with the address, for port 0 takes any.
  package init(
    _ configuration: WebConfiguration,
    doors: [Door],
    core: WebCore,
    metrics: WebMetrics,
    listening: @escaping @Sendable (_ address: String) async -> Void
  ) throws(WebServerError) {
    self.configuration = configuration
    self.listening = listening
    log = core.log
    loops = MultiThreadedEventLoopGroup(numberOfThreads: Self.threads)
    executor = LoopExecutor(loops)
    responder = WebResponder(
      switchboard: Switchboard([House.door(core)] + doors),
      limits: configuration.limits,
      metrics: metrics,
      log: core.log,
      executor: executor
    )
    let limits = configuration.limits
    let plain = HTTPServerBuilder.http1(
      configuration: HTTP1Channel.Configuration(
        additionalChannelHandlers: [RequestClock(limits)],
        idleTimeout: .seconds(Int64(limits.idleSeconds)),
        httpDecoderConfiguration: .init(
          maxHeaderFieldSize: limits.headerBytes,
          maxHeaderListSize: limits.headerBytes,
          maxHeaderFieldCount: 100
        )
      )
    )
    do {
      let tls = try configuration.tls.map(Self.settings)
      builder = try tls.map { try .tls(plain, tlsConfiguration: $0) } ?? plain
    } catch {
      throw .unusableTLS
    }
  }

  package func run() async throws {
    let (scheme, address) = (configuration.tls == nil ? "http" : "https", configuration.listen)
    let application = Application(
      responder: responder,
      server: builder,
      configuration: ApplicationConfiguration(
        address: .hostname(address.host, port: address.port),
        backlog: 1_024,
        availableConnectionsDelegate: MaximumAvailableConnections(
          configuration.limits.connections,
          logger: log
        )
      ),
      onServerRunning: { [listening] channel in
        let port = channel.localAddress?.port ?? address.port
        // By default four at a time: a thousand who come at once would wait for seconds.
        try? await channel.setOption(.maxMessagesPerRead, value: 256).get()
        await listening("\(scheme)://\(WebConfiguration.Address(address.host, port))")
      },
      eventLoopGroupProvider: .shared(loops),
      logger: log.quietly()
    )
    do {
      try await withTaskExecutorPreference(executor) { try await application.run() }
      await responder.end()
    } catch is IOError {
      throw WebServerError.cannotListen(at: "\(address)")
    }
  }

  /// RFC 9325 §3.1: nothing older than TLS 1.2.
  private static func settings(_ tls: WebConfiguration.TLS) throws -> TLSConfiguration {
    let chain = try NIOSSLCertificate.fromPEMBytes(Array(tls.certificates.utf8))
    let key = try NIOSSLPrivateKey(bytes: Array(tls.key.opened().utf8), format: .pem)
    var settings = TLSConfiguration.makeServerConfiguration(
      certificateChain: chain.map { .certificate($0) },
      privateKey: .privateKey(key)
    )
    settings.minimumTLSVersion = .tlsv12
    // What cannot be used is to be told now and not to the first client.
    _ = try NIOSSLContext(configuration: settings)
    return settings
  }
}

extension Logger {
  /// For libraries: they tell of every connection that somebody drops.
  fileprivate func quietly() -> Logger {
    var logger = self
    logger.logLevel = .critical
    return logger
  }
}
