import Entitlements
import Foundation
import Persistence
import ServiceCore
import Synchronization
import Testing

@Suite struct `Profiles of the directory` {
  private let fixture: ServiceFixture
  private let script = DirectoryScript()
  private let ada = ID<User>("ada")

  init() throws { fixture = try ServiceFixture() }

  /// A service with the directory, so many seconds later.
  private func service(
    after seconds: TimeInterval = 0,
    _ policy: DirectoryPolicy = DirectoryPolicy()
  ) -> EntitlementService {
    fixture.service(
      at: ServiceFixture.now.addingTimeInterval(seconds),
      directory: Directory(script.client, policy: policy) {
        ServiceFixture.now.addingTimeInterval(seconds)
      }
    )
  }

  private func knows(_ user: String = "ada", _ name: String = "Ada") throws {
    script.profiles[user] = try UserProfile(
      ID(user),
      names: [name],
      emails: ["\(name)@example.com"]
    )
  }

  /// Files a receipt of the user.
  private func buys(_ user: String = "ada") async throws {
    let receipt = try fixture.receipt([fixture.month("\(user.utf8.count)01", begun: 1)])
    _ = try await fixture.service.submissions.validate(
      SubmittedDocument(bytes: receipt, user: ID(user))
    )
  }

  private func shown(_ user: ID<User>? = nil) async throws -> User? {
    try await fixture.ledger.users.details(of: user ?? ada)?.user
  }

  @Test func `are filed for a user on file without one, by the directory`() async throws {
    try await buys()
    try knows()
    let answer = await service().directoryProfiles.complete(ada, files: true)
    #expect(answer?.profile?.names == ["Ada"])
    #expect(try await shown()?.name == "Ada")
    #expect(try await shown()?.email == "Ada@example.com")
    let audit = try await fixture.ledger.audit.rows(limit: 9).rows
    #expect(audit.filter { $0.action == "profile" }.map(\.actor) == ["directory"])
    #expect(await service().directoryProfiles.complete(ada, files: true) == nil)
    #expect(script.asked == ["ada"])
  }

  @Test func `are only returned while nothing may be filed`() async throws {
    try await buys()
    try knows()
    let service = service()
    let answer = await service.directoryProfiles.complete(ada, files: false)
    #expect(answer?.profile?.names == ["Ada"])
    #expect(try await shown()?.name == nil)
    // From memory.
    #expect(await service.directoryProfiles.complete(ada, files: false) == answer)
    #expect(script.asked == ["ada"])
  }

  @Test func `take no other statement's place`() async throws {
    let own = try UserProfile(ada, names: ["Countess"])
    _ = try await fixture.service.profiles.file([own], by: "crm")
    try knows()
    let later = service(after: 1_000 * ServiceFixture.day)
    #expect(await later.directoryProfiles.complete(ada, files: true) == nil)
    #expect(script.asked == [])
    #expect(try await shown()?.name == "Countess")
  }

  @Test func `are asked for again when they are old, and follow the directory`() async throws {
    try await buys()
    try knows()
    _ = await service().directoryProfiles.complete(ada, files: true)
    try knows("ada", "Augusta")
    _ = await service(after: 86_399).directoryProfiles.complete(ada, files: true)
    #expect(try await shown()?.name == "Ada")
    _ = await service(after: 86_401).directoryProfiles.complete(ada, files: true)
    #expect(try await shown()?.name == "Augusta")
    script.profiles = [:]
    let answer = await service(after: 200_000).directoryProfiles.complete(ada, files: true)
    #expect(answer == .unknown)
    #expect(try await shown()?.name == nil)
  }

  @Test func `are not asked for about strangers and the erased, who don't come back`() async throws
  {
    try knows()
    #expect(await service().directoryProfiles.complete(ada, files: true) == nil)
    try await buys()
    _ = await service().directoryProfiles.complete(ada, files: true)
    let erasure = try #require(try await fixture.service.actions.erase(ada, by: "kim"))
    try knows(erasure.name.raw)
    for user in [ada, erasure.name] {
      #expect(await service().directoryProfiles.complete(user, files: true) == nil)
    }
    #expect(await service().directoryProfiles.users(with: "Ada@example.com", files: true) == [])
    #expect(script.asked == ["ada", "ada@example.com"])
    #expect(try await shown() == nil)
    #expect(try await shown(erasure.name)?.name == nil)
  }

  /// The erasure ends while the directory is still thinking.
  @Test func `that arrive after the erasure are not filed`() async throws {
    try await buys()
    try knows()
    let actions = fixture.service.actions
    script.meanwhile = { [ada] in _ = try? await actions.erase(ada, by: "kim") }
    _ = await service().directoryProfiles.complete(ada, files: true)
    #expect(try await shown() == nil)
  }

  @Test func `about another user than the one asked for are refused`() async throws {
    try await buys()
    script.profiles["ada"] = try UserProfile(ID("eve"), names: ["Eve"])
    let answer = await service().directoryProfiles.complete(ada, files: true)
    #expect(answer == .failed(.otherUser))
    #expect(answer?.note == "not known: its answer is about another user")
    #expect(try await shown()?.name == nil)
    #expect(try await shown(ID("eve")) == nil)
  }

  @Test func `find users on file by address, and only those whose address it is`() async throws {
    try await buys()
    try await buys("bob")
    try knows()
    try knows("bob", "Bob")
    try knows("stranger", "Ada")
    let found = await service().directoryProfiles.users(with: "ADA@example.com", files: true)
    #expect(found.map(\.user) == [ada])
    #expect(try await shown()?.email == "Ada@example.com")
    #expect(try await shown(ID("bob"))?.email == nil)
    #expect(try await shown(ID("stranger")) == nil)
  }

  @Test func `are asked for within limits, and failures are remembered for a while`() async throws {
    var policy = DirectoryPolicy()
    policy.maxPerMinute = 2
    let now = Mutex(ServiceFixture.now)
    let directory = Directory(script.client, policy: policy) { now.withLock { $0 } }
    script.error = .refused(http: 500)
    #expect(await directory.answer(about: ada) == .failed(.refused(http: 500)))
    #expect(await directory.answer(about: ada) == .failed(.refused(http: 500)))
    #expect(script.asked == ["ada"])
    #expect(await directory.answer(about: ID("bob")) == .failed(.refused(http: 500)))
    #expect(await directory.answer(about: ID("eve")) == .failed(.busy))
    #expect(directory.remembered(ID("eve")) == nil)
    now.withLock { $0 += 601 }
    script.error = nil
    #expect(await directory.answer(about: ada) == .unknown)
    #expect(script.asked == ["ada", "bob", "ada"])
  }

  @Test func `are remembered up to a number of them, the newest`() async throws {
    var policy = DirectoryPolicy()
    (policy.maxEntries, policy.maxPerMinute) = (4, 1_000)
    let now = Mutex(ServiceFixture.now)
    let directory = Directory(script.client, policy: policy) { now.withLock { $0 } }
    let users = (1...9).map { ID<User>("user \($0)") }
    for user in users {
      now.withLock { $0 += 1 }
      _ = await directory.answer(about: user)
    }
    let remembered = users.filter { directory.remembered($0) != nil }
    #expect(remembered.count <= 4)
    #expect(remembered.last == users.last)
  }
}

/// A directory as scripted.
private final class DirectoryScript: Sendable {
  private struct State {
    var profiles: [String: UserProfile] = [:]
    var error: DirectoryError?
    var asked: [String] = []
    var meanwhile: (@Sendable () async -> Void)?
  }

  private let state = Mutex(State())

  var profiles: [String: UserProfile] {
    get { state.withLock { $0.profiles } }
    set { state.withLock { $0.profiles = newValue } }
  }
  var error: DirectoryError? {
    get { state.withLock { $0.error } }
    set { state.withLock { $0.error = newValue } }
  }
  var meanwhile: (@Sendable () async -> Void)? {
    get { state.withLock { $0.meanwhile } }
    set { state.withLock { $0.meanwhile = newValue } }
  }
  var asked: [String] { state.withLock { $0.asked } }

  private func note(_ asked: String) async throws(DirectoryError) {
    state.withLock { $0.asked.append(asked) }
    await meanwhile?()
    if let error { throw error }
  }

  var client: DirectoryClient {
    DirectoryClient { (user) async throws(DirectoryError) in
      try await self.note(user.raw)
      return self.profiles[user.raw]
    } users: { (email) async throws(DirectoryError) in
      try await self.note(email.lowercased())
      // As a careless back end would.
      return self.profiles.values.sorted { $0.user.raw < $1.user.raw }
    }
  }
}
