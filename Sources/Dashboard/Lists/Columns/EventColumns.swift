import Entitlements
import Foundation

/// The columns of store events.
struct EventColumns {
  let view: ViewContext

  init(_ view: ViewContext) { self.view = view }

  var table: Table {
    let column = ColumnMaker { if case .notice(let row) = $0 { row } else { nil } }
    let (clock, glyphs) = (view.clock, view.glyphs)
    return Table(
      columns: [
        column("HAPPENED", "happenedAt", 16...16, 0) {
          TableCell(clock.text($0.notice.statementSource.statedAt), .secondary)
        },
        column("EVENT", "kind", 20...20, 0) { TableCell($0.notice.kind.words, .title) },
        column("ENV", "environment", 3...3, 0) { name($0)?.environment.mark ?? .empty },
        column("USER", "user", 12...16, 1) {
          TableCell.known($0.user.map { SafeText($0.raw) }, glyphs, cut: .middle)
        },
        column("PURCHASE", "chain", 16...30, 2) {
          let id = name($0)?.originalTransactionID
          return TableCell.known(id.map { SafeText($0) }, glyphs, cut: .middle)
        },
        column("STORE", "store", 9...9, 3) { TableCell(name($0)?.store.word ?? .empty, .muted) },
        column("RESULT", "result", 7...7, 5, .left, result),
        column("RECEIVED", "receivedAt", 16...16, 6) {
          TableCell(clock.text($0.receivedAt), .secondary)
        },
        column("SAID", "detail", 16...200, 4) {
          TableCell(SafeText($0.notice.detail ?? ""), .secondary)
        },
      ],
      card: column.card { row in
        Card(
          title: TableCell(row.notice.kind.words, .title),
          mark: TableCell(clock.text(row.notice.statementSource.statedAt), .secondary),
          detail: TableCell(
            SafeText(name(row)?.originalTransactionID ?? row.notice.detail ?? ""),
            .secondary,
            cut: .middle
          ),
          note: name(row)?.environment.mark ?? .empty
        )
      },
      emptyMessage: []
    )
  }

  private func name(_ row: EventRow) -> Subscription.Name? {
    row.notice.chain.flatMap { Subscription.Name($0) }
  }

  /// The result of filing the event. Rejected notifications have no events; they are receipts only.
  private func result(_ row: EventRow) -> TableCell {
    row.user == nil && row.notice.chain != nil
      ? TableCell("no user", .warn) : TableCell("filed", .secondary)
  }
}

extension StoreEvent.Kind {
  /// A short description of the event, at most 20 cells.
  var words: SafeText { SafeText(Wording.phrase(forNotice: self)) }
}
