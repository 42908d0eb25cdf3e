import Entitlements
import Foundation

@testable import Dashboard

extension Sample {
  static let googleOrder = Record.order(
    OrderRow(
      order: order(
        "GPA.3399-0011-2233-44556..3",
        original: "GPA.3399-0011-2233-44556",
        "premium",
        from: -3,
        until: 27,
        store: .google
      ),
      chainState: nil
    )
  )

  static let refundProposal = Proposal(
    id: "1f0a77c2",
    Action.refund.rawValue,
    on: "GPA.3399-0011-2233-44556..3",
    values: ["endAccess": "yes", "reason": "charged twice"],
    because: "The customer was charged twice for the same month, and never used the second.",
    by: "Kim's assistant",
    at: now.addingTimeInterval(-60)
  )

  static let grantProposal = Proposal(
    id: "9b3c0d11",
    Action.grant.rawValue,
    on: "ada",
    values: ["key": "pro", "until": "30d"],
    because: "Make up for the outage.",
    by: "Kim's assistant",
    at: now.addingTimeInterval(-30)
  )
}
