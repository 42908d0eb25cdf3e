import Foundation
import StoreSimulator
import Testing

@Suite struct `Other simulated stores` {
  private static let publisher =
    "/google/androidpublisher/v3/applications/\(SimulatedShop.app)"

  private func bearer(_ simulator: Simulator) async throws -> [String: String] {
    let answer = try await simulator.json(
      SimulatorRequest("POST", "/google/token", body: try await googleForm())
    )
    let token = try #require(answer.body["access_token"] as? String)
    return ["authorization": "Bearer \(token)"]
  }

  private func bought(
    _ product: String,
    in store: SimulatedStore,
    sandbox: Bool? = nil,
    quantity: Int? = nil
  ) async throws -> (Simulator, SimulatedPurchase) {
    let simulator = try await simulator()
    var buy = act(.buy, product: product)
    buy.store = store
    buy.sandbox = sandbox
    buy.quantity = quantity
    let id = try #require(try await simulator.perform(buy))
    return (simulator, try #require(await simulator.state.world.purchase(id)))
  }

  @Test func `Google gives bearers to its service account alone`() async throws {
    let (simulator, purchase) = try await bought("plus.monthly", in: .google)
    let target = "\(Self.publisher)/purchases/subscriptionsv2/tokens/\(purchase.token)"
    let none = await simulator.answer(SimulatorRequest("GET", target))
    #expect(none.status == 401)
    let forged = await simulator.answer(
      SimulatorRequest("POST", "/google/token", body: Data("assertion=a.b.c".utf8))
    )
    #expect(forged.status == 400)
    let found = try await simulator.json(
      SimulatorRequest("GET", target, headers: try await bearer(simulator))
    )
    #expect(found.status == 200)
    #expect(found.body["subscriptionState"] as? String == "SUBSCRIPTION_STATE_ACTIVE")
  }

  @Test func `a Google subscription is acknowledged and cancelled`() async throws {
    let (simulator, purchase) = try await bought("plus.monthly", in: .google)
    let headers = try await bearer(simulator)
    let tokens = "\(Self.publisher)/purchases/subscriptions/plus.monthly/tokens"
    for deed in ["acknowledge", "cancel"] {
      let done = await simulator.answer(
        SimulatorRequest("POST", "\(tokens)/\(purchase.token):\(deed)", headers: headers)
      )
      #expect(done.status == 200)
    }
    let target = "\(Self.publisher)/purchases/subscriptionsv2/tokens/\(purchase.token)"
    let found = try await simulator.json(SimulatorRequest("GET", target, headers: headers))
    #expect(found.body["subscriptionState"] as? String == "SUBSCRIPTION_STATE_CANCELED")
    #expect(
      found.body["acknowledgementState"] as? String == "ACKNOWLEDGEMENT_STATE_ACKNOWLEDGED"
    )
  }

  @Test func `a refunded Google order is voided`() async throws {
    let (simulator, purchase) = try await bought("plus.monthly", in: .google)
    let headers = try await bearer(simulator)
    let order = try #require(purchase.charges.first?.id)
    let refund = await simulator.answer(
      SimulatorRequest(
        "POST",
        "\(Self.publisher)/orders/\(order):refund?revoke=true",
        headers: headers
      )
    )
    #expect(refund.status == 200)
    let found = try await simulator.json(
      SimulatorRequest(
        "GET",
        "\(Self.publisher)/orders:batchGet?orderIds=\(order)",
        headers: headers
      )
    )
    let orders = try #require(found.body["orders"] as? [[String: Any]])
    #expect(orders.map { $0["state"] as? String } == ["REFUNDED"])
    let list = "\(Self.publisher)/purchases/voidedpurchases"
    let items = try await simulator.json(SimulatorRequest("GET", list, headers: headers))
    #expect(items.body["voidedPurchases"] == nil)
    let all = try await simulator.json(SimulatorRequest("GET", "\(list)?type=1", headers: headers))
    #expect(
      (all.body["voidedPurchases"] as? [[String: Any]])?.first?["orderId"] as? String == order
    )
  }

  @Test func `a part of a Google order is refunded, and the purchase stays`() async throws {
    let (simulator, coins) = try await bought("coins.100", in: .google, quantity: 5)
    var refund = act(.refund, of: coins.id)
    refund.quantity = 2
    _ = try await simulator.perform(refund)
    let headers = try await bearer(simulator)
    let product = try await simulator.json(
      SimulatorRequest(
        "GET",
        "\(Self.publisher)/purchases/productsv2/tokens/\(coins.token)",
        headers: headers
      )
    )
    let lines = try #require(product.body["productLineItem"] as? [[String: Any]])
    let details = try #require(lines.first?["productOfferDetails"] as? [String: Any])
    #expect(details["refundableQuantity"] as? Int == 3)
    let state = product.body["purchaseStateContext"] as? [String: Any]
    #expect(state?["purchaseState"] as? String == "PURCHASED")
    let order = try #require(coins.charges.first?.id)
    let found = try await simulator.json(
      SimulatorRequest("GET", "\(Self.publisher)/orders/\(order)", headers: headers)
    )
    #expect(found.body["state"] as? String == "PARTIALLY_REFUNDED")
    let voided = "\(Self.publisher)/purchases/voidedpurchases"
    let list = try await simulator.json(SimulatorRequest("GET", voided, headers: headers))
    #expect(list.body["voidedPurchases"] == nil)
    let parts = try await simulator.json(
      SimulatorRequest("GET", "\(voided)?includeQuantityBasedPartialRefund=true", headers: headers)
    )
    let part = (parts.body["voidedPurchases"] as? [[String: Any]])?.first
    #expect(part?["voidedQuantity"] as? Int == 2)
  }

  @Test func `money of a one-time purchase at Google is returned without taking it back`()
    async throws
  {
    let (simulator, lifetime) = try await bought("lifetime", in: .google)
    let headers = try await bearer(simulator)
    let order = try #require(lifetime.charges.first?.id)
    let refund = await simulator.answer(
      SimulatorRequest("POST", "\(Self.publisher)/orders/\(order):refund", headers: headers)
    )
    #expect(refund.status == 200)
    let product = try await simulator.json(
      SimulatorRequest(
        "GET",
        "\(Self.publisher)/purchases/productsv2/tokens/\(lifetime.token)",
        headers: headers
      )
    )
    let state = product.body["purchaseStateContext"] as? [String: Any]
    #expect(state?["purchaseState"] as? String == "PURCHASED")
  }

  @Test func `Microsoft asks for the tenant's token and the user's key`() async throws {
    let (simulator, purchase) = try await bought("plus.monthly", in: .microsoft)
    let keys = SharedKeys.keys
    let form =
      "grant_type=client_credentials&client_id=\(keys.microsoftClient)"
      + "&client_secret=\(keys.microsoftSecret)&scope=https%3A%2F%2Fonestore.microsoft.com%2F.default"
    let entra = try await simulator.json(
      SimulatorRequest(
        "POST",
        "/microsoft/\(keys.microsoftTenant)/oauth2/v2.0/token",
        body: Data(form.utf8)
      )
    )
    let token = try #require(entra.body["access_token"] as? String)
    let headers = ["authorization": "Bearer \(token)"]
    let answer = await simulator.answer(
      SimulatorRequest("GET", "/simulator/microsoft/key?account=ada&service=purchase")
    )
    let key = String(decoding: answer.body, as: UTF8.self)
    let target = "/microsoft/v8.0/b2b/recurrences/query"
    let body = try JSONEncoder().encode(["b2bKey": key])
    let refused = await simulator.answer(SimulatorRequest("POST", target, body: body))
    #expect(refused.status == 401)
    let found = try await simulator.json(
      SimulatorRequest("POST", target, headers: headers, body: body)
    )
    let items = try #require(found.body["items"] as? [[String: Any]])
    #expect(items.map { $0["id"] as? String } == [purchase.id])
    #expect(items.first?["recurrenceState"] as? String == "Active")
  }

  @Test func `Amazon's secret is asked for in production only`() async throws {
    let (simulator, purchase) = try await bought("plus.monthly", in: .amazon)
    func target(_ place: String, _ secret: String, user: String = "ada") -> SimulatorRequest {
      SimulatorRequest(
        "GET",
        "/amazon/\(place)version/1.0/verifyReceiptId/developer/\(secret)/user/\(user)"
          + "/receiptId/\(purchase.token)"
      )
    }
    let secret = SharedKeys.keys.amazonSecret
    let found = try await simulator.json(target("", secret))
    #expect(found.status == 200)
    #expect(found.body["autoRenewing"] as? Bool == true)
    #expect(await simulator.answer(target("", "wrong")).status == 496)
    #expect(await simulator.answer(target("", secret, user: "ben")).status == 497)
    #expect(await simulator.answer(target("sandbox/", "any")).status == 400)
  }

  /// Receipt Verification Service, "Response fields": `cancelDate` is `null` for a purchase that is
  /// not cancelled.
  @Test(arguments: ["plus.monthly", "lifetime", "coins.100"])
  func `Amazon writes null for what did not happen`(_ product: String) async throws {
    let (simulator, purchase) = try await bought(product, in: .amazon)
    let request = SimulatorRequest(
      "GET",
      "/amazon/version/1.0/verifyReceiptId/developer/\(SharedKeys.keys.amazonSecret)/user/ada"
        + "/receiptId/\(purchase.token)"
    )
    let found = try await simulator.json(request)
    #expect(found.body["cancelDate"] is NSNull)
    #expect(found.body["parentProductId"] is NSNull)
    guard purchase.isSubscription else {
      for name in ["renewalDate", "term", "termSku"] { #expect(found.body[name] is NSNull) }
      return
    }
    for name in ["cancelReason", "freeTrialEndDate", "gracePeriodEndDate"] {
      #expect(found.body[name] is NSNull, "\(name)")
    }
    try await simulator.perform(act(.cancel, of: purchase.id))
    let cancelled = try await simulator.json(request)
    #expect(cancelled.body["cancelDate"] as? Double != nil)
    #expect(cancelled.body["renewalDate"] is NSNull)
  }

  @Test func `faults count down and keep to their path`() async throws {
    let simulator = try await simulator()
    var fault = InjectedFault(.status)
    (fault.path, fault.count, fault.status, fault.retryAfter) = ("inApps", 2, 429, "1800000000000")
    _ = await simulator.answer(
      SimulatorRequest("POST", "/simulator/faults", body: try JSONEncoder().encode(fault))
    )
    let amazon = await simulator.answer(SimulatorRequest("GET", "/amazon/version"))
    #expect(amazon.status == 404)
    let asked = SimulatorRequest("GET", "/inApps/v1/transactions/1")
    var statuses: [Int] = []
    for _ in 0..<3 { statuses.append(await simulator.answer(asked).status) }
    #expect(statuses == [429, 429, 401])
  }
}
