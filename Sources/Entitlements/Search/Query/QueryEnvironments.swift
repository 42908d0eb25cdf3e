// Lists of purchases leave out the test environments unless the query names an environment.
extension Query {
  private static let tests: [Environment] = [.sandbox, .xcode]

  /// Whether a condition names an environment.
  package var namesEnvironment: Bool {
    mentions { if case .environments = $0 { true } else { false } }
  }

  /// The condition for rows that are not only of test environments; `nil` if the query names an
  /// environment, or the list is not one of purchases.
  ///
  /// Documents and events are listed as they arrived: a rejected one may have no environment.
  package func productionCondition(in list: RowList) -> Query? {
    guard !namesEnvironment else { return nil }
    let isProduction = Query.field(.environments([.production]))
    return switch list {
    case .orders, .subs, .ent: isProduction
    // The purchase that matches must be of production. Without a condition on purchases, users
    // without any are listed, too.
    case .users:
      mentions(\.isOnPurchases)
        ? isProduction : .or([isProduction, .not(.field(.environments(Self.tests)))])
    case .receipts, .events: nil
    }
  }

  /// The matching rows that `productionCondition(in:)` leaves out; `nil` if it leaves out none.
  package func leftOut(of list: RowList) -> Query? {
    guard let condition = productionCondition(in: list) else { return nil }
    // A user can have purchases in several environments; every other row is of one.
    let shown = list == .users ? Query.and([self, condition]) : condition
    return Query.and([self, .not(shown)]).normalized
  }

  /// The query with each condition replaced.
  package func replacing(_ replacement: (Field) -> Query) -> Query {
    switch self {
    case .everything, .word: self
    case .field(let field): replacement(field)
    case .not(let query): .not(query.replacing(replacement))
    case .and(let branches): .and(branches.map { $0.replacing(replacement) })
    case .or(let branches): .or(branches.map { $0.replacing(replacement) })
    }
  }

  /// Whether any condition is of that kind.
  package func mentions(_ isMeant: (Field) -> Bool) -> Bool {
    switch self {
    case .everything, .word: false
    case .field(let field): isMeant(field)
    case .not(let query): query.mentions(isMeant)
    case .and(let branches), .or(let branches): branches.contains { $0.mentions(isMeant) }
    }
  }
}

extension Query.Field {
  /// Whether the condition is about a purchase and not about its user.
  fileprivate var isOnPurchases: Bool {
    switch self {
    case .states, .stores, .environments, .kinds, .currencies, .price: true
    case .text(let field, _):
      switch field {
      case .order, .txn, .otxn, .token, .acct, .product, .app, .country: true
      case .user, .email, .name, .job, .note, .assigned, .mark, .key, .doc, .rejection: false
      }
    case .has(let possessions): possessions.contains(.family)
    case .qualities(let qualities): qualities != [.anonymous]
    case .time(let clock, _): clock == .purchased || clock == .refunded || clock.isAhead
    }
  }
}
