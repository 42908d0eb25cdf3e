import Entitlements
import Foundation
import Testing

@testable import Persistence

@Suite struct `A message that names several people` {
  private let ledger: Ledger

  init() async throws {
    ledger = try Ledger.inMemory()
    _ = try await ledger.file([
      .receipt(
        "maya's",
        on: 5,
        for: .user(ID("u_maya1")),
        [Sale("200000123456781", from: 4, until: 34), Sale("200000123456782", from: 4)],
        userEmail: "maya@example.com"
      ),
      .receipt(
        "theo's",
        on: 6,
        for: .user(ID("u_theo2")),
        [Sale("200000123456789", from: 5, until: 35)],
        userEmail: "theo@example.org"
      ),
    ])
  }

  @Test(arguments: [
    "My friend maya@example.com has the same plan, mine is locked: theo@example.org",
    "maya@example.com recommended you. I paid and have no access, u_theo2",
    "u_theo2 paid and has no access. u_maya1 is my sister",
    "My old account: maya@example.com, the new one: theo@example.org. I paid, no access",
    "This isn't my account: maya@example.com. I paid, no access. theo@example.org",
    "This is not my account: maya@example.com. I paid, no access. theo@example.org",
    "I paid, no access. My friend's account: maya@example.com. theo@example.org",
    "My order 200000123456781 is locked although I paid. 200000123456789 of my sister works.",
  ])
  func `is about none of them, and its answer tells nothing of either`(
    message: String
  ) async throws {
    let file = try await ledger.search.diagnosisInput(about: message)
    #expect(file.user == nil && file.chains.isEmpty)
    #expect(Set(file.subject.people) == [ID("u_maya1"), ID("u_theo2")])
    #expect(file.subject.identifiers.count == 2)
    #expect(file.subject.identifiers.filter { !$0.isFound }.isEmpty)
    let diagnosis = Diagnosis.diagnose(
      file,
      ticketCategories: TicketCategory.kinds(in: message),
      at: day(10)
    )
    #expect(diagnosis.verdict.code == .cannotTellYet)
    #expect(diagnosis.recommendation.code == .askCustomer)
    #expect(diagnosis.verdict.sentence.contains("u_maya1"))
    #expect(diagnosis.verdict.sentence.contains("u_theo2"))
    let text = diagnosis.customerText.written(in: .english)
    #expect(!text.contains("2000001234567") && !text.contains("@"))
  }

  @Test(arguments: [
    "My friend maya@example.com has the same plan. My account: theo@example.org",
    "maya@example.com recommended you. I paid, no access. My user ID is u_theo2.",
    "Meine Freundin maya@example.com hat es auch. Mein Konto ist theo@example.org!",
    "maya@example.com y yo pagamos. Mi cuenta es theo@example.org",
    "maya@example.com a le même. Mon compte est <theo@example.org>",
    "user:u_theo2\nmaya@example.com: paid, no access",
    "theo@example.org, u_theo2: paid, no access",
    "theo@example.org: 200000123456781 is locked",
    "200000123456789 is locked, transaction 200000123456789",
  ])
  func `is about the one who says so, or whose identifiers they all are`(
    message: String
  ) async throws {
    let file = try await ledger.search.diagnosisInput(about: message)
    #expect(file.user?.id == ID("u_theo2"))
    #expect(file.subject.people.isEmpty)
    #expect(file.subject.identifiers.filter { !$0.isFound }.isEmpty)
  }

  @Test func `is answered if all that it names is one person's`() async throws {
    let file = try await ledger.search.diagnosisInput(
      about: "charged twice: 200000123456781 and 200000123456782, maya@example.com, u_maya1"
    )
    #expect(file.user?.id == ID("u_maya1"))
    #expect(file.subject.orders.count == 2)
    #expect(file.subject.identifiers.filter { !$0.isFound }.isEmpty)
  }
}
