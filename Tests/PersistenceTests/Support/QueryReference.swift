import Entitlements
import Foundation

@testable import Persistence

/// What a query means, told once more, by plain values and without SQL.
struct QueryReference {
  /// A row and what is known of it.
  struct Row {
    var userDetails: UserDetails
    var order: Order?
    var chain: ID<Subscription>?
  }

  let world: QueryWorld
  let list: RowList
  let instant: Date

  func ids(_ query: Query) -> Set<String> {
    let rows: [(String, Row)] = world.dossiers.flatMap { userDetails -> [(String, Row)] in
      switch list {
      case .orders:
        userDetails.orders.map {
          ($0.id.raw, Row(userDetails: userDetails, order: $0, chain: $0.chain))
        }
      case .subs:
        Set(userDetails.orders.compactMap(\.subscription)).map {
          ($0.raw, Row(userDetails: userDetails, chain: $0))
        }
      default: [(userDetails.user.id.raw, Row(userDetails: userDetails))]
      }
    }
    let query = query.normalized
    return Set(rows.filter { matches(query, $0.1) }.map(\.0))
  }

  private func matches(_ query: Query, _ row: Row) -> Bool {
    switch query {
    case .everything: true
    case .not(let query): !matches(query, row)
    case .or(let branches): branches.contains { matches($0, row) }
    case .and(let branches): matchesAll(branches, row)
    case .field(let field): matches(field, row)
    case .word: false
    }
  }

  /// What is asked of purchases must hold for one of them.
  private func matchesAll(_ branches: [Query], _ row: Row) -> Bool {
    let joint = branches.filter { aims(of: $0) != nil }
    let isOfSales = joint.contains { aims(of: $0)?.contains(.sale) == true }
    let others = branches.filter { aims(of: $0) == nil }
    guard joint.count > 1, row.order == nil, list == .users || isOfSales else {
      return branches.allSatisfy { matches($0, row) }
    }
    let ends = isOfSales ? sales(of: row) : chains(of: row)
    return ends.contains { end in joint.allSatisfy { matches($0, end) } }
      && others.allSatisfy { matches($0, row) }
  }

  /// What a condition is about; a purchase of either kind where it has a life of its own.
  private enum Aim { case sale, chain, either }

  private func aims(of query: Query) -> Set<Aim>? {
    switch query {
    case .or(let branches), .and(let branches):
      return branches.reduce(Set<Aim>?.some([])) { aims, branch in
        guard let aims, let more = self.aims(of: branch) else { return nil }
        return aims.union(more)
      }
    case .field(let field):
      guard let aim = aim(of: field) else { return nil }
      if list == .orders { return nil }
      return aim == .chain && list == .subs ? nil : aim == .either ? [.sale, .chain] : [aim]
    case .everything, .not, .word: return nil
    }
  }

  private func aim(of field: Query.Field) -> Aim? {
    switch field {
    case .text(.otxn, _): .chain
    case .text(.product, _): list == .subs ? .chain : .sale
    case .text(.txn, _), .text(.country, _): .sale
    case .environments, .time(.expires, _): list == .orders ? .sale : .chain
    case .states, .qualities:
      list == .orders ? .sale : list == .subs ? .chain : .either
    case .kinds, .currencies, .price, .time(.purchased, _), .has([.family]): .sale
    default: nil
    }
  }

  private func sales(of row: Row) -> [Row] {
    if row.order != nil { return [row] }
    let orders = row.userDetails.orders.filter { row.chain == nil || row.chain == $0.chain }
    return orders.map { Row(userDetails: row.userDetails, order: $0, chain: $0.chain) }
  }

  private func chains(of row: Row) -> [Row] {
    if row.chain != nil { return [row] }
    return Set(row.userDetails.orders.map(\.chain)).map {
      Row(userDetails: row.userDetails, chain: $0)
    }
  }

  private func matches(_ field: Query.Field, _ row: Row) -> Bool {
    if case .has([.entitlement]) = field {
      return row.userDetails.entitlements.contains { $0.isActive(at: instant) }
    }
    if case .text(let text, let matches) = field, aim(of: field) == nil {
      return matches.contains { Self.holds($0, of: text, row.userDetails.user) }
    }
    let aim = aim(of: field)
    let isOfSale =
      aim != .chain
      && sales(of: row).contains { end in
        end.order.map { (aim == .sale || $0.kind != .autoRenewable) && holds(field, $0) } ?? false
      }
    let isOfChain =
      aim != .sale
      && chains(of: row).contains { end in
        end.chain.map { holds(field, $0, row.userDetails) } ?? false
      }
    return isOfSale || isOfChain
  }
}

extension QueryReference {
  private static func holds(
    _ match: Query.TextMatch,
    of field: Query.TextField,
    _ user: User
  ) -> Bool {
    switch field {
    case .user: holds(match, user.id.raw, field)
    case .email: holds(match, user.email, field)
    default:
      if case .prefix(let beginning) = match, !beginning.isEmpty {
        user.name.map { WordMatch.accepts($0, beginning) } ?? false
      } else {
        holds(match, user.name, field)
      }
    }
  }

  private static func holds(
    _ match: Query.TextMatch,
    _ value: String?,
    _ field: Query.TextField
  ) -> Bool {
    guard let value else { return false }
    func folded(_ text: String) -> [UInt8] {
      text.utf8.map { field.ignoresCase && (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
    }
    let bytes = folded(value)
    switch match {
    case .exact(let text): return field.spellings(of: text).contains { folded($0) == bytes }
    case .prefix(let text): return bytes.starts(with: folded(text))
    case .contains(let text):
      let part = folded(text)
      guard part.count <= bytes.count else { return false }
      return (0...bytes.count - part.count).contains { bytes[$0...].starts(with: part) }
    }
  }

  private func holds(_ field: Query.Field, _ order: Order) -> Bool {
    switch field {
    case .text(.txn, let matches):
      matches.contains { Self.holds($0, order.transactionID, .txn) }
    case .text(.product, let matches):
      matches.contains { Self.holds($0, order.productID, .product) }
    case .text(.country, let matches):
      matches.contains { Self.holds($0, order.terms?.country, .country) }
    case .kinds(let kinds): kinds.contains(order.kind)
    case .environments(let environments): environments.contains(order.environment)
    case .currencies(let currencies):
      order.terms?.price.map { currencies.contains($0.currency) } ?? false
    case .price(let ranges):
      ranges.contains { range in
        guard let price = order.terms?.price else { return false }
        return range.from.map { price.nanos >= $0 } ?? true
          && range.through.map { price.nanos <= $0 } ?? true
          && range.currency.map { $0 == price.currency } ?? true
      }
    case .has: order.terms?.ownership == .familyShared
    case .time(.purchased, let ranges): ranges.contains { $0.holds(order.purchasedAt) }
    case .time:
      ranges(field).contains { range in order.accessUntil.map(range.holds) ?? false }
    case .states(let states):
      states.contains(order.saleState(at: instant))
        && !Self.ofChains.contains(order.saleState(at: instant))
        || states.contains { Self.ofChains.contains($0) && $0 == state(of: order.chain) }
    case .qualities: order.kind != .consumable && order.state(at: instant).grantsAccess
    default: false
    }
  }

  private static let ofChains: Set<SubscriptionState> = [
    .gracePeriod, .billingRetry, .paused, .autoRenewOff,
  ]

  private func ranges(_ field: Query.Field) -> [Query.TimeRange] {
    if case .time(_, let ranges) = field { ranges } else { [] }
  }

  private func holds(
    _ field: Query.Field,
    _ chain: ID<Subscription>,
    _ userDetails: UserDetails
  ) -> Bool {
    let orders = userDetails.orders.filter { $0.chain == chain }
    switch field {
    case .text(.otxn, let matches):
      return matches.contains { match in
        orders.contains { Self.holds(match, $0.originalTransactionID, .otxn) }
      }
    case .text(.product, let matches):
      let renewals = orders.filter { $0.kind == .autoRenewable }
      let newest = renewals.max { ($0.purchasedAt, $0.id) < ($1.purchasedAt, $1.id) }
      return matches.contains { Self.holds($0, newest?.productID, .product) }
    case .environments(let environments):
      return orders.contains { environments.contains($0.environment) }
    case .states(let states): return state(of: chain).map(states.contains) ?? false
    case .qualities: return state(of: chain)?.grantsAccess ?? false
    case .time(_, let ranges):
      let life = world.lives[chain] ?? []
      guard let start = life.first?.from else { return false }
      let last = life.last { $0.state.grantsAccess }
      let end = last.map { $0.until ?? .distantFuture } ?? start
      return ranges.contains { $0.holds(end) }
    default: return false
    }
  }

  private func state(of chain: ID<Subscription>) -> SubscriptionState? {
    world.lives[chain]?.first { $0.contains(instant) }?.state
  }
}

extension Query.TimeRange {
  fileprivate func holds(_ instant: Date) -> Bool {
    !isEmpty && (from.map { $0 <= instant } ?? true) && (until.map { instant < $0 } ?? true)
  }
}
