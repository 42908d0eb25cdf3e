import Basics
import Entitlements
import Foundation
import Logging
import Persistence
import Receipts
import ServiceCore
import StoreSimulator
import Testing
import Web

/// Amazon's notifications from the simulated store to the endpoint of purser, and what comes of them.
@Suite struct `Amazon's simulated notifications` {
  private static let certificate = "http://simulator/simulator/amazon/certificate.pem"

  /// The endpoint over the market's ledger, which fetches from the simulator.
  private func endpoint(
    in market: Marketplace,
    _ change: (inout AmazonNotificationConfiguration) -> Void = { _ in }
  ) throws -> WebRouter {
    var amazon = AmazonNotificationConfiguration()
    (amazon.topics, amazon.certificateURL) = ([AmazonTopic.name], Self.certificate)
    change(&amazon)
    var configuration = WebConfiguration()
    (configuration.packages, configuration.amazon) = ([Marketplace.app], amazon)
    let simulator = market.simulator
    let core = WebDependencies(
      service: market.service,
      now: { noon },
      fetch: { url throws(FetchError) in
        let answer = await simulator.answer(
          SimulatorRequest("GET", String(url.trimmingPrefix("http://simulator")))
        )
        return FetchedDocument(status: answer.status, bytes: Array(answer.body))
      },
      log: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    )
    return WebRouter(
      Endpoints.states(configuration, core).compactMap {
        if case .open(let group) = $0, group.name == "amazon" { group } else { nil }
      }
    )
  }

  private func post(
    _ body: String,
    _ headers: [String: String] = [:],
    to router: WebRouter
  ) async -> WebResponse {
    let request = WebRequest(
      "POST",
      "/notifications/amazon",
      headers: headers,
      body: Array(body.utf8)
    )
    guard case .route(let route, _, _) = router.destination(of: request) else {
      return WebResponse(404)
    }
    return await route.answer(request)
  }

  @discardableResult
  private func buy(in market: Marketplace) async throws -> SimulatedPurchase {
    var targets = NotificationTargets()
    targets.amazon = "http://purser/notifications/amazon"
    await market.simulator.configure(targets: targets)
    var buy = act(.buy, product: "plus.monthly")
    (buy.store, buy.account) = (.amazon, "ada")
    let id = try #require(try await market.simulator.perform(buy))
    return try #require(await market.simulator.state.world.purchase(id))
  }

  @Test func `are taken by the endpoint, and lead to a purchase on file`() async throws {
    try await Marketplace.open { market in
      let router = try endpoint(in: market)
      let purchase = try await buy(in: market)
      try await market.simulator.sendDue { _, headers, body in
        #expect(headers["x-amz-sns-message-type"] == "Notification")
        let answer = await post(body, headers, to: router)
        return answer.status == 200 ? "SUCCESS" : "\(answer.status) \(answer.note ?? "")"
      }
      let outbox = await market.simulator.state.outbox
      #expect(outbox.flatMap(\.attempts).map(\.result) == ["SUCCESS"])
      try await market.work()
      #expect(try await market.why(purchase.token).verdict.code == .accessIsActive)
    }
  }

  @Test func `have the members that SNS documents`() async throws {
    try await Marketplace.open { market in
      try await buy(in: market)
      let body = try #require(await market.simulator.state.outbox.first).body
      let message = try JSONReader.value(body)
      #expect(
        message.members?.map(\.name) == [
          "Message", "MessageId", "Timestamp", "TopicArn", "Type", "SignatureVersion", "Signature",
          "SigningCertURL", "UnsubscribeURL",
        ]
      )
      #expect(message["Timestamp"] == "2026-05-01T12:00:00.000Z")
      let inner = try JSONReader.value(message["Message"]?.string ?? "")
      #expect(inner["notificationType"] == "SUBSCRIPTION_PURCHASED")
    }
  }

  @Test func `are refused when they were changed, or without the simulator's certificate`()
    async throws
  {
    try await Marketplace.open { market in
      try await buy(in: market)
      let body = try #require(await market.simulator.state.outbox.first).body
      let changed = body.replacing("SUBSCRIPTION_PURCHASED", with: "SUBSCRIPTION_CANCELLED")
      #expect(changed != body)
      #expect(await post(changed, to: try endpoint(in: market)).note == "bad-signature")
      let strict = try endpoint(in: market) { $0.certificateURL = nil }
      #expect(await post(body, to: strict).note == "untrusted-chain")
      #expect(try await market.ledger.documents.all().isEmpty)
    }
  }
}
