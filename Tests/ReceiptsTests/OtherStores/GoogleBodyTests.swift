import Basics
import Foundation
import Receipts
import Testing

@Suite struct GoogleBodyTests {
  private func read(_ text: String) throws -> JSONValue { try JSONReader.value(text) }

  private static let trial = """
    {"kind":"androidpublisher#subscriptionPurchaseV2","startTime":"2026-11-01T10:00:00.123456789Z",
     "regionCode":"DE","subscriptionState":"SUBSCRIPTION_STATE_ACTIVE",
     "acknowledgementState":"ACKNOWLEDGEMENT_STATE_PENDING","testPurchase":{},
     "externalAccountIdentifiers":{"obfuscatedExternalAccountId":"u-17"},"etag":"e1",
     "lineItems":[{"productId":"pro","expiryTime":"2026-11-08T10:00:00Z",
      "latestSuccessfulOrderId":"GPA.0000-0000-0000-00001",
      "autoRenewingPlan":{"autoRenewEnabled":true,
       "recurringPrice":{"currencyCode":"EUR","units":"4","nanos":990000000}},
      "offerDetails":{"basePlanId":"p1m","offerId":"trial7","offerTags":["t"]},
      "offerPhase":{"freeTrial":{}}}]}
    """

  @Test(arguments: [
    (trial, ReceiptKind.googleSubscription),
    (#"{"subscriptionState":"SUBSCRIPTION_STATE_NEW"}"#, .googleSubscription),
    (#"{"startTimeMillis":"1","expiryTimeMillis":"2","autoRenewing":false}"#, .googleSubscription),
    (#"{"purchaseTimeMillis":"1","purchaseState":0,"consumptionState":0}"#, .googleProduct),
    (#"{"productLineItem":[],"purchaseStateContext":{"purchaseState":"PENDING"}}"#, .googleProduct),
    (#"{"orderId":"GPA.1","state":"PROCESSED","lineItems":[]}"#, .googleOrder),
    (#"{"orders":[{"orderId":"GPA.1","state":"PENDING","createTime":"x"}]}"#, .googleOrder),
    (#"{"voidedPurchases":[]}"#, .googleVoided),
    (#"{"kind":"androidpublisher#voidedPurchase","orderId":"GPA.1"}"#, .googleVoided),
    (#"{"error":{"code":410,"message":"gone"}}"#, .googleError),
    (#"{"version":"1.0","packageName":"a","eventTimeMillis":5,"newNotification":{}}"#, .googleRTDN),
    (#"{"message":{"data":"e30=","messageId":"1"},"subscription":"s"}"#, .googleRTDN),
    (#"{"productId":"p","purchaseToken":"t","purchaseTime":1}"#, .googlePurchase),
    (#"{"data":{},"signature":"AAAA"}"#, .googlePurchase),
  ])
  func `bodies are told apart by what is in them`(text: String, kind: ReceiptKind) throws {
    #expect(GoogleDocument.kind(of: try read(text)) == kind)
    #expect(GoogleDocument.examine(try read(text)).kind == kind)
  }

  @Test(arguments: [
    "{}", "[]", "null", "12", "\"a\"", #"{"error":"invalid"}"#, #"{"status":21002}"#,
    #"{"errorCode":4040010,"errorMessage":"m"}"#, #"{"message":"m","status":true}"#,
    #"{"signedPayload":"a.b.c"}"#, #"{"receiptId":"r","productId":"p","purchaseDate":1}"#,
  ])
  func `other stores' documents are not Google's`(text: String) throws {
    #expect(GoogleDocument.kind(of: try read(text)) == nil)
    #expect(GoogleDocument.examine(try read(text)).rejection?.code == "unsupported")
  }

  @Test func `a body has no signature, and its values stay as they came`() throws {
    let found = GoogleDocument.examine(try read(Self.trial))
    #expect(found.verdict == .unsigned)
    #expect(found.environmentKind == .sandbox)
    #expect(found.payload == (try read(Self.trial)))
  }

  @Test func `a tester's trial is read with its money and instants exact`() throws {
    let found = try #require(GoogleSubscription(try read(Self.trial)))
    #expect(found.state?.known == .active)
    #expect(found.acknowledgement?.known == .pending)
    #expect(found.isTest)
    #expect(found.accounts?.obfuscatedAccountID == "u-17")
    let item = try #require(found.items.first)
    #expect(item.phase == .freeTrial)
    #expect(item.isAutoRenewing == true)
    #expect(item.price?.units == 4)
    #expect(item.price?.nanos == 990_000_000)
    #expect(item.expiresAt == Date(timeIntervalSince1970: 1_794_132_000))
    let start = try #require(found.startedAt?.timeIntervalSince1970)
    #expect(abs(start - 1_793_527_200.123456789) < 1e-6)
  }

  @Test func `what is missing in a canceled subscription is not made up`() throws {
    let text = """
      {"subscriptionState":"SUBSCRIPTION_STATE_CANCELED","canceledStateContext":
       {"userInitiatedCancellation":{"cancelTime":"2026-11-03T09:00:00Z",
        "cancelSurveyResult":{"reason":"CANCEL_SURVEY_REASON_COST_RELATED"}}},
       "lineItems":[{"productId":"pro","latestSuccessfulOrderId":"GPA.0000-0000-0000-00001..3",
        "autoRenewingPlan":{"recurringPrice":{"currencyCode":"EUR","nanos":990000000}},
        "offerPhase":{"basePrice":{}}}]}
      """
    let found = try #require(GoogleSubscription(try read(text)))
    guard case .byUser(let instant, let reason) = found.cancellation else {
      Issue.record("not by the user")
      return
    }
    #expect(instant == Date(timeIntervalSince1970: 1_793_696_400))
    #expect(reason == "CANCEL_SURVEY_REASON_COST_RELATED")
    #expect(found.startedAt == nil)
    #expect(found.items.first?.isAutoRenewing == false)
    #expect(found.items.first?.price?.nanos == 990_000_000)
    #expect(found.items.first?.latestOrderID?.base == "GPA.0000-0000-0000-00001")
    #expect(found.items.first?.latestOrderID?.renewal == 3)
    #expect(GoogleDocument.examine(try read(text)).environmentKind == .production)
  }

  @Test func `hold, pause, top-up and deferred change keep their contexts`() throws {
    let text = """
      {"subscriptionState":"SUBSCRIPTION_STATE_LATER","linkedPurchaseToken":"old",
       "onHoldStateContext":{"renewalDeclined":{"pendingOrderId":"GPA.1..0"}},
       "pausedStateContext":{"autoResumeTime":"2026-12-01T00:00:00Z"},
       "outOfAppPurchaseContext":{"expiredPurchaseToken":"gone",
        "expiredExternalAccountIdentifiers":{"externalAccountId":"a"}},
       "lineItems":[{"productId":"a","prepaidPlan":{},"deferredItemReplacement":{"productId":"b"}},
        {"productId":"b","deferredItemRemoval":{},"autoRenewingPlan":{"installmentDetails":
         {"initialCommittedPaymentsCount":12,"pendingCancellation":{}},"priceChangeDetails":
         {"newPrice":{"units":"6"},"priceChangeMode":"PRICE_INCREASE","priceChangeState":"ODD"}},
         "offerPhase":{"prorationPeriod":{"originalOfferPhaseType":"BASE"}}}]}
      """
    let found = try #require(GoogleSubscription(try read(text)))
    #expect(found.state?.raw == "SUBSCRIPTION_STATE_LATER")
    #expect(found.state?.known == nil)
    #expect(found.linkedPurchaseToken == "old")
    #expect(found.resumesAt != nil)
    #expect(found.expiredPurchaseToken == "gone")
    #expect(found.items.map(\.isPrepaid) == [true, false])
    #expect(found.items.first?.deferredReplacement == "b")
    #expect(found.items.first?.isAutoRenewing == nil)
    #expect(found.items.last?.latestOrderID == nil)
    #expect(found.items.last?.isRemovalDeferred == true)
    #expect(found.items.last?.isCancellationPending == true)
    #expect(found.items.last?.priceChange?.mode?.known == .increase)
    #expect(found.items.last?.priceChange?.state == .init("ODD"))
    #expect(found.items.last?.phase == .proration(original: "BASE"))
  }

  @Test func `version 1 of a subscription and of a product reads its numbers`() throws {
    let old = try #require(
      GoogleLegacySubscription(
        try read(
          """
          {"startTimeMillis":"123456789","expiryTimeMillis":1767225600000,"autoRenewing":false,
           "priceCurrencyCode":"EUR","priceAmountMicros":"123","cancelReason":1,"orderId":"123",
           "purchaseType":0,"acknowledgementState":1}
          """
        )
      )
    )
    #expect(old.expiresAt == Workshop.now)
    #expect(old.isTest)
    let product = try #require(
      GoogleProduct(
        try read(#"{"purchaseState":2,"purchaseTimeMillis":"1","consumptionState":1}"#)
      )
    )
    #expect(product.state == .pending)
    #expect(!product.isTest)
    #expect(product.purchaseType == nil)
    #expect(product.items.first?.consumption?.known == .consumed)
    #expect(product.items.first?.quantity == 1)
  }

  @Test func `version 2 of a product reads its lines`() throws {
    let product = try #require(
      GoogleProduct(
        try read(
          """
          {"productLineItem":[{"productId":"coins","productOfferDetails":{"quantity":3,
            "consumptionState":"CONSUMPTION_STATE_YET_TO_BE_CONSUMED","rentOfferDetails":{}}}],
           "purchaseStateContext":{"purchaseState":"CANCELLED"},"testPurchaseContext":
            {"fopType":"TEST"},"purchaseCompletionTime":"2026-01-01T00:00:00Z","regionCode":"JP"}
          """
        )
      )
    )
    #expect(product.state == .canceled)
    #expect(product.isTest)
    #expect(product.purchasedAt == Workshop.now)
    #expect(product.items.first?.quantity == 3)
    #expect(product.items.first?.consumption?.known == .yetToBeConsumed)
  }

  @Test func `an order tells its amounts and refunds`() throws {
    let document = try read(
      """
      {"orders":[{"orderId":"GPA.1..0","state":"REFUNDED","createTime":"2026-01-01T00:00:00Z",
       "total":{"currencyCode":"JPY","units":"-9223372036854775808"},
       "orderHistory":{"refundEvent":{"eventTime":"2026-01-01T00:00:00.5Z",
        "refundReason":"CHARGEBACK","refundDetails":{"total":{"units":"5","nanos":-1}}},
        "partialRefundEvents":[{"state":"PENDING","createTime":"2026-01-01T00:00:00Z"}]},
       "lineItems":[{"productId":"p","subscriptionDetails":{"basePlanId":"m"}}]}]}
      """
    )
    let order = try #require(GoogleOrder.orders(in: document).first)
    #expect(order.state?.known == .refunded)
    #expect(order.total?.units == .min)
    #expect(order.refund?.reason == "CHARGEBACK")
    #expect(order.items.first?.basePlanID == "m")
    #expect(GoogleDocument.examine(document).environmentKind == nil)
  }

  @Test func `voided purchases keep reasons, also unknown ones`() throws {
    let list = try #require(
      GoogleVoidedList(
        try read(
          """
          {"voidedPurchases":[{"orderId":"GPA.1..4","voidedTimeMillis":"1767225600000",
            "voidedSource":2,"voidedReason":8},{"voidedReason":99,"voidedQuantity":2}],
           "tokenPagination":{"nextPageToken":"n"}}
          """
        )
      )
    )
    #expect(list.purchases.first?.reason?.known == .unacknowledged)
    #expect(list.purchases.first?.voidedAt == Workshop.now)
    #expect(list.purchases.last?.reason == .init(99))
    #expect(list.purchases.last?.quantity == 2)
  }

  @Test(arguments: [
    (#"{"error":{"code":401,"errors":[{"reason":"permissionDenied"}]}}"#, ["permissionDenied"]),
    (#"{"error":{"code":401,"message":"m"}}"#, []), (#"{"error":"invalid_grant"}"#, []),
  ])
  func `an error's reasons are read`(text: String, reasons: [String]) throws {
    #expect(GoogleError(try read(text))?.reasons == reasons)
  }

  @Test(
    arguments: [
      ("GPA.1-2", "GPA.1-2", nil), ("GPA.1-2..0", "GPA.1-2", 0), ("GS.1..17", "GS.1", 17),
      ("1234567.1234567", "1234567.1234567", nil), ("..3", "..3", nil), ("", "", nil),
      ("GPA.1..99999999999999999999", "GPA.1..99999999999999999999", nil), ("a..", "a..", nil),
      ("a...1", "a...1", nil),
    ] as [(String, String, Int?)]
  )
  func `an order's renewal number is taken off only where it is one`(
    raw: String,
    base: String,
    renewal: Int?
  ) {
    let order = GoogleOrderID(raw)
    #expect(order.base == base)
    #expect(order.renewal == renewal)
  }

  @Test(arguments: [
    #"{"units":"1e3"}"#, #"{"units":"99999999999999999999"}"#, #"{"nanos":1000000000}"#,
    #"{"units":"-1","nanos":5}"#, #"{"units":true}"#,
  ])
  func `an amount that cannot be told exactly is none`(text: String) throws {
    let value = try read(#"{"orderId":"GPA.1","state":"X","lineItems":[],"total":\#(text)}"#)
    #expect(GoogleOrder(value)?.total == nil)
  }
}
