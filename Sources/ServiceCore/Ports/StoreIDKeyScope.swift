import Entitlements

/// The Microsoft service of a Store ID key. An app gets the key from the store with an access token
/// from this program, which allows nothing else and may leave it (microsoft.md §1).
package enum StoreIDKeyScope: String, Sendable, CaseIterable { case collections, purchase }

extension StoreQueries {
  /// An access token with which the app gets its user's Store ID key.
  package func ticket(_ kind: StoreIDKeyScope) async throws(ServiceError) -> Secret {
    let client = try client(of: .microsoft)
    return try await wrapping(store: try await client.ticket(kind))
  }
}
