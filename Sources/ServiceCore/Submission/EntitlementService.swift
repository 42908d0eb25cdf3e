package import Entitlements
package import Foundation
package import Persistence
package import Receipts

/// Why the service could not answer.
package enum ServiceError: Error, Equatable, Sendable, CustomStringConvertible {
  case ledger(LedgerError)
  case store(StoreClientError)
  /// The caller has used up its filing quota until then.
  case overQuota(until: Date)

  /// Whether a later retry may succeed: the cause is not in the request.
  package var isRetryable: Bool {
    switch self {
    case .store, .overQuota: true
    case .ledger(.refused), .ledger(.unusableText), .ledger(.generatedAmongReal): false
    case .ledger: true
    }
  }

  package var description: String {
    switch self {
    case .ledger(let error): error.description
    case .store(let error): error.description
    case .overQuota: "a filing quota is used up; raise it in [serve.quotas] or wait"
    }
  }
}

/// The service core that the dashboard, the command line and the web endpoints share: one interface
/// for each use.
package struct EntitlementService: Sendable {
  let ledger: Ledger
  package let reader: DocumentReader
  let receipts: ReceiptVerifier
  let stores: [Store: StoreClient]
  let policy: JobPolicy
  let world: Dependencies
  let entitlementWebhook: EntitlementWebhook?
  let directory: Directory?
  let anonymousQueries: AnonymousQueryLimiter

  /// Without a `reader`, app receipts are verified, and documents that need a key or certificate
  /// are rejected. Without a client for a store it is not queried, without a webhook no changes are
  /// sent, and without a directory nobody is asked who a user is.
  package init(
    ledger: Ledger,
    receipts: ReceiptVerifier,
    reader: DocumentReader? = nil,
    stores: [Store: StoreClient] = [:],
    policy: JobPolicy = JobPolicy(),
    world: Dependencies = .live,
    entitlementWebhook: EntitlementWebhook? = nil,
    directory: Directory? = nil
  ) {
    self.ledger = ledger
    self.stores = stores
    self.policy = policy
    self.receipts = receipts
    self.reader = reader ?? DocumentReader(receipts: receipts)
    self.world = world
    self.entitlementWebhook = entitlementWebhook
    self.directory = directory
    anonymousQueries = AnonymousQueryLimiter(now: world.now)
  }

  package var submissions: Submissions { Submissions(service: self) }
  package var notifications: Notifications { Notifications(service: self) }
  package var storeQueries: StoreQueries { StoreQueries(service: self) }
  package var jobs: Jobs { Jobs(service: self) }
  package var actions: OperatorActions { OperatorActions(service: self) }
  package var users: Users { Users(service: self) }
  package var profiles: UserProfiles { UserProfiles(service: self) }
  package var directoryProfiles: DirectoryProfiles { DirectoryProfiles(service: self) }
  package var playFab: PlayFabPlayers { PlayFabPlayers(service: self) }
  package var inspection: DocumentInspection { DocumentInspection(service: self) }
  package var maintenance: LedgerMaintenance { LedgerMaintenance(service: self) }
  package var sharedLog: SharedLogAccess { SharedLogAccess(service: self) }
}

/// One interface of the service.
protocol ServiceInterface: Sendable {
  var service: EntitlementService { get }
}

extension ServiceInterface {
  var ledger: Ledger { service.ledger }
  var reader: DocumentReader { service.reader }
  var stores: [Store: StoreClient] { service.stores }
  var policy: JobPolicy { service.policy }
  var world: Dependencies { service.world }

  func now() -> Date { service.world.now() }

  func client(of store: Store) throws(ServiceError) -> StoreClient {
    guard let client = stores[store] else {
      throw .store(.notConfigured(store, missing: "its section"))
    }
    return client
  }

  /// Runs a ledger operation and wraps its error.
  func wrapping<Answer>(
    _ operation: @autoclosure () async throws(LedgerError) -> Answer
  ) async throws(ServiceError) -> Answer {
    do throws(LedgerError) {
      return try await operation()
    } catch {
      throw .ledger(error)
    }
  }

  /// Runs a request to a store and wraps its error.
  func wrapping<Answer>(
    store operation: @autoclosure () async throws(StoreClientError) -> Answer
  ) async throws(ServiceError) -> Answer {
    do throws(StoreClientError) {
      return try await operation()
    } catch {
      throw .store(error)
    }
  }
}

/// The ledger's catalogs.
extension EntitlementService: ServiceInterface {
  var service: EntitlementService { self }

  /// The primary catalog, which decides what sales grant.
  package func primaryCatalog() async throws(ServiceError) -> Catalog? {
    try await wrapping(try await ledger.catalogs.all().first)
  }

  /// The catalog of this version, or the primary one.
  package func catalog(_ version: String? = nil) async throws(ServiceError) -> CatalogIndex? {
    try await wrapping(try await ledger.catalogs.find(version))
  }
}

/// Injected clock, randomness and sleep of the service core.
package struct Dependencies: Sendable {
  package var now: @Sendable () -> Date
  /// A uniform random number, at least 0 and less than 1.
  package var chance: @Sendable () -> Double
  /// Sleeps for the duration; throws if the task is cancelled.
  package var sleep: @Sendable (Duration) async throws -> Void

  package init(
    now: @escaping @Sendable () -> Date,
    chance: @escaping @Sendable () -> Double = { Double.random(in: 0..<1) },
    sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
  ) {
    self.now = now
    self.chance = chance
    self.sleep = sleep
  }

  package static let live = Dependencies(now: { Date() })
}
