import ServiceCore
import Web

extension ServeSettings {
  mutating func validator(_ section: SettingsTable) throws -> ValidatorConfiguration {
    var table = section
    var configuration = ValidatorConfiguration()
    configuration.accepted = try accepted(&table) ?? AcceptedEnvironments()
    for app in try table.tables("app") {
      var app = app
      let name = try app.expect("name")
      // Without a key, `expect` throws.
      let key = try secrets.secret("key", in: &app) ?? Secret(try app.expect("key-file"))
      var entry = ValidatorConfiguration.App(
        name: name,
        key: key,
        bundleID: try app.text("bundle-id"),
        package: try app.text("package"),
        microsoft: try app.text("microsoft-app")
      )
      entry.accepted = try accepted(&app)
      configuration.apps.append(entry)
      unknownKeys += app.unknownKeys
    }
    unknownKeys += table.unknownKeys
    return configuration
  }
}
