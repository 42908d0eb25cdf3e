import Entitlements
import Foundation
import Testing

@Suite struct `Charged twice` {
  static let monthly = Story.sale("1", from: 0, until: 30)
  static let second = Story.sale("2", from: 30, until: 60)

  @Test(arguments: [
    DiagnosisCase(
      "two months of one subscription",
      .chargedTwice,
      Story.file([monthly, second]),
      at: 31,
      .renewalsOfOneSubscription,
      ["charges-renewals": .fail, "charges-duplicate": .pass, "charges-amounts": .pass]
    ),
    DiagnosisCase(
      "one row only",
      .chargedTwice,
      Story.file([monthly]),
      at: 1,
      .oneChargeOnFile,
      ["charges-on-file": .fail, "charges-renewals": .notApplicable]
    ),
    DiagnosisCase(
      "one row this year, of a yearly plan",
      .chargedTwice,
      Story.file([
        Story.sale("1", of: "pro.yearly", from: 0, until: 365),
        Story.sale("2", of: "pro.yearly", from: 365, until: 730),
      ]),
      at: 366,
      .oneChargeOnFile
    ),
    DiagnosisCase(
      "a trial and its first payment are one charge",
      .chargedTwice,
      Story.file([
        Story.sale("1", from: 0, until: 7, offer: .trial, price: nil),
        Story.sale("2", from: 7, until: 37),
      ]),
      at: 8,
      .oneChargeOnFile
    ),
    DiagnosisCase(
      "two accounts of one store",
      .chargedTwice,
      Story.file([monthly, Story.sale("5", chain: "5", from: 10, until: 40)]),
      at: 11,
      .boughtWithTwoAccounts,
      ["charges-accounts": .fail]
    ),
    DiagnosisCase(
      "two stores",
      .chargedTwice,
      Story.file([monthly, Story.google(from: 10)]),
      at: 11,
      .boughtInTwoStores,
      ["charges-stores": .fail, "charges-accounts": .pass]
    ),
    DiagnosisCase(
      "two groups that give the same right",
      .chargedTwice,
      Story.file([monthly, Story.sale("7", of: "family.monthly", chain: "7", from: 10, until: 40)]),
      at: 11,
      .twoSubscriptions,
      ["charges-overlap": .fail]
    ),
    DiagnosisCase(
      "subscribed anew with another account after the end",
      .chargedTwice,
      Story.file([monthly, Story.sale("5", chain: "5", from: 31, until: 61)]),
      at: 32,
      .separatePurchases
    ),
    DiagnosisCase(
      "an upgrade",
      .chargedTwice,
      Story.file([
        Story.sale("1", from: 0, until: 30, cancelled: 10, as: .upgraded),
        Story.sale("2", of: "pro.yearly", from: 10, until: 375, price: "99.99"),
      ]),
      at: 11,
      .chargedForUpgrade,
      ["charges-upgrade": .fail, "charges-amounts": .fail]
    ),
    DiagnosisCase(
      "an upgrade whose receipt gives no reason for the end of the earlier plan",
      .chargedTwice,
      Story.file([
        Story.sale("1", from: 0, until: 30, cancelled: 10),
        Story.sale("2", of: "pro.yearly", from: 10, until: 375, price: "99.99"),
      ]),
      at: 11,
      .chargedForUpgrade
    ),
    DiagnosisCase(
      "two taps",
      .chargedTwice,
      Story.file([Story.coins("a", from: 0), Story.coins("b", from: 0.001)]),
      at: 1,
      .duplicateCharge,
      ["charges-duplicate": .fail]
    ),
    DiagnosisCase(
      "coins on two days",
      .chargedTwice,
      Story.file([Story.coins("a", from: 0), Story.coins("b", from: 2)]),
      at: 3,
      .separatePurchases
    ),
    DiagnosisCase(
      "two taps, one given back",
      .chargedTwice,
      Story.file([Story.coins("a", from: 0), Story.coins("b", from: 0.001, cancelled: 1)]),
      at: 2,
      .secondChargeRefunded,
      ["charges-refunded": .fail]
    ),
    DiagnosisCase(
      "one of the two orders is another user's",
      .chargedTwice,
      Story.file(
        [monthly, Story.sale("5", chain: "5", from: 10, until: 40, user: "bob")],
        asked: Story.asking("1 5", orders: [Story.order("1"), Story.order("5")])
      ),
      at: 11,
      .chargeOfOtherUser,
      ["charges-owner": .fail]
    ),
    DiagnosisCase(
      "tests cost nothing",
      .chargedTwice,
      Story.file([Story.sale("1", environment: .sandbox, from: 0, until: 30)]),
      at: 1,
      .sandboxOnly
    ),
    DiagnosisCase(
      "receipts without prices",
      .chargedTwice,
      Story.file([
        Story.sale("1", from: 0, until: 30, price: nil),
        Story.sale("2", from: 30, until: 60, price: nil),
      ]),
      at: 31,
      .renewalsOfOneSubscription,
      ["charges-amounts": .unknown]
    ),
    DiagnosisCase(
      "nothing on file",
      .chargedTwice,
      Story.file(),
      at: 1,
      .noPurchaseOnFile,
      ["charges-on-file": .unknown]
    ),
  ])
  func `tells what two charges have to do with each other`(story: DiagnosisCase) { story.run() }

  private func lifetime(_ number: String, from day: Double, _ kind: ProductKind) -> Order {
    Story.sale(number, of: "pro.lifetime", chain: number, kind: kind, from: day)
  }

  @Test(arguments: [ProductKind.nonConsumable, .unknown])
  func `a one-time product that was bought twice is refunded, and not cancelled`(
    kind: ProductKind
  ) {
    let file = Story.file([lifetime("5", from: 0, kind), lifetime("6", from: 10, kind)])
    let found = Diagnosis.diagnose(file, ticketCategories: [.chargedTwice], at: Story.day(11))
    #expect(found.verdict.code == .boughtWithTwoAccounts)
    #expect(found.recommendation.code == .refundDuplicate)
    let text = found.customerText.written(in: .english)
    #expect(text.contains("refund one of the two") && !text.contains("cancel"), "\(text)")
  }

  @Test func `of two subscriptions, one is cancelled`() {
    let file = Story.file([Self.monthly, Story.sale("5", chain: "5", from: 10, until: 40)])
    let found = Diagnosis.diagnose(file, ticketCategories: [.chargedTwice], at: Story.day(11))
    #expect(found.recommendation.code == .cancelDuplicate)
    #expect(found.customerText.written(in: .english).contains("cancel"))
  }
}
