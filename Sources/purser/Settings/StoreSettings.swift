import Entitlements
import Foundation
import Stores
import TOMLKit

/// The section `[stores]` of the settings.
struct StoreSettings {
  private(set) var configuration = StoreConfiguration()
  /// The file with Google Play's licence key.
  private(set) var licenceKey: String?
  private(set) var unknownKeys: [String] = []

  private let path: String
  private let secrets: SecretSettings

  /// `table` is `[stores]` of the settings at `path`; file names are relative to that file.
  init(_ table: TOMLTable, path: String) throws {
    self.path = path
    secrets = SecretSettings(path: path)
    var stores = SettingsTable(table, "stores", path)
    if let apple = try stores.table("apple") { try read(apple: apple) }
    if let google = try stores.table("google") { try read(google: google) }
    if let microsoft = try stores.table("microsoft") { try read(microsoft: microsoft) }
    if let amazon = try stores.table("amazon") { try read(amazon: amazon) }
    if let transport = try stores.table("transport") { try read(transport: transport) }
    if let rates = try stores.table("rates") { try read(rates: rates) }
    unknownKeys += stores.unknownKeys
  }

  private mutating func read(apple section: SettingsTable) throws {
    var table = section
    read(&configuration.apple.verifyReceipt.production, try table.text("verify-receipt"))
    read(&configuration.apple.verifyReceipt.sandbox, try table.text("verify-receipt-sandbox"))
    read(&configuration.apple.server.production, try table.text("server"))
    read(&configuration.apple.server.sandbox, try table.text("server-sandbox"))
    for entry in try table.tables("app") {
      var app = entry
      var key: AppStoreKey?
      if let privateKey = try secrets.secret("key", in: &app) {
        key = AppStoreKey(
          id: try app.expect("key-id"),
          issuer: try app.expect("issuer"),
          privateKey: privateKey
        )
      }
      configuration.apple.apps.append(
        AppleConfiguration.App(
          bundleID: try app.expect("bundle-id"),
          sharedSecret: try secrets.secret("shared-secret", in: &app),
          key: key
        )
      )
      unknownKeys += app.unknownKeys
    }
    unknownKeys += table.unknownKeys
  }

  private mutating func read(google section: SettingsTable) throws {
    var table = section
    configuration.google.packageNames = try table.texts("packages")
    configuration.google.account = try secrets.secret("account", in: &table)
    read(&configuration.google.publisher, try table.text("publisher"))
    configuration.google.tokenURL = try table.text("token-url")
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
    licenceKey = try table.text("licence-key-file")
      .map { URL(fileURLWithPath: $0, relativeTo: folder).path }
    unknownKeys += table.unknownKeys
  }

  private mutating func read(microsoft section: SettingsTable) throws {
    var table = section
    if let secret = try secrets.secret("secret", in: &table) {
      configuration.microsoft.application = MicrosoftConfiguration.Application(
        tenant: try table.expect("tenant"),
        client: try table.expect("client"),
        secret: secret
      )
    }
    read(&configuration.microsoft.login, try table.text("login"))
    read(&configuration.microsoft.collections, try table.text("collections"))
    read(&configuration.microsoft.purchase, try table.text("purchase"))
    configuration.microsoft.sandbox = try table.text("sandbox")
    configuration.microsoft.apps = try table.texts("apps")
    configuration.microsoft.hasClawbacks = try table.flag("clawback") ?? false
    unknownKeys += table.unknownKeys
  }

  private mutating func read(amazon section: SettingsTable) throws {
    var table = section
    configuration.amazon.secret = try secrets.secret("secret", in: &table)
    read(&configuration.amazon.base, try table.text("base"))
    unknownKeys += table.unknownKeys
  }

  private mutating func read(transport section: SettingsTable) throws {
    var table = section
    for file in try table.texts("roots") {
      configuration.transport.extraRoots.append(try secrets.text(ofFile: file))
    }
    if let seconds = try table.number("whole-seconds") {
      configuration.transport.whole = .seconds(seconds)
    }
    if let seconds = try table.number("connect-seconds") {
      configuration.transport.connect = .seconds(seconds)
    }
    if let proxy = try table.text("proxy") {
      let parts = proxy.split(separator: ":")
      guard parts.count == 2, let port = Int(parts[1]), (1...65_535).contains(port) else {
        throw SettingsError.wrongValue(
          path: path,
          key: "stores.transport.proxy",
          expected: "a host and a port: proxy.example:3128"
        )
      }
      configuration.transport.proxy = .init(host: String(parts[0]), port: port)
    }
    unknownKeys += table.unknownKeys
  }

  private mutating func read(rates section: SettingsTable) throws {
    var table = section
    for bucket in RateLimitKey.allCases {
      guard let perSecond = try table.number(bucket.settingsKey) else { continue }
      configuration.transport.rates[bucket] = RateLimit(
        perSecond: Double(perSecond),
        burst: perSecond
      )
    }
    unknownKeys += table.unknownKeys
  }

  private func read(_ value: inout String, _ text: String?) { if let text { value = text } }
}

extension RateLimitKey {
  /// Converts `appleReading` to `apple-reading`.
  fileprivate var settingsKey: String {
    rawValue.reduce(into: "") { key, character in
      key += character.isUppercase ? "-\(character.lowercased())" : String(character)
    }
  }
}
