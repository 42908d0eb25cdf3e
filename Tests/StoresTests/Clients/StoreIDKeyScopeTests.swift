import Entitlements
import ServiceCore
import Stores
import Testing

@Suite struct ServiceTicketTests {
  private static let answered =
    #"{"access_token":"ticket","expires_in":3599,"token_type":"Bearer"}"#

  @Test(arguments: [StoreIDKeyScope.collections, .purchase])
  func `a ticket is a token of its own audience, and asked for once`(
    kind: StoreIDKeyScope
  ) async throws {
    let (tickets, scopes) = try await ScriptedStore.run { _ in
      .json(Self.answered)
    } use: { url, journal in
      try await Counter.visit(Counter.configuration(at: url)) { clients in
        let client = try #require(clients.clients[.microsoft])
        let tickets = [try await client.ticket(kind), try await client.ticket(kind)]
        return (tickets, journal().map { $0.form["scope"] })
      }
    }
    #expect(tickets.map { $0.opened() } == ["ticket", "ticket"])
    #expect(
      scopes == ["https://onestore.microsoft.com/b2b/keys/create/\(kind.rawValue)/.default"]
    )
  }

  @Test func `without an application there is no ticket`() async throws {
    let error = try await Counter.visit(StoreConfiguration()) { clients -> StoreClientError? in
      let client = try #require(clients.clients[.microsoft])
      do throws(StoreClientError) {
        _ = try await client.ticket(.purchase)
        return nil
      } catch {
        return error
      }
    }
    guard case .notConfigured(.microsoft, _) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }
}
