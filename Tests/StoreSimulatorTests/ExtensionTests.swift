import Foundation
import StoreSimulator
import Testing

@Suite struct `Renewals that are moved` {
  private static let apple = "/apple/production/inApps/v1"
  private static let google =
    "/google/androidpublisher/v3/applications/\(SimulatedShop.app)/purchases/subscriptionsv2/tokens"

  private func massExtension(_ days: Int, _ request: String) throws -> Data {
    try JSONSerialization.data(
      withJSONObject: [
        "extendByDays": days, "extendReasonCode": 3, "requestIdentifier": request,
        "productId": "plus.monthly",
      ] as [String: Any]
    )
  }

  @Test func `Apple extends every subscription to a product, once, and tells how far it is`()
    async throws
  {
    let simulator = try await simulator { state in
      for account in ["ada", "bob"] {
        var buy = act(.buy, product: "plus.monthly")
        (buy.account, buy.as) = (account, account)
        try state.world.perform(buy)
      }
      var trial = act(.buy, product: "plus.monthly")
      (trial.account, trial.offer) = ("cy", .trial)
      try state.world.perform(trial)
    }
    let headers = try await appleHeaders()
    let end = try #require(await simulator.state.world.purchase("ada")?.expiresAt)
    let request = UUID().uuidString
    for _ in 0..<2 {
      let told = try await simulator.json(
        SimulatorRequest(
          "POST",
          "\(Self.apple)/subscriptions/extend/mass",
          headers: headers,
          body: try massExtension(3, request)
        )
      )
      #expect(told.body["requestIdentifier"] as? String == request)
    }
    let later = end.addingTimeInterval(3 * 86_400)
    #expect(await simulator.state.world.purchase("ada")?.expiresAt == later)
    #expect(await simulator.state.world.purchase("bob")?.expiresAt == later)
    let status = "\(Self.apple)/subscriptions/extend/mass/plus.monthly"
    let known = try await simulator.json(
      SimulatorRequest("GET", "\(status)/\(request)", headers: headers)
    )
    #expect(known.body["complete"] as? Bool == true)
    #expect(known.body["succeededCount"] as? Int == 2)
    #expect(known.body["failedCount"] as? Int == 1, "no trial is extended")
    let unknown = try await simulator.json(
      SimulatorRequest("GET", "\(status)/\(UUID())", headers: headers)
    )
    #expect(unknown.body["errorCode"] as? Int == 4_040_009)
    let refused = try await simulator.json(
      SimulatorRequest(
        "POST",
        "\(Self.apple)/subscriptions/extend/mass",
        headers: headers,
        body: try massExtension(91, UUID().uuidString)
      )
    )
    #expect(refused.body["errorCode"] as? Int == 4_000_009)
  }

  @Test func `Apple tells of the download by any transaction of its buyer`() async throws {
    let simulator = try await simulator { try $0.world.play(try scenario("renew")) }
    let purchase = try #require(await simulator.state.world.purchase("sub"))
    let headers = try await appleHeaders()
    var names: Set<String> = []
    for charge in purchase.charges {
      let target = "\(Self.apple)/transactions/appTransactions/\(charge.id)"
      let found = try await simulator.json(SimulatorRequest("GET", target, headers: headers))
      let download = payload(found.body["signedAppTransactionInfo"])
      #expect(download["receiptType"] as? String == "Production")
      #expect(download["bundleId"] as? String == SimulatedShop.app)
      names.insert(try #require(download["appTransactionId"] as? String))
    }
    #expect(names.count == 1)
    let target = "\(Self.apple)/transactions/appTransactions/7"
    let unknown = try await simulator.json(SimulatorRequest("GET", target, headers: headers))
    #expect(unknown.body["errorCode"] as? Int == 4_040_010)
  }

  @Test func `Google defers a renewal for whoever knows the subscription as it is`() async throws {
    let simulator = try await simulator()
    var buy = act(.buy, product: "plus.monthly")
    buy.store = .google
    let token = try #require(try await simulator.perform(buy))
    let bearer = try await simulator.json(
      SimulatorRequest("POST", "/google/token", body: try await googleForm())
    )
    let secret = try #require(bearer.body["access_token"] as? String)
    let headers = ["authorization": "Bearer \(secret)"]
    let found = try await simulator.json(
      SimulatorRequest("GET", "\(Self.google)/\(token)", headers: headers)
    )
    let etag = try #require(found.body["etag"] as? String)
    let end = try #require(await simulator.state.world.purchase(token)?.expiresAt)
    func deferral(
      _ duration: String,
      _ etag: String,
      validates: Bool = false
    ) async throws -> Int {
      let body: [String: Any] = [
        "deferralContext": [
          "deferDuration": duration, "etag": etag, "validateOnly": validates,
        ] as [String: Any]
      ]
      return try await simulator.json(
        SimulatorRequest(
          "POST",
          "\(Self.google)/\(token):defer",
          headers: headers,
          body: try JSONSerialization.data(withJSONObject: body)
        )
      ).status
    }
    #expect(try await deferral("259200s", "stale") == 409)
    #expect(try await deferral("3s", etag) == 400)
    #expect(try await deferral("259200s", etag, validates: true) == 200)
    #expect(await simulator.state.world.purchase(token)?.expiresAt == end)
    #expect(try await deferral("259200s", etag) == 200)
    let later = await simulator.state.world.purchase(token)?.expiresAt
    #expect(later == end.addingTimeInterval(3 * 86_400))
    #expect(await simulator.state.world.told(of: token) == [.started, .extended])
  }
}
