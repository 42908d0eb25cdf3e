package import Entitlements
import Foundation
package import Persistence

/// The shared log that the ledger follows, if it follows one.
package struct SharedLogAccess: ServiceInterface {
  let service: EntitlementService

  /// `nil` for a ledger that stands alone.
  package var status: SharedLogStatus? { ledger.log?.status }

  /// How many processes share the stores' limits.
  package var storeAskers: Int { ledger.log?.storeAskers ?? 1 }

  /// Whether this process does what only one node should do.
  package func holds(_ lease: LogLease) async -> Bool { await ledger.log?.holds(lease) ?? true }

  /// Does the work of one request, whose waits for the log together take no longer than a client
  /// should wait for a refusal.
  package func asOneRequest<Answer>(
    isolation: isolated (any Actor)? = #isolation,
    _ work: () async -> Answer
  ) async -> Answer {
    guard ledger.log != nil else { return await work() }
    let budget = LogWaitBudget(.milliseconds(1500))
    return await LogWaitBudget.$current.withValue(budget, operation: work)
  }

  /// Waits until the ledger holds what an earlier answer of any node told of.
  ///
  /// - Returns: False if that takes too long, or if the position is of another log.
  package func wait(for position: LogPosition) async -> Bool {
    guard let log = ledger.log else { return false }
    guard position.part == log.status.part else { return false }
    return await log.waitUntilApplied(position.number, upTo: .seconds(1))
  }
}

/// A position in one of the logs that share a database, as clients get and send it: `0:4711`.
package struct LogPosition: Equatable, Sendable {
  package var part: Int32
  package var number: Int64

  package init(part: Int32, number: Int64) { (self.part, self.number) = (part, number) }

  package init?(_ text: String) {
    let words = text.split(separator: ":", omittingEmptySubsequences: false)
    guard words.count == 2, let part = Int32(words[0]), let number = Int64(words[1]), part >= 0,
      number >= 0
    else { return nil }
    self.init(part: part, number: number)
  }

  package var text: String { "\(part):\(number)" }
}
