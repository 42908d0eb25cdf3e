package import Entitlements
package import Foundation

/// A user's entitlements at an instant, for the webhook.
package struct EntitlementSnapshot: Equatable, Sendable {
  /// Identifies the change; the same in repeated deliveries of the same entitlements.
  package var id: String
  package var user: ID<User>
  package var at: Date
  /// The entitlements at that instant, and later ones.
  package var entitlements: [Entitlement]

  package init(id: String, user: ID<User>, at: Date, entitlements: [Entitlement]) {
    self.id = id
    self.user = user
    self.at = at
    self.entitlements = entitlements
  }
}

/// Sends entitlement-change webhooks: live in `Stores`, scripted in tests. `notify` returns after
/// the receiver has confirmed.
package struct EntitlementWebhook: Sendable {
  package var notify: @Sendable (EntitlementSnapshot) async throws(WebhookError) -> Void

  package init(
    notify: @escaping @Sendable (EntitlementSnapshot) async throws(WebhookError) -> Void
  ) {
    self.notify = notify
  }
}

/// Why a webhook was not delivered.
package enum WebhookError: Error, Equatable, Sendable, CustomStringConvertible {
  case unreachable(StoreClientError.Fault)
  /// A status other than success, and the earliest time for a retry.
  case refused(http: Int, notBefore: Date?)
  case cancelled

  package var description: String {
    switch self {
    case .unreachable(let fault): "The webhook's address could not be reached: \(Self.text(fault))"
    case .refused(let http, _) where (300...399).contains(http):
      "The webhook's address answered \(http); redirections are not followed. Set the new address"
    case .refused(let http, _): "The webhook's address answered \(http); purser tries again later"
    case .cancelled: "it was cancelled"
    }
  }

  private static func text(_ fault: StoreClientError.Fault) -> String {
    switch fault {
    case .unresolved: "its name has no address. Check the name, and the network"
    case .refused: "the connection was refused. Check that the receiver is running"
    case .reset: "the connection broke; purser tries again later"
    case .timeout: "it took too long; purser tries again later"
    case .tls: "its certificate is not trusted. Check it, and this machine's clock"
    case .proxy: "the proxy refused. Check the proxy"
    }
  }
}
