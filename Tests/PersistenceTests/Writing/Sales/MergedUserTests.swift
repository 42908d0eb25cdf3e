import Entitlements
import Foundation
import GRDB
import TestSupport
import Testing

@testable import Persistence

@Suite struct `A user who was merged into another` {
  private static let (ada, bob, cid) = (ID<User>("ada"), ID<User>("bob"), ID<User>("cid"))

  private static func grant(_ user: ID<User>, _ key: String, on number: Double) -> Filing {
    Lives.act(number, .grant(user, key: key, .production, until: nil))
  }

  private func ledger(_ filings: [Filing]) async throws -> Ledger {
    let ledger = try Ledger.inMemory()
    for filing in filings { _ = try await ledger.file(filing) }
    return ledger
  }

  /// The keys of the entitlements that hold on `number`.
  private func keys(
    of user: ID<User>,
    in ledger: Ledger,
    on number: Double
  ) async throws
    -> [String]
  {
    let rights = try await ledger.users.rights(of: user)
    return (rights?.rights ?? []).map(\.entitlement).filter { $0.isActive(at: day(number)) }
      .map(\.key).sorted()
  }

  @Test func `leaves what was given by hand, before and after, to the one who remains`()
    async throws
  {
    let ledger = try await ledger([
      Self.grant(Self.ada, "pro", on: 1), Self.grant(Self.bob, "gold", on: 2),
      Lives.act(3, .merge(into: Self.ada, Self.bob)), Self.grant(Self.bob, "plus", on: 4),
      Lives.act(5, .withdraw(Self.ada, key: "gold", .production)),
    ])
    for user in [Self.ada, Self.bob] {
      #expect(try await keys(of: user, in: ledger, on: 2.5) == ["gold", "pro"])
      #expect(try await keys(of: user, in: ledger, on: 9) == ["plus", "pro"])
      #expect(try await ledger.users.rights(of: user)?.user == Self.ada)
      #expect(try await ledger.users.details(of: user)?.user.id == Self.ada)
      #expect(try await ledger.users.details(of: user)?.formerIDs == [Self.bob])
      #expect(try await ledger.users.grants(of: user).count == 4)
    }
    let users = try await ledger.search.users(matching: now(.everything), at: .first, limit: 9)
    #expect(users.rows.map(\.id) == [Self.ada])
  }

  @Test func `goes on to whom that one is merged into`() async throws {
    let filings = [
      Self.grant(Self.bob, "gold", on: 1), Lives.act(2, .merge(into: Self.ada, Self.bob)),
      Lives.act(3, .merge(into: Self.cid, Self.ada)),
      Lives.act(4, .withdraw(Self.bob, key: "gold", .production)),
    ]
    var first: [String]?
    for start in filings.indices {
      let ledger = try await ledger(Array(filings[start...] + filings[..<start]))
      #expect(try await keys(of: Self.bob, in: ledger, on: 3.5) == ["gold"])
      #expect(try await keys(of: Self.bob, in: ledger, on: 5) == [])
      #expect(try await ledger.users.rights(of: Self.bob)?.user == Self.cid)
      let dump = try await ledger.dump()
      #expect(dump == first ?? dump)
      first = first ?? dump
    }
  }

  @Test func `shares nothing, whether the policy or the merge comes first`() async throws {
    let filings: [Filing] = [
      StrangerWorld.policy(.share),
      .receipt("a", on: 1, for: .user(Self.ada), [Sale("1", until: 30)]),
      .receipt("b", on: 2, for: .user(Self.bob), [Sale("2", productID: "plus", until: 30)]),
      Lives.act(3, .merge(into: Self.ada, Self.bob)),
    ]
    var first: [String]?
    for start in filings.indices {
      let ledger = try await ledger(Array(filings[start...] + filings[..<start]))
      #expect(try await keys(of: Self.ada, in: ledger, on: 4) == ["plus", "pro.monthly"])
      #expect(try await ledger.users.entitlements(of: Self.bob) == [])
      let users = try await ledger.search.users(matching: now(.everything), at: .first, limit: 9)
      #expect(users.rows.map(\.id) == [Self.ada])
      let dump = try await ledger.dump()
      #expect(dump == first ?? dump, "from \(start)")
      first = first ?? dump
    }
  }

  @Test func `is no longer theirs if a later merge says otherwise`() async throws {
    let ledger = try await ledger([
      Self.grant(Self.ada, "pro", on: 1), Self.grant(Self.bob, "gold", on: 1.5),
      Self.grant(Self.cid, "plus", on: 1.7), Lives.act(2, .merge(into: Self.ada, Self.bob)),
      Lives.act(3, .merge(into: Self.cid, Self.bob)),
    ])
    #expect(try await keys(of: Self.ada, in: ledger, on: 4) == ["pro"])
    #expect(try await keys(of: Self.bob, in: ledger, on: 4) == ["gold", "plus"])
    #expect(try await ledger.users.details(of: Self.ada)?.formerIDs == [])
  }

  @Test func `is the same one in a circle`() async throws {
    let ledger = try await ledger([
      Self.grant(Self.ada, "pro", on: 1), Self.grant(Self.bob, "gold", on: 1.5),
      Lives.act(2, .merge(into: Self.bob, Self.ada)),
      Lives.act(3, .merge(into: Self.ada, Self.bob)),
    ])
    for user in [Self.ada, Self.bob] {
      #expect(try await keys(of: user, in: ledger, on: 4) == ["gold", "pro"])
      #expect(try await ledger.users.rights(of: user)?.user == Self.ada)
    }
  }

  @Test func `keeps the other's name and address, and is found by their own`() async throws {
    let ledger = try await ledger([
      .receipt(
        "a",
        on: 1,
        for: .user(Self.ada),
        [Sale("1", until: 30)],
        userName: "Ada Lovelace",
        userEmail: "ada@example.com"
      ),
      .receipt(
        "b",
        on: 2,
        for: .user(Self.bob),
        [Sale("2", until: 30)],
        userName: "Bob Hill",
        userEmail: "bob@example.com"
      ), Lives.act(3, .merge(into: Self.ada, Self.bob)),
    ])
    let user = try #require(try await ledger.users.details(of: Self.ada)).user
    #expect(user.name == "Ada Lovelace")
    #expect(user.email == "ada@example.com")
    for word in ["lovelace", "hill", "ada@example.com", "bob@example.com", "bob"] {
      let search = now(.word(word))
      let found = try await ledger.search.users(matching: search, at: .first, limit: 9).rows
      #expect(found.map(\.id) == [Self.ada], "\(word)")
    }
  }

  @Test func `lends a name to one who has none`() async throws {
    let ledger = try await ledger([
      .receipt("a", on: 1, for: .user(Self.ada), [Sale("1", until: 30)]),
      .receipt("b", on: 2, for: .user(Self.bob), [Sale("2", until: 30)], userName: "Bob Hill"),
      Lives.act(3, .merge(into: Self.ada, Self.bob)),
    ])
    #expect(try await ledger.users.details(of: Self.ada)?.user.name == "Bob Hill")
  }

  @Test func `is answered for as the one who remains`() async throws {
    let ledger = try await ledger([
      .receipt("b", on: 1, for: .user(Self.bob), [Sale("2", until: 30)]),
      Lives.act(3, .merge(into: Self.ada, Self.bob)),
    ])
    let file = try await ledger.search.diagnosisInput(about: "bob", [])
    #expect(file.user?.id == Self.ada)
    #expect(file.formerID == Self.bob)
    #expect(file.aliases == [Self.bob])
    let diagnosis = Diagnosis.diagnose(file, at: day(5))
    #expect(diagnosis.verdict.code == .mergedIntoOtherUser)
    #expect(diagnosis.user == Self.ada)
    #expect(diagnosis.also.first?.code == .accessIsActive)
    #expect(try await ledger.search.diagnosisInput(about: "ada", []).formerID == nil)
  }

  @Test func `is merged as well in a ledger of an earlier version`() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path("ledger.sqlite")
    let old = try Ledger(path: path)
    for filing in [
      Self.grant(Self.ada, "pro", on: 1), Lives.act(3, .merge(into: Self.ada, Self.bob)),
      Self.grant(Self.bob, "gold", on: 2),
    ] { _ = try await old.file(filing) }
    let dump = try await old.dump()
    try await old.tamper { db in
      try db.execute(
        sql: """
          INSERT INTO user (id, firstSeenAt, lastPurchasedAt, orders, stores, environments)
            VALUES ('bob', 0, 0, 0, '', '');
          UPDATE meta SET value = value + 1 WHERE name = 'users';
          UPDATE entitlement SET user = (SELECT n FROM user WHERE id = 'bob') WHERE key = 'gold';
          DELETE FROM handle;
          DELETE FROM grdb_migrations WHERE identifier LIKE 'v17 %';
          """
      )
    }
    try await old.close()
    let ledger = try Ledger(path: path)
    #expect(try await keys(of: Self.bob, in: ledger, on: 9) == ["gold", "pro"])
    #expect(try await ledger.dump() == dump)
    #expect(try await ledger.integrity.checkCounts().faults == [])
    try await ledger.close()
  }
}
