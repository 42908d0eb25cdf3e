package import Entitlements
package import Foundation

/// The documents of `Lives`, in days since 2026-01-01.
extension Lives {
  struct Period {
    var transactionID: String
    var chain: String
    var productID: String
    var kind: ProductKind
    var from: Double
    var until: Double?
    var cancelled: Double?
    var cancellation: Order.Cancellation?
    var offer: Order.Offer?
    var ownership: Order.Ownership?
  }

  package static func day(_ number: Double) -> Date {
    Date(timeIntervalSince1970: 1_767_225_600 + number * 86_400)
  }

  static func period(
    _ transactionID: String,
    chain: String = "1",
    _ from: Double,
    _ until: Double?,
    _ offer: Order.Offer? = nil,
    cancelled: Double? = nil,
    _ cancellation: Order.Cancellation? = nil,
    product: String = "pro.monthly",
    kind: ProductKind = .autoRenewable,
    ownership: Order.Ownership? = nil
  ) -> Period {
    Period(
      transactionID: transactionID,
      chain: chain,
      productID: kind == .autoRenewable ? product : "\(kind.rawValue).\(chain)",
      kind: kind,
      from: from,
      until: until,
      cancelled: cancelled,
      cancellation: cancellation,
      offer: offer,
      ownership: ownership
    )
  }

  static func said(
    _ on: Double,
    sales: [Period],
    for user: String? = nil,
    account: String? = nil,
    _ provenance: TrustBasis = .signature
  ) -> Filing {
    let document = document("sales-\(on)", on, provenance)
    let statementSource = StatementSource(document.id, at: day(on), provenance.authority)
    let orders = sales.map { order($0, statementSource) }
    let links = account.map { name in
      orders.map { Link(.appAccount, name, of: $0.chain, evidence: document.id) }
    }
    let attribution: Filing.Attribution =
      user.map { .user(ID($0)) } ?? account.map { .owner(orElse: ID($0)) }
      ?? .owner(orElse: ID("anonymous-\(sales.first?.chain ?? "")"))
    return Filing(
      document: document,
      attribution: attribution,
      facts: Facts(orders: orders, links: links ?? [])
    )
  }

  static func said(
    _ on: Double,
    _ conditions: [RenewalStatus.Condition],
    renews: Bool? = nil,
    next: String? = nil,
    for user: String? = nil,
    _ provenance: TrustBasis = .signature
  ) -> Filing {
    let document = document("standing-\(on)", on, provenance)
    let statementSource = StatementSource(document.id, at: day(on), provenance.authority)
    return Filing(
      document: document,
      attribution: user.map { .user(ID($0)) } ?? .nobody,
      facts: Facts(
        renewalStatuses: conditions.map {
          RenewalStatus(
            chain: chain("1"),
            condition: $0,
            renews: renews,
            nextProductID: next,
            statementSource: statementSource
          )
        },
        notices: [
          StoreEvent(.other, chain: chain("1"), detail: "TOLD", statementSource: statementSource)
        ]
      )
    )
  }

  static func rejected(_ on: Double, sales: [Period], for user: String) -> Filing {
    var filing = said(on, sales: sales, for: user)
    filing.document.verdict = .rejected(code: "wrong-app", at: nil, detail: "not ours")
    filing.facts = Facts()
    return filing
  }

  package static func act(_ on: Double, _ deed: OperatorAction.Kind) -> Filing {
    let document = document("act-\(on)", on, .operatorAct)
    let act = OperatorAction(
      deed,
      by: "an operator",
      statementSource: StatementSource(document.id, at: day(on))
    )
    var attribution = Filing.Attribution.nobody
    switch deed {
    case .grant(let user, _, _, _), .withdraw(let user, _, _): attribution = .user(user)
    default: break
    }
    return Filing(document: document, attribution: attribution, facts: Facts(acts: [act]))
  }

  private static func chain(_ id: String) -> ID<Subscription> {
    Subscription.id(
      store: .apple,
      environment: .production,
      app: "com.example.app",
      originalTransactionID: id
    )
  }

  private static func document(_ name: String, _ on: Double, _ provenance: TrustBasis) -> Document {
    Document(
      id: ID(name),
      store: provenance == .operatorAct ? nil : .apple,
      kind: provenance == .operatorAct ? "manual" : "jws-transaction",
      environment: .production,
      app: "com.example.app",
      bytes: Array(name.utf8),
      origin: provenance == .operatorAct ? .manual : .imported,
      provenance: provenance,
      verdict: .genuine,
      receivedAt: day(on + 0.01),
      statedAt: day(on),
      purchases: 0,
      user: nil
    )
  }

  private static func order(_ period: Period, _ statementSource: StatementSource) -> Order {
    Order(
      store: .apple,
      environment: .production,
      app: "com.example.app",
      transactionID: period.transactionID,
      originalTransactionID: period.chain,
      productID: period.productID,
      kind: period.kind,
      purchasedAt: day(period.from),
      originalPurchasedAt: day(0),
      expiresAt: period.until.map(day),
      cancelledAt: period.cancelled.map(day),
      cancellation: period.cancellation,
      offer: period.offer,
      terms: period.ownership.map { Order.Terms(ownership: $0, statementSource: statementSource) },
      statementSource: statementSource
    )
  }
}
