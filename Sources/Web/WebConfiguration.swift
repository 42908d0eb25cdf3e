package import ServiceCore

/// What the settings say of the web doors: the section `[serve]`. A door without its part is closed.
package struct WebConfiguration: Sendable {
  /// A host and a port; port 0 takes any.
  package struct Address: Equatable, Sendable, CustomStringConvertible {
    package var host: String
    package var port: Int

    package init(_ host: String, _ port: Int) {
      self.host = host
      self.port = port
    }

    /// `HOST:PORT`, an IPv6 address in brackets.
    package init?(_ text: String) {
      guard let colon = text.lastIndex(of: ":"), colon > text.startIndex,
        let port = Int(text[text.index(after: colon)...]), (0...65_535).contains(port)
      else { return nil }
      var host = text[..<colon]
      if host.hasPrefix("["), host.hasSuffix("]") { host = host.dropFirst().dropLast() }
      guard !host.isEmpty else { return nil }
      self.init(String(host), port)
    }

    package var description: String {
      host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
    }
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
  /// Where `/metrics` is answered; `nil` for nowhere.
  package var metrics: Address?
  package var tls: TLS?
  /// Whether TLS 1.3 alone is spoken.
  package var isNewestTLSOnly = false
  /// How the world outside calls this server: `https://iap.example.com`, without a slash at its end.
  package var publicURL: String?
  package var limits = WebLimits()
  package var quotas = QuotaLimits()
  /// The apps that are ours, by Apple's bundle IDs.
  package var apps: [String] = []
  /// The same by Google's and Amazon's package names.
  package var packages: [String] = []
  /// Whether endpoints that give rights to clients open although no app is named (`--any-app`).
  package var acceptsAnyApp = false
  /// Where what stores' doors turned away is kept; `nil` for nowhere.
  package var rejectedFolder: String?

  package var validator: ValidatorConfiguration?
  package var playFab: PlayFabConfiguration?
  package var verification: VerificationConfiguration?
  package var upload: UploadConfiguration?
  package var apple: AppleDoorConfiguration?
  package var appleV1: AppleV1DoorConfiguration?
  package var google: GoogleDoorConfiguration?
  package var amazon: AmazonDoorConfiguration?
  package var api: APIConfiguration?

  package init() {}
}

/// How much is taken from the world at once.
package struct WebLimits: Equatable, Sendable {
  /// Connections at once, each of which takes some 20 KB; where there are more, the one is closed that
  /// does least.
  package var connections = 448
  /// Connections of one peer that are not being worked for.
  package var connectionsPerPeer = 256
  /// Bytes of bodies that are read or worked on, and of answers that are sent; the longest body has
  /// to find room. Working on one takes up to three times its bytes more.
  package var bodyBytes = 9 << 20
  package var bodyBytesPerPeer = 9 << 20
  /// Requests in hand at once; further ones are told to come again.
  package var requests = 256
  /// Requests of one peer in a second, and at once. Doors for stores do not count them.
  package var perPeer = 200
  /// Seconds without a byte after which a connection is closed.
  package var idleSeconds = 30
  /// Bytes of all of a request's headers.
  package var headerBytes = 16 << 10
  /// Proxies of ours, who are believed for whom they ask.
  package var proxies: [IPNetwork] = []
  /// Where they say so; `nil` for `X-Forwarded-For`, or `Forwarded` where there is none.
  package var proxyHeader: Proxies.Header?

  var trustedProxies: Proxies { Proxies(proxies, header: proxyHeader) }

  package init() {}
}
