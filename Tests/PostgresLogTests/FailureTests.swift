import Foundation
import Persistence
import Testing

@testable import PostgresLog

extension WithPostgresServer {
  @Suite struct FailureTests {
    @Test func `a wrong password is told without it`() async throws {
      let database = try await TestDatabase.withLog()
      let role = "\(database.name)_guest"
      try database.run("CREATE ROLE \(role) LOGIN PASSWORD 'right'")
      let log = database.log(user: role, password: "s3cret wrong")
      let error = await error(of: { try await log.head() })
      guard case .unreachable(let reason) = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect(reason.contains("password authentication failed"))
      #expect(reason.contains(database.name))
      #expect(!reason.contains("s3cret"))
      #expect(!reason.contains(role))
      #expect(error?.description.contains("password=") == false)
      #expect(!"\(database.string(password: "s3cret"))".contains("s3cret"))
      var dumped = ""
      dump(database.string(password: "s3cret"), to: &dumped)
      dump(log, to: &dumped)
      #expect(!dumped.contains("s3cret"))
    }

    @Test func `a session that lacks the prepared statements, as a pooler's may, is no obstacle`()
      async throws
    {
      let log = try await TestDatabase.withLog().log()
      let entries = (1...9).map { entry("\($0)") }
      for count in 1...entries.count {
        try await log.append([entries[count - 1]])
        #expect(try await log.entries(from: 0, limit: 9).map(\.entry) == Array(entries[..<count]))
        if count % 3 == 0 { try await log.perform { try $0.runAll("DEALLOCATE ALL") } }
      }
      try await log.append(entries)
      #expect(try await log.head().position == 9)
    }

    @Test func `a lost connection loses no entry and doubles none`() async throws {
      let database = try await TestDatabase.withLog()
      let killer = Task {
        while !Task.isCancelled {
          try database.endSessions()
          try await Task.sleep(for: .milliseconds(Int.random(in: 1...20)))
        }
      }
      let (writers, batches, size) = (2, 150, 5)
      let interruptions = try await withThrowingTaskGroup(of: Int.self) { group in
        for writer in 0..<writers {
          group.addTask {
            let log = database.log()
            var interruptions = 0
            for batch in 0..<batches {
              let entries = (0..<size).map { entry("\(writer) \(batch * size + $0)") }
              while true {
                try Task.checkCancellation()
                do {
                  try await log.append(entries)
                  break
                } catch SharedLogError.interrupted {
                  interruptions += 1
                } catch SharedLogError.unreachable {
                  // Ended before it was used.
                  interruptions += 1
                }
              }
            }
            return interruptions
          }
        }
        return try await group.reduce(0, +)
      }
      killer.cancel()
      _ = try? await killer.value
      #expect(interruptions > 0)
      let texts = try await database.log().entries(from: 1, limit: 10_000)
        .map { String(decoding: $0.entry.body, as: UTF8.self) }
      #expect(texts.count == writers * batches * size)
      for writer in 0..<writers {
        #expect(
          texts.filter { $0.hasPrefix("\(writer) ") }
            == (0..<batches * size).map { "\(writer) \($0)" }
        )
      }
    }

    @Test func `what may be done twice survives a lost connection`() async throws {
      let database = try await TestDatabase.withLog()
      let log = database.log()
      _ = try await log.head()
      try database.endSessions()
      #expect(try await log.entries(from: 0, limit: 1) == [])
      try database.endSessions()
      #expect(try await log.lease("l", for: "a", seconds: 9) == 1)
      try database.endSessions()
      let lost = await error(of: { try await log.append([entry("1")]) })
      guard case .interrupted = lost else {
        Issue.record("\(String(describing: lost))")
        return
      }
      try await log.append([entry("1")])
    }

    @Test func `entries that no standby has are given to nobody until a later commit has one`()
      async throws
    {
      let database = try await TestDatabase.withLog()
      try await database.log().append([entry("1")])
      // As a server shows it after a restart: committed, and on no standby.
      let synchronous = "ALTER DATABASE \(database.name) SET synchronous_commit ="
      try database.run("\(synchronous) on")
      try database.insertUnannounced(entry("2"))
      let follower = database.log()
      let read = Task { try await follower.entries(from: 1, limit: 9) }
      try await database.cancelWait()
      await #expect(throws: SharedLogError.notReplicated) { try await read.value }
      try database.run("\(synchronous) local")
      try database.endSessions()
      #expect(try await follower.entries(from: 1, limit: 9).count == 2)
    }

    @Test func `an acknowledgement that is not announced is waited for, then asked for`()
      async throws
    {
      let database = try await TestDatabase.withLog()
      let follower = database.log()
      try await follower.waitForEntries(upTo: .zero)
      try database.insertUnannounced(entry("1"))
      var reads = 0
      while try await follower.entries(from: 0, limit: 9).isEmpty {
        reads += 1
        try await follower.waitForEntries(upTo: .seconds(600))
      }
      #expect(reads > 0)
      // One that is announced is given at once, with those before it.
      try database.insertUnannounced(entry("2"))
      try await database.log().append([entry("3")])
      try await follower.waitForEntries(upTo: .seconds(600))
      #expect(try await follower.entries(from: 1, limit: 9).count == 3)
    }

    @Test func `entries without a standby are not acknowledged, offered again or not`() async throws
    {
      let database = try await TestDatabase.withLog()
      try database.run("ALTER DATABASE \(database.name) SET synchronous_commit = on")
      let log = database.log()
      let entries = [entry("1")]
      for _ in 0..<2 {
        let append = Task {
          await error(of: { try await log.append(entries) })
        }
        try await database.cancelWait()
        #expect(await append.value == .notReplicated)
      }
      try database.run("ALTER DATABASE \(database.name) SET synchronous_commit = local")
      try database.endSessions()
      try await database.log().append(entries)
      #expect(try await database.log().head().position == 1)
    }

    @Test func `a server that takes no writes is left`() async throws {
      let database = try await TestDatabase.withLog()
      let log = database.log()
      _ = try await log.head()
      try database.run("ALTER DATABASE \(database.name) SET default_transaction_read_only = on")
      _ = try await log.head()
      try database.endSessions()
      let refused = await error(of: { try await log.head() })
      guard case .unreachable(let reason) = refused else {
        Issue.record("\(String(describing: refused))")
        return
      }
      #expect(reason.contains("read-only"))
    }
  }
}

struct ConnectionFailureTests {
  @Test func `a missing library is told with the package to install`() async {
    let log = PostgresLog(
      ConnectionString("host=/nowhere"),
      genesis: nil,
      part: 0,
      library: Libpq(names: ["libpq-that-nobody-has.so"])
    ) { _ in .zero }
    let error = await error(of: { try await log.head() })
    #expect(error == .missingLibrary)
    #expect(error?.description.contains("libpq5") == true)
  }

  @Test(.enabled(if: Libpq.installed != nil, "libpq is not installed."))
  func `an unreachable server is asked again only after the pause`() async {
    let pauses = Pauses()
    let log = PostgresLog(ConnectionString("host=/nowhere dbname=d password=s3cret")) {
      pauses.failures($0) ? .seconds(3600) : .zero
    }
    for _ in 0..<5 {
      let error = await error(of: { try await log.head() })
      guard case .unreachable(let reason) = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect(reason.hasPrefix("database \"d\" at /nowhere: "))
      #expect(!reason.contains("s3cret"))
    }
  }

  @Test(.enabled(if: Libpq.installed != nil, "libpq is not installed."))
  func `a wrong option is told`() async {
    let log = PostgresLog(ConnectionString("host=/nowhere sslmode=sometimes user=ada")) { _ in .zero
    }
    #expect(
      await error(of: { try await log.head() })
        == .unreachable(
          reason: "database \"ada\" at /nowhere: invalid sslmode value: \"sometimes\""
        )
    )
  }

  /// The third attempt is followed by a long pause, so that there is no fourth.
  private struct Pauses: Sendable {
    func failures(_ count: Int) -> Bool {
      #expect(count <= 3)
      return count == 3
    }
  }

  @Test(
    .enabled(if: Libpq.installed != nil, "libpq is not installed."),
    arguments: [
      "host=h password s3cret", "s3cret", "postgresql://u:s3cret@h:port/d", "nokey=s3cret",
      "password='s3cret", "postgresql://u:%zz@s3cret", "host=h\0password=s3cret",
    ]
  )
  func `a malformed string is not quoted`(text: String) async {
    let log = PostgresLog(ConnectionString(text)) { _ in .zero }
    let error = await error(of: { try await log.head() })
    guard case .unreachable(let reason) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(!reason.contains("s3cret"))
  }
}
