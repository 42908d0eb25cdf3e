import ServiceCore
import Stores
import TOMLKit
import Web

/// The section `[serve]` of the settings, for the HTTP endpoints.
struct ServeSettings {
  private(set) var configuration = WebConfiguration()
  /// The webhook for entitlement changes, if configured.
  private(set) var webhook: WebhookConfiguration?
  var unknownKeys: [String] = []

  let secrets: SecretSettings

  /// `table` is `[serve]` of the settings at `path`; file names are relative to that file.
  init(_ table: TOMLTable, path: String) throws {
    secrets = SecretSettings(path: path)
    var serve = SettingsTable(table, "serve", path)
    if let listen = try serve.text("listen") {
      configuration.listen = try Self.address(listen, "serve.listen", path)
    }
    if let metrics = try serve.text("metrics") {
      configuration.metrics = try Self.address(metrics, "serve.metrics", path)
    }
    if let address = try serve.text("public-url") {
      configuration.publicURL = address.hasSuffix("/") ? String(address.dropLast()) : address
    }
    if let certificates = try serve.text("tls-cert") {
      guard let key = try serve.text("tls-key") else {
        throw SettingsError.wrongValue(
          path: path,
          key: "serve.tls-key",
          expected: "set together with tls-cert"
        )
      }
      configuration.tls = try tls(certificates: certificates, key: key)
    }
    if let version = try serve.text("tls-min") {
      guard ["1.2", "1.3"].contains(version) else { throw serve.wrong("tls-min", "1.2 or 1.3") }
      configuration.isNewestTLSOnly = version == "1.3"
    }
    if let limits = try serve.table("limits") { try read(limits: limits) }
    if let quotas = try serve.table("quotas") { try read(quotas: quotas) }
    if let table = try serve.table("validate") {
      configuration.validator = try validator(table)
    }
    if let table = try serve.table("playfab") { configuration.playFab = try playFab(table) }
    if let table = try serve.table("verify") {
      configuration.verification = try verification(table)
    }
    if let table = try serve.table("upload") { configuration.upload = try upload(table) }
    if let table = try serve.table("apple") { configuration.apple = try apple(table) }
    if let table = try serve.table("apple-v1") { configuration.appleV1 = try appleV1(table) }
    if let table = try serve.table("google") { configuration.google = try google(table) }
    if let table = try serve.table("amazon") { configuration.amazon = try amazon(table) }
    if let table = try serve.table("webhook") { webhook = try webhook(table, path) }
    if let table = try serve.table("api") { configuration.api = try api(table) }
    unknownKeys += serve.unknownKeys
  }

  /// Reads a certificate chain and its key from PEM files.
  func tls(certificates: String, key: String) throws -> WebConfiguration.TLS {
    WebConfiguration.TLS(
      certificates: try secrets.text(ofFile: certificates),
      key: Secret(try SecretFile.text(at: secrets.beside(key)))
    )
  }

  private mutating func read(limits section: SettingsTable) throws {
    var table = section
    func set(_ limit: inout Int, _ key: String) throws {
      if let number = try table.number(key) { limit = number }
    }
    try set(&configuration.limits.connections, "connections")
    try set(&configuration.limits.connectionsPerPeer, "connections-per-peer")
    try set(&configuration.limits.bodyBytes, "body-bytes")
    try set(&configuration.limits.bodyBytesPerPeer, "body-bytes-per-peer")
    try set(&configuration.limits.requests, "requests")
    try set(&configuration.limits.perPeer, "per-peer")
    try set(&configuration.limits.idleSeconds, "idle-seconds")
    try set(&configuration.limits.headerBytes, "header-bytes")
    configuration.limits.proxies = try table.texts("proxies").map { text in
      guard let network = IPNetwork(text) else {
        throw table.wrong("proxies", "a list of addresses and networks: 10.0.0.2, 10.0.0.0/8")
      }
      return network
    }
    if let name = try table.text("proxy-header") {
      guard let header = Proxies.Header(rawValue: name.lowercased()) else {
        throw table.wrong("proxy-header", "X-Forwarded-For or Forwarded")
      }
      configuration.limits.proxyHeader = header
    }
    unknownKeys += table.unknownKeys
  }

  private mutating func read(quotas section: SettingsTable) throws {
    var table = section
    func set(_ amount: inout QuotaLimits.Amount, _ scope: String) throws {
      if let number = try table.number("documents-per-\(scope)") { amount.documents = number }
      if let number = try table.number("megabytes-per-\(scope)") {
        amount.bytes = min(number, 1 << 40) << 20
      }
    }
    try set(&configuration.quotas.user, "user")
    try set(&configuration.quotas.peer, "peer")
    try set(&configuration.quotas.endpoint, "endpoint")
    unknownKeys += table.unknownKeys
  }

  private static func address(
    _ text: String,
    _ key: String,
    _ path: String
  ) throws(SettingsError) -> WebConfiguration.Address {
    guard let address = WebConfiguration.Address(text) else {
      throw .wrongValue(path: path, key: key, expected: "a host and a port: 127.0.0.1:8080")
    }
    return address
  }
}
