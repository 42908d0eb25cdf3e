package import Entitlements

/// The environments whose purchases an endpoint accepts.
///
/// Anybody with a tester's account buys in the sandbox for nothing, so that production alone is the
/// default. App Review tests the released server with sandbox purchases; the exceptions are for it:
/// the user whose login was given to the reviewers, or the version of the app that is in review. The
/// version counts only where a receipt states it that Apple signed; a client's own word does not.
package struct AcceptedEnvironments: Equatable, Sendable {
  package var environments: Set<Environment>
  /// Users whose sandbox purchases are accepted too.
  package var sandboxUsers: Set<ID<User>>
  /// Versions of the app (`CFBundleVersion`, field 3 of the receipt) whose sandbox receipts are
  /// accepted too.
  package var sandboxVersions: Set<String>

  package init(
    _ environments: Set<Environment> = [.production],
    sandboxUsers: Set<ID<User>> = [],
    sandboxVersions: Set<String> = []
  ) {
    self.environments = environments
    self.sandboxUsers = sandboxUsers
    self.sandboxVersions = sandboxVersions
  }

  /// The environments that are accepted from this user, by a receipt that states this version.
  func environments(for user: ID<User>?, appVersion: String? = nil) -> Set<Environment> {
    let isReviewed =
      user.map(sandboxUsers.contains) ?? false || appVersion.map(sandboxVersions.contains) ?? false
    return isReviewed ? environments.union([.sandbox]) : environments
  }
}
