import Synchronization

/// The open connections with their peers, phases and buffered bytes of bodies and answers.
///
/// New connections never wait. If there are too many connections or bytes, the connection with the
/// least activity for its cost is closed, but never one whose request is being handled.
package final class ConnectionTable: Sendable {
  /// A connection's phase; later ones are closed last.
  package enum Phase: Int, Sendable {
    /// No request has arrived, or only part of its head.
    case idle
    /// A request's body is being read, or the request waits.
    case receiving
    case answering
    case working
  }

  fileprivate struct Connection {
    let close: @Sendable () -> Void
    /// The peer it is counted for; behind a trusted proxy, the client named in the request's head.
    var peer: String
    let isProxy: Bool
    var phase = Phase.idle
    var since: ContinuousClock.Instant
    var bytes = 0
  }

  fileprivate struct Share {
    var connections = 0
    var bytes = 0
  }

  fileprivate struct State {
    var connections: [ObjectIdentifier: Connection] = [:]
    var shares: [String: Share] = [:]
    var bytes = 0
    var closed = 0
  }

  private let limits: WebLimits
  private let now: @Sendable () -> ContinuousClock.Instant
  private let state = Mutex(State())

  package init(
    _ limits: WebLimits,
    now: @escaping @Sendable () -> ContinuousClock.Instant = { ContinuousClock.now }
  ) {
    self.limits = limits
    self.now = now
  }

  /// The number of open connections, and of those closed for lack of room.
  package var counts: (open: Int, closed: Int) {
    state.withLock { ($0.connections.count, $0.closed) }
  }

  /// Adds a connection. `close` closes it now or soon.
  package func open(
    _ new: ObjectIdentifier,
    from peer: String,
    isProxy: Bool = false,
    close: @escaping @Sendable () -> Void
  ) {
    let now = now()
    let dropped = state.withLock { state -> [@Sendable () -> Void] in
      state.add(new, Connection(close: close, peer: peer, isProxy: isProxy, since: now))
      let victims: [ObjectIdentifier]
      if !isProxy, state.count(of: peer, above: limits.connectionsPerPeer) {
        victims = state.leastBusy(limits.connectionsPerPeer, of: peer, but: new)
      } else if state.connections.count > limits.connections {
        victims = state.leastBusy(limits.connections, but: new)
      } else {
        return []
      }
      return (victims.isEmpty ? [new] : victims).compactMap { state.drop($0) }
    }
    // Outside the lock, because a closed connection leaves the table at once.
    for close in dropped { close() }
  }

  package func close(_ id: ObjectIdentifier) { state.withLock { _ = $0.remove(id) } }

  /// Enters a phase, with a number of buffered bytes if given.
  package func enter(_ phase: Phase, _ id: ObjectIdentifier, bytes: Int? = nil) {
    let now = now()
    let dropped = state.withLock { state -> [@Sendable () -> Void] in
      // A client may send its next request while the last one is handled.
      guard phase != .receiving || state.connections[id]?.phase != .working,
        var connection = state.remove(id)
      else { return [] }
      (connection.phase, connection.since) = (phase, now)
      let isMore = bytes ?? 0 > connection.bytes
      if let bytes { connection.bytes = bytes }
      state.add(id, connection)
      return isMore ? state.makeRoom(for: id, limits, now).dropped : []
    }
    for close in dropped { close() }
  }

  /// Counts the connection for a client behind a proxy.
  package func count(_ id: ObjectIdentifier, for peer: String) {
    state.withLock { state in
      guard var connection = state.remove(id) else { return }
      connection.peer = peer
      state.add(id, connection)
    }
  }

  /// Adds buffered bytes; `false` if there is no room even after closing all connections that hold
  /// more or hold it for longer.
  package func hold(_ count: Int, _ id: ObjectIdentifier) -> Bool {
    let now = now()
    let (isHeld, dropped) = state.withLock { state -> (Bool, [@Sendable () -> Void]) in
      guard var connection = state.remove(id) else { return (false, []) }
      connection.bytes += count
      state.add(id, connection)
      return state.makeRoom(for: id, limits, now)
    }
    for close in dropped { close() }
    return isHeld
  }
}

extension ConnectionTable.State {
  mutating func add(_ id: ObjectIdentifier, _ connection: ConnectionTable.Connection) {
    connections[id] = connection
    bytes += connection.bytes
    shares[connection.peer, default: .init()].connections += 1
    shares[connection.peer, default: .init()].bytes += connection.bytes
  }

  mutating func remove(_ id: ObjectIdentifier) -> ConnectionTable.Connection? {
    guard let connection = connections.removeValue(forKey: id) else { return nil }
    bytes -= connection.bytes
    shares[connection.peer]?.connections -= 1
    shares[connection.peer]?.bytes -= connection.bytes
    if shares[connection.peer]?.connections == 0 { shares[connection.peer] = nil }
    return connection
  }

  mutating func drop(_ id: ObjectIdentifier) -> (@Sendable () -> Void)? {
    closed += 1
    return remove(id)?.close
  }

  /// Whether a peer exceeds the limit of connections without a request being handled; a busy store
  /// has many with one.
  func count(of peer: String, above limit: Int) -> Bool {
    guard let share = shares[peer], share.connections > limit else { return false }
    return connections.values.count { $0.peer == peer && $0.phase != .working } > limit
  }

  /// The connections longest in the lowest phase, of the given peer or else of the peer with the
  /// most connections. Returns several at once, because finding them takes longer than adding a
  /// connection, and a peer that opens one opens more.
  func leastBusy(
    _ limit: Int,
    of peer: String? = nil,
    but new: ObjectIdentifier
  ) -> [ObjectIdentifier] {
    connections
      .filter { $0 != new && $1.phase != .working && (peer == nil || $1.peer == peer) }
      .map { (rank($1), $0) }
      .sorted { $0.0 < $1.0 }
      .prefix(max(1, limit / 16))
      .map { $0.1 }
  }

  private func rank(_ one: ConnectionTable.Connection) -> (Int, Int, ContinuousClock.Instant) {
    (-(shares[one.peer]?.connections ?? 0), one.phase.rawValue, one.since)
  }

  /// Drops the connections that hold most until the given one has room; `isThere` is false if that
  /// one would be dropped itself.
  mutating func makeRoom(
    for id: ObjectIdentifier,
    _ limits: WebLimits,
    _ now: ContinuousClock.Instant
  ) -> (isThere: Bool, dropped: [@Sendable () -> Void]) {
    var dropped: [@Sendable () -> Void] = []
    while let peer = connections[id]?.peer {
      let isTooMuch = bytes > limits.bodyBytes
      guard isTooMuch || (shares[peer]?.bytes ?? 0) > limits.bodyBytesPerPeer else {
        return (true, dropped)
      }
      let victim = greatest(of: isTooMuch ? nil : peer, now)
      guard let victim, victim != id else { break }
      if let close = drop(victim) { dropped.append(close) }
    }
    return (false, dropped)
  }

  /// The connection with the greatest weight and no request being handled. Time counts twice: a
  /// legitimate client finishes soon.
  func greatest(of peer: String?, _ now: ContinuousClock.Instant) -> ObjectIdentifier? {
    func weight(_ one: ConnectionTable.Connection) -> Double {
      let seconds = 0.1 + (now - one.since) / .seconds(1)
      return Double(one.bytes) * seconds * seconds
    }
    return
      connections
      .filter { $1.bytes > 0 && $1.phase != .working && (peer == nil || $1.peer == peer) }
      .max { weight($0.value) < weight($1.value) }?
      .key
  }
}
