package import Foundation

/// The history of one subject over all its chains, as one list.
package enum Timeline {
  /// Everything that happened, and the next thing that each chain is heading for, by the store's
  /// clock and then by ID. What several documents tell is one event with all of them as evidence.
  /// `instant` parts what is past from what lies ahead.
  package static func events(of file: CaseFile, at instant: Date) -> [TimelineEvent] {
    let chains = file.chains.told()
    var draft = TimelineDraft(file, at: instant)
    let predecessors = Predecessors(chains)
    for chain in chains { draft.tellSales(of: chain, after: predecessors.sale(before: chain)) }
    for (place, chain) in chains.enumerated() {
      draft.begin(chain, at: place)
      draft.tellCancellations(of: chain, predecessors)
      draft.tellPhases(of: chain)
      draft.tellOwners(of: chain, policy: file.policy)
      draft.tellNotices(of: chain)
    }
    draft.tellActs(file.acts, about: chains)
    draft.tellRejections(file.documents)
    draft.finish()
    return marked(draft.events, chains: chains.count)
  }

  /// Sorted, and with what was seen too late marked. The time is that of the sorting.
  private static func marked(_ events: [TimelineEvent], chains: Int) -> [TimelineEvent] {
    // Places are lighter to sort than events.
    let places = events.indices.sorted { left, right in
      if events[left].storeAt != events[right].storeAt {
        return events[left].storeAt < events[right].storeAt
      }
      return events[left].id < events[right].id
    }
    var events = places.map { events[$0] }
    var firstSeen = [(at: Date, id: String)?](repeating: nil, count: chains)
    var end = events.count
    while end > 0 {
      let storeAt = events[end - 1].storeAt
      let start = (events[..<end].lastIndex { $0.storeAt != storeAt } ?? -1) + 1
      for place in start..<end where events[place].isSeenFirst {
        guard let chain = events[place].chainPlace, let seenAt = events[place].seenAt else {
          continue
        }
        if let later = firstSeen[chain], later.at < seenAt { events[place].overtakenBy = later.id }
      }
      for place in (start..<end).reversed() {
        guard let chain = events[place].chainPlace, let seenAt = events[place].seenAt else {
          continue
        }
        if firstSeen[chain].map({ seenAt <= $0.at }) ?? true {
          firstSeen[chain] = (seenAt, events[place].id)
        }
      }
      end = start
    }
    return events
  }
}
