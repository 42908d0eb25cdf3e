import Entitlements
import Foundation

/// The columns of orders, one for each transaction.
struct OrderColumns {
  let view: ViewContext

  init(_ view: ViewContext) { self.view = view }

  var table: Table {
    let column = ColumnMaker { if case .order(let row) = $0 { row.order } else { nil } }
    let (clock, glyphs, now) = (view.clock, view.glyphs, view.now)
    return Table(
      columns: [
        column("PURCHASED", "purchasedAt", 16...16, 0) {
          TableCell(clock.text($0.purchasedAt), .secondary)
        },
        column("STATE", "state", 5...5, 0) { Badge($0.state(at: now), glyphs).cell },
        column("ENV", "environment", 3...3, 0) { $0.environment.mark },
        column("PRODUCT", "productId", 14...28, 0) {
          TableCell(.product($0.productID, of: $0.app), .title, cut: .middle)
        },
        column("PRICE", "price", 10...14, 1, .right) {
          TableCell.known($0.terms?.price.map { SafeText($0.description) }, glyphs)
        },
        column("USER", "user", 10...16, 2) {
          TableCell.known($0.user.map { SafeText($0.raw) }, glyphs, cut: .middle)
        },
        column("UNTIL", "expiresAt", 16...16, 3) {
          TableCell($0.endText(clock.text, glyphs), .secondary)
        },
        column("STORE", "store", 9...9, 4) { TableCell($0.store.word, .muted) },
        column("TRANSACTION", "transactionId", 16...30, 5) {
          TableCell(SafeText($0.transactionID), cut: .middle)
        },
        column("OFFER", "offer", 5...18, 6) { TableCell($0.offer?.word ?? .empty, .info) },
        column("QTY", "quantity", 3...5, 7, .right) {
          TableCell(.grouped($0.quantity), .secondary)
        },
        column("KIND", "kind", 12...12, 8) { TableCell($0.kind.word, .secondary) },
      ],
      card: column.card { order in
        Card(
          title: TableCell(.product(order.productID, of: order.app), .title, cut: .middle),
          mark: .marked(Badge(order.state(at: now), glyphs).cell, order.environment),
          detail: TableCell(SafeText(order.transactionID), .secondary, cut: .middle),
          note: TableCell(clock.text(order.purchasedAt), .secondary)
        )
      },
      emptyMessage: []
    )
  }
}

/// The columns of subscriptions.
struct SubscriptionColumns {
  let view: ViewContext

  init(_ view: ViewContext) { self.view = view }

  private typealias Row = (row: SubscriptionRow, name: Subscription.Name?)

  var table: Table {
    let column = ColumnMaker<Row> {
      guard case .subscription(let row) = $0 else { return nil }
      return (row, Subscription.Name(row.id))
    }
    let (clock, glyphs) = (view.clock, view.glyphs)
    return Table(
      columns: [
        column("PRODUCT", "productId", 14...28, 0) {
          TableCell(product($0), .title, cut: .middle)
        },
        column("STATE", "state", 5...5, 0) { badge($0.row) },
        column("ENV", "environment", 3...3, 0) { $0.name?.environment.mark ?? .empty },
        column("USER", "user", 10...16, 2) {
          TableCell.known($0.row.user.map { SafeText($0.raw) }, glyphs, cut: .middle)
        },
        column("UNTIL", "accessUntil", 16...16, 1) {
          TableCell($0.row.accessUntil.map(clock.text) ?? glyphs.infinite, .secondary)
        },
        column("RENEWS", "renews", 6...6, 5) { renewal($0.row) },
        column("SINCE", "startedAt", 16...16, 4) {
          TableCell(clock.text($0.row.startedAt), .secondary)
        },
        column("ORIGINAL ID", "originalTransactionId", 16...30, 3) {
          TableCell(SafeText($0.name?.originalTransactionID ?? $0.row.id.raw), cut: .middle)
        },
        column("STORE", "store", 9...9, 6) { TableCell($0.name?.store.word ?? .empty, .muted) },
      ],
      card: column.card { row in
        Card(
          title: TableCell(product(row), .title, cut: .middle),
          mark: .marked(badge(row.row), row.name?.environment),
          detail: TableCell(
            SafeText(row.name?.originalTransactionID ?? row.row.id.raw),
            .secondary,
            cut: .middle
          ),
          note: TableCell(row.row.accessUntil.map(clock.text) ?? glyphs.infinite, .secondary)
        )
      },
      emptyMessage: []
    )
  }

  private func product(_ row: Row) -> SafeText {
    guard let product = row.row.productID else { return view.glyphs.missing }
    return row.name.map { .product(product, of: $0.app) } ?? SafeText(product)
  }

  private func badge(_ row: SubscriptionRow) -> TableCell {
    guard let phase = row.phase else { return TableCell(view.glyphs.dash, .muted) }
    return Badge(phase.state, view.glyphs).cell
  }

  private func renewal(_ row: SubscriptionRow) -> TableCell {
    switch row.phase?.renews {
    case true?: TableCell("yes", .good)
    case false?: TableCell("no", .warn)
    case nil: TableCell(view.glyphs.missing, .muted)
    }
  }
}
