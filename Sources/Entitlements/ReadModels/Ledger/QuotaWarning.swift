package import Foundation

/// A warning that a quota for documents from clients is used up, or nearly.
package struct QuotaWarning: Equatable, Sendable {
  /// The endpoint that the quota is for: `validate`, `playfab`, `verify`, `upload`.
  package var endpoint: String
  /// The quota's scope: `user`, `peer` or `endpoint`.
  package var scope: String
  /// The used percentage.
  package var percent: Int
  package var at: Date

  package init(endpoint: String, scope: String, percent: Int, at instant: Date) {
    self.endpoint = endpoint
    self.scope = scope
    self.percent = percent
    at = instant
  }
}
