import Basics
import Crypto
import Entitlements
import Foundation
import Synchronization

/// Limits store queries about unknown purchase tokens and keys. Any client of an endpoint can
/// invent tokens: look-ups are limited per peer and endpoint, and a store's negative answer is
/// cached for a while.
final class AnonymousQueryLimiter: Sendable {
  struct Limits: Sendable {
    /// The burst size, and the refill rate per second.
    var perPeer = (atOnce: 30, perSecond: 0.5)
    var perEndpoint = (atOnce: 200, perSecond: 10.0)
    /// How long a store's negative answer is cached, in seconds.
    var cachesFor: TimeInterval = 300
    var unknownTokens = 10_000
    /// The maximum number of distinct peers.
    var peers = 10_000
  }

  private struct State {
    var peers: [String: TokenBucket] = [:]
    var endpoints: [String: TokenBucket] = [:]
    /// The expiry of each cached token, oldest first in `order`.
    var unknown: [SHA256.Digest: Date] = [:]
    var order: [SHA256.Digest] = []
    var next = 0
  }

  private let limits: Limits
  private let now: @Sendable () -> Date
  private let state = Mutex(State())

  init(_ limits: Limits = Limits(), now: @escaping @Sendable () -> Date) {
    self.limits = limits
    self.now = now
  }

  /// Queries the store about a token unless its negative answer is cached or the limit is exceeded.
  /// Tokens on file are always queried.
  func query(
    about plan: StoreQueryPlan,
    isKnown: Bool,
    by endpoint: String,
    _ peer: String?,
    _ query: @Sendable () async throws(ServiceError) -> StoreQueryResult
  ) async throws(ServiceError) -> StoreQueryResult {
    guard !isKnown, let peer else { return try await query() }
    let token = Self.digest(of: plan)
    if isUnknown(token) { return StoreQueryResult(outcome: .unknown) }
    let isFirst: Bool
    switch admission(of: peer, at: endpoint) {
    case .first: isFirst = true
    case .further: isFirst = false
    case .refused(let seconds):
      let store = plan.queries.first?.store ?? .google
      return StoreQueryResult(
        outcome: .unanswered(.throttled(store, until: now().addingTimeInterval(seconds)))
      )
    }
    let result = await QuerySubject.$isUnknown.withValue(!isFirst) {
      () async -> Result<StoreQueryResult, ServiceError> in
      do throws(ServiceError) {
        return .success(try await query())
      } catch {
        return .failure(error)
      }
    }
    let queryResult = try result.get()
    switch queryResult.outcome {
    case .unknown: remember(token)
    case .answered: state.withLock { $0.peers[peer]?.giveBack() }
    // Nothing was sent.
    case .notQueried:
      state.withLock { state in
        state.peers[peer]?.giveBack()
        if !isFirst { state.endpoints[endpoint]?.giveBack() }
      }
    case .unanswered: break
    }
    return queryResult
  }

  /// The digest of all queries, which include the token or key, and where they are sent.
  private static func digest(of plan: StoreQueryPlan) -> SHA256.Digest {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    var hash = SHA256()
    let scope = plan.storeScope
    hash.update(data: Data("\(scope.app)\u{0}\(scope.environment?.rawValue ?? "")\u{0}".utf8))
    for query in plan.queries { hash.update(data: (try? encoder.encode(query)) ?? Data()) }
    return hash.finalize()
  }

  private func isUnknown(_ token: SHA256.Digest) -> Bool {
    let now = now()
    return state.withLock { $0.unknown[token].map { now < $0 } ?? false }
  }

  private func remember(_ token: SHA256.Digest) {
    let until = now().addingTimeInterval(limits.cachesFor)
    state.withLock { state in
      guard state.unknown.updateValue(until, forKey: token) == nil else { return }
      guard state.order.count == limits.unknownTokens else { return state.order.append(token) }
      state.unknown[state.order[state.next]] = nil
      state.order[state.next] = token
      state.next = (state.next + 1) % limits.unknownTokens
    }
  }

  private enum Admission {
    /// The only query of its peer at present.
    case first
    case further
    /// Rejected for this many seconds.
    case refused(TimeInterval)
  }

  /// Whether a token may be queried; counts it if so.
  private func admission(of peer: String, at endpoint: String) -> Admission {
    let now = now()
    return state.withLock { state in
      if state.peers.count >= limits.peers, state.peers[peer] == nil {
        state.peers = state.peers.filter { !$0.value.isFull(at: now) }
        if state.peers.count >= limits.peers { state.peers = [:] }
      }
      let peerBucket = TokenBucket(
        capacity: Double(limits.perPeer.atOnce),
        perSecond: limits.perPeer.perSecond
      )
      let endpointBucket = TokenBucket(
        capacity: Double(limits.perEndpoint.atOnce),
        perSecond: limits.perEndpoint.perSecond
      )
      let isFirst = state.peers[peer]?.isFull(at: now) ?? true
      guard state.peers[peer, default: peerBucket].take(at: now) else {
        return .refused(1 / limits.perPeer.perSecond)
      }
      guard isFirst || state.endpoints[endpoint, default: endpointBucket].take(at: now) else {
        return .refused(1 / limits.perEndpoint.perSecond)
      }
      return isFirst ? .first : .further
    }
  }
}
