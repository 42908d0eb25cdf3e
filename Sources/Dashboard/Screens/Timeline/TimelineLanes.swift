import Entitlements
import Foundation

/// A user's purchases as lanes: one for each chain, other product and entitlement, and one for
/// manual actions.
struct TimelineLanes {
  private(set) var lanes: [Gantt.Lane] = []
  /// The lane of each chain, and that of actions about no chain.
  private(set) var places: [ID<Subscription>: Int] = [:]
  private(set) var actPlace: Int?
  private var singles: [SafeText: Int] = [:]
  /// The store's IDs of the chains, by lane.
  private var originals: [Int: String] = [:]
  private let view: ViewContext

  init(_ userDetails: UserDetails, _ view: ViewContext) {
    self.view = view
    let shared = Set(userDetails.orders.lazy.filter(\.isFamilyShared).map(\.chain))
    for chain in userDetails.subscriptions {
      add(
        chain,
        userDetails.lives[chain.id] ?? [],
        state: userDetails.state(of: chain, at: view.now),
        isShared: shared.contains(chain.id)
      )
    }
    disambiguateNames()
    for order in userDetails.orders where order.subscription == nil {
      let lane = addSingle(order)
      if !order.isFamilyShared { lanes[lane].marks.append((order.purchasedAt, .charge)) }
      if let cancelledAt = order.cancelledAt { lanes[lane].marks.append((cancelledAt, .taken)) }
    }
    let sources = userDetails.sources
    add(userDetails.entitlements, of: userDetails.orders) { right in
      userDetails.state(of: right, from: sources, at: view.now)
    }
  }

  init(_ subjectHistory: SubjectHistory, _ view: ViewContext) {
    self.view = view
    for chain in subjectHistory.chains { add(chain) }
    disambiguateNames()
    for event in subjectHistory.events { add(event) }
    add(subjectHistory.entitlements, of: subjectHistory.chains.flatMap(\.sales)) { right in
      subjectHistory.state(of: right, at: view.now)
    }
  }

  /// The index of an event's lane.
  func place(of event: TimelineEvent) -> Int? {
    event.chain.flatMap { places[$0] } ?? (event.kind.isByHand ? actPlace : nil)
  }

  private static func label(_ order: Order) -> SafeText {
    "\(order.store.initial) \(SafeText.product(order.productID, of: order.app))"
  }

  private mutating func add(
    _ chain: Subscription,
    _ phases: [Phase],
    state: SubscriptionState,
    isShared: Bool
  ) {
    let label: SafeText =
      "\(chain.store.initial) \(SafeText.product(chain.productID, of: chain.app))"
    var lane = Gantt.Lane(label: label, environment: chain.environment.mark)
    if isShared { lane.owner = Self.family }
    lane.spans = phases.compactMap { $0.span(at: view.now, isShared: isShared) }
    for period in chain.periods {
      if phases.isEmpty {
        let bar = isShared ? .shared : Gantt.Bar(period.offer)
        lane.spans.append(Gantt.Span(from: period.from, until: period.accessUntil, bar: bar))
      }
      // A purchase that has not been paid for has no period yet.
      if period.offer != .trial, !isShared, period.from < period.until {
        lane.marks.append((period.from, .charge))
      }
      if let cancelledAt = period.cancelledAt { lane.marks.append((cancelledAt, .taken)) }
    }
    lane.verdict = Badge(state, view.glyphs).cell
    append(lane, of: chain.id)
  }

  /// The text beside the label of Family Sharing purchases.
  private static let family: SafeText = "family"

  private mutating func append(_ lane: Gantt.Lane, of chain: ID<Subscription>) {
    places[chain] = lanes.count
    originals[lanes.count] = Subscription.Name(chain)?.originalTransactionID ?? chain.raw
    lanes.append(lane)
  }

  /// Adds the ends of IDs to the labels of chains of the same product.
  private mutating func disambiguateNames() {
    let chains = originals.sorted { $0.key < $1.key }
    let labels = chains.map { lane, id in
      AmbiguousName(name: lanes[lane].label, mark: lanes[lane].environment.text, id: id)
    }
    for (chain, label) in zip(chains, labels.disambiguated(view.glyphs)) {
      lanes[chain.key].label = label
    }
  }

  private mutating func add(_ chain: SubjectHistory.Chain) {
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
    if let owner = chain.owner { lane.setOwner(owner) }
    if let phase = chain.phases.last(where: { $0.contains(view.now) }) {
      lane.verdict = Badge(phase.state, view.glyphs).cell
    }
    append(lane, of: chain.id)
  }

  /// Adds a product without phases, such as coins: one lane, however often it was bought.
  private mutating func addSingle(_ order: Order, owner: ID<User>? = nil) -> Int {
    let label = Self.label(order)
    let key: SafeText = "\(label) \(order.environment.mark.text) \(owner?.raw ?? "")"
    if let lane = singles[key] { return lane }
    singles[key] = lanes.count
    var lane = Gantt.Lane(label: label, environment: order.environment.mark)
    if order.isFamilyShared { lane.owner = Self.family }
    if let owner { lane.setOwner(owner) }
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
    guard let lane = place(of: event) else { return }
    lanes[lane].marks.append((event.storeAt, mark))
  }

  /// Adds a lane for each entitlement, with several spans if it was lost and regained.
  private mutating func add(
    _ rights: [Entitlement],
    of orders: [Order],
    state: (Entitlement) -> SubscriptionState
  ) {
    var lanesByKey: [SafeText: Int] = [:]
    var lasting: [Int: Entitlement] = [:]
    for right in rights {
      let source = orders.first { $0.id == right.source }
      let name = source.map { SafeText.product(right.key, of: $0.app) } ?? SafeText(right.key)
      let key: SafeText = "\(name) \(right.environment.mark.text)"
      let lane = lanesByKey[key] ?? lanes.count
      if lane == lanes.count {
        lanesByKey[key] = lane
        lanes.append(Gantt.Lane(label: "entitlement: \(name)", environment: right.environment.mark))
      }
      lanes[lane].spans.append(Gantt.Span(from: right.from, until: right.until, bar: .held))
      let last = lasting[lane]
      if last == nil || last.map({ right.outlasts($0, at: view.now) }) ?? false {
        lasting[lane] = right
      }
    }
    for (lane, right) in lasting { lanes[lane].verdict = Badge(state(right), view.glyphs).cell }
  }
}

extension Gantt.Lane {
  fileprivate mutating func setOwner(_ user: ID<User>) {
    owner = "of \(user.raw)"
    isOthers = true
  }
}

extension Entitlement {
  /// Whether this interval determines the entitlement's state: an active one, then a longer one.
  fileprivate func outlasts(_ other: Entitlement, at now: Date) -> Bool {
    let (one, two) = (isActive(at: now), other.isActive(at: now))
    if one != two { return one }
    return (until ?? .distantFuture) > (other.until ?? .distantFuture)
  }
}

extension SubjectHistory {
  /// The state of an entitlement, from its chain.
  fileprivate func state(of right: Entitlement, at now: Date) -> SubscriptionState {
    let chain = chains.first { chain in chain.sales.contains { $0.id == right.source } }
    let source = chain?.sales.first { $0.id == right.source }
    let phase = chain?.phases.last { $0.contains(now) }
    return right.state(of: phase?.state ?? source?.state(at: now), at: now)
  }
}

extension Order {
  /// Whether a family member bought it, not the customer.
  var isFamilyShared: Bool { terms?.ownership == .familyShared }
}

// The bars of phases and the marks of events.

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
  /// The phase's bar; `nil` for a phase without a running subscription. A grace period, hold or
  /// pause without a known end lasts until now.
  func span(at now: Date, isShared: Bool) -> Gantt.Span? {
    var bar: Gantt.Bar
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
    if isShared, [.paid, .trial, .introductory].contains(bar) { bar = .shared }
    if [.grace, .hold, .paused].contains(bar) { until = until ?? max(from, now) }
    return Gantt.Span(from: from, until: until, bar: bar)
  }
}

extension TimelineEvent {
  /// The event's mark on its lane; `nil` for events that the bars show, or that are not shown.
  var mark: Gantt.Mark? {
    if isScheduled { return .scheduled }
    switch kind {
    case .purchased, .introductoryBegan, .trialConverted, .renewed, .recovered, .resumed,
      .resubscribed, .planChanged:
      return .charge
    case .refunded, .refundedInPart, .revoked, .refundedOrRevoked: return .taken
    case .renewalFailed, .graceBegan, .holdBegan, .graceEnded: return .problem
    default: return kind.isByHand ? .act : nil
    }
  }
}

extension TimelineEvent.Kind {
  /// Whether the event was caused by an operator, the app, or another user's claim, not by a store.
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
  var initial: SafeText {
    switch self {
    case .apple: "A"
    case .google: "G"
    case .microsoft: "M"
    case .amazon: "Z"
    }
  }
}

extension Gantt {
  /// A user's purchases and entitlements over time, with a title and a blank line; empty without any.
  static func chart(of userDetails: UserDetails, width: Int, _ view: ViewContext) -> [StyledLine] {
    let lanes = TimelineLanes(userDetails, view).lanes
    guard let gantt = Gantt(lanes, clock: view.clock, width: width, view.glyphs) else { return [] }
    var clock = view.clock
    if clock.zone == .relative { clock.zone = .utc }
    let title = StyledLine("TIMELINE", .columnTitle)
      .adding("  \(clock.day(gantt.from)) to \(clock.day(gantt.until))", .muted)
    return [title] + gantt.lines + [.blank]
  }
}
