import Foundation

// Google's notifications name a purchase by its token, and so does everything before there is an
// order; what is told by the order's number names the token too (Google Play, "purchaseToken
// identifies a purchase"). In a ledger these are chains of their own.

extension [ChainRecord] {
  /// The chains, where those that no sale is on file of are joined with the purchase that goes by the
  /// same token, in any order of arrival.
  var joinedByToken: [ChainRecord] {
    guard contains(where: { $0.sales.isEmpty && !$0.tokens.isEmpty }) else { return self }
    var holders: [String: [Int]] = [:]
    for place in indices {
      for token in self[place].ownTokens { holders[token, default: []].append(place) }
    }
    var joined = self
    var gone: Set<Int> = []
    for place in indices where self[place].sales.isEmpty {
      let kin = Set(self[place].tokens.flatMap { holders[$0] ?? [] })
        .filter { self[$0].isSameShop(as: self[place]) }
      let sold = kin.filter { !self[$0].sales.isEmpty }
      let target =
        sold.isEmpty
        ? kin.min { self[$0].rank < self[$1].rank } : sold.max { self[$0].age < self[$1].age }
      guard let target, target != place else { continue }
      joined[target].take(self[place])
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

  fileprivate func isSameShop(as other: ChainRecord) -> Bool {
    func shop(_ id: ID<Subscription>) -> Subscription.Name? {
      var name = Subscription.Name(id)
      name?.originalTransactionID = ""
      return name
    }
    return shop(id) == shop(other.id)
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
