import Entitlements
import Foundation
import Persistence
import Receipts
import ServiceCore
import Testing

@Suite struct `A receipt that Amazon calls no longer valid` {
  private let fixture: ServiceFixture
  private let clock = ScriptedClock()
  private let app = "com.example.reader"

  init() throws { fixture = try ServiceFixture() }

  private var answer: StoreAnswer {
    answer(#""productType":"ENTITLED","productId":"lifetime","cancelDate":null"#)
  }

  private var subscription: StoreAnswer {
    answer(
      """
      "productType":"SUBSCRIPTION","productId":"gold","termSku":"gold.month",\
      "renewalDate":\(ms("2036-01-10")),"autoRenewing":true
      """
    )
  }

  private func answer(_ members: String) -> StoreAnswer {
    let json = """
      {"receiptId":"secret",\(members),"purchaseDate":\(ms("2025-12-10")),"quantity":1,\
      "betaProduct":false,"testTransaction":false}
      """
    let hints = DocumentHints(
      app: app,
      environment: "production",
      purchaseToken: "secret",
      account: "amzn-1"
    )
    return StoreAnswer(
      documents: [.init(bytes: Array(json.utf8), hints: hints)],
      environment: .production
    )
  }

  private func service(_ store: ScriptedStore) throws -> EntitlementService {
    EntitlementService(
      ledger: fixture.ledger,
      receipts: try ReceiptVerifier(),
      stores: [.amazon: store.client],
      world: clock.world
    )
  }

  private var chain: ID<Subscription> {
    Subscription.id(
      store: .amazon,
      environment: .production,
      app: app,
      originalTransactionID: "token-2bb80d537b1da3e38bd30361aa855686"
    )
  }

  /// Files the notification of a purchase, which only names it.
  private func notify(_ service: EntitlementService) async throws {
    let json = """
      {"receiptId":"secret","relatedReceipts":{},"appUserId":"amzn-1",\
      "notificationType":"ENTITLEMENT_PURCHASED","appPackageName":"\(app)",\
      "timestamp":\(ms("2025-12-10")),"betaProductTransaction":false}
      """
    _ = try await service.submissions.validate(
      SubmittedDocument(
        bytes: Array(json.utf8),
        user: nil,
        origin: .pushed,
        trustBasis: .storeAnswer
      )
    )
  }

  private func verify(_ service: EntitlementService) async throws -> String? {
    _ = try await service.jobs.enqueue([.verify(chain)], "verify", by: "test")
    _ = try await JobRunner(service: service, name: "runner", width: 1).run(until: .whenIdle)
    clock.advance(by: ServiceFixture.day)
    return try await fixture.ledger.jobs.list(in: [.done, .failed], limit: 1).first?.outcome
  }

  private func sale() async throws -> Order? {
    try await fixture.ledger.purchases.records(of: [chain]).first?.sales.first
  }

  @Test func `was refunded, until Amazon confirms it again`() async throws {
    let answer = answer
    let store = ScriptedStore { _, _ throws(StoreClientError) in answer }
    let service = try service(store)
    try await notify(service)
    #expect(try await verify(service) == "answered")
    #expect(try await sale()?.cancelledAt == nil)
    store.change { _, _ throws(StoreClientError) in
      throw .status(.amazon, http: 410, code: nil, .final)
    }
    let refusedAt = clock.world.now()
    #expect(try await verify(service) == "answered")
    #expect(try await sale()?.cancellation == .refunded)
    #expect(try await sale()?.cancelledAt == refusedAt)
    #expect(try await verify(service) == "unchanged")
    #expect(try await sale()?.cancelledAt == refusedAt)
    store.change { _, _ throws(StoreClientError) in answer }
    #expect(try await verify(service) == "answered")
    #expect(try await sale()?.cancelledAt == nil)
  }

  @Test func `was revoked if it is a subscription that is still paid`() async throws {
    let answer = subscription
    let store = ScriptedStore { _, _ throws(StoreClientError) in answer }
    let service = try service(store)
    try await notify(service)
    #expect(try await verify(service) == "answered")
    store.change { _, _ throws(StoreClientError) in
      throw .status(.amazon, http: 410, code: nil, .final)
    }
    let refusedAt = clock.world.now()
    #expect(try await verify(service) == "answered")
    let sale = try #require(try await sale())
    #expect(sale.cancellation == .revoked)
    #expect(sale.cancelledAt == refusedAt)
    #expect(sale.state(at: refusedAt) == .revoked)
    #expect(try await verify(service) == "unchanged")
    #expect(try await self.sale()?.cancelledAt == refusedAt)
  }

  @Test func `says nothing of a purchase that Amazon never confirmed`() async throws {
    let store = ScriptedStore { _, _ throws(StoreClientError) in
      throw .status(.amazon, http: 410, code: nil, .final)
    }
    let service = try service(store)
    try await notify(service)
    #expect(try await verify(service) == "unknown-there")
    #expect(try await sale() == nil)
  }

  @Test func `is believed from nobody but Amazon`() throws {
    let document = try #require(AmazonRefusal.document(about: answer.documents[0].bytes))
    let store = ScriptedStore { _, _ throws(StoreClientError) in
      StoreAnswer(documents: [], environment: .production)
    }
    let validation = try service(store).submissions.examine(document)
    #expect(validation.rejectionCode == "unsigned")
    #expect(validation.filing.facts.isEmpty)
  }
}
