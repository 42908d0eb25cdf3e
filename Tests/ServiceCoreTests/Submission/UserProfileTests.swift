import Entitlements
import Foundation
import Mint
import Persistence
import ServiceCore
import Testing

@Suite struct `Profiles of users` {
  private let fixture: ServiceFixture
  private let ada = ID<User>("ada")

  init() throws { fixture = try ServiceFixture() }

  private func profile(_ user: String = "ada", _ emails: String...) throws -> UserProfile {
    try UserProfile(ID(user), names: ["Ada"], emails: emails)
  }

  private func file(_ profiles: UserProfile...) async throws -> [UserProfiles.Change] {
    try await fixture.service.profiles.file(profiles, by: "crm")
  }

  @Test func `are filed if they say something else than before, even at the same instant`()
    async throws
  {
    let (one, two) = (try profile("ada", "a@example.com"), try profile("ada", "b@example.com"))
    let steps: [(UserProfile, UserProfiles.Change)] = [
      (one, .new), (one, .unchanged), (two, .changed), (one, .changed), (one, .unchanged),
    ]
    for (stated, change) in steps {
      #expect(try await fixture.service.profiles.changes(by: [stated]) == [change])
      #expect(try await file(stated) == [change])
      #expect(try await fixture.service.profiles.profile(of: ada) == stated)
      let user = try await fixture.ledger.users.details(of: ada)?.user
      #expect(user?.email == stated.emails.first)
    }
    #expect(try await fixture.ledger.documents.all().count == 3)
    let audit = try await fixture.ledger.audit.rows(limit: 9).rows
    #expect(audit.map(\.action) == ["profile", "profile", "profile"])
    #expect(audit.map(\.actor) == ["crm", "crm", "crm"])
  }

  @Test func `of one user in one step: the last one counts`() async throws {
    _ = try await file(
      try profile("ada", "a@example.com"),
      try profile("bob", "bob@example.com"),
      try profile("ada", "b@example.com")
    )
    #expect(try await fixture.service.profiles.profile(of: ada)?.emails == ["b@example.com"])
    #expect(try await fixture.ledger.documents.all().count == 2)
  }

  @Test func `that state nothing are no statement, unless they take one back`() async throws {
    let empty = try UserProfile(ada)
    #expect(try await file(empty) == [.unchanged])
    #expect(try await fixture.ledger.users.details(of: ada) == nil)
    _ = try await file(try profile("ada", "a@example.com"))
    #expect(try await file(empty) == [.changed])
    #expect(try await fixture.ledger.users.details(of: ada)?.user.email == nil)
  }

  @Test func `follow from the documents, and are erased with the person`() async throws {
    _ = try await file(try profile("ada", "a@example.com"))
    _ = try await file(try profile("ada", "b@example.com", "c@example.com"))
    #expect(try await fixture.replay.differences(of: fixture.ledger) == [])
    #expect(try await fixture.replay.agrees(about: ada, with: fixture.ledger))
    let erasure = try #require(try await fixture.service.actions.erase(ada, by: "kim"))
    #expect(erasure.documents == 2)
    #expect(try await fixture.service.profiles.profile(of: ada) == nil)
    #expect(try await fixture.ledger.users.details(of: erasure.name)?.user.email == nil)
    #expect(try await fixture.replay.differences(of: fixture.ledger) == [])
    #expect(try await file(try profile("ada", "d@example.com")) == [.new])
  }

  /// What a stranger could write: the very bytes of a profile.
  @Test func `are not read from documents that are handed in`() async throws {
    let stated = StatedProfile(
      try profile("ada", "eve@example.com"),
      by: "kim",
      at: ServiceFixture.now
    )
    let bytes = try stated.bytes()
    let ways: [(ID<User>?, TrustBasis?)] = [(nil, nil), (ada, nil), (ada, .storeAnswer)]
    for (user, trust) in ways {
      _ = try? await fixture.service.submissions.validate(
        SubmittedDocument(bytes: bytes, user: user, trustBasis: trust)
      )
    }
    #expect(try await fixture.service.profiles.profile(of: ada) == nil)
    #expect(try await fixture.ledger.users.details(of: ada)?.user.email == nil)
    let documents = try await fixture.ledger.documents.all()
    #expect(!documents.contains { $0.filing.document.kind == Document.profileKind })
  }
}
