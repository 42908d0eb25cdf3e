package import Foundation

/// The history of one subject over all its chains, as one list.
package enum Timeline {
  /// All events, and the next expected event of each chain, ordered by the store's time and then by
  /// ID. An event in several documents is listed once with all of them as evidence. `instant`
  /// separates the past from the future.
  package static func events(of file: DiagnosisInput, at instant: Date) -> [TimelineEvent] {
    let chains = file.chains.stated()
    var builder = TimelineBuilder(file, at: instant)
    let predecessors = PlanReplacements(chains)
    for chain in chains { builder.extractSales(of: chain, after: predecessors.sale(before: chain)) }
    for (index, chain) in chains.enumerated() {
      builder.begin(chain, at: index)
      builder.extractCancellations(of: chain, predecessors)
      builder.extractPhases(of: chain)
      builder.extractOwners(of: chain, policy: file.policy)
      builder.extractEvents(of: chain)
    }
    builder.extractActions(file.acts, about: chains)
    builder.extractRejections(file.documents)
    builder.finish()
    return marked(builder.events, chains: chains.count)
  }

  /// Sorts the events, and marks those that were received after a later one.
  private static func marked(_ events: [TimelineEvent], chains: Int) -> [TimelineEvent] {
    // Indices are faster to sort than events.
    let indices = events.indices.sorted { left, right in
      if events[left].storeAt != events[right].storeAt {
        return events[left].storeAt < events[right].storeAt
      }
      return events[left].id < events[right].id
    }
    var events = indices.map { events[$0] }
    var firstSeen = [(at: Date, id: String)?](repeating: nil, count: chains)
    var end = events.count
    while end > 0 {
      let storeAt = events[end - 1].storeAt
      let start = (events[..<end].lastIndex { $0.storeAt != storeAt } ?? -1) + 1
      for index in start..<end where events[index].isSeenFirst {
        guard let chain = events[index].chainIndex, let seenAt = events[index].seenAt else {
          continue
        }
        if let later = firstSeen[chain], later.at < seenAt { events[index].overtakenBy = later.id }
      }
      for index in (start..<end).reversed() {
        guard let chain = events[index].chainIndex, let seenAt = events[index].seenAt else {
          continue
        }
        if firstSeen[chain].map({ seenAt <= $0.at }) ?? true {
          firstSeen[chain] = (seenAt, events[index].id)
        }
      }
      end = start
    }
    return events
  }
}
