import Entitlements
import Foundation
import TestSupport

extension Filing {
  /// The same facts, as another document says them for somebody else.
  func told(again name: String, for user: String) -> Filing {
    var filing = self
    filing.document = Document(
      id: ID("\(document.id.raw) \(name)"),
      store: document.store,
      kind: document.kind,
      environment: document.environment,
      app: document.app,
      bytes: Array(name.utf8),
      provenance: document.provenance,
      verdict: .genuine,
      receivedAt: document.receivedAt.addingTimeInterval(60),
      statedAt: document.statedAt?.addingTimeInterval(60),
      purchases: document.purchases,
      user: nil
    )
    filing.key = key.map { "\($0) \(name)" }
    filing.attribution = .user(ID(user))
    filing.facts = filing.facts.resting(on: filing.document.id) { $0 }
    return filing
  }
}

extension Facts {
  /// The same facts out of one document; acts are left out.
  func resting(on document: ID<Document>, chains rename: (String) -> String) -> Facts {
    func chain(_ id: ID<Subscription>) -> ID<Subscription> {
      guard let name = Subscription.Name(id) else { return id }
      return Subscription.id(
        store: name.store,
        environment: name.environment,
        app: name.app,
        originalTransactionID: rename(name.originalTransactionID)
      )
    }
    func said(_ statementSource: StatementSource) -> StatementSource {
      StatementSource(document, at: statementSource.statedAt)
    }
    return Facts(
      orders: orders.map { order in
        Order(
          store: order.store,
          environment: order.environment,
          app: order.app,
          transactionID: rename(order.transactionID),
          originalTransactionID: rename(order.originalTransactionID),
          webOrderLineItemID: order.webOrderLineItemID,
          productID: order.productID,
          kind: order.kind,
          quantity: order.quantity,
          purchasedAt: order.purchasedAt,
          originalPurchasedAt: order.originalPurchasedAt,
          expiresAt: order.expiresAt,
          cancelledAt: order.cancelledAt,
          cancellation: order.cancellation,
          offer: order.offer,
          terms: order.terms.map {
            Order.Terms(
              price: $0.price,
              country: $0.country,
              ownership: $0.ownership,
              statementSource: said($0.statementSource)
            )
          },
          statementSource: said(order.statementSource)
        )
      },
      renewalStatuses: renewalStatuses.map {
        RenewalStatus(
          chain: chain($0.chain),
          condition: $0.condition,
          renews: $0.renews,
          nextProductID: $0.nextProductID,
          paidUntil: $0.paidUntil,
          statementSource: said($0.statementSource)
        )
      },
      notices: notices.map {
        StoreEvent(
          $0.kind,
          chain: $0.chain.map(chain),
          detail: $0.detail,
          statementSource: said($0.statementSource)
        )
      },
      links: links.map { Link($0.kind, rename($0.value), of: chain($0.chain), evidence: document) }
    )
  }
}

extension Lives.Life {
  /// All of it as one document of `dataSubject`, whose chains are nobody else's.
  func told(by dataSubject: String) -> Filing {
    var facts = Facts()
    for filing in filings where filing.document.verdict == .genuine {
      facts.orders += filing.facts.orders
      facts.renewalStatuses += filing.facts.renewalStatuses
      facts.notices += filing.facts.notices
      facts.links += filing.facts.links
    }
    var filing = filings[1].told(again: dataSubject, for: dataSubject)
    filing.facts = facts.resting(on: filing.document.id) { "\($0)-\(dataSubject)" }
    return filing
  }
}

extension Catalog {
  /// Sells rights, uses and coins, one in the other.
  static let bundles = Catalog(
    version: "1",
    items: [
      Item(id: "pro", products: [Product(.apple, "pro.monthly")], entitlements: ["pro", "news"]),
      Item(
        id: "box",
        products: [Product(.google, "box"), Product(.apple, "box")],
        contents: [Content("potion", count: 3), Content("coins", count: 2)]
      ),
      Item(id: "potion", kind: .consumable, uses: 5),
      Item(id: "coins", kind: .consumable, balances: [Amount(100, "GO")]),
    ]
  )
}

extension Numbers {
  /// Filings of so many people, each with some chains in several stores, of all kinds and states.
  static func people(of count: Int, seed: UInt64, isOneAccount: Bool = false) -> [Filing] {
    var numbers = Numbers(seed: seed)
    return (0..<count).map { numbers.dataSubject($0, isOneAccount: isOneAccount) }
  }

  private mutating func dataSubject(_ number: Int, isOneAccount: Bool) -> Filing {
    let name = "person-\(number)"
    let document = Document(
      id: ID("document of \(name)"),
      store: nil,
      kind: "generated",
      environment: nil,
      app: nil,
      bytes: (0..<below(90)).map { UInt8($0) },
      provenance: .signature,
      verdict: .genuine,
      receivedAt: instant(),
      statedAt: below(3) == 0 ? nil : instant(),
      purchases: 0,
      user: nil
    )
    var facts = Facts()
    for chain in 0..<below(6) { add("\(name)-\(chain)", to: &facts, by: document.id) }
    return Filing(
      key: below(2) == 0 ? nil : "key of \(name)",
      document: document,
      attribution: .user(ID(name)),
      facts: facts,
      isOneAccount: isOneAccount,
      userName: "Gaël \(number)",
      userEmail: below(3) == 0 ? nil : "\(number)@example.com"
    )
  }

  private mutating func add(_ name: String, to facts: inout Facts, by document: ID<Document>) {
    let kind = pick(ProductKind.allCases)
    let root = sale(name, root: name, kind, nil, document)
    facts.orders.append(root)
    for renewal in 1..<1 + (kind == .autoRenewable ? below(9) : 1) {
      facts.orders.append(sale("\(name)-\(renewal)", root: name, kind, root, document))
    }
    // What is said twice, and of a sale already listed.
    if below(4) == 0 { facts.orders.append(facts.orders[below(facts.orders.count)]) }
    if below(5) == 0 {
      let (statedAt, expiresAt) = (instant(), instant())
      facts.orders.append(
        root.changing {
          $0.statementSource.statedAt = statedAt
          $0.expiresAt = expiresAt
        }
      )
    }
    for _ in 0..<below(4) {
      let renewalStatus = RenewalStatus(
        chain: root.chain,
        condition: condition(),
        renews: pick([true, false, nil]),
        nextProductID: pick([nil, "pro.yearly"]),
        paidUntil: pick([nil, instant()]),
        statementSource: StatementSource(document, at: instant())
      )
      facts.renewalStatuses += Array(repeating: renewalStatus, count: 1 + below(2))
    }
    facts.notices += [
      StoreEvent(
        pick(StoreEvent.Kind.allCases),
        chain: root.chain,
        order: root.id,
        statementSource: root.statementSource
      ),
      StoreEvent(.test, detail: "said", statementSource: root.statementSource),
    ]
    if below(4) == 0 {
      let former = "purchaseToken \(name.dropLast())\(below(6))"
      facts.links.append(Link(.predecessor, former, of: root.chain, evidence: document))
    }
    for kind in [Link.Kind.purchaseToken, .appAccount, .storeOrder] where below(2) == 0 {
      // Some of them are those of another chain of the same person.
      let value = "\(kind) \(below(2) == 0 ? name : String(name.dropLast()))"
      let link = Link(kind, value, of: root.chain, evidence: document)
      facts.links += Array(repeating: link, count: 1 + below(2))
    }
  }

  private mutating func sale(
    _ id: String,
    root: String,
    _ kind: ProductKind,
    _ like: Order?,
    _ document: ID<Document>
  ) -> Order {
    let from = instant()
    return Order(
      store: like?.store ?? pick(Store.allCases),
      environment: like?.environment ?? pick(Environment.allCases),
      app: like?.app ?? pick(["com.example.one", "com.example.two"]),
      transactionID: id,
      originalTransactionID: root,
      webOrderLineItemID: pick([nil, "9\(id)"]),
      productID: pick(["pro.monthly", "pro.yearly", "box", "unheard of"]),
      kind: kind,
      quantity: 1 + below(3),
      purchasedAt: from,
      originalPurchasedAt: pick([from, instant()]),
      expiresAt: kind == .consumable ? nil : from.addingTimeInterval(Double(below(60)) * 86_400),
      cancelledAt: below(5) == 0 ? instant() : nil,
      cancellation: pick(Order.Cancellation.allCases + [nil]),
      offer: pick([nil, nil, .trial, .introductory, .promotional("spring")]),
      terms: pick([
        nil,
        Order.Terms(
          price: Currency("EUR").map { Money(nanos: 9_990_000_000, $0) },
          country: "DE",
          ownership: pick(Order.Ownership.allCases + [nil]),
          statementSource: StatementSource(document, at: instant())
        ),
      ]),
      statementSource: StatementSource(document, at: instant())
    )
  }

  private mutating func condition() -> RenewalStatus.Condition {
    pick([
      .running, .gracePeriod(until: instant()), .billingRetry(until: nil),
      .billingRetry(until: instant()), .paused(until: nil), .paused(until: instant()),
      .ended(pick(ExpiryReason.allCases)), .revoked(at: instant()), .pending,
    ])
  }

  /// Within four months, on some of few instants, and now and then a part of a millisecond later.
  private mutating func instant() -> Date {
    Lives.day(Double(below(120))).addingTimeInterval(
      below(4) == 0 ? Double(next() % 9_999) / 3e4 : 0
    )
  }
}
