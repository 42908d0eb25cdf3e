package import Foundation

/// The history of one subject over all its chains, as one list.
package enum Timeline {
  /// All events, and the next expected event of each chain, ordered by the store's time and then by
  /// ID. An event in several documents is listed once with all of them as evidence. `instant`
  /// separates the past from the future.
  package static func events(of file: DiagnosisInput, at instant: Date) -> [TimelineEvent] {
    let chains = file.chains.joinedByToken.stated()
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

/// Builds a timeline, and finds the event that a further document repeats.
struct TimelineBuilder {
  /// The subject of a notification that may repeat an event.
  enum Topic: Int, CaseIterable {
    case sale, cancellation, grace, hold, paused, expired, revoked, renewalOff, renewalOn, pending
  }

  /// An event of one topic, and the maximum distance in time of a notification that repeats it.
  private struct Anchor {
    var at: Date
    var slack: TimeInterval
    var index: Int
  }

  /// When a document was received, and the store's time of it.
  private struct Clock {
    var receivedAt: Date
    var lastStatedAt: Date
  }

  /// Stores report an event up to a day before (a renewal is charged early) or after it.
  static let maxDistance: TimeInterval = 86_400
  private static let minSlack: TimeInterval = 60

  let instant: Date
  private(set) var events: [TimelineEvent] = []
  private var clocks: [ID<Document>: Clock] = [:]
  /// Adjacent facts are usually from one document.
  private var lastClock: (document: ID<Document>, clock: Clock)?
  private let firstReceived: [ID<Order>: Date]
  /// The anchors of the present chain, by topic and ordered by time.
  private var anchors: [[Anchor]]
  /// The index of the present chain.
  var chainIndex: Int?
  private var sales: [(order: ID<Order>, index: Int)] = []
  /// The index in `sales` of the first sale of each chain.
  private var firstSales: [Int] = []
  /// Made from `sales` on first use.
  private var saleIndices: [ID<Order>: Int]?
  private var cancellations: [ID<Order>: Int] = [:]
  /// The indices of events that several facts may contain, by event ID.
  private var named: [String: Int] = [:]

  init(_ file: DiagnosisInput, at instant: Date) {
    self.instant = instant
    firstReceived = file.firstReceived
    anchors = Topic.allCases.map { _ in [] }
    let count = file.chains.reduce(0) { $0 + $1.sales.count }
    events.reserveCapacity(count)
    sales.reserveCapacity(count)
    clocks.reserveCapacity(file.documents.count)
    for document in file.documents {
      let clock = Clock(
        receivedAt: document.receivedAt,
        lastStatedAt: document.isRejected
          ? document.receivedAt : document.statedAt ?? document.receivedAt
      )
      if let known = clocks[document.id], known.receivedAt <= clock.receivedAt { continue }
      clocks[document.id] = clock
    }
  }

  /// Adds an event that no other fact repeats.
  mutating func add(_ event: TimelineEvent) -> Int {
    events.append(event)
    events[events.count - 1].chainIndex = event.chainIndex ?? chainIndex
    return events.count - 1
  }

  /// Adds `event`, or its evidence to the event with the same ID.
  mutating func include(_ event: TimelineEvent) {
    if let index = named[event.id] {
      events[index].evidence += event.evidence
    } else {
      named[event.id] = add(event)
    }
  }

  mutating func change(_ index: Int, _ body: (inout TimelineEvent) -> Void) { body(&events[index]) }

  mutating func saleEvent(of order: ID<Order>) -> Int? {
    let indices =
      saleIndices
      ?? Dictionary(sales.map { ($0.order, $0.index) }, uniquingKeysWith: { _, last in last })
    saleIndices = indices
    return indices[order]
  }

  /// Starts adding the sales of the next chain.
  mutating func beginSales() {
    chainIndex = firstSales.count
    firstSales.append(sales.count)
  }

  mutating func addSale(_ event: TimelineEvent, of order: ID<Order>) {
    sales.append((order, add(event)))
  }

  mutating func addCancellation(_ event: TimelineEvent, of order: ID<Order>) {
    let index = add(event)
    cancellations[order] = index
    anchor(index, as: .cancellation)
  }
}

extension TimelineBuilder {
  /// Starts adding the other events of the chain at an index, with its sales as the first anchors.
  mutating func begin(_ chain: ChainRecord, at index: Int) {
    chainIndex = index
    for topic in anchors.indices where !anchors[topic].isEmpty {
      anchors[topic].removeAll(keepingCapacity: true)
    }
    for (number, sale) in chain.sales.enumerated() {
      let event = sales[firstSales[index] + number].index
      anchor(event, as: .sale, length: sale.expiresAt?.timeIntervalSince(sale.purchasedAt))
    }
  }

  /// Adds an anchor on `topic` for the event at an index. The phase that begins there lasts
  /// `length` seconds; in a sandbox, that is some minutes.
  mutating func anchor(_ index: Int, as topic: Topic, length: TimeInterval? = nil) {
    let slack = min(Self.maxDistance, max(Self.minSlack, (length ?? .infinity) / 2))
    anchors[topic.rawValue].append(Anchor(at: events[index].storeAt, slack: slack, index: index))
  }

  mutating func event(of order: ID<Order>, _ topic: Topic) -> Int? {
    switch topic {
    case .sale: saleEvent(of: order)
    case .cancellation: cancellations[order]
    default: nil
    }
  }

  /// The event on `topic` nearest to `instant` within its slack; anchors are ordered by time.
  func event(near instant: Date, _ topic: Topic) -> Int? {
    let anchors = anchors[topic.rawValue]
    let next = anchors.partitioningIndex { $0.at > instant }
    let near = [next - 1, next].filter(anchors.indices.contains).map { index in
      (distance: abs(anchors[index].at.timeIntervalSince(instant)), anchor: anchors[index])
    }
    return near.filter { $0.distance <= $0.anchor.slack }.min { $0.distance < $1.distance }?.anchor
      .index
  }

  /// Sets the times of receipt of all events.
  mutating func finish() {
    for index in events.indices {
      // Moved out of the array, which would be copied if one of its elements were changed in index.
      var event = events[index]
      event.evidence.sortAndUnify()
      if !event.isScheduled { setClocks(of: &event) }
      events[index] = event
    }
  }

  private mutating func clock(of document: ID<Document>) -> Clock? {
    if let lastClock, lastClock.document == document { return lastClock.clock }
    let clock = clocks[document]
    lastClock = clock.map { (document, $0) }
    return clock
  }

  private mutating func setClocks(of event: inout TimelineEvent) {
    for id in event.evidence {
      guard let clock = clock(of: id) else { continue }
      let delay = clock.lastStatedAt.timeIntervalSince(event.storeAt)
      // A document from long before predicted the event.
      guard delay >= -Self.maxDistance else { continue }
      event.seenAt = min(event.seenAt ?? clock.receivedAt, clock.receivedAt)
      if delay <= Self.maxDistance { event.isSeenFirst = true }
    }
    if event.kind.isSale, !firstReceived.isEmpty, let order = event.order,
      let firstReceivedAt = firstReceived[order]
    {
      event.seenAt = min(event.seenAt ?? firstReceivedAt, firstReceivedAt)
      event.isSeenFirst = true
    }
    event.appliedAt = event.kind == .rejected ? nil : event.seenAt
  }
}

extension [ID<Document>] {
  fileprivate mutating func sortAndUnify() {
    guard count > 1 else { return }
    self = Set(self).sorted()
  }
}
