import Entitlements
import Foundation
import GRDB
import TestSupport
import Testing

@testable import Persistence

struct LedgerFileTests {
  let folder: TemporaryFolder
  let path: String
  let filing = Filing.receipt("r", on: 1, for: .user(ID("ada")), [Sale("1", until: 30)])

  init() throws {
    folder = try TemporaryFolder()
    path = folder.path("deep/er/ledger.sqlite")
  }

  func mode(_ path: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
  }

  @Test func `what is made can be read by its owner only`() async throws {
    let ledger = try Ledger(path: path)
    _ = try await ledger.file(filing)
    for suffix in ["", "-wal", "-shm"] { #expect(try mode(path + suffix) == 0o600) }
    for made in ["deep", "deep/er"] { #expect(try mode(folder.path(made)) == 0o700) }
  }

  @Test func `what is written stays when another process closes a ledger that is open twice here`()
    async throws
  {
    let ledger = try Ledger(path: path)
    _ = try await ledger.file(filing)
    let reader = try Ledger(readingOnly: path)
    func run(_ words: [String]) throws -> String {
      let (process, pipe) = (Process(), Pipe())
      process.executableURL = URL(fileURLWithPath: try #require(builtProgram(named: "purser")))
      process.arguments = words + ["--ledger", path]
      process.standardOutput = pipe
      try process.run()
      let output = pipe.fileHandleForReading.readDataToEndOfFile()
      process.waitUntilExit()
      #expect(process.terminationStatus == 0)
      return String(decoding: output, as: UTF8.self)
    }
    _ = try run(["act", "note", "ada", "from another process"])
    try await ledger.audit.perform([Lives.act(2, .note(ID("ada"), "from this one"))])
    #expect(try run(["audit"]).split(whereSeparator: \.isNewline).count == 2)
    #expect(try await reader.audit.rows(limit: 9).total == 2)
  }

  @Test func `a backup is put where nothing is, and nowhere else`() async throws {
    let ledger = try Ledger(path: path)
    _ = try await ledger.file(filing)
    let files = FileManager.default
    let (target, copy) = (folder.path("target"), folder.path("copy.sqlite"))
    try files.createSymbolicLink(atPath: copy, withDestinationPath: target)
    for content in [nil, Data(), Data("another's".utf8)] {
      if let content { try content.write(to: URL(fileURLWithPath: target)) }
      await #expect(throws: LedgerError.occupied(path: copy)) { try await ledger.backUp(to: copy) }
      #expect(files.contents(atPath: target) == content)
      #expect(try files.destinationOfSymbolicLink(atPath: copy) == target)
      await #expect(throws: LedgerError.self) {
        try await ledger.backUp(to: content == nil ? copy : target)
      }
    }
    #expect(try files.contentsOfDirectory(atPath: folder.path("")).count == 3)
  }

  @Test func `a cancelled backup leaves nothing`() async throws {
    let ledger = try Ledger(path: path)
    _ = try await ledger.file(filing)
    let before = try FileManager.default.contentsOfDirectory(atPath: folder.path("")).sorted()
    let copy = folder.path("copy.sqlite")
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try await ledger.backUp(to: copy)
    }
    await #expect(throws: LedgerError.withdrawn) { try await task.value }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("")).sorted() == before)
  }

  @Test func `a backup is its owner's alone`() async throws {
    let ledger = try Ledger(path: path)
    _ = try await ledger.file(filing)
    let copy = folder.path("copy.sqlite")
    try await ledger.backUp(to: copy)
    #expect(try mode(copy) == 0o600)
    #expect(try await Ledger(readingOnly: copy).users.details(of: ID("ada")) != nil)
  }

  /// Reads give their connection back on a thread of the shared pool, which has few.
  @Test func `closing waits for reads without a thread that they need`() async throws {
    try await withThrowingTaskGroup { group in
      for number in 0..<100 {
        let ledger = try Ledger(path: folder.path("\(number).sqlite"))
        group.addTask { _ = try? await ledger.statistics.summary() }
        group.addTask { try await ledger.close() }
      }
      try await group.waitForAll()
    }
  }

  @Test func `an acknowledged filing survives the loss of power`() async throws {
    let ledger = try Ledger(path: path)
    let settings = try await ledger.database.write { db in
      try ["synchronous", "journal_mode", "foreign_keys"].map {
        try String.fetchOne(db, sql: "PRAGMA \($0)")
      }
    }
    #expect(settings == ["2", "wal", "1"])
  }

  @Test func `what many filings wrote moves into the file beside them`() async throws {
    let ledger = try Ledger(path: path)
    // The last one starts the copy, beside which nothing is written.
    for number in 0..<25 {
      _ = try await ledger.file(Filing.receipt("r\(number)", on: 1, for: .user(ID("ada")), []))
    }
    // It waits for what is under way.
    try ledger.entryQueue.checkpointer?.close()
    let copy = folder.path("copy.sqlite")
    try FileManager.default.copyItem(atPath: path, toPath: copy)
    let held = try await DatabaseQueue(path: copy).read {
      try Int.fetchOne($0, sql: "SELECT count(*) FROM document")
    }
    #expect(held == 25)
  }

  @Test(arguments: [false, true])
  func `a ledger that many begin at once is one`(isEmptyFile: Bool) async throws {
    let path = path
    if isEmptyFile {
      let place = URL(fileURLWithPath: path)
      let folder = place.deletingLastPathComponent()
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try Data().write(to: place)
    }
    try await withThrowingTaskGroup { group in
      for _ in 0..<8 { group.addTask { _ = try Ledger(path: path) } }
      try await group.waitForAll()
    }
    _ = try await Ledger(path: path).file(filing)
    #expect(try await Ledger(path: path).statistics.summary().documents == 1)
    let left = try FileManager.default.contentsOfDirectory(atPath: folder.path("deep/er"))
    #expect(left.filter { $0.contains(".making-") } == [])
  }

  @Test func `drafts of killed processes are removed, and no other files`() async throws {
    let ended = Process()
    ended.executableURL = URL(fileURLWithPath: "/bin/true")
    try ended.run()
    ended.waitUntilExit()
    let (dead, own) = (ended.processIdentifier, ProcessInfo.processInfo.processIdentifier)
    let here = try #require(
      LedgerFile(path: folder.path("x")).draft().path.firstMatch(of: /\d+-(\w+)-\d+$/)
    ).1
    let old = [.modificationDate: Date(timeIntervalSinceNow: -7_200)] as [FileAttributeKey: Any]
    let removed = [
      "a.making-\(dead)-\(here)-7", "a.making-\(dead)-\(here)-7-journal", "old.making-\(own)-abc-7",
    ]
    let kept = [
      "a.making-\(own)-\(here)-7", "a.making-\(dead)-abc-7", "a.making-\(dead)-\(here)", "a.sqlite",
    ]
    for name in removed + kept {
      try Data("personal".utf8).write(to: URL(fileURLWithPath: folder.path(name)))
      if name.hasPrefix("old") {
        try FileManager.default.setAttributes(old, ofItemAtPath: folder.path(name))
      }
    }
    try await Ledger(path: path).backUp(to: folder.path("copy.sqlite"))
    let left = try FileManager.default.contentsOfDirectory(atPath: folder.root.path)
    #expect(Set(left).isDisjoint(with: removed))
    #expect(Set(left).isSuperset(of: kept))
  }

  @Test func `a snapshot stays as it is while others file`() async throws {
    let ledger = try Ledger(path: path)
    _ = try await ledger.file(filing)
    let snapshot = try ledger.snapshot()
    _ = try await Ledger(path: path).file(.receipt("s", on: 2, for: .user(ID("bob")), []))
    #expect(try await snapshot.statistics.summary().documents == 1)
    #expect(try await ledger.statistics.summary().documents == 2)
  }

  @Test func `what was filed is there when the ledger is opened again`() async throws {
    _ = try await Ledger(path: path).file(filing)
    let again = try Ledger(path: path)
    #expect(try await again.file(filing) == .alreadyFiled(ID("ada")))
    let reader = try Ledger(readingOnly: path)
    #expect(try await reader.users.details(of: ID("ada")) == again.users.details(of: ID("ada")))
  }

  @Test func `reads that begin with the opening are answered, and closing waits for them`()
    async throws
  {
    let ledger = try Ledger(path: path)
    _ = try await ledger.file(filing)
    let expected = try await ledger.users.details(of: ID("ada"))
    for _ in 0..<20 {
      let reader = try Ledger(readingOnly: path)
      let answers = try await withThrowingTaskGroup { group in
        for _ in 0..<8 { group.addTask { try await reader.users.details(of: ID("ada")) } }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(answers.count == 8 && answers.allSatisfy { $0 == expected })
      try await reader.close()
    }
  }

  @Test func `a ledger opened for reading takes no filing`() async throws {
    _ = try await Ledger(path: path).file(filing)
    let reader = try Ledger(readingOnly: path)
    await #expect(throws: LedgerError.unwritable(path: path)) {
      try await reader.file(.receipt("s", on: 1, for: .nobody, []))
    }
  }

  @Test func `reading makes no file where there is none`() throws {
    #expect(throws: LedgerError.missing(path: path)) { try Ledger(readingOnly: path) }
    #expect(!FileManager.default.fileExists(atPath: folder.path("deep")))
  }

  @Test func `a folder is no ledger`() {
    let path = folder.root.path
    #expect(throws: LedgerError.isDirectory(path: path)) { try Ledger(path: path) }
    #expect(throws: LedgerError.isDirectory(path: path)) { try Ledger(readingOnly: path) }
  }

  @Test func `a file in the place of a folder is named`() throws {
    try Data("x".utf8).write(to: URL(fileURLWithPath: folder.path("file")))
    let path = folder.path("file/ledger.sqlite")
    #expect(throws: LedgerError.folderNotMade(path: path, reason: "Not a directory")) {
      try Ledger(path: path)
    }
  }

  @Test(arguments: [1, 100, 5_000])
  func `a file that is no database is refused and left alone`(length: Int) throws {
    let path = folder.path("notes.txt")
    let bytes = Data((0..<length).map { UInt8($0 & 0x7F) })
    try bytes.write(to: URL(fileURLWithPath: path))
    #expect(throws: LedgerError.notALedger(path: path)) { try Ledger(path: path) }
    #expect(throws: LedgerError.notALedger(path: path)) { try Ledger(readingOnly: path) }
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == bytes)
  }

  @Test func `another program's database is refused and left alone`() throws {
    let path = folder.path("other.sqlite")
    do {
      let other = try DatabaseQueue(path: path)
      try other.write { try $0.execute(sql: "CREATE TABLE theirs (x)") }
    }
    let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    #expect(throws: LedgerError.notALedger(path: path)) { try Ledger(path: path) }
    #expect(throws: LedgerError.notALedger(path: path)) { try Ledger(readingOnly: path) }
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == bytes)
  }

  @Test func `an empty file becomes a ledger, but not for a reader`() throws {
    let path = folder.path("empty")
    #expect(FileManager.default.createFile(atPath: path, contents: nil))
    let first = try #require(Migrations.all.migrations.first)
    #expect(throws: LedgerError.outdated(path: path, migration: first)) {
      try Ledger(readingOnly: path)
    }
    _ = try Ledger(path: path)
    _ = try Ledger(readingOnly: path)
  }

  @Test func `a file from the future is refused by the name of what is unknown`() async throws {
    do {
      let ledger = try Ledger(path: path)
      try await ledger.database.write {
        try $0.execute(sql: "INSERT INTO grdb_migrations VALUES ('v9 remember refunds')")
      }
    }
    let future = LedgerError.fromTheFuture(path: path, migration: "v9 remember refunds")
    #expect(throws: future) { try Ledger(path: path) }
    #expect(throws: future) { try Ledger(readingOnly: path) }
    #expect(future.description.contains("v9 remember refunds"))
    #expect(future.description.contains("Upgrade"))
  }

  @Test func `a newer version that migrates it meanwhile ends the writing`() async throws {
    let ledger = try Ledger(path: path)
    #expect(try await ledger.file(filing) == .filed(ID("ada")))
    let newer = try DatabaseQueue(path: path)
    try await newer.write {
      try $0.execute(sql: "INSERT INTO grdb_migrations VALUES ('v9 remember refunds')")
    }
    var next = filing
    next.document.bytes.append(7)
    let future = LedgerError.fromTheFuture(path: path, migration: "v9 remember refunds")
    await #expect(throws: future) { try await ledger.file(next) }
  }

  @Test func `a row that means nothing is damage, not a trap`() async throws {
    let ledger = try Ledger(path: path)
    _ = try await ledger.file(filing)
    try await ledger.tamper { db in
      try db.execute(sql: "PRAGMA ignore_check_constraints = ON")
      try db.execute(sql: "UPDATE \"order\" SET kind = 17")
    }
    await #expect(throws: LedgerError.damaged(path: path)) {
      try await ledger.users.details(of: ID("ada"))
    }
  }

  @Test func `a full disk is named, nothing is half written, and room heals it`() async throws {
    let ledger = try Ledger(path: path)
    let before = try await ledger.dump()
    try await ledger.database.write { try $0.execute(sql: "PRAGMA max_page_count = 1") }
    var large = filing
    large.document.bytes = Array(repeating: 7, count: 100_000)
    await #expect(throws: LedgerError.full(path: path)) { try await ledger.file(large) }
    #expect(try await ledger.dump() == before)
    try await ledger.database.write { try $0.execute(sql: "PRAGMA max_page_count = 100000") }
    #expect(try await ledger.file(large) == .filed(ID("ada")))
  }

  @Test func `a lock held by another is named, and reading goes on`() async throws {
    let ledger = try Ledger(path: path)
    // As if its patience were over.
    try await ledger.database.write { try $0.execute(sql: "PRAGMA busy_timeout = 0") }
    var configuration = Configuration()
    configuration.allowsUnsafeTransactions = true
    let other = try DatabaseQueue(path: path, configuration: configuration)
    try await other.writeWithoutTransaction { try $0.execute(sql: "BEGIN IMMEDIATE") }
    await #expect(throws: LedgerError.locked(path: path)) { try await ledger.file(filing) }
    #expect(try await ledger.statistics.summary().documents == 0)
    try await other.writeWithoutTransaction { try $0.execute(sql: "ROLLBACK") }
    #expect(try await ledger.file(filing) == .filed(ID("ada")))
  }

  @Test func `a lone file is read as it lies where its folder may not be written`() throws {
    _ = try Ledger(path: path)
    let there = try Ledger(readingOnly: path)
    #expect(LedgerFile(path: there.path).readingLocation == path)
    let strange = LedgerFile(path: "/proc/a b?c#d%e/ledger.sqlite")
    #expect(
      strange.readingLocation
        == "file:///proc/a%20b%3Fc%23d%25e/ledger.sqlite?immutable=1"
    )
  }

  @Test func `no error comes without the way out`() {
    let path = "/some/ledger.sqlite"
    let errors: [LedgerError] = [
      .missing(path: path), .isDirectory(path: path), .unreadable(path: path),
      .unwritable(path: path), .folderNotMade(path: path, reason: "r"), .notALedger(path: path),
      .damaged(path: path), .fromTheFuture(path: path, migration: "m"),
      .outdated(path: path, migration: "m"), .locked(path: path), .full(path: path),
      .failed(path: path, code: 1, reason: "r"),
    ]
    for error in errors {
      #expect(error.description.contains(path))
      #expect(error.description.hasSuffix(".") || error.description.hasSuffix("\""))
    }
  }
}
