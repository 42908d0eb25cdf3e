import Entitlements
import Foundation
import GRDB
import TestSupport
import Testing

@testable import Persistence

@Suite struct `A profile that the team states` {
  /// The profile of `user` as it is filed on `number`.
  static func profile(
    _ user: String,
    on number: Double,
    names: [String] = [],
    emails: [String] = [],
    accounts: [String] = [],
    locale: String? = nil
  ) throws -> Filing {
    let profile = try UserProfile(
      ID(user),
      names: names,
      emails: emails,
      accounts: accounts,
      locale: locale
    )
    let bytes = try StatedProfile(profile, by: "kim", at: day(number)).bytes()
    let document = Document(
      id: ID("profile of \(user) \(number)"),
      store: nil,
      kind: Document.profileKind,
      environment: nil,
      app: nil,
      bytes: bytes,
      origin: .manual,
      provenance: .operatorAct,
      verdict: .genuine,
      receivedAt: day(number),
      statedAt: day(number),
      purchases: 0,
      user: nil
    )
    return Filing(
      document: document,
      attribution: .user(ID(user)),
      facts: Facts(),
      userName: names.first,
      userEmail: emails.first
    )
  }

  private static func life() throws -> [Filing] {
    [
      try profile("ada", on: 1, names: ["Ada Byron"], emails: ["byron@example.com"]),
      .receipt("r", on: 2, for: .user(ID("ada")), [Sale("1", from: 0, until: 30)], userName: "A."),
      try profile(
        "ada",
        on: 3,
        names: ["Ada Lovelace", "Countess"],
        emails: ["ada@example.com", "Lovelace@example.org"],
        accounts: ["11111111-2222-3333-4444-555555555555"]
      ), try profile("bob", on: 4, names: ["Bob"], emails: ["bob@example.com"]),
    ]
  }

  private func ledger(_ filings: [Filing]) async throws -> Ledger {
    let ledger = try Ledger.inMemory()
    for filing in filings { _ = try await ledger.file(filing) }
    return ledger
  }

  private func found(_ query: Query, in ledger: Ledger) async throws -> [String] {
    try await ledger.search.users(matching: now(query), at: .first, limit: 10).rows.map(\.id.raw)
      .sorted()
  }

  @Test func `replaces the one before, in whatever order they come`() async throws {
    let life = try Self.life()
    let ledger = try await ledger(life)
    let user = try #require(try await ledger.users.details(of: ID("ada")))
    #expect(user.user.name == "Ada Lovelace")
    #expect(user.user.email == "ada@example.com")
    #expect(user.profile?.emails == ["ada@example.com", "Lovelace@example.org"])
    let reversed = try await self.ledger(life.reversed())
    #expect(try await ledger.integrity.differences(from: reversed) == [])
    let again = try await ledger.file(life)
    #expect(again.allSatisfy { if case .alreadyFiled = $0 { true } else { false } })
    #expect(try await ledger.integrity.differences(from: reversed) == [])
    #expect(try await ledger.integrity.checkCounts().faults == [])
  }

  @Test func `that leaves something out takes it back`() async throws {
    let ledger = try await ledger(
      try Self.life() + [try Self.profile("ada", on: 5, emails: ["new@example.com"])]
    )
    let user = try #require(try await ledger.users.details(of: ID("ada"))?.user)
    // The name that a document stated stays; that of an earlier profile doesn't.
    #expect(user.name == "A.")
    #expect(user.email == "new@example.com")
    for gone in ["ada@example.com", "lovelace@example.org"] {
      #expect(try await found(.word(gone), in: ledger) == [])
    }
    let empty = try await self.ledger(
      try Self.life() + [try Self.profile("bob", on: 6, locale: "de")]
    )
    #expect(try await found(.word("bob@example.com"), in: empty) == [])
    #expect(try await empty.users.details(of: ID("bob"))?.user.email == nil)
    #expect(try await empty.integrity.checkCounts().faults == [])
  }

  /// `é` as one character and as two: equal for Swift, but not for an index.
  @Test func `is found and forgotten in the spelling of its bytes`() async throws {
    let (one, two) = ("Ren\u{E9}e", "Rene\u{301}e")
    let filings = [
      try Self.profile("ada", on: 1, names: [one, "Countess"], emails: ["a@example.com"]),
      try Self.profile("ada", on: 2, names: [two, "Countess"], emails: ["b@example.com"]),
      try Self.profile("ada", on: 3, names: ["Countess", one], emails: ["b@example.com"]),
      try Self.profile("ada", on: 4, names: ["Countess", two], emails: ["c@example.com"]),
    ]
    for order in [filings, filings.reversed()] {
      let ledger = try await ledger(order)
      #expect(try await found(Self.text(.name, .contains("ne\u{301}e")), in: ledger) == ["ada"])
      #expect(try await found(.word("c@example.com"), in: ledger) == ["ada"])
      #expect(try await found(.word("b@example.com"), in: ledger) == [])
      let bytes = try await ledger.database.read {
        try String.fetchOne($0, sql: "SELECT hex(value) FROM handle WHERE kind = 'name'")
      }
      #expect(bytes == "52656E65CC8165")
      _ = try await ledger.file(try Self.profile("ada", on: 5, locale: "de"))
      for gone in [one, two, "countess"] {
        #expect(try await found(Self.text(.name, .contains(gone)), in: ledger) == [])
      }
      let words = try await ledger.database.read {
        try Int.fetchOne(
          $0,
          sql: """
            SELECT (SELECT count(*) FROM userWord_docsize) + (SELECT count(*) FROM userPart_docsize)
            """
        )
      }
      #expect(words == 0)
      #expect(try await ledger.integrity.checkStructure(isQuick: false).faults == [])
    }
  }

  private static func text(_ field: Query.TextField, _ match: Query.TextMatch) -> Query {
    .field(.text(field, [match]))
  }

  static let searches: [(Query, [String])] = {
    let account = "11111111-2222-3333-4444-555555555555"
    let found: [Query] = [
      .word("ada@example.com"), .word("lovelace@EXAMPLE.org"), .word("countess"), .word("love"),
      .word("lovelace@"), .word(account), text(.email, .exact("lovelace@example.org")),
      text(.email, .prefix("lovelace@")), text(.email, .contains("lace@exam")),
      text(.name, .exact("countess")), text(.name, .prefix("count")),
      text(.name, .contains("tess")), text(.acct, .exact(account)),
    ]
    let missed: [Query] = [
      .word("byron"), .word("byron@example.com"), text(.name, .exact("lovelace@example.org")),
    ]
    return found.map { ($0, ["ada"]) } + missed.map { ($0, []) } + [(.word("bob"), ["bob"])]
  }()

  @Test(arguments: searches)
  func `finds the user by each name and address`(query: Query, users: [String]) async throws {
    #expect(try await found(query, in: ledger(Self.life())) == users)
  }

  @Test(arguments: [
    "Hi, I paid twice. lovelace@example.org", "ada@example.com: where are my coins?",
    "my account is 11111111-2222-3333-4444-555555555555",
  ])
  func `answers a message with the user's name`(message: String) async throws {
    let ledger = try await ledger(Self.life())
    let file = try await ledger.search.diagnosisInput(about: message)
    #expect(file.user?.name == "Ada Lovelace")
    #expect(file.chains.count == 1)
  }

  @Test func `gives no purchase, whatever account it names`() async throws {
    let account = "11111111-2222-3333-4444-555555555555"
    var bought = Filing.receipt("r", on: 1, for: .owner(orElse: ID("anonymous-1")), [Sale("1")])
    bought.facts.links = [
      Link(.appAccount, account, of: bought.facts.orders[0].chain, evidence: bought.document.id)
    ]
    let profiles = [
      try Self.profile("eve", on: 2, names: ["Eve"], accounts: [account]),
      try Self.profile(account, on: 3, names: ["Mallory"]),
    ]
    let before = try await owners(in: ledger([bought]))
    for order in [[bought] + profiles, profiles + [bought]] {
      #expect(try await owners(in: ledger(order)) == before)
    }
    #expect(before.count == 1 && before != ["eve"])
  }

  private func owners(in ledger: Ledger) async throws -> [String] {
    try await ledger.database.read {
      try String.fetchAll(
        $0,
        sql: "SELECT user.id FROM \"order\" JOIN user ON user.n = \"order\".user"
      )
    }
  }

  @Test func `goes with a user that is merged into another`() async throws {
    let ledger = try await ledger(
      try Self.life() + [Lives.act(9, .merge(into: ID("bob"), ID("ada")))]
    )
    // Bob's is the later one.
    let user = try #require(try await ledger.users.details(of: ID("bob")))
    #expect(user.user.name == "Bob")
    #expect(try await found(.word("lovelace@example.org"), in: ledger) == ["bob"])
    #expect(try await found(.word("byron@example.com"), in: ledger) == [])
    #expect(try await ledger.users.profiles(of: [ID("ada")])[ID("ada")]?.profile.names.count == 2)
  }

  @Test func `is exported, and erased without a trace`() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path("ledger.sqlite")
    let ledger = try Ledger(path: path)
    let life = try Self.life()
    for filing in life { _ = try await ledger.file(filing) }
    let export = try #require(try await ledger.privacy.export(about: ID("ada")))
    let text = "\(export.tables)"
    for word in ["Lovelace@example.org", "Countess", "11111111-2222"] {
      #expect(text.contains(word), "\(word)")
    }
    let words = ["lovelace", "countess", "byron", "ada@example.com", "11111111-2222"]
    let traces = {
      let bytes = try ["", "-wal"].map { name in
        FileManager.default.fileExists(atPath: path + name)
          ? try Data(contentsOf: URL(fileURLWithPath: path + name)) : Data()
      }
      let text = String(decoding: bytes[0] + bytes[1], as: UTF8.self).lowercased()
      return words.filter { text.contains($0) }
    }
    #expect(try traces() == words, "the search itself must be able to fail")
    let stones = Dictionary(
      uniqueKeysWithValues: life.map {
        ($0.document.id, Tombstone(facts: $0.facts, isOneAccount: $0.isOneAccount))
      }
    )
    let outcome = try await ledger.privacy.erase(ID("ada"), leaving: stones, by: "kim", at: day(9))
    #expect(outcome == .erased(Erasure(name: ID("erased-1"), documents: 3)))
    #expect(try await ledger.privacy.removeTraces())
    #expect(try traces() == [])
    #expect(try await found(.word("lovelace@example.org"), in: ledger) == [])
    #expect(try await ledger.users.details(of: ID("bob"))?.user.email == "bob@example.com")
    #expect(try await ledger.integrity.checkStructure(isQuick: false).faults == [])
    #expect(try await ledger.integrity.checkCounts().faults == [])
  }

  static let faulty: [(String, [String], [String])] = [
    ("", [], []), ("a\u{0}", [], []), ("ada", ["a\u{7}"], []), ("ada", [], ["nobody"]),
    ("ada", [], ["@x"]), ("ada", [], ["x@"]), ("ada", [], ["a b@x"]),
    (String(repeating: "a", count: 257), [], []), ("ada", (0..<9).map { "\($0)" }, []),
  ]

  @Test(arguments: faulty)
  func `is refused if a part of it cannot be used`(
    user: String,
    names: [String],
    emails: [String]
  ) {
    #expect(throws: UserProfile.Fault.self) {
      try UserProfile(ID(user), names: names, emails: emails)
    }
  }
}
