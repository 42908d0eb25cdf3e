import Entitlements
import Foundation

/// A record in full: every column with its title, and details without a column.
struct PreviewContent {
  private let title: SafeText
  private var fields: [(label: SafeText, cell: TableCell)] = []

  private static let labelWidth = 17

  init(_ record: Record?, _ list: ListKind, _ view: ViewContext) {
    guard let record else {
      title = "nothing under the cursor"
      return
    }
    title = SafeText(record.primaryID)
    fields = list.table(view).columns.map { ($0.title, $0.cell(record)) }
    addRest(of: record, view)
    fields.removeAll { $0.cell.text.isEmpty }
  }

  private mutating func add(_ label: SafeText, _ text: String?, _ role: Role = .secondary) {
    if let text { fields.append((label, TableCell(SafeText(text), role))) }
  }

  private mutating func addRest(of record: Record, _ view: ViewContext) {
    let clock = view.clock
    func time(_ label: SafeText, _ instant: Date?) {
      if let instant { fields.append((label, TableCell(clock.absolute(instant), .secondary))) }
    }
    switch record {
    case .user(let row):
      time("ACCESS UNTIL", row.leading?.accessUntil)
      time("LAST BOUGHT", row.leading?.purchasedAt)
      add("LEADING SALE", row.leading?.id.raw)
      let environments = row.environments.map { SafeText($0.rawValue) }
      fields.append(("ENVIRONMENTS", TableCell(.joined(environments, by: " "), .secondary)))
    case .order(let row):
      let order = row.order
      add("APP", order.app)
      add("PRODUCT ID", order.productID)
      add("COUNTRY", order.terms?.country)
      add("ORIGINAL ID", order.originalTransactionID)
      time("FIRST BOUGHT", order.originalPurchasedAt)
      time("CANCELLED", order.cancelledAt)
      add("CHAIN IS", row.chainState.map { Wording.phrase(for: $0) })
      add("DOCUMENT", order.evidence.raw)
    case .subscription(let row):
      add("APP", Subscription.Name(row.id)?.app)
      add("PRODUCT ID", row.productID)
      add("IT IS", row.phase.map { Wording.phrase(for: $0.state) })
      time("STATE SINCE", row.phase?.from)
      time("STATE UNTIL", row.phase?.until)
      add("CHAIN", row.id.raw)
    case .entitlement(let row):
      add("SALE", row.source?.raw)
      add("DOCUMENT", row.evidence.raw)
    case .document(let row):
      add("STORE", row.store?.rawValue)
      add("IT WAS", Wording.phrase(for: row.origin))
      add("RESTS ON", Wording.phrase(for: row.provenance))
      time("APPLIED", row.appliedAt)
      add("SHA-256", row.id.raw)
    case .notice(let row):
      add("CHAIN", row.notice.chain?.raw)
      add("SALE", row.notice.order?.raw)
      add("DOCUMENT", row.notice.statementSource.evidence.raw)
    case .job(let row):
      time("DUE", row.dueAt)
      time("ENDED", row.endedAt)
      add("OUTCOME", row.outcome)
      add("BATCH", row.batch)
      add("TASK", row.task)
    case .audit: break
    }
  }

  /// Draws the record from line `top` on.
  func draw(
    from top: Int = 0,
    in rect: Rect,
    isBeside: Bool,
    isZoomed: Bool,
    _ view: ViewContext,
    on frame: inout Frame
  ) {
    var rest = rect
    let rows = rect.rows - 1
    let lines = lines(rect.columns - (isBeside ? 4 : 3), view)
    let hidden = lines.count - top - rows
    let more: SafeText =
      hidden > 0 ? " \(view.glyphs.below) \(SafeText.plural(hidden, "more line")) " : .empty
    if isBeside {
      for row in rect.row..<max(rect.row, rect.endRow) {
        frame.fill(view.glyphs.bar, .rule, from: rect.column, to: rect.column + 1, row)
      }
      rest = rest.insetColumns(1)
    } else if !isZoomed {
      let edge = rest.takeTop(1)
      frame.fill(view.glyphs.rule, .rule, from: edge.column, to: edge.endColumn, edge.row)
      frame.write(" \(shownTitle(rest.columns - 6 - more.width, view)) ", .title, at: 2, edge.row)
    }
    if isBeside || isZoomed {
      let head = rest.takeTop(1)
      let room = head.columns - 3 - more.width
      frame.write(shownTitle(room, view), .title, at: head.column + 2, head.row)
    }
    frame.write(more, .secondary, endingAt: rect.endColumn - 1, rect.row)
    frame.draw(lines, from: top, in: rest.insetColumns(2, 1))
  }

  /// The number of lines.
  func lineCount(in rect: Rect, isBeside: Bool, _ view: ViewContext) -> Int {
    lines(rect.columns - (isBeside ? 4 : 3), view).count
  }

  private func shownTitle(_ width: Int, _ view: ViewContext) -> SafeText {
    title.truncated(to: max(4, width), .middle, view.glyphs)
  }

  private func lines(_ width: Int, _ view: ViewContext) -> [StyledLine] {
    let indent = min(Self.labelWidth, width / 2)
    return fields.flatMap { label, cell in
      cell.text.wrapped(to: max(4, width - indent), limit: 6, view.glyphs).enumerated()
        .map { index, text in
          var line = StyledLine()
          if index == 0 { line.add(label.truncated(to: indent - 1, view.glyphs), .columnTitle) }
          line.add(text, cell.role == .muted ? .secondary : cell.role, at: indent)
          return line
        }
    }
  }
}
