package import Foundation
import Synchronization

/// Daily limits on what client endpoints file: per purchase, per peer and per endpoint, separately
/// for each endpoint. A used-up quota frees evenly over the following day.
///
/// A user is no measure: a client names whom it likes, and would use up another one's quota. What
/// is filed about a purchase takes its buyer's evidence.
package struct QuotaLimits: Equatable, Sendable {
  package struct Amount: Equatable, Sendable {
    package var documents: Int
    package var bytes: Int

    package init(documents: Int, bytes: Int) {
      self.documents = documents
      self.bytes = bytes
    }
  }

  package var purchase = Amount(documents: 200, bytes: 32 << 20)
  package var peer = Amount(documents: 5_000, bytes: 256 << 20)
  package var endpoint = Amount(documents: 500_000, bytes: 4 << 30)

  package init() {}
}

/// What a quota is counted by.
package enum QuotaScope: String, CaseIterable, Sendable { case purchase, peer, endpoint }

/// Counts what client endpoints file and enforces the limits.
package final class FilingQuotas: Sendable {
  private struct Key: Hashable {
    var scope: QuotaScope
    var endpoint: String
    var name: String
  }

  /// The amount filed recently, less what has been freed since.
  private struct Used {
    var documents: Double
    var bytes: Double
    var at: Date
  }

  private struct State {
    var used: [Key: Used] = [:]
    /// The last reported uses, and the rejected requests since then.
    var reported: [QuotaUse.Key: (use: QuotaUse, at: Date)] = [:]
    var refused: [QuotaUse.Key: Int] = [:]
  }

  private static let window: TimeInterval = 86_400
  /// The part of a quota from which the operator is warned.
  static let warningPart = 0.8
  /// The minimum interval between warnings for one quota, in seconds.
  private static let interval: TimeInterval = 60
  /// The maximum number of distinct peers and purchases.
  private static let maxNames = 20_000

  private let limits: QuotaLimits
  private let state = Mutex(State())

  package init(_ limits: QuotaLimits) { self.limits = limits }

  /// When the quotas allow filing again; `nil` if they do now.
  func fullUntil(at endpoint: String, from peer: String, purchase: String?, now: Date) -> Date? {
    state.withLock { state in
      var until: Date?
      for key in Self.keys(endpoint, peer, purchase) {
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
  /// - Returns: The quotas to warn the operator of.
  func count(
    documents: Int,
    bytes: Int,
    at endpoint: String,
    from peer: String,
    purchase: String?,
    now: Date
  ) -> [QuotaUse] {
    state.withLock { state in
      if state.used.count >= Self.maxNames { forget(&state.used, at: now) }
      var changes: [QuotaUse] = []
      for key in Self.keys(endpoint, peer, purchase) {
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
        if let reported = state.reported[kind], now.timeIntervalSince(reported.at) < Self.interval {
          continue
        }
        let use = QuotaUse(key: kind, part: part, refused: state.refused[kind] ?? 0)
        state.refused[kind] = nil
        state.reported[kind] = (use, now)
        changes.append(use)
      }
      return changes
    }
  }

  /// The highest used part for each kind of quota.
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

  private static func keys(_ endpoint: String, _ peer: String, _ purchase: String?) -> [Key] {
    var keys = [
      Key(scope: .endpoint, endpoint: endpoint, name: ""),
      Key(scope: .peer, endpoint: endpoint, name: peer),
    ]
    if let purchase { keys.append(Key(scope: .purchase, endpoint: endpoint, name: purchase)) }
    return keys
  }

  private func limit(_ scope: QuotaScope) -> QuotaLimits.Amount {
    switch scope {
    case .purchase: limits.purchase
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

  /// The seconds until one more document is free.
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

  /// Removes entries that are free again and, if too many remain, the half that used least.
  private func forget(_ used: inout [Key: Used], at now: Date) {
    var parts = used.map { key, value in
      (key, value, part(freed(value, of: key.scope, at: now), of: key.scope))
    }
    .filter { $0.2 > 0 }
    if parts.count > Self.maxNames / 2 {
      parts = Array(parts.sorted { $0.2 > $1.2 }.prefix(Self.maxNames / 2))
    }
    used = Dictionary(uniqueKeysWithValues: parts.map { ($0.0, $0.1) })
  }
}

/// A quota's usage, for the operator's warning.
struct QuotaUse: Equatable, Sendable {
  struct Key: Hashable, Sendable {
    var endpoint: String
    var scope: QuotaScope
  }

  var key: Key
  /// 1 means used up.
  var part: Double
  /// The requests rejected since the last warning.
  var refused: Int
}
