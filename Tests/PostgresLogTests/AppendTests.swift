import Foundation
import Persistence
import TestSupport
import Testing

@testable import PostgresLog

extension WithPostgresServer {
  @Suite struct AppendTests {
    @Test func `entries come back as they were, in their order`() async throws {
      let log = try await TestDatabase.withLog().log()
      #expect(try await log.entries(from: 0, limit: 10) == [])
      let entries = ["a", "", "ccc"].map { entry($0) } + [entry(body: Array(0...255))]
      try await log.append(entries)
      try await log.append([])
      let logged = try await log.entries(from: 0, limit: 10)
      #expect(logged.map(\.entry) == entries)
      #expect(logged.map(\.position) == [1, 2, 3, 4])
      #expect(logged.map(\.next) == [2, 3, 4, 5])
      #expect(try await log.entries(from: 3, limit: 1).map(\.entry) == [entries[2]])
      #expect(try await log.entries(from: 5, limit: 1) == [])
      #expect(try await log.head().position == 4)
    }

    @Test func `a follower sees no gap while several nodes append`() async throws {
      let database = try await TestDatabase.withLog()
      let (writers, batches, size) = (4, 40, 7)
      let followed = try await withThrowingTaskGroup(of: [LoggedEntry].self) { group in
        for writer in 0..<writers {
          group.addTask {
            let log = database.log()
            for batch in 0..<batches {
              try await log.append((0..<size).map { entry("\(writer) \(batch * size + $0)") })
            }
            return []
          }
        }
        group.addTask {
          let log = database.log()
          var seen: [LoggedEntry] = []
          while seen.count < writers * batches * size {
            let entries = try await log.entries(from: seen.last?.position ?? 1, limit: 50)
            if let last = seen.last { try #require(entries.first == last) }
            seen += entries.dropFirst(seen.isEmpty ? 0 : 1)
          }
          return seen
        }
        return try await group.reduce(into: []) { $0 += $1 }
      }
      #expect(followed.map(\.position) == Array(1...Int64(writers * batches * size)))
      let texts = followed.map { String(decoding: $0.entry.body, as: UTF8.self) }
      for writer in 0..<writers {
        #expect(
          texts.filter { $0.hasPrefix("\(writer) ") }
            == (0..<batches * size).map { "\(writer) \($0)" }
        )
      }
      // The entries of one append are adjacent.
      for start in stride(from: 0, to: texts.count, by: size) {
        #expect(Set(texts[start..<start + size].map(\.first)).count == 1)
      }
    }

    @Test func `offering entries again changes nothing`() async throws {
      let log = try await TestDatabase.withLog().log()
      let entries = (0..<5).map { entry("\($0)") }
      try await log.append(Array(entries[...2]))
      try await log.append(Array(entries[...2]))
      try await log.append([entries[1], entries[3], entries[0], entries[4], entries[3]])
      #expect(try await log.entries(from: 0, limit: 10).map(\.entry) == entries)
      #expect(try await log.head().position == 5)
    }

    @Test func `nodes that offer the same entries at once write them once`() async throws {
      let database = try await TestDatabase.withLog()
      let entries = (0..<60).map { entry("\($0)") }
      try await withThrowingTaskGroup { group in
        for start in 0..<6 {
          group.addTask {
            let log = database.log()
            for first in stride(from: start, to: 50, by: 3) {
              try await log.append(Array(entries[first..<first + 10]))
            }
          }
        }
        try await group.waitForAll()
      }
      let logged = try await database.log().entries(from: 0, limit: 100)
      #expect(Set(logged.map(\.entry.id)) == Set(entries[..<59].map(\.id)))
      #expect(logged.count == 59)
    }

    @Test func `more entries than a statement takes are appended in order`() async throws {
      let log = try await TestDatabase.withLog().log()
      let entries = (0..<600).map { entry("\($0)") }
      try await log.append(entries)
      #expect(try await log.entries(from: 1, limit: 1000).map(\.entry) == entries)
    }

    @Test func `a long body is stored in pieces and comes back whole`() async throws {
      let log = try await TestDatabase.withLog().log()
      var random = Numbers(seed: 9)
      let lengths = [Piece.maxBytes, Piece.maxBytes + 1, 9 << 20, 3 * Piece.maxBytes, 5]
      let entries = lengths.map { entry(body: random.bytes($0)) }
      try await log.append(entries)
      try await log.append(entries)
      let logged = try await log.entries(from: 0, limit: 100)
      #expect(logged.map(\.entry) == entries)
      #expect(logged.map(\.position) == [1, 2, 4, 22, 25])
      #expect(logged.map(\.next) == [2, 4, 22, 25, 26])
      #expect(try await log.head().position == 25)
      var last = logged[4]
      last.entry.body = []
      let known = [entries[2].id, entries[4].id]
      #expect(try await log.entries(from: 22, limit: 9, known: known) == [logged[3], last])
      #expect(try await log.entries(from: 4, limit: 1, known: known).map(\.entry.body) == [[]])
      // Limits that end within an entry still return it.
      #expect(try await log.entries(from: 1, limit: 2).map(\.position) == [1, 2])
      #expect(try await log.entries(from: 2, limit: 1).map(\.entry) == [entries[1]])
      #expect(try await log.entries(from: 4, limit: 3).map(\.next) == [22])
    }

    @Test func `a follower notices a lost entry`() async throws {
      let database = try await TestDatabase.withLog()
      let log = database.log()
      try await log.append(
        (0..<4).map { entry("\($0)") } + [entry(body: .init(repeating: 1, count: 1 << 20))]
      )
      try database.run("DELETE FROM purser_entry WHERE seq = 3 RETURNING 1")
      #expect(
        await error(of: { try await log.entries(from: 1, limit: 9) })
          == .gap(at: 3)
      )
      #expect(
        await error(of: { try await log.entries(from: 6, limit: 9) })
          == .gap(at: 6)
      )
      try database.run("DELETE FROM purser_entry WHERE seq = 6 RETURNING 1")
      #expect(
        await error(of: { try await log.entries(from: 5, limit: 9) })
          == .gap(at: 6)
      )
    }

    @Test func `a log of another genesis takes and gives nothing`() async throws {
      let database = try await TestDatabase.withLog(genesis: "theirs")
      let log = database.log(genesis: "mine")
      let expected = SharedLogError.otherGenesis(expected: "mine", found: "theirs")
      #expect(await error(of: { try await log.append([entry()]) }) == expected)
      #expect(await error(of: { try await log.entries(from: 0, limit: 1) }) == expected)
      let long = entry(body: .init(repeating: 1, count: 20 << 20))
      #expect(await error(of: { try await log.append([long]) }) == expected)
      #expect(try await log.head() == LogHead(position: 0, format: 1, genesis: "theirs"))
      // Without a genesis of its own, a log takes the one that it finds.
      try await database.log(genesis: nil).append([entry()])
    }

    @Test func `conflicts between transactions are tried again`() async throws {
      let database = try await TestDatabase.withLog()
      try database.run("CREATE SEQUENCE attempt")
      try database.run(
        """
        CREATE FUNCTION conflict() RETURNS trigger AS $$ BEGIN
          IF nextval('attempt') <= 4 THEN
            RAISE EXCEPTION 'conflict'
              USING ERRCODE = (ARRAY['40001', '40P01'])[1 + abs(currval('attempt')) % 2];
          END IF;
          RETURN NEW;
        END $$ LANGUAGE plpgsql
        """
      )
      try database.run(
        """
        CREATE TRIGGER conflict BEFORE INSERT ON purser_entry
        FOR EACH ROW EXECUTE FUNCTION conflict()
        """
      )
      let log = database.log()
      try await log.append([entry("1"), entry("2")])
      try await log.append([entry(body: .init(repeating: 1, count: 20 << 20))])
      #expect(try await log.entries(from: 0, limit: 9).map(\.position) == [1, 2, 3])
      try database.run("DROP SEQUENCE attempt")
      try database.run("CREATE SEQUENCE attempt MINVALUE -999")
      #expect(
        await error(of: { try await log.append([entry()]) }) == .failed(reason: "conflict (40001)")
      )
    }
  }
}
