import AsyncHTTPClient
package import Entitlements
import Foundation
import NIOCore
import NIOHTTPCompression
import NIOSSL
package import ServiceCore

/// An invalid setting of the clients.
package enum StoreConfigurationError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The root with this number, from 1, is not a certificate in PEM.
  case unreadableRoot(Int)
  /// Secrets would be sent unencrypted.
  case insecureURL(setting: String)
  case malformedURL(setting: String)

  package var description: String {
    switch self {
    case .unreadableRoot(let number):
      "Extra root \(number) is not a certificate in PEM. Give the files of trusted roots."
    case .insecureURL(let setting):
      "The URL of \(setting) does not begin with https://. Write https://; http:// is only for "
        + "this machine."
    case .malformedURL(let setting):
      "The URL of \(setting) is not one. Write https:// and the host."
    }
  }
}

/// The clients of all stores. They share connections, tokens and rate limits until `shutdown`.
package final class StoreClients: Sendable {
  /// One for every store; without credentials it throws `notConfigured`.
  package let clients: [Store: StoreClient]
  let http: HTTPClient

  /// `renewed` is called with a Microsoft Store ID key and its replacement, which should be saved.
  /// `sharers` is how many processes share the stores' limits.
  package init(
    _ configuration: StoreConfiguration,
    time: StoreTime = .live,
    renewed: @escaping @Sendable (_ old: Secret, _ new: Secret) async -> Void = { _, _ in },
    sharers: @escaping @Sendable () -> Int = { 1 }
  ) throws(StoreConfigurationError) {
    try Self.checkURLs(of: configuration)
    http = HTTPClient(
      eventLoopGroupProvider: .singleton,
      configuration: try Self.settings(configuration.transport)
    )
    let httpClient = StoreHTTPClient(
      http: http,
      transport: configuration.transport,
      budget: StoreRateLimiter(configuration.transport.rates, time: time, sharers: sharers),
      tokens: TokenCache(now: time.now),
      time: time
    )
    clients = [
      .apple: AppStoreClient(configuration: configuration.apple, httpClient: httpClient).client,
      .google: GooglePlayClient(configuration: configuration.google, httpClient: httpClient).client,
      .microsoft: MicrosoftClient(configuration.microsoft, httpClient, renewed: renewed).client,
      .amazon: AmazonClient(configuration: configuration.amazon, httpClient: httpClient).client,
    ]
  }

  /// Closes the connections; the clients cannot be used afterwards.
  package func shutdown() async {
    // Shutting down twice is harmless.
    try? await http.shutdown()
  }

  private static func settings(
    _ transport: TransportConfiguration
  ) throws(StoreConfigurationError) -> HTTPClient.Configuration {
    var settings = HTTPClient.Configuration.once(transport.connect, read: transport.read)
    settings.decompression = .enabled(limit: .size(transport.maxBytes))
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
    for (number, root) in transport.extraRoots.enumerated() {
      guard let read = try? NIOSSLCertificate.fromPEMBytes(Array(root.utf8)), !read.isEmpty else {
        throw .unreadableRoot(number + 1)
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
      ("apple, connect", configuration.apple.connect),
      ("google, publisher", configuration.google.publisher),
      ("google, reporting", configuration.google.reporting),
      ("google, token URL", configuration.google.tokenURL ?? "https://accounts.google.com"),
      ("microsoft, login", configuration.microsoft.login),
      ("microsoft, collections", configuration.microsoft.collections),
      ("microsoft, purchase", configuration.microsoft.purchase),
      ("microsoft, partner center", configuration.microsoft.partnerCenter),
      ("amazon, base", configuration.amazon.base),
    ]
    for (setting, text) in urls { try checkURL(text, setting) }
  }

  private static func checkURL(_ text: String, _ setting: String) throws(StoreConfigurationError) {
    guard let url = URL(string: text), let host = url.host(), !host.isEmpty else {
      throw .malformedURL(setting: setting)
    }
    guard mayCarrySecrets(url) else { throw .insecureURL(setting: setting) }
  }

  /// Whether documents are fetched from this URL: nobody on the way there can change them.
  package static func allowsFetching(from url: String) -> Bool {
    URL(string: url).map(mayCarrySecrets) ?? false
  }

  /// Whether secrets sent to this URL are encrypted or stay on this machine.
  static func mayCarrySecrets(_ url: URL) -> Bool {
    guard let host = url.host(), !host.isEmpty else { return false }
    let isLocal = ["127.0.0.1", "localhost", "::1", "[::1]"].contains(host)
    return url.scheme == "https" || (url.scheme == "http" && isLocal)
  }
}

extension HTTPClient.Configuration {
  /// Without redirects, which could send data to an unintended receiver, and without retries: a
  /// failed connection is a result, and the job decides when to retry.
  static func once(_ connect: Duration, read: Duration) -> HTTPClient.Configuration {
    let (connect, read) = (TimeAmount(connect), TimeAmount(read))
    var settings = HTTPClient.Configuration(
      redirectConfiguration: .disallow,
      timeout: .init(connect: connect, read: read, write: read)
    )
    settings.connectionPool.retryConnectionEstablishment = false
    return settings
  }
}
