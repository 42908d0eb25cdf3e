import Entitlements
import Foundation
import Mint
import Receipts
import ServiceCore
import Testing

/// What a document comes to by the ledger's rules: the state of its one chain now.
@Suite struct `States that the stores' answers come to` {
  typealias Signed = `What Apple signs, as facts`

  let workshop: TranslationWorkshop

  init() throws { workshop = try TranslationWorkshop.shared.get() }

  private func state(_ text: String) throws -> SubscriptionState {
    let context = TranslationWorkshop.answer(token: "secret-token", product: "gold")
    let facts = workshop.translate(Array(text.utf8), context).facts
    #expect(Set(facts.orders.map(\.chain) + facts.renewalStatuses.map(\.chain)).count == 1)
    let life = SubscriptionPhases(sales: facts.orders, renewalStatuses: facts.renewalStatuses)
    let phase = try #require(life.phases.last { $0.contains(TranslationWorkshop.now) })
    return phase.state
  }

  @Test(arguments: [
    (["expiresDate": "\(ms("2026-02-10"))"], [:], 1, SubscriptionState.active),
    (
      ["offerType": "1", "offerDiscountType": #""FREE_TRIAL""#], [:], 1, .trial
    ),
    ([:], ["autoRenewStatus": "0"], 1, .autoRenewOff),
    (
      ["expiresDate": "\(ms("2026-01-15"))"],
      ["isInBillingRetryPeriod": "true", "gracePeriodExpiresDate": "\(ms("2026-01-24"))"], 4,
      .gracePeriod
    ),
    (["expiresDate": "\(ms("2026-01-15"))"], ["isInBillingRetryPeriod": "true"], 3, .billingRetry),
    (
      ["expiresDate": "\(ms("2026-01-15"))"],
      ["isInBillingRetryPeriod": "true", "autoRenewStatus": "0", "expirationIntent": "1"], 2,
      .expired
    ),
    (["revocationDate": "\(ms("2026-01-12"))"], [:], 5, .refunded),
    (
      ["revocationDate": "\(ms("2026-01-12"))", "inAppOwnershipType": #""FAMILY_SHARED""#], [:], 5,
      .revoked
    ),
  ])
  func `of Apple's`(
    _ transaction: [String: String],
    _ renewal: [String: String],
    _ status: Int,
    _ expected: SubscriptionState
  ) throws {
    let signed = (
      try workshop.payloads.sign(Signed.transaction(transaction)),
      try workshop.payloads.sign(Signed.renewal(renewal))
    )
    let text = """
      {"bundleId":"com.example.reader","environment":"Production","data":[{"lastTransactions":[\
      {"originalTransactionId":"100","status":\(status),"signedTransactionInfo":"\(signed.0)",\
      "signedRenewalInfo":"\(signed.1)"}]}]}
      """
    #expect(try state(text) == expected)
  }

  @Test(arguments: [
    ("ACTIVE", "2026-02-10", #""autoRenewEnabled":true"#, SubscriptionState.active),
    ("ACTIVE", "2026-02-10", "", .autoRenewOff),
    ("ACTIVE", "2026-01-19", #""autoRenewEnabled":true"#, .active),
    ("IN_GRACE_PERIOD", "2026-01-22", #""autoRenewEnabled":true"#, .gracePeriod),
    ("ON_HOLD", "2026-01-15", #""autoRenewEnabled":true"#, .billingRetry),
    ("PAUSED", "2026-01-15", #""autoRenewEnabled":true"#, .paused),
    ("CANCELED", "2026-02-10", "", .autoRenewOff), ("CANCELED", "2026-01-15", "", .expired),
    ("EXPIRED", "2026-01-15", "", .expired), ("PENDING", "2026-01-15", "", .pending),
    ("PENDING_PURCHASE_CANCELED", "2026-01-15", "", .expired),
  ])
  func `of Google's`(
    _ state: String,
    _ until: String,
    _ plan: String,
    _ expected: SubscriptionState
  ) throws {
    let text = """
      {"subscriptionState":"SUBSCRIPTION_STATE_\(state)","startTime":"2025-12-10T00:00:00Z",\
      "lineItems":[{"productId":"gold","expiryTime":"\(until)T00:00:00Z",\
      "latestSuccessfulOrderId":"GPA.1..0","autoRenewingPlan":{\(plan)}}]}
      """
    #expect(try self.state(text) == expected)
  }

  @Test(arguments: [
    ("Active", "2026-02-10", true, SubscriptionState.active),
    ("Active", "2026-02-10", false, .autoRenewOff), ("Active", "2026-01-19", true, .active),
    ("InDunning", "2026-01-19", true, .gracePeriod),
    ("InDunning", "2026-01-10", true, .billingRetry), ("Inactive", "2026-01-10", false, .expired),
    ("Canceled", "2026-01-10", false, .expired), ("Failed", "2026-01-10", true, .expired),
  ])
  func `of Microsoft's`(
    _ state: String,
    _ until: String,
    _ renews: Bool,
    _ expected: SubscriptionState
  ) throws {
    let grace = until == "2026-01-10" ? "2026-01-13" : "2026-02-13"
    let text = """
      {"items":[{"id":"mdr:0:a:b","productId":"9NBLGGH42CFD","autoRenew":\(renews),\
      "startTime":"2025-12-10T00:00:00Z","expirationTime":"\(until)T00:00:00Z",\
      "expirationTimeWithGrace":"\(grace)T00:00:00Z","recurrenceState":"\(state)"}]}
      """
    #expect(try self.state(text) == expected)
  }

  @Test(arguments: [
    (#""renewalDate":\#(ms("2026-02-10")),"autoRenewing":true"#, SubscriptionState.active),
    (#""cancelDate":\#(ms("2026-02-10")),"autoRenewing":false"#, .autoRenewOff),
    (
      #""renewalDate":\#(ms("2026-01-18")),"gracePeriodEndDate":\#(ms("2026-01-23"))"#,
      .gracePeriod
    ),
    (#""cancelDate":\#(ms("2026-01-18")),"cancelReason":1"#, .refunded),
    (#""cancelDate":\#(ms("2026-01-18")),"cancelReason":2"#, .expired),
    (#""cancelDate":\#(ms("2026-01-18")),"cancelReason":4"#, .expired),
  ])
  func `of Amazon's`(_ further: String, _ expected: SubscriptionState) throws {
    let text = """
      {"receiptId":"secret-token","productType":"SUBSCRIPTION","productId":"gold",\(further),\
      "purchaseDate":\(ms("2025-12-10"))}
      """
    #expect(try state(text) == expected)
  }
}
