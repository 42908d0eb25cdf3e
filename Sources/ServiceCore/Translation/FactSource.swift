import Entitlements
import Foundation

/// The source of a fact: store, environment, app, document, time by the store's clock, and
/// authority.
struct FactSource {
  let store: Store
  let environment: Environment
  let app: String
  let authority: Authority
  let evidence: ID<Document>
  var statedAt: Date
  /// When the document arrived, by the local clock.
  var receivedAt: Date

  var statementSource: StatementSource { StatementSource(evidence, at: statedAt, authority) }

  /// The source at another time; unchanged for `nil`.
  func at(_ instant: Date?) -> FactSource {
    var factSource = self
    factSource.statedAt = instant?.kept ?? statedAt
    return factSource
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
    _ kind: StoreEvent.Kind,
    chain: String? = nil,
    order: String? = nil,
    detail: String? = nil
  ) -> StoreEvent {
    StoreEvent(
      kind,
      chain: chain?.usable.map(self.chain),
      order: order?.usable.map(self.order),
      detail: detail?.readable,
      statementSource: statementSource
    )
  }

  /// `nil` for a value that is not usable.
  func link(_ kind: Link.Kind, _ value: String?, of chain: String) -> Link? {
    value?.usable.map { Link(kind, $0, of: self.chain(chain), evidence: evidence) }
  }
}
