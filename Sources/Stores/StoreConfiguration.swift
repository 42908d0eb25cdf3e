import Entitlements
package import ServiceCore

/// The settings of the clients: the stores' URLs, our credentials, and timeouts. A store without
/// credentials is not queried.
package struct StoreConfiguration: Sendable {
  package var apple = AppleConfiguration()
  package var google = GoogleConfiguration()
  package var microsoft = MicrosoftConfiguration()
  package var amazon = AmazonConfiguration()
  package var transport = TransportConfiguration()

  package init() {}
}

/// A service's URLs, without a slash at the end.
package struct BaseURLs: Equatable, Sendable {
  package var production: String
  package var sandbox: String

  package init(production: String, sandbox: String) {
    self.production = production
    self.sandbox = sandbox
  }

  func url(of environment: Environment) -> String {
    environment == .production ? production : sandbox
  }
}

package struct AppleConfiguration: Sendable {
  package struct App: Sendable {
    package var bundleID: String
    /// For verifyReceipt; receipts without auto-renewable subscriptions need none.
    package var sharedSecret: Secret?
    package var key: AppStoreKey?
    /// A team's key of the App Store Connect API, which lists apps and products.
    package var connectKey: AppStoreKey?

    package init(
      bundleID: String,
      sharedSecret: Secret? = nil,
      key: AppStoreKey? = nil,
      connectKey: AppStoreKey? = nil
    ) {
      self.bundleID = bundleID
      self.sharedSecret = sharedSecret
      self.key = key
      self.connectKey = connectKey
    }
  }

  package var apps: [App] = []
  package var verifyReceipt = BaseURLs(
    production: "https://buy.itunes.apple.com",
    sandbox: "https://sandbox.itunes.apple.com"
  )
  /// The hosts since May 2026; the former ones are `api.storekit.itunes.apple.com` and
  /// `api.storekit-sandbox.itunes.apple.com`.
  package var server = BaseURLs(
    production: "https://api.storekit.apple.com",
    sandbox: "https://api.storekit-sandbox.apple.com"
  )
  package var connect = "https://api.appstoreconnect.apple.com"
  /// The lifetime of our tokens; Apple allows up to an hour.
  package var tokenLife = Duration.seconds(20 * 60)

  package init() {}

  func app(_ bundleID: String) -> App? { apps.first { $0.bundleID == bundleID } }
}

/// A key of App Store Connect: an In-App Purchase key, or one of the App Store Connect API.
package struct AppStoreKey: Sendable {
  package var id: String
  /// The team's UUID.
  package var issuer: String
  /// The `.p8` file's text: PKCS#8 of a P-256 key, in PEM.
  package var privateKey: Secret

  package init(id: String, issuer: String, privateKey: Secret) {
    self.id = id
    self.issuer = issuer
    self.privateKey = privateKey
  }
}

package struct GoogleConfiguration: Sendable {
  package var packageNames: [String] = []
  /// The service account's key file, JSON.
  package var account: Secret?
  package var publisher = "https://androidpublisher.googleapis.com"
  /// The Play Developer Reporting API, which lists apps.
  package var reporting = "https://playdeveloperreporting.googleapis.com"
  /// Overrides the `token_uri` of the key file.
  package var tokenURL: String?

  package init() {}
}

package struct MicrosoftConfiguration: Sendable {
  /// The Entra application.
  package struct Application: Sendable {
    package var tenant: String
    package var client: String
    package var secret: Secret

    package init(tenant: String, client: String, secret: Secret) {
      self.tenant = tenant
      self.client = client
      self.secret = secret
    }
  }

  package var application: Application?
  package var login = "https://login.microsoftonline.com"
  package var collections = "https://collections.mp.microsoft.com"
  package var purchase = "https://purchase.mp.microsoft.com"
  /// The Microsoft Store submission API, which lists products.
  package var partnerCenter = "https://manage.devcenter.microsoft.com"
  /// The apps for Microsoft's purchases, because its services name none.
  package var apps: [String] = []
  /// Whether Microsoft has set up a clawback queue, which it does on request.
  package var hasClawbacks = false
  /// `XDKS.1` or similar; used for sandbox queries.
  package var sandbox: String?
  /// The remaining validity below which a user's key is renewed: keys live 30 days, and Microsoft
  /// advises to renew them at least every 14.
  package var renewsKeysWithin = Duration.seconds(16 * 86_400)

  package init() {}
}

package struct AmazonConfiguration: Sendable {
  /// The developer's shared secret.
  package var secret: Secret?
  package var base = "https://appstore-sdk.amazon.com"

  package init() {}
}

package struct TransportConfiguration: Sendable {
  package struct Proxy: Sendable {
    package var host: String
    package var port: Int
    package var user: String?
    package var password: Secret?

    package init(host: String, port: Int, user: String? = nil, password: Secret? = nil) {
      self.host = host
      self.port = port
      self.user = user
      self.password = password
    }
  }

  /// Timeout for the connection with its handshakes.
  package var connect = Duration.seconds(10)
  /// Timeout between two parts of a response.
  package var read = Duration.seconds(20)
  /// Timeout from the request's first byte to the response's last.
  package var whole = Duration.seconds(60)
  /// Maximum size of a decompressed response.
  package var maxBytes = 10 * 1_024 * 1_024
  package var connectionsPerHost = 32
  package var proxy: Proxy?
  /// Certificates in PEM that are trusted in addition to the system's.
  package var extraRoots: [String] = []
  /// Overrides the stores' published limits.
  package var rates: [RateLimitKey: RateLimit] = [:]

  package init() {}
}
