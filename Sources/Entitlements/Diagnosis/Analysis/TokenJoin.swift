import Foundation

// Google's notifications name a purchase by its token, and so does everything before there is an
// order; what is told by the order's number names the token too (Google Play, "purchaseToken
// identifies a purchase"). In a ledger these are chains of their own.

extension [ChainRecord] {
  /// The chains, where those that no sale is on file of are joined with the purchase that goes by the
  /// same token, in any order of arrival.
  var joinedByToken: [ChainRecord] {
    guard contains(where: { $0.sales.isEmpty && !$0.tokens.isEmpty }) else { return self }
    var (holders, former): ([String: [Int]], [String: [Int]]) = ([:], [:])
    for place in indices {
      let own = self[place].ownTokens
      for token in own { holders[token, default: []].append(place) }
      // With a change at the end of a period the order goes on under another token.
      for token in self[place].tokens.subtracting(own) where !self[place].sales.isEmpty {
        former[token, default: []].append(place)
      }
    }
    var joined = self
    var gone: Set<Int> = []
    for place in indices where self[place].sales.isEmpty {
      func kin(_ holders: [String: [Int]]) -> Set<Int> {
        Set(self[place].tokens.flatMap { holders[$0] ?? [] })
          .filter { self[$0].isSameApp(as: self[place]) }
      }
      let own = kin(holders)
      if let target = own.filter({ !self[$0].sales.isEmpty }).max(by: {
        self[$0].age < self[$1].age
      }) {
        joined[target].take(self[place])
      } else if let target = kin(former).max(by: { self[$0].age < self[$1].age }) {
        var told = self[place]
        // The token has ended, and the order has not.
        told.standings = []
        joined[target].take(told)
      } else if let target = own.min(by: { self[$0].rank < self[$1].rank }), target != place {
        joined[target].take(self[place])
      } else {
        continue
      }
      gone.insert(place)
    }
    return joined.indices.filter { !gone.contains($0) }.map { joined[$0] }
  }
}

extension ChainRecord {
  fileprivate var tokens: Set<String> {
    Set(links.lazy.filter { $0.kind == .purchaseToken }.map(\.value))
  }

  /// The tokens but those of purchases that this one took the place of.
  fileprivate var ownTokens: Set<String> {
    tokens.subtracting(links.lazy.filter { $0.kind == .predecessor }.map(\.value))
  }

  /// A name that is a number of the store's stands before one made of a token.
  fileprivate var rank: (Int, ID<Subscription>) {
    (Subscription.Name(id)?.originalTransactionID.hasPrefix("token-") == true ? 1 : 0, id)
  }

  /// Of two purchases with one token the one that lasts longer is the later.
  fileprivate var age: (Date, ID<Subscription>) {
    (sales.map { $0.expiresAt ?? $0.purchasedAt }.max() ?? .distantPast, id)
  }

  /// Notifications don't say whether a purchase is a test, and no token is given twice.
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
    standings += other.standings
    notices += other.notices
    links += other.links
    claims += other.claims
    holder = holder ?? other.holder
    if life?.isEmpty ?? false { life = other.life }
  }
}
