import Foundation

// Facts may arrive in any order. Each kind has a total order here, so that results do not depend on
// it. Ledgers usually provide facts in order, so sorted arrays are not sorted again.

extension StatementSource {
  /// Whether the store had stated it by `instant`; always true for `nil`.
  func isKnown(at instant: Date?) -> Bool { instant.map { statedAt <= $0 } ?? true }
}

extension [Order] {
  /// The sales known by `instant`, ordered by purchase, with duplicates merged. A renewal may be
  /// reported and charged before its period begins.
  func stated(by instant: Date?) -> [Order] {
    let known = kept { order in
      instant.map { Swift.min(order.purchasedAt, order.statedAt) <= $0 } ?? true
    }
    guard known.count > 1 else { return known }
    let sorted = known.ordered { left, right in
      if left.purchasedAt != right.purchasedAt { return left.purchasedAt < right.purchasedAt }
      return (left.id, left.statementSource) < (right.id, right.statementSource)
    }
    guard Set(sorted.map(\.id)).count < sorted.count else { return sorted }
    let merged = Dictionary(grouping: sorted, by: \.id).values.compactMap { statements in
      statements.dropFirst().reduce(statements.first) { $0?.merged(with: $1) }
    }
    return merged.sorted { $0.precedes($1) }
  }
}

extension [StoreEvent] {
  /// The events ordered by the store's time; an event is included once per document.
  var inTime: [StoreEvent] {
    let sorted = ordered { $0.precedes($1) }
    let isTwice = zip(sorted, sorted.dropFirst()).contains { $0 == $1 }
    guard isTwice else { return sorted }
    return sorted.indices.compactMap { index in
      index > 0 && sorted[index] == sorted[index - 1] ? nil : sorted[index]
    }
  }
}

extension [RenewalStatus] {
  /// The statements by the store's time. Hearsay is dropped if the store itself made a statement.
  var inTime: [RenewalStatus] {
    let authority = lazy.map(\.statementSource.authority).max() ?? .hearsay
    return kept { $0.statementSource.authority == authority }.ordered { $0.precedes($1) }
  }
}

extension StoreEvent {
  fileprivate func precedes(_ other: StoreEvent) -> Bool {
    if statementSource.statedAt != other.statedAt {
      return statementSource.statedAt < other.statedAt
    }
    if statementSource != other.statementSource { return statementSource < other.statementSource }
    if kind != other.kind { return kind.rawValue < other.kind.rawValue }
    return (chain?.raw ?? "", order?.raw ?? "", detail ?? "")
      < (other.chain?.raw ?? "", other.order?.raw ?? "", other.detail ?? "")
  }
}

extension RenewalStatus {
  /// Ordered by the store's time. Of two at one instant, a revocation or end is the later one.
  func precedes(_ other: RenewalStatus) -> Bool {
    let isTied =
      statedAt == other.statedAt && statementSource.authority == other.statementSource.authority
    if isTied, finality != other.finality { return finality < other.finality }
    if statementSource != other.statementSource { return statementSource < other.statementSource }
    if nextProductID != other.nextProductID {
      return (nextProductID ?? "") < (other.nextProductID ?? "")
    }
    return "\(condition) \(String(describing: renews))"
      < "\(other.condition) \(String(describing: other.renews))"
  }

  private var finality: Int {
    switch condition {
    case .revoked: 2
    case .ended: 1
    default: 0
    }
  }
}

extension Array {
  /// The elements that pass; the same array without a copy if all do.
  func kept(where passes: (Element) -> Bool) -> [Element] {
    allSatisfy(passes) ? self : filter(passes)
  }

  /// The array sorted by `precedes`, without work if it is sorted already.
  func ordered(by precedes: (Element, Element) -> Bool) -> [Element] {
    for index in indices.dropFirst() where precedes(self[index], self[index - 1]) {
      return sorted(by: precedes)
    }
    return self
  }

  /// The first index at which `test` holds; the elements are partitioned by it.
  func partitioningIndex(where test: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if test(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

extension Date {
  /// Milliseconds since 1970 for identifiers, clamped to `Int64`.
  var milliseconds: Int64 {
    let milliseconds = (timeIntervalSince1970 * 1000).rounded()
    return Int64(exactly: milliseconds) ?? (milliseconds < 0 ? .min : .max)
  }

  func adding(days: Double) -> Date { addingTimeInterval(days * 86_400) }
}

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
