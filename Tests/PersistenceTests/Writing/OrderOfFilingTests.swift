import Entitlements
import Foundation
import Persistence
import Testing

/// What the ledger holds depends on what was filed, never on when.
struct OrderOfFilingTests {
  struct Story: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var filings: [Filing]
    /// The user of every sale, by transaction ID.
    var owners: [String: String]
  }

  static let stories = [
    Story(
      testDescription: "a chain told by three receipts of one user",
      filings: [
        .receipt("a", on: 1, for: .user(ID("ada")), [Sale("1", until: 30)]),
        .receipt(
          "b",
          on: 31,
          for: .user(ID("ada")),
          [Sale("1", until: 30), Sale("2", chain: "1", from: 30, until: 60)],
          userName: "Ada L."
        ),
        .receipt(
          "c",
          on: 40,
          for: .owner(orElse: ID("unknown")),
          [Sale("2", chain: "1", from: 30, until: 60, cancelled: 39)],
          userName: "Ada"
        ),
      ],
      owners: ["1": "ada", "2": "ada"]
    ),
    Story(
      testDescription: "an owner who is named only in the middle",
      filings: [
        .receipt("a", on: 1, for: .owner(orElse: ID("guess a")), [Sale("1", until: 30)]),
        .receipt("b", on: 2, for: .user(ID("ada")), [Sale("2", chain: "1", from: 30, until: 60)]),
        .receipt(
          "c",
          on: 3,
          for: .owner(orElse: ID("guess c")),
          [Sale("2", chain: "1", from: 30, until: 60), Sale("7", kind: .nonConsumable)]
        ),
        .receipt("d", on: 4, for: .owner(orElse: ID("guess d")), [Sale("7", kind: .nonConsumable)]),
      ],
      owners: ["1": "ada", "2": "ada", "7": "ada"]
    ),
    Story(
      testDescription: "nobody is ever named",
      filings: [
        .receipt("a", on: 1, for: .owner(orElse: ID("guess a")), [Sale("1", until: 30)]),
        .receipt(
          "b",
          on: 2,
          for: .owner(orElse: ID("guess b")),
          [Sale("5", kind: .nonConsumable)]
        ),
        .receipt(
          "c",
          on: 3,
          for: .owner(orElse: ID("guess c")),
          [Sale("2", chain: "1", from: 30, until: 60), Sale("5", kind: .nonConsumable)]
        ),
        .receipt("d", on: 4, for: .nobody, [Sale("6", chain: "1", from: 60, until: 90)]),
      ],
      owners: ["1": "guess a", "2": "guess a", "5": "guess a", "6": "guess a"]
    ),
    Story(
      testDescription: "a chain that is handed on goes as a whole",
      filings: [
        .receipt(
          "a",
          on: 1,
          for: .user(ID("ada")),
          [Sale("1", until: 30), Sale("2", chain: "1", from: 30, until: 60)]
        ),
        .receipt("b", on: 9, for: .user(ID("grace")), [Sale("2", chain: "1", from: 30, until: 60)]),
        .receipt("c", on: 9, for: .user(ID("lin")), [Sale("8", kind: .nonConsumable)]),
        .rejection("d", on: 10, for: .user(ID("ada")), [Sale("8", kind: .nonConsumable)]),
      ],
      owners: ["1": "grace", "2": "grace", "8": "lin"]
    ),
  ]

  @Test(arguments: stories)
  func `every order of filing ends the same`(story: Story) async throws {
    var first: [String]?
    for filings in permutations(of: story.filings) {
      let ledger = try Ledger.inMemory()
      for filing in filings { _ = try await ledger.file(filing) }
      let dump = try await ledger.dump()
      #expect(dump == first ?? dump, "filed as \(filings.map { $0.document.id })")
      first = first ?? dump
      let users = try await ledger.search.users(matching: now(.everything), at: .first, limit: 100)
        .rows
      var owners: [String: String] = [:]
      for user in users {
        for order in try await ledger.users.details(of: user.id)?.orders ?? [] {
          owners[order.transactionID] = user.id.raw
        }
      }
      #expect(owners == story.owners)
    }
  }

  @Test(arguments: stories)
  func `filing all at once is filing one by one`(story: Story) async throws {
    let (batch, single) = (try Ledger.inMemory(), try Ledger.inMemory())
    _ = try await batch.file(story.filings)
    for filing in story.filings { _ = try await single.file(filing) }
    #expect(try await batch.dump() == single.dump())
  }

  @Test func `of two accounts of a sale the later counts, and of equals that of the greater ID`()
    async throws
  {
    let accounts = [
      Filing.receipt("b", on: 5, for: .user(ID("ada")), [Sale("1", until: 31)]),
      .receipt("a", on: 5, for: .user(ID("ada")), [Sale("1", until: 32)]),
      .receipt("c", on: 4, for: .user(ID("ada")), [Sale("1", until: 33)]),
    ]
    for filings in permutations(of: accounts) {
      let ledger = try Ledger.inMemory()
      for filing in filings { _ = try await ledger.file(filing) }
      let order = try #require(try await ledger.users.details(of: ID("ada"))?.orders.first)
      #expect(order.evidence == ID("b"))
      #expect(order.expiresAt == day(31))
    }
  }

  @Test func `a user who was only assumed goes when the owner is named`() async throws {
    let ledger = try Ledger.inMemory()
    let guess = Filing.receipt("a", on: 1, for: .owner(orElse: ID("guess")), [Sale("1", until: 30)])
    #expect(try await ledger.file(guess) == .filed(ID("guess")))
    _ = try await ledger.file(
      .receipt("b", on: 2, for: .user(ID("ada")), [Sale("1", until: 30)])
    )
    #expect(try await ledger.users.details(of: ID("guess")) == nil)
    #expect(try await ledger.users.details(of: ID("ada"))?.documents.map(\.id.raw) == ["b", "a"])
    #expect(try await ledger.file(guess) == .alreadyFiled(ID("ada")))
  }

  private func permutations<Element>(of elements: [Element]) -> [[Element]] {
    guard let first = elements.first else { return [[]] }
    return permutations(of: Array(elements.dropFirst())).flatMap { rest in
      (0...rest.count).map { Array(rest[..<$0]) + [first] + Array(rest[$0...]) }
    }
  }
}
