import Basics
import Crypto
import Entitlements
import Foundation
import Synchronization

/// Questions about purchase tokens and keys that nobody has seen before. Whoever can reach an
/// endpoint can make some up: so many a peer and an endpoint may have looked up, and that a store
/// knows nothing of one is remembered for a while.
final class StrangerQuestions: Sendable {
  struct Limits: Sendable {
    /// So many at once, and so many more in a second.
    var perPeer = (atOnce: 30, perSecond: 0.5)
    var perEndpoint = (atOnce: 200, perSecond: 10.0)
    /// How long a store's answer that it knows nothing of a token is remembered, in seconds.
    var remembers: TimeInterval = 300
    var unknownTokens = 10_000
    /// Peers that are told apart.
    var peers = 10_000
  }

  private struct State {
    var peers: [String: TokenBucket] = [:]
    var endpoints: [String: TokenBucket] = [:]
    /// Until when each is remembered; the oldest first in `order`.
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

  /// What came of asking about a token, or of not asking: it was unknown a short while ago, or more
  /// were asked about than may be. What is on file is always asked about.
  func asking(
    about plan: QuestionPlan,
    isKnown: Bool,
    by endpoint: String,
    _ peer: String?,
    _ ask: @Sendable () async throws(ServiceError) -> Heard
  ) async throws(ServiceError) -> Heard {
    guard !isKnown, let peer else { return try await ask() }
    let token = Self.digest(of: plan)
    if isUnknown(token) { return Heard(word: .unknownThere) }
    let isFirst: Bool
    switch admission(of: peer, at: endpoint) {
    case .first: isFirst = true
    case .further: isFirst = false
    case .refused(let seconds):
      let store = plan.questions.first?.store ?? .google
      return Heard(word: .unanswered(.throttled(store, until: now().addingTimeInterval(seconds))))
    }
    let result = await QuestionSubject.$isUnknown.withValue(!isFirst) {
      () async -> Result<Heard, ServiceError> in
      do throws(ServiceError) {
        return .success(try await ask())
      } catch {
        return .failure(error)
      }
    }
    let heard = try result.get()
    switch heard.word {
    case .unknownThere: remember(token)
    case .answered: state.withLock { $0.peers[peer]?.giveBack() }
    case .notAsked, .unanswered: break
    }
    return heard
  }

  /// Of all that is asked, in which the token or key stands.
  private static func digest(of plan: QuestionPlan) -> SHA256.Digest {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    var hash = SHA256()
    hash.update(data: Data("\(plan.shop.app)\u{0}".utf8))
    for question in plan.questions { hash.update(data: (try? encoder.encode(question)) ?? Data()) }
    return hash.finalize()
  }

  private func isUnknown(_ token: SHA256.Digest) -> Bool {
    let now = now()
    return state.withLock { $0.unknown[token].map { now < $0 } ?? false }
  }

  private func remember(_ token: SHA256.Digest) {
    let until = now().addingTimeInterval(limits.remembers)
    state.withLock { state in
      guard state.unknown.updateValue(until, forKey: token) == nil else { return }
      guard state.order.count == limits.unknownTokens else { return state.order.append(token) }
      state.unknown[state.order[state.next]] = nil
      state.order[state.next] = token
      state.next = (state.next + 1) % limits.unknownTokens
    }
  }

  private enum Admission {
    /// The only one of its peer at present.
    case first
    case further
    /// For so many seconds.
    case refused(TimeInterval)
  }

  /// Whether a token may be asked about, which is counted then.
  private func admission(of peer: String, at endpoint: String) -> Admission {
    let now = now()
    return state.withLock { state in
      if state.peers.count >= limits.peers, state.peers[peer] == nil {
        state.peers = state.peers.filter { !$0.value.isFull(at: now) }
        if state.peers.count >= limits.peers { state.peers = [:] }
      }
      let own = TokenBucket(
        capacity: Double(limits.perPeer.atOnce),
        perSecond: limits.perPeer.perSecond
      )
      let all = TokenBucket(
        capacity: Double(limits.perEndpoint.atOnce),
        perSecond: limits.perEndpoint.perSecond
      )
      let isFirst = state.peers[peer]?.isFull(at: now) ?? true
      guard state.peers[peer, default: own].take(at: now) else {
        return .refused(1 / limits.perPeer.perSecond)
      }
      guard isFirst || state.endpoints[endpoint, default: all].take(at: now) else {
        return .refused(1 / limits.perEndpoint.perSecond)
      }
      return isFirst ? .first : .further
    }
  }
}
