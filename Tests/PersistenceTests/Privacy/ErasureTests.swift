import Entitlements
import Foundation
import GRDB
import TestSupport
import Testing

@testable import Persistence

@Suite struct `An erasure` {
  private static let people = ["ada", "bea", "grace", "kim", "lin", "token-a", "anonymous-1"]

  /// Every person of every life.
  static let cases = Lives.all.flatMap { life in people.map { (life, $0) } }

  private func tombstones(of filings: [Filing]) -> [ID<Document>: Tombstone] {
    Dictionary(
      filings.map {
        ($0.document.id, Tombstone(facts: $0.facts, isOneAccount: $0.isOneAccount))
      },
      uniquingKeysWith: { $1 }
    )
  }

  @Test(arguments: cases)
  func `leaves what its tombstones come to`(_ life: Lives.Life, _ name: String) async throws {
    let ledger = try Ledger.inMemory()
    _ = try await ledger.file(life.filings)
    let orders = try await ledger.statistics.summary().orders
    let stones = tombstones(of: life.filings)
    let outcome = try await ledger.privacy.erase(ID(name), leaving: stones, by: "kim", at: day(400))
    guard case .erased(let erasure) = outcome else { return }
    #expect(erasure.name.raw.hasPrefix("erased-"))
    #expect(try await ledger.statistics.summary().orders == orders)
    #expect(try await ledger.users.details(of: ID(name)) == nil)
    #expect(try await ledger.dump().filter { $0.contains("\(name) ") } == [])

    let again = try await ledger.file(life.filings)
    #expect(again.allSatisfy { if case .alreadyFiled = $0 { true } else { false } })
    #expect(try await ledger.users.details(of: ID(name)) == nil)

    let fresh = try Ledger.inMemory()
    let stored = try await ledger.documents.all()
    for item in stored.reversed() {
      var filing = item.filing
      if !item.isErased { filing.facts = stones[item.id]?.facts ?? Facts() }
      _ = try await fresh.file(filing)
    }
    try await fresh.file(try await ledger.purchases.claims())
    for item in stored where item.isErased { try await fresh.privacy.markErased(item) }
    #expect(try await ledger.integrity.differences(from: fresh) == [])
    #expect(try await ledger.integrity.checkCounts().faults == [])
  }

  @Test func `leaves no word of it in the file`() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path("ledger.sqlite")
    let ledger = try Ledger(path: path)
    var filings = [
      Filing.receipt(
        "first",
        on: 1,
        for: .user(ID("lovelace-17")),
        [Sale("1", from: 0, until: 30)],
        userName: "Augusta Lovelace",
        userEmail: "countess@example.org"
      ),
      .receipt(
        "second",
        on: 2,
        for: .user(ID("lovelace-17")),
        [Sale("1", from: 0, until: 30)],
        userName: "Augusta King",
        userEmail: "augusta@example.net"
      ), Lives.act(3, .note(ID("lovelace-17"), "wants her analytical engine back")),
      .receipt("other", on: 4, for: .user(ID("bob")), [Sale("9")], userEmail: "bob@example.org"),
    ]
    filings[0].document.context = "{\"device\":\"babbage-phone\"}"
    filings[1].facts.links = [
      Link(
        .appAccount,
        "lovelace-token",
        of: filings[1].facts.orders[0].chain,
        evidence: ID("second")
      ),
      Link(
        .purchaseToken,
        "opens-engine",
        of: filings[1].facts.orders[0].chain,
        evidence: ID("second")
      ),
      Link(
        .predecessor,
        "opened-loom",
        of: filings[1].facts.orders[0].chain,
        evidence: ID("second")
      ),
    ]
    for filing in filings { _ = try await ledger.file(filing) }
    let chain = filings[0].facts.orders[0].chain
    let deeds = [
      (act: "{\"cancel\":{}}", reason: "she is angry"),
      (act: "{\"setAccount\":{\"_0\":\"LOVELACE-TOKEN\"}}", reason: ""),
    ]
    for (number, deed) in deeds.enumerated() {
      _ = try await ledger.jobs.enqueue(
        [
          JobDraft(
            key: "deed \(number)",
            kind: "deed",
            task: """
              {"deed":{"_0":{"act":\(deed.act),"chain":"\(chain)","reason":"\(deed.reason)"}}}
              """,
            actor: "kim",
            dueAt: day(6)
          )
        ],
        at: day(6)
      )
    }
    for number in 0..<40 {
      let id = ID<User>("filler-\(number)")
      _ = try await ledger.file(
        .receipt("filler-\(number)", on: 5, for: .user(id), [], userEmail: "\(number)@example.org")
      )
    }
    let words = [
      "lovelace", "augusta", "countess", "analytical", "babbage", "example.net", "opens-engine",
      "opened-loom", "angry",
    ]
    let traces = {
      let bytes = try ["", "-wal"].map { name in
        let file = URL(fileURLWithPath: path + name)
        return FileManager.default.fileExists(atPath: file.path)
          ? try Data(contentsOf: file) : Data()
      }
      let text = String(decoding: bytes[0] + bytes[1], as: UTF8.self).lowercased()
      return words.filter { text.contains($0) }
    }
    #expect(try traces() == words, "the search itself must be able to fail")

    let outcome = try await ledger.privacy.erase(
      ID("lovelace-17"),
      leaving: tombstones(of: filings),
      by: "kim",
      at: day(9)
    )
    #expect(outcome == .erased(Erasure(name: ID("erased-1"), documents: 3)))
    #expect(try await ledger.privacy.hasTraces())
    #expect(try await ledger.privacy.removeTraces())
    #expect(try traces() == [])
    #expect(try await !ledger.privacy.hasTraces())
    #expect(try await ledger.users.details(of: ID("bob"))?.user.email == "bob@example.org")
    #expect(try await ledger.audit.rows(limit: 1).rows.first?.action == "erase")
    #expect(try await ledger.integrity.checkStructure(isQuick: false).faults == [])
    #expect(try await ledger.storeQueries.handles(of: chain)?.tokens == [])
    #expect(try await ledger.jobs.counts() == [.waiting: 1])
  }

  @Test func `empties rejected documents with the person's address or name`() async throws {
    let ledger = try Ledger.inMemory()
    func rejected(_ name: String, userName: String?, userEmail: String?) -> Filing {
      var filing = Filing.receipt(
        name,
        on: 2,
        for: .nobody,
        [],
        userName: userName,
        userEmail: userEmail
      )
      filing.document.verdict = .rejected(code: "bad-signature", at: nil, detail: "does not fit")
      return filing
    }
    let filings = [
      Filing.receipt(
        "first",
        on: 1,
        for: .user(ID("ada")),
        [Sale("1")],
        userName: "Ada King",
        userEmail: "ada@example.org"
      ),
      rejected("by address", userName: "A. K.", userEmail: "ada@example.org"),
      rejected("by name", userName: "Ada King", userEmail: nil),
      rejected("another Ada King", userName: "Ada King", userEmail: "other@example.org"),
      rejected("unknown", userName: nil, userEmail: nil),
    ]
    for filing in filings { _ = try await ledger.file(filing) }
    // Anybody may have stated that address.
    let export = try #require(try await ledger.privacy.export(about: ID("ada")))
    #expect(export.tables.first { $0.name == "document" }?.rows.count == 1)
    let outcome = try await ledger.privacy.erase(
      ID("ada"),
      leaving: tombstones(of: filings),
      by: "kim",
      at: day(9)
    )
    #expect(outcome == .erased(Erasure(name: ID("erased-1"), documents: 3)))
    let left = try await ledger.database.read { db in
      try String.fetchAll(db, sql: "SELECT id FROM document WHERE userName IS NOT NULL")
    }
    #expect(left == ["another Ada King"])
  }

  @Test func `leaves a token that another's document states as well`() async throws {
    let ledger = try Ledger.inMemory()
    var filings = [
      Filing.receipt("first", on: 1, for: .user(ID("ada")), [Sale("1", from: 0, until: 30)]),
      .receipt("second", on: 2, for: .user(ID("bob")), [Sale("2", from: 0, until: 30)]),
    ]
    for place in filings.indices {
      let chain = filings[place].facts.orders[0].chain
      filings[place].facts.links = ["shared", "own \(place)"].map {
        Link(.purchaseToken, $0, of: chain, evidence: filings[place].document.id)
      }
    }
    _ = try await ledger.file(filings)
    let stones = tombstones(of: filings)
    _ = try await ledger.privacy.erase(ID("ada"), leaving: stones, by: "kim", at: day(9))
    let values = try await ledger.database.read {
      try String.fetchAll($0, sql: "SELECT value FROM link ORDER BY value")
    }
    #expect(values.filter { !$0.hasPrefix("erased-token-") }.contains("own 1"))
    #expect(values.filter { $0 == "shared" }.count == 2)
    #expect(!values.contains("own 0"))
  }

  @Test func `is refused where a document can no longer be read`() async throws {
    let ledger = try Ledger.inMemory()
    let filing = Filing.receipt("first", on: 1, for: .user(ID("ada")), [Sale("1")])
    _ = try await ledger.file(filing)
    let stones = [filing.document.id: Tombstone(facts: Facts(), isOneAccount: true)]
    await #expect(throws: LedgerError.unlikeFiled(document: "first")) {
      try await ledger.privacy.erase(ID("ada"), leaving: stones, by: "kim", at: day(9))
    }
    #expect(try await ledger.users.details(of: ID("ada")) != nil)
  }

  @Test func `tells what came in the meantime, and who is unknown`() async throws {
    let ledger = try Ledger.inMemory()
    _ = try await ledger.file(.receipt("first", on: 1, for: .user(ID("ada")), []))
    #expect(
      try await ledger.privacy.erase(ID("ada"), leaving: [:], by: "kim", at: day(9))
        == .unread([ID("first")])
    )
    #expect(
      try await ledger.privacy.erase(ID("bob"), leaving: [:], by: "kim", at: day(9)) == .unknown
    )
    #expect(try await ledger.audit.rows(limit: 1).total == 0)
  }
}
