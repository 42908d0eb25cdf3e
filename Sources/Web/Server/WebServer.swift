package import Foundation
import Logging
import NIOCore
import NIOSSL
import ServiceCore
import ServiceLifecycle

/// Why the server cannot start.
package enum WebServerError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The certificate chain or the key is not valid PEM, or they do not match.
  case unusableTLS
  /// `cause` is the system's words, such as "Permission denied".
  case cannotListen(at: String, cause: String)

  /// `nil` if `error` is not about the address.
  package init?(listeningAt address: String, _ error: any Error) {
    switch error {
    case let error as IOError:
      let cause = String(cString: strerror(error.errnoCode)).lowercased()
      self = .cannotListen(at: address, cause: cause)
    case is SocketAddressError.UnknownHost:
      self = .cannotListen(at: address, cause: "the host is unknown")
    default: return nil
    }
  }

  package var description: String {
    switch self {
    case .unusableTLS:
      """
      the TLS certificate or its key cannot be used. tls-cert takes a chain in PEM, the server's \
      first, and tls-key the key that belongs to it
      """
    case .cannotListen(let address, let cause):
      "cannot listen at \(address): \(cause). Choose another address with --listen"
    }
  }
}

/// Serves the endpoints over HTTP until shutdown, which completes the requests in progress first.
package struct WebServer: Sendable, Service {
  private let configuration: WebConfiguration
  private let responder: WebResponder
  private let connections: ConnectionTable
  private let tls: TLSConfiguration?
  private let listening: @Sendable (_ address: String) async -> Void
  private let lanes = WorkLanes()

  /// RFC 9325 §4.2: with TLS 1.2, only forward secrecy and authenticated encryption; no CBC and no
  /// static RSA. All suites of TLS 1.3 qualify.
  private static let cipherSuites = "ECDHE+AESGCM:ECDHE+CHACHA20"

  /// `listening` is called once with the address, because port 0 chooses any free port.
  package init(
    _ configuration: WebConfiguration,
    endpoints: [EndpointGroup],
    core: WebDependencies,
    metrics: WebMetrics,
    listening: @escaping @Sendable (_ address: String) async -> Void
  ) throws(WebServerError) {
    self.configuration = configuration
    self.listening = listening
    let limits = configuration.limits
    connections = ConnectionTable(limits)
    metrics.watch(connections)
    responder = WebResponder(
      router: WebRouter(
        [
          HealthEndpoints.group(core),
          OpenAPIDocument.group(of: endpoints, at: configuration.publicURL, core),
        ] + endpoints
      ),
      limits: limits,
      metrics: metrics,
      log: core.log,
      connections: connections,
      sharedLog: SharedLogHeaders(core),
      lanes: lanes
    )
    tls = try Self.settings(configuration)
  }

  /// Tests the certificate and its key as `init` does. Returns from and until when the whole chain is
  /// valid; `nil` without TLS.
  package static func certificateValidity(
    _ configuration: WebConfiguration
  ) throws(WebServerError) -> (from: Date, until: Date)? {
    guard let settings = try settings(configuration) else { return nil }
    let chain = settings.certificateChain.compactMap { source in
      if case .certificate(let certificate) = source { certificate } else { nil }
    }
    guard let from = chain.map(\.notValidBefore).max(),
      let until = chain.map(\.notValidAfter).min()
    else { return nil }
    return (
      Date(timeIntervalSince1970: TimeInterval(from)),
      Date(timeIntervalSince1970: TimeInterval(until))
    )
  }

  private static func settings(
    _ configuration: WebConfiguration
  ) throws(WebServerError) -> TLSConfiguration? {
    guard let tls = configuration.tls else { return nil }
    do {
      return try settings(tls, isNewestOnly: configuration.isNewestTLSOnly)
    } catch {
      throw .unusableTLS
    }
  }

  package func run() async throws {
    let (scheme, host) = (configuration.tls == nil ? "http" : "https", configuration.listen.host)
    let listener = HTTPListener(
      address: configuration.listen,
      channel: SlowRequestHandler.configuration(configuration.limits, connections),
      tls: tls,
      loops: lanes.loops,
      backlog: 1_024,
      listening: { [listening] channel, port in
        // With the default of four, a thousand simultaneous connections would wait for seconds.
        try? await channel.setOption(.maxMessagesPerRead, value: 256).get()
        await listening("\(scheme)://\(WebConfiguration.Address(host, port))")
      },
      answer: { [responder] in await responder.respond(to: $0, on: $1) }
    )
    try await withGracefulShutdownHandler {
      try await withTaskExecutorPreference(lanes.reading) { try await listener.run() }
    } onGracefulShutdown: {
      responder.startShutdown()
    }
    await responder.end()
  }

  /// RFC 9325 §3.1: nothing older than TLS 1.2.
  private static func settings(
    _ tls: WebConfiguration.TLS,
    isNewestOnly: Bool
  ) throws -> TLSConfiguration {
    let chain = try NIOSSLCertificate.fromPEMBytes(Array(tls.certificates.utf8))
    let key = try NIOSSLPrivateKey(bytes: Array(tls.key.opened().utf8), format: .pem)
    var settings = TLSConfiguration.makeServerConfiguration(
      certificateChain: chain.map { .certificate($0) },
      privateKey: .privateKey(key)
    )
    settings.minimumTLSVersion = isNewestOnly ? .tlsv13 : .tlsv12
    settings.cipherSuites = cipherSuites
    // Validates the settings now instead of with the first client.
    _ = try NIOSSLContext(configuration: settings)
    return settings
  }
}
