import Entitlements
import Foundation
import Receipts
import ServiceCore
import Testing

@Suite struct `Google's subscriptions, as facts` {
  let workshop: TranslationWorkshop

  init() throws { workshop = try TranslationWorkshop.shared.get() }

  static let head = "google google-subscription production com.example.reader storeAnswer"
  /// SHA-256 of `secret-token`, its first 32 digits.
  static let token = "token-930bbdc51b6aed5c2a5678fd6e28dee7"
  private static let context = TranslationWorkshop.answer(token: "secret-token")

  private static func priceChange(_ mode: String) -> String {
    #","priceChangeDetails":{"priceChangeMode":"\#(mode)","priceChangeState":"OUTSTANDING"}"#
  }

  private static func item(
    _ further: String = "",
    product: String = "gold",
    until: String = "2026-02-10",
    order: String? = "GPA.1234-5678-9012-34567",
    plan: String = #""autoRenewingPlan":{"autoRenewEnabled":true}"#
  ) -> String {
    let order = order.map { "\"latestSuccessfulOrderId\":\"\($0)\"," } ?? ""
    return """
      {"productId":"\(product)","expiryTime":"\(until)T00:00:00.000000000Z",\(order)\(plan),\
      "offerDetails":{"basePlanId":"monthly","offerTags":[]}\(further)}
      """
  }

  private static func subscription(
    _ state: String,
    _ further: String = "",
    items: [String] = [item()]
  ) -> String {
    """
    {"kind":"androidpublisher#subscriptionPurchaseV2","regionCode":"DE",\
    "startTime":"2026-01-10T00:00:00.0004Z","subscriptionState":"SUBSCRIPTION_STATE_\(state)",\
    \(further)"lineItems":[\(items.joined(separator: ","))]}
    """
  }

  private static let chain = "GPA.1234-5678-9012-34567"
  private static let sale = """
    sale \(chain) of \(chain) gold:monthly autoRenewable from 2026-01-10 until 2026-02-10
    """
  private static let past = "sale \(chain) of \(chain) gold:monthly autoRenewable from 2026-01-10 "
  private static let said = "@2026-01-20 terms DE @2026-01-10"
  private static let links = [
    "link purchaseToken secret-token of \(chain)", "link storeOrder \(chain) of \(chain)",
  ]

  private static func story(
    _ name: String,
    _ text: String,
    _ lines: [String]
  ) -> TranslationCase {
    TranslationCase(name, text, context, ["\(head) 1 purchases"] + lines + links)
  }

  @Test(arguments: [
    story(
      "active",
      subscription("ACTIVE"),
      ["\(sale) \(said)", "standing \(chain) running renews @2026-01-20"]
    ),
    story(
      "a trial",
      subscription("ACTIVE", items: [item(#","offerPhase":{"freeTrial":{}}"#)]),
      ["\(sale) trial \(said)", "standing \(chain) running renews @2026-01-20"]
    ),
    story(
      "an introductory price",
      subscription("ACTIVE", items: [item(#","offerPhase":{"introductoryPrice":{}}"#)]),
      ["\(sale) introductory \(said)", "standing \(chain) running renews @2026-01-20"]
    ),
    story(
      "the rest of a trial that was changed",
      subscription(
        "ACTIVE",
        items: [item(#","offerPhase":{"prorationPeriod":{"originalOfferPhaseType":"FREE_TRIAL"}}"#)]
      ),
      ["\(sale) trial \(said)", "standing \(chain) running renews @2026-01-20"]
    ),
    story(
      "a promotion code",
      subscription(
        "ACTIVE",
        items: [item(#","signupPromotion":{"vanityCode":{"promotionCode":"SPRING"}}"#)]
      ),
      [
        "\(sale) promotional(\"SPRING\") \(said)",
        "standing \(chain) running renews @2026-01-20",
      ]
    ),
    story(
      "an instalment plan that was cancelled",
      subscription(
        "ACTIVE",
        items: [
          item(
            plan: """
              "autoRenewingPlan":{"autoRenewEnabled":true,"installmentDetails":\
              {"remainingCommittedPaymentsCount":3,"pendingCancellation":{}}}
              """
          )
        ]
      ),
      [
        "\(sale) \(said)", "standing \(chain) running renews @2026-01-20",
        "notice cancellationScheduled chain \(chain) @2026-01-20",
      ]
    ),
    story(
      "silent grace: active, though the end has passed",
      subscription("ACTIVE", items: [item(until: "2026-01-19")]),
      [
        "\(past)until 2026-01-19 \(said)",
        "standing \(chain) renewing until 2026-01-21 renews @2026-01-20",
      ]
    ),
    story(
      "a grace period",
      subscription("IN_GRACE_PERIOD", items: [item(until: "2026-01-23")]),
      [
        "\(past)until 2026-01-23 \(said)",
        "standing \(chain) grace until 2026-01-23 renews @2026-01-20",
      ]
    ),
    story(
      "account hold",
      subscription("ON_HOLD", items: [item(until: "2026-01-15")]),
      ["\(past)until 2026-01-15 \(said)", "standing \(chain) retry renews @2026-01-20"]
    ),
    story(
      "paused",
      subscription(
        "PAUSED",
        #""pausedStateContext":{"autoResumeTime":"2026-03-01T00:00:00Z"},"#,
        items: [item(until: "2026-01-15")]
      ),
      [
        "\(past)until 2026-01-15 \(said)",
        "standing \(chain) paused until 2026-03-01 renews @2026-01-20",
      ]
    ),
    story(
      "renewal turned off, and when",
      subscription(
        "CANCELED",
        """
        "canceledStateContext":{"userInitiatedCancellation":{"cancelTime":"2026-01-12T00:00:00Z",\
        "cancelSurveyResult":{"reason":"CANCEL_SURVEY_REASON_COST_RELATED"}}},
        """,
        items: [item(plan: #""autoRenewingPlan":{}"#)]
      ),
      [
        "\(sale) \(said)", "standing \(chain) running renews not @2026-01-20",
        """
        notice renewalTurnedOff chain \(chain) “CANCEL_SURVEY_REASON_COST_RELATED” @2026-01-12
        """,
      ]
    ),
    story(
      "expired by the customer's will",
      subscription(
        "EXPIRED",
        #""canceledStateContext":{"userInitiatedCancellation":{}},"#,
        items: [item(until: "2026-01-15")]
      ),
      [
        "\(past)until 2026-01-15 \(said)",
        "standing \(chain) ended voluntary renews not @2026-01-20",
      ]
    ),
    story(
      "cancelled, and over",
      subscription(
        "CANCELED",
        #""canceledStateContext":{"developerInitiatedCancellation":{}},"#,
        items: [item(until: "2026-01-15")]
      ),
      [
        "\(past)until 2026-01-15 \(said)",
        "standing \(chain) ended developer renews not @2026-01-20",
      ]
    ),
  ])
  func `a state is a renewal status, and its item a sale`(_ story: TranslationCase) {
    #expect(workshop.lines(story.text, story.context) == story.lines)
  }

  @Test(arguments: [
    (#""systemInitiatedCancellation":{}"#, "", "billing"),
    (
      #""systemInitiatedCancellation":{}"#,
      priceChange("PRICE_INCREASE"),
      "priceIncrease"
    ),
    (
      #""systemInitiatedCancellation":{}"#,
      priceChange("OPT_OUT_PRICE_INCREASE"),
      "billing"
    ),
    (
      #""systemInitiatedCancellation":{}"#,
      """
      ,"priceStepUpConsentDetails":{"state":"PENDING",\
      "consentDeadlineTime":"2026-01-14T00:00:00Z"}
      """,
      "priceIncrease"
    ),
    (#""replacementCancellation":{}"#, "", "replaced"), (#""other":{}"#, "", "unknown"),
  ])
  func `an end has its reason`(_ cancellation: String, _ plan: String, _ reason: String) {
    let text = Self.subscription(
      "EXPIRED",
      #""canceledStateContext":{\#(cancellation)},"#,
      items: [
        Self.item(
          until: "2026-01-15",
          plan: #""autoRenewingPlan":{"autoRenewEnabled":true\#(plan)}"#
        )
      ]
    )
    let lines = workshop.lines(text, Self.context)
    // Of what came after a replacement the new purchase tells.
    let day = reason == "replaced" ? "2026-01-15" : "2026-01-20"
    #expect(lines.contains("standing \(Self.chain) ended \(reason) renews not @\(day)"))
  }

  @Test(arguments: [
    ("PENDING", "standing \(token) pending @2026-01-20", "pending"),
    (
      "PENDING_PURCHASE_CANCELED", "standing \(token) ended unknown @2026-01-20", "pendingCancelled"
    ),
  ])
  func `what is not paid for goes by its token, and is no sale`(
    _ state: String,
    _ renewalStatus: String,
    _ notice: String
  ) {
    let accounts = #""externalAccountIdentifiers":{"obfuscatedExternalAccountId":"u-17"},"#
    let text = Self.subscription(
      state,
      accounts + #""linkedPurchaseToken":"former","#,
      items: [Self.item(order: nil)]
    )
    #expect(
      workshop.lines(text, Self.context) == [
        "\(Self.head) 1 purchases by u-17", renewalStatus,
        "notice \(notice) chain \(Self.token) “gold:monthly” @2026-01-20",
        "link appAccount u-17 of \(Self.token)",
        "link purchaseToken secret-token of \(Self.token)",
      ]
    )
  }

  @Test func `a state that nobody knows changes nothing, and is kept as it came`() {
    #expect(
      workshop.lines(Self.subscription("ASLEEP"), Self.context) == [
        "\(Self.head) 1 purchases",
        """
        notice other chain \(Self.chain) “subscriptionState SUBSCRIPTION_STATE_ASLEEP” \
        @2026-01-20
        """,
      ] + [Self.links[0]]
    )
  }

  @Test func `a prepaid plan does not renew`() {
    let text = Self.subscription(
      "ACTIVE",
      #""linkedPurchaseToken":"former","#,
      items: [Self.item(plan: #""prepaidPlan":{}"#)]
    )
    #expect(
      workshop.lines(text, Self.context) == [
        "\(Self.head) 1 purchases",
        Self.sale.replacing("autoRenewable", with: "nonRenewing") + " \(Self.said)",
        "link predecessor former of \(Self.chain)",
      ] + Self.links
    )
  }

  @Test func `a deferred change is told by the item that it will replace`() {
    let text = Self.subscription(
      "ACTIVE",
      items: [
        Self.item(product: "max", until: "2026-03-10", order: nil),
        Self.item(#","deferredItemReplacement":{"productId":"max"}"#),
      ]
    )
    #expect(
      workshop.lines(text, Self.context) == [
        "\(Self.head) 2 purchases", "\(Self.sale) \(Self.said)",
        "standing \(Self.chain) running renews as max @2026-01-20",
      ] + Self.links
    )
  }

  @Test func `products of one order are sales of their own, in whatever order they come`() {
    let items = [Self.item(product: "gold"), Self.item(product: "add-on", until: "2026-01-12")]
    let lines = workshop.lines(Self.subscription("ACTIVE", items: items), Self.context)
    #expect(
      lines.filter { !$0.hasPrefix("link") } == [
        "\(Self.head) 2 purchases",
        Self.past.replacing("gold", with: "add-on") + "until 2026-01-12 \(Self.said)",
        """
        sale \(Self.chain)/gold of \(Self.chain)/gold gold:monthly autoRenewable \
        from 2026-01-10 until 2026-02-10 \(Self.said)
        """,
        "standing \(Self.chain) running renews @2026-01-20",
        "standing \(Self.chain)/gold running renews @2026-01-20",
      ]
    )
    let turned = Self.subscription("ACTIVE", items: items.reversed())
    #expect(workshop.lines(turned, Self.context) == lines)
  }

  @Test func `a tester's purchase is the sandbox's`() {
    let text = Self.subscription("ACTIVE", #""testPurchase":{},"#)
    let translated = workshop.translate(Array(text.utf8), Self.context)
    #expect(translated.environment == .sandbox)
    #expect(translated.facts.orders.first?.environment == .sandbox)
  }

  @Test func `without an app an answer states nothing`() {
    let context = DocumentContext(answeredAt: TranslationWorkshop.now, origin: .polled)
    #expect(
      workshop.lines(Self.subscription("ACTIVE"), context) == [
        "google google-subscription production no app storeAnswer 1 purchases"
      ]
    )
  }

  @Test(arguments: [
    // Start, order, end: the beginning of the period that the order paid for.
    ("2026-01-10", "GPA.1..0", "2026-03-10", "2026-01-20"),
    ("2025-06-10", "GPA.1..5", "2026-01-10", "2025-12-10"),
    ("2025-06-03", "GPA.1..5", "2025-12-10", "2025-11-10"),
    ("2024-01-10", "GPA.1..0", "2026-01-10", "2025-01-10"),
    ("2025-12-30", "GPA.1..1", "2026-01-20", "2026-01-13"),
    ("2025-10-31", "GPA.1..1", "2026-01-28", "2025-12-28"),
    // A payment in the grace period keeps the date; one that ended a hold of 19 days moves it.
    ("2025-10-05", "GPA.1..0", "2025-12-05", "2025-11-05"),
    ("2025-10-01", "GPA.1..0", "2025-12-20", "2025-11-20"),
    ("2024-03-01", "GPA.1..0", "2026-04-02", "2025-04-02"),
    // A second period after a trial of two weeks, or a hold of them: no later than it may have begun.
    ("2025-01-01", "GPA.1..0", "2025-04-15", "2025-01-15"),
  ])
  func `the beginning of a renewal follows from start, end and number`(
    _ start: String,
    _ order: String,
    _ end: String,
    _ beginning: String
  ) {
    let text = Self.subscription("ACTIVE", items: [Self.item(until: end, order: order)])
      .replacing("2026-01-10T00:00:00.0004Z", with: "\(start)T00:00:00Z")
    let translated = workshop.translate(Array(text.utf8), Self.context)
    #expect(translated.facts.orders.map(\.purchasedAt) == [instant(beginning)])
    #expect(translated.facts.orders.map(\.originalPurchasedAt) == [instant(start)])
    #expect(translated.facts.orders.map(\.transactionID) == [order])
    #expect(translated.facts.orders.map(\.originalTransactionID) == ["GPA.1"])
  }

  @Test(arguments: [
    ("2025-11-20", "IN_GRACE_PERIOD", "2026-01-27", "2025-12-20"),
    ("2025-11-18", "IN_GRACE_PERIOD", "2026-01-21", "2025-12-18"),
    ("2025-11-15", "ON_HOLD", "2026-01-18", "2025-12-15"),
  ])
  func `a grace period is not part of the period before it`(
    _ start: String,
    _ state: String,
    _ end: String,
    _ beginning: String
  ) {
    let text = Self.subscription(state, items: [Self.item(until: end, order: "GPA.1..0")])
      .replacing("2026-01-10T00:00:00.0004Z", with: "\(start)T00:00:00Z")
    let translated = workshop.translate(Array(text.utf8), Self.context)
    #expect(translated.facts.orders.map(\.purchasedAt) == [instant(beginning)])
  }

  @Test func `the number of a renewal may be anything, and traps nothing`() {
    for number in ["9223372036854775807", "99999999999999999999", "00", ""] {
      let text = Self.subscription("ACTIVE", items: [Self.item(order: "GPA.1..\(number)")])
      #expect(workshop.translate(Array(text.utf8), Self.context).facts.orders.count == 1)
    }
  }
}
