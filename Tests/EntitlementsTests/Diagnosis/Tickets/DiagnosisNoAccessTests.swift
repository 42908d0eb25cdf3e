import Entitlements
import Foundation
import Testing

@Suite struct `Paid, and no access` {
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
      "everything is there",
      .noAccess,
      Story.file([monthly]),
      at: 10,
      .accessIsActive,
      ["access-right": .pass, "access-running": .pass, "access-catalog": .pass]
    ),
    DiagnosisCase(
      "nothing of the kind is known",
      .noAccess,
      Story.file([], asked: Story.asking("x", isFound: false), user: nil),
      at: 0,
      .nothingFound,
      ["access-purchase": .unknown, "access-running": .notApplicable]
    ),
    DiagnosisCase(
      "an order number of Apple's",
      .noAccess,
      Story.file([], asked: Story.asking("MK1234ABCD", isFound: false), user: nil),
      at: 0,
      .orderNumberUnknown
    ),
    DiagnosisCase(
      "a receipt of another store account",
      .noAccess,
      Story.file(documents: [Story.document("empty", received: 5, purchases: 0)]),
      at: 30,
      .receiptWithoutPurchases
    ),
    DiagnosisCase("a user without purchases", .noAccess, Story.file(), at: 0, .noPurchaseOnFile),
    DiagnosisCase(
      "a receipt that was refused",
      .noAccess,
      Story.file(documents: [Story.document("bad", received: 1, rejected: "bad-signature")]),
      at: 2,
      .receiptRejected,
      ["access-receipt": .fail]
    ),
    DiagnosisCase(
      "bought again after the end, and the receipt was refused",
      .noAccess,
      Story.file(
        [monthly],
        renewalStatuses: [Story.said(.ended(.voluntary), on: 30)],
        documents: [Story.document("bad", received: 40, rejected: "wrong-app")]
      ),
      at: 41,
      .receiptRejected
    ),
    DiagnosisCase(
      "refused once, and believed since",
      .noAccess,
      Story.file(
        [monthly],
        documents: [
          Story.document("bad", received: -1, rejected: "bad-signature"),
          Story.document("sale-apple-1", received: 0),
        ]
      ),
      at: 10,
      .accessIsActive,
      ["access-receipt": .pass]
    ),
    DiagnosisCase(
      "another user has it",
      .noAccess,
      Story.file([Story.sale("1", from: 0, until: 30, user: "bob")]),
      at: 10,
      .ownedByOtherUser,
      ["access-owner": .fail]
    ),
    DiagnosisCase(
      "nobody has it, and it was refunded",
      .noAccess,
      Story.file(
        [Story.sale("1", from: 0, until: 30, cancelled: 5, as: .refunded, user: nil)],
        asked: Story.asking("1", orders: [Story.order("1")])
      ),
      at: 10,
      .purchaseRefunded
    ),
    DiagnosisCase(
      "nobody has it, and it ended",
      .noAccess,
      Story.file(
        [Story.sale("1", from: 0, until: 30, user: nil)],
        renewalStatuses: [Story.said(.ended(.voluntary), on: 30, renews: false)],
        asked: Story.asking("1", orders: [Story.order("1")])
      ),
      at: 60,
      .subscriptionExpired
    ),
    DiagnosisCase(
      "nobody has it",
      .noAccess,
      Story.file(
        [Story.sale("1", from: 0, until: 30, user: nil)],
        asked: Story.asking("1", orders: [Story.order("1")])
      ),
      at: 10,
      .ownedByNobody
    ),
    DiagnosisCase(
      "everybody who claims it has it",
      .noAccess,
      Story.file(
        [Story.sale("1", from: 0, until: 30, user: "bob")],
        claims: [Story.chain(): [Story.claim("bob", on: 0), Story.claim("ada", on: 1)]],
        policy: .share
      ),
      at: 10,
      .rightMissing,
      ["access-owner": .pass]
    ),
    DiagnosisCase(
      "a tester's purchase",
      .noAccess,
      Story.file([Story.sale("1", environment: .sandbox, from: 0, until: 30)]),
      at: 10,
      .sandboxOnly,
      ["access-environment": .fail]
    ),
    DiagnosisCase(
      "a product that the catalog lacks",
      .noAccess,
      Story.file([Story.sale("1", of: "pro.weekly", from: 0, until: 7)]),
      at: 1,
      .productNotInCatalog,
      ["access-catalog": .fail]
    ),
    DiagnosisCase(
      "a product that gives nothing",
      .noAccess,
      Story.file([Story.sale("1", of: "hollow", kind: .nonConsumable, from: 0)]),
      at: 1,
      .productGivesNoRight
    ),
    DiagnosisCase(
      "no catalog at all",
      .noAccess,
      Story.file([monthly], catalog: nil),
      at: 1,
      .accessIsActive,
      ["access-catalog": .unknown]
    ),
  ])
  func `is explained by what was filed, and for whom`(story: DiagnosisCase) { story.run() }

  @Test(arguments: [
    DiagnosisCase(
      "the customer had turned renewal off",
      .noAccess,
      Story.file([monthly], renewalStatuses: [Story.said(on: 5, renews: false)], heard: 31),
      at: 30.05,
      .subscriptionExpired,
      ["access-running": .fail, "access-heard": .pass]
    ),
    DiagnosisCase(
      "nothing was heard since the end",
      .noAccess,
      Story.file([monthly]),
      at: 31,
      .renewalNotReceived,
      ["access-heard": .fail]
    ),
    DiagnosisCase(
      "nothing was heard for half a year",
      .noAccess,
      Story.file([monthly]),
      at: 200,
      .renewalUnconfirmed,
      ["access-heard": .fail]
    ),
    DiagnosisCase(
      "a renewal was announced, and its sale never came",
      .noAccess,
      Story.file([monthly], notices: [Story.told(.renewed, on: 30.1, order: "2")]),
      at: 31,
      .saleNotOnFile
    ),
    DiagnosisCase(
      "the end of a hold was announced, and its sale never came",
      .noAccess,
      Story.file([monthly], notices: [Story.told(.recovered, on: 30.1, order: "2")]),
      at: 31,
      .cannotTellYet
    ),
    DiagnosisCase(
      "only hearsay tells of it, and of nobody who has it",
      .noAccess,
      Story.file([Story.sale("1", from: 0, until: 30, user: nil, by: .hearsay)]),
      at: 10,
      .saleUnconfirmed,
      ["access-running": .unknown]
    ),
    DiagnosisCase(
      "only hearsay tells of its renewal",
      .noAccess,
      Story.file([monthly, Story.sale("2", from: 30, until: 60, stated: 29, by: .hearsay)]),
      at: 31,
      .saleUnconfirmed
    ),
    DiagnosisCase(
      "hearsay of a later sale while the confirmed one runs",
      .noAccess,
      Story.file([monthly, Story.sale("2", of: "other", from: 5, until: 60, by: .hearsay)]),
      at: 10,
      .accessIsActive,
      ["access-right": .pass]
    ),
    DiagnosisCase(
      "on hold",
      .noAccess,
      Story.file([monthly], renewalStatuses: [Story.said(.billingRetry(until: nil), on: 30)]),
      at: 31,
      .paymentOnHold
    ),
    DiagnosisCase(
      "refunded",
      .noAccess,
      Story.file([Story.sale("1", from: 0, until: 30, cancelled: 3, as: .refunded)]),
      at: 4,
      .purchaseRefunded,
      ["access-kept": .fail]
    ),
    DiagnosisCase(
      "taken back by a receipt that does not say why",
      .noAccess,
      Story.file([Story.sale("1", from: 0, until: 30, cancelled: 3)]),
      at: 4,
      .takenBackWithoutReason
    ),
    DiagnosisCase(
      "withdrawn by the store",
      .noAccess,
      Story.file([Story.sale("1", from: 0, until: 30, cancelled: 3, as: .revoked)]),
      at: 4,
      .purchaseRevoked
    ),
    DiagnosisCase(
      "waiting for approval",
      .noAccess,
      Story.file(notices: [Story.told(.pending, on: 1)]),
      at: 2,
      .purchasePending,
      ["access-paid": .fail]
    ),
    DiagnosisCase(
      "nothing but coins",
      .noAccess,
      Story.file([Story.coins()]),
      at: 1,
      .onlyConsumables
    ),
    DiagnosisCase(
      "a grant that ran out",
      .noAccess,
      Story.file(acts: [
        OperatorAction(
          .grant(ID("ada"), key: "premium", .production, until: Story.day(5)),
          by: "eve",
          statementSource: StatementSource(ID("g"), at: Story.day(0))
        )
      ]),
      at: 9,
      .grantEnded
    ),
    DiagnosisCase(
      "an old subscription ended, and what was bought since gives the same",
      .noAccess,
      Story.file([
        monthly, Story.sale("9", of: "pro.lifetime", chain: "9", kind: .nonConsumable, from: 50),
      ]),
      at: 60,
      .accessIsActive
    ),
    DiagnosisCase(
      "an upgrade in the chain is no loss",
      .noAccess,
      Story.file([
        Story.sale("1", from: 0, until: 30, cancelled: 10, as: .upgraded),
        Story.sale("2", of: "pro.yearly", from: 10, until: 375),
      ]),
      at: 20,
      .accessIsActive
    ),
    DiagnosisCase(
      "asked about before the refund",
      .noAccess,
      Story.file([Story.sale("1", from: 0, until: 30, cancelled: 9, as: .refunded, stated: 0)]),
      at: 4,
      .accessIsActive
    ),
  ])
  func `is explained by how the purchase stands`(story: DiagnosisCase) { story.run() }
}
