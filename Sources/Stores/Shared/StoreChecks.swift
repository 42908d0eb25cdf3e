import Entitlements
import ServiceCore

/// Errors for operations that no client supports.
enum UnsupportedOperations {
  /// A query or action of another store: no setting helps.
  static func otherStore(_ store: Store) -> StoreClientError {
    .status(store, http: 400, code: "OtherStore", .final)
  }

  /// The requested environment. No server knows purchases of Xcode's local store.
  static func environment(
    _ shop: StoreScope,
    _ store: Store
  ) throws(StoreClientError) -> Environment? {
    if shop.environment == .xcode { throw .status(store, http: 404, code: "Xcode", .final) }
    return shop.environment
  }
}

extension StoreCheck {
  static func of(
    _ service: String,
    store: Store,
    _ attempt: () async throws(StoreClientError) -> Void
  ) async -> StoreCheck {
    do throws(StoreClientError) {
      try await attempt()
      return StoreCheck(service: service, state: .ok)
    } catch {
      if case .notConfigured(_, let missing) = error {
        return StoreCheck(
          service: service,
          state: .notConfigured,
          remedy: "Set \(missing) in the settings file"
        )
      }
      return StoreCheck(service: service, state: .failed(error), remedy: remedy(error, store))
    }
  }

  private static func remedy(_ error: StoreClientError, _ store: Store) -> String {
    switch error {
    case .unreachable(_, .unresolved): "Check the address in the settings, and DNS"
    case .unreachable(_, .refused):
      "Check the firewall and the address in the settings, and try again"
    case .unreachable(_, .tls): "Check this machine's clock, and add the proxy's root if it has one"
    case .unreachable(_, .proxy): "Check the proxy's address, user and password in the settings"
    case .unreachable: "Check the network and the firewall, and try again"
    case .throttled: "Wait, or lower the rates in the settings"
    case .status(_, 404, "applicationNotFound"?, _):
      "Google knows no app of this package name: correct packages in the settings, and publish the app"
        + " to a test track at least"
    case .status(_, let http, _, .operatorAction): refusal(http, store)
    case .unusable: "Check the address in the settings: it is not the store's service"
    default: "Try again later"
    }
  }

  private static func refusal(_ http: Int, _ store: Store) -> String {
    if (300...399).contains(http) || http == 404 { return "Check the address in the settings" }
    if http == 407 { return "Check the proxy's user and password in the settings" }
    return switch store {
    case .apple:
      """
      Check the key's ID, its issuer and the bundle ID; it must be an In-App Purchase key, and this \
      machine's clock must be right
      """
    case .google:
      """
      Invite the service account in the Play Console with access to orders (it takes up to two days), \
      and check this machine's clock
      """
    case .microsoft: "Check tenant, client and secret, and the client's entry in the Partner Center"
    case .amazon: "Check the shared secret of the developer console"
    }
  }
}
