import Entitlements
import Foundation
import Testing

@Suite struct `Access lost by somebody who pays` {
  static let monthly = Story.sale("1", from: 0, until: 30)

  @Test(arguments: [
    DiagnosisCase(
      "in grace",
      .lostAccess,
      Story.file(
        [monthly],
        renewalStatuses: [Story.said(.gracePeriod(until: Story.day(46)), on: 30)]
      ),
      at: 31,
      .inGracePeriod,
      ["lost-grace": .fail, "lost-hold": .pass]
    ),
    DiagnosisCase(
      "on hold",
      .lostAccess,
      Story.file([monthly], renewalStatuses: [Story.said(.billingRetry(until: nil), on: 30)]),
      at: 31,
      .paymentOnHold,
      ["lost-hold": .fail]
    ),
    DiagnosisCase(
      "on hold, with a grant to bridge it",
      .lostAccess,
      Story.file(
        [monthly],
        renewalStatuses: [Story.said(.billingRetry(until: nil), on: 30)],
        acts: [
          OperatorAction(
            .grant(ID("ada"), key: "premium", .production, until: nil),
            by: "eve",
            statementSource: StatementSource(ID("g"), at: Story.day(30))
          )
        ]
      ),
      at: 31,
      .paymentOnHold
    ),
    DiagnosisCase(
      "paused",
      .lostAccess,
      Story.file([monthly], renewalStatuses: [Story.said(.paused(until: Story.day(60)), on: 30)]),
      at: 31,
      .subscriptionPaused,
      ["lost-pause": .fail]
    ),
    DiagnosisCase(
      "given up",
      .lostAccess,
      Story.file([monthly], renewalStatuses: [Story.said(.ended(.billing), on: 30)]),
      at: 31,
      .expiredAfterBilling,
      ["lost-end": .fail]
    ),
    DiagnosisCase(
      "did not agree to the higher price",
      .lostAccess,
      Story.file([monthly], renewalStatuses: [Story.said(.ended(.priceIncrease), on: 30)]),
      at: 31,
      .priceRiseNotAgreed
    ),
    DiagnosisCase(
      "back since yesterday",
      .lostAccess,
      Story.file(
        [monthly, Story.sale("2", from: 40, until: 70)],
        renewalStatuses: [Story.said(.billingRetry(until: nil), on: 30)]
      ),
      at: 41,
      .accessRecovered,
      ["lost-recovered": .fail]
    ),
    DiagnosisCase(
      "not heard of",
      .lostAccess,
      Story.file([monthly]),
      at: 31,
      .renewalNotReceived,
      ["lost-end": .unknown]
    ),
    DiagnosisCase("never lost", .lostAccess, Story.file([monthly]), at: 3, .accessIsActive),
    DiagnosisCase(
      "never subscribed",
      .lostAccess,
      Story.file(),
      at: 3,
      .noPurchaseOnFile,
      ["lost-hold": .notApplicable]
    ),
  ])
  func `tells why somebody who pays lost access`(story: DiagnosisCase) { story.run() }
}
