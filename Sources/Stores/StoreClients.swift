import AsyncHTTPClient
package import Entitlements
import Foundation
import NIOCore
import NIOHTTPCompression
import NIOSSL
package import ServiceCore

/// What keeps the clients from being made: a setting that cannot be meant.
package enum StoreConfigurationError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The root at this place, counted from one, is no certificate in PEM.
  case unreadableRoot(Int)
  /// Secrets would travel in the open.
  case insecureURL(setting: String)
  case malformedURL(setting: String)

  package var description: String {
    switch self {
    case .unreadableRoot(let place):
      "extra root \(place) holds no certificate in PEM. Give the files of trusted roots"
    case .insecureURL(let setting):
      "\(setting) does not begin with https://. Only this machine itself is asked without"
    case .malformedURL(let setting): "\(setting) is no URL. Write https:// and the host"
    }
  }
}

/// The live clients of all stores. They share connections, tokens and budgets until `shutdown`.
package final class StoreClients: Sendable {
  /// One for every store; without credentials it answers `notConfigured`.
  package let clients: [Store: StoreClient]
  let http: HTTPClient

  /// `renewed` is told of a Microsoft Store ID key that took the place of another, so that it can be
  /// kept.
  package init(
    _ configuration: StoreConfiguration,
    time: StoreTime = .live,
    renewed: @escaping @Sendable (_ old: Secret, _ new: Secret) async -> Void = { _, _ in }
  ) throws(StoreConfigurationError) {
    try Self.checkURLs(of: configuration)
    http = HTTPClient(
      eventLoopGroupProvider: .singleton,
      configuration: try Self.settings(configuration.transport)
    )
    let door = StoreDoor(
      http: http,
      transport: configuration.transport,
      budget: RateBudget(configuration.transport.rates, time: time),
      tokens: TokenCache(now: time.now),
      time: time
    )
    clients = [
      .apple: AppStoreClient(configuration.apple, door).client,
      .google: GooglePlayClient(configuration.google, door).client,
      .microsoft: MicrosoftClient(configuration.microsoft, door, renewed: renewed).client,
      .amazon: AmazonClient(configuration.amazon, door).client,
    ]
  }

  /// Lets go of the connections; the clients answer nothing more.
  package func shutdown() async {
    // A second call finds nothing to do.
    try? await http.shutdown()
  }

  private static func settings(
    _ transport: TransportConfiguration
  ) throws(StoreConfigurationError) -> HTTPClient.Configuration {
    var settings = HTTPClient.Configuration(
      redirectConfiguration: .disallow,
      timeout: .init(
        connect: TimeAmount(transport.connect),
        read: TimeAmount(transport.read),
        write: TimeAmount(transport.read)
      ),
      decompression: .enabled(limit: .size(transport.mostBytes))
    )
    // A connection that fails is an answer; the job decides when to try again.
    settings.connectionPool.retryConnectionEstablishment = false
    settings.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit =
      transport.connectionsPerHost
    settings.proxy = transport.proxy.map { proxy in
      .server(
        host: proxy.host,
        port: proxy.port,
        authorization: proxy.user.map {
          .basic(username: $0, password: proxy.password?.opened() ?? "")
        }
      )
    }
    guard !transport.extraRoots.isEmpty else { return settings }
    var certificates: [NIOSSLCertificate] = []
    for (place, root) in transport.extraRoots.enumerated() {
      guard let read = try? NIOSSLCertificate.fromPEMBytes(Array(root.utf8)), !read.isEmpty else {
        throw .unreadableRoot(place + 1)
      }
      certificates += read
    }
    var tls = TLSConfiguration.makeClientConfiguration()
    tls.additionalTrustRoots = [.certificates(certificates)]
    settings.tlsConfiguration = tls
    return settings
  }

  private static func checkURLs(
    of configuration: StoreConfiguration
  ) throws(StoreConfigurationError) {
    let urls = [
      ("apple, verifyReceipt, production", configuration.apple.verifyReceipt.production),
      ("apple, verifyReceipt, sandbox", configuration.apple.verifyReceipt.sandbox),
      ("apple, server, production", configuration.apple.server.production),
      ("apple, server, sandbox", configuration.apple.server.sandbox),
      ("google, publisher", configuration.google.publisher),
      ("google, token URL", configuration.google.tokenURL ?? "https://accounts.google.com"),
      ("microsoft, login", configuration.microsoft.login),
      ("microsoft, collections", configuration.microsoft.collections),
      ("microsoft, purchase", configuration.microsoft.purchase),
      ("amazon, base", configuration.amazon.base),
    ]
    for (setting, text) in urls { try checkURL(text, setting) }
  }

  private static func checkURL(
    _ text: String,
    _ setting: String
  ) throws(StoreConfigurationError) {
    guard let url = URL(string: text), let host = url.host(), !host.isEmpty else {
      throw .malformedURL(setting: setting)
    }
    guard mayCarrySecrets(url) else { throw .insecureURL(setting: setting) }
  }

  /// Whether what is sent there is read by nobody on the way.
  static func mayCarrySecrets(_ url: URL) -> Bool {
    guard let host = url.host(), !host.isEmpty else { return false }
    let isOwn = ["127.0.0.1", "localhost", "::1", "[::1]"].contains(host)
    return url.scheme == "https" || (url.scheme == "http" && isOwn)
  }
}
