import Foundation
import Persistence
import Testing

@testable import PostgresLog

extension WithPostgresServer {
  @Suite struct NodeTests {
    @Test func `a lease is one holder's until it ends, and tokens grow`() async throws {
      let database = try await TestDatabase.withLog()
      let (first, second) = (database.log(), database.log())
      #expect(try await first.lease("jobs", for: "a", seconds: 60) == 1)
      #expect(try await second.lease("jobs", for: "b", seconds: 60) == nil)
      #expect(try await second.lease("polls", for: "b", seconds: 60) == 1)
      // Its holder extends it.
      #expect(try await first.lease("jobs", for: "a", seconds: 60) == 1)
      try database.run("UPDATE purser_lease SET until = now() - interval '1 s' RETURNING 1")
      #expect(try await second.lease("jobs", for: "b", seconds: 60) == 2)
      #expect(try await first.lease("jobs", for: "a", seconds: 60) == nil)
      // Given up, then taken again by the same holder.
      #expect(try await second.lease("jobs", for: "b", seconds: 0) == 2)
      #expect(try await second.lease("jobs", for: "b", seconds: 60) == 3)
      #expect(try await second.lease("jobs", for: "b", seconds: 0) == 3)
      #expect(try await first.lease("jobs", for: "a", seconds: 60) == 4)
    }

    @Test func `one of many takes a lease that is free`() async throws {
      let database = try await TestDatabase.withLog()
      for round in 1...5 {
        let tokens = try await withThrowingTaskGroup(of: Int64?.self) { group in
          for holder in 0..<8 {
            group.addTask {
              try await database.log().lease("jobs", for: "\(holder)", seconds: 60)
            }
          }
          return try await group.reduce(into: []) { $0 += [$1].compactMap(\.self) }
        }
        #expect(tokens == [Int64(round)])
        try database.run("UPDATE purser_lease SET until = now() - interval '1 s' RETURNING 1")
      }
    }

    @Test func `nodes report where they are`() async throws {
      let log = try await TestDatabase.withLog().log()
      #expect(try await log.nodes() == [])
      try await log.report(LogNode(name: "b", position: 7, version: "1.0"))
      try await log.report(LogNode(name: "a", position: 5, version: "1.0"))
      try await log.report(LogNode(name: "b", position: 9, version: "1.1"))
      let nodes = try await log.nodes()
      #expect(nodes.map(\.name) == ["a", "b"])
      #expect(nodes.map(\.position) == [5, 9])
      #expect(nodes.map(\.version) == ["1.0", "1.1"])
      for node in nodes { #expect(0..<60 ~= (node.age ?? -1)) }
    }

    @Test func `a node sees what the others have open, and nothing of another log's`()
      async throws
    {
      let database = try await TestDatabase.withLog()
      let log = database.log()
      #expect(try await log.exchange(presences: "[1]", of: "a", seconds: 60) == [])
      #expect(try await log.exchange(presences: "[2]", of: "b", seconds: 60) == ["[1]"])
      #expect(try await log.exchange(presences: "[3]", of: "a", seconds: 60) == ["[2]"])
      #expect(try await log.exchange(presences: "[2]", of: "b", seconds: 60) == ["[3]"])
      #expect(try await log.exchange(presences: "", of: "a", seconds: 60) == ["[2]"])
      #expect(try await log.exchange(presences: "[2]", of: "b", seconds: 60) == [])
      try database.run("UPDATE purser_lease SET until = now() - interval '1 s' RETURNING 1")
      #expect(try await log.exchange(presences: "", of: "a", seconds: 60) == [])
    }

    @Test func `replaced bodies leave no trace and move no position`() async throws {
      let database = try await TestDatabase.withLog()
      let log = database.log()
      let long = [UInt8](repeating: 7, count: 3 * Piece.maxBytes + 9)
      let entries = [entry("personal"), entry("other"), entry(body: long), entry("last")]
      try await log.append(entries)
      let longer = [UInt8](repeating: 8, count: Piece.maxBytes + 5)
      let tombstone = Array("tombstone".utf8)
      try await log.replace([
        entries[0].id: longer, entries[2].id: tombstone, EntryID(): tombstone,
      ])
      let logged = try await log.entries(from: 0, limit: 10)
      #expect(
        logged.map(\.entry.body) == [longer, Array("other".utf8), tombstone, Array("last".utf8)]
      )
      #expect(logged.map(\.entry.id) == entries.map(\.id))
      #expect(logged.map(\.position) == [1, 2, 3, 7])
      #expect(
        try database.run(
          "SELECT count(*) FROM purser_entry WHERE position('\\x07'::bytea IN body) > 0"
        )
          == 0
      )
      // An erased entry that is offered again stays erased.
      try await log.append(entries)
      #expect(try await log.entries(from: 0, limit: 10) == logged)
    }

    @Test func `many bodies are replaced at once`() async throws {
      let log = try await TestDatabase.withLog().log()
      let entries = (0..<600).map { entry("\($0)") }
      try await log.append(entries)
      try await log.replace(
        Dictionary(uniqueKeysWithValues: entries.map { ($0.id, $0.body + [0]) })
      )
      #expect(
        try await log.entries(from: 0, limit: 999).map(\.entry.body)
          == entries.map { $0.body + [0] }
      )
    }
  }
}
