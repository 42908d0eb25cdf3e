package import ServiceCore

/// What the settings say of the door `validate`.
package struct ValidatorConfiguration: Sendable {
  /// Who may ask, and for purchases of which app.
  package struct App: Sendable {
    /// The client's `appName`.
    package var name: String
    /// The client's `apiKey`. It is in every copy of the app, and keeps out strangers only.
    package var key: Secret
    /// At Apple.
    package var bundleID: String?
    /// At Google.
    package var package: String?
    /// At Microsoft, whose services name no app: what purchases there are filed under.
    package var microsoft: String?
    /// `nil` for what holds for all apps.
    package var accepted: AcceptedEnvironments?

    package init(
      name: String,
      key: Secret,
      bundleID: String? = nil,
      package: String? = nil,
      microsoft: String? = nil
    ) {
      self.name = name
      self.key = key
      self.bundleID = bundleID
      self.package = package
      self.microsoft = microsoft
    }
  }

  /// One name may come with several keys: an old one stays in copies of the app for years.
  package var apps: [App]
  package var accepted = AcceptedEnvironments()

  package init(apps: [App] = []) { self.apps = apps }
}
