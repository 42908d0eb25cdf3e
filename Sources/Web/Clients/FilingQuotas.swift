package import Foundation
import Synchronization

/// How much clients' endpoints file in a day: of one user, from one peer and by one endpoint, each
/// endpoint by itself. A quota that is used up frees evenly over the day that follows.
package struct QuotaLimits: Equatable, Sendable {
  package struct Amount: Equatable, Sendable {
    package var documents: Int
    package var bytes: Int

    package init(documents: Int, bytes: Int) {
      self.documents = documents
      self.bytes = bytes
    }
  }

  package var user = Amount(documents: 200, bytes: 32 << 20)
  package var peer = Amount(documents: 5_000, bytes: 256 << 20)
  package var endpoint = Amount(documents: 500_000, bytes: 4 << 30)

  package init() {}
}

/// What a quota is counted by.
package enum QuotaScope: String, CaseIterable, Sendable { case user, peer, endpoint }

/// Counts what clients' endpoints file, and says when one has filed enough for now.
package final class FilingQuotas: Sendable {
  private struct Key: Hashable {
    var scope: QuotaScope
    var endpoint: String
    var name: String
  }

  /// What was filed lately, less what has been freed since.
  private struct Used {
    var documents: Double
    var bytes: Double
    var at: Date
  }

  private struct State {
    var used: [Key: Used] = [:]
    /// The parts that are used, and how many were refused, since it was last told.
    var told: [QuotaUse.Key: (use: QuotaUse, at: Date)] = [:]
    var refused: [QuotaUse.Key: Int] = [:]
  }

  private static let window: TimeInterval = 86_400
  /// From this part on the operator is told.
  static let warningPart = 0.8
  /// How often, of one kind.
  private static let interval: TimeInterval = 60
  /// Peers and users that are told apart.
  private static let mostNames = 20_000

  private let limits: QuotaLimits
  private let state = Mutex(State())

  package init(_ limits: QuotaLimits) { self.limits = limits }

  /// Until when nothing more is filed for them; `nil` while something is.
  func fullUntil(at endpoint: String, from peer: String, user: String?, now: Date) -> Date? {
    state.withLock { state in
      var until: Date?
      for key in Self.keys(endpoint, peer, user) {
        guard let used = state.used[key].map({ freed($0, of: key.scope, at: now) }) else {
          continue
        }
        let part = part(used, of: key.scope)
        guard part >= 1 else { continue }
        state.refused[QuotaUse.Key(endpoint: endpoint, scope: key.scope), default: 0] += 1
        let free = now.addingTimeInterval(max(1, (part - 1) * Self.window + wait(of: key.scope)))
        until = max(until ?? free, free)
      }
      return until
    }
  }

  /// Counts what was filed.
  ///
  /// - Returns: The quotas that the operator is to be told of now.
  func count(
    documents: Int,
    bytes: Int,
    at endpoint: String,
    from peer: String,
    user: String?,
    now: Date
  ) -> [QuotaUse] {
    state.withLock { state in
      if state.used.count >= Self.mostNames { forget(&state.used, at: now) }
      var news: [QuotaUse] = []
      for key in Self.keys(endpoint, peer, user) {
        var used = freed(
          state.used[key] ?? Used(documents: 0, bytes: 0, at: now),
          of: key.scope,
          at: now
        )
        used.documents += Double(documents)
        used.bytes += Double(bytes)
        if documents > 0 { state.used[key] = used }
        let part = part(used, of: key.scope)
        guard part >= Self.warningPart else { continue }
        let kind = QuotaUse.Key(endpoint: endpoint, scope: key.scope)
        if let told = state.told[kind], now.timeIntervalSince(told.at) < Self.interval { continue }
        let use = QuotaUse(key: kind, part: part, refused: state.refused[kind] ?? 0)
        state.refused[kind] = nil
        state.told[kind] = (use, now)
        news.append(use)
      }
      return news
    }
  }

  /// The highest part that anybody has used of each kind of quota.
  package func highest(at now: Date) -> [QuotaScope: Double] {
    state.withLock { state in
      var highest = Dictionary(uniqueKeysWithValues: QuotaScope.allCases.map { ($0, 0.0) })
      for (key, used) in state.used {
        let part = part(freed(used, of: key.scope, at: now), of: key.scope)
        highest[key.scope] = max(highest[key.scope] ?? 0, part)
      }
      return highest
    }
  }

  private static func keys(_ endpoint: String, _ peer: String, _ user: String?) -> [Key] {
    var keys = [
      Key(scope: .endpoint, endpoint: endpoint, name: ""),
      Key(scope: .peer, endpoint: endpoint, name: peer),
    ]
    if let user { keys.append(Key(scope: .user, endpoint: endpoint, name: user)) }
    return keys
  }

  private func limit(_ scope: QuotaScope) -> QuotaLimits.Amount {
    switch scope {
    case .user: limits.user
    case .peer: limits.peer
    case .endpoint: limits.endpoint
    }
  }

  private func part(_ used: Used, of scope: QuotaScope) -> Double {
    let limit = limit(scope)
    return max(
      used.documents / Double(max(limit.documents, 1)),
      used.bytes / Double(max(limit.bytes, 1))
    )
  }

  /// How long it takes until one document more is free.
  private func wait(of scope: QuotaScope) -> TimeInterval {
    Self.window / Double(max(limit(scope).documents, 1))
  }

  private func freed(_ used: Used, of scope: QuotaScope, at now: Date) -> Used {
    let limit = limit(scope)
    let part = max(0, now.timeIntervalSince(used.at)) / Self.window
    return Used(
      documents: max(0, used.documents - part * Double(limit.documents)),
      bytes: max(0, used.bytes - part * Double(limit.bytes)),
      at: now
    )
  }

  /// Forgets who has all of theirs again and, where that are few, the half that used least.
  private func forget(_ used: inout [Key: Used], at now: Date) {
    var parts = used.map { key, value in
      (key, value, part(freed(value, of: key.scope, at: now), of: key.scope))
    }
    .filter { $0.2 > 0 }
    if parts.count > Self.mostNames / 2 {
      parts = Array(parts.sorted { $0.2 > $1.2 }.prefix(Self.mostNames / 2))
    }
    used = Dictionary(uniqueKeysWithValues: parts.map { ($0.0, $0.1) })
  }
}

/// How much of a quota is used, as the operator is told.
struct QuotaUse: Equatable, Sendable {
  struct Key: Hashable, Sendable {
    var endpoint: String
    var scope: QuotaScope
  }

  var key: Key
  /// 1 is all of it.
  var part: Double
  /// How many requests were refused since it was last told.
  var refused: Int
}
