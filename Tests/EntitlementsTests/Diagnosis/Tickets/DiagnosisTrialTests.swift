import Entitlements
import Foundation
import Testing

@Suite struct `A trial or an offer` {
  static let monthly = Story.sale("1", from: 0, until: 30)
  private static func used(_ order: String, _ count: Int, on day: Double) -> OperatorAction {
    OperatorAction(
      .consume(Story.order(order), count: count),
      by: "app",
      statementSource: StatementSource(ID("use-\(day)"), at: Story.day(day))
    )
  }

  @Test(arguments: [
    DiagnosisCase(
      "the trial became paid",
      .trialOrOffer,
      Story.file([
        Story.sale("1", from: 0, until: 7, offer: .trial, price: nil),
        Story.sale("2", from: 7, until: 37),
      ]),
      at: 8,
      .trialConverted,
      ["trial-ended": .fail]
    ),
    DiagnosisCase(
      "the trial runs",
      .trialOrOffer,
      Story.file(
        [Story.sale("1", from: 0, until: 7, offer: .trial, price: nil)],
        renewalStatuses: [Story.said(on: 1, renews: false)]
      ),
      at: 2,
      .trialRunning,
      ["trial-runs": .fail]
    ),
    DiagnosisCase(
      "a trial had been used",
      .trialOrOffer,
      Story.file([
        Story.sale("1", from: 0, until: 7, offer: .trial, price: nil),
        Story.sale("5", of: "pro.yearly", chain: "5", from: 100, until: 465),
      ]),
      at: 101,
      .trialUsedBefore,
      ["trial-before": .fail]
    ),
    DiagnosisCase(
      "another user of the store account had used it",
      .trialOrOffer,
      Story.file([
        Story.sale("1", from: 0, until: 7, offer: .trial, price: nil, user: "bob"),
        Story.sale("5", chain: "5", from: 100, until: 130),
      ]),
      at: 101,
      .trialUsedBefore
    ),
    DiagnosisCase(
      "a trial at another store counts there only",
      .trialOrOffer,
      Story.file([
        Story.sale(
          "GPA.1",
          chain: "GPA.1",
          store: .google,
          from: 0,
          until: 7,
          offer: .trial,
          price: nil
        ),
        Story.sale("5", chain: "5", from: 100, until: 130),
      ]),
      at: 101,
      .noOfferOnSale,
      ["trial-before": .pass]
    ),
    DiagnosisCase(
      "sold with a code",
      .trialOrOffer,
      Story.file([Story.sale("1", from: 0, until: 30, offer: .promotional("SUMMER"), price: "0.99")]
      ),
      at: 1,
      .offerApplied,
      ["trial-offer": .pass]
    ),
    DiagnosisCase(
      "no offer, now or before",
      .trialOrOffer,
      Story.file([monthly]),
      at: 1,
      .noOfferOnSale,
      ["trial-offer": .fail]
    ),
    DiagnosisCase(
      "the payment after the trial was given back",
      .trialOrOffer,
      Story.file([
        Story.sale("1", from: 0, until: 7, offer: .trial, price: nil),
        Story.sale("2", from: 7, until: 37, cancelled: 9, as: .refunded),
      ]),
      at: 10,
      .refundedAlready
    ),
    DiagnosisCase(
      "nothing on file",
      .trialOrOffer,
      Story.file(),
      at: 1,
      .noPurchaseOnFile,
      ["trial-sale": .unknown]
    ),
  ])
  func `tells which offer a sale was made with`(story: DiagnosisCase) { story.run() }
}
