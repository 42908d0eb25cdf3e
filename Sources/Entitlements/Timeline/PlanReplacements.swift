import Foundation

/// Which chains replaced each other: at Google every change of plan is a purchase of its own.
struct PlanReplacements {
  private var former: [ID<Subscription>: ID<Subscription>] = [:]
  private var successors: [ID<Subscription>: [ID<Subscription>]] = [:]
  private var chains: [ID<Subscription>: ChainRecord] = [:]

  init(_ chains: [ChainRecord]) {
    guard chains.contains(where: { $0.links.contains { $0.kind == .predecessor } }) else { return }
    var names: [String: ID<Subscription>] = [:]
    for chain in chains {
      self.chains[chain.id] = chain
      for link in chain.links where link.kind == .purchaseToken || link.kind == .storeOrder {
        names[link.value] = names[link.value] ?? chain.id
      }
      for sale in chain.sales {
        for name in [sale.transactionID, sale.originalTransactionID] where names[name] == nil {
          names[name] = chain.id
        }
      }
    }
    for chain in chains {
      let link = chain.links.first { $0.kind == .predecessor }
      guard let link, let before = names[link.value], before != chain.id else { continue }
      former[chain.id] = before
      successors[before, default: []].append(chain.id)
    }
  }

  func chain(before chain: ID<Subscription>) -> ID<Subscription>? { former[chain] }

  /// The last sale of the chain that this one replaced, made before this one began.
  func sale(before chain: ChainRecord) -> Order? {
    guard let start = chain.sales.first?.purchasedAt, let former = former[chain.id] else {
      return nil
    }
    return chains[former]?.sales.last { $0.purchasedAt <= start }
  }

  /// The first sales of the chains that replaced this one.
  func sales(after chain: ID<Subscription>) -> [Order] {
    (successors[chain] ?? []).compactMap { chains[$0]?.sales.first }
  }
}
