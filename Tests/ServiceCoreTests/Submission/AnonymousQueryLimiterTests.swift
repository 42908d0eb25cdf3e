import Entitlements
import Foundation
import Testing

@testable import ServiceCore

@Suite struct `Queries about unknown tokens` {
  private func limiter(perPeer: Int, perEndpoint: Int) -> AnonymousQueryLimiter {
    var limits = AnonymousQueryLimiter.Limits()
    limits.perPeer.atOnce = perPeer
    limits.perEndpoint.atOnce = perEndpoint
    return AnonymousQueryLimiter(limits) { ServiceFixture.now }
  }

  private func plan(
    _ token: String,
    in environment: Entitlements.Environment = .production
  ) -> StoreQueryPlan {
    StoreQueryPlan(
      storeScope: StoreScope(app: "com.example.reader", environment: environment),
      queries: [.microsoftSubscriptions(key: token)]
    )
  }

  private func outcome(
    of limiter: AnonymousQueryLimiter,
    _ plan: StoreQueryPlan,
    _ outcome: SubmissionResult.StoreOutcome
  ) async throws -> SubmissionResult.StoreOutcome {
    try await limiter.query(about: plan, isKnown: false, by: "validate", "192.0.2.1") {
      () throws(ServiceError) in StoreQueryResult(outcome: outcome)
    }
    .outcome
  }

  @Test func `count against no limit if nothing was sent`() async throws {
    let limiter = limiter(perPeer: 9, perEndpoint: 1)
    #expect(try await outcome(of: limiter, plan("first"), .unknown) == .unknown)
    for number in 0..<20 {
      let plan = plan("\(number)", in: .sandbox)
      #expect(try await outcome(of: limiter, plan, .notQueried) == .notQueried)
    }
  }

  @Test func `are asked again in another environment`() async throws {
    let limiter = limiter(perPeer: 9, perEndpoint: 9)
    #expect(try await outcome(of: limiter, plan("key"), .unknown) == .unknown)
    #expect(try await outcome(of: limiter, plan("key"), .answered) == .unknown)
    #expect(try await outcome(of: limiter, plan("key", in: .sandbox), .answered) == .answered)
  }
}
