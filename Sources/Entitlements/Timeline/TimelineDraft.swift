import Foundation

/// A timeline in the making: events, and where to find the one that a further telling belongs to.
struct TimelineDraft {
  /// What a notice can be another telling of.
  enum Topic: Int, CaseIterable {
    case sale, cancellation, grace, hold, paused, expired, revoked, renewalOff, renewalOn, pending
  }

  /// An event of one topic, and how far from it in time a telling of it may lie.
  private struct Anchor {
    var at: Date
    var reach: TimeInterval
    var place: Int
  }

  /// When a document was received, and the store's time of it.
  private struct Clock {
    var receivedAt: Date
    var toldAt: Date
  }

  /// Stores tell of a thing up to a day before (a renewal is charged early) and after.
  static let longestReach: TimeInterval = 86_400
  private static let shortestReach: TimeInterval = 60

  let instant: Date
  private(set) var events: [TimelineEvent] = []
  private var clocks: [ID<Document>: Clock] = [:]
  /// Facts that lie together were mostly told by one document.
  private var lastClock: (document: ID<Document>, clock: Clock)?
  private let firstHeard: [ID<Order>: Date]
  /// Of the chain that is being told, by topic and in time.
  private var anchors: [[Anchor]]
  /// The place among the chains of the one that is being told.
  var chainPlace: Int?
  private var sales: [(order: ID<Order>, place: Int)] = []
  /// Where the sales of each chain begin among `sales`.
  private var firstSales: [Int] = []
  /// Made of `sales` for the first that asks.
  private var salePlaces: [ID<Order>: Int]?
  private var cancellations: [ID<Order>: Int] = [:]
  /// Of the events that several facts may tell.
  private var named: [String: Int] = [:]

  init(_ file: CaseFile, at instant: Date) {
    self.instant = instant
    firstHeard = file.firstHeard
    anchors = Topic.allCases.map { _ in [] }
    let count = file.chains.reduce(0) { $0 + $1.sales.count }
    events.reserveCapacity(count)
    sales.reserveCapacity(count)
    clocks.reserveCapacity(file.documents.count)
    for document in file.documents {
      let clock = Clock(
        receivedAt: document.receivedAt,
        toldAt: document.isRejected ? document.receivedAt : document.statedAt ?? document.receivedAt
      )
      if let known = clocks[document.id], known.receivedAt <= clock.receivedAt { continue }
      clocks[document.id] = clock
    }
  }

  /// Adds an event that nothing else tells.
  mutating func add(_ event: TimelineEvent) -> Int {
    events.append(event)
    events[events.count - 1].chainPlace = event.chainPlace ?? chainPlace
    return events.count - 1
  }

  /// Adds `event`, or its evidence to the event that was told under the same name.
  mutating func tell(_ event: TimelineEvent) {
    if let place = named[event.id] {
      events[place].evidence += event.evidence
    } else {
      named[event.id] = add(event)
    }
  }

  mutating func change(_ place: Int, _ body: (inout TimelineEvent) -> Void) { body(&events[place]) }

  mutating func saleEvent(of order: ID<Order>) -> Int? {
    let places =
      salePlaces
      ?? Dictionary(sales.map { ($0.order, $0.place) }, uniquingKeysWith: { _, last in last })
    salePlaces = places
    return places[order]
  }

  /// Begins with the sales of another chain, the next one.
  mutating func beginSales() {
    chainPlace = firstSales.count
    firstSales.append(sales.count)
  }

  mutating func addSale(_ event: TimelineEvent, of order: ID<Order>) {
    sales.append((order, add(event)))
  }

  mutating func addCancellation(_ event: TimelineEvent, of order: ID<Order>) {
    let place = add(event)
    cancellations[order] = place
    anchor(place, as: .cancellation)
  }
}

extension TimelineDraft {
  /// Begins with what else happened to the chain at that place: its sales are what notices may tell
  /// of so far.
  mutating func begin(_ chain: ChainRecord, at place: Int) {
    chainPlace = place
    for topic in anchors.indices where !anchors[topic].isEmpty {
      anchors[topic].removeAll(keepingCapacity: true)
    }
    for (number, sale) in chain.sales.enumerated() {
      let event = sales[firstSales[place] + number].place
      anchor(event, as: .sale, length: sale.expiresAt?.timeIntervalSince(sale.purchasedAt))
    }
  }

  /// Makes the event at `place` findable as what its chain's notices on `topic` may tell of. What
  /// began there lasts for `length` seconds; in a sandbox, that is some minutes.
  mutating func anchor(_ place: Int, as topic: Topic, length: TimeInterval? = nil) {
    let reach = min(Self.longestReach, max(Self.shortestReach, (length ?? .infinity) / 2))
    anchors[topic.rawValue].append(Anchor(at: events[place].storeAt, reach: reach, place: place))
  }

  mutating func place(of order: ID<Order>, _ topic: Topic) -> Int? {
    switch topic {
    case .sale: saleEvent(of: order)
    case .cancellation: cancellations[order]
    default: nil
    }
  }

  /// The event on `topic` nearest to `instant`, of those within reach; anchors are in time.
  func place(near instant: Date, _ topic: Topic) -> Int? {
    let anchors = anchors[topic.rawValue]
    let next = anchors.place { $0.at > instant }
    let near = [next - 1, next].filter(anchors.indices.contains).map { place in
      (distance: abs(anchors[place].at.timeIntervalSince(instant)), anchor: anchors[place])
    }
    return near.filter { $0.distance <= $0.anchor.reach }.min { $0.distance < $1.distance }?.anchor
      .place
  }

  /// Gives the events their clocks.
  mutating func finish() {
    for place in events.indices {
      // Out of the list and back: beside a part of itself in change, the draft would be copied.
      var event = events[place]
      event.evidence.sortAndUnify()
      if !event.isScheduled { setClocks(of: &event) }
      events[place] = event
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
      let delay = clock.toldAt.timeIntervalSince(event.storeAt)
      // A document from long before foretold it.
      guard delay >= -Self.longestReach else { continue }
      event.seenAt = min(event.seenAt ?? clock.receivedAt, clock.receivedAt)
      if delay <= Self.longestReach { event.isSeenFirst = true }
    }
    if event.kind.isSale, !firstHeard.isEmpty, let order = event.order,
      let heardAt = firstHeard[order]
    {
      event.seenAt = min(event.seenAt ?? heardAt, heardAt)
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
