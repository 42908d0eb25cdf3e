import Entitlements
import Foundation

/// How far back the stores' lists of news reach, less an hour for what is on its way: they refuse to
/// be asked about a time before.
enum NewsHorizon {
  private static let margin: TimeInterval = 3_600

  /// Apple's notification history: 180 days, 30 in the sandbox.
  static func notifications(in environment: Environment, at now: Date) -> Date {
    now.addingTimeInterval(margin - (environment == .production ? 180 : 30) * 86_400)
  }

  /// Google's list of what it took back: 30 days.
  static func voids(at now: Date) -> Date { now.addingTimeInterval(margin - 30 * 86_400) }
}

extension JobTask {
  /// The same, as far as the store can still be asked about it: it may have waited for long. `nil`
  /// for what has sunk below the horizon.
  func above(horizonAt now: Date) -> JobTask? {
    switch self {
    case .notifications(let shop, let from, let until, let onlyFailures, nil):
      let horizon = NewsHorizon.notifications(in: shop.environment ?? .production, at: now)
      guard horizon < until else { return nil }
      return .notifications(
        shop,
        from: max(from, horizon),
        until: until,
        onlyFailures: onlyFailures
      )
    case .voids(let app, let from, let until):
      let horizon = NewsHorizon.voids(at: now)
      return horizon < until ? .voids(app: app, from: max(from, horizon), until: until) : nil
    // A place in a list is good only with the stretch that it was given for.
    case .notifications, .verify, .verifyReceipt, .lookUp, .deed, .verifyKey, .clawbacks, .tell:
      return self
    }
  }
}
