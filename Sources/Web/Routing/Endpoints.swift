import Entitlements
package import Foundation
package import Logging
package import ServiceCore

/// All endpoint groups, in the order they are listed. They share the store of rejected documents.
package enum Endpoints {
  package static func states(
    _ configuration: WebConfiguration,
    _ core: WebDependencies
  ) -> [EndpointState] {
    var core = core
    core.rejects =
      core.rejects
      ?? configuration.rejectedFolder.map { RejectedDocuments(RejectedDocumentFiles($0)) }
    core.bundleIDs = Set(configuration.apps)
    core.packages = Set(configuration.packages)
    core.createsUsers = configuration.playFab?.createsPlayers ?? true
    core.quotas = core.quotas ?? FilingQuotas(configuration.quotas)
    let clients = [
      ValidateEndpoint.state(configuration, core), PlayFabEndpoints.state(configuration, core),
      VerifyEndpoint.state(configuration, core), UploadEndpoint.state(configuration, core),
    ]
    let hasApps =
      configuration.acceptsAnyApp || !configuration.apps.isEmpty || !configuration.packages.isEmpty
    return clients.map { hasApps ? $0 : $0.refusedWithoutApps } + [
      AppleNotificationEndpoint.state(configuration, core),
      AppleV1NotificationEndpoint.state(configuration, core),
      GoogleNotificationEndpoint.state(configuration, core),
      AmazonNotificationEndpoint.state(configuration, core),
      APIEndpoints.state(configuration, core),
    ]
  }
}

extension EndpointState {
  /// Without configured apps, a genuine purchase of anybody's app would grant entitlements.
  fileprivate var refusedWithoutApps: EndpointState {
    guard case .open(let group) = self else { return self }
    return .refused(
      name: group.name,
      reason: "no [[app]] in the settings names your apps (or --any-app)"
    )
  }
}

/// Dependencies of all endpoints.
package struct WebDependencies: Sendable {
  package var service: EntitlementService
  package var now: @Sendable () -> Date
  /// The requested number of unpredictable bytes.
  package var random: @Sendable (Int) -> [UInt8] = { count in
    (0..<count).map { _ in UInt8.random(in: .min ... .max) }
  }
  /// Fetches a small public document (a key set, a certificate) over HTTPS.
  package var fetch: @Sendable (_ url: String) async throws(FetchError) -> FetchedDocument
  package var log: Logger
  /// Stores rejected documents; `nil` stores none.
  package var rejects: RejectedDocuments?
  /// The configured apps: Apple bundle IDs and other stores' package names; empty accepts any.
  package var bundleIDs: Set<String> = []
  package var packages: Set<String> = []
  /// Whether a client's request may create a user.
  package var createsUsers = true
  /// Quotas of the client endpoints; `nil` means no quotas.
  package var quotas: FilingQuotas?

  package init(
    service: EntitlementService,
    now: @escaping @Sendable () -> Date = { Date() },
    fetch:
      @escaping @Sendable (_ url: String) async throws(FetchError) -> FetchedDocument,
    log: Logger
  ) {
    self.service = service
    self.now = now
    self.fetch = fetch
    self.log = log
  }
}

extension WebDependencies {
  func isOurs(app: String, at store: Store) -> Bool {
    let apps = store == .apple ? bundleIDs : packages
    return apps.isEmpty || apps.contains(app)
  }

  /// Whether a client may name this user: one that is known or may be created, and never one whom
  /// the ledger named.
  func admits(_ user: ID<User>?) async throws(ServiceError) -> Bool {
    guard let user else { return true }
    if createsUsers || user.isReserved { return !user.isReserved }
    return try await service.users.isKnown(user)
  }
}
