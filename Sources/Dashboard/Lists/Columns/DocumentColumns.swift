import Entitlements
import Foundation

/// The columns of documents, genuine and rejected ones.
struct DocumentColumns {
  let view: ViewContext

  init(_ view: ViewContext) { self.view = view }

  var table: Table {
    let column = ColumnMaker { if case .document(let row) = $0 { row } else { nil } }
    let (clock, glyphs) = (view.clock, view.glyphs)
    return Table(
      columns: [
        column("RECEIVED", "receivedAt", 16...16, 0) {
          TableCell(clock.text($0.receivedAt), .secondary)
        },
        column("VERDICT", "verdict", 10...10, 0) { $0.verdict.word(glyphs) },
        column("KIND", "kind", 13...20, 0) { TableCell($0.kindWords) },
        column("ENV", "environment", 3...3, 0) { $0.environment?.mark ?? .empty },
        column("USER", "user", 10...16, 2) {
          TableCell.known($0.user.map { SafeText($0.raw) }, glyphs, .title, cut: .middle)
        },
        column("APP", "app", 18...24, 3) {
          TableCell.known($0.app.map { SafeText($0) }, glyphs, .secondary, cut: .middle)
        },
        column("CONTENT, REASON", "reason", 14...200, 1) { content($0) },
        column("SIZE", "bytes", 8...8, 4, .right) { TableCell(.bytes($0.byteCount), .secondary) },
        column("STATED", "statedAt", 16...16, 5) {
          TableCell.known($0.statedAt.map { clock.text($0) }, glyphs, .secondary)
        },
      ],
      card: column.card { row in
        let reason = row.verdict.reason
        let detail = reason.isEmpty ? (row.app.map { SafeText($0) } ?? row.kindWords) : reason
        let mark = row.environment?.mark.text ?? .empty
        return Card(
          title: row.verdict.word(glyphs),
          mark: TableCell(clock.text(row.receivedAt), .secondary),
          detail: TableCell(detail, .secondary),
          note: TableCell(mark, .sandbox)
        )
      },
      emptyMessage: []
    )
  }

  /// The content of a genuine document, or the reason of a rejection.
  private func content(_ row: DocumentRow) -> TableCell {
    guard case .genuine = row.verdict else { return TableCell(row.verdict.reason) }
    let purchases = SafeText.plural(row.purchases, "purchase")
    guard let confirmedAt = row.confirmedAt else { return TableCell(purchases, .secondary) }
    return TableCell("\(purchases), confirmed \(view.clock.text(confirmedAt))", .secondary)
  }
}
