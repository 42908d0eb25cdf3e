import Foundation
import Persistence
import Testing

@testable import PostgresLog

extension WithPostgresServer {
  @Suite struct CreationTests {
    @Test func `creating a log twice changes nothing`() async throws {
      let database = try TestDatabase()
      let log = database.log(genesis: nil)
      try await log.create(genesis: "a", format: .json)
      try await log.append([entry("1")])
      try await log.create(genesis: "a", format: .json)
      try await database.log(genesis: nil).create(genesis: "a", format: .json)
      #expect(try await log.head() == LogHead(position: 1, format: 1, genesis: "a"))
    }

    @Test func `a log of another genesis is not created over the first`() async throws {
      let database = try await TestDatabase.withLog(genesis: "a")
      let other = database.log(genesis: nil)
      #expect(
        await error(of: { try await other.create(genesis: "b", format: .json) })
          == .otherGenesis(expected: "b", found: "a")
      )
    }

    @Test func `several nodes may create the same log at once`() async throws {
      let database = try TestDatabase()
      try await withThrowingTaskGroup { group in
        for _ in 0..<8 {
          group.addTask { try await database.log(genesis: nil).create(genesis: "a", format: .json) }
        }
        try await group.waitForAll()
      }
      #expect(try await database.log(genesis: nil).head().genesis == "a")
    }

    @Test func `parts of one database are separate logs`() async throws {
      let database = try await TestDatabase.withLog()
      let second = database.log(genesis: nil, part: 1)
      #expect(await error(of: { try await second.head() }) == .missingTables)
      try await second.create(genesis: "second", format: .json)
      let same = entry("in both")
      try await second.append([same])
      try await database.log().append([same, entry("b")])
      #expect(try await second.head().position == 1)
      #expect(try await database.log().entries(from: 0, limit: 9).map(\.position) == [1, 2])
    }

    @Test func `PostgreSQL stores head and bodies in the form that suits them`() async throws {
      let database = try await TestDatabase.withLog()
      #expect(
        try database.run(
          """
          SELECT count(*) FROM pg_class WHERE relname = 'purser_head'
            AND reloptions = '{fillfactor=10}'
          """
        ) == 1
      )
      #expect(
        try database.run(
          """
          SELECT count(*) FROM pg_attribute WHERE attrelid = 'purser_entry'::regclass
            AND attname = 'body' AND attstorage = 'e'
          """
        ) == 1
      )
    }

    @Test func `a database without the tables is told`() async throws {
      let log = try TestDatabase().log()
      #expect(await error(of: { try await log.head() }) == .missingTables)
      #expect(await error(of: { try await log.append([entry()]) }) == .missingTables)
      #expect(await error(of: { try await log.nodes() }) == .missingTables)
    }

    @Test func `a role without rights is told which it lacks`() async throws {
      let database = try await TestDatabase.withLog()
      let role = "\(database.name)_guest"
      try database.run("CREATE ROLE \(role) LOGIN PASSWORD 'guest'")
      let log = database.log(user: role, password: "guest")
      #expect(
        await error(of: { try await log.append([entry()]) })
          == .missingRights(reason: "permission denied for table purser_entry")
      )
      #expect(
        await error(of: { try await log.entries(from: 0, limit: 1) })
          == .missingRights(reason: "permission denied for table purser_head")
      )
    }

    @Test func `the granted rights suffice, and no more are given`() async throws {
      let database = try await TestDatabase.withLog()
      let roles = ["serve", "eraser", "owner"].map { "\(database.name)_\($0)" }
      for role in roles { try database.run("CREATE ROLE \(role) LOGIN PASSWORD 'x'") }
      let grants = PostgresLog.grants(serve: roles[0], eraser: roles[1], owner: roles[2])
      for grant in grants.split(separator: ";\n") where !grant.allSatisfy(\.isWhitespace) {
        try database.run(String(grant))
      }

      let serve = database.log(user: roles[0], password: "x")
      let first = entry("personal")
      try await serve.append([first])
      try await serve.append([first])
      #expect(try await serve.lease("jobs", for: "n", seconds: 10) == 1)
      #expect(try await serve.lease("jobs", for: "n", seconds: 10) == 1)
      try await serve.report(LogNode(name: "n", position: 1, version: "1"))
      try await serve.report(LogNode(name: "n", position: 1, version: "1"))
      #expect(try await serve.nodes().count == 1)
      let erasing = await error(of: { try await serve.replace([first.id: []]) })
      #expect(erasing == .missingRights(reason: "permission denied for table purser_entry"))

      let eraser = database.log(user: roles[1], password: "x")
      try await eraser.replace([first.id: [1]])
      #expect(try await serve.entries(from: 1, limit: 1).first?.entry.body == [1])
      try await eraser.append([entry()])
      try await eraser.report(LogNode(name: "e", position: 1, version: "1"))

      try await database.log(genesis: nil, part: 2, user: roles[2], password: "x")
        .create(genesis: "by the owner", format: .json)
    }
  }
}
