package import ServiceCore

/// Settings of the `upload` endpoint.
package struct UploadConfiguration: Sendable {
  /// The key that apps send in the header `X-App-Key` or as `key` in the query.
  package var key: Secret
  package var accepted = AcceptedEnvironments()

  package init(key: Secret) { self.key = key }
}
