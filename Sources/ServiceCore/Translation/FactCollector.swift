import Entitlements
import Foundation

/// Collects the facts of one document, in any order and possibly repeated.
struct FactCollector {
  private var orders: [ID<Order>: Order] = [:]
  private var upgraded: Set<ID<Order>> = []
  private var renewalStatuses: [RenewalStatus] = []
  private var notices: [StoreEvent] = []
  private var links: Set<Link> = []

  /// Adds a sale or merges it with an earlier statement; of equal sources the first counts. A sale
  /// without an ID is ignored.
  ///
  /// An upgraded sale may have no date: the upgrade precedes the statement, and the document may
  /// contain the replacing sale with the exact date.
  mutating func add(_ sale: RawSale, by factSource: FactSource) {
    var sale = sale
    let isDateless = sale.cancellation == .upgraded && sale.cancelledAt == nil
    if isDateless {
      sale.cancelledAt = [factSource.statedAt, sale.expiresAt].compactMap(\.self).min()
    }
    guard let order = sale.order(by: factSource) else { return }
    orders[order.id] = orders[order.id]?.merged(with: order) ?? order
    if isDateless { upgraded.insert(order.id) }
  }

  mutating func add(_ renewalStatus: RenewalStatus?) {
    if let renewalStatus { renewalStatuses.append(renewalStatus) }
  }
  mutating func add(_ notice: StoreEvent) { notices.append(notice) }
  mutating func add(_ link: Link?) { if let link { links.insert(link) } }

  var purchases: Int { orders.count }

  /// The app account, if all links name the same one.
  var account: ID<User>? {
    let names = Set(links.lazy.filter { $0.kind == .appAccount }.map(\.value))
    return names.count == 1 ? names.first.map { ID($0) } : nil
  }

  /// All facts, sorted and without duplicates.
  func facts() -> Facts {
    Facts(
      orders: finalOrders().sorted { $0.id < $1.id },
      renewalStatuses: stated(renewalStatuses) { ($0.chain.raw, $0.statedAt, "\($0.condition)") },
      notices: stated(notices) {
        ($0.subject, $0.statementSource.statedAt, "\($0.kind) \($0.sortText)")
      },
      links: links.sorted {
        ($0.chain.raw, $0.kind.rawValue, $0.value) < ($1.chain.raw, $1.kind.rawValue, $1.value)
      }
    )
  }

  /// Ends an upgraded sale where the next one of its chain begins, if the document contains that.
  private func finalOrders() -> [Order] {
    guard !upgraded.isEmpty else { return Array(orders.values) }
    let chains = Dictionary(grouping: orders.values, by: \.chain)
    return orders.values.map { order in
      guard upgraded.contains(order.id), let end = order.cancelledAt else { return order }
      let next = chains[order.chain]?.lazy.map(\.purchasedAt).filter { $0 > order.purchasedAt }
      return order.changing { $0.cancelledAt = min(end, next?.min() ?? end) }
    }
  }

  private func stated<Fact: Equatable>(
    _ facts: [Fact],
    by key: (Fact) -> (String, Date, String)
  ) -> [Fact] {
    var stated: [Fact] = []
    for (_, fact) in facts.map({ (key($0), $0) }).sorted(by: { $0.0 < $1.0 })
    where fact != stated.last {
      stated.append(fact)
    }
    return stated
  }
}

extension StoreEvent {
  fileprivate var subject: String { chain?.raw ?? order?.raw ?? "" }
  fileprivate var sortText: String { "\(order?.raw ?? "") \(detail ?? "")" }
}

/// A sale as stated by a store's document, before validation. Any field may be missing.
struct RawSale {
  /// The maximum quantity; larger values are clamped.
  private static let maxQuantity = 1_000_000_000

  var transactionID: String?
  /// If missing, the transaction's own ID: a first sale is the root of its chain.
  var originalTransactionID: String?
  var webOrderLineItemID: String?
  var productID: String?
  var kind = ProductKind.unknown
  /// 1 if missing or negative.
  var quantity: Int?
  var purchasedAt: Date?
  var originalPurchasedAt: Date?
  var expiresAt: Date?
  var cancelledAt: Date?
  var cancellation: Order.Cancellation?
  var offer: Order.Offer?
  var price: Money?
  var country: String?
  var ownership: Order.Ownership?

  /// The validated order; `nil` if its identification or date is missing.
  func order(by factSource: FactSource) -> Order? {
    guard let transactionID = transactionID?.usable, let productID = productID?.usable,
      let soldAt = purchasedAt?.kept
    else { return nil }
    let isFirst = [nil, transactionID].contains(originalTransactionID?.usable)
    let purchasedAt = isFirst ? Self.stated(soldAt, by: factSource.receivedAt) : soldAt
    let cancelledAt = cancelledAt?.kept
    return Order(
      store: factSource.store,
      environment: factSource.environment,
      app: factSource.app,
      transactionID: transactionID,
      originalTransactionID: originalTransactionID?.usable ?? transactionID,
      webOrderLineItemID: webOrderLineItemID?.usable,
      productID: productID,
      kind: kind,
      quantity: quantity.map { $0 < 0 ? 1 : min($0, Self.maxQuantity) } ?? 1,
      purchasedAt: purchasedAt,
      originalPurchasedAt: originalPurchasedAt?.kept ?? purchasedAt,
      expiresAt: expiresAt?.kept,
      cancelledAt: cancelledAt,
      cancellation: cancelledAt == nil ? nil : cancellation,
      offer: offer,
      terms: terms(soldAt: purchasedAt, by: factSource),
      statementSource: factSource.statementSource
    )
  }

  /// A first sale cannot be later than its document's arrival: if its date is ahead by less than a
  /// day, the local clock is slow. Renewals may be stated before they begin.
  private static func stated(_ soldAt: Date, by receivedAt: Date) -> Date {
    let isAhead = receivedAt < soldAt && soldAt < receivedAt.addingTimeInterval(86_400)
    return isAhead ? receivedAt : soldAt
  }

  /// Terms without a price have the date of the sale, so that any document with a price supersedes
  /// them.
  private func terms(soldAt purchasedAt: Date, by factSource: FactSource) -> Order.Terms? {
    let price = price.flatMap { $0.nanos < 0 ? nil : $0 }
    guard price != nil || country != nil || ownership != nil else { return nil }
    return Order.Terms(
      price: price,
      country: country?.usable,
      ownership: ownership,
      statementSource: (price == nil ? factSource.at(purchasedAt) : factSource).statementSource
    )
  }
}
