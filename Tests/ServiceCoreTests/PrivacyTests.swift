import Entitlements
import Foundation
import Mint
import Persistence
import ServiceCore
import Testing

@Suite struct `A person who asks to be forgotten` {
  private let fixture: ServiceFixture
  private let ada = ID<User>("ada")
  private let receipt: [UInt8]

  init() async throws {
    fixture = try ServiceFixture()
    receipt = try fixture.receipt([fixture.month("1", begun: 10)])
    _ = try await fixture.service.submissions.validate(
      SubmittedDocument(bytes: receipt, user: ada, name: "Ada", email: "ada@example.org")
    )
    let forged = try fixture.receipt([fixture.month("9", begun: 3)], as: .tampered)
    _ = try await fixture.service.submissions.validate(SubmittedDocument(bytes: forged, user: ada))
    _ = try await fixture.service.actions.perform(
      .grant(ada, key: "bonus", .production, until: nil),
      by: "kim"
    )
    _ = try await fixture.service.actions.perform(.note(ada, "called twice"), by: "kim")
  }

  @Test func `leaves the sale, the right and the act, without the name`() async throws {
    let erasure = try #require(try await fixture.service.actions.erase(ada, by: "kim"))
    #expect(erasure.name == ID("erased-1"))
    #expect(erasure.documents == 4)
    #expect(try await fixture.ledger.users.details(of: ada) == nil)
    #expect(try await fixture.keys(of: erasure.name).sorted() == ["bonus", "pro"])
    #expect(try await fixture.ledger.users.details(of: erasure.name)?.user.email == nil)
    #expect(try await fixture.replay.differences(of: fixture.ledger) == [])
    #expect(try await fixture.replay.agrees(about: erasure.name, with: fixture.ledger))
    #expect(try await fixture.service.actions.erase(ada, by: "kim") == nil)
  }

  @Test func `does not come back with the same documents`() async throws {
    _ = try await fixture.service.actions.erase(ada, by: "kim")
    let again = try await fixture.service.submissions.validate(
      SubmittedDocument(bytes: receipt, user: ada, name: "Ada", email: "ada@example.org")
    )
    #expect(again.outcome == .alreadyFiled(ID("erased-1")))
    #expect(try await fixture.ledger.users.details(of: ada) == nil)
    #expect(
      try await fixture.service.submissions.believes([receipt]) == [false],
      "there are no bytes to compare"
    )
  }

  @Test func `can buy again, and be forgotten again`() async throws {
    _ = try await fixture.service.actions.erase(ada, by: "kim")
    let later = try fixture.receipt([fixture.month("2", begun: 1)], age: 0.5)
    _ = try await fixture.service.submissions.validate(SubmittedDocument(bytes: later, user: ada))
    #expect(try await fixture.keys(of: ada) == ["pro"])
    let second = try #require(try await fixture.service.actions.erase(ada, by: "kim"))
    #expect(second.name != ID("erased-1"))
    #expect(try await fixture.replay.differences(of: fixture.ledger) == [])
    #expect(try await fixture.ledger.integrity.checkAudit().faults == [])
  }
}
