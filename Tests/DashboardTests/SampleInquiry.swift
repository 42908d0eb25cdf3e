import Dashboard
import Entitlements
import Foundation

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
    newestAt: days(-0.01)
  )

  static let queues = [
    SavedQueue(name: "billing-trouble", list: .subs, query: "state:grace,hold"),
    SavedQueue(name: "refund-asked", list: .events, query: "refundRequested since:30d"),
    SavedQueue(name: "rejected", list: .receipts, query: "has:error"),
  ]

  static let letters = [
    Letter(
      title: "I paid and have no access",
      text: "I paid, GPA.3372-4648-1234-56789, no access!"
    ),
    Letter(title: "Charged twice", text: "You charged me twice: ada@example.com"),
  ]
}
