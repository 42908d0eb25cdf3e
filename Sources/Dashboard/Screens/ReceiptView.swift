import Entitlements

/// One document: a summary, its decoded tree, and the verdict beside it where there is room.
struct ReceiptView {
  let state: State
  let screen: ReceiptScreen

  private var glyphs: GlyphSet { state.glyphs }
  private static let panelWidth = 46

  func draw(in rect: Rect, on frame: inout Frame) {
    guard let inspection = screen.inspection, let tree = screen.tree else {
      let missing: SafeText? =
        screen.isMissing ? "The ledger holds no document \(screen.id.raw)." : nil
      if let lines = state.placeholder(failure: screen.failure, missing: missing) {
        frame.write(placeholder: lines, in: rect, isError: screen.failure != nil)
      }
      return
    }
    var rest = rect
    let columns = state.size.columns
    if screen.isPanelAlone(columns: columns) {
      var banner = rest.takeTop(Layout.panelBannerRows)
      drawBanner(inspection.document, in: banner.takeTop(1), on: &frame)
      let content = PanelContent(screen, state, columns: columns - 2)
      return frame.draw(content.lines, from: screen.panelTop, in: rest.insetColumns(2, 1))
    }
    if screen.showsPanel(columns: columns) {
      drawPanel(in: rest.takeRight(Self.panelWidth), on: &frame)
    }
    var banner = rest.takeTop(Layout.bannerRows)
    let titles = banner.takeBottom(1)
    drawBanner(inspection.document, in: banner, on: &frame)
    let detail = rest.takeBottom(state.layout.detailRows)
    let view = TreeView(state: state, tree: tree, revealsSecrets: screen.revealedAt != nil)
    view.drawTitles(in: titles, on: &frame)
    view.draw(in: rest, on: &frame)
    if !detail.isEmpty { view.drawDetail(in: detail, on: &frame) }
  }

  private func drawPanel(in rect: Rect, on frame: inout Frame) {
    for row in rect.row..<rect.endRow {
      frame.fill(glyphs.bar, .rule, from: rect.column, to: rect.column + 1, row)
    }
    let content = PanelContent(screen, state, columns: rect.columns - 3)
    frame.draw(content.lines, in: rect.insetColumns(2, 1))
  }

  private func drawBanner(_ row: DocumentRow, in rect: Rect, on frame: inout Frame) {
    let end = rect.endColumn - 1
    let separator: SafeText = "  \(glyphs.dot)  "
    let verdict = row.verdict.cell(glyphs)
    var column = frame.write(verdict.text, verdict.role, at: 2, rect.row, until: end)
    if let mark = row.environment?.mark, !mark.text.isEmpty {
      column = frame.write(mark.text, mark.role, at: column + 2, rect.row, until: end)
    }
    var facts: [SafeText] = [SafeText(row.kind)]
    if let app = row.app { facts.append(SafeText(app)) }
    facts += [.plural(row.purchases, "purchase"), .bytes(row.byteCount)]
    let text = SafeText.joined(facts, by: separator)
    frame.write(
      text.truncated(to: end - column - 3, glyphs),
      .text,
      at: column + 3,
      rect.row,
      until: end
    )
    guard rect.rows > 1 else { return }
    if case .rejected = row.verdict {
      let reason = row.verdict.reason.truncated(to: end - 2, glyphs)
      frame.write(reason, .bad, at: 2, rect.row + 1, until: end)
    } else {
      var times: [SafeText] = []
      if let statedAt = row.statedAt { times.append("stated \(state.clock.text(statedAt))") }
      times.append("received \(state.clock.text(row.receivedAt))")
      if let user = row.user { times.append("user \(user.raw)") }
      let text = SafeText.joined(times, by: separator).truncated(to: end - 2, glyphs)
      frame.write(text, .secondary, at: 2, rect.row + 1, until: end)
    }
  }
}
