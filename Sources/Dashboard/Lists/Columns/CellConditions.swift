import Basics
import Entitlements
import Foundation

extension Record {
  /// A query for rows with the same value in a column; `nil` if the column cannot be queried.
  func condition(in column: String, at now: Date) -> Query? {
    switch self {
    case .user(let row): row.condition(in: column, at: now)
    case .order(let row): row.order.condition(in: column, at: now)
    case .subscription(let row): row.condition(in: column)
    case .entitlement(let row): row.condition(in: column, at: now)
    case .document(let row): row.condition(in: column)
    case .notice(let row): row.condition(in: column)
    case .job, .audit: nil
    }
  }
}

extension Query {
  /// The exact text; without one, rows whose field is empty.
  fileprivate static func text(_ field: TextField, _ value: String?) -> Query {
    value.map { .field(.text(field, [.exact($0)])) } ?? .not(.field(.text(field, [.prefix("")])))
  }

  /// The day in UTC that contains the instant.
  fileprivate static func day(_ clock: Clock, _ instant: Date?) -> Query? {
    guard let instant, let time = CivilTime(instant, offset: 0), time.year > 0 else { return nil }
    let start = CivilTime.midnight(year: time.year, month: time.month, day: time.day, offset: 0)
    let range = TimeRange(from: start, until: start.addingTimeInterval(86_400))
    return .field(.time(clock, [range]))
  }

  fileprivate static func environment(_ environment: Environment?) -> Query? {
    environment.map { .field(.environments([$0])) }
  }

  fileprivate static func store(_ store: Store?) -> Query? { store.map { .field(.stores([$0])) } }

  fileprivate static func state(_ state: SubscriptionState?) -> Query? {
    state.map { .field(.states([$0])) }
  }
}

extension UserRow {
  fileprivate func condition(in column: String, at now: Date) -> Query? {
    switch column {
    case "id": .text(.user, id.raw)
    case "name": .text(.name, name)
    case "email": .text(.email, email)
    case "state": .state(leading?.state(at: now))
    case "environment": .environment(leading?.environment ?? environments.first)
    case "productId": leading.map { .text(.product, $0.productID) }
    case "stores": .store(stores.first)
    case "lastPurchasedAt":
      lastPurchasedAt == .distantPast ? nil : .day(.purchased, lastPurchasedAt)
    default: nil
    }
  }
}

extension Order {
  fileprivate func condition(in column: String, at now: Date) -> Query? {
    switch column {
    case "purchasedAt": .day(.purchased, purchasedAt)
    case "expiresAt": .day(.expires, accessUntil)
    case "state": .state(state(at: now))
    case "environment": .environment(environment)
    case "productId": .text(.product, productID)
    case "user": .text(.user, user?.raw)
    case "kind": .field(.kinds([kind]))
    case "transactionId": .text(.txn, transactionID)
    case "store": .store(store)
    default: nil
    }
  }
}

extension SubscriptionRow {
  fileprivate func condition(in column: String) -> Query? {
    let name = Subscription.Name(id)
    return switch column {
    case "productId": .text(.product, productID)
    case "state": .state(phase?.state)
    case "environment": .environment(name?.environment)
    case "user": .text(.user, user?.raw)
    case "accessUntil": .day(.expires, accessUntil)
    case "originalTransactionId": name.map { .text(.otxn, $0.originalTransactionID) }
    case "store": .store(name?.store)
    default: nil
    }
  }
}

extension Entitlement {
  fileprivate func condition(in column: String, at now: Date) -> Query? {
    let isActive = Query.field(.qualities([.active]))
    return switch column {
    case "user": .text(.user, user.raw)
    case "key": .text(.key, key)
    case "active": self.isActive(at: now) ? isActive : .not(isActive)
    case "environment": .environment(environment)
    case "until": .day(.expires, until)
    default: nil
    }
  }
}

extension DocumentRow {
  fileprivate func condition(in column: String) -> Query? {
    let isRejected = Query.field(.has([.error]))
    return switch column {
    case "receivedAt": .day(.received, receivedAt)
    case "verdict": verdict == .genuine ? .not(isRejected) : isRejected
    case "environment": .environment(environment)
    case "user": .text(.user, user?.raw)
    case "app": .text(.app, app)
    default: nil
    }
  }
}

extension EventRow {
  fileprivate func condition(in column: String) -> Query? {
    let name = notice.chain.flatMap { Subscription.Name($0) }
    return switch column {
    case "kind": .word(notice.kind.rawValue)
    case "environment": .environment(name?.environment)
    case "user": .text(.user, user?.raw)
    case "chain": name.map { .text(.otxn, $0.originalTransactionID) }
    case "store": .store(name?.store)
    case "receivedAt": .day(.received, receivedAt)
    default: nil
    }
  }
}

extension ListKind {
  /// The sort order of a column; `nil` if the ledger has no index for it.
  func sort(by column: String) -> RowSort? {
    let sort: RowSort? =
      switch column {
      case "id", "transactionId", "originalTransactionId": .id
      case "name": .name
      case "email": .email
      case "lastPurchasedAt", "purchasedAt": .purchased
      case "startedAt": .started
      case "accessUntil": .expires
      case "user": .user
      case "receivedAt": .received
      case "happenedAt": .happened
      default: nil
      }
    return sort.flatMap { searched?.sorts.contains($0) == true ? $0 : nil }
  }

  /// The clock of a column's times; `nil` if the column shows none that can be queried.
  func clock(of column: String) -> Query.Clock? {
    switch (self, column) {
    case (.users, "lastPurchasedAt"), (.orders, "purchasedAt"): .purchased
    case (.orders, "expiresAt"), (.subs, "accessUntil"), (.ent, "until"): .expires
    case (.receipts, "receivedAt"), (.events, "receivedAt"): .received
    default: nil
    }
  }

  /// All possible values of a column; empty if they are unlimited.
  func vocabulary(of column: String) -> [Query] {
    guard self != .events || column != "kind" else {
      return StoreEvent.Kind.allCases.map { .word($0.rawValue) }
    }
    return switch column {
    case "state": SubscriptionState.allCases.map { .field(.states([$0])) }
    case "environment": Environment.allCases.map { .field(.environments([$0])) }
    case "store", "stores": Store.allCases.map { .field(.stores([$0])) }
    case "kind" where self == .orders: ProductKind.allCases.map { .field(.kinds([$0])) }
    case "active": [Query.field(.qualities([.active]))].flatMap { [$0, .not($0)] }
    case "verdict": [Query.field(.has([.error]))].flatMap { [$0, .not($0)] }
    default: []
    }
  }
}

extension RowSort {
  /// Whether the default direction is descending.
  var isDescending: Bool {
    switch self {
    case .purchased, .started, .expires, .received, .happened: true
    case .id, .user, .name, .email: false
    }
  }

  /// What comes first, in the default or the reverse direction.
  func beginning(isReversed: Bool) -> SafeText {
    // Users are numbered in the order of their arrival.
    if self == .user { return isReversed ? "last seen first" : "first seen first" }
    return switch (isDescending, isReversed) {
    case (true, false): "newest first"
    case (true, true): "oldest first"
    case (false, false): "from A to Z"
    case (false, true): "from Z to A"
    }
  }
}
