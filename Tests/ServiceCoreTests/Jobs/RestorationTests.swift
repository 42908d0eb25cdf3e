import Entitlements
import Foundation
import Persistence
import ServiceCore
import Testing

@Suite struct `What is restored` {
  let fixture: ServiceFixture
  let ada = ID<User>("ada")
  let ben = ID<User>("ben")

  init() throws { fixture = try ServiceFixture() }

  /// A receipt of two subscriptions' purchases.
  private func receipt() throws -> [UInt8] {
    try fixture.receipt([
      fixture.month("100", begun: 40), fixture.month("101", of: "100", begun: 10),
      fixture.month("200", begun: 5),
    ])
  }

  private func tasks(_ restoration: Restoration) -> [JobTask]? {
    if case .restored(let tasks) = restoration { tasks } else { nil }
  }

  @Test func `a genuine receipt is the user's, and every chain in it is to be asked about`()
    async throws
  {
    let restored = try await fixture.service.storeQueries.restore(
      .document(receipt()),
      to: ada,
      by: "test"
    )
    #expect(tasks(restored)?.count == 2)
    #expect(try await fixture.ledger.storeQueries.chains(of: ada).count == 2)
  }

  @Test func `a tampered one grants nothing and asks nobody`() async throws {
    var bytes = try receipt()
    bytes[bytes.count - 1] ^= 1
    let restored = try await fixture.service.storeQueries.restore(
      .document(bytes),
      to: ada,
      by: "test"
    )
    guard case .rejected = restored else {
      Issue.record("\(restored)")
      return
    }
    #expect(try await fixture.ledger.storeQueries.chains(of: ada) == [])
  }

  @Test func `a purchase on file goes over to the user, and the audit log tells`() async throws {
    _ = try await fixture.service.storeQueries.restore(.document(receipt()), to: ada, by: "test")
    let chain = try #require(try await fixture.ledger.storeQueries.chains(of: ada).first)
    let later = fixture.service(at: ServiceFixture.now.addingTimeInterval(60))
    let restored = try await later.storeQueries.restore(.purchase(chain), to: ben, by: "mia")
    #expect(tasks(restored) == [.verify(chain)])
    #expect(try await fixture.ledger.storeQueries.chains(of: ben) == [chain])
    #expect(try await fixture.ledger.storeQueries.chains(of: ada).count == 1)
    #expect(try await fixture.ledger.purchases.owner(of: chain) == ben)
    for user in ["ada", "ben"] {
      let input = try await fixture.ledger.search.diagnosisInput(about: user, [])
      #expect(input.acts.count == 1, "\(user)")
    }
  }

  @Test func `what is under way already is counted and not asked twice`() async throws {
    let restored = try await fixture.service.storeQueries.restore(
      .document(receipt()),
      to: ada,
      by: "test"
    )
    let tasks = try #require(self.tasks(restored))
    let first = try await fixture.service.jobs.enqueue(tasks, "restore", by: "test")
    #expect((first.count, first.alreadyOpen) == (2, 0))
    let second = try await fixture.service.jobs.enqueue(tasks, "verify", by: "test")
    #expect((second.count, second.alreadyOpen) == (2, 2))
    #expect(try await fixture.ledger.jobs.list(limit: 9).count == 2)
    #expect(try await fixture.ledger.jobs.list(batch: second.name, limit: 9).count == 2)
  }
}
