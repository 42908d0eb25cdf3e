import ServiceCore
import Stores
import Web

extension ServeSettings {
  mutating func verification(_ section: SettingsTable) throws -> VerificationConfiguration {
    var table = section
    var configuration = VerificationConfiguration(
      token: try secrets.secret("token", in: &table),
      isAnonymous: try table.flag("anonymous") ?? false
    )
    configuration.accepted = try accepted(&table) ?? AcceptedEnvironments()
    for var app in try table.tables("app") {
      configuration.apps.append(
        VerificationConfiguration.App(
          id: try app.number("id"),
          bundleID: try app.text("bundle-id"),
          package: try app.text("package")
        )
      )
      unknownKeys += app.unknownKeys
    }
    unknownKeys += table.unknownKeys
    return configuration
  }

  mutating func upload(_ section: SettingsTable) throws -> UploadConfiguration {
    var table = section
    var configuration = UploadConfiguration(
      key: try secrets.secret("key", in: &table) ?? Secret("")
    )
    configuration.accepted = try accepted(&table) ?? AcceptedEnvironments()
    unknownKeys += table.unknownKeys
    return configuration
  }

  /// `[serve.webhook]`: the endpoint that entitlement changes are sent to.
  mutating func webhook(
    _ section: SettingsTable,
    _ path: String
  ) throws -> WebhookConfiguration {
    var table = section
    let url = try table.expect("url")
    let secret = try secrets.secret("secret", in: &table)
    unknownKeys += table.unknownKeys
    guard let secret else {
      throw SettingsError.wrongValue(
        path: path,
        key: "\(table.name).secret-file",
        expected: "set, or secret-env"
      )
    }
    do throws(WebhookConfigurationError) {
      return try WebhookConfiguration(url: url, secret: secret)
    } catch {
      let key = error == .unusableSecret ? "secret" : "url"
      throw SettingsError.wrongValue(
        path: path,
        key: "\(table.name).\(key)",
        expected: error.description
      )
    }
  }
}
