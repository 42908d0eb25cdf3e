import Entitlements
import Foundation
import Mint
import Persistence
import ServiceCore
import StoreSimulator
import Testing

/// How news of a scenario gets to the service.
///
/// Microsoft sends none: the app hands in the keys of who buys, the rest is polled, and where news
/// are lost there is no queue of clawbacks either.
enum Delivery: String, CaseIterable, Sendable {
  case inOrder = "in order"
  case doubled
  case reversed, shuffled
  /// None arrives; histories and polls tell of it.
  case lost
  /// The store is down in the middle of the scenario, and its notifications come after that.
  case outage

  /// The ways that differ at a store.
  static func all(at store: SimulatedStore) -> [Delivery] {
    store == .microsoft ? [.inOrder, .doubled, .lost, .outage] : allCases
  }
}

/// A scenario that is played, and its news on their way.
struct ScenarioRun {
  let market: Marketplace
  let delivery: Delivery
  private let start: Date
  private let scenario: Scenario
  private let store: SimulatedStore
  private var names: [String: String] = [:]
  /// The last purchase that somebody did something to.
  private(set) var touched: String?
  private var delivered = 0
  private var withheld: [OutboxItem] = []
  private var polledAt: Date
  private var isDown = false
  private var mendsAt: Date?

  private static let pollPeriod: TimeInterval = 12 * 3_600
  private static let longestOutage: TimeInterval = 36 * 3_600

  init(_ scenario: Scenario, _ delivery: Delivery, in market: Marketplace) {
    self.scenario = scenario
    store = scenario.step.first?.action.store ?? .apple
    self.delivery = delivery
    self.market = market
    start = market.clock.now
    polledAt = start
  }

  /// Plays all of it. Afterwards everything is delivered and the queue is empty.
  mutating func play() async throws {
    let steps = try scenario.timed(from: start)
    let end = scenario.end(from: start) ?? steps.last?.at ?? start
    let duration = end.timeIntervalSince(start)
    for step in steps {
      try await pass(until: step.at, of: duration)
      if let id = try await market.simulator.perform(step.action) { touched = id }
      if store == .microsoft, step.action.act == .buy {
        for _ in 0..<(delivery == .doubled ? 2 : 1) { try await market.handInKeys(of: step.action) }
      }
      try await hear()
    }
    try await pass(until: end, of: duration)
    try await configure()
  }

  /// Steps are short enough that whatever happens is heard soon after.
  private mutating func pass(until end: Date, of duration: TimeInterval) async throws {
    let stride = max(60, min(6 * 3_600, duration / 40))
    while market.clock.now < end {
      market.clock.advance(to: min(end, market.clock.now.addingTimeInterval(stride)))
      try await market.simulator.tick()
      try await breakOrMend(duration)
      try await hear()
    }
  }

  private mutating func hear() async throws {
    let outbox = await market.simulator.state.outbox
    let news = outbox.dropFirst(delivered)
    delivered = outbox.count
    switch delivery {
    case .inOrder: for item in news { try await ingest(item) }
    case .doubled: for item in news { for _ in 0..<2 { try await ingest(item) } }
    case .reversed, .shuffled: withheld += news
    case .lost:
      // The app itself hands in what it bought; of all that follows nothing is heard.
      let isFirst = withheld.isEmpty && !news.isEmpty
      withheld += news
      if isFirst, let first = news.first { try await ingest(first) }
      // Amazon can be asked about nothing but what the app names.
      if store == .amazon {
        for item in news where item.change.isMadeInApp { try await ingest(item) }
      }
      try await poll()
    case .outage:
      guard isDown else {
        for item in news { try await ingest(item) }
        break
      }
      withheld += news
      try await poll()
    }
    if store == .microsoft { try await poll() }
    guard try await market.ledger.jobs.nextDue().map({ $0 <= market.clock.now }) == true else {
      return
    }
    let believed = isDown ? try await market.ledger.integrity.stateHash(of: .derived) : nil
    try await market.work()
    if let believed {
      #expect(
        try await market.ledger.integrity.stateHash(of: .derived) == believed,
        "no answer changed what is believed"
      )
    }
  }

  private mutating func poll() async throws {
    guard market.clock.now.timeIntervalSince(polledAt) >= Self.pollPeriod else { return }
    polledAt = market.clock.now
    for _ in 0..<(delivery == .doubled ? 2 : 1) {
      _ = try await market.service.jobs.poll(by: "test")
    }
  }

  /// The store goes down with its second piece of news, for a day and a half at most.
  private mutating func breakOrMend(_ duration: TimeInterval) async throws {
    guard delivery == .outage else { return }
    let now = market.clock.now
    if let mendsAt, isDown, now >= mendsAt { return try await recover() }
    guard mendsAt == nil, await market.simulator.state.world.notifications.count > 1 else { return }
    mendsAt = now.addingTimeInterval(min(Self.longestOutage, duration / 3))
    isDown = true
    try await market.breakDown()
  }

  private mutating func recover() async throws {
    isDown = false
    await market.mend()
    for item in withheld { try await ingest(item) }
    withheld = []
  }

  private mutating func configure() async throws {
    switch delivery {
    case .inOrder: break
    case .outage: if isDown { try await recover() }
    case .doubled: for item in await market.simulator.state.outbox { try await ingest(item) }
    case .reversed: for item in withheld.reversed() { try await ingest(item) }
    case .shuffled:
      var numbers = SplitMix64(seed: 11)
      for item in withheld.shuffled(using: &numbers) { try await ingest(item) }
    case .lost: try await askForHistories()
    }
    try await market.workOff()
  }

  private func ingest(_ item: OutboxItem) async throws { try await market.ingest(item) }

  /// What was missed is asked for at the end, as after a stop of our own.
  private func askForHistories() async throws {
    let now = market.clock.now
    var tasks: [JobTask] = []
    for environment in [Entitlements.Environment.production, .sandbox] {
      let shop = StoreScope(app: Marketplace.app, environment: environment)
      tasks.append(
        .notifications(shop, from: start.addingTimeInterval(-60), until: now, onlyFailures: true)
      )
    }
    let month = now.addingTimeInterval(-29 * 86_400)
    tasks.append(.voids(app: Marketplace.app, from: max(start, month), until: now))
    try await market.queue(tasks)
  }
}

extension Marketplace {
  /// The app gives what its customer's account opens at Microsoft.
  func handInKeys(of action: SimulatedAction) async throws {
    let account = action.account ?? "ada"
    let environment = action.sandbox == true ? "sandbox" : nil
    for opened in ["collections", "purchase"] {
      let target = "/simulator/microsoft/key?account=\(account)&service=\(opened)"
      let key = await simulator.answer(SimulatorRequest("GET", target))
      let restoration = try await service.storeQueries.restore(
        .document(Array(key.body)),
        to: ID(account),
        hints: DocumentHints(app: Self.app, environment: environment),
        by: "test"
      )
      guard case .restored(let tasks) = restoration else {
        Issue.record("a key was not taken: \(restoration)")
        return
      }
      // In the sandbox there is nothing that this one opens.
      if environment == nil || opened == "purchase" { try await queue(tasks) }
    }
  }

  /// Takes a notification as if it had been pushed.
  func ingest(_ item: OutboxItem) async throws {
    let notification = PushedNotification(
      Array(item.body.utf8),
      trustBasis: item.form == .appleV2 ? nil : .storeAnswer
    )
    let ingestion = try await service.notifications.ingest(notification, by: "test")
    guard case .rejected(let code, _, let detail) = ingestion.outcome else { return }
    Issue.record("a notification was rejected (\(code)): \(detail)")
  }

  /// What an operator does with a ticket about a purchase that was not heard of: looks its number up.
  func lookUp(_ purchase: SimulatedPurchase) async throws {
    let number = purchase.shownNumber
    if purchase.store == .google {
      let shop = StoreScope(app: Self.app, environment: .production)
      try await queue([.lookUp(order: number, .google, shop)])
    } else {
      let file = try await ledger.search.diagnosisInput(about: number)
      try await queue(
        try await ledger.storeQueries.chainsToQuery(about: file.subject.chains).map(JobTask.verify)
      )
    }
    try await workOff()
  }

  /// From now on no request comes to anything.
  func breakDown() async throws {
    let kinds: [InjectedFault.Kind] = [.status, .reset, .html, .cut, .premature, .wrongTypes]
    for turn in 0..<10_000 {
      var fault = InjectedFault(kinds[turn % kinds.count])
      fault.status = fault.kind == .status ? [500, 502, 503, 504][turn % 4] : nil
      await simulator.plan(fault)
    }
  }

  func mend() async { await simulator.removeFaults() }
}

extension SimulatedNotification.Change {
  /// Whether the app was there.
  fileprivate var isMadeInApp: Bool {
    switch self {
    case .started, .bought, .resubscribed, .upgraded: true
    default: false
    }
  }
}
