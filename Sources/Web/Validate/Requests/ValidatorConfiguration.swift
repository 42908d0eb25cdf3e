package import ServiceCore

/// Settings of the `validate` endpoint.
package struct ValidatorConfiguration: Sendable {
  /// A client app with its key and its store IDs.
  package struct App: Sendable {
    /// The client's `appName`.
    package var name: String
    /// The client's `apiKey`. Every copy of the app contains it, so it is not a secret.
    package var key: Secret
    /// Apple's bundle ID.
    package var bundleID: String?
    /// Google's package name.
    package var package: String?
    /// The app name that Microsoft purchases are filed under, as Microsoft's services name no app.
    package var microsoft: String?
    /// `nil` for the setting of all apps.
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

  /// A name may have several keys, as old ones stay in copies of the app for years.
  package var apps: [App]
  package var accepted = AcceptedEnvironments()

  package init(apps: [App] = []) { self.apps = apps }
}
