import Entitlements
import Foundation
internal import GRDB

/// The documents of one kind that arrived in one hour with one delay.
struct ArrivalGroup: Hashable {
  /// Hours since 1970.
  var hour: Int64
  var store: Store?
  var environment: Environment?
  var kind: String
  var rejection: String?
  /// The step of the delay of what a store sent; `nil` for other documents.
  var delay: Int?

  init(_ document: Document) {
    hour = document.receivedAt.hour
    (store, environment, kind) = (document.store, document.environment, document.kind)
    if case .rejected(let code, _, _) = document.verdict { rejection = code }
    guard document.origin == .pushed, let statedAt = document.statedAt else { return }
    let delay = document.receivedAt.milliseconds - statedAt.milliseconds
    self.delay = DelayHistogram.step(of: Double(delay) / 1000)
  }

  /// The group of a stored document, whose columns are in `columns`.
  init(_ cells: RowReader) throws {
    hour = try cells.instant(0).hour
    (store, environment) = (try cells.optionalKeyword(1), try cells.optionalKeyword(2))
    (kind, rejection) = (try cells.text(3), try cells.optionalText(4))
    guard try cells.keyword(5) == Origin.pushed, let statedAt = try cells.optionalNumber(6) else {
      return
    }
    delay = DelayHistogram.step(of: Double(try cells.number(0) - statedAt) / 1000)
  }

  static let columns = "receivedAt, store, environment, kind, rejectionCode, origin, statedAt"

  /// The hours that are counted before the newest one.
  static let keptHours: Int64 = 14 * 24
  /// The name in `meta` of the first counted hour.
  static let firstHour = "arrivals.from"
}

/// The sales of one product and kind in one app, store and environment.
struct OrderGroup: Hashable {
  /// Row IDs.
  var product: Int64
  var shop: Int64
  var kind: Int
}

/// The sales of one day at one store, in one environment and currency.
struct SaleGroup: Hashable {
  /// Days since 1970 in UTC.
  var day: Int64
  var store: Store
  var environment: Environment
  /// Empty for sales without a price.
  var currency: String
}

/// What one day's sales and refunds amount to, in millionths of the currency's unit.
struct SaleSums {
  var orders = 0
  var revenue: Int64 = 0
  var refunds = 0
  var refunded: Int64 = 0

  var isZero: Bool { orders == 0 && revenue == 0 && refunds == 0 && refunded == 0 }

  mutating func add(_ other: SaleSums, _ difference: Int) {
    let sign = Int64(difference)
    orders += difference * other.orders
    refunds += difference * other.refunds
    revenue = revenue.clampingSum(sign * other.revenue)
    refunded = refunded.clampingSum(sign * other.refunded)
  }
}

/// The chains whose access ends on one day.
struct AccessEndGroup: Hashable {
  /// Days since 1970 in UTC.
  var day: Int64
  var environment: Environment
  /// The state until then, by code.
  var state: Int
  /// Whether the store is to renew it.
  var renews: Bool
}

extension Order {
  /// What the sale adds to the sums of days: on the day of its purchase and that of its refund.
  var sums: [(group: SaleGroup, sums: SaleSums)] {
    let price = terms?.price
    func group(_ instant: Date) -> SaleGroup {
      let currency = price?.currency.code ?? ""
      return SaleGroup(
        day: instant.day,
        store: store,
        environment: environment,
        currency: currency
      )
    }
    // The family's organizer paid, with a sale of their own.
    let isPaid = terms?.ownership != .familyShared
    let amount = isPaid ? price?.countedMicros ?? 0 : 0
    var sums = [(group(purchasedAt), SaleSums(orders: 1, revenue: amount))]
    if let cancelledAt, (cancellation ?? .refunded) == .refunded {
      sums.append((group(cancelledAt), SaleSums(refunds: 1, refunded: amount)))
    }
    return sums
  }
}

extension Money {
  /// The largest price that is counted, in millionths: no sale costs more than a thousand million
  /// units, and a sum of larger ones could exceed what SQLite can add.
  private static let maxCounted = 1_000_000_000_000_000

  /// Millionths of the unit; zero for an impossible price.
  fileprivate var countedMicros: Int64 {
    (nanos / 1_000).magnitude <= Self.maxCounted ? nanos / 1_000 : 0
  }
}

extension Int64 {
  fileprivate func clampingSum(_ other: Int64) -> Int64 {
    let (sum, isOver) = addingReportingOverflow(other)
    return isOver ? self : sum
  }
}

extension [PhaseRow] {
  /// The group of a chain with these phases; `nil` if its access has no end or never began.
  func accessEnd(in environment: Environment) -> AccessEndGroup? {
    let granting = filter { SubscriptionState.codes[$0.state].grantsAccess }
    guard let last = granting.max(by: { ($0.until ?? .max) < ($1.until ?? .max) }),
      let until = last.until
    else { return nil }
    return AccessEndGroup(
      day: until.daysSince1970,
      environment: environment,
      state: last.state,
      renews: last.renews == true
    )
  }
}

extension Date {
  /// The number of days since 1970, in UTC.
  var day: Int64 { milliseconds.daysSince1970 }
  /// The number of hours since 1970.
  var hour: Int64 { milliseconds / 3_600_000 }
}

extension Int64 {
  /// The day in UTC of milliseconds since 1970.
  var daysSince1970: Int64 {
    let (day, rest) = quotientAndRemainder(dividingBy: 86_400_000)
    return rest < 0 ? day - 1 : day
  }
}

extension Database {
  func add(_ count: Int, to group: ArrivalGroup) throws {
    try run(
      """
      INSERT INTO arrivalCount (hour, store, environment, kind, rejection, delay, documents)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, max(?7, 0))
      ON CONFLICT (hour, store, environment, kind, rejection, delay)
      DO UPDATE SET documents = documents + ?7
      """,
      [
        group.hour, group.store?.rawValue ?? "", group.environment?.rawValue ?? "", group.kind,
        group.rejection ?? "", group.delay ?? -1, count,
      ]
    )
  }

  func add(_ orders: Int, to group: OrderGroup) throws {
    try run(
      """
      INSERT INTO orderCount (product, shop, kind, orders) VALUES (?1, ?2, ?3, max(?4, 0))
      ON CONFLICT (product, shop, kind) DO UPDATE SET orders = orders + ?4
      """,
      [group.product, group.shop, group.kind, orders]
    )
  }

  /// Adds the sums; one that is too large for SQLite stays as it is.
  func add(_ sums: SaleSums, to group: SaleGroup) throws {
    try run(
      """
      INSERT INTO saleCount (day, store, environment, currency, orders, revenue, refunds, refunded)
      VALUES (?1, ?2, ?3, ?4, max(?5, 0), ?6, max(?7, 0), ?8)
      ON CONFLICT (day, store, environment, currency) DO UPDATE SET
        orders = orders + ?5, refunds = refunds + ?7,
        revenue = iif(typeof(revenue + ?6) = 'integer', revenue + ?6, revenue),
        refunded = iif(typeof(refunded + ?8) = 'integer', refunded + ?8, refunded)
      """,
      [
        group.day, group.store.rawValue, group.environment.rawValue, group.currency, sums.orders,
        sums.revenue, sums.refunds, sums.refunded,
      ]
    )
  }

  func add(_ chains: Int, to group: AccessEndGroup) throws {
    try run(
      """
      INSERT INTO accessEndCount (day, environment, state, renews, chains)
      VALUES (?1, ?2, ?3, ?4, max(?5, 0))
      ON CONFLICT (day, environment, state, renews) DO UPDATE SET chains = chains + ?5
      """,
      [group.day, group.environment.rawValue, group.state, group.renews ? 1 : 0, chains]
    )
  }
}

extension LedgerWriter {
  /// Counts an arrived document, unless its hour is no longer counted.
  mutating func count(_ group: ArrivalGroup, by difference: Int) {
    guard group.hour >= memory.firstHour else { return }
    counterChanges.count(group, by: difference)
  }

  /// Forgets the hours that are too old. At most once an hour, since the clock decides.
  mutating func pruneArrivals(at instant: Date) throws {
    let first = instant.hour - ArrivalGroup.keptHours
    guard first > memory.firstHour else { return }
    try db.run("DELETE FROM arrivalCount WHERE hour < ?", [first])
    try db.setMeta(ArrivalGroup.firstHour, to: first)
    memory.firstHour = first
  }
}
