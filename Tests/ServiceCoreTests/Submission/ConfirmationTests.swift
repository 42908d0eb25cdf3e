import Entitlements
import Foundation
import Persistence
import Receipts
import ServiceCore
import Testing

@Suite struct `Answers that say the same again` {
  let fixture: ServiceFixture
  let clock = ScriptedClock()
  let ada = ID<User>("ada")
  let active = ScriptedStore.subscription(state: "ACTIVE", until: 10)
  let held = ScriptedStore.subscription(state: "ON_HOLD", until: 10)

  init() throws { fixture = try ServiceFixture() }

  private func store(_ answer: StoreAnswer) -> ScriptedStore {
    ScriptedStore { question, _ throws(StoreClientError) in
      guard case .googleSubscription = question else {
        throw .status(.google, http: 404, code: nil, .final)
      }
      return answer
    }
  }

  private func service(
    _ store: ScriptedStore,
    _ policy: JobPolicy = JobPolicy()
  ) throws -> EntitlementService {
    EntitlementService(
      ledger: fixture.ledger,
      receipts: try ReceiptVerifier(),
      stores: [.google: store.client],
      policy: policy,
      world: Dependencies(now: clock.world.now)
    )
  }

  /// The app hands in the token that it has.
  @discardableResult
  private func launch(
    _ service: EntitlementService,
    _ token: String = ScriptedStore.token,
    for user: ID<User> = ID("ada"),
    alwaysQueries: Bool = true
  ) async throws -> SubmissionResult {
    try await service.submissions.submit(
      .googleToken(token, app: "com.example.reader"),
      for: user,
      at: .validate,
      alwaysQueries: alwaysQueries
    )
  }

  private func documents() async throws -> [DocumentRow] {
    try await fixture.ledger.users.details(of: ada)?.documents ?? []
  }

  @Test func `are no new documents, and tell when they were last said`() async throws {
    let service = try service(store(active))
    try await launch(service)
    let first = try #require(try await documents().first)
    #expect(first.confirmedAt == nil)
    for _ in 0..<3 {
      clock.advance(by: 3_600)
      try await launch(service)
    }
    let last = try await documents()
    #expect(last.map(\.id) == [first.id])
    #expect(last.first?.receivedAt == ServiceFixture.now)
    #expect(last.first?.confirmedAt == ServiceFixture.now.addingTimeInterval(3 * 3_600))
    #expect(try await fixture.replay.differences(of: fixture.ledger) == [])
  }

  @Test func `are news once the store has said something else in between`() async throws {
    let script = store(active)
    let service = try service(script)
    try await launch(service)
    for answer in [held, active, held, active] {
      clock.advance(by: 3_600)
      script.change { _, _ in answer }
      try await launch(service)
      let isActive = answer == active
      let rights = try await fixture.ledger.users.details(of: ada)?.entitlements ?? []
      let keys = rights.filter { $0.isActive(at: clock.world.now()) }.map(\.key)
      #expect(keys == (isActive ? ["pro:monthly"] : []))
    }
    #expect(try await documents().count == 5)
    #expect(try await fixture.replay.differences(of: fixture.ledger) == [])
  }

  @Test func `stand before older news that arrives after them`() async throws {
    let service = try service(store(active))
    try await launch(service)
    clock.advance(by: 7_200)
    try await launch(service)
    // What the store said an hour ago comes only now.
    let late = try #require(held.documents.first)
    _ = try await fixture.service(at: ServiceFixture.now.addingTimeInterval(3_600)).submissions
      .validate(
        SubmittedDocument(
          bytes: late.bytes,
          user: ada,
          origin: .polled,
          hints: late.hints,
          trustBasis: .storeAnswer
        )
      )
    #expect(try await fixture.keys(of: ada) == ["pro:monthly"])
    #expect(try await documents().count == 2)
    #expect(try await fixture.replay.differences(of: fixture.ledger) == [])
  }

  @Test func `are no new documents for another user either, who claims by the one on file`()
    async throws
  {
    let service = try service(store(active))
    try await launch(service)
    clock.advance(by: 60)
    try await launch(service, for: ID("bob"))
    let documents = try await fixture.ledger.documents.all()
    #expect(documents.count == 1)
    let claims = try await fixture.ledger.purchases.claims()
    #expect(!claims.isEmpty)
    #expect(Set(claims.map(\.evidence)) == Set(documents.map(\.id)))
    #expect(try await fixture.replay.differences(of: fixture.ledger) == [])
  }

  @Test func `are not asked for where the last one is a short while ago`() async throws {
    let store = store(active)
    let service = try service(store)
    try await launch(service)
    let asked = store.questions.count
    clock.advance(by: 5 * 3_600)
    let told = try await launch(service, alwaysQueries: false)
    #expect(told.confirmedAt == ServiceFixture.now)
    #expect(told.purchases.count == 1)
    #expect(store.questions.count == asked, "the ledger answers")
    clock.advance(by: 2 * 3_600)
    #expect(try await launch(service, alwaysQueries: false).confirmedAt == nil)
    #expect(store.questions.count > asked, "after hours the store is asked")
  }

  @Test func `are asked for soon where the purchase is about to end, and at once when it has`()
    async throws
  {
    let store = store(ScriptedStore.subscription(state: "ACTIVE", until: 0.1))
    let service = try service(store)
    try await launch(service)
    clock.advance(by: 240)
    #expect(try await launch(service, alwaysQueries: false).confirmedAt != nil)
    clock.advance(by: 120)
    #expect(try await launch(service, alwaysQueries: false).confirmedAt == nil)
    // It ends 8,640 seconds after the first answer.
    clock.advance(by: 8_100)
    try await launch(service)
    clock.advance(by: 200)
    #expect(try await launch(service, alwaysQueries: false).confirmedAt == nil)
  }

  @Test func `are asked for by whoever hands in what is another's`() async throws {
    let store = store(active)
    let service = try service(store)
    try await launch(service)
    #expect(try await launch(service, for: ID("bob"), alwaysQueries: false).confirmedAt == nil)
  }

  @Test func `of 2,000 launches of 100 users leave at most 300 documents`() async throws {
    let service = try service(
      ScriptedStore { question, _ throws(StoreClientError) in
        guard case .googleSubscription(let token) = question else {
          throw .status(.google, http: 404, code: nil, .final)
        }
        return Self.subscription(of: token)
      }
    )
    for _ in 0..<20 {
      for user in 0..<100 {
        try await launch(service, "token-\(user)", for: ID("user-\(user)"), alwaysQueries: false)
      }
      clock.advance(by: 3_600)
    }
    let documents = try await fixture.ledger.documents.all()
    #expect(documents.count <= 300)
    #expect(documents.count >= 100)
    let last = documents.compactMap(\.filing.confirmation?.at).max()
    #expect(last.map { clock.world.now().timeIntervalSince($0) < 8 * 3_600 } == true)
  }

  private static func subscription(of token: String) -> StoreAnswer {
    var answer = ScriptedStore.subscription(state: "ACTIVE", until: 10)
    for place in answer.documents.indices {
      let text = String(decoding: answer.documents[place].bytes, as: UTF8.self)
      let number = token.drop { !$0.isNumber }
      answer.documents[place].bytes = Array(
        text.replacing("GPA.1111-2222-3333-44444", with: "GPA.1111-2222-3333-\(number)").utf8
      )
      answer.documents[place].hints.purchaseToken = token
    }
    return answer
  }
}

@Suite struct `Tokens that nobody has seen` {
  let clock = ScriptedClock()
  let store = ScriptedStore { _, _ throws(StoreClientError) in
    throw .status(.google, http: 404, code: nil, .final)
  }

  private func service() throws -> EntitlementService {
    EntitlementService(
      ledger: try Ledger.inMemory(),
      receipts: try ReceiptVerifier(),
      stores: [.google: store.client],
      world: Dependencies(now: clock.world.now)
    )
  }

  private func word(
    _ service: EntitlementService,
    _ token: String,
    from peer: String = "192.0.2.1"
  ) async throws -> SubmissionResult.StoreOutcome {
    try await service.submissions.submit(
      .googleToken(token, app: "com.example.reader"),
      for: ID("mallory"),
      at: .validate,
      from: peer
    ).storeOutcome
  }

  @Test func `are asked about once, and again after a while`() async throws {
    let service = try service()
    #expect(try await word(service, "made-up") == .unknown)
    let asked = store.questions.count
    #expect(try await word(service, "made-up", from: "192.0.2.2") == .unknown)
    #expect(store.questions.count == asked)
    clock.advance(by: 301)
    #expect(try await word(service, "made-up") == .unknown)
    #expect(store.questions.count == 2 * asked)
  }

  @Test func `burn no more than their peer's share of a store's budget`() async throws {
    let service = try service()
    for number in 0..<30 { _ = try await word(service, "made-up-\(number)") }
    let asked = store.questions.count
    guard case .unanswered(.throttled(.google, let until?)) = try await word(service, "one-more")
    else {
      Issue.record("the store was asked about it")
      return
    }
    #expect(until > clock.world.now())
    #expect(store.questions.count == asked)
    #expect(try await word(service, "one-more", from: "192.0.2.2") == .unknown)
    clock.advance(by: 2)
    #expect(try await word(service, "one-more-still") == .unknown)
  }
}
