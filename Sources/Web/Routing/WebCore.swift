import Entitlements
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
  /// The apps that are ours, by Apple's names and by the other stores'; none where any is accepted.
  package var bundleIDs: Set<String> = []
  package var packages: Set<String> = []
  /// Whether a client's request makes a user who is not known yet.
  package var createsUsers = true
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

extension WebCore {
  func isOurs(app: String, at store: Store) -> Bool {
    let apps = store == .apple ? bundleIDs : packages
    return apps.isEmpty || apps.contains(app)
  }

  /// Whether a client may speak for this user: one who is known, or who may be made.
  func admits(_ user: ID<User>?) async throws(ServiceError) -> Bool {
    guard !createsUsers, let user else { return true }
    return try await service.isKnown(user)
  }
}
