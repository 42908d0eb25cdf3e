import Entitlements
import Foundation
import Testing

@Suite struct `A refund at Apple` {
  static let monthly = Story.sale("1", from: 0, until: 30)
  static let second = Story.sale("2", from: 30, until: 60)

  @Test(arguments: [
    DiagnosisCase(
      "nobody asked for one",
      .refundApple,
      Story.file([monthly], renewalStatuses: [Story.said(on: 1, renews: true)]),
      at: 2,
      .refundOnlyByApple,
      ["apple-requested": .unknown, "apple-renews": .fail]
    ),
    DiagnosisCase(
      "asked for an hour ago",
      .refundApple,
      Story.file([monthly], notices: [Story.told(.refundRequested, on: 2, order: "1")]),
      at: 2.05,
      .refundRequestOpen,
      ["apple-requested": .fail, "apple-decision": .unknown]
    ),
    DiagnosisCase(
      "asked for yesterday",
      .refundApple,
      Story.file([monthly], notices: [Story.told(.refundRequested, on: 2)]),
      at: 3,
      .refundAwaited
    ),
    DiagnosisCase(
      "given",
      .refundApple,
      Story.file(
        [Story.sale("1", from: 0, until: 30, cancelled: 3, as: .refunded)],
        notices: [Story.told(.refundRequested, on: 2)]
      ),
      at: 4,
      .refundedAlready,
      ["apple-refunded": .fail]
    ),
    DiagnosisCase(
      "declined",
      .refundApple,
      Story.file(
        [monthly],
        notices: [Story.told(.refundRequested, on: 2), Story.told(.refundDeclined, on: 3)]
      ),
      at: 4,
      .refundDeclined,
      ["apple-decision": .fail]
    ),
    DiagnosisCase(
      "given and undone",
      .refundApple,
      Story.file(
        [monthly],
        notices: [Story.told(.refunded, on: 2), Story.told(.refundReversed, on: 3)]
      ),
      at: 4,
      .refundReversed
    ),
    DiagnosisCase(
      "a receipt that only says taken back",
      .refundApple,
      Story.file([Story.sale("1", from: 0, until: 30, cancelled: 3)]),
      at: 4,
      .takenBackWithoutReason,
      ["apple-refunded": .unknown]
    ),
    DiagnosisCase(
      "a refund of last year is not this one",
      .refundApple,
      Story.file([
        Story.sale("1", from: -400, until: -370, cancelled: -390, as: .refunded), second,
      ]),
      at: 31,
      .refundOnlyByApple
    ),
    DiagnosisCase(
      "bought at Google Play",
      .refundApple,
      Story.file([Story.google()]),
      at: 1,
      .boughtInOtherStore,
      ["apple-sale": .fail]
    ),
    DiagnosisCase(
      "a trial cost nothing",
      .refundApple,
      Story.file([Story.sale("1", from: 0, until: 7, offer: .trial, price: nil)]),
      at: 1,
      .nothingWasCharged,
      ["apple-charged": .fail]
    ),
    DiagnosisCase(
      "a family member's purchase",
      .refundApple,
      Story.file([Story.sale("1", from: 0, until: 30, ownership: .familyShared)]),
      at: 1,
      .memberCannotRefund
    ),
    DiagnosisCase(
      "nothing on file",
      .refundApple,
      Story.file(),
      at: 1,
      .noPurchaseOnFile,
      ["apple-sale": .unknown]
    ),
  ])
  func `tells how far a refund at Apple got`(story: DiagnosisCase) { story.run() }
}
