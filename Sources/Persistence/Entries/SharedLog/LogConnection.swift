package import Entitlements
import Foundation
internal import GRDB
internal import Synchronization

/// Appends a ledger's changes to the shared log that it follows, and hands out their outcomes.
///
/// A submitter waits until its own entry was appended and applied in the order of the log. `follow`
/// applies, in this process or in another one that has the ledger open.
package final class LogConnection: Sendable {
  /// Somebody who waits for the outcome of an entry.
  struct Waiter: Sendable {
    var deadline: ContinuousClock.Instant
    /// That of the request which the submitter works for.
    var budget: LogWaitBudget?
    var since: ContinuousClock.Instant
    /// Applies the entry and returns how to continue after the commit.
    var apply: @Sendable (inout LedgerWriter) throws -> @Sendable () -> Void
    /// Continues with the outcome that another process kept.
    var finish: @Sendable (Data) throws -> Void
    var fail: @Sendable (any Error) -> Void

    func isLate(at now: ContinuousClock.Instant, _ status: SharedLogStatus) -> Bool {
      deadline <= now || budget?.isOver(status) ?? false
    }
  }

  struct State {
    var waiters: [EntryID: Waiter] = [:]
    fileprivate var unsent: [LogEntry] = []
    var isSending = false
    /// Told of the end of an append.
    var endAppend: AsyncStream<Void>.Continuation?
    fileprivate var isWatching = false
    /// Why the last append failed.
    fileprivate var appendError: SharedLogError?
    /// Why nothing may be appended.
    var refusal: String?
    /// Whether it is known if the ledger can follow.
    fileprivate var hasLooked = false
    /// Called with each new fault, and with `nil` at its end.
    var onFault: @Sendable (String?) -> Void = { _ in }
    fileprivate var positionWaits = 0
    fileprivate var tasks: [Task<Void, Never>] = []
    var leases: [LogLease: ContinuousClock.Instant] = [:]
    var storeAskers = 1
    var isErasing = false
    /// What entries are written in, as the log asks.
    var format = EntryFormat.json
    /// Whether the log has been asked for it.
    var isFormatKnown = false
    var othersDue = ContinuousClock.now
    /// The cases that operators on other nodes have open, and the file that states them here.
    var presences: [CasePresence] = []
    var presenceFile: PresenceFile?
    var status: SharedLogStatus
  }

  /// The database's connections: one waits for appends, one for entries, one is for the rest.
  package struct Connections: Sendable {
    package var appending: any SharedLog
    package var following: any SharedLog
    /// For short questions, and for work that takes long.
    package var other: any SharedLog

    package init(appending: any SharedLog, following: any SharedLog, other: any SharedLog) {
      (self.appending, self.following, self.other) = (appending, following, other)
    }
  }

  /// Entries of one append, which share a commit of the database.
  private static let maxEntries = 256
  private static let maxBytes = 8 << 20

  package let connections: Connections
  let ledger: LedgerFiles
  /// How long a submitter waits for append and outcome.
  let patience: Duration
  let version: String
  let state: Mutex<State>

  /// What applying needs of a ledger.
  struct LedgerFiles: Sendable {
    let path: String
    let transactions: WriteTransactions
    let checkpointer: Checkpointer?
  }

  init(
    _ connections: Connections,
    _ ledger: LedgerFiles,
    at place: FollowedLog,
    version: String,
    patience: Duration
  ) {
    (self.connections, self.ledger) = (connections, ledger)
    (self.version, self.patience) = (version, patience)
    state = Mutex(
      State(
        status: SharedLogStatus(
          node: place.node,
          part: place.part,
          genesis: place.genesis,
          position: place.lastPosition
        )
      )
    )
  }

  /// Begins to follow, until `stop`. `asksStores` says whether this process takes a share of the
  /// stores' limits.
  package func start(
    asksStores: Bool = false,
    onFault: @escaping @Sendable (String?) -> Void = { _ in }
  ) {
    state.withLock { $0.onFault = onFault }
    var tasks = [Task.detached { [self] in await follow() }]
    if asksStores { tasks.append(Task.detached { [self] in await shareStoreLimits() }) }
    state.withLock { $0.tasks = tasks }
  }

  /// Stops to follow, and gives up what this process alone did.
  package func stop() async {
    cancel()
    await giveUpLeases()
  }

  func cancel() { for task in state.withLock({ $0.tasks }) { task.cancel() } }

  package var status: SharedLogStatus { state.withLock { $0.status } }

  /// Appends the entry, and returns its outcome once this ledger has applied it.
  func submit<Change: LedgerChange>(_ entry: Entry<Change>) async throws -> Change.Outcome {
    try await LogWaitBudget.wait(upTo: patience) { try await submit(entry, within: $0) }
  }

  private func submit<Change: LedgerChange>(
    _ entry: Entry<Change>,
    within limit: Duration
  ) async throws -> Change.Outcome {
    let now = ContinuousClock.now
    try await expectFollowing(by: min(now + limit, LogWaitBudget.current?.end ?? now + limit))
    let (format, node) = state.withLock { ($0.format, $0.status.node) }
    let body = try body(of: entry.change, as: format)
    // A body rounds instants. This node applies what the others read in it, not what it had before.
    let entry = Entry(try body.change(as: Change.self), at: entry.at, id: entry.id)
    let logged = LogEntry(
      id: entry.id,
      kind: Change.kind.rawValue,
      format: format.rawValue,
      node: node,
      at: entry.at.milliseconds,
      body: body.bytes
    )
    return try await withCheckedThrowingContinuation { continuation in
      let waiter = Waiter(
        deadline: now + limit,
        budget: .current,
        since: now,
        apply: { writer in
          let outcome = try writer.apply(entry)
          return { continuation.resume(returning: outcome) }
        },
        finish: { kept in
          continuation.resume(
            returning: try JSONDecoder.stored().decode(Change.Outcome.self, from: kept)
          )
        },
        fail: { continuation.resume(throwing: $0) }
      )
      let (mustSend, mustWatch) = state.withLock { state in
        state.waiters[entry.id] = waiter
        state.unsent.append(logged)
        defer { (state.isSending, state.isWatching) = (true, true) }
        return (!state.isSending, !state.isWatching)
      }
      if mustSend { Task { await self.send() } }
      if mustWatch { Task { await self.watch() } }
    }
  }

  /// - Throws: `LedgerError` if nodes that follow the log may not know how to apply the change.
  private func body(of change: some LedgerChange, as format: EntryFormat) throws -> EntryBody {
    let needed = change.minFormat
    if format.rawValue < needed.rawValue {
      guard state.withLock({ $0.isFormatKnown }) else {
        throw LedgerError.sharedLog(.unreachable(reason: "no server has answered yet"))
      }
      throw LedgerError.olderLog(version: needed.version)
    }
    return try EntryBody(change, as: format)
  }

  /// Notes whether the ledger can follow: `refusal` is why it can't.
  func look(refusal: String?) {
    state.withLock { ($0.hasLooked, $0.refusal) = (true, refusal) }
  }

  /// Throws if the ledger can't apply what the log holds, the clock is wrong, or nobody knows that
  /// by the deadline.
  func expectFollowing(by deadline: ContinuousClock.Instant) async throws(LedgerError) {
    while !state.withLock({ $0.hasLooked }) {
      guard ContinuousClock.now < deadline, !Task.isCancelled else {
        throw LedgerError.sharedLog(.unreachable(reason: "no server has answered yet"))
      }
      try? await Task.sleep(for: .milliseconds(2))
    }
    let (refusal, status) = state.withLock { ($0.refusal, $0.status) }
    if let refusal { throw LedgerError.logStopped(reason: refusal) }
    if status.isClockWrong {
      throw LedgerError.logStopped(
        reason: "This machine's clock differs from that of the shared log's database by "
          + "\(Int(status.clockLead)) s, so that its answers of stores would overrule later ones. "
          + "Nothing was written; set both by a time server."
      )
    }
  }

  /// Under load, appends begin this far apart. Each costs the database and every node a commit, which
  /// more entries share then.
  private static let appendInterval = Duration.milliseconds(10)
  /// So many submitters are load. Fewer wait for each other's answers.
  private static let minWaitersUnderLoad = 4

  /// Appends until nothing is left. What arrives during an append shares the next one.
  private func send() async {
    var next = ContinuousClock.now
    while true {
      if state.withLock({ !$0.unsent.isEmpty }), next > .now { try? await Task.sleep(until: next) }
      guard let entries = nextAppend() else { return }
      let isLoad = state.withLock { $0.waiters.count >= Self.minWaitersUnderLoad }
      next = .now + (isLoad ? Self.appendInterval : .zero)
      var offered = entries
      while !offered.isEmpty {
        do {
          try await connections.appending.append(offered)
          state.withLock { state in
            state.appendError = nil
            state.endAppend?.yield()
          }
          break
        } catch  where error.mayPass {
          state.withLock { $0.appendError = error }
          try? await Task.sleep(for: .milliseconds(20))
          // Entries whose submitters have gone may be in the log or not; nobody got an answer.
          offered = state.withLock { state in offered.filter { state.waiters[$0.id] != nil } }
        } catch {
          for entry in offered { take(entry.id)?.fail(LedgerError.sharedLog(error)) }
          break
        }
      }
    }
  }

  private func nextAppend() -> [LogEntry]? {
    state.withLock { state in
      state.unsent.removeAll { state.waiters[$0.id] == nil }
      var bytes = 0
      let entries = state.unsent.prefix(Self.maxEntries).prefix { entry in
        defer { bytes += entry.body.count }
        return bytes == 0 || bytes + entry.body.count <= Self.maxBytes
      }
      state.unsent.removeFirst(entries.count)
      if entries.isEmpty { state.isSending = false }
      return entries.isEmpty ? nil : Array(entries)
    }
  }

  /// Ends waits that take too long, and finds outcomes that another process kept.
  private func watch() async {
    while true {
      try? await Task.sleep(for: .milliseconds(10))
      let now = ContinuousClock.now
      let (late, slow, error) = state.withLock { state in
        let late = state.waiters.filter { $0.value.isLate(at: now, state.status) }
        for id in late.keys { state.waiters[id] = nil }
        if state.waiters.isEmpty { state.isWatching = false }
        // This process hands out the outcomes of what it applies without storing them.
        let slow = state.waiters.filter { now - $0.value.since > .milliseconds(20) }
        return (late, state.status.isFollowing ? [:] : slow, state.appendError)
      }
      for waiter in late.values {
        waiter.fail(error.map { LedgerError.sharedLog($0) } ?? LedgerError.unansweredByLog)
      }
      for (id, outcome) in (try? await keptOutcomes(of: Array(slow.keys))) ?? [] {
        guard let waiter = take(id) else { continue }
        do {
          if let rejection = outcome.rejection { throw LedgerError.refused(rule: rejection) }
          try waiter.finish(outcome.body)
        } catch {
          waiter.fail(error)
        }
      }
      if state.withLock({ !$0.isWatching }) { return }
    }
  }

  private func keptOutcomes(
    of entries: [EntryID]
  ) async throws -> [(EntryID, (body: Data, rejection: String?))] {
    guard !entries.isEmpty else { return [] }
    return try await ledger.transactions.database.read { db in
      try entries.compactMap { entry in
        try db.first("SELECT body, rejection FROM outcome WHERE entry = ?", [entry.bytes]) {
          (entry, (Data(try $0.optionalBytes(0) ?? []), try $0.optionalText(1)))
        }
      }
    }
  }

  /// Whoever takes a waiter continues it.
  func take(_ entry: EntryID) -> Waiter? {
    state.withLock { $0.waiters.removeValue(forKey: entry) }
  }

  /// The most calls that wait for a position at once. Clients choose positions, even impossible ones.
  private static let maxPositionWaits = 64

  /// Waits until the ledger has applied the entry at this position.
  ///
  /// - Returns: False if that took longer than `limit`, or too many others wait already.
  package func waitUntilApplied(_ position: Int64, upTo limit: Duration) async -> Bool {
    if await appliedPosition() >= position { return true }
    let mayWait = state.withLock { state in
      guard state.positionWaits < Self.maxPositionWaits else { return false }
      state.positionWaits += 1
      return true
    }
    guard mayWait else { return false }
    defer { state.withLock { $0.positionWaits -= 1 } }
    return await LogWaitBudget.wait(upTo: limit) { limit in
      await waitUntilApplied(position, by: .now + limit)
    }
  }

  private func waitUntilApplied(
    _ position: Int64,
    by deadline: ContinuousClock.Instant
  ) async -> Bool {
    while await appliedPosition() < position {
      guard ContinuousClock.now < deadline, !Task.isCancelled else { return false }
      try? await Task.sleep(for: .milliseconds(2))
    }
    return true
  }

  /// Waits until the ledger has applied what the log holds now.
  ///
  /// - Returns: False if that took longer than `limit`, or the log doesn't answer.
  package func catchUp(upTo limit: Duration) async -> Bool {
    // Nobody gets on while there is a fault.
    guard status.fault == nil else { return false }
    return await LogWaitBudget.wait(upTo: limit) { await catchUp(within: $0) }
  }

  private func catchUp(within limit: Duration) async -> Bool {
    let deadline = ContinuousClock.now + limit
    // A connection that is being made can't be given up, only left alone.
    let (answers, answer) = AsyncStream<LogHead?>.makeStream(bufferingPolicy: .bufferingOldest(1))
    Task { [connections] in answer.yield(try? await connections.other.head()) }
    let timer = Task {
      try? await Task.sleep(for: limit)
      answer.yield(nil)
    }
    defer { timer.cancel() }
    for await head in answers {
      guard let head else { return false }
      return await waitUntilApplied(head.position, by: deadline)
    }
    return false
  }

  /// The position of the entry that this or another process applied last.
  package func appliedPosition() async -> Int64 {
    let status = status
    guard !status.isFollowing else { return status.position }
    let stored = try? await ledger.transactions.database.read { try $0.followedLog()?.lastPosition }
    return stored ?? status.position
  }
}

extension SharedLogError {
  /// Whether offering the same entries again may succeed soon.
  var mayPass: Bool {
    switch self {
    case .unreachable, .interrupted, .notReplicated: true
    case .missingLibrary, .missingTables, .missingRights, .otherGenesis, .gap, .failed: false
    }
  }
}
