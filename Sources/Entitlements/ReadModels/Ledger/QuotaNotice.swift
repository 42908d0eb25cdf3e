package import Foundation

/// That a quota of what clients' endpoints file is nearly used up, or is.
package struct QuotaNotice: Equatable, Sendable {
  /// Whose quota: `validate`, `playfab`, `verify`, `upload`.
  package var endpoint: String
  /// What it is counted by: `user`, `peer` or `endpoint`.
  package var scope: String
  /// How much of it is used.
  package var percent: Int
  package var at: Date

  package init(endpoint: String, scope: String, percent: Int, at instant: Date) {
    self.endpoint = endpoint
    self.scope = scope
    self.percent = percent
    at = instant
  }
}
