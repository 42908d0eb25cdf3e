import Entitlements
import Foundation
import Testing

@Suite struct `Cancelled, but charged` {
  static let monthly = Story.sale("1", from: 0, until: 30)
  static let second = Story.sale("2", from: 30, until: 60)

  @Test(arguments: [
    DiagnosisCase(
      "off a week before",
      .cancelledButCharged,
      Story.file(
        [monthly, second],
        notices: [
          Story.told(.renewalTurnedOff, on: 23),
          Story.told(.renewed, on: 30, order: "2", document: "renewal"),
        ]
      ),
      at: 31,
      .chargedDespiteRenewalOff,
      ["cancel-before": .pass, "cancel-in-time": .pass]
    ),
    DiagnosisCase(
      "off a week before, and nobody says whether it renewed or was bought by hand",
      .cancelledButCharged,
      Story.file([monthly, second], notices: [Story.told(.renewalTurnedOff, on: 23)]),
      at: 31,
      .renewalStatusUnknown,
      ["cancel-before": .pass, "cancel-in-time": .pass]
    ),
    DiagnosisCase(
      "off an hour before",
      .cancelledButCharged,
      Story.file([monthly, second], notices: [Story.told(.renewalTurnedOff, on: 29.95)]),
      at: 31,
      .renewalOffTooLate,
      ["cancel-in-time": .fail]
    ),
    DiagnosisCase(
      "an hour before, at Google, which may charge before the period ends",
      .cancelledButCharged,
      Story.file(
        [
          Story.sale("GPA.1", chain: "GPA.1", store: .google, from: 0, until: 30),
          Story.sale("GPA.1..0", chain: "GPA.1", store: .google, from: 30, until: 60),
        ],
        notices: [Story.told(.renewalTurnedOff, on: 29.95, chain: "GPA.1", store: .google)]
      ),
      at: 31,
      .renewalStatusUnknown
    ),
    DiagnosisCase(
      "two days before, at Google",
      .cancelledButCharged,
      Story.file(
        [
          Story.sale("GPA.1", chain: "GPA.1", store: .google, from: 0, until: 30),
          Story.sale("GPA.1..0", chain: "GPA.1", store: .google, from: 30, until: 60),
        ],
        notices: [Story.told(.renewalTurnedOff, on: 28, chain: "GPA.1", store: .google)]
      ),
      at: 31,
      .chargedDespiteRenewalOff
    ),
    DiagnosisCase(
      "found off an hour before, and since nobody knows when",
      .cancelledButCharged,
      Story.file([monthly, second], renewalStatuses: [Story.said(on: 29.95, renews: false)]),
      at: 31,
      .renewalStatusUnknown,
      ["cancel-in-time": .unknown]
    ),
    DiagnosisCase(
      "off the day after",
      .cancelledButCharged,
      Story.file([monthly, second], notices: [Story.told(.renewalTurnedOff, on: 31)]),
      at: 32,
      .renewalOffAfterCharge,
      ["cancel-before": .fail]
    ),
    DiagnosisCase(
      "off and on again",
      .cancelledButCharged,
      Story.file(
        [monthly, second],
        notices: [Story.told(.renewalTurnedOff, on: 10), Story.told(.renewalTurnedOn, on: 20)]
      ),
      at: 31,
      .renewalTurnedOnAgain
    ),
    DiagnosisCase(
      "never off",
      .cancelledButCharged,
      Story.file([monthly, second], renewalStatuses: [Story.said(on: 30, renews: true)]),
      at: 31,
      .renewalNeverOff,
      ["cancel-told": .pass]
    ),
    DiagnosisCase(
      "nobody said",
      .cancelledButCharged,
      Story.file([monthly, second]),
      at: 31,
      .renewalStatusUnknown,
      ["cancel-told": .unknown, "cancel-before": .unknown]
    ),
    DiagnosisCase(
      "off in an earlier month, and renewed since",
      .cancelledButCharged,
      Story.file(
        [monthly, second, Story.sale("3", from: 60, until: 90)],
        notices: [Story.told(.renewalTurnedOff, on: 10)]
      ),
      at: 61,
      .renewalStatusUnknown
    ),
    DiagnosisCase(
      "another one is off",
      .cancelledButCharged,
      Story.file(
        [monthly, second, Story.sale("7", of: "family.monthly", chain: "7", from: 5, until: 35)],
        renewalStatuses: [
          Story.said(on: 30, renews: true), Story.said(on: 20, renews: false, chain: "7"),
        ]
      ),
      at: 31,
      .otherSubscriptionCancelled,
      ["cancel-other": .fail]
    ),
    DiagnosisCase(
      "bought again",
      .cancelledButCharged,
      Story.file(
        [monthly, Story.sale("2", from: 50, until: 80)],
        renewalStatuses: [Story.said(on: 10, renews: false)]
      ),
      at: 51,
      .boughtAgain,
      ["cancel-lapsed": .fail]
    ),
    DiagnosisCase(
      "the first purchase",
      .cancelledButCharged,
      Story.file([monthly]),
      at: 1,
      .chargeNotARenewal,
      ["cancel-charge": .fail]
    ),
    DiagnosisCase(
      "a change of plan at Google",
      .cancelledButCharged,
      Story.file(
        [
          Story.sale("GPA.1", chain: "GPA.1", store: .google, from: 0, until: 30),
          Story.sale(
            "GPA.2",
            of: "pro.yearly",
            chain: "GPA.2",
            store: .google,
            from: 9,
            until: 374
          ),
        ],
        links: [
          Link(.predecessor, "GPA.1", of: Story.chain("GPA.2", .google), evidence: ID("x"))
        ]
      ),
      at: 10,
      .chargedForUpgrade
    ),
    DiagnosisCase(
      "given back",
      .cancelledButCharged,
      Story.file([monthly, Story.sale("2", from: 30, until: 60, cancelled: 33, as: .refunded)]),
      at: 34,
      .refundedAlready,
      ["cancel-refunded": .fail]
    ),
    DiagnosisCase(
      "a trial cost nothing",
      .cancelledButCharged,
      Story.file([Story.sale("1", from: 0, until: 7, offer: .trial, price: nil)]),
      at: 1,
      .nothingWasCharged
    ),
    DiagnosisCase(
      "nothing on file",
      .cancelledButCharged,
      Story.file(),
      at: 1,
      .noPurchaseOnFile,
      ["cancel-charge": .unknown]
    ),
  ])
  func `tells whether renewal was off when it was charged`(story: DiagnosisCase) { story.run() }
}
