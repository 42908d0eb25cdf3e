import Entitlements
import ServiceCore
import Web

extension ServeSettings {
  mutating func apple(_ section: SettingsTable) throws -> AppleNotificationConfiguration {
    var table = section
    var apple = AppleNotificationConfiguration(bundleIDs: Set(try table.texts("bundle-ids")))
    if let named = try environments(&table) { apple.environments = named }
    unknownKeys += table.unknownKeys
    return apple
  }

  mutating func appleV1(_ section: SettingsTable) throws -> AppleV1NotificationConfiguration {
    var table = section
    var apple = AppleV1NotificationConfiguration(
      password: try secrets.secret("password", in: &table),
      bundleIDs: Set(try table.texts("bundle-ids"))
    )
    for var app in try table.tables("app") {
      let bundleID = try app.expect("bundle-id")
      apple.passwords[bundleID] = try secrets.secret("password", in: &app)
      unknownKeys += app.unknownKeys
    }
    if let named = try environments(&table) { apple.environments = named }
    unknownKeys += table.unknownKeys
    return apple
  }

  mutating func google(_ section: SettingsTable) throws -> GoogleNotificationConfiguration {
    var table = section
    var google = GoogleNotificationConfiguration(
      audience: try table.text("audience"),
      email: try table.text("email"),
      subscriptions: Set(try table.texts("subscriptions")),
      packages: Set(try table.texts("packages"))
    )
    if let subscription = try table.text("subscription") {
      google.subscriptions.insert(subscription)
    }
    if let url = try table.text("certs-url") { google.keysURL = url }
    unknownKeys += table.unknownKeys
    return google
  }

  mutating func amazon(_ section: SettingsTable) throws -> AmazonNotificationConfiguration {
    var table = section
    let amazon = AmazonNotificationConfiguration(
      topics: Set(try table.texts("topics")),
      packages: Set(try table.texts("packages"))
    )
    unknownKeys += table.unknownKeys
    return amazon
  }

  /// The configured environments, or `nil`; throws for unknown names.
  private func environments(_ table: inout SettingsTable) throws -> Set<Environment>? {
    let names = try table.texts("environments")
    guard !names.isEmpty else { return nil }
    return Set(
      try names.map { name in
        guard let environment = Environment(rawValue: name), environment != .xcode else {
          throw table.wrong("environments", "production, sandbox or both")
        }
        return environment
      }
    )
  }
}
