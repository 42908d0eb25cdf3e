package import Entitlements
package import ServiceCore

/// Settings of the web endpoints: the section `[serve]`. Groups without a section are closed.
package struct WebConfiguration: Sendable {
  /// A host and a port; port 0 chooses any free port.
  package struct Address: Equatable, Sendable, CustomStringConvertible {
    package var host: String
    package var port: Int

    package init(_ host: String, _ port: Int) {
      self.host = host
      self.port = port
    }

    /// `HOST:PORT`, with an IPv6 address in brackets.
    package init?(_ text: String) {
      guard let colon = text.lastIndex(of: ":"), colon > text.startIndex,
        let port = Int(text[text.index(after: colon)...]), (0...65_535).contains(port)
      else { return nil }
      var host = text[..<colon]
      if host.hasPrefix("["), host.hasSuffix("]") { host = host.dropFirst().dropLast() }
      guard !host.isEmpty else { return nil }
      self.init(String(host), port)
    }

    package var description: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
  }

  /// A server's certificate chain and its key, as PEM.
  package struct TLS: Sendable {
    package var certificates: String
    package var key: Secret

    package init(certificates: String, key: Secret) {
      self.certificates = certificates
      self.key = key
    }
  }

  package var listen = Address("127.0.0.1", 8_080)
  /// The address of `/metrics`; `nil` for none.
  package var metrics: Address?
  package var tls: TLS?
  /// Whether only TLS 1.3 is accepted.
  package var isNewestTLSOnly = false
  /// The server's public URL: `https://iap.example.com`, without a trailing slash.
  package var publicURL: String?
  package var limits = WebLimits()
  package var quotas = QuotaLimits()
  /// The configured apps, by Apple's bundle IDs.
  package var apps: [String] = []
  /// The same by Google's and Amazon's package names.
  package var packages: [String] = []
  /// Whether endpoints that grant entitlements open without configured apps (`--any-app`).
  package var acceptsAnyApp = false
  /// The folder of rejected documents; `nil` for none.
  package var rejectedFolder: String?

  package var validator: ValidatorConfiguration?
  package var playFab: PlayFabConfiguration?
  package var verification: VerificationConfiguration?
  package var upload: UploadConfiguration?
  package var apple: AppleNotificationConfiguration?
  package var appleV1: AppleV1NotificationConfiguration?
  package var google: GoogleNotificationConfiguration?
  package var amazon: AmazonNotificationConfiguration?
  package var api: APIConfiguration?

  package init() {}
}

/// Limits on connections, memory and requests.
package struct WebLimits: Equatable, Sendable {
  /// The maximum number of connections, of some 20 KB each; the least active one is closed then.
  package var connections = 448
  /// The maximum number of a peer's connections without a request being handled.
  package var connectionsPerPeer = 256
  /// The bytes of bodies being read or handled and of answers being sent; at least the longest
  /// body. Handling a body takes up to three times its size in addition.
  package var bodyBytes = 9 << 20
  package var bodyBytesPerPeer = 9 << 20
  /// The maximum number of requests in progress; further ones are rejected.
  package var requests = 256
  /// A peer's requests per second, and the burst size. Stores' endpoints do not count them.
  package var perPeer = 200
  /// Idle seconds after which a connection is closed.
  package var idleSeconds = 30
  /// The maximum bytes of all headers of a request.
  package var headerBytes = 16 << 10
  /// Trusted proxies, which name the client.
  package var proxies: [IPNetwork] = []
  /// The header in which they name it; `nil` for `X-Forwarded-For`, or else `Forwarded`.
  package var proxyHeader: Proxies.Header?

  var trustedProxies: Proxies { Proxies(proxies, header: proxyHeader) }

  package init() {}
}

/// The environments whose purchases an endpoint accepts.
///
/// The default is production only, because anybody with a tester's account buys in the sandbox for
/// free. App Review tests the released server with sandbox purchases, hence the exceptions for the
/// user whose login the reviewers have and for the app version in review. The version counts only
/// if a receipt signed by Apple states it, not if a client claims it.
package struct AcceptedEnvironments: Equatable, Sendable {
  package var environments: Set<Environment>
  /// Users whose sandbox purchases are accepted too.
  package var sandboxUsers: Set<ID<User>>
  /// Versions of the app (`CFBundleVersion`, field 3 of the receipt) whose sandbox receipts are
  /// accepted too.
  package var sandboxVersions: Set<String>

  package init(
    _ environments: Set<Environment> = [.production],
    sandboxUsers: Set<ID<User>> = [],
    sandboxVersions: Set<String> = []
  ) {
    self.environments = environments
    self.sandboxUsers = sandboxUsers
    self.sandboxVersions = sandboxVersions
  }

  /// The environments that are accepted from this user, by a receipt that states this version.
  func environments(for user: ID<User>?, appVersion: String? = nil) -> Set<Environment> {
    let isReviewed =
      user.map(sandboxUsers.contains) ?? false || appVersion.map(sandboxVersions.contains) ?? false
    return isReviewed ? environments.union([.sandbox]) : environments
  }
}
