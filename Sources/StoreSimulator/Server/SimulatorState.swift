package import Foundation

/// A notification in its store's wire form, ready to be sent, fetched or looked up.
package struct OutboxItem: Codable, Equatable, Sendable {
  package enum Form: String, Codable, Sendable {
    case appleV2 = "apple-v2"
    case appleV1 = "apple-v1"
    case googlePush = "google-push"
    case amazonMessage = "amazon-message"
  }

  /// One attempt to send it.
  package struct Attempt: Codable, Equatable, Sendable {
    package var at: Date
    /// Apple's words (sendAttemptResult).
    package var result: String
  }

  package var sequence: Int
  package var id: String
  package var form: Form
  package var change: SimulatedNotification.Change
  package var store: SimulatedStore
  package var app: String
  package var isSandbox: Bool
  package var at: Date
  /// The first purchase it is about.
  package var purchase: String?
  package var account: String?
  /// What is sent, octet by octet.
  package var body: String
  package var attempts: [Attempt] = []
  /// When it is sent next; `nil` for never again.
  package var sendAt: Date?

  package var isDelivered: Bool { attempts.last?.result == "SUCCESS" }
}

/// Where notifications go. Nowhere by default: they wait in the outbox.
package struct NotificationTargets: Codable, Equatable, Sendable {
  package var apple: String?
  package var appleV1: String?
  package var google: String?
  package var amazon: String?

  package init() {}

  func url(for form: OutboxItem.Form) -> String? {
    switch form {
    case .appleV2: apple
    case .appleV1: appleV1
    case .googlePush: google
    case .amazonMessage: amazon
    }
  }
}

/// When a store tries again.
package enum RetrySchedule {
  /// The pause after so many attempts; `nil` where it gives up.
  package static func pause(
    after attempts: Int,
    form: OutboxItem.Form,
    sandbox: Bool
  ) -> TimeInterval? {
    let hours: [Double] =
      switch form {
      case .appleV2 where sandbox, .appleV1 where sandbox: []
      case .appleV2: [1, 12, 24, 48, 72]
      case .appleV1: [6, 24, 48]
      // Pub/Sub keeps what nobody acknowledged for seven days, and waits ten minutes at most.
      case .googlePush: attempts <= 1_000 ? Array(repeating: 1.0 / 6, count: 1_000) : []
      case .amazonMessage: [1.0 / 60, 1.0 / 60, 1.0 / 60]
      }
    guard hours.indices.contains(attempts - 1) else { return nil }
    return hours[attempts - 1] * 3_600
  }
}

/// A receipt that was given out, by the mark inside.
struct GivenReceipt: Codable, Sendable {
  var account: String
  var app: String
  var isSandbox: Bool
  var madeAt: Date
  /// Of all its octets: what was changed since is no receipt of this store.
  var checksum: UInt64

  static func checksum(_ octets: some Sequence<UInt8>) -> UInt64 {
    octets.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }
}

/// Everything a simulator goes on with after a restart.
package struct SimulatorState: Codable, Sendable {
  package var world: SimulatedWorld
  /// Tells this world's outbox from that of any other.
  package private(set) var identity = UUID().uuidString
  package var outbox: [OutboxItem] = []
  package var targets = NotificationTargets()
  /// How far the virtual clock is ahead of the real one.
  package var lead: TimeInterval = 0
  /// How many of the world's notifications are in the outbox.
  var told = 0
  var receipts: [String: GivenReceipt] = [:]
  /// Identifiers of test notifications by Apple's token for them.
  var tests: [String: String] = [:]
  /// What waits in Microsoft's clawback queue.
  var clawbacks: [QueuedClawback] = []
  /// Answers to Apple's questions about refunds, by transaction.
  package var consumptions: [String: String] = [:]

  /// By their requests' identifiers.
  var massExtensions: [String: MassExtension]?
  /// How long the outbox was each time that the world was taken up again: numbers beyond were given
  /// out by a process that died before it wrote them down, maybe, and are given out anew.
  private var restarts: [Int]?

  package init(world: SimulatedWorld) { self.world = world }

  /// Takes the world up where it was written down last. Whoever does so writes it down again before
  /// anything else happens.
  package mutating func resume() { restarts = (restarts ?? []) + [outbox.count] }

  /// The place in the outbox up to which a reader knows what is in it now.
  func place(of cursor: OutboxCursor) -> Int {
    let restarts = restarts ?? []
    guard cursor.run <= restarts.count, cursor.place <= outbox.count || cursor.run < restarts.count
    else { return 0 }
    return restarts.dropFirst(cursor.run).reduce(cursor.place, min)
  }

  func cursor(at place: Int) -> OutboxCursor {
    OutboxCursor(run: restarts?.count ?? 0, place: place)
  }
}

/// How far a reader is in an outbox, as one number: a place counts only within one run of the
/// simulator.
struct OutboxCursor: Equatable {
  /// How often the world had been taken up again.
  var run: Int
  var place: Int

  private static let width = 32

  init(run: Int, place: Int) { (self.run, self.place) = (run, place) }

  /// A number that nobody was given reads as the beginning.
  init(_ number: Int) {
    self.init(run: max(number, 0) >> Self.width, place: max(number, 0) & (1 << Self.width - 1))
  }

  var number: Int { run << Self.width | place }
}
