import Entitlements
import Foundation
import Mint
import Persistence
import ServiceCore
import Testing

@Suite struct `A person who asks to be forgotten` {
  private let desk: ServiceFixture
  private let ada = ID<User>("ada")
  private let receipt: [UInt8]

  init() async throws {
    desk = try ServiceFixture()
    receipt = try desk.receipt([desk.month("1", begun: 10)])
    _ = try await desk.service.validate(
      SubmittedDocument(bytes: receipt, user: ada, name: "Ada", email: "ada@example.org")
    )
    let forged = try desk.receipt([desk.month("9", begun: 3)], as: .tampered)
    _ = try await desk.service.validate(SubmittedDocument(bytes: forged, user: ada))
    _ = try await desk.service.perform(
      .grant(ada, key: "bonus", .production, until: nil),
      by: "kim"
    )
    _ = try await desk.service.perform(.note(ada, "called twice"), by: "kim")
  }

  @Test func `leaves the sale, the right and the act, without the name`() async throws {
    let erasure = try #require(try await desk.service.erase(ada, by: "kim"))
    #expect(erasure.name == ID("erased-1"))
    #expect(erasure.documents == 4)
    #expect(try await desk.ledger.users.details(of: ada) == nil)
    #expect(try await desk.keys(of: erasure.name).sorted() == ["bonus", "pro"])
    #expect(try await desk.ledger.users.details(of: erasure.name)?.user.email == nil)
    #expect(try await desk.replay.differences(of: desk.ledger) == [])
    #expect(try await desk.replay.agrees(about: erasure.name, with: desk.ledger))
    #expect(try await desk.service.erase(ada, by: "kim") == nil)
  }

  @Test func `does not come back with the same documents`() async throws {
    _ = try await desk.service.erase(ada, by: "kim")
    let again = try await desk.service.validate(
      SubmittedDocument(bytes: receipt, user: ada, name: "Ada", email: "ada@example.org")
    )
    #expect(again.outcome == .alreadyFiled(ID("erased-1")))
    #expect(try await desk.ledger.users.details(of: ada) == nil)
    #expect(try await desk.service.believes([receipt]) == [false], "there are no bytes to compare")
  }

  @Test func `can buy again, and be forgotten again`() async throws {
    _ = try await desk.service.erase(ada, by: "kim")
    let later = try desk.receipt([desk.month("2", begun: 1)], age: 0.5)
    _ = try await desk.service.validate(SubmittedDocument(bytes: later, user: ada))
    #expect(try await desk.keys(of: ada) == ["pro"])
    let second = try #require(try await desk.service.erase(ada, by: "kim"))
    #expect(second.name != ID("erased-1"))
    #expect(try await desk.replay.differences(of: desk.ledger) == [])
    #expect(try await desk.ledger.integrity.checkAudit().faults == [])
  }
}
