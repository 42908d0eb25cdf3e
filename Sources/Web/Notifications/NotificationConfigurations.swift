package import Entitlements

/// Settings of the `apple` endpoint.
package struct AppleNotificationConfiguration: Sendable {
  /// The accepted apps; empty means the apps in the settings.
  package var bundleIDs: Set<String>
  package var environments: Set<Environment>

  package init(
    bundleIDs: Set<String> = [],
    environments: Set<Environment> = [.production, .sandbox]
  ) {
    self.bundleIDs = bundleIDs
    self.environments = environments
  }
}
