package import Entitlements
package import ServiceCore

/// Settings of the `apple-v1` endpoint.
package struct AppleV1NotificationConfiguration: Sendable {
  /// The shared secret of the whole account.
  package var password: Secret?
  /// The shared secrets of single apps by bundle ID, which take precedence.
  package var passwords: [String: Secret]
  /// The accepted apps; empty means the apps in the settings and those of `passwords`.
  package var bundleIDs: Set<String>
  package var environments: Set<Environment>

  package init(
    password: Secret? = nil,
    passwords: [String: Secret] = [:],
    bundleIDs: Set<String> = [],
    environments: Set<Environment> = [.production, .sandbox]
  ) {
    self.password = password
    self.passwords = passwords
    self.bundleIDs = bundleIDs
    self.environments = environments
  }
}
