package import Entitlements
package import Foundation
import Persistence

/// A player's login with an app.
package struct PlayerLogin: Equatable, Sendable {
  /// The type of the name.
  package enum Provider: String, Sendable { case custom, ios, android }

  package var provider: Provider
  package var name: String
  /// The user that a new player's records are filed under.
  package var user: ID<User>
  /// Whether an unknown name creates an account.
  package var creates: Bool

  package init(_ provider: Provider, name: String, user: ID<User>, creates: Bool) {
    self.provider = provider
    self.name = name
    self.user = user
    self.creates = creates
  }
}

/// The players of PlayFab's clients.
package struct PlayFabPlayers: ServiceInterface {
  let service: EntitlementService

  /// Begins a session that ends at an instant; `nil` if the name is unknown and `login.creates` is
  /// false. Only the hash of the session ticket is stored. `newKey` becomes the key of public
  /// player IDs if the ledger has none.
  package func logIn(
    _ login: PlayerLogin,
    ticket hash: [UInt8],
    until endsAt: Date,
    newKey: [UInt8]
  ) async throws(ServiceError) -> LoginResult? {
    let draft = LoginDraft(
      provider: login.provider.rawValue,
      name: login.name,
      user: login.user,
      creates: login.creates,
      ticket: hash,
      endsAt: endsAt,
      newKey: newKey
    )
    return try await wrapping(try await ledger.playFab.logIn(draft, at: now()))
  }

  /// The user of the session with this ticket hash; `nil` if there is none or it has ended.
  package func player(bearing hash: [UInt8]) async throws(ServiceError) -> ID<User>? {
    let user = try await wrapping(try await ledger.playFab.user(bearing: hash, at: now()))
    guard user == nil, let log = ledger.log else { return user }
    // The session may have begun on another node a moment ago.
    guard await log.catchUp(upTo: .seconds(1)) else {
      throw .ledger(.sharedLog(.unreachable(reason: "no server has answered in time")))
    }
    return try await wrapping(try await ledger.playFab.user(bearing: hash, at: now()))
  }

  /// The numbers of players' logins and open sessions.
  package func counts() async throws(ServiceError) -> (logins: Int, sessions: Int) {
    try await wrapping(try await ledger.playFab.counts(at: now()))
  }
}

extension PlayFabPlayers {
  package func redeemed(among sales: [ID<Order>]) async throws(ServiceError) -> Set<ID<Order>> {
    try await wrapping(try await ledger.playFab.redeemed(sales))
  }

  /// Redeems purchases that no other user has, by a claim on the submitted evidence. `isOnce`
  /// rejects sales that were redeemed before.
  package func redeem(
    _ items: [(chain: ID<Subscription>, sale: ID<Order>)],
    for user: ID<User>,
    of submissionResult: SubmissionResult,
    isOnce: Bool,
    at endpoint: ClaimEndpoint
  ) async throws(ServiceError) -> [ID<Order>: RedemptionResult] {
    let now = now()
    let chains = Set(items.map(\.chain))
    let usedUp = try await service.submissions.usedUp(
      among: submissionResult.purchases.filter { chains.contains($0.id) }
    )
    let parts = items.compactMap { item in
      submissionResult.claim(on: item.chain, of: user, at: endpoint, usedUp: usedUp, now)
        .map { ClaimedSale(item.sale, $0) }
    }
    return try await wrapping(
      try await ledger.playFab.redeem(parts, for: user, isOnce: isOnce, at: now)
    )
  }

  /// The user's current catalog grants from purchases that satisfy `isMeant` and have a named
  /// owner, with their sales. Purchases that merely share the store account are left out until they
  /// are redeemed or restored: another player may do that.
  package func catalogGrants(
    of user: ID<User>,
    catalog: CatalogIndex,
    where isMeant: (ChainRecord) -> Bool
  ) async throws(ServiceError) -> (catalogGrants: [CatalogGrant], sales: [Order]) {
    let now = now()
    let purchases = try await wrapping(
      try await ledger.purchases.records(of: try await ledger.storeQueries.chains(of: user))
    )
    let matching = purchases.filter(isMeant)
    let owned = try await wrapping(try await ledger.playFab.named(among: matching.map(\.id)))
    let records = matching.filter { owned.contains($0.id) }
    let sales = records.flatMap(\.sales)
    let used = try await wrapping(try await ledger.playFab.uses(of: sales.map(\.id)))
    let catalogGrants = records.flatMap { record in
      EntitlementRules.catalogGrants(of: record, used: used, catalog: catalog, at: now)
    }
    return (catalogGrants.sorted { ($0.from, $0.name) < ($1.from, $1.name) }, sales)
  }

  /// Consumes part of a grant; `nil` if less is left, and nothing is filed.
  ///
  /// - Returns: The remaining quantity.
  package func consume(
    _ count: Int,
    of catalogGrant: CatalogGrant,
    by actor: String
  ) async throws(ServiceError) -> Int? {
    guard let granted = catalogGrant.granted else { return nil }
    let (sale, item) = (catalogGrant.sale, catalogGrant.item.id)
    let act = try service.actions.filing(
      of: .consume(sale, count: count, item: item),
      by: actor,
      at: now(),
      nonce: UUID().uuidString.lowercased()
    )
    return try await wrapping(
      try await ledger.playFab.consume(
        count,
        of: item,
        in: sale,
        granted: granted,
        act: act
      )
    )
  }
}
