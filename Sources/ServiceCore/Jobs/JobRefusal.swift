import Entitlements
import Foundation
import Persistence

/// How a job ends whose store gave no answer. None says anything of a purchase: the job waits, or
/// somebody has to look at it.
enum JobRefusal {
  /// The outcome of a try that failed for the store's sake.
  static let unavailable = "store-unavailable"
  /// That of one that nobody heard.
  static let unheard = "not-heard"

  /// Somebody has to look at a job after so many tries, if it has waited for so long.
  private static let mostAttempts = 60
  private static let patience: TimeInterval = 2 * 86_400
  private static let longestPause: TimeInterval = 3_600
  /// Somebody has to mend something first; it may have been mended by then.
  private static let operatorPause: TimeInterval = 3_600
  /// Failures in a row that are an outage, and no hiccup.
  private static let outage = 3

  /// `chance` spreads the pauses: at least 0 and less than 1.
  static func ending(
    of job: JobRow,
    _ error: StoreClientError,
    at now: Date,
    chance: Double
  ) -> JobEnding {
    let detail = error.description
    // Waiting would not help, and whoever mends it asks again.
    if case .notConfigured = error { return JobEnding(.failed, "not-configured", detail: detail) }
    switch error.remedy {
    case .final: return JobEnding(.failed, "refused", detail: detail)
    case .operatorAction:
      let until = now.addingTimeInterval(operatorPause)
      return JobEnding(.postponed(until: until), "needs-operator", detail: detail)
    case .otherEnvironment: return JobEnding(.failed, "other-environment", detail: detail)
    case .retry(let earliest):
      guard error != .cancelled else {
        return JobEnding(.postponed(until: now), "given-back", detail: detail)
      }
      guard job.attempts < mostAttempts || now.timeIntervalSince(job.createdAt) < patience else {
        return JobEnding(.failed, "gave-up", detail: detail)
      }
      let until = now.addingTimeInterval(pause(after: job.attempts, chance))
      guard let earliest else {
        return JobEnding(.postponed(until: until), unavailable, detail: detail)
      }
      return JobEnding(.postponed(until: max(until, earliest)), "throttled", detail: detail)
    }
  }

  /// The same of who is to be told of something, and did not hear it.
  static func ending(
    of job: JobRow,
    _ error: HeraldError,
    at now: Date,
    chance: Double
  ) -> JobEnding {
    guard error != .cancelled else {
      return JobEnding(.postponed(until: now), "given-back", detail: error.description)
    }
    guard job.attempts < mostAttempts || now.timeIntervalSince(job.createdAt) < patience else {
      return JobEnding(.failed, "gave-up", detail: error.description)
    }
    var until = now.addingTimeInterval(pause(after: job.attempts, chance))
    if case .refused(_, let earliest?) = error { until = max(until, earliest) }
    return JobEnding(.postponed(until: until), unheard, detail: error.description)
  }

  /// Whether an answer to `job` says that whoever it asks, and was out for a while, is back.
  static func isRecovery(after job: JobRow) -> Bool {
    [unavailable, unheard].contains(job.outcome) && job.attempts > outage
  }

  /// Doubled with every try, and somewhere in its upper half: those that failed together do not come
  /// back together.
  private static func pause(after attempts: Int, _ chance: Double) -> TimeInterval {
    let longest = min(longestPause, pow(2, Double(min(max(attempts, 1), 12))))
    return longest * (0.5 + chance / 2)
  }
}
