import Dashboard
import Entitlements
import Persistence

/// Finds what an act on rows would be done to.
struct TargetFinder: Sendable {
  let ledger: Ledger

  /// Of so many users the names are looked up, and what they have: nobody acts on more by hand.
  private static let mostPeople = 1_000

  func targets(of records: [Record], _ reach: Reach) async throws -> Targets {
    var targets = Targets()
    if reach == .jobs {
      targets.jobs = records.compactMap { if case .job(let row) = $0 { row } else { nil } }
      return targets
    }
    let dossiers = try await dossiers(of: records)
    let users = Set(records.compactMap(\.userID))
    targets.people = records.compactMap(\.userID).uniqued().map { id in
      let user = dossiers[id]?.user
      return Targets.Person(id: id, name: user.flatMap { $0.name ?? $0.email })
    }
    switch reach {
    case .purchases:
      for record in records { targets.purchases += try await purchases(of: record, dossiers) }
      targets.purchases = targets.purchases.uniqued()
    case .everything:
      targets.purchases = dossiers.filter { users.contains($0.key) }
        .sorted { $0.key.raw < $1.key.raw }.flatMap { $0.value.purchases }
    case .rights:
      targets.rights = rights(of: records, dossiers)
      let items = try await ledger.catalog()?.catalog.items ?? []
      targets.keys = Set(items.flatMap(\.entitlements)).sorted()
    case .orders:
      targets.orders = records.compactMap {
        if case .order(let row) = $0 { SoldOrder(row.order) } else { nil }
      }
    case .people, .jobs: break
    }
    return targets
  }

  private func dossiers(of records: [Record]) async throws -> [ID<User>: Dossier] {
    var dossiers: [ID<User>: Dossier] = [:]
    for user in Set(records.compactMap(\.userID)).prefix(Self.mostPeople) {
      dossiers[user] = try await ledger.dossier(of: user)
    }
    return dossiers
  }

  private func purchases(
    of record: Record,
    _ dossiers: [ID<User>: Dossier]
  ) async throws -> [Purchase] {
    switch record {
    case .order(let row):
      let order = row.order
      return [Purchase(chain: order.chain, product: order.productID, owner: order.user)]
    case .subscription(let row):
      return [Purchase(chain: row.id, product: row.productID, owner: row.user)]
    case .notice(let row):
      guard let chain = row.notice.chain else { return [] }
      return [Purchase(chain: chain, product: nil, owner: row.user)]
    case .user(let row): return dossiers[row.id]?.purchases ?? []
    case .entitlement(let right):
      let dossier = dossiers[right.user]
      guard let chain = dossier?.orders.first(where: { $0.id == right.source })?.chain else {
        return []
      }
      return dossier?.purchases.filter { $0.chain == chain } ?? []
    case .document(let row):
      return try await ledger.chains(in: row.id).map {
        Purchase(chain: $0, product: nil, owner: row.user)
      }
    default: return []
    }
  }

  private func rights(
    of records: [Record],
    _ dossiers: [ID<User>: Dossier]
  ) -> [GrantedRight] {
    let rights = records.flatMap { record -> [Entitlement] in
      if case .entitlement(let right) = record { return [right] }
      return record.userID.flatMap { dossiers[$0]?.entitlements } ?? []
    }
    return rights.filter { $0.source == nil }.map {
      GrantedRight(user: $0.user, key: $0.key, environment: $0.environment, until: $0.until)
    }
    .uniqued()
  }
}

extension Record {
  fileprivate var userID: ID<User>? {
    switch self {
    case .user(let row): row.id
    case .order(let row): row.order.user
    case .subscription(let row): row.user
    case .entitlement(let row): row.user
    case .document(let row): row.user
    case .notice(let row): row.user
    default: nil
    }
  }
}

extension Dossier {
  /// Each once, the one bought last first.
  fileprivate var purchases: [Purchase] {
    var seen: Set<ID<Subscription>> = []
    return orders.filter { seen.insert($0.chain).inserted }.map {
      Purchase(chain: $0.chain, product: $0.productID, owner: user.id)
    }
  }
}

extension Array where Element: Equatable {
  /// Each once, in the order of first appearance.
  fileprivate func uniqued() -> [Element] {
    reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }
}
