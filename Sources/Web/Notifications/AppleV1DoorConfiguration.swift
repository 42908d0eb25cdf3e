package import Entitlements
package import ServiceCore

/// What the settings say of the door `apple-v1`.
package struct AppleV1DoorConfiguration: Sendable {
  /// The shared secret of the whole account.
  package var password: Secret?
  /// Those of single apps, by bundle ID, which go before.
  package var passwords: [String: Secret]
  /// The apps whose notifications are taken; empty means the settings' apps and those of `passwords`.
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
