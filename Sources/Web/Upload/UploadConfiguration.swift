package import ServiceCore

/// What the settings say of the door `upload`.
package struct UploadConfiguration: Sendable {
  /// What an app shows: in the header `X-App-Key`, or as `key` of the query.
  package var key: Secret
  package var accepted = AcceptedEnvironments()

  package init(key: Secret) { self.key = key }
}
