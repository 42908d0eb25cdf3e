import Entitlements
import Foundation
import Persistence

/// Decides how a job ends when its store gave no answer. No such ending invalidates a purchase: the
/// job waits or needs an operator.
enum JobRefusal {
  /// The outcome of an attempt that failed because the store was unavailable.
  static let unavailable = "store-unavailable"
  /// The outcome of an attempt whose webhook was not delivered.
  static let unanswered = "not-heard"

  /// After this many attempts, and once the job is this old, it needs an operator.
  private static let maxAttempts = 60
  private static let timeout: TimeInterval = 2 * 86_400
  private static let maxPause: TimeInterval = 3_600
  /// The pause for errors that an operator has to fix first.
  private static let operatorPause: TimeInterval = 3_600
  /// Consecutive failures that count as an outage.
  private static let outage = 3

  /// `chance` randomizes the pauses: at least 0 and less than 1.
  static func ending(
    of job: JobRow,
    _ error: StoreClientError,
    at now: Date,
    chance: Double
  ) -> JobCompletion {
    let detail = error.description
    // Waiting would not help; after the configuration is fixed, the job is requested again.
    if case .notConfigured = error {
      return JobCompletion(.failed, "not-configured", detail: detail)
    }
    switch error.remedy {
    case .final: return JobCompletion(.failed, "refused", detail: detail)
    case .operatorAction:
      let until = now.addingTimeInterval(operatorPause)
      return JobCompletion(.postponed(until: until), "needs-operator", detail: detail)
    case .otherEnvironment: return JobCompletion(.failed, "other-environment", detail: detail)
    case .retry(let earliest):
      let outcome = error == .cancelled ? nil : earliest == nil ? unavailable : "throttled"
      return postponed(job, by: outcome, detail, notBefore: earliest, at: now, chance)
    }
  }

  /// The same for a webhook that was not delivered.
  static func ending(
    of job: JobRow,
    _ error: WebhookError,
    at now: Date,
    chance: Double
  ) -> JobCompletion {
    var earliest: Date?
    if case .refused(_, let instant) = error { earliest = instant }
    let outcome = error == .cancelled ? nil : unanswered
    return postponed(job, by: outcome, error.description, notBefore: earliest, at: now, chance)
  }

  /// `outcome` is `nil` for an attempt that was cancelled.
  private static func postponed(
    _ job: JobRow,
    by outcome: String?,
    _ detail: String,
    notBefore earliest: Date?,
    at now: Date,
    _ chance: Double
  ) -> JobCompletion {
    guard let outcome else {
      return JobCompletion(.postponed(until: now), "given-back", detail: detail)
    }
    guard job.attempts < maxAttempts || now.timeIntervalSince(job.createdAt) < timeout else {
      return JobCompletion(.failed, "gave-up", detail: detail)
    }
    let until = now.addingTimeInterval(pause(after: job.attempts, chance))
    return JobCompletion(.postponed(until: max(until, earliest ?? until)), outcome, detail: detail)
  }

  /// Whether a success of `job` means that its store or webhook is back after an outage.
  static func isRecovery(after job: JobRow) -> Bool {
    [unavailable, unanswered].contains(job.outcome) && job.attempts > outage
  }

  /// Doubles with each attempt and is drawn from the upper half, so that jobs that failed together
  /// do not retry together.
  private static func pause(after attempts: Int, _ chance: Double) -> TimeInterval {
    let bound = min(maxPause, pow(2, Double(min(max(attempts, 1), 12))))
    return bound * (0.5 + chance / 2)
  }
}
