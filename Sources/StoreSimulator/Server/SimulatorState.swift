package import Foundation

/// A notification in its store's wire format, ready to be sent, fetched or looked up.
package struct OutboxItem: Codable, Equatable, Sendable {
  package enum Form: String, Codable, Sendable {
    case appleV2 = "apple-v2"
    case appleV1 = "apple-v1"
    case googlePush = "google-push"
    case amazonMessage = "amazon-message"
  }

  package struct Attempt: Codable, Equatable, Sendable {
    package var at: Date
    /// Apple's result code (sendAttemptResult).
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
  /// The exact text to send.
  package var body: String
  package var attempts: [Attempt] = []
  /// The next attempt; `nil` for none.
  package var sendAt: Date?

  package var isDelivered: Bool { attempts.last?.result == "SUCCESS" }
}

/// The notification URLs. None by default: notifications wait in the outbox.
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

/// The stores' retry schedules.
package enum RetrySchedule {
  /// The pause after this many attempts; `nil` if the store gives up.
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
      // Pub/Sub retries for seven days, with pauses of at most ten minutes.
      case .googlePush: attempts <= 1_000 ? Array(repeating: 1.0 / 6, count: 1_000) : []
      case .amazonMessage: [1.0 / 60, 1.0 / 60, 1.0 / 60]
      }
    guard hours.indices.contains(attempts - 1) else { return nil }
    return hours[attempts - 1] * 3_600
  }
}

/// An issued receipt, found by the ID inside.
struct IssuedReceipt: Codable, Sendable {
  var account: String
  var app: String
  var isSandbox: Bool
  var madeAt: Date
  /// The checksum of the whole receipt: a changed receipt is not this store's.
  var checksum: UInt64

  static func checksum(_ octets: some Sequence<UInt8>) -> UInt64 {
    octets.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }
}

/// The saved state of a simulator.
package struct SimulatorState: Codable, Sendable {
  package var world: SimulatedWorld
  /// Identifies this world's outbox.
  package private(set) var identity = UUID().uuidString
  package var outbox: [OutboxItem] = []
  package var targets = NotificationTargets()
  /// How far the virtual clock is ahead of the real one.
  package var lead: TimeInterval = 0
  /// How many of the world's notifications are in the outbox.
  var sentNotification = 0
  var receipts: [String: IssuedReceipt] = [:]
  /// Identifiers of test notifications by Apple's token.
  var tests: [String: String] = [:]
  /// The events in Microsoft's clawback queue.
  var clawbacks: [QueuedClawback] = []
  /// Consumption information sent for Apple's refund requests, by transaction.
  package var consumptions: [String: String] = [:]

  /// By request identifier.
  var massExtensions: [String: MassExtension]?
  /// The outbox's length at each resumption: a process that died before saving may have assigned
  /// higher numbers, which are assigned again.
  private var restarts: [Int]?

  package init(world: SimulatedWorld) { self.world = world }

  /// Resumes the saved world. The caller must save it again before any other change.
  package mutating func resume() { restarts = (restarts ?? []) + [outbox.count] }

  /// The index in the outbox up to which the reader of this cursor knows its present content.
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

/// A reader's position in an outbox, as one number: an index is valid only within one run of the
/// simulator.
struct OutboxCursor: Equatable {
  /// How often the world was resumed before.
  var run: Int
  var place: Int

  private static let width = 32

  init(run: Int, place: Int) { (self.run, self.place) = (run, place) }

  /// An invalid number reads as the beginning.
  init(_ number: Int) {
    self.init(run: max(number, 0) >> Self.width, place: max(number, 0) & (1 << Self.width - 1))
  }

  var number: Int { run << Self.width | place }
}
