import Entitlements
import Foundation
import Testing

@Suite struct `Pending, or in a family` {
  static let monthly = Story.sale("1", from: 0, until: 30)

  @Test(arguments: [
    DiagnosisCase(
      "waiting for approval",
      .pendingOrFamily,
      Story.file(notices: [Story.told(.pending, on: 1)]),
      at: 2,
      .purchasePending,
      ["pending-now": .fail]
    ),
    DiagnosisCase(
      "waiting for payment at Google",
      .pendingOrFamily,
      Story.file(renewalStatuses: [Story.said(.pending, on: 1, chain: "token-1", store: .google)]),
      at: 2,
      .purchasePending
    ),
    DiagnosisCase(
      "called off",
      .pendingOrFamily,
      Story.file(notices: [Story.told(.pending, on: 1), Story.told(.pendingCancelled, on: 2)]),
      at: 3,
      .pendingCancelled,
      ["pending-now": .pass, "pending-over": .fail]
    ),
    DiagnosisCase(
      "approved",
      .pendingOrFamily,
      Story.file([Story.sale("1", from: 2, until: 32)], notices: [Story.told(.pending, on: 1)]),
      at: 3,
      .pendingCompleted,
      ["pending-now": .pass]
    ),
    DiagnosisCase(
      "approved, and refunded since",
      .pendingOrFamily,
      Story.file(
        [Story.sale("1", from: 2, until: 32, cancelled: 5, as: .refunded)],
        notices: [Story.told(.pending, on: 1)]
      ),
      at: 6,
      .purchaseRefunded,
      ["pending-over": .fail]
    ),
    DiagnosisCase(
      "shared",
      .pendingOrFamily,
      Story.file([Story.sale("1", from: 0, until: 30, price: nil, ownership: .familyShared)]),
      at: 1,
      .familyShared,
      ["family-owner": .fail, "family-holds": .pass]
    ),
    DiagnosisCase(
      "shared no longer",
      .pendingOrFamily,
      Story.file([
        Story.sale("1", from: 0, until: 30, cancelled: 5, as: .revoked, ownership: .familyShared)
      ]),
      at: 6,
      .familyAccessEnded,
      ["family-holds": .fail]
    ),
    DiagnosisCase(
      "withdrawn, and the customer's own",
      .pendingOrFamily,
      Story.file([Story.sale("1", from: 0, until: 30, cancelled: 5, as: .revoked)]),
      at: 6,
      .purchaseRevoked,
      ["family-owner": .pass]
    ),
    DiagnosisCase(
      "the customer's own",
      .pendingOrFamily,
      Story.file([monthly]),
      at: 6,
      .accessIsActive,
      ["family-owner": .pass, "family-holds": .notApplicable]
    ),
    DiagnosisCase(
      "coins at Apple, which tells of nothing before it is approved",
      .pendingOrFamily,
      Story.file([Story.sale("1", of: "coins.100", kind: .consumable, from: 0)]),
      at: 6,
      .cannotTellYet
    ),
    DiagnosisCase(
      "a receipt that does not say",
      .pendingOrFamily,
      Story.file([Story.sale("1", from: 0, until: 30, price: nil, country: nil, ownership: nil)]),
      at: 1,
      .familyStatusUnknown,
      ["family-owner": .unknown]
    ),
    DiagnosisCase("nothing on file", .pendingOrFamily, Story.file(), at: 1, .noPurchaseOnFile),
  ])
  func `tells whether a purchase waits or is shared`(story: DiagnosisCase) { story.run() }
}
