package import ServiceCore

/// What the settings say of the door `verify`.
package struct VerificationConfiguration: Sendable {
  /// One of the apps that use the endpoint.
  package struct App: Equatable, Sendable {
    /// The builder's number for it; `nil` for the only one there is.
    package var id: Int?
    /// Apple's bundle ID.
    package var bundleID: String?
    /// Google's package name.
    package var package: String?

    package init(id: Int?, bundleID: String?, package: String?) {
      self.id = id
      self.bundleID = bundleID
      self.package = package
    }
  }

  /// The last segment of the endpoint's address; `nil` where nobody has to know one.
  package var token: Secret?
  /// Whether the address without a token is open.
  package var isAnonymous: Bool
  /// None for whichever app is ours.
  package var apps: [App]
  package var accepted = AcceptedEnvironments()

  package init(token: Secret? = nil, isAnonymous: Bool = false, apps: [App] = []) {
    self.token = token
    self.isAnonymous = isAnonymous
    self.apps = apps
  }

  /// What an operator should know of the door before it is opened; `nil` where that is nothing.
  package var remark: String? {
    isAnonymous
      ? """
      POST /verify asks nobody who they are: anybody may have a purchase verified and name the user \
      it is for. A token-file makes it POST /verify/TOKEN; leave anonymous out then
      """ : nil
  }
}
