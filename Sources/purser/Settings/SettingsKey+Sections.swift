import Stores

// The keys of `[stores]` and `[serve]`, as `config schema` lists them.
extension SettingsKey {
  /// The keys that say where a secret is.
  private static func secret(_ name: String) -> String { "\(name)-file or \(name)-env" }

  static var stores: [SettingsKey] {
    [
      SettingsKey(
        "[stores.apple]",
        "server, server-sandbox, verify-receipt, verify-receipt-sandbox, connect"
      ),
      SettingsKey(
        "[[stores.apple.app]]",
        "bundle-id, \(secret("key")), key-id, issuer, \(secret("connect-key")), connect-key-id, "
          + secret("shared-secret")
      ),
      SettingsKey(
        "[stores.google]",
        "packages, \(secret("account")), licence-key-file, publisher, reporting, token-url"
      ),
      SettingsKey(
        "[stores.microsoft]",
        "\(secret("secret")), tenant, client, apps, sandbox, clawback, login, collections, "
          + "purchase, partner-center"
      ),
      SettingsKey("[stores.amazon]", "\(secret("secret")), base"),
      SettingsKey("[stores.transport]", "proxy, roots, connect-seconds, whole-seconds"),
      SettingsKey(
        "[stores.rates]",
        RateLimitKey.allCases.map(\.rawValue.hyphenated).joined(separator: ", ")
      ),
    ]
  }

  static var serve: [SettingsKey] {
    let sandbox = "environments, sandbox (tables with user or app-version)"
    return [
      SettingsKey("[serve]", "listen, metrics, public-url, tls-cert, tls-key, tls-min"),
      SettingsKey(
        "[serve.limits]",
        "connections, connections-per-peer, body-bytes, body-bytes-per-peer, requests, per-peer, "
          + "idle-seconds, header-bytes, proxies, proxy-header"
      ),
      SettingsKey(
        "[serve.quotas]",
        "documents-per-purchase, documents-per-peer, documents-per-endpoint, megabytes-per-purchase, "
          + "megabytes-per-peer, megabytes-per-endpoint"
      ),
      SettingsKey("[serve.validate]", sandbox),
      SettingsKey(
        "[[serve.validate.app]]",
        "name, \(secret("key")), bundle-id, package, microsoft-app, \(sandbox)"
      ),
      SettingsKey(
        "[serve.playfab]",
        "title, bundle-id, package, session-hours, player-creation, currency, several-items, "
          + "user-prefix, environments, sandbox (tables with user)"
      ),
      SettingsKey("[serve.verify]", "\(secret("token")), anonymous, \(sandbox)"),
      SettingsKey("[[serve.verify.app]]", "id, bundle-id, package"),
      SettingsKey("[serve.upload]", "\(secret("key")), \(sandbox)"),
      SettingsKey("[serve.apple]", "bundle-ids, environments"),
      SettingsKey("[serve.apple-v1]", "\(secret("password")), bundle-ids, environments"),
      SettingsKey("[[serve.apple-v1.app]]", "bundle-id, \(secret("password"))"),
      SettingsKey(
        "[serve.google]",
        "email, subscription, subscriptions, audience, packages, certs-url"
      ),
      SettingsKey("[serve.amazon]", "topics, packages, certs-url"),
      SettingsKey("[[serve.api.key]]", "name, hash or \(secret("key")), scopes, per-second"),
      SettingsKey("[serve.webhook]", "url, \(secret("secret"))"),
    ]
  }
}
