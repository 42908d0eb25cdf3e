import Entitlements
import Foundation

extension ReceiptScreen {
  func nextChange(_ view: ViewContext) -> Date? {
    [
      revealedAt?.addingTimeInterval(Self.revealLife),
      view.nextLabelChange(of: inspection?.document.receivedAt),
      view.nextLabelChange(of: inspection?.document.statedAt), nextLabelChange(view),
    ].compactMap(\.self).min()
  }

  /// When the relative label of a visible instant changes.
  private func nextLabelChange(_ view: ViewContext) -> Date? {
    guard let tree, !isPanelAlone(view) else { return nil }
    let shown = tree.scroll.shown(count: tree.visible.count, height: treeHeight(view))
    return tree.visible[shown].compactMap { tree.entries[$0].node.instant }
      .compactMap { view.nextLabelChange(of: $0, always: true) }.min()
  }

  func draw(in rect: Rect, _ view: ViewContext, on frame: inout Frame) {
    guard let inspection, let tree else {
      let missing: SafeText? =
        inspectionAnswer.isMissing ? "The ledger holds no document \(id.raw)." : nil
      return frame.write(placeholder: inspectionAnswer.failure, missing: missing, in: rect)
    }
    var rest = rect
    if isPanelAlone(view) {
      var banner = rest.takeTop(Layout.panelBannerRows)
      drawBanner(inspection.document, in: banner.takeTop(1), view, on: &frame)
      return frame.draw(fullPanel(view).lines, from: panelTop, in: rest.insetColumns(2, 1))
    }
    if showsPanel(view) { drawPanel(in: rest.takeRight(Self.panelWidth), view, on: &frame) }
    let beside = showsBytesBeside(view) ? rest.takeRight(Self.bytesWidth) : nil
    var banner = rest.takeTop(Layout.bannerRows)
    let titles = banner.takeBottom(1)
    drawBanner(inspection.document, in: banner, view, on: &frame)
    let detail = rest.takeBottom(detailRows(view))
    let treeView = TreeView(view: view, tree: tree, revealsSecrets: revealedAt != nil)
    treeView.drawTitles(in: titles, on: &frame)
    treeView.draw(in: rest, on: &frame)
    if showsBytes {
      let (area, isBeside) = (beside ?? detail, beside != nil)
      drawBytes(of: inspection, tree, in: area, isBeside: isBeside, view, on: &frame)
    }
    if beside != nil || !showsBytes, !detail.isEmpty { treeView.drawDetail(in: detail, on: &frame) }
  }

  private func drawBytes(
    of inspection: Inspection,
    _ tree: TreeState,
    in rect: Rect,
    isBeside: Bool,
    _ view: ViewContext,
    on frame: inout Frame
  ) {
    var rest = rect
    if isBeside {
      frame.drawEdge(of: rect, view.glyphs)
      rest = rest.insetColumns(1)
    }
    let head = rest.takeTop(1)
    if !isBeside { frame.drawRule(of: head, view.glyphs) }
    guard let bytes = bytesAnswer.value else {
      if bytesAnswer.isMissing {
        frame.write("The bytes are not in the ledger.", .secondary, at: rest.column + 2, rest.row)
      }
      return
    }
    let node = tree.current.map { tree.entries[$0].node }
    let range = node.flatMap { node in node.offset.map { $0..<$0 + max(1, node.length ?? 1) } }
    let hexView = HexView(bytes: bytes, marked: range, view: view, hidden: hidden(inspection, tree))
    let title = hexView.title.truncated(to: head.columns - 6, view.glyphs)
    frame.write(" \(title) ", .title, at: head.column + 2, head.row, until: head.endColumn)
    hexView.draw(in: rest, on: &frame)
  }

  private func hidden(_ inspection: Inspection, _ tree: TreeState) -> [Range<Int>]? {
    guard revealedAt == nil else { return [] }
    if let secrets = inspection.secrets { return secrets }
    return tree.entries.contains { $0.node.isSecret } ? nil : []
  }

  private func drawPanel(in rect: Rect, _ view: ViewContext, on frame: inout Frame) {
    frame.drawEdge(of: rect, view.glyphs)
    let lines = PanelContent(self, view, columns: rect.columns - 3).lines
    let top = max(0, min(panelTop, lines.count - rect.rows))
    frame.draw(lines, from: top, in: rect.insetColumns(2, 1))
  }

  private func drawBanner(
    _ row: DocumentRow,
    in rect: Rect,
    _ view: ViewContext,
    on frame: inout Frame
  ) {
    let glyphs = view.glyphs
    let end = rect.endColumn - 1
    let separator: SafeText = "  \(glyphs.dot)  "
    let verdict = row.verdict.cell(glyphs)
    var column = frame.write(verdict.text, verdict.role, at: 2, rect.row, until: end)
    if let mark = row.environment?.mark, !mark.text.isEmpty {
      column = frame.write(mark.text, mark.role, at: column + 2, rect.row, until: end)
    }
    var facts: [SafeText] = [row.kindWords]
    if let app = row.app { facts.append(SafeText(app)) }
    facts += [.plural(row.purchases, "purchase"), .bytes(row.byteCount)]
    let text = SafeText.joined(facts, by: separator)
    frame.write(text, .text, at: column + 3, rect.row, until: end, glyphs)
    guard rect.rows > 1 else { return }
    if case .rejected = row.verdict {
      frame.write(row.verdict.reason, .bad, at: 2, rect.row + 1, until: end, glyphs)
    } else {
      var times: [SafeText] = []
      if let statedAt = row.statedAt { times.append("stated \(view.clock.text(statedAt))") }
      times.append("received \(view.clock.text(row.receivedAt))")
      if let at = row.confirmedAt { times.append("confirmed \(view.clock.text(at))") }
      if let user = row.user { times.append("user \(user.raw)") }
      let text = SafeText.joined(times, by: separator)
      frame.write(text, .secondary, at: 2, rect.row + 1, until: end, glyphs)
    }
  }

  func describe(_ view: ViewContext, in status: inout Status) {
    if isPanelAlone(view) {
      let height = view.layout.body.rows - Layout.panelBannerRows
      let count = fullPanel(view).lines.count
      status.addScroll(from: panelTop, of: count, height: height, view)
      return
    }
    guard let tree, let current = tree.current else { return }
    let separator: SafeText = " \(view.glyphs.breadcrumb) "
    if !tree.search.isEmpty {
      let position = tree.matches.position(of: current).map { "\($0 + 1) of " as SafeText } ?? ""
      status.matches = tree.matches.isEmpty ? "no match" : "\(position)\(tree.matches.count)"
      status.add("search: \(SafeText(tree.search).truncated(to: 24, view.glyphs))", .match)
      status.add(status.matches, .secondary)
    }
    let path = tree.path(to: current).map { SafeText($0, limit: 60) }
    status.add(SafeText.joined(path, by: separator), .secondary)
    if revealedAt != nil { status.order = "secrets shown" }
  }
}
