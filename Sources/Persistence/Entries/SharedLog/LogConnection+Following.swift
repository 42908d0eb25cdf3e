import Entitlements
import Foundation
internal import GRDB
internal import Synchronization

extension LogConnection {
  /// The most rows of one question, the one that is known already included.
  private static let maxRows = 257
  /// Fewer are all that the log has, and the next ones will be announced.
  private static let minRowsAhead: Int64 = 64
  private static let observeInterval = Duration.milliseconds(500)
  /// The most entries whose bodies the database is asked to leave out.
  private static let maxKnown = 512
  private static let maxAppendWait = Duration.milliseconds(20)
  /// How often a node says where it is.
  private static let reportInterval = Duration.seconds(5)
  /// Whoever reported longer ago, in seconds, is taken for gone.
  static let maxReportAge: TimeInterval = 15

  /// Applies the log's entries until the task is cancelled, while no other process does it for this
  /// ledger.
  package func follow() async {
    var lock: FollowerLock?
    while !Task.isCancelled {
      if lock == nil {
        lock = FollowerLock(ledger: ledger.path)
        guard lock != nil else {
          await observe()
          try? await Task.sleep(for: Self.observeInterval)
          continue
        }
      }
      do {
        try await applyUntilCancelled()
      } catch {
        let fault = Self.fault(error, path: ledger.path)
        stop(because: fault)
        try? await Task.sleep(for: fault.isPassing ? .milliseconds(100) : .seconds(1))
      }
    }
    state.withLock { $0.status.isFollowing = false }
    forgetPresences()
    // Nobody will look any more.
    look(refusal: nil)
    lock = nil
  }

  /// Looks where the process that follows is.
  private func observe() async {
    do {
      let head = try await connections.following.head()
      if let place = try await ledger.transactions.database.read({ try $0.followedLog() }) {
        _ = try await steps(after: place, limit: 1)
        state.withLock { state in
          (state.status.position, state.status.head) = (place.lastPosition, head.position)
        }
        try await lookAround(head)
      }
      goOn()
    } catch {
      stop(because: Self.fault(error, path: ledger.path))
    }
  }

  private func stop(because fault: LogFault) {
    guard !Task.isCancelled else { return }
    // What was appended now would be applied by others, but never here.
    look(refusal: fault.isPassing ? nil : fault.description)
    change(fault: fault.description)
  }

  private func goOn() {
    look(refusal: nil)
    change(fault: nil)
  }

  private func change(fault: String?) {
    let (before, onChange) = state.withLock { state in
      defer { state.status.fault = fault }
      return (state.status.fault, state.onFault)
    }
    if before != fault { onChange(fault) }
  }

  private static func fault(_ error: any Error, path: String) -> LogFault {
    switch error {
    case let fault as LogFault: fault
    case let error as SharedLogError: .log(error)
    default: .ledger(LedgerError(error, path: path))
    }
  }

  private func applyUntilCancelled() async throws {
    guard var place = try await ledger.transactions.database.read({ try $0.followedLog() }) else {
      throw LedgerError.followsNoLog(path: ledger.path)
    }
    var reportDue = ContinuousClock.now
    var mustErase = false
    var pause = Pause()
    var steps = try await steps(after: place)
    while !Task.isCancelled {
      if ContinuousClock.now >= reportDue {
        try await report(place)
        reportDue = .now + Self.reportInterval
        // An erasure that was interrupted, or waits for other nodes, is finished.
        mustErase = true
      }
      guard let last = steps.last?.logged else {
        state.withLock { $0.status.isFollowing = true }
        goOn()
        if mustErase {
          Task { await finishErasures() }
          mustErase = false
        }
        try await connections.following.waitForEntries(upTo: pause.next())
        await waitForAppend()
        steps = try await self.steps(after: place)
        continue
      }
      pause = Pause()
      look(refusal: nil)
      // Who erased somebody waits for it.
      if steps.contains(where: { $0.logged.entry.kind == EntryKind.erasure.rawValue }) {
        reportDue = .now
      }
      guard last.next - place.position > Self.minRowsAhead else {
        try await apply(steps, after: &place)
        steps = []
        continue
      }
      // The next ones are fetched and decoded while these are applied.
      let end = place.advanced(to: last)
      async let next = self.steps(after: end)
      try await apply(steps, after: &place)
      steps = try await next
    }
  }

  /// Waits for an append of this process, so that its entries and those that others have announced
  /// meanwhile are applied by one commit.
  private func waitForAppend() async {
    let (appends, end) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingOldest(1))
    let isAppending = state.withLock { state in
      if state.isSending { state.endAppend = end }
      return state.isSending
    }
    guard isAppending else { return }
    let timer = Task {
      try? await Task.sleep(for: Self.maxAppendWait)
      end.finish()
    }
    for await _ in appends { break }
    timer.cancel()
    state.withLock { $0.endAppend = nil }
  }

  /// Some of the entries after a place, ready to be applied.
  private func steps(after place: FollowedLog, limit: Int = maxRows) async throws -> [Step] {
    let awaited = state.withLock(\.waiters)
    let entries = try await connections.following.entries(
      from: place.position,
      limit: limit,
      known: (place.entry.map { [$0] } ?? []) + awaited.keys.prefix(Self.maxKnown)
    )
    let new = try Self.new(entries, after: place)
    state.withLock { state in
      state.status.answeredAt = Date()
      state.status.head = max(place.lastPosition, (entries.last?.next ?? 1) - 1)
    }
    var steps: [Step] = []
    for logged in new {
      do {
        steps.append(try step(logged, for: awaited[logged.entry.id]))
      } catch {
        // Those before it are applied first.
        guard steps.isEmpty else { break }
        throw error
      }
    }
    return steps
  }

  /// The entries after the last one that was applied, which must be the first of these.
  static func new(
    _ entries: [LoggedEntry],
    after place: FollowedLog
  ) throws -> ArraySlice<LoggedEntry> {
    guard place.position > 0 else {
      guard entries.first.map({ $0.position == 1 }) ?? true else {
        throw SharedLogError.gap(at: 1)
      }
      return entries[...]
    }
    guard let known = entries.first, known.position == place.position, known.entry.id == place.entry
    else { throw LogFault.forked(position: place.position) }
    return entries.dropFirst()
  }

  private func report(_ place: FollowedLog) async throws {
    let status = status
    let node = LogNode(name: status.node, position: place.lastPosition, version: version)
    try await lookAround(try await connections.following.head())
    try await connections.following.report(node)
    try await exchangePresences()
  }

  /// Notes how far this machine's clock is from the database's, at the least: the database told its
  /// time at some moment between question and answer.
  private func compareClocks() async throws {
    let asked = Date()
    let now = try await connections.following.now()
    let (ahead, behind) = (asked.timeIntervalSince(now), Date().timeIntervalSince(now))
    state.withLock { $0.status.clockLead = max(ahead, 0) + min(behind, 0) }
  }

  /// Appends entries in the format that the log asks for, or the newest that this version knows, and
  /// notes from time to time who else follows, and what time it is there.
  private func lookAround(_ head: LogHead) async throws {
    let isDue = state.withLock { state in
      state.format = EntryFormat(rawValue: head.format) ?? .newest
      state.isFormatKnown = true
      let isDue = ContinuousClock.now >= state.othersDue
      if isDue { state.othersDue = .now + Self.reportInterval }
      return isDue
    }
    guard isDue else { return }
    try await compareClocks()
    let nodes = try await connections.following.nodes()
    let alive = nodes.filter { $0.age.map { $0 < Self.maxReportAge } ?? false }.map(\.name)
    state.withLock { state in state.status.others = alive.filter { $0 != state.status.node } }
  }

  // MARK: Applying

  /// An entry, and how to apply it.
  private struct Step: Sendable {
    var logged: LoggedEntry
    /// Returns how to continue after the commit.
    var apply: @Sendable (inout LedgerWriter) throws -> (@Sendable () -> Void)?
  }

  private func apply(_ steps: [Step], after place: inout FollowedLog) async throws {
    do {
      try await commit(steps, after: &place)
    } catch  where steps.count > 1 && Self.isRejection(error) {
      for step in steps {
        do {
          try await commit([step], after: &place)
        } catch  where Self.isRejection(error) {
          try await skip(step.logged, because: error, after: &place)
        }
      }
    } catch  where Self.isRejection(error) {
      try await skip(steps[0].logged, because: error, after: &place)
    }
  }

  /// `waiter` has the change that the entry's body would hold.
  private func step(_ logged: LoggedEntry, for waiter: Waiter?) throws -> Step {
    let id = logged.entry.id
    if let waiter = waiter ?? state.withLock({ $0.waiters[id] }) {
      return Step(logged: logged) { [weak self] writer in
        writer.isOfThisNode = true
        let resume = try waiter.apply(&writer)
        return { [weak self] in if self?.take(id) != nil { resume() } }
      }
    }
    let entry = logged.entry
    let change = try Self.change(in: logged).change
    let isOurs = entry.node == status.node
    return Step(logged: logged) { writer in
      writer.isOfThisNode = isOurs
      let outcome = try writer.applyEntry(
        change,
        at: Date(milliseconds: entry.at),
        id,
        encodesOutcome: isOurs
      )
      if let outcome { try writer.keep(outcome, of: id) }
      return nil
    }
  }

  static func change(
    in logged: LoggedEntry
  ) throws(LogFault) -> (change: any LedgerChange, format: EntryFormat) {
    let entry = logged.entry
    guard let kind = EntryKind(rawValue: entry.kind),
      let format = EntryFormat(rawValue: entry.format)
    else {
      throw .unknownFormat(
        position: logged.position,
        kind: entry.kind,
        format: entry.format,
        node: entry.node
      )
    }
    do {
      return (try EntryBody(bytes: entry.body, format: format).change(of: kind), format)
    } catch {
      throw .unreadable(position: logged.position)
    }
  }

  /// Applies entries and advances in one transaction.
  private func commit(_ steps: [Step], after place: inout FollowedLog) async throws {
    guard let last = steps.last?.logged else { return }
    let position = place.position
    let transactions = ledger.transactions
    let continuations = try await transactions.database.writeWithoutTransaction { db in
      try transactions.apply(in: db) { writer in
        let continuations = try steps.map { try $0.apply(&writer) }
        try writer.advance(to: last, from: position)
        return continuations
      }
    }
    advance(&place, to: last, continuing: continuations.compactMap { $0 })
  }

  /// Passes over an entry that every ledger rejects alike.
  private func skip(
    _ logged: LoggedEntry,
    because error: any Error,
    after place: inout FollowedLog
  ) async throws {
    let position = place.position
    let transactions = ledger.transactions
    let path = ledger.path
    let id = logged.entry.id
    let isAwaitedElsewhere =
      logged.entry.node == status.node && state.withLock { $0.waiters[id] == nil }
    try await transactions.database.writeWithoutTransaction { db in
      try transactions.apply(in: db) { writer in
        try writer.advance(to: logged, from: position)
        if isAwaitedElsewhere {
          let rejection = LedgerError(error, path: path).description
          try writer.keep(nil, rejection: rejection, of: id)
        }
      }
    }
    advance(&place, to: logged, continuing: [{ [weak self] in self?.take(id)?.fail(error) }])
  }

  private func advance(
    _ place: inout FollowedLog,
    to logged: LoggedEntry,
    continuing continuations: [@Sendable () -> Void]
  ) {
    place = place.advanced(to: logged)
    // First the position, which an answer contains.
    state.withLock { [position = place.lastPosition] in $0.status.position = position }
    for resume in continuations { resume() }
    ledger.checkpointer?.note(filings: continuations.count)
  }

  /// Whether the error follows from entry and ledger alone, so that every node has the same.
  private static func isRejection(_ error: any Error) -> Bool {
    guard !(error is LogFault) else { return false }
    return switch LedgerError(error, path: "") {
    case .occupied, .generatedAmongReal, .refused, .unusableText, .unlikeFiled: true
    default: false
    }
  }
}

/// How long to wait for entries: short at first, longer while nothing comes.
private struct Pause {
  private var milliseconds = 5.0

  /// The longest is what an idle dashboard costs the database: a question a second. Entries are
  /// announced, so it delays only those whose announcement was lost.
  mutating func next() -> Duration {
    milliseconds = min(milliseconds * 2, 1_000)
    return .milliseconds(Int(milliseconds))
  }
}

extension LedgerWriter {
  /// Applies an entry of any kind. The outcome is encoded if it is asked for.
  fileprivate mutating func applyEntry<Change: LedgerChange>(
    _ change: Change,
    at instant: Date,
    _ id: EntryID,
    encodesOutcome: Bool
  ) throws -> Data? {
    let outcome = try apply(Entry(change, at: instant, id: id))
    return encodesOutcome ? try JSONEncoder.stored().encode(outcome) : nil
  }
}
