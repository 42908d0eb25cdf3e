import Entitlements
import Foundation

/// Documents: what was refused stands beside what was believed.
struct DocumentColumns {
  let view: Viewpoint

  init(_ view: Viewpoint) { self.view = view }

  var table: Table {
    let column = ColumnMaker { if case .document(let row) = $0 { row } else { nil } }
    let (clock, glyphs) = (view.clock, view.glyphs)
    return Table(
      columns: [
        column("RECEIVED", "receivedAt", 16...16, 0) {
          TableCell(clock.text($0.receivedAt), .secondary)
        },
        column("VERDICT", "verdict", 17...20, 0) { $0.verdict.cell(glyphs) },
        column("ENV", "environment", 3...3, 0) { $0.environment?.mark ?? .empty },
        column("USER", "user", 8...20, 2) {
          TableCell($0.user.map { SafeText($0.raw) } ?? .empty, .title, cut: .middle)
        },
        column("STATED", "statedAt", 16...16, 9) {
          TableCell($0.statedAt.map { clock.text($0) } ?? glyphs.missing, .secondary)
        },
        column("KIND", "kind", 11...16, 7) { TableCell(SafeText($0.kind)) },
        column("APP", "app", 18...26, 5) {
          TableCell($0.app.map { SafeText($0) } ?? glyphs.missing, .secondary, cut: .middle)
        },
        column("PURCHASES", "purchases", 9...9, 6, .right) { TableCell(.grouped($0.purchases)) },
        column("SIZE", "bytes", 8...8, 8, .right) { TableCell(.bytes($0.byteCount), .secondary) },
        column("REASON", "reason", 24...80, 1) { TableCell($0.verdict.reason) },
      ],
      card: column.card { row in
        let reason = row.verdict.reason
        let detail = reason.isEmpty ? (row.app.map { SafeText($0) } ?? SafeText(row.kind)) : reason
        let mark = row.environment?.mark.text ?? .empty
        return Card(
          title: row.verdict.cell(glyphs),
          mark: TableCell(clock.text(row.receivedAt), .secondary),
          detail: TableCell(detail, .secondary),
          note: TableCell(mark, .sandbox)
        )
      },
      emptiness: []
    )
  }
}

/// What stores told, a thing a row.
struct NoticeColumns {
  let view: Viewpoint

  init(_ view: Viewpoint) { self.view = view }

  var table: Table {
    let column = ColumnMaker { if case .notice(let row) = $0 { row } else { nil } }
    let (clock, glyphs) = (view.clock, view.glyphs)
    return Table(
      columns: [
        column("HAPPENED", "happenedAt", 16...16, 0) {
          TableCell(clock.text($0.notice.testimony.statedAt), .secondary)
        },
        column("EVENT", "kind", 14...20, 0) {
          TableCell(SafeText($0.notice.kind.rawValue), .title)
        },
        column("ENV", "environment", 3...3, 0) { name($0)?.environment.mark ?? .empty },
        column("USER", "user", 8...22, 2) {
          TableCell($0.user.map { SafeText($0.raw) } ?? glyphs.missing, cut: .middle)
        },
        column("PURCHASE", "chain", 11...24, 1) {
          let id = name($0)?.originalTransactionID
          return TableCell(id.map { SafeText($0) } ?? glyphs.missing, cut: .middle)
        },
        column("STORE", "store", 5...9, 5) { TableCell(name($0)?.store.word ?? .empty, .muted) },
        column("RECEIVED", "receivedAt", 16...16, 4) {
          TableCell(clock.text($0.receivedAt), .secondary)
        },
        column("SAID", "detail", 16...60, 3) {
          TableCell(SafeText($0.notice.detail ?? ""), .secondary)
        },
      ],
      card: column.card { row in
        Card(
          title: TableCell(SafeText(row.notice.kind.rawValue), .title),
          mark: TableCell(clock.text(row.notice.testimony.statedAt), .secondary),
          detail: TableCell(
            SafeText(name(row)?.originalTransactionID ?? row.notice.detail ?? ""),
            .secondary,
            cut: .middle
          ),
          note: name(row)?.environment.mark ?? .empty
        )
      },
      emptiness: []
    )
  }

  private func name(_ row: NoticeRow) -> Subscription.Name? {
    row.notice.chain.flatMap { Subscription.Name($0) }
  }
}
