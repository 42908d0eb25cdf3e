package import Entitlements
package import Foundation

/// What a user is entitled to, for somebody outside who keeps it in mind.
package struct Announcement: Equatable, Sendable {
  /// The same whenever the same change is told again.
  package var id: String
  package var user: ID<User>
  package var at: Date
  /// What holds at that instant, or will later.
  package var entitlements: [Entitlement]

  package init(id: String, user: ID<User>, at: Date, entitlements: [Entitlement]) {
    self.id = id
    self.user = user
    self.at = at
    self.entitlements = entitlements
  }
}

/// Who tells changes to somebody outside, as the service core knows it: live in `Stores`, scripted in
/// tests. It returns when they have heard.
package struct Herald: Sendable {
  package var tell: @Sendable (Announcement) async throws(HeraldError) -> Void

  package init(
    tell: @escaping @Sendable (Announcement) async throws(HeraldError) -> Void
  ) {
    self.tell = tell
  }
}

/// Why they did not hear.
package enum HeraldError: Error, Equatable, Sendable, CustomStringConvertible {
  case unreachable(StoreClientError.Fault)
  /// An answer that is no success, and when the same is to be told again at the earliest.
  case refused(http: Int, notBefore: Date?)
  case cancelled

  package var description: String {
    switch self {
    case .unreachable(let fault): "The webhook's address could not be reached: \(Self.words(fault))"
    case .refused(let http, _) where (300...399).contains(http):
      "The webhook's address answered \(http), and redirections are not followed. Set the new address"
    case .refused(let http, _): "The webhook's address answered \(http); it is told again later"
    case .cancelled: "it was called off"
    }
  }

  private static func words(_ fault: StoreClientError.Fault) -> String {
    switch fault {
    case .unresolved: "its name has no address. Check the name, and the network"
    case .refused: "the connection was refused. Check whether anybody listens there"
    case .reset: "the connection broke; it is told again later"
    case .timeout: "it took too long; it is told again later"
    case .tls: "its certificate is not trusted. Check it, and this machine's clock"
    case .proxy: "the proxy refused. Check the proxy"
    }
  }
}
