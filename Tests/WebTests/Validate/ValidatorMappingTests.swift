import Basics
import Entitlements
import Foundation
import Receipts
import ServiceCore
import Testing
import Web

/// What a store says, and what a client reads of it (seed-endpoints.md §1.3).
struct ValidatorCase: CustomTestStringConvertible, Sendable {
  var name: String
  /// Changes of the transaction, or of the subscription.
  var sale: [String: JSONValue] = [:]
  /// Changes of the renewal information, or of the subscription's item.
  var renewal: [String: JSONValue] = [:]
  var status = 1
  /// `.null` for what is to be left out.
  var expected: [String: JSONValue]

  var testDescription: String { name }
}

@Suite struct ValidatorMappingTests {
  private typealias World = ValidatorWorld
  private let world: ValidatorWorld

  init() throws { world = try ValidatorWorld() }

  private func expect(_ found: JSONValue?, _ expected: [String: JSONValue]) {
    for (name, value) in expected {
      #expect(found?[name] ?? .null == value, "\(name)")
    }
  }

  private static let ended: [String: JSONValue] = ["expiresDate": ValidatorWorld.ms(-2)]

  private static func expired(_ intent: Int, _ reason: JSONValue) -> ValidatorCase {
    ValidatorCase(
      name: "Apple's expiration intent \(intent)",
      sale: ended,
      renewal: ["autoRenewStatus": 0, "expirationIntent": .number("\(intent)")],
      status: 2,
      expected: [
        "isExpired": true, "cancelationReason": reason, "expiryDate": ValidatorWorld.ms(-2),
      ]
    )
  }

  static let apple: [ValidatorCase] = [
    ValidatorCase(
      name: "a running month",
      expected: [
        "id": "pro", "platform": "ios-appstore", "purchaseId": "100", "transactionId": "101",
        "purchaseDate": ValidatorWorld.ms(-41), "lastRenewalDate": ValidatorWorld.ms(-10),
        "expiryDate": ValidatorWorld.ms(20), "isExpired": false, "renewalIntent": "Renew",
        "cancelationReason": "", "isBillingRetryPeriod": false, "isTrialPeriod": false,
        "isIntroPeriod": false, "discountId": .null, "priceConsentStatus": .null, "quantity": 1,
        "isAcknowledged": .null, "isConsumed": .null,
      ]
    ),
    ValidatorCase(
      name: "renewal is off",
      renewal: ["autoRenewStatus": 0],
      expected: ["isExpired": false, "renewalIntent": "Lapse", "cancelationReason": "Customer"]
    ),
    ValidatorCase(
      name: "a trial",
      sale: ["offerType": 1, "offerDiscountType": "FREE_TRIAL"],
      expected: ["isTrialPeriod": true, "isIntroPeriod": false]
    ),
    ValidatorCase(
      name: "an introductory price",
      sale: ["offerType": 1, "offerDiscountType": "PAY_AS_YOU_GO"],
      expected: ["isTrialPeriod": false, "isIntroPeriod": true]
    ),
    ValidatorCase(
      name: "a promotional offer",
      sale: ["offerType": 2, "offerIdentifier": "WINBACK_1"],
      expected: ["discountId": "WINBACK_1"]
    ),
    ValidatorCase(
      name: "a higher price, asked",
      renewal: ["priceIncreaseStatus": 0],
      expected: ["priceConsentStatus": "Notified"]
    ),
    ValidatorCase(
      name: "a higher price, agreed to",
      renewal: ["priceIncreaseStatus": 1],
      expected: ["priceConsentStatus": "Agreed"]
    ),
    ValidatorCase(
      name: "billing retry",
      sale: ended,
      renewal: ["isInBillingRetryPeriod": true, "expirationIntent": 2],
      status: 3,
      expected: [
        "isExpired": true, "isBillingRetryPeriod": true, "renewalIntent": "Renew",
        "cancelationReason": "System.BillingError", "expiryDate": ValidatorWorld.ms(-2),
      ]
    ),
    ValidatorCase(
      name: "grace period",
      sale: ended,
      renewal: ["isInBillingRetryPeriod": true, "gracePeriodExpiresDate": ValidatorWorld.ms(4)],
      status: 4,
      expected: [
        "isExpired": false, "isBillingRetryPeriod": true, "cancelationReason": "",
        "expiryDate": ValidatorWorld.ms(4),
      ]
    ),
    expired(1, "Customer"), expired(2, "System.BillingError"),
    expired(3, "Customer.PriceIncrease"), expired(4, "System.ProductUnavailable"),
    expired(5, "Unknown"),
    ValidatorCase(
      name: "a refund for a fault of the app",
      sale: ["revocationDate": ValidatorWorld.ms(-3), "revocationReason": 1],
      status: 5,
      expected: [
        "isExpired": true, "cancelationReason": "Customer.TechnicalIssues",
        "expiryDate": ValidatorWorld.ms(-3), "renewalIntent": "Lapse",
      ]
    ),
    ValidatorCase(
      name: "a refund for another reason",
      sale: ["revocationDate": ValidatorWorld.ms(-3), "revocationReason": 0],
      status: 5,
      expected: ["isExpired": true, "cancelationReason": "Customer.OtherReason"]
    ),
    ValidatorCase(
      name: "an upgrade",
      sale: ["isUpgraded": true, "expiresDate": ValidatorWorld.ms(-2)],
      status: 2,
      expected: ["isExpired": true, "cancelationReason": "System.Replaced"]
    ),
  ]

  @Test(arguments: apple) func `what Apple says`(_ story: ValidatorCase) async throws {
    let transaction = World.transaction(story.sale)
    try world.openAppStore(transaction, World.renewal(story.renewal), status: story.status)
    let answer = try await world.ask(World.v13(signed: try world.signed(transaction)))
    expect(answer["data"]?["collection"]?.array?.first, story.expected)
  }

  private static func cancelled(
    _ name: String,
    _ context: JSONValue,
    _ reason: JSONValue
  ) -> ValidatorCase {
    ValidatorCase(
      name: name,
      sale: [
        "subscriptionState": "SUBSCRIPTION_STATE_CANCELED", "canceledStateContext": context,
      ],
      renewal: ["autoRenewingPlan": ["autoRenewEnabled": false]],
      expected: ["isExpired": false, "renewalIntent": "Lapse", "cancelationReason": reason]
    )
  }

  private static func surveyed(_ answer: String, _ reason: JSONValue) -> ValidatorCase {
    cancelled(
      "Google's survey: \(answer)",
      [
        "userInitiatedCancellation": [
          "cancelTime": ValidatorWorld.iso(-2),
          "cancelSurveyResult": ["reason": .string("CANCEL_SURVEY_REASON_\(answer)")],
        ]
      ],
      reason
    )
  }

  private static func rise(_ state: JSONValue) -> [String: JSONValue] {
    [
      "autoRenewingPlan": [
        "autoRenewEnabled": true,
        "priceChangeDetails": ["priceChangeMode": "PRICE_INCREASE", "priceChangeState": state],
      ]
    ]
  }

  static let google: [ValidatorCase] = [
    ValidatorCase(
      name: "a running month",
      expected: [
        "id": "pro", "platform": "android-playstore", "purchaseId": .string(ValidatorWorld.token),
        "transactionId": .string(ValidatorWorld.order), "purchaseDate": ValidatorWorld.ms(-20),
        "lastRenewalDate": ValidatorWorld.ms(-20), "expiryDate": ValidatorWorld.ms(11),
        "isExpired": false, "renewalIntent": "Renew", "cancelationReason": "",
        "isAcknowledged": true, "isConsumed": .null,
      ]
    ),
    ValidatorCase(
      name: "a renewal, of which the device still has the first order",
      renewal: ["latestSuccessfulOrderId": .string("\(ValidatorWorld.order)..2")],
      expected: ["transactionId": .string(ValidatorWorld.order)]
    ),
    ValidatorCase(
      name: "not acknowledged",
      sale: ["acknowledgementState": "ACKNOWLEDGEMENT_STATE_PENDING"],
      expected: ["isAcknowledged": false]
    ),
    cancelled("by the system", ["systemInitiatedCancellation": [:]], "System"),
    cancelled("by the developer", ["developerInitiatedCancellation": [:]], "Developer"),
    cancelled("by another purchase", ["replacementCancellation": [:]], "System.Replaced"),
    cancelled("by the user", ["userInitiatedCancellation": [:]], "Customer"),
    surveyed("OTHERS", "Customer.OtherReason"),
    surveyed("NOT_ENOUGH_USAGE", "Customer.NotUsefulEnough"),
    surveyed("TECHNICAL_ISSUES", "Customer.TechnicalIssues"),
    surveyed("COST_RELATED", "Customer.Cost"),
    surveyed("FOUND_BETTER_APP", "Customer.FoundBetterApp"),
    ValidatorCase(
      name: "when the user turned it off",
      sale: [
        "subscriptionState": "SUBSCRIPTION_STATE_CANCELED",
        "canceledStateContext": [
          "userInitiatedCancellation": ["cancelTime": ValidatorWorld.iso(-2)]
        ],
      ],
      renewal: ["autoRenewingPlan": ["autoRenewEnabled": false]],
      expected: ["renewalIntentChangeDate": ValidatorWorld.ms(-2)]
    ),
    ValidatorCase(
      name: "a higher price, asked",
      renewal: rise("OUTSTANDING"),
      expected: ["priceConsentStatus": "Notified"]
    ),
    ValidatorCase(
      name: "a higher price, agreed to",
      renewal: rise("CONFIRMED"),
      expected: ["priceConsentStatus": "Agreed"]
    ),
    ValidatorCase(
      name: "grace period",
      sale: ["subscriptionState": "SUBSCRIPTION_STATE_IN_GRACE_PERIOD"],
      expected: [
        "isExpired": false, "isBillingRetryPeriod": true, "expiryDate": ValidatorWorld.ms(11),
      ]
    ),
    ValidatorCase(
      name: "on hold",
      sale: ["subscriptionState": "SUBSCRIPTION_STATE_ON_HOLD"],
      renewal: ["expiryTime": ValidatorWorld.iso(-1)],
      expected: [
        "isExpired": true, "isBillingRetryPeriod": true,
        "cancelationReason": "System.BillingError",
      ]
    ),
    ValidatorCase(
      name: "paused",
      sale: ["subscriptionState": "SUBSCRIPTION_STATE_PAUSED"],
      renewal: ["expiryTime": ValidatorWorld.iso(-1)],
      expected: ["isExpired": true, "renewalIntent": "Renew"]
    ),
    ValidatorCase(
      name: "expired",
      sale: [
        "subscriptionState": "SUBSCRIPTION_STATE_EXPIRED",
        "canceledStateContext": ["systemInitiatedCancellation": [:]],
      ],
      renewal: ["expiryTime": ValidatorWorld.iso(-1)],
      expected: [
        "isExpired": true, "expiryDate": ValidatorWorld.ms(-1), "renewalIntent": "Lapse",
        "cancelationReason": "System.BillingError",
      ]
    ),
    ValidatorCase(
      name: "a trial",
      renewal: ["offerPhase": ["freeTrial": [:]]],
      expected: ["isTrialPeriod": true]
    ),
  ]

  @Test(arguments: google) func `what Google says`(_ story: ValidatorCase) async throws {
    world.openPlay(subscription: World.subscription(story.sale, item: story.renewal))
    let answer = try await world.ask(World.v13(product: "pro", type: "paid subscription"))
    expect(answer["data"]?["collection"]?.array?.first, story.expected)
  }

  @Test(arguments: [
    ValidatorCase(
      name: "just bought",
      expected: [
        "isAcknowledged": false, "isConsumed": false, "isExpired": .null, "quantity": 1,
        "expiryDate": .null, "renewalIntent": .null,
      ]
    ),
    ValidatorCase(
      name: "acknowledged",
      sale: ["acknowledgementState": "ACKNOWLEDGEMENT_STATE_ACKNOWLEDGED"],
      expected: ["isAcknowledged": true, "isConsumed": false]
    ),
    ValidatorCase(
      name: "several",
      renewal: ["quantity": 3],
      expected: ["quantity": 3]
    ),
    ValidatorCase(
      name: "taken back",
      sale: ["purchaseStateContext": ["purchaseState": "CANCELLED"]],
      expected: ["isExpired": true, "cancelationReason": "Customer"]
    ),
  ]) func `what Google says of a product`(_ story: ValidatorCase) async throws {
    world.openPlay(product: World.product(story.sale, offer: story.renewal))
    let answer = try await world.ask(World.v13(product: "book", type: "non consumable"))
    expect(answer["data"]?["collection"]?.array?.first, story.expected)
  }

  @Test func `a purchase whose number the device does not know is named by its token`()
    async throws
  {
    world.openPlay(product: World.product())
    let body = World.v13(product: "book", type: "non consumable")
    let unnumbered = body["transaction"]?.changing(["id": .string(World.token)])
    let answer = try await world.ask(body.changing(["transaction": unnumbered ?? .null]))
    let purchase = answer["data"]?["collection"]?.array?.first
    #expect(purchase?["transactionId"] == .string(World.token))
  }

  @Test func `a refunded purchase looks owned to nobody, and hides no other`() async throws {
    try world.openAppStore(others: [
      World.lasting([
        "revocationDate": World.ms(-5), "revocationReason": 0, "signedDate": World.ms(-0.5),
      ])
    ])
    let receipt = try world.receipt([World.month(), World.book()])
    let refunded = try await world.ask(World.v13(receipt: receipt))
    let entry = refunded["data"]?["collection"]?.array?.first { $0["id"] == "book" }
    #expect(entry?["isExpired"] == true)
    #expect(entry?["expiryDate"] == World.ms(-5))
    // Bought again since.
    let again = try world.receipt([World.month(), World.book(), World.book("202")])
    let owned = try await world.ask(World.v13(receipt: again))
    let entries = owned["data"]?["collection"]?.array?.filter { $0["id"] == "book" }
    #expect(entries?.map { $0["transactionId"] } == ["202"])
    #expect(entries?.first?["isExpired"] == nil)
  }

  @Test func `how a subscription stands is asked, whatever else was bought before`() async throws {
    try world.openAppStore(World.transaction(), World.renewal(["autoRenewStatus": 0]))
    let receipt = try world.receipt([World.month(), World.book("050")])
    let answer = try await world.ask(World.v13(receipt: receipt))
    let entry = answer["data"]?["collection"]?.array?.first { $0["id"] == "pro" }
    #expect(entry?["renewalIntent"] == "Lapse")
  }

  @Test func `a subscription stands once, by its newest period`() async throws {
    let before = World.transaction([
      "transactionId": "100", "purchaseDate": World.ms(-41), "expiresDate": World.ms(-10),
      "productId": "basic",
    ])
    try world.openAppStore(others: [before])
    let answer = try await world.ask(World.v13(signed: try world.signed(before)))
    let entries = answer["data"]?["collection"]?.array
    #expect(entries?.map { $0["id"] } == ["pro"])
    #expect(entries?.first?["transactionId"] == "101")
  }

  @Test func `what Google has forgotten is told as it was known`() async throws {
    world.openPlay(
      subscription: World.subscription(
        ["subscriptionState": "SUBSCRIPTION_STATE_EXPIRED"],
        item: ["expiryTime": World.iso(-1)]
      )
    )
    let body = World.v13(product: "pro", type: "paid subscription")
    _ = try await world.ask(body)
    world.openPlay()
    let answer = try await world.ask(body)
    #expect(answer["data"]?["transaction"]?["kind"] == "fovea#subscriptionGone")
    let entry = answer["data"]?["collection"]?.array?.first
    #expect(entry?["isExpired"] == true)
    #expect(entry?["cancelationReason"] == "System.Deleted")
  }

  @Test func `neither an address nor a token of another stands in an answer`() async throws {
    world.openPlay(
      subscription: World.subscription(["linkedPurchaseToken": "another-token"])
    )
    let answer = try await world.ask(World.v13(product: "pro", type: "paid subscription"))
    let text = String(decoding: CompactJSON.bytes(answer), as: UTF8.self)
    #expect(!text.contains("ada@example.com"))
    #expect(!text.contains("another-token"))
  }
}
