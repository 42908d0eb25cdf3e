import Entitlements
import Foundation
import Testing

@Suite struct `A restore that fails` {
  static let monthly = Story.sale("1", from: 0, until: 30)
  static let lifetime = Story.sale(
    "9",
    of: "pro.lifetime",
    chain: "9",
    kind: .nonConsumable,
    from: 0
  )

  @Test(arguments: [
    DiagnosisCase(
      "another user claimed it first and keeps it",
      .restoreFails,
      Story.file(
        [Story.sale("1", of: "pro.lifetime", kind: .nonConsumable, from: 0, user: "bob")],
        claims: [Story.chain(): [Story.claim("bob", on: 0), Story.claim("ada", on: 5)]],
        policy: .keep
      ),
      at: 6,
      .ownedByOtherUser,
      ["restore-owner": .fail]
    ),
    DiagnosisCase(
      "coins cannot be restored",
      .restoreFails,
      Story.file([Story.coins()]),
      at: 1,
      .onlyConsumables,
      ["restore-kind": .fail]
    ),
    DiagnosisCase(
      "the receipt of another store account",
      .restoreFails,
      Story.file(documents: [Story.document("empty", received: 5, purchases: 0)]),
      at: 6,
      .receiptWithoutPurchases,
      ["restore-contents": .fail]
    ),
    DiagnosisCase(
      "the receipt was refused",
      .restoreFails,
      Story.file(documents: [Story.document("bad", received: 5, rejected: "wrong-app")]),
      at: 6,
      .receiptRejected,
      ["restore-believed": .fail]
    ),
    DiagnosisCase(
      "the app never sent anything",
      .restoreFails,
      Story.file(),
      at: 6,
      .noReceiptSince,
      ["restore-document": .unknown]
    ),
    DiagnosisCase(
      "the app has sent nothing for weeks",
      .restoreFails,
      Story.file([monthly]),
      at: 45,
      .noReceiptSince,
      ["restore-document": .fail]
    ),
    DiagnosisCase(
      "what could be restored is refunded",
      .restoreFails,
      Story.file([Story.sale("1", from: 0, until: 30, cancelled: 3, as: .refunded)]),
      at: 4,
      .purchaseRefunded
    ),
    DiagnosisCase("it worked", .restoreFails, Story.file([lifetime]), at: 1, .accessIsActive),
  ])
  func `tells why restoring fails`(story: DiagnosisCase) { story.run() }
}
