import Entitlements
import Foundation

/// How far back the stores' lists reach, less an hour for requests in transit: they reject earlier
/// times.
enum HistoryWindow {
  private static let margin: TimeInterval = 3_600

  /// Apple's notification history: 180 days, 30 in the sandbox.
  static func notifications(in environment: Environment, at now: Date) -> Date {
    now.addingTimeInterval(margin - (environment == .production ? 180 : 30) * 86_400)
  }

  /// Google's voided-purchases list: 30 days.
  static func voids(at now: Date) -> Date { now.addingTimeInterval(margin - 30 * 86_400) }
}

extension JobTask {
  /// The task restricted to the interval that the store still lists, as it may have waited for
  /// long; `nil` if nothing is left.
  func above(horizonAt now: Date) -> JobTask? {
    switch self {
    case .notifications(let storeScope, let from, let until, let onlyFailures, nil):
      let horizon = HistoryWindow.notifications(in: storeScope.environment ?? .production, at: now)
      guard horizon < until else { return nil }
      return .notifications(
        storeScope,
        from: max(from, horizon),
        until: until,
        onlyFailures: onlyFailures
      )
    case .voids(let app, let from, let until):
      let horizon = HistoryWindow.voids(at: now)
      return horizon < until ? .voids(app: app, from: max(from, horizon), until: until) : nil
    // A page token is valid only for the interval it was issued for.
    case .notifications, .verify, .verifyReceipt, .lookUp, .action, .verifyKey, .clawbacks, .notify:
      return self
    }
  }
}
