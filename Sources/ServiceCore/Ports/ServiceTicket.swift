import Entitlements

/// Which of Microsoft's services a Store ID key is to open. An app gets such a key from the store by
/// a ticket of ours, which opens nothing else and may leave this program (microsoft.md §1).
package enum ServiceTicket: String, Sendable, CaseIterable { case collections, purchase }

extension EntitlementService {
  /// A ticket for the app to get its user's Store ID key by.
  package func ticket(_ kind: ServiceTicket) async throws(ServiceError) -> Secret {
    let client = try client(of: .microsoft)
    do throws(StoreClientError) {
      return try await client.ticket(kind)
    } catch {
      throw .store(error)
    }
  }
}
