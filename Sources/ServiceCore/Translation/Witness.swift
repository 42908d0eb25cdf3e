import Entitlements
import Foundation

/// Of which shop, environment and app something is said, by which document, when by the store's
/// clock, and what its word is worth.
struct Witness {
  let store: Store
  let environment: Environment
  let app: String
  let authority: Authority
  let evidence: ID<Document>
  var statedAt: Date
  /// When the document came here, by our own clock.
  var receivedAt: Date

  var testimony: Testimony { Testimony(evidence, at: statedAt, authority) }

  /// The same witness at another time; unchanged where there is none.
  func at(_ instant: Date?) -> Witness {
    var witness = self
    witness.statedAt = instant?.kept ?? statedAt
    return witness
  }

  func chain(_ name: String) -> ID<Subscription> {
    Subscription.id(
      store: store,
      environment: environment,
      app: app,
      originalTransactionID: name
    )
  }

  func order(_ transactionID: String) -> ID<Order> {
    Order.id(store: store, environment: environment, app: app, transactionID: transactionID)
  }

  func notice(
    _ kind: Notice.Kind,
    chain: String? = nil,
    order: String? = nil,
    detail: String? = nil
  ) -> Notice {
    Notice(
      kind,
      chain: chain?.usable.map(self.chain),
      order: order?.usable.map(self.order),
      detail: detail?.readable,
      testimony: testimony
    )
  }

  /// `nil` for a value that names nothing.
  func link(_ kind: Link.Kind, _ value: String?, of chain: String) -> Link? {
    value?.usable.map { Link(kind, $0, of: self.chain(chain), evidence: evidence) }
  }
}
