import Entitlements
import Foundation

/// The columns of jobs.
struct JobColumns {
  let view: ViewContext

  init(_ view: ViewContext) { self.view = view }

  var table: Table {
    let column = ColumnMaker { if case .job(let row) = $0 { row } else { nil } }
    let clock = view.clock
    return Table(
      columns: [
        column("JOB", "id", 5...8, 0, .right) { TableCell("\(Int($0.id))" as SafeText, .title) },
        column("STATE", "state", 12...12, 0, .left, state),
        column("WHAT", "kind", 10...16, 0) { TableCell(SafeText($0.kind)) },
        column("ABOUT", "key", 12...44, 1) {
          TableCell(SafeText($0.handle), .secondary, cut: .middle)
        },
        column("TRIES", "attempts", 5...5, 4, .right) { TableCell(.grouped($0.attempts)) },
        column("REQUESTED", "createdAt", 16...16, 3) {
          TableCell(clock.text($0.createdAt), .secondary)
        },
        column("BY", "actor", 6...14, 5) { TableCell(SafeText($0.actor), .muted) },
        column("RESULT", "detail", 16...80, 2) {
          TableCell(SafeText($0.detail ?? $0.outcome ?? ""), .secondary)
        },
      ],
      card: column.card { row in
        Card(
          title: TableCell("\(Int(row.id)) \(row.kind)" as SafeText, .title),
          mark: state(row),
          detail: TableCell(SafeText(row.handle), .secondary, cut: .middle),
          note: TableCell(clock.day(row.createdAt), .secondary)
        )
      },
      emptyMessage: []
    )
  }

  private func state(_ row: JobRow) -> TableCell {
    let glyphs = view.glyphs
    return switch row.state {
    case .done: TableCell("\(glyphs.passed) done", .good)
    case .failed: TableCell("\(glyphs.failed) failed", .bad)
    case .cancelled: TableCell("\(glyphs.skipped) called off", .muted)
    case .running: TableCell("\(glyphs.atWork) running", .info)
    case .waiting: TableCell("\(glyphs.queued) waiting", row.outcome == nil ? .secondary : .warn)
    }
  }
}

/// The columns of the audit log.
struct AuditColumns {
  let view: ViewContext

  init(_ view: ViewContext) { self.view = view }

  var table: Table {
    let column = ColumnMaker { if case .audit(let row) = $0 { row } else { nil } }
    let clock = view.clock
    return Table(
      columns: [
        column("ENTRY", "number", 6...8, 0, .right) { TableCell("\(Int($0.number))", .muted) },
        column("AT", "at", 16...16, 0) { TableCell(clock.text($0.at), .secondary) },
        column("BY", "actor", 8...20, 0) { TableCell(SafeText($0.actor), .title) },
        column("ACTION", "deed", 8...16, 0) { TableCell(SafeText($0.action)) },
        column("WITH (SHA-256)", "subject", 16...64, 1) {
          TableCell(SafeText($0.subject), .secondary, cut: .middle)
        },
        column("ENTRY'S HASH", "hash", 16...64, 2) {
          TableCell(SafeText($0.hash), .muted, cut: .middle)
        },
      ],
      card: column.card { row in
        Card(
          title: TableCell(SafeText(row.action), .title),
          mark: TableCell(clock.text(row.at), .secondary),
          detail: TableCell(SafeText(row.actor), .secondary),
          note: TableCell("\(Int(row.number))", .muted)
        )
      },
      emptyMessage: []
    )
  }
}
