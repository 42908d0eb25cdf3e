import Entitlements
import Foundation

/// The columns of users.
struct UserColumns {
  let view: ViewContext

  init(_ view: ViewContext) { self.view = view }

  var table: Table {
    let column = ColumnMaker { if case .user(let row) = $0 { row } else { nil } }
    let clock = view.clock
    return Table(
      columns: [
        column("USER", "id", 11...16, 0) { TableCell(SafeText($0.id.raw), .title, cut: .middle) },
        column("NAME", "name", 14...24, 1) { TableCell(SafeText($0.name ?? "")) },
        column("E-MAIL", "email", 26...40, 0) { TableCell(SafeText($0.email ?? ""), .secondary) },
        column("STATE", "state", 5...5, 0, .left, badge),
        column("ENV", "environment", 3...3, 0, .left, environment),
        column("PRODUCT", "productId", 14...24, 2) { TableCell(product($0), cut: .middle) },
        column("UNTIL", "until", 10...10, 3) { TableCell(until($0, clock.day), .secondary) },
        column("ORDERS", "orders", 6...6, 5, .right) { TableCell(.grouped($0.orders)) },
        column("STORES", "stores", 6...16, 6) {
          TableCell(.joined($0.stores.map(\.word), by: " "), .muted)
        },
        column("FLAGS", "flags", 5...24, 7) { TableCell(.joined(flags($0), by: " "), .warn) },
        column("FIRST SEEN", "firstSeenAt", 10...16, 8) {
          TableCell.known($0.firstSeenAt.map(clock.day), view.glyphs, .secondary)
        },
        column("LAST PURCHASE", "lastPurchasedAt", 13...16, 4) {
          TableCell(last($0, clock), .secondary)
        },
      ],
      card: column.card { row in
        Card(
          title: TableCell(SafeText(row.email ?? row.name ?? row.id.raw), .title, cut: .middle),
          mark: .marked(badge(row), row.leading?.environment ?? row.environments.first),
          detail: TableCell(product(row), .secondary, cut: .middle),
          note: TableCell(until(row, clock.day), .secondary)
        )
      },
      emptyMessage: []
    )
  }

  private func badge(_ row: UserRow) -> TableCell {
    guard let order = row.leading else { return TableCell(view.glyphs.dash, .muted) }
    return Badge(order.state(at: view.now), view.glyphs).cell
  }

  private func environment(_ row: UserRow) -> TableCell {
    // The state is that of the leading sale; the user's screen shows other environments.
    (row.leading?.environment ?? row.environments.first)?.mark ?? .empty
  }

  /// What is unusual about a user, as far as the row shows.
  private func flags(_ row: UserRow) -> [SafeText] {
    var flags: [SafeText] = []
    if row.id.raw.hasPrefix("anonymous-") { flags.append("anon") }
    if row.leading?.terms?.ownership == .familyShared { flags.append("family") }
    if row.leading?.cancelledAt != nil { flags.append("refund") }
    if row.environments.count > 1 { flags.append("mixed") }
    return flags
  }

  private func product(_ row: UserRow) -> SafeText {
    row.leading.map { .product($0.productID, of: $0.app) } ?? "no purchases"
  }

  private func until(_ row: UserRow, _ format: (Date) -> SafeText) -> SafeText {
    row.leading?.endText(format, view.glyphs) ?? .empty
  }

  private func last(_ row: UserRow, _ clock: Clock) -> SafeText {
    row.lastPurchasedAt == .distantPast ? "never" : clock.day(row.lastPurchasedAt)
  }
}

extension Order {
  /// When access by this sale ends; empty for sales that grant no access over time.
  func endText(_ format: (Date) -> SafeText, _ glyphs: GlyphSet) -> SafeText {
    if let accessUntil { return format(accessUntil) }
    return kind == .nonConsumable ? glyphs.infinite : .empty
  }
}
