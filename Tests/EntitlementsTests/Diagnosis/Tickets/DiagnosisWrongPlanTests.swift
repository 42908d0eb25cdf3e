import Entitlements
import Foundation
import Testing

@Suite struct `A wrong plan or price` {
  static let monthly = Story.sale("1", from: 0, until: 30)

  @Test(arguments: [
    DiagnosisCase(
      "a downgrade waits",
      .wrongPlan,
      Story.file(
        [Story.sale("1", of: "pro.yearly", from: 0, until: 365, price: "99.99")],
        renewalStatuses: [Story.said(on: 5, renews: true, next: "pro.monthly")]
      ),
      at: 6,
      .planChangePending,
      ["plan-pending": .fail, "plan-price": .pass]
    ),
    DiagnosisCase(
      "deferred at Google",
      .wrongPlan,
      Story.file(
        [Story.sale("GPA.1", chain: "GPA.1", store: .google, from: 0, until: 30)],
        renewalStatuses: [
          Story.said(on: 5, renews: true, next: "pro.yearly", chain: "GPA.1", store: .google)
        ]
      ),
      at: 6,
      .planChangeDeferred
    ),
    DiagnosisCase(
      "chosen, and renewal is off",
      .wrongPlan,
      Story.file(
        [monthly],
        renewalStatuses: [Story.said(on: 5, renews: false, next: "pro.yearly")]
      ),
      at: 6,
      .planChangeWillLapse
    ),
    DiagnosisCase(
      "announced, and what it will be is not on file",
      .wrongPlan,
      Story.file([monthly], notices: [Story.told(.planChangeChosen, on: 5)]),
      at: 6,
      .planStatusUnknown,
      ["plan-pending": .unknown]
    ),
    DiagnosisCase(
      "withdrawn again",
      .wrongPlan,
      Story.file(
        [monthly],
        renewalStatuses: [Story.said(on: 6, renews: true, next: "pro.monthly")],
        notices: [Story.told(.planChangeChosen, on: 5)]
      ),
      at: 7,
      .planAsBought,
      ["plan-pending": .pass]
    ),
    DiagnosisCase(
      "upgraded already",
      .wrongPlan,
      Story.file([
        Story.sale("1", from: 0, until: 30, cancelled: 10, as: .upgraded),
        Story.sale("2", of: "pro.yearly", from: 10, until: 375, price: "99.99"),
      ]),
      at: 11,
      .planChangedAlready,
      ["plan-changed": .fail]
    ),
    DiagnosisCase(
      "two subscriptions where an upgrade was meant",
      .wrongPlan,
      Story.file([
        monthly,
        Story.sale("5", of: "pro.yearly", chain: "5", from: 10, until: 375, price: "99.99"),
      ]),
      at: 11,
      .boughtWithTwoAccounts,
      ["plan-single": .fail]
    ),
    DiagnosisCase(
      "the offer ended",
      .wrongPlan,
      Story.file([
        Story.sale("1", from: 0, until: 30, offer: .introductory, price: "0.99"),
        Story.sale("2", from: 30, until: 60),
      ]),
      at: 31,
      .introductoryPriceEnded,
      ["plan-offer": .fail]
    ),
    DiagnosisCase(
      "a higher price waits",
      .wrongPlan,
      Story.file([monthly], notices: [Story.told(.priceRiseAsked, on: 5)]),
      at: 6,
      .priceRisePending,
      ["plan-rise": .fail]
    ),
    DiagnosisCase(
      "a higher price was agreed to",
      .wrongPlan,
      Story.file(
        [monthly],
        notices: [Story.told(.priceRiseAsked, on: 5), Story.told(.priceRiseAgreed, on: 6)]
      ),
      at: 7,
      .priceRiseAgreed
    ),
    DiagnosisCase(
      "another country",
      .wrongPlan,
      Story.file([
        Story.sale("1", from: 0, until: 30, country: "USA"),
        Story.sale("2", from: 30, until: 60, country: "CHE"),
      ]),
      at: 31,
      .storefrontChanged,
      ["plan-storefront": .fail]
    ),
    DiagnosisCase(
      "not the catalog's price",
      .wrongPlan,
      Story.file([Story.sale("1", from: 0, until: 30, price: "12.99")]),
      at: 1,
      .priceDiffersFromCatalog,
      ["plan-price": .fail]
    ),
    DiagnosisCase(
      "nobody said what it renews as",
      .wrongPlan,
      Story.file([Story.sale("1", from: 0, until: 30, price: nil)]),
      at: 1,
      .planStatusUnknown,
      ["plan-told": .unknown, "plan-price": .unknown]
    ),
    DiagnosisCase(
      "it has ended",
      .wrongPlan,
      Story.file([monthly], renewalStatuses: [Story.said(.ended(.voluntary), on: 30)]),
      at: 31,
      .subscriptionExpired
    ),
    DiagnosisCase(
      "no subscription",
      .wrongPlan,
      Story.file(),
      at: 31,
      .noPurchaseOnFile,
      ["plan-on-file": .unknown]
    ),
  ])
  func `tells which plan holds and what it costs`(story: DiagnosisCase) { story.run() }
}
