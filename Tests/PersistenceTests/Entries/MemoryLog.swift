import Foundation

@testable import Persistence

/// A shared log in memory, which fails when a test asks for it. What PostgreSQL does is tested with a
/// server.
actor MemoryLog: SharedLog {
  private(set) var entries: [LoggedEntry] = []
  private var next: Int64 = 1
  private var leases: [String: (holder: String, token: Int64)] = [:]
  /// Thrown by the next appends, before or after the entries are in.
  private var failures: [(error: SharedLogError, isAppended: Bool)] = []
  private(set) var appends = 0
  var isSilent = false
  private var clockLead: TimeInterval = 0
  private var isHanging = false
  private var isHangingWithBodies = false
  var format = EntryFormat.newest

  func head() async throws(SharedLogError) -> LogHead {
    while isHanging { await Task.yield() }
    try expectAnswer()
    return LogHead(position: next - 1, format: format.rawValue, genesis: "empty-1")
  }

  func fail(_ error: SharedLogError, isAppended: Bool = false) {
    failures.append((error, isAppended))
  }

  /// Asks for entries in this format.
  func ask(for format: EntryFormat) { self.format = format }

  /// Has everybody who asks for the head wait, as a connection that is being made does.
  func hang() { isHanging = true }
  func goOn() { (isHanging, isHangingWithBodies) = (false, false) }

  /// Has a follower wait that knows the body of a new entry.
  func hangWithBodies() { isHangingWithBodies = true }

  func beSilent(_ isSilent: Bool) { self.isSilent = isSilent }

  func append(_ new: [LogEntry]) throws(SharedLogError) {
    try expectAnswer()
    appends += 1
    let failure = failures.isEmpty ? nil : failures.removeFirst()
    if let failure, !failure.isAppended { throw failure.error }
    for entry in new where !entries.contains(where: { $0.entry.id == entry.id }) {
      // A long body takes several positions.
      let count = Int64(max(1, (entry.body.count + 9_999) / 10_000))
      entries.append(LoggedEntry(position: next, next: next + count, entry: entry))
      next += count
    }
    if let failure { throw failure.error }
  }

  func entries(
    from position: Int64,
    limit: Int,
    known: [EntryID]
  ) async throws(SharedLogError) -> [LoggedEntry] {
    while isHangingWithBodies,
      entries.contains(where: { $0.position > position && known.contains($0.entry.id) })
    {
      await Task.yield()
    }
    try expectAnswer()
    return entries.filter { $0.position >= max(1, position) }.prefix(limit).map { logged in
      var logged = logged
      if known.contains(logged.entry.id) { logged.entry.body = [] }
      return logged
    }
  }

  /// Nobody is told of entries: followers ask often.
  func waitForEntries(upTo limit: Duration) async {
    try? await Task.sleep(for: min(limit, .milliseconds(5)))
  }

  func lease(_ name: String, for holder: String, seconds: Int) throws(SharedLogError) -> Int64? {
    try expectAnswer()
    guard let known = leases[name] else {
      leases[name] = (holder, 1)
      return 1
    }
    guard known.holder == holder else { return nil }
    if seconds == 0 { leases[name] = nil }
    return known.token
  }

  func leaseCount(prefix: String) -> Int { leases.keys.count { $0.hasPrefix(prefix) } }

  private var reported: [String: LogNode] = [:]

  /// A node without an age has reported just now.
  func report(_ node: LogNode) throws(SharedLogError) {
    try expectAnswer()
    reported[node.name] = node
    reported[node.name]?.age = node.age ?? 0
  }

  func now() throws(SharedLogError) -> Date {
    try expectAnswer()
    return Date().addingTimeInterval(clockLead)
  }

  /// Sets the database's clock ahead by some seconds.
  func setClock(aheadBy seconds: TimeInterval) { clockLead = seconds }

  private var presences: [String: String] = [:]

  func exchange(presences text: String, of node: String, seconds: Int) -> [String] {
    presences[node] = text
    return presences.filter { $0.key != node && !$0.value.isEmpty }.map(\.value)
  }

  func nodes() -> [LogNode] { reported.values.sorted { $0.name < $1.name } }

  func replace(_ bodies: [EntryID: [UInt8]]) {
    for index in entries.indices {
      if let body = bodies[entries[index].entry.id] { entries[index].entry.body = body }
    }
  }

  /// As if a standby that lacks the last entries had been promoted.
  func forget(last count: Int) {
    entries.removeLast(count)
    next = entries.last?.next ?? 1
  }

  /// Changes the newest entry.
  func change(_ body: (inout LogEntry) -> Void) { body(&entries[entries.count - 1].entry) }

  private func expectAnswer() throws(SharedLogError) {
    if isSilent { throw .unreachable(reason: "silent") }
  }
}

/// A ledger in a folder of its own that follows a log.
struct LoggedLedger {
  let ledger: Ledger
  let folder: URL

  init(_ log: MemoryLog, named name: String, patience: Duration = .seconds(600)) async throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "log-\(UUID().uuidString)")
    let alone = try Ledger(path: folder.appending(path: "ledger.sqlite").path)
    let place = FollowedLog(genesis: "empty-1", part: 0, node: name)
    try await alone.join(place)
    ledger = Self.connected(alone, log, patience)
  }

  static func connected(_ ledger: Ledger, _ log: MemoryLog, _ patience: Duration) -> Ledger {
    let place = try? ledger.followedLog()
    return ledger.connected(
      to: .init(appending: log, following: log, other: log),
      at: place ?? FollowedLog(genesis: "empty-1", part: 0, node: "?"),
      version: "1",
      patience: patience
    )
  }

  func end() async throws {
    try await ledger.close()
    try FileManager.default.removeItem(at: folder)
  }
}
