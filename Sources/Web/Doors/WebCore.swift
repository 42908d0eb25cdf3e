package import Foundation
package import Logging
package import ServiceCore

/// What every door works with.
package struct WebCore: Sendable {
  package var service: EntitlementService
  package var now: @Sendable () -> Date
  /// So many unpredictable bytes.
  package var random: @Sendable (Int) -> [UInt8]
  /// Gets a small public document (a key set, a certificate) over HTTPS.
  package var fetch: @Sendable (_ url: String) async throws(FetchError) -> FetchedDocument
  package var log: Logger
  /// Keeps what the doors refuse; `nil` keeps nothing.
  package var rejects: RejectRing?
  /// How much clients' endpoints file; `nil` counts nothing.
  package var quotas: FilingQuotas?

  package init(
    service: EntitlementService,
    now: @escaping @Sendable () -> Date = { Date() },
    random: @escaping @Sendable (Int) -> [UInt8] = { count in
      (0..<count).map { _ in UInt8.random(in: .min ... .max) }
    },
    fetch:
      @escaping @Sendable (_ url: String) async throws(FetchError) -> FetchedDocument,
    log: Logger,
    rejects: RejectRing? = nil,
    quotas: FilingQuotas? = nil
  ) {
    self.service = service
    self.now = now
    self.random = random
    self.fetch = fetch
    self.log = log
    self.rejects = rejects
    self.quotas = quotas
  }
}
