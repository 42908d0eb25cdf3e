package import Entitlements

/// The environments whose purchases an endpoint accepts.
///
/// The default is production only, because anybody with a tester's account buys in the sandbox for
/// free. App Review tests the released server with sandbox purchases, hence the exceptions for the
/// user whose login the reviewers have and for the app version in review. The version counts only
/// if a receipt signed by Apple states it, not if a client claims it.
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
