import Basics
import Entitlements
import Foundation
import ServiceCore
import Stores
import Web

// The section `[serve]` of the settings, for the HTTP endpoints.

extension WebConfiguration {
  init(_ serve: SettingsTable) throws {
    self.init()
    listen = try serve.address("listen") ?? listen
    metrics = try serve.address("metrics")
    publicURL = try serve.value("public-url", "a URL like https://iap.example.com") { value in
      guard let text = value.string, let url = URL(string: text), url.host()?.isEmpty == false,
        url.scheme == "https" || url.scheme == "http"
      else { return nil }
      return text.hasSuffix("/") ? String(text.dropLast()) : text
    }
    if let certificates = try serve.text("tls-cert") {
      guard let key = try serve.text("tls-key") else {
        throw serve.fault("tls-key", "set together with tls-cert")
      }
      tls = TLS(
        certificates: try serve.text(ofFile: certificates),
        key: Secret(try serve.secret(inFile: key, of: "tls-key"))
      )
    } else {
      serve.ignore(["tls-key"], without: "tls-cert")
    }
    if let version = try serve.text("tls-min") {
      guard ["1.2", "1.3"].contains(version) else { throw serve.fault("tls-min", "1.2 or 1.3") }
      isNewestTLSOnly = version == "1.3"
    }
    if let table = try serve.table("limits") { try limits.read(table) }
    if let table = try serve.table("quotas") { try quotas.read(table) }
    validator = try serve.table("validate").map(ValidatorConfiguration.init)
    playFab = try serve.table("playfab").map(PlayFabConfiguration.init)
    verification = try serve.table("verify").map(VerificationConfiguration.init)
    upload = try serve.table("upload").map(UploadConfiguration.init)
    apple = try serve.table("apple").map(AppleNotificationConfiguration.init)
    appleV1 = try serve.table("apple-v1").map(AppleV1NotificationConfiguration.init)
    google = try serve.table("google").map(GoogleNotificationConfiguration.init)
    amazon = try serve.table("amazon").map(AmazonNotificationConfiguration.init)
    api = try serve.table("api").map(APIConfiguration.init)
  }
}

extension WebLimits {
  fileprivate mutating func read(_ table: SettingsTable) throws {
    connections = try table.number("connections") ?? connections
    connectionsPerPeer = try table.number("connections-per-peer") ?? connectionsPerPeer
    bodyBytes = try table.number("body-bytes") ?? bodyBytes
    bodyBytesPerPeer = try table.number("body-bytes-per-peer") ?? bodyBytesPerPeer
    requests = try table.number("requests") ?? requests
    perPeer = try table.number("per-peer") ?? perPeer
    idleSeconds = try table.number("idle-seconds") ?? idleSeconds
    headerBytes = try table.number("header-bytes") ?? headerBytes
    let expected = "a list of addresses and networks: 10.0.0.2, 10.0.0.0/8"
    proxies = try table.texts("proxies", expected) { IPNetwork($0) } ?? []
    guard let name = try table.text("proxy-header") else { return }
    guard let header = Proxies.Header(rawValue: name.lowercased()) else {
      throw table.fault("proxy-header", "X-Forwarded-For or Forwarded")
    }
    proxyHeader = header
  }
}

extension QuotaLimits {
  fileprivate mutating func read(_ table: SettingsTable) throws {
    func set(_ amount: inout Amount, _ scope: String) throws {
      amount.documents = try table.number("documents-per-\(scope)") ?? amount.documents
      if let number = try table.number("megabytes-per-\(scope)") {
        amount.bytes = min(number, 1 << 40) << 20
      }
    }
    // The former name.
    try set(&purchase, "user")
    try set(&purchase, "purchase")
    try set(&peer, "peer")
    try set(&endpoint, "endpoint")
  }
}

extension SettingsTable {
  /// `environments` and `[[….sandbox]]` of an endpoint that grants entitlements to clients; `nil`
  /// if neither is set.
  fileprivate func accepted() throws -> AcceptedEnvironments? {
    var accepted = AcceptedEnvironments()
    let names = try environments("a list of some of production, sandbox and xcode") { _ in true }
    let exceptions = try tables("sandbox")
    if names == nil, exceptions.isEmpty { return nil }
    if let names { accepted.environments = Set(names) }
    for exception in exceptions {
      switch (try exception.text("user"), try exception.text("app-version")) {
      case (let user?, nil) where !user.isEmpty: accepted.sandboxUsers.insert(ID(user))
      case (nil, let version?) where !version.isEmpty: accepted.sandboxVersions.insert(version)
      default: throw exception.fault("user", "the only one of user and app-version")
      }
    }
    return accepted
  }

  /// The environments of notifications; `nil` if none is named.
  fileprivate func notifiedEnvironments() throws -> Set<Environment>? {
    try environments("a list of production, sandbox or both") { $0 != .xcode }.map { Set($0) }
  }

  /// `environments`: at least one; `nil` without the key.
  private func environments(
    _ expected: String,
    _ isAllowed: (Environment) -> Bool
  ) throws(FileError) -> [Environment]? {
    let names = try texts("environments", expected) { name in
      Environment(rawValue: name).flatMap { isAllowed($0) ? $0 : nil }
    }
    guard names?.isEmpty != true else { throw fault("environments", expected) }
    return names
  }
}

extension ValidatorConfiguration {
  fileprivate init(_ table: SettingsTable) throws {
    self.init()
    accepted = try table.accepted() ?? accepted
    apps = try table.tables("app").map { app in
      try app.expectAll(["name", "key-file"])
      var entry = App(
        name: try app.required("name"),
        // Without a key, `required` throws.
        key: try app.secret("key") ?? Secret(try app.required("key-file")),
        bundleID: try app.text("bundle-id"),
        package: try app.text("package"),
        microsoft: try app.text("microsoft-app")
      )
      entry.accepted = try app.accepted()
      return entry
    }
  }
}

extension PlayFabConfiguration {
  fileprivate init(_ table: SettingsTable) throws {
    self.init(title: try table.required("title"))
    bundleID = try table.text("bundle-id")
    packageName = try table.text("package")
    accepted = try table.accepted() ?? accepted
    guard accepted.sandboxVersions.isEmpty else {
      // Inventory requests have no receipt that states the version.
      throw table.fault("sandbox", "tables with user; app-version cannot be used here")
    }
    sessionHours = try table.number("session-hours") ?? sessionHours
    guard sessionHours <= 8_760 else { throw table.fault("session-hours", "at most 8760, a year") }
    createsPlayers = try table.flag("player-creation") ?? createsPlayers
    currency = try table.text("currency") ?? currency
    guard PlayFabCurrency.isKnown(currency) else {
      throw table.fault("currency", "a currency's three letters: USD")
    }
    takesSeveralItems = try table.flag("several-items") ?? takesSeveralItems
    userPrefix = try table.text("user-prefix") ?? userPrefix
  }
}

extension VerificationConfiguration {
  fileprivate init(_ table: SettingsTable) throws {
    self.init(token: try table.secret("token"), isAnonymous: try table.flag("anonymous") ?? false)
    accepted = try table.accepted() ?? accepted
    apps = try table.tables("app").map { app in
      App(
        id: try app.number("id"),
        bundleID: try app.text("bundle-id"),
        package: try app.text("package")
      )
    }
  }
}

extension UploadConfiguration {
  fileprivate init(_ table: SettingsTable) throws {
    self.init(key: try table.secret("key"))
    accepted = try table.accepted() ?? accepted
  }
}

extension AppleNotificationConfiguration {
  fileprivate init(_ table: SettingsTable) throws {
    self.init()
    bundleIDs = Set(try table.texts("bundle-ids"))
    environments = try table.notifiedEnvironments() ?? environments
  }
}

extension AppleV1NotificationConfiguration {
  fileprivate init(_ table: SettingsTable) throws {
    self.init()
    password = try table.secret("password")
    bundleIDs = Set(try table.texts("bundle-ids"))
    for app in try table.tables("app") {
      passwords[try app.required("bundle-id")] = try app.secret("password")
    }
    environments = try table.notifiedEnvironments() ?? environments
  }
}

extension GoogleNotificationConfiguration {
  fileprivate init(_ table: SettingsTable) throws {
    self.init()
    audience = try table.text("audience")
    email = try table.text("email")
    subscriptions = Set(try table.texts("subscriptions"))
    packages = Set(try table.texts("packages"))
    if let subscription = try table.text("subscription") { subscriptions.insert(subscription) }
    keysURL = try table.serviceURL("certs-url") ?? keysURL
  }
}

extension AmazonNotificationConfiguration {
  fileprivate init(_ table: SettingsTable) throws {
    self.init()
    let topic = "a list of SNS topics: arn:aws:sns:us-east-1:123456789012:NAME"
    topics = Set(try table.texts("topics", topic) { Self.isTopic($0) ? $0 : nil } ?? [])
    certificateURL = try table.serviceURL("certs-url")
    packages = Set(try table.texts("packages"))
  }

  /// Whether the text is the ARN of an SNS topic, in any partition of AWS.
  private static func isTopic(_ text: String) -> Bool {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    return parts.count == 6 && parts[0] == "arn" && parts[2] == "sns"
      && parts.allSatisfy { !$0.isEmpty }
  }
}

extension WebhookConfiguration {
  /// `[serve.webhook]`: the endpoint that entitlement changes are sent to.
  init(_ table: SettingsTable) throws {
    let url = try table.required("url")
    guard let secret = try table.secret("secret") else {
      throw table.fault("secret-file", "set, or secret-env")
    }
    do throws(WebhookConfigurationError) {
      try self.init(url: url, secret: secret)
    } catch {
      throw table.fault(error == .unusableSecret ? "secret" : "url", error.description)
    }
  }
}

extension APIConfiguration {
  fileprivate init(_ table: SettingsTable) throws {
    self.init()
    for entry in try table.tables("key") {
      let key = try Key(entry)
      guard !keys.contains(where: { $0.name == key.name }) else {
        throw entry.fault("name", "unique, since the audit log shows it")
      }
      guard !keys.contains(where: { $0.digest == key.digest }) else {
        throw entry.fault("hash", "unique")
      }
      keys.append(key)
    }
  }
}

extension APIConfiguration.Key {
  fileprivate init(_ table: SettingsTable) throws {
    try table.expectAll(["name", "scopes"])
    let name = try table.required("name")
    let hash = try table.text("hash")
    let digest: APIKeyDigest
    switch (hash, try table.secret("key")) {
    case (let hash?, nil):
      guard let read = APIKeyDigest(hash) else {
        throw table.fault(
          "hash",
          "sha256: and 64 hexadecimal digits, as purser serve key prints it"
        )
      }
      digest = read
    case (nil, let secret?) where !secret.isEmpty: digest = APIKeyDigest(of: secret)
    case (nil, _?): throw table.fault("key-file", "a file, or a variable, that is not empty")
    default: throw table.fault("hash", "the only one of hash, key-file and key-env")
    }
    let known = APIConfiguration.Scope.allCases.map(\.rawValue).joined(separator: ", ")
    let expected = "a list of some of \(known)"
    let scopes = try table.texts("scopes", expected) { APIConfiguration.Scope(rawValue: $0) }
    guard let scopes, !scopes.isEmpty else { throw table.fault("scopes", expected) }
    self.init(
      name: name,
      digest: digest,
      scopes: Set(scopes),
      perSecond: try table.number("per-second") ?? 100
    )
  }
}
