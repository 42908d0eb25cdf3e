import Entitlements
import Foundation

@testable import Dashboard

extension Sample {
  static let health = LedgerHealth(
    summary: LedgerSummary(
      users: 3_214,
      orders: 41_872,
      documents: 5_030,
      rejected: 12,
      fileBytes: 1_258_291
    ),
    jobs: [.done: 40, .failed: 2],
    audited: 3,
    newestAt: days(-0.01)
  )

  static func health(of log: SharedLogStatus) -> LedgerHealth {
    var health = health
    health.sharedLog = log
    return health
  }

  /// The ledger follows a shared log.
  static var log: SharedLogStatus {
    var log = SharedLogStatus(node: "desk-2", part: 0, genesis: "empty-1", position: 48_211)
    log.answeredAt = now
    log.others = ["desk-1", "server"]
    return log
  }

  /// The log hasn't answered for a minute.
  static var silentLog: SharedLogStatus {
    var log = log
    log.answeredAt = now.addingTimeInterval(-60)
    return log
  }

  static let queues = [
    SavedQueue(name: "billing-trouble", list: .subs, query: "state:grace,hold"),
    SavedQueue(name: "refund-asked", list: .events, query: "refundRequested since:30d"),
    SavedQueue(name: "rejected", list: .receipts, query: "has:error"),
  ]

  static let letters = [
    TicketMessage(
      title: "I paid and have no access",
      text: "I paid, GPA.3372-4648-1234-56789, no access!"
    ),
    TicketMessage(title: "Charged twice", text: "You charged me twice: ada@example.com"),
  ]

  /// As many as the demo has.
  static let tickets = [
    "I paid and have no access", "I was charged twice", "My plan is gone on the new phone",
    "Cancelled but charged", "Refund me, please", "It says grace period; what is that?",
    "Downgraded, still charged the old price", "My daughter's purchase does not show",
    "Coins never arrived", "Restore finds nothing", "Somebody else has my subscription",
    "The trial ended too early",
  ].map { TicketMessage(title: $0, text: "\($0). GPA.3372-4648-1234-56789") }

  static let supportQueues = [
    ("billing-trouble", ListKind.subs), ("lapsing", .subs), ("refund-asked", .events),
    ("paid-without-right", .users), ("bought-twice", .users), ("unmatched", .orders),
    ("rejected", .receipts), ("unverified", .receipts),
  ].map { SavedQueue(name: $0, list: $1, query: "has:error") }

  static let memory = SessionState(
    lines: ["orders state:grace", "user grace", "users since:7d"],
    visited: ["orders state:grace", "why GPA.3372-4648-1234-56789", "user ada"]
  )

  static let nothing = LedgerHealth(
    summary: LedgerSummary(users: 0, orders: 0, documents: 0, rejected: 0, fileBytes: 163_840),
    jobs: [:],
    audited: 0,
    newestAt: nil
  )
}
