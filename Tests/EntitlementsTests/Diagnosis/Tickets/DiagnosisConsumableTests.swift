import Entitlements
import Foundation
import Testing

@Suite struct `A consumable that is missing` {
  private static func used(_ order: String, _ count: Int, on day: Double) -> OperatorAction {
    OperatorAction(
      .consume(Story.order(order), count: count),
      by: "app",
      statementSource: StatementSource(ID("use-\(day)"), at: Story.day(day))
    )
  }

  @Test(arguments: [
    DiagnosisCase(
      "verified, and nothing used",
      .consumableMissing,
      Story.file([Story.coins()]),
      at: 1,
      .consumableNotDelivered,
      ["coins-used": .fail, "coins-left": .pass]
    ),
    DiagnosisCase(
      "some is left",
      .consumableMissing,
      Story.file([Story.coins()], acts: [used("c1", 1, on: 1)]),
      at: 2,
      .consumablePartlyUsed
    ),
    DiagnosisCase(
      "used up",
      .consumableMissing,
      Story.file([Story.coins()], acts: [used("c1", 1, on: 1), used("c1", 1, on: 2)]),
      at: 3,
      .consumableUsedUp,
      ["coins-left": .fail]
    ),
    DiagnosisCase(
      "the app told the store that it delivered",
      .consumableMissing,
      Story.file([Story.coins()], notices: [Story.told(.consumed, on: 1, chain: "c1")]),
      at: 2,
      .consumedAtStore
    ),
    DiagnosisCase(
      "refunded",
      .consumableMissing,
      Story.file([Story.coins(cancelled: 1)]),
      at: 2,
      .purchaseRefunded,
      ["coins-kept": .fail]
    ),
    DiagnosisCase(
      "refunded because nobody acknowledged it",
      .consumableMissing,
      Story.file([Story.coins("GPA.1", store: .google, cancelled: 3)]),
      at: 4,
      .refundedUnacknowledged,
      ["coins-acknowledged": .fail]
    ),
    DiagnosisCase(
      "acknowledged, and refunded after three days",
      .consumableMissing,
      Story.file(
        [Story.coins("GPA.1", store: .google, cancelled: 3)],
        notices: [Story.told(.acknowledged, on: 1, chain: "GPA.1", store: .google)]
      ),
      at: 4,
      .purchaseRefunded
    ),
    DiagnosisCase(
      "the receipt was refused",
      .consumableMissing,
      Story.file(documents: [Story.document("bad", received: 1, rejected: "bad-signature")]),
      at: 2,
      .receiptRejected,
      ["coins-receipt": .fail]
    ),
    DiagnosisCase(
      "bought once before, and the receipt of the second was refused",
      .consumableMissing,
      Story.file(
        [Story.coins()],
        acts: [used("c1", 2, on: 1)],
        documents: [Story.document("bad", received: 5, rejected: "malformed")]
      ),
      at: 6,
      .receiptRejected
    ),
    DiagnosisCase(
      "another user has it",
      .consumableMissing,
      Story.file(
        [Story.coins(user: "bob")],
        asked: Story.asking("c1", orders: [Story.order("c1")])
      ),
      at: 1,
      .ownedByOtherUser,
      ["coins-owner": .fail]
    ),
    DiagnosisCase(
      "a tester's coins",
      .consumableMissing,
      Story.file([Story.coins(environment: .sandbox)]),
      at: 1,
      .sandboxOnly
    ),
    DiagnosisCase(
      "a product that the catalog lacks",
      .consumableMissing,
      Story.file([Story.sale("c", of: "gems", chain: "c", kind: .consumable, from: 0)]),
      at: 1,
      .productNotInCatalog,
      ["coins-catalog": .fail]
    ),
    DiagnosisCase(
      "no inventory was kept",
      .consumableMissing,
      {
        var file = Story.file([Story.coins()]); file.inventory = []; return file
      }(),
      at: 1,
      .deliveryUnknown,
      ["coins-left": .unknown]
    ),
    DiagnosisCase(
      "not approved yet",
      .consumableMissing,
      Story.file(notices: [Story.told(.pending, on: 1)]),
      at: 2,
      .purchasePending
    ),
    DiagnosisCase(
      "nothing on file",
      .consumableMissing,
      Story.file(),
      at: 1,
      .noPurchaseOnFile,
      ["coins-sale": .unknown]
    ),
  ])
  func `tells what became of a consumable`(story: DiagnosisCase) { story.run() }
}
