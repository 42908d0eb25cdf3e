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
  private let view: Viewpoint

  init(_ dossier: Dossier, _ view: Viewpoint) {
    self.view = view
    for chain in dossier.subscriptions {
      add(chain, dossier.lives[chain.id] ?? [], state: dossier.state(of: chain, at: view.now))
    }
    for order in dossier.orders where order.subscription == nil {
      let place = addSingle(order)
      lanes[place].marks.append((order.purchasedAt, .charge))
      if let cancelledAt = order.cancelledAt { lanes[place].marks.append((cancelledAt, .taken)) }
    }
    add(dossier.entitlements, of: dossier.orders)
  }

  init(_ chronicle: Chronicle, _ view: Viewpoint) {
    self.view = view
    for chain in chronicle.chains { add(chain) }
    for event in chronicle.events { add(event) }
    add(chronicle.entitlements, of: chronicle.chains.flatMap(\.sales))
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
    state: SubscriptionState
  ) {
    let label: SafeText =
      "\(chain.store.letter) \(SafeText.product(chain.productID, of: chain.app))"
    var lane = Gantt.Lane(label: label, environment: chain.environment.mark)
    lane.spans = phases.compactMap { $0.span(at: view.now) }
    for period in chain.periods {
      if phases.isEmpty {
        let bar = Gantt.Bar(period.offer)
        lane.spans.append(Gantt.Span(from: period.from, until: period.accessUntil, bar: bar))
      }
      if period.offer != .trial { lane.marks.append((period.from, .charge)) }
      if let cancelledAt = period.cancelledAt { lane.marks.append((cancelledAt, .taken)) }
    }
    lane.verdict = Badge(state, view.glyphs).cell
    places[chain.id] = lanes.count
    lanes.append(lane)
  }

  private mutating func add(_ chain: Chronicle.Chain) {
    guard !chain.phases.isEmpty else {
      for sale in chain.sales { places[chain.id] = addSingle(sale) }
      return
    }
    let name = Subscription.Name(chain.id)
    var lane = Gantt.Lane(label: SafeText(name?.originalTransactionID ?? chain.id.raw))
    if let sale = chain.sales.last { lane.label = Self.label(sale) }
    lane.environment = name?.environment.mark ?? .empty
    lane.spans = chain.phases.compactMap { $0.span(at: view.now) }
    if let phase = chain.phases.last(where: { $0.contains(view.now) }) {
      lane.verdict = Badge(phase.state, view.glyphs).cell
    }
    places[chain.id] = lanes.count
    lanes.append(lane)
  }

  /// Coins and the like: one lane a product, however often it was bought.
  private mutating func addSingle(_ order: Order) -> Int {
    let label = Self.label(order)
    let key: SafeText = "\(label) \(order.environment.mark.text)"
    if let place = singles[key] { return place }
    singles[key] = lanes.count
    var lane = Gantt.Lane(label: label, environment: order.environment.mark)
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
  private mutating func add(_ rights: [Entitlement], of orders: [Order]) {
    var places: [SafeText: Int] = [:]
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
        lanes[place].verdict = TableCell("ended", .muted)
      }
      lanes[place].spans.append(Gantt.Span(from: right.from, until: right.until, bar: .held))
      if right.isActive(at: view.now) { lanes[place].verdict = TableCell("HELD", .good) }
    }
  }
}

extension Gantt.Bar {
  init(_ offer: Order.Offer?) {
    switch offer {
    case .trial: self = .trial
    case .introductory: self = .introductory
    case .promotional, nil: self = .paid
    }
  }
}

extension Phase {
  /// The bar it is drawn as; `nil` for a phase in which nothing runs. What nobody knows the end of
  /// has lasted until now, and only what was paid for is known to go on.
  fileprivate func span(at now: Date) -> Gantt.Span? {
    let bar: Gantt.Bar
    var until = until
    switch state {
    case .active, .autoRenewOff: bar = .paid
    case .trial: bar = .trial
    case .introductory: bar = .introductory
    case .gracePeriod: bar = .grace
    case .billingRetry: bar = .hold
    case .paused: bar = .paused
    case .expired, .refunded, .revoked, .pending, .unverified: return nil
    }
    if [.grace, .hold, .paused].contains(bar) { until = until ?? max(from, now) }
    return Gantt.Span(from: from, until: until, bar: bar)
  }
}

extension TimelineEvent {
  /// How it is marked on its lane; `nil` for what the bars show, or nothing.
  fileprivate var mark: Gantt.Mark? {
    if isScheduled { return .scheduled }
    switch kind {
    case .purchased, .introductoryBegan, .trialConverted, .renewed, .recovered, .resumed,
      .resubscribed, .planChanged:
      return .charge
    case .refunded, .revoked, .takenBack: return .taken
    case .renewalFailed, .graceBegan, .holdBegan, .graceEnded: return .problem
    default: return kind.isByHand ? .act : nil
    }
  }
}

extension TimelineEvent.Kind {
  /// Whether an operator, the app, or another user's claim brought it about, and no store.
  var isByHand: Bool {
    switch self {
    case .ownerChanged, .ownerShared, .ownerRefused, .usersMerged, .used, .granted, .withdrawn,
      .noted:
      true
    default: false
    }
  }
}

extension Store {
  /// One letter for a lane's label.
  var letter: SafeText {
    switch self {
    case .apple: "A"
    case .google: "G"
    case .microsoft: "M"
    case .amazon: "Z"
    }
  }
}
