import Basics
import Entitlements
import Foundation
import Mint
import Receipts
import ServiceCore

/// What Apple's App Store sells in these tests.
extension ValidatorWorld {
  /// A month of `pro` that began 10 days ago, with members changed.
  static func transaction(_ changes: [String: JSONValue] = [:]) -> JSONValue {
    let month: JSONValue = [
      "transactionId": "101", "originalTransactionId": "100", "bundleId": .string(app),
      "productId": "pro", "subscriptionGroupIdentifier": "20", "purchaseDate": ms(-10),
      "originalPurchaseDate": ms(-41), "expiresDate": ms(20), "quantity": 1,
      "type": "Auto-Renewable Subscription", "inAppOwnershipType": "PURCHASED",
      "signedDate": ms(-1), "environment": "Production",
    ]
    return month.changing(changes)
  }

  /// A lasting right that was bought 30 days ago.
  static func lasting(_ changes: [String: JSONValue] = [:]) -> JSONValue {
    transaction([
      "transactionId": "201", "originalTransactionId": "201", "productId": "book",
      "subscriptionGroupIdentifier": .null, "purchaseDate": ms(-30),
      "originalPurchaseDate": ms(-30), "expiresDate": .null, "type": "Non-Consumable",
    ]).changing(changes)
  }

  static func renewal(_ changes: [String: JSONValue] = [:]) -> JSONValue {
    let renewal: JSONValue = [
      "originalTransactionId": "100", "productId": "pro", "autoRenewProductId": "pro",
      "autoRenewStatus": 1, "environment": "Production", "signedDate": ms(-1),
    ]
    return renewal.changing(changes)
  }

  func signed(_ payload: JSONValue) throws -> String {
    try workshop.payloads.sign(String(decoding: CompactJSON.bytes(payload), as: UTF8.self))
  }

  /// Apple answers with the one subscription's status, and with all transactions.
  func openAppStore(
    _ transaction: JSONValue = transaction(),
    _ renewal: JSONValue = renewal(),
    status: Int = 1,
    others: [JSONValue] = []
  ) throws {
    let last: JSONValue = [
      "originalTransactionId": "100", "status": .number("\(status)"),
      "signedTransactionInfo": .string(try signed(transaction)),
      "signedRenewalInfo": .string(try signed(renewal)),
    ]
    let about: [JSONValue.Member] = [
      .init("bundleId", .string(Self.app)), .init("environment", "Production"),
    ]
    let statuses = JSONValue.object(
      about + [
        .init(
          "data",
          [["subscriptionGroupIdentifier": "20", "lastTransactions": [last]]]
        )
      ]
    )
    let all = try ([transaction] + others).map { JSONValue.string(try signed($0)) }
    let history = JSONValue.object(
      about + [
        .init("revision", "r"), .init("hasMore", false), .init("signedTransactions", .array(all)),
      ]
    )
    shops.open(.apple) { question throws(StoreClientError) in
      let body: JSONValue
      switch question {
      case .appleSubscriptions: body = statuses
      case .appleHistory: body = history
      default: throw .notConfigured(.apple, missing: "this question")
      }
      return Self.answer(body, DocumentHints(app: Self.app, environment: "production"))
    }
  }

  static func answer(_ body: JSONValue, _ hints: DocumentHints) -> StoreAnswer {
    StoreAnswer(
      documents: [.init(bytes: CompactJSON.bytes(body), hints: hints)],
      environment: .production
    )
  }

  /// A receipt with a month of `pro` and a lasting `book`, in base64.
  func receipt(_ purchases: [MintedPurchase]? = nil, of app: String = app) throws -> String {
    let minted = try workshop.receipts.mint(
      MintedReceipt(
        bundleID: app,
        appVersion: "12",
        creationDate: Self.day(-1),
        originalPurchaseDate: Self.day(-100),
        originalAppVersion: "7",
        purchases: purchases ?? [Self.month(), Self.book()]
      )
    )
    return Data(minted).base64EncodedString()
  }

  static func month(
    begun: Double = -10,
    cancelled: Double? = nil,
    isTrial: Bool = false
  ) -> MintedPurchase {
    MintedPurchase(
      productID: "pro",
      transactionID: "101",
      originalTransactionID: "100",
      purchaseDate: day(begun),
      originalPurchaseDate: day(begun - 31),
      expiresDate: day(begun + 30),
      cancellationDate: cancelled.map(day),
      isTrial: isTrial
    )
  }

  static func book(cancelled: Double? = nil, _ transaction: String = "201") -> MintedPurchase {
    MintedPurchase(
      productID: "book",
      kind: .nonConsumable,
      transactionID: transaction,
      purchaseDate: day(-30),
      cancellationDate: cancelled.map(day)
    )
  }
}

/// What Google Play sells in these tests.
extension ValidatorWorld {
  static let token = "hcklmpoqgnbfjiaejbdlcofg.AO-J1OxT3Yt0q6wq8R1y"
  static let order = "GPA.1111-2222-3333-44444"

  static func subscription(
    _ changes: [String: JSONValue] = [:],
    item: [String: JSONValue] = [:]
  ) -> JSONValue {
    let line: JSONValue = [
      "productId": "pro", "expiryTime": iso(11), "latestSuccessfulOrderId": .string(order),
      "autoRenewingPlan": ["autoRenewEnabled": true], "offerDetails": ["basePlanId": "monthly"],
    ]
    let subscription: JSONValue = [
      "kind": "androidpublisher#subscriptionPurchaseV2", "startTime": iso(-20),
      "regionCode": "DE", "subscriptionState": "SUBSCRIPTION_STATE_ACTIVE",
      "latestOrderId": .string(order),
      "acknowledgementState": "ACKNOWLEDGEMENT_STATE_ACKNOWLEDGED",
      "lineItems": [line.changing(item)],
      "subscribeWithGoogleInfo": ["emailAddress": "ada@example.com"],
    ]
    return subscription.changing(changes)
  }

  static func product(
    _ changes: [String: JSONValue] = [:],
    offer: [String: JSONValue] = [:]
  ) -> JSONValue {
    let details: JSONValue = ["consumptionState": "CONSUMPTION_STATE_YET_TO_BE_CONSUMED"]
    let product: JSONValue = [
      "kind": "androidpublisher#productPurchaseV2", "orderId": .string(order), "regionCode": "DE",
      "purchaseStateContext": ["purchaseState": "PURCHASED"],
      "acknowledgementState": "ACKNOWLEDGEMENT_STATE_PENDING",
      "purchaseCompletionTime": iso(-3),
      "productLineItem": [
        ["productId": "book", "productOfferDetails": details.changing(offer)]
      ],
    ]
    return product.changing(changes)
  }

  /// Google knows this one purchase, by its token.
  func openPlay(subscription: JSONValue? = nil, product: JSONValue? = nil) {
    shops.open(.google) { question throws(StoreClientError) in
      let hints = DocumentHints(app: Self.app, environment: "production", purchaseToken: Self.token)
      switch question {
      case .googleSubscription(Self.token):
        if let subscription { return Self.answer(subscription, hints) }
      case .googleProduct(Self.token):
        if let product { return Self.answer(product, hints) }
      default: break
      }
      throw .status(.google, http: 404, code: nil, .final)
    }
  }

  /// What a device holds, and what Google signed of it.
  func signedPurchase(
    _ changes: [String: JSONValue] = [:]
  ) throws -> (text: String, signature: String) {
    let purchase: JSONValue = [
      "orderId": .string(Self.order), "packageName": .string(Self.app), "productId": "book",
      "purchaseTime": Self.ms(-3), "purchaseState": 0, "purchaseToken": .string(Self.token),
      "quantity": 1, "acknowledged": false,
    ]
    let bytes = CompactJSON.bytes(purchase.changing(changes))
    return (
      String(decoding: bytes, as: UTF8.self), try workshop.purchases.signature(over: bytes)
    )
  }
}

/// What the Microsoft Store sells in these tests.
extension ValidatorWorld {
  static func storeIDKey(_ service: String, until days: Double = 20) -> String {
    func part(_ text: String) -> String {
      Data(text.utf8).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
        .replacing("=", with: "")
    }
    let host = "https://\(service).mp.microsoft.com/v6.0/keys"
    let claims = """
      {"http://schemas.microsoft.com/marketplace/2015/08/claims/key/userId":"ada",\
      "iss":"\(host)","aud":"\(host)","exp":\(Int(day(days).timeIntervalSince1970))}
      """
    return "\(part(#"{"typ":"JWT","alg":"RS256"}"#)).\(part(claims)).AAAA"
  }

  /// Microsoft knows one subscription, and one lasting right.
  func openMicrosoftStore() {
    shops.open(.microsoft) { question throws(StoreClientError) in
      let hints = DocumentHints(app: Self.app, environment: "production", account: "ada")
      switch question {
      case .microsoftSubscriptions:
        return Self.answer(
          [
            "items": [
              [
                "id": "mdr:0:1:2", "productId": "9NPRO", "skuId": "0010",
                "startTime": Self.iso(-20), "expirationTime": Self.iso(11),
                "recurrenceState": "Active", "autoRenew": true, "isTrial": true,
              ]
            ]
          ],
          hints
        )
      case .microsoftCollections:
        return Self.answer(
          [
            "items": [
              [
                "productId": "9NLIFE", "skuId": "0010", "productKind": "Durable",
                "status": "Active", "acquiredDate": "2025-12-01T00:00:00.0000000+00:00",
                "transactionId": "order-1",
              ]
            ]
          ],
          hints
        )
      default: throw .notConfigured(.microsoft, missing: "this question")
      }
    }
  }
}
