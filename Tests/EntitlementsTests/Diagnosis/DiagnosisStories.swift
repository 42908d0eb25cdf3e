import Entitlements
import Foundation

/// Short words for case files: days since 2026-01-01, chains and users by a letter or a number.
enum Story {
  static func day(_ number: Double) -> Date {
    Date(timeIntervalSince1970: 1_767_225_600 + number * 86_400)
  }

  static func chain(
    _ name: String = "1",
    _ store: Store = .apple,
    _ environment: Environment = .production
  ) -> ID<Subscription> {
    Subscription.id(
      store: store,
      environment: environment,
      app: "app",
      originalTransactionID: name
    )
  }

  static func order(
    _ transaction: String,
    _ store: Store = .apple,
    _ environment: Environment = .production
  ) -> ID<Order> {
    Order.id(store: store, environment: environment, app: "app", transactionID: transaction)
  }

  /// A sale of the user ada for 9.99 dollars, told when it was made, unless said otherwise.
  static func sale(
    _ transaction: String,
    of product: String = "pro.monthly",
    chain: String = "1",
    kind: ProductKind = .autoRenewable,
    store: Store = .apple,
    environment: Environment = .production,
    from: Double,
    until: Double? = nil,
    cancelled: Double? = nil,
    as cancellation: Order.Cancellation? = nil,
    offer: Order.Offer? = nil,
    price: String? = "9.99",
    country: String? = "USA",
    ownership: Order.Ownership? = .purchased,
    quantity: Int = 1,
    user: String? = "ada",
    stated: Double? = nil,
    document: String? = nil,
    by authority: Authority = .full
  ) -> Order {
    let statementSource = StatementSource(
      ID(document ?? "sale-\(store.rawValue)-\(transaction)"),
      at: day(stated ?? cancelled ?? from),
      authority
    )
    let money = price.flatMap { price in Currency("USD").flatMap { Money(decimal: price, $0) } }
    return Order(
      store: store,
      environment: environment,
      app: "app",
      transactionID: transaction,
      originalTransactionID: chain,
      productID: product,
      kind: kind,
      quantity: quantity,
      purchasedAt: day(from),
      originalPurchasedAt: day(from),
      expiresAt: until.map(day),
      cancelledAt: cancelled.map(day),
      cancellation: cancellation,
      offer: offer,
      terms: price == nil && ownership == nil && country == nil
        ? nil
        : Order.Terms(
          price: money,
          country: country,
          ownership: ownership,
          statementSource: statementSource
        ),
      user: user.map { ID($0) },
      statementSource: statementSource
    )
  }

  static func coins(
    _ transaction: String = "c1",
    store: Store = .apple,
    environment: Environment = .production,
    from: Double = 0,
    cancelled: Double? = nil,
    quantity: Int = 1,
    user: String? = "ada"
  ) -> Order {
    sale(
      transaction,
      of: "coins.100",
      chain: transaction,
      kind: .consumable,
      store: store,
      environment: environment,
      from: from,
      cancelled: cancelled,
      as: cancelled == nil ? nil : .refunded,
      quantity: quantity,
      user: user
    )
  }

  static func said(
    _ condition: RenewalStatus.Condition = .running,
    on number: Double,
    renews: Bool? = nil,
    next: String? = nil,
    chain name: String = "1",
    store: Store = .apple
  ) -> RenewalStatus {
    RenewalStatus(
      chain: chain(name, store),
      condition: condition,
      renews: renews,
      nextProductID: next,
      statementSource: StatementSource(
        ID("said-\(store.rawValue)-\(name)-\(number)"),
        at: day(number)
      )
    )
  }

  static func told(
    _ kind: StoreEvent.Kind,
    on number: Double,
    chain name: String? = "1",
    order transaction: String? = nil,
    store: Store = .apple,
    document: String? = nil
  ) -> StoreEvent {
    StoreEvent(
      kind,
      chain: name.map { chain($0, store) },
      order: transaction.map { order($0, store) },
      statementSource: StatementSource(
        ID(document ?? "told-\(kind.rawValue)-\(number)"),
        at: day(number)
      )
    )
  }

  static func claim(_ user: String, on number: Double, _ document: String? = nil) -> Claim {
    Claim(
      ID(user),
      .named,
      StatementSource(ID(document ?? "claim-\(user)-\(number)"), at: day(number))
    )
  }

  static func document(
    _ id: String,
    received: Double,
    rejected code: String? = nil,
    purchases: Int = 1,
    kind: String = "app-receipt"
  ) -> DocumentRow {
    DocumentRow(
      id: ID(id),
      store: .apple,
      kind: kind,
      environment: .production,
      app: "app",
      byteCount: 1_000,
      verdict: code.map { .rejected(code: $0, at: nil, detail: "for a reason") } ?? .genuine,
      receivedAt: day(received),
      statedAt: day(received),
      purchases: purchases,
      user: ID("ada")
    )
  }
}

extension Story {
  /// A month of Google's, named by its order.
  static func google(
    _ number: Int = 1,
    from: Double = 0,
    cancelled: Double? = nil,
    as cancellation: Order.Cancellation? = .refunded
  ) -> Order {
    let id = "GPA.1234-5678-9012-0000\(number)"
    return sale(
      id,
      chain: id,
      store: .google,
      from: from,
      until: from + 30,
      cancelled: cancelled,
      as: cancelled == nil ? nil : cancellation
    )
  }
}
