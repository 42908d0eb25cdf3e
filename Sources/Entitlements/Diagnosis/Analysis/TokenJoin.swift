import Foundation

// Google's notifications identify a purchase by its token, as does everything before there is an
// order; statements by order number include the token (Google Play, "purchaseToken identifies a
// purchase"). In a ledger these are separate chains.

extension [ChainRecord] {
  /// The chains, with those without a sale joined to the purchase with the same token. The order of
  /// arrival does not matter.
  var joinedByToken: [ChainRecord] {
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
        joined[target].take(self[index])
      } else if let target = matches(former).max(by: { self[$0].age < self[$1].age }) {
        var stated = self[index]
        // The token has ended, but the order has not.
        stated.renewalStatuses = []
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
