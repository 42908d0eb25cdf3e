package import ServiceCore

/// Settings of the `verify` endpoint.
package struct VerificationConfiguration: Sendable {
  /// An app that uses the endpoint.
  package struct App: Equatable, Sendable {
    /// The app builder's number for it; `nil` if there is only one app.
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

  /// The last path segment of the endpoint; `nil` if it needs none.
  package var token: Secret?
  /// Whether the path without a token is available.
  package var isAnonymous: Bool
  /// Empty accepts any configured app.
  package var apps: [App]
  package var accepted = AcceptedEnvironments()

  package init(token: Secret? = nil, isAnonymous: Bool = false, apps: [App] = []) {
    self.token = token
    self.isAnonymous = isAnonymous
    self.apps = apps
  }

  /// A warning for the operator before the endpoint is enabled; `nil` if there is none.
  package var remark: String? {
    isAnonymous
      ? """
      POST /verify has no authentication: anybody may have a purchase verified and name the user \
      it is for. Set a token-file for POST /verify/TOKEN, and remove anonymous
      """ : nil
  }
}
