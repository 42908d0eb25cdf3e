import Entitlements
import Foundation

/// The columns of entitlements.
struct EntitlementColumns {
  let view: ViewContext

  init(_ view: ViewContext) { self.view = view }

  var table: Table {
    let column = ColumnMaker { if case .entitlement(let row) = $0 { row } else { nil } }
    let (clock, glyphs) = (view.clock, view.glyphs)
    return Table(
      columns: [
        column("USER", "user", 10...16, 0) {
          TableCell(SafeText($0.user.raw), .title, cut: .middle)
        },
        column("ENTITLEMENT", "key", 14...40, 0) { TableCell($0.label, cut: .middle) },
        column("STATE", "active", 5...5, 0) { Badge($0.plainState(at: view.now), glyphs).cell },
        column("ENV", "environment", 3...3, 0) { $0.environment.mark },
        column("UNTIL", "until", 16...16, 1) {
          TableCell($0.until.map(clock.text) ?? glyphs.infinite, .secondary)
        },
        column("SINCE", "from", 16...16, 3) { TableCell(clock.text($0.from), .secondary) },
        column("FROM", "order", 22...32, 2) { TableCell(source($0), .secondary, cut: .middle) },
        column("REASON", "reason", 16...17, 4) { TableCell(reason($0), .secondary) },
      ],
      card: column.card { row in
        Card(
          title: TableCell(SafeText(row.user.raw), .title, cut: .middle),
          mark: .marked(Badge(row.plainState(at: view.now), glyphs).cell, row.environment),
          detail: TableCell(row.label, .secondary, cut: .middle),
          note: TableCell(row.until.map(clock.day) ?? glyphs.infinite, .secondary)
        )
      },
      emptyMessage: []
    )
  }

  /// The sale that grants the entitlement, by the store's ID.
  private func source(_ row: Entitlement) -> SafeText {
    guard let source = row.source else { return view.glyphs.missing }
    guard let name = row.purchaseName else { return SafeText(source.raw) }
    return "\(name.store.word) \(name.originalTransactionID)"
  }

  /// Why the entitlement is active or not, as far as the row shows.
  private func reason(_ row: Entitlement) -> SafeText {
    let isGrant = row.source == nil
    switch row.plainState(at: view.now) {
    case .pending: return "begins later"
    case .expired: return isGrant ? "grant has ended" : "period has ended"
    default: return isGrant ? "granted by hand" : "by a purchase"
    }
  }
}

extension Entitlement {
  /// The store and purchase that it comes from; `nil` for a manual grant.
  fileprivate var purchaseName: Subscription.Name? {
    source.flatMap { Subscription.Name(ID($0.raw)) }
  }

  /// The entitlement's name; for a product, without the app's prefix.
  var label: SafeText { purchaseName.map { .product(key, of: $0.app) } ?? SafeText(key) }

  /// The state at an instant, as a subscription state.
  func plainState(at instant: Date) -> SubscriptionState {
    if isActive(at: instant) { return .active }
    return instant < from ? .pending : .expired
  }
}
