import Entitlements
import Foundation

/// Facts as they are found in one document, in any order and perhaps more than once.
struct Findings {
  private var orders: [ID<Order>: Order] = [:]
  private var upgraded: Set<ID<Order>> = []
  private var standings: [Standing] = []
  private var notices: [Notice] = []
  private var links: Set<Link> = []

  /// A sale that was told before is merged with it; of equal testimonies the first one counts. A
  /// sale that cannot be identified is left out.
  ///
  /// Of an upgrade the store may leave out the date: it came before the store spoke of it, and the
  /// sale that took the place may be in the document as well, and knows better.
  mutating func add(_ sale: Sale, by witness: Witness) {
    var sale = sale
    let isDateless = sale.cancellation == .upgraded && sale.cancelledAt == nil
    if isDateless {
      sale.cancelledAt = [witness.statedAt, sale.expiresAt].compactMap(\.self).min()
    }
    guard let order = sale.order(by: witness) else { return }
    orders[order.id] = orders[order.id]?.merged(with: order) ?? order
    if isDateless { upgraded.insert(order.id) }
  }

  mutating func add(_ standing: Standing?) { if let standing { standings.append(standing) } }
  mutating func add(_ notice: Notice) { notices.append(notice) }
  mutating func add(_ link: Link?) { if let link { links.insert(link) } }

  var purchases: Int { orders.count }

  /// The user of all links to an account of the app, where they name one only.
  var account: ID<User>? {
    let names = Set(links.lazy.filter { $0.kind == .appAccount }.map(\.value))
    return names.count == 1 ? names.first.map { ID($0) } : nil
  }

  /// Everything, sorted, and told once.
  func facts() -> Facts {
    Facts(
      orders: settledOrders().sorted { $0.id < $1.id },
      standings: told(standings) { ($0.chain.raw, $0.statedAt, "\($0.condition)") },
      notices: told(notices) { ($0.subject, $0.testimony.statedAt, "\($0.kind) \($0.words)") },
      links: links.sorted {
        ($0.chain.raw, $0.kind.rawValue, $0.value) < ($1.chain.raw, $1.kind.rawValue, $1.value)
      }
    )
  }

  /// An upgraded sale ends where the next one of its chain begins, if that is in the document.
  private func settledOrders() -> [Order] {
    guard !upgraded.isEmpty else { return Array(orders.values) }
    let chains = Dictionary(grouping: orders.values, by: \.chain)
    return orders.values.map { order in
      guard upgraded.contains(order.id), let end = order.cancelledAt else { return order }
      let next = chains[order.chain]?.lazy.map(\.purchasedAt).filter { $0 > order.purchasedAt }
      return order.changing { $0.cancelledAt = min(end, next?.min() ?? end) }
    }
  }

  private func told<Fact: Equatable>(
    _ facts: [Fact],
    by key: (Fact) -> (String, Date, String)
  ) -> [Fact] {
    var told: [Fact] = []
    for (_, fact) in facts.map({ (key($0), $0) }).sorted(by: { $0.0 < $1.0 })
    where fact != told.last {
      told.append(fact)
    }
    return told
  }
}

extension Notice {
  fileprivate var subject: String { chain?.raw ?? order?.raw ?? "" }
  fileprivate var words: String { "\(order?.raw ?? "") \(detail ?? "")" }
}
