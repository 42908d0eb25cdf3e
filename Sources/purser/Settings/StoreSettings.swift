import Basics
import Entitlements
import Foundation
import Stores

// The section `[stores]` of the settings.

extension StoreConfiguration {
  init(_ stores: SettingsTable) throws {
    self.init()
    apple = try stores.table("apple").map(AppleConfiguration.init) ?? apple
    google = try stores.table("google").map(GoogleConfiguration.init) ?? google
    microsoft = try stores.table("microsoft").map(MicrosoftConfiguration.init) ?? microsoft
    if let table = try stores.table("amazon") {
      amazon.secret = try table.secret("secret")
      amazon.base = try table.serviceURL("base") ?? amazon.base
    }
    if let table = try stores.table("transport") { try transport.read(table) }
    if let table = try stores.table("rates") { try transport.readRates(table) }
  }
}

extension AppleConfiguration {
  fileprivate init(_ table: SettingsTable) throws {
    self.init()
    verifyReceipt.production = try table.serviceURL("verify-receipt") ?? verifyReceipt.production
    verifyReceipt.sandbox = try table.serviceURL("verify-receipt-sandbox") ?? verifyReceipt.sandbox
    server.production = try table.serviceURL("server") ?? server.production
    server.sandbox = try table.serviceURL("server-sandbox") ?? server.sandbox
    connect = try table.serviceURL("connect") ?? connect
    apps = try table.tables("app").map { app in
      let secret = try app.secret("key")
      if secret != nil { try app.expectAll(["bundle-id", "key-id", "issuer"]) }
      let key = try secret.map {
        AppStoreKey(
          id: try app.required("key-id"),
          issuer: try app.required("issuer"),
          privateKey: $0
        )
      }
      let connectSecret = try app.secret("connect-key")
      if secret == nil { app.ignore(["key-id"], without: "key-file or key-env") }
      if connectSecret == nil {
        app.ignore(["connect-key-id"], without: "connect-key-file or connect-key-env")
      }
      if secret == nil, connectSecret == nil {
        app.ignore(["issuer"], without: "key-file or connect-key-file")
      }
      if connectSecret != nil { try app.expectAll(["bundle-id", "connect-key-id", "issuer"]) }
      let connectKey = try connectSecret.map {
        AppStoreKey(
          id: try app.required("connect-key-id"),
          issuer: try app.required("issuer"),
          privateKey: $0
        )
      }
      return App(
        bundleID: try app.required("bundle-id"),
        sharedSecret: try app.secret("shared-secret"),
        key: key,
        connectKey: connectKey
      )
    }
  }
}

extension GoogleConfiguration {
  fileprivate init(_ table: SettingsTable) throws {
    self.init()
    packageNames = try table.texts("packages")
    account = try table.secret("account")
    publisher = try table.serviceURL("publisher") ?? publisher
    reporting = try table.serviceURL("reporting") ?? reporting
    tokenURL = try table.serviceURL("token-url")
  }
}

extension MicrosoftConfiguration {
  fileprivate init(_ table: SettingsTable) throws {
    self.init()
    if let secret = try table.secret("secret") {
      try table.expectAll(["tenant", "client"])
      let (tenant, client) = (try table.required("tenant"), try table.required("client"))
      application = Application(tenant: tenant, client: client, secret: secret)
    } else {
      table.ignore(["tenant", "client"], without: "secret-file or secret-env")
    }
    login = try table.serviceURL("login") ?? login
    collections = try table.serviceURL("collections") ?? collections
    purchase = try table.serviceURL("purchase") ?? purchase
    partnerCenter = try table.serviceURL("partner-center") ?? partnerCenter
    sandbox = try table.text("sandbox")
    apps = try table.texts("apps")
    hasClawbacks = try table.flag("clawback") ?? false
  }
}

extension TransportConfiguration {
  fileprivate mutating func read(_ table: SettingsTable) throws {
    extraRoots += try table.texts("roots").map(table.text(ofFile:))
    if let seconds = try table.number("whole-seconds") { whole = .seconds(seconds) }
    if let seconds = try table.number("connect-seconds") { connect = .seconds(seconds) }
    guard let text = try table.text("proxy") else { return }
    let parts = text.split(separator: ":")
    guard parts.count == 2, let port = Int(parts[1]), (1...65_535).contains(port) else {
      throw table.fault("proxy", "a host and a port: proxy.example:3128")
    }
    proxy = .init(host: String(parts[0]), port: port)
  }

  fileprivate mutating func readRates(_ table: SettingsTable) throws {
    for bucket in RateLimitKey.allCases {
      guard let perSecond = try table.rate(bucket.rawValue.hyphenated) else { continue }
      rates[bucket] = RateLimit(perSecond: perSecond, burst: max(1, Int(perSecond)))
    }
  }
}

extension SettingsTable {
  /// Requests per second. A wait for the next one is at most a quarter of an hour.
  fileprivate func rate(_ key: String) throws(FileError) -> Double? {
    try value(key, "a number from 0.001 to 1000000") { value in
      let rate: Double? =
        switch value {
        case .int(let number): Double(number)
        case .float(let number): number
        default: nil
        }
      return rate.flatMap { (0.001...1_000_000).contains($0) ? $0 : nil }
    }
  }
}

extension String {
  /// `apple-reading` for `appleReading`.
  var hyphenated: String {
    reduce(into: "") { text, character in
      text += character.isUppercase ? "-\(character.lowercased())" : String(character)
    }
  }
}
