import Entitlements
import Foundation
import GRDB
import Mint
import Receipts
import ServiceCore
import Testing

@testable import Persistence

/// Filing many documents at once gives the ledger that filing them one by one gives.
@Suite struct `Bulk submission` {
  typealias Bulk = BulkSubmission<Int>

  private static let now = ServiceFixture.now
  private static let made = Result {
    let maker = try DocumentMaker(now: now)
    let population = GeneratedPopulation(users: 24, orders: 160, seed: 11, now: now)
    let documents = try (0..<population.users).flatMap { index in
      let user = population.user(at: index)
      return try maker.documents(of: user).map { document in
        var hints = DocumentHints()
        if let app = document.app {
          hints = DocumentHints(
            app: app,
            environment: document.isSandbox ? "sandbox" : "production",
            productKind: document.kind.map { "\($0)" },
            purchaseToken: document.token,
            account: document.account
          )
        }
        // Some documents name their user.
        return SubmittedDocument(
          bytes: document.bytes,
          user: index % 3 == 0 ? ID(user.id) : nil,
          hints: hints,
          trustBasis: document.way == .answered && index % 5 > 0 ? .storeAnswer : nil
        )
      }
    }
    let unknown = SubmittedDocument(bytes: Array("hello".utf8), user: nil)
    // In another order, and every fourth again.
    let mixed = documents.map { (DocumentFiling.documentID(of: $0.bytes), $0) }
      .sorted { $0.0 < $1.0 }.map(\.1)
    let again = stride(from: 0, to: mixed.count, by: 4).map { mixed[$0] }
    let half = mixed.count / 2
    let all: [SubmittedDocument] = [Array(mixed[..<half]), again, [unknown], Array(mixed[half...])]
      .flatMap(\.self)
    return (maker: maker, documents: all)
  }

  private func service(_ ledger: Ledger) throws -> EntitlementService {
    let maker = try Self.made.get().maker
    let receipts = try ReceiptVerifier(roots: [maker.receiptRoot])
    return EntitlementService(
      ledger: ledger,
      receipts: receipts,
      reader: DocumentReader(
        receipts: receipts,
        payloads: try PayloadVerifier(roots: [maker.payloadRoot])
      ),
      world: Dependencies { Self.now }
    )
  }

  /// Files in bulk, a few documents in each step and transaction; stops after `limit` documents
  /// like a killed process.
  private func file(
    _ documents: [SubmittedDocument],
    in ledger: Ledger,
    stoppingAfter limit: Int? = nil
  ) async throws -> [Bulk.NamedOutcome] {
    var results: [Bulk.NamedOutcome] = []
    var rest = Array(documents.enumerated())[...]
    try await Bulk(try service(ledger), key: 7, maxFilings: 9).run {
      if let limit, documents.count - rest.count >= limit {
        // What was taken until here is filed.
        if results.count < documents.count - rest.count { return .wait }
        throw CancellationError()
      }
      guard !rest.isEmpty else { return .end }
      let part = rest.prefix(4)
      rest.removeFirst(part.count)
      return .make { part.map { Bulk.NamedDocument($0.offset, $0.element) } }
    } _: {
      results += $0
    }
    return results
  }

  /// All rows of all tables, in order, without the full-text indices and keys.
  private func rows(of ledger: Ledger) async throws -> [String] {
    try await ledger.database.read { db in
      let tables = try String.fetchAll(
        db,
        sql: """
          SELECT name FROM sqlite_master
          WHERE type = 'table' AND name NOT LIKE '%Word%' AND name NOT LIKE 'userPart%'
            AND name <> 'secret' ORDER BY name
          """
      )
      // Counts that went back to zero have rows only where each filing was counted by itself.
      let counts = [
        "arrivalCount": "documents <> 0", "accessEndCount": "chains <> 0",
        "orderCount": "orders <> 0", "saleCount": "orders <> 0 OR refunds <> 0",
      ]
      return try tables.flatMap { table in
        let condition = counts[table].map { " WHERE \($0)" } ?? ""
        return try Row.fetchAll(db, sql: "SELECT * FROM \"\(table)\"\(condition)")
          .map { "\(table) \($0)" }
      }
    }
  }

  @Test func `a stopped run goes on behind what it filed, unless the input changed`() async throws {
    let documents = try Self.made.get().documents
    let (whole, stopped) = (try Ledger.inMemory(), try Ledger.inMemory())
    _ = try await file(documents, in: whole)
    let bulk = Bulk(try service(stopped), key: 7, maxFilings: 9)
    #expect(try await bulk.filedCount(of: 5) == 0)
    func run(from count: Int, stoppingAfter limit: Int) async throws -> Int {
      var rest = Array(documents.enumerated())[count...]
      var (told, isWaiting) = (0, false)
      try? await bulk.run(from: .init(of: 5, count: count)) {
        // Nothing is filed at the end of a killed process.
        if told >= limit { throw CancellationError() }
        // Otherwise all documents are taken before the first is filed.
        isWaiting.toggle()
        guard isWaiting else { return .wait }
        guard !rest.isEmpty else { return .end }
        let part = rest.prefix(4)
        rest.removeFirst(part.count)
        return .make { part.map { Bulk.NamedDocument($0.offset, $0.element) } }
      } _: { results in
        #expect(results.first.map { $0.name == count + told } ?? true)
        told += results.count
      }
      return told
    }
    _ = try await run(from: 0, stoppingAfter: 40)
    let filed = try await bulk.filedCount(of: 5)
    #expect(filed >= 40 && filed < documents.count)
    #expect(try await bulk.filedCount(of: 6) == 0)
    #expect(try await Bulk(try service(stopped), key: 8).filedCount(of: 5) == 0)
    #expect(try await run(from: filed, stoppingAfter: .max) == documents.count - filed)
    #expect(try await bulk.filedCount(of: 5) == 0)
    let (state, expected) = (try await stopped.state(), try await whole.state())
    #expect(state.differences(from: expected) == [])
    #expect(state == expected)
  }

  /// If no document moves to another user, even the row IDs are the same.
  @Test(arguments: [false, true])
  func `gives the same rows and results as filing one by one`(isNamed: Bool) async throws {
    var documents = try Self.made.get().documents
    if isNamed { for index in documents.indices { documents[index].user = ID("ada") } }
    let (one, bulk) = (try Ledger.inMemory(), try Ledger.inMemory())
    let service = try service(one)
    var outcomes: [Filing.Outcome?] = []
    for document in documents {
      outcomes.append(try await service.submissions.validate(document).outcome)
    }
    let results = try await file(documents, in: bulk)
    #expect(results.map(\.name) == Array(documents.indices))
    #expect(results.map(\.outcome) == outcomes)
    #expect(results.allSatisfy { $0.error == nil })
    #expect(Set(outcomes.map { $0.map { "\($0)".prefix(4) } }).count > 2, "filed, known, neither")
    let (state, expected) = (try await bulk.state(), try await one.state())
    #expect(state.differences(from: expected) == [])
    #expect(state == expected)
    guard isNamed else { return }
    let (mine, others) = (try await rows(of: bulk), try await rows(of: one))
    #expect(Set(mine).subtracting(others) == [])
    #expect(mine == others)
  }

  @Test(arguments: [1, 30, 75])
  func `goes on after it was stopped`(count: Int) async throws {
    let documents = try Self.made.get().documents
    let (whole, stopped) = (try Ledger.inMemory(), try Ledger.inMemory())
    _ = try await file(documents, in: whole)
    await #expect(throws: CancellationError.self) {
      try await file(documents, in: stopped, stoppingAfter: count)
    }
    let rest = try await file(documents, in: stopped)
    #expect(rest.map(\.name) == Array(documents.indices))
    let (state, expected) = (try await stopped.state(), try await whole.state())
    #expect(state.differences(from: expected) == [])
    #expect(state == expected)
  }

  @Test func `gives undated steps their order of arrival`() async throws {
    let documents = try Self.made.get().documents.prefix(9)
    let ledger = try Ledger.inMemory()
    var rest = documents
    try await Bulk(try service(ledger), key: 7, isUndated: true).run {
      rest.popFirst().map { document in .make { [Bulk.NamedDocument(0, document)] } } ?? .end
    } _: { _ in
    }
    let instants = try await ledger.database.read { db in
      try Int64.fetchAll(db, sql: "SELECT receivedAt FROM document ORDER BY n")
    }
    #expect(instants.count > 3)
    #expect(zip(instants, instants.dropFirst()).allSatisfy(<))
  }

  @Test func `writes no more than the named number of documents and a step at once`() async throws {
    let documents = try Self.made.get().documents
    var counts: [Int] = []
    var rest = documents[...]
    try await Bulk(try service(.inMemory()), key: 7, maxFilings: 9).run {
      let part = rest.prefix(4)
      rest.removeFirst(part.count)
      return part.isEmpty ? .end : .make { part.map { Bulk.NamedDocument(0, $0) } }
    } _: {
      counts.append($0.count)
    }
    #expect(counts.reduce(0, +) == documents.count)
    #expect(counts.allSatisfy { $0 < 9 + 4 })
  }

  @Test(arguments: [false, true])
  func `fills a ledger with the same rows, results and indices`(isNamed: Bool) async throws {
    var documents = try Self.made.get().documents
    if isNamed { for index in documents.indices { documents[index].user = ID("ada") } }
    let one = try Ledger.inMemory()
    let outcomes = try await file(documents, in: one).map(\.outcome)
    try await withNewPath { path in
      let filled = try #require(try Ledger.filling(path: path))
      #expect(try await file(documents, in: filled).map(\.outcome) == outcomes)
      try await filled.finishFilling()
      let (state, expected) = (try await filled.state(), try await one.state())
      #expect(state.differences(from: expected) == [])
      #expect(state == expected)
      #expect(try await indices(of: filled) == indices(of: one))
      guard isNamed else { return }
      let (mine, others) = (try await rows(of: filled), try await rows(of: one))
      #expect(Set(mine).symmetricDifference(others) == [])
      #expect(mine.count == others.count)
    }
  }

  @Test(arguments: [0, 30, 75])
  func `continues to fill a ledger after it was stopped`(count: Int) async throws {
    let documents = try Self.made.get().documents
    let whole = try Ledger.inMemory()
    _ = try await file(documents, in: whole)
    try await withNewPath { path in
      let stopped = try #require(try Ledger.filling(path: path))
      await #expect(throws: CancellationError.self) {
        try await file(documents, in: stopped, stoppingAfter: count)
      }
      try await stopped.close()
      #expect(throws: LedgerError.unfilled(path: path)) { try Ledger(path: path) }
      #expect(throws: LedgerError.unfilled(path: path)) { try Ledger(readingOnly: path) }
      let filled = try #require(try Ledger.filling(path: path, isOnlyContinued: true))
      let rest = try await file(documents, in: filled)
      #expect(rest.map(\.name) == Array(documents.indices))
      try await filled.finishFilling()
      try await filled.close()
      let ledger = try Ledger(path: path)
      let (state, expected) = (try await ledger.state(), try await whole.state())
      #expect(state.differences(from: expected) == [])
      #expect(state == expected)
    }
  }

  @Test func `fills only a ledger without documents that nobody else has open`() async throws {
    try await withNewPath { path in
      let open = try Ledger(path: path)
      _ = try await open.state()
      #expect(try Ledger.filling(path: path)?.path == nil)
      #expect(try Ledger.filling(path: path, isOnlyContinued: true)?.path == nil)
      _ = try await file(Array(try Self.made.get().documents.prefix(1)), in: open)
      try await open.close()
      #expect(try Ledger.filling(path: path)?.path == nil)
    }
  }

  private func withNewPath(_ body: (String) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    try await body(folder.appending(path: "ledger.sqlite").path)
  }

  private func indices(of ledger: Ledger) async throws -> Set<String> {
    try await ledger.database.read { db in
      try String.fetchSet(db, sql: "SELECT sql FROM sqlite_master WHERE sql IS NOT NULL")
    }
  }
}

extension Ledger {
  fileprivate func state() async throws -> LedgerState { try await read(LedgerState.derived) }
}
