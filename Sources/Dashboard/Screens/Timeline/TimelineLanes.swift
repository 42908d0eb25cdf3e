import Entitlements
import Foundation

/// What somebody bought, as lanes: one for every chain, every other product, and every right, and
/// one for what was done by hand.
struct TimelineLanes {
  private(set) var lanes: [Gantt.Lane] = []
  /// The lane of a chain, and that of acts that are about none.
  private(set) var places: [ID<Subscription>: Int] = [:]
  private(set) var actPlace: Int?
  private var singles: [SafeText: Int] = [:]
  /// The store's own IDs of the chains on lanes.
  private var originals: [Int: String] = [:]
  private let view: Viewpoint

  init(_ dossier: Dossier, _ view: Viewpoint) {
    self.view = view
    let shared = Set(dossier.orders.lazy.filter(\.isFamilyShared).map(\.chain))
    for chain in dossier.subscriptions {
      add(
        chain,
        dossier.lives[chain.id] ?? [],
        state: dossier.state(of: chain, at: view.now),
        isShared: shared.contains(chain.id)
      )
    }
    tellNamesakesApart()
    for order in dossier.orders where order.subscription == nil {
      let place = addSingle(order)
      if !order.isFamilyShared { lanes[place].marks.append((order.purchasedAt, .charge)) }
      if let cancelledAt = order.cancelledAt { lanes[place].marks.append((cancelledAt, .taken)) }
    }
    let sources = dossier.sources
    add(dossier.entitlements, of: dossier.orders) { right in
      dossier.state(of: right, from: sources, at: view.now)
    }
  }

  init(_ chronicle: Chronicle, _ view: Viewpoint) {
    self.view = view
    for chain in chronicle.chains { add(chain) }
    tellNamesakesApart()
    for event in chronicle.events { add(event) }
    add(chronicle.entitlements, of: chronicle.chains.flatMap(\.sales)) { right in
      chronicle.state(of: right, at: view.now)
    }
  }

  /// The lane an event is drawn on.
  func place(of event: TimelineEvent) -> Int? {
    event.chain.flatMap { places[$0] } ?? (event.kind.isByHand ? actPlace : nil)
  }

  private static func label(_ order: Order) -> SafeText {
    "\(order.store.letter) \(SafeText.product(order.productID, of: order.app))"
  }

  private mutating func add(
    _ chain: Subscription,
    _ phases: [Phase],
    state: SubscriptionState,
    isShared: Bool
  ) {
    let label: SafeText =
      "\(chain.store.letter) \(SafeText.product(chain.productID, of: chain.app))"
    var lane = Gantt.Lane(label: label, environment: chain.environment.mark)
    if isShared { lane.owner = Self.family }
    lane.spans = phases.compactMap { $0.span(at: view.now, isShared: isShared) }
    for period in chain.periods {
      if phases.isEmpty {
        let bar = isShared ? .shared : Gantt.Bar(period.offer)
        lane.spans.append(Gantt.Span(from: period.from, until: period.accessUntil, bar: bar))
      }
      if period.offer != .trial, !isShared { lane.marks.append((period.from, .charge)) }
      if let cancelledAt = period.cancelledAt { lane.marks.append((cancelledAt, .taken)) }
    }
    lane.verdict = Badge(state, view.glyphs).cell
    append(lane, of: chain.id)
  }

  /// What stands beside the label of what a family member bought.
  private static let family: SafeText = "family"

  private mutating func append(_ lane: Gantt.Lane, of chain: ID<Subscription>) {
    places[chain] = lanes.count
    originals[lanes.count] = Subscription.Name(chain)?.originalTransactionID ?? chain.raw
    lanes.append(lane)
  }

  /// Of chains of one product the ends of the IDs are told too.
  private mutating func tellNamesakesApart() {
    let chains = originals.sorted { $0.key < $1.key }
    let labels = chains.map { place, id in
      Namesake(name: lanes[place].label, mark: lanes[place].environment.text, id: id)
    }
    for (chain, label) in zip(chains, labels.toldApart(view.glyphs)) {
      lanes[chain.key].label = label
    }
  }

  private mutating func add(_ chain: Chronicle.Chain) {
    guard !chain.phases.isEmpty else {
      for sale in chain.sales { places[chain.id] = addSingle(sale, owner: chain.owner) }
      return
    }
    let name = Subscription.Name(chain.id)
    var lane = Gantt.Lane(label: SafeText(name?.originalTransactionID ?? chain.id.raw))
    if let sale = chain.sales.last { lane.label = Self.label(sale) }
    lane.environment = name?.environment.mark ?? .empty
    let isShared = chain.sales.last?.isFamilyShared ?? false
    lane.spans = chain.phases.compactMap { $0.span(at: view.now, isShared: isShared) }
    if isShared { lane.owner = Self.family }
    if let owner = chain.owner { lane.give(to: owner) }
    if let phase = chain.phases.last(where: { $0.contains(view.now) }) {
      lane.verdict = Badge(phase.state, view.glyphs).cell
    }
    append(lane, of: chain.id)
  }

  /// Coins and the like: one lane a product, however often it was bought.
  private mutating func addSingle(_ order: Order, owner: ID<User>? = nil) -> Int {
    let label = Self.label(order)
    let key: SafeText = "\(label) \(order.environment.mark.text) \(owner?.raw ?? "")"
    if let place = singles[key] { return place }
    singles[key] = lanes.count
    var lane = Gantt.Lane(label: label, environment: order.environment.mark)
    if order.isFamilyShared { lane.owner = Self.family }
    if let owner { lane.give(to: owner) }
    lane.verdict = Badge(order.state(at: view.now), view.glyphs).cell
    lanes.append(lane)
    return lanes.count - 1
  }

  private mutating func add(_ event: TimelineEvent) {
    guard let mark = event.mark else { return }
    if event.kind.isByHand, event.chain == nil, actPlace == nil {
      actPlace = lanes.count
      lanes.append(Gantt.Lane(label: "by hand"))
    }
    guard let place = place(of: event) else { return }
    lanes[place].marks.append((event.storeAt, mark))
  }

  /// One lane a right, of several stretches where it was lost and had again.
  private mutating func add(
    _ rights: [Entitlement],
    of orders: [Order],
    state: (Entitlement) -> SubscriptionState
  ) {
    var places: [SafeText: Int] = [:]
    var lasting: [Int: Entitlement] = [:]
    for right in rights {
      let source = orders.first { $0.id == right.source }
      let name = source.map { SafeText.product(right.key, of: $0.app) } ?? SafeText(right.key)
      let key: SafeText = "\(name) \(right.environment.mark.text)"
      let place = places[key] ?? lanes.count
      if place == lanes.count {
        places[key] = place
        lanes.append(
          Gantt.Lane(label: "entitlement: \(name)", environment: right.environment.mark)
        )
      }
      lanes[place].spans.append(Gantt.Span(from: right.from, until: right.until, bar: .held))
      let last = lasting[place]
      if last == nil || last.map({ right.outlasts($0, at: view.now) }) ?? false {
        lasting[place] = right
      }
    }
    for (place, right) in lasting {
      lanes[place].verdict = Badge(state(right), view.glyphs).cell
    }
  }
}

extension Gantt.Lane {
  fileprivate mutating func give(to user: ID<User>) {
    owner = "of \(user.raw)"
    isOthers = true
  }
}

extension Entitlement {
  /// Whether it tells more of how the right stands: what is held does, and then what lasts longer.
  fileprivate func outlasts(_ other: Entitlement, at now: Date) -> Bool {
    let (one, two) = (isActive(at: now), other.isActive(at: now))
    if one != two { return one }
    return (until ?? .distantFuture) > (other.until ?? .distantFuture)
  }
}

extension Chronicle {
  /// How a right stands, by the chain it comes from.
  fileprivate func state(of right: Entitlement, at now: Date) -> SubscriptionState {
    let chain = chains.first { chain in chain.sales.contains { $0.id == right.source } }
    let source = chain?.sales.first { $0.id == right.source }
    let phase = chain?.phases.last { $0.contains(now) }
    return right.state(of: phase?.state ?? source?.state(at: now), at: now)
  }
}

extension Order {
  /// Whether a member of the family bought it, and not the customer.
  var isFamilyShared: Bool { terms?.ownership == .familyShared }
}
