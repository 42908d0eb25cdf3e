package import Foundation

/// The stored facts of one chain. In a diagnosis input they may be in any order and repeated.
package struct ChainRecord: Sendable {
  package let id: ID<Subscription>
  package var sales: [Order] = []
  package var renewalStatuses: [RenewalStatus] = []
  package var notices: [StoreEvent] = []
  package var links: [Link] = []
  /// The claims of all users.
  package var claims: [Claim] = []
  /// The user that the app account stands for, if known.
  package var holder: AccountHolder?
  /// The phases of a chain that renews or has only statements; empty for a sale that does not
  /// renew. `nil` in a diagnosis input if they are to be derived.
  package var life: [Phase]?

  package init(id: ID<Subscription>) { self.id = id }

  package var phases: [Phase] { life ?? [] }

  /// A chain's ID begins with the store and the environment (`Subscription.id`).
  package var store: Store? {
    sales.first?.store ?? id.raw.split(separator: ":").first.flatMap { Store(rawValue: String($0)) }
  }

  package var environment: Environment? {
    if let sale = sales.first { return sale.environment }
    let parts = id.raw.split(separator: ":", maxSplits: 2)
    return parts.count > 1 ? Environment(rawValue: String(parts[1])) : nil
  }

  /// Whether the store stated that what the sale granted was consumed.
  package func isConsumed(_ sale: Order) -> Bool {
    notices.contains { notice in
      notice.kind == .consumed && notice.order.map { $0 == sale.id } ?? true
    }
  }

  /// The last sale made by `instant`, or else the first one.
  func sale(by instant: Date) -> Order? {
    let after = sales.partitioningIndex { $0.purchasedAt > instant }
    return after == 0 ? sales.first : sales[after - 1]
  }

  /// The phase just before `instant`.
  func phase(before instant: Date) -> Phase? {
    let after = phases.partitioningIndex { $0.from >= instant }
    return after == 0 ? nil : phases[after - 1]
  }

  func phase(at instant: Date) -> Phase? { phases.last { $0.contains(instant) } }
}

extension [ChainRecord] {
  /// The chains ordered by ID, with each kind of fact ordered by time and without duplicates. With
  /// an instant, only with statements that stores had made by then.
  package func stated(by instant: Date? = nil) -> [ChainRecord] {
    var stated = self
    // Products that were bought together are chains of their own, and are reversed together.
    let reversals =
      contains { $0.id.raw.contains("/") } ? flatMap(\.notices).filter(\.isReversal) : []
    for index in stated.indices { stated[index].tidy(knownAt: instant, reversals) }
    return stated.ordered { $0.id < $1.id }
  }
}

extension ChainRecord {
  /// `reversals` may be of other chains.
  fileprivate mutating func tidy(knownAt instant: Date?, _ reversals: [StoreEvent]) {
    renewalStatuses = renewalStatuses.kept { $0.statementSource.isKnown(at: instant) }.inTime
    notices = notices.kept { $0.statementSource.isKnown(at: instant) }.inTime
    let reversals = reversals.kept { $0.statementSource.isKnown(at: instant) }
    sales =
      sales.stated(by: instant).withStatedEnds(from: renewalStatuses)
      .withBeginnings(from: renewalStatuses).withReversals(from: notices + reversals)
      .withBoughtEnds(from: renewalStatuses).withReplacements
    links = links.ordered {
      ($0.kind.rawValue, $0.value, $0.evidence) < ($1.kind.rawValue, $1.value, $1.evidence)
    }
    claims = claims.kept { $0.statementSource.isKnown(at: instant) }
      .ordered(by: Claim.precedes)
    if let life {
      self.life = life.ordered { $0.from < $1.from }
    } else if sales.isEmpty || sales.contains(where: { $0.kind == .autoRenewable }) {
      life =
        SubscriptionPhases(
          sales: sales,
          renewalStatuses: renewalStatuses,
          notices: notices + reversals
        ).phases
    }
  }
}

// Google's notifications identify a purchase by its token, as does everything before there is an
// order; statements by order number include the token (Google Play, "purchaseToken identifies a
// purchase"). In a ledger these are separate chains.

extension [ChainRecord] {
  /// The chains, with those without a sale joined to the purchase with the same token. The order of
  /// arrival does not matter.
  package var joinedByToken: [ChainRecord] {
    guard contains(where: { $0.sales.isEmpty && !$0.tokens.isEmpty }) else { return self }
    var (owners, former): ([String: [Int]], [String: [Int]]) = ([:], [:])
    for index in indices {
      let own = self[index].ownTokens
      for token in own { owners[token, default: []].append(index) }
      // After a change at the end of a period, the order continues with another token.
      for token in self[index].tokens.subtracting(own) where !self[index].sales.isEmpty {
        former[token, default: []].append(index)
      }
    }
    var joined = self
    var merged: Set<Int> = []
    for index in indices where self[index].sales.isEmpty {
      func matches(_ owners: [String: [Int]]) -> Set<Int> {
        Set(self[index].tokens.flatMap { owners[$0] ?? [] })
          .filter { self[$0].isSameApp(as: self[index]) }
      }
      let own = matches(owners)
      if let target = own.filter({ !self[$0].sales.isEmpty }).max(by: {
        self[$0].age < self[$1].age
      }) {
        joined[target].take(self[target].isContinued ? self[index].continuing : self[index])
      } else if let target = matches(former).max(by: { self[$0].age < self[$1].age }) {
        var stated = self[index]
        // The token has ended, but the order has not.
        stated.renewalStatuses = []
        stated.notices.removeAll { $0.kind == .expired }
        joined[target].take(stated)
      } else if let target = own.min(by: { self[$0].rank < self[$1].rank }), target != index {
        joined[target].take(self[index])
      } else {
        continue
      }
      merged.insert(index)
    }
    return joined.indices.filter { !merged.contains($0) }.map { joined[$0] }
  }
}

extension ChainRecord {
  fileprivate var tokens: Set<String> {
    Set(links.lazy.filter { $0.kind == .purchaseToken }.map(\.value))
  }

  /// The tokens except those of purchases that this one replaced.
  fileprivate var ownTokens: Set<String> {
    tokens.subtracting(links.lazy.filter { $0.kind == .predecessor }.map(\.value))
  }

  /// Whether the order went on with another token.
  fileprivate var isContinued: Bool { ownTokens.count < tokens.count }

  /// The record of a token with which an order went on: the customer chose another plan then, but
  /// bought nothing.
  fileprivate var continuing: ChainRecord {
    var record = self
    for index in notices.indices where notices[index].kind == .purchased {
      record.notices[index].kind = .planChangeChosen
    }
    return record
  }

  /// An ID with a store's number precedes one made from a token.
  fileprivate var rank: (Int, ID<Subscription>) {
    (Subscription.Name(id)?.originalTransactionID.hasPrefix("token-") == true ? 1 : 0, id)
  }

  /// Of two purchases with one token, the one that lasts longest is the later one.
  fileprivate var age: (Date, ID<Subscription>) {
    (sales.map { $0.expiresAt ?? $0.purchasedAt }.max() ?? .distantPast, id)
  }

  /// Ignores the environment: notifications don't state it, and tokens are unique.
  fileprivate func isSameApp(as other: ChainRecord) -> Bool {
    func app(_ id: ID<Subscription>) -> Subscription.Name? {
      var name = Subscription.Name(id)
      name?.originalTransactionID = ""
      name?.environment = .production
      return name
    }
    return app(id) == app(other.id)
  }

  fileprivate mutating func take(_ other: ChainRecord) {
    renewalStatuses += other.renewalStatuses
    notices += other.notices
    links += other.links
    claims += other.claims
    holder = holder ?? other.holder
    if life?.isEmpty ?? false { life = other.life }
  }
}
