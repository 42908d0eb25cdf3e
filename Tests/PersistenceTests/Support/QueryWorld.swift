import Entitlements
import Foundation
import GRDB
import TestSupport

@testable import Persistence

/// A small ledger, and everything in it as plain values: what a query must find follows from them
/// without any SQL.
struct QueryWorld {
  let ledger: Ledger
  let dossiers: [UserDetails]
  let lives: [ID<Subscription>: [Phase]]

  init(_ numbers: inout Numbers) async throws {
    let ledger = try Ledger.inMemory()
    _ = try await ledger.file((0..<6).map { Self.filing($0, &numbers) })
    let users = try await ledger.search.users(matching: now(.everything), at: .first, limit: 100)
      .rows
    var dossiers: [UserDetails] = []
    for user in users {
      if let userDetails = try await ledger.users.details(of: user.id) {
        dossiers.append(userDetails)
      }
    }
    let chains = Set(dossiers.flatMap(\.orders).map(\.chain))
    lives = try await ledger.database.read { db in
      var lives: [ID<Subscription>: [Phase]] = [:]
      for chain in chains {
        if let name = Subscription.Name(chain) { lives[chain] = try db.phases(of: name) }
      }
      return lives
    }
    (self.ledger, self.dossiers) = (ledger, dossiers)
  }

  static let names = ["Ada Lovelace", "adam", "José Ørsted", "o'hara \"x\"", "100% _you_"]
  static let emails = ["ada@example.com", "ADA@example.com.au", "x@y"]
  static let products = ["gold.monthly", "Gold.yearly", "coins%50", "coins_50"]

  private static func filing(_ number: Int, _ numbers: inout Numbers) -> Filing {
    let isSandbox = numbers.below(4) == 0
    let sales = (0..<numbers.below(4)).map { sale in
      let from = Double(numbers.below(30))
      let isRenewable = numbers.below(3) > 0
      let chain = isRenewable && numbers.below(2) == 0 ? "chain \(number)" : nil
      return Sale(
        "\(number)-\(sale)",
        chain: chain,
        productID: numbers.pick(products),
        kind: isRenewable ? .autoRenewable : numbers.pick([.consumable, .nonConsumable]),
        from: from,
        until: isRenewable ? from + Double(1 + numbers.below(20)) : nil,
        cancelled: numbers.below(5) == 0 ? from + 1 : nil,
        offer: numbers.below(4) == 0 ? .trial : nil
      )
    }
    var filing = Filing.receipt(
      "receipt \(number)",
      on: Double(numbers.below(25)),
      for: .user(ID(numbers.pick(["u-", "U-"]) + "\(number)")),
      sales,
      userName: numbers.below(4) == 0 ? nil : numbers.pick(names),
      userEmail: numbers.below(3) == 0 ? nil : numbers.pick(emails)
    )
    let statementSource = StatementSource(filing.document.id, at: filing.document.receivedAt)
    filing.document.environment = isSandbox ? .sandbox : .production
    filing.facts.orders = filing.facts.orders.map { order in
      Order(
        store: order.store,
        environment: isSandbox ? .sandbox : .production,
        app: order.app,
        transactionID: order.transactionID,
        originalTransactionID: order.originalTransactionID,
        productID: order.productID,
        kind: order.kind,
        purchasedAt: order.purchasedAt,
        originalPurchasedAt: order.originalPurchasedAt,
        expiresAt: order.expiresAt,
        cancelledAt: order.cancelledAt,
        cancellation: order.cancelledAt == nil
          ? nil : numbers.pick([nil, .refunded, .revoked, .upgraded]),
        offer: order.offer,
        terms: numbers.below(3) == 0
          ? nil
          : Order.Terms(
            price: Currency(numbers.pick(["USD", "EUR"])).map {
              Money(nanos: Int64(numbers.below(4)) * 5_000_000_000, $0)
            },
            country: numbers.pick([nil, "US", "DEU"]),
            ownership: numbers.pick([nil, .purchased, .familyShared]),
            statementSource: statementSource
          ),
        statementSource: order.statementSource
      )
    }
    return filing
  }
}

extension Numbers {
  mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[below(elements.count)]
  }

  /// A tree of conditions, some of which something in a `QueryWorld` meets.
  mutating func query(depth: Int = 2) -> Query {
    switch depth > 0 ? below(6) : 5 {
    case 0: .not(query(depth: depth - 1))
    case 1, 2: .and((0..<2 + below(2)).map { _ in query(depth: depth - 1) })
    case 3: .or((0..<2 + below(2)).map { _ in query(depth: depth - 1) })
    default: .field(field())
    }
  }

  private mutating func field() -> Query.Field {
    switch below(16) {
    case 0: .text(.user, [text(["u-1", "U-2", "u-", "-3", ""])])
    case 1: .text(.email, [text(["ada@example.com", "Ada@", "example", "@", "%"])])
    case 2: .text(.name, [text(["ada", "LOVE", "jose", "hara", "o'h", "%", "_you", "a", ""])])
    case 3: .text(.product, [text(["gold.monthly", "Gold", "coins_", "50", "%"])])
    case 4: .text(.txn, [text(["1-0", "2-", "-1", "chain 1"])])
    case 5: .text(.otxn, [text(["chain 1", "chain", "2-0", "hain"])])
    case 6: .states([pick(SubscriptionState.allCases), pick(SubscriptionState.allCases)])
    case 7: .environments([pick(Environment.allCases)])
    case 8: .kinds([pick(ProductKind.allCases)])
    case 9:
      .currencies(["USD", "EUR", "JPY"].compactMap { Currency($0) }.filter { _ in below(2) == 0 })
    case 10: .price([price()])
    case 11: .text(.country, [.exact(pick(["us", "DE", "deu", "FR"]))])
    case 12: .time(.purchased, [range()])
    case 13: .time(.expires, [range()])
    case 14: .has([pick([.entitlement, .family])])
    default: .qualities([.active])
    }
  }

  private mutating func text(_ texts: [String]) -> Query.TextMatch {
    let text = pick(texts)
    return switch below(3) {
    case 0: .exact(text)
    case 1: .prefix(text)
    default: .contains(text)
    }
  }

  private mutating func range() -> Query.TimeRange {
    let from = day(Double(below(40)))
    return Query.TimeRange(
      from: below(3) == 0 ? nil : from,
      until: below(3) == 0 ? nil : from.addingTimeInterval(Double(1 + below(20)) * 86_400)
    )
  }

  private mutating func price() -> Query.PriceRange {
    let from = Int64(below(4)) * 5_000_000_000
    return Query.PriceRange(
      from: below(3) == 0 ? nil : from,
      through: below(3) == 0 ? nil : from + 5_000_000_000,
      currency: below(2) == 0 ? nil : Currency("USD")
    )
  }
}
