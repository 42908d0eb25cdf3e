import Foundation

// Facts come in any order. Each kind gets one order here that leaves no tie between two that
// differ, so that whatever is read out of them is the same for every order of arrival. Ledgers
// mostly hand them over in time: what is in order already is not sorted again.

extension Testimony {
  /// Whether the store had said it by `instant`; without one, always.
  func isKnown(at instant: Date?) -> Bool { instant.map { statedAt <= $0 } ?? true }
}

extension [Order] {
  /// By purchase, of those that were told by `instant`: a renewal may be told, and charged, before
  /// its period begins. A sale that is told twice is merged.
  func told(by instant: Date?) -> [Order] {
    let known = kept { order in
      instant.map { Swift.min(order.purchasedAt, order.testimony.statedAt) <= $0 } ?? true
    }
    guard known.count > 1 else { return known }
    let sorted = known.ordered { left, right in
      if left.purchasedAt != right.purchasedAt { return left.purchasedAt < right.purchasedAt }
      return (left.id, left.testimony) < (right.id, right.testimony)
    }
    guard Set(sorted.map(\.id)).count < sorted.count else { return sorted }
    let merged = Dictionary(grouping: sorted, by: \.id).values.compactMap { tellings in
      tellings.dropFirst().reduce(tellings.first) { $0?.merged(with: $1) }
    }
    return merged.sorted { ($0.purchasedAt, $0.id) < ($1.purchasedAt, $1.id) }
  }
}

extension [Notice] {
  /// By the store's time; the same notice is kept once for each document that tells it.
  var inTime: [Notice] {
    let sorted = ordered { $0.precedes($1) }
    let isTwice = zip(sorted, sorted.dropFirst()).contains { $0 == $1 }
    guard isTwice else { return sorted }
    return sorted.indices.compactMap { place in
      place > 0 && sorted[place] == sorted[place - 1] ? nil : sorted[place]
    }
  }
}

extension [Standing] {
  /// By the store's time. Once the store itself has spoken of a chain, hearsay about it does not
  /// count.
  var inTime: [Standing] {
    let authority = lazy.map(\.testimony.authority).max() ?? .hearsay
    return kept { $0.testimony.authority == authority }.ordered { $0.precedes($1) }
  }
}

extension Notice {
  fileprivate func precedes(_ other: Notice) -> Bool {
    if testimony.statedAt != other.testimony.statedAt {
      return testimony.statedAt < other.testimony.statedAt
    }
    if testimony != other.testimony { return testimony < other.testimony }
    if kind != other.kind { return kind.rawValue < other.kind.rawValue }
    return (chain?.raw ?? "", order?.raw ?? "", detail ?? "")
      < (other.chain?.raw ?? "", other.order?.raw ?? "", other.detail ?? "")
  }
}

extension Standing {
  /// By the store's time. Of two at one instant, what takes it back or ends it counts as the later.
  func precedes(_ other: Standing) -> Bool {
    let isTied = statedAt == other.statedAt && testimony.authority == other.testimony.authority
    if isTied, finality != other.finality { return finality < other.finality }
    if testimony != other.testimony { return testimony < other.testimony }
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
  /// Those that pass; the same array, not a copy of it, where all do.
  func kept(where passes: (Element) -> Bool) -> [Element] {
    allSatisfy(passes) ? self : filter(passes)
  }

  /// Sorted by `precedes`, without work where it is so already.
  func ordered(by precedes: (Element, Element) -> Bool) -> [Element] {
    for place in indices.dropFirst() where precedes(self[place], self[place - 1]) {
      return sorted(by: precedes)
    }
    return self
  }

  /// The first place from which on the test holds; the elements are sorted by it.
  func place(where test: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if test(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

extension Date {
  /// Milliseconds since 1970, for names; what is too far away is the nearest that can be counted.
  var milliseconds: Int64 {
    let milliseconds = (timeIntervalSince1970 * 1000).rounded()
    return Int64(exactly: milliseconds) ?? (milliseconds < 0 ? .min : .max)
  }

  func adding(days: Double) -> Date { addingTimeInterval(days * 86_400) }
}
