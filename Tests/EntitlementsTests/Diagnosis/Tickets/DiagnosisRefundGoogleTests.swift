import Entitlements
import Foundation
import Testing

@Suite struct `A refund at Google` {
  static let monthly = Story.sale("1", from: 0, until: 30)

  @Test(arguments: [
    DiagnosisCase(
      "it can be given",
      .refundGoogle,
      Story.file([Story.google()]),
      at: 1,
      .refundPossible,
      [
        "google-sale": .pass, "google-charged": .pass, "google-refunded": .pass,
        "google-age": .pass, "google-consumed": .notApplicable,
      ]
    ),
    DiagnosisCase(
      "given",
      .refundGoogle,
      Story.file([Story.google(cancelled: 3)]),
      at: 4,
      .refundedAlready,
      ["google-refunded": .fail, "google-ended": .pass]
    ),
    DiagnosisCase(
      "given, and access goes on",
      .refundGoogle,
      Story.file(
        [Story.google()],
        notices: [
          Story.told(.refunded, on: 3, chain: "GPA.1234-5678-9012-00001", store: .google)
        ]
      ),
      at: 4,
      .refundedAccessRemains,
      ["google-ended": .fail]
    ),
    DiagnosisCase(
      "more than three years ago",
      .refundGoogle,
      Story.file([Story.google()]),
      at: 1_097,
      .tooOldToRefund,
      ["google-age": .fail]
    ),
    DiagnosisCase(
      "three years ago to the day",
      .refundGoogle,
      Story.file([Story.google()]),
      at: 1_096,
      .refundPossible
    ),
    DiagnosisCase(
      "under review",
      .refundGoogle,
      Story.file(
        [Story.google()],
        notices: [
          Story.told(.refundRequested, on: 3, chain: "GPA.1234-5678-9012-00001", store: .google)
        ]
      ),
      at: 3.5,
      .refundUnderReview,
      ["google-review": .fail]
    ),
    DiagnosisCase(
      "on its way, and Google asked nothing",
      .refundGoogle,
      Story.file(
        [Story.google()],
        notices: [
          Story.told(
            .refundRequested,
            on: 3,
            chain: "GPA.1234-5678-9012-00001",
            store: .google,
            document: "order"
          )
        ],
        documents: [Story.document("order", received: 3, kind: "google-order")]
      ),
      at: 3.5,
      .refundAwaited,
      ["google-review": .pass]
    ),
    DiagnosisCase(
      "coins that were used",
      .refundGoogle,
      Story.file(
        [Story.coins("GPA.1", store: .google)],
        acts: [
          OperatorAction(
            .consume(Story.order("GPA.1", .google), count: 1),
            by: "app",
            statementSource: StatementSource(ID("u"), at: Story.day(1))
          )
        ]
      ),
      at: 2,
      .refundPossible,
      ["google-consumed": .fail]
    ),
    DiagnosisCase(
      "bought at the App Store",
      .refundGoogle,
      Story.file([monthly]),
      at: 1,
      .boughtInOtherStore
    ),
    DiagnosisCase("nothing on file", .refundGoogle, Story.file(), at: 1, .noPurchaseOnFile),
  ])
  func `tells how a refund at Google stands`(story: DiagnosisCase) { story.run() }
}
