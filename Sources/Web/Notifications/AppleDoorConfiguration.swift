package import Entitlements

/// What the settings say of the door `apple`.
package struct AppleDoorConfiguration: Sendable {
  /// The apps whose notifications are taken; empty means the settings' apps.
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
