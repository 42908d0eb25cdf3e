import Entitlements
import Foundation

/// One document: its tree, and what verification found.
struct ReceiptScreen: ScreenPart {
  let id: ID<Document>
  private var inspectionAnswer = Fetched<Inspection>()
  private(set) var tree: TreeState?
  /// The panel is open where there is room for it, and closed elsewhere, unless toggled.
  private var isPanelToggled = false
  private var panelTop = 0
  private(set) var revealedAt: Date?
  /// The document's own bytes, asked for when they are to be seen.
  private var bytesAnswer = Fetched<[UInt8]>()
  private var showsBytes = false
  /// The tree's row at which a search began.
  private var searchStart = 0

  init(id: ID<Document>) { self.id = id }

  /// Seconds after which revealed secrets are masked again.
  static let revealLife: TimeInterval = 60
  /// Where the panel stands beside the tree, from this width on.
  private static let panelBreakpoint = 110
  private static let panelWidth = 46

  var inspection: Inspection? { inspectionAnswer.value }
  var crumb: SafeText { "receipt \(String(id.raw.prefix(8)))" }
  var scopes: Set<Action.Scope> { [.inspector, .panel, .search, .raw, .subject] }
  var twin: [String]? { ["receipt", "show", id.raw] }
  var openingLine: String? { "receipt \(id.raw)" }
  var waiting: Waiting? { inspectionAnswer.waiting }
  var records: [Record] { inspection.map { [.document($0.document)] } ?? [] }

  private func showsPanel(_ view: Viewpoint) -> Bool {
    (view.size.columns >= Self.panelBreakpoint) != isPanelToggled
  }

  /// Whether the panel has the body for itself.
  private func isPanelAlone(_ view: Viewpoint) -> Bool {
    view.size.columns < Self.panelBreakpoint && isPanelToggled
  }

  // Data.

  mutating func markStale() {
    // A document never changes, but what was missing or failed may be there now.
    if inspection == nil { inspectionAnswer.markStale() }
  }

  mutating func hide() { revealedAt = nil }

  mutating func settle(_ desk: inout Desk) {
    inspectionAnswer.settle(.document(id), &desk)
    if showsBytes { bytesAnswer.settle(.bytes(id), &desk) }
    let count = tree?.visible.count ?? 0
    let height = treeHeight(desk.view)
    tree?.scroll.settle(count: count, height: height)
  }

  /// The rows of the tree, under which the bytes or the node in full may stand.
  private func treeHeight(_ view: Viewpoint) -> Int {
    max(1, view.layout.body.rows - Layout.bannerRows - detailRows(view))
  }

  private func detailRows(_ view: Viewpoint) -> Int {
    guard showsBytes else { return view.layout.detailRows }
    return max(3, (view.layout.body.rows - Layout.bannerRows) / 2)
  }

  mutating func accept(_ outcome: Outcome<Answer>, to request: Int, _ view: Viewpoint) {
    let areBytes = bytesAnswer.accept(outcome, to: request) {
      if case .bytes(let bytes) = $0 { bytes } else { nil }
    }
    if areBytes { return }
    let isOurs = inspectionAnswer.accept(outcome, to: request) {
      if case .document(let inspection) = $0 { inspection } else { nil }
    }
    guard isOurs, let inspection else { return }
    var new = TreeState(inspection.tree)
    if let tree { new.adopt(tree) }
    tree = new
  }

  // Keys.

  mutating func tick(_ now: Date) {
    guard let revealedAt else { return }
    let passed = now.timeIntervalSince(revealedAt)
    if passed >= Self.revealLife || passed < 0 { self.revealedAt = nil }
  }

  mutating func perform(_ action: Action, _ desk: inout Desk) -> Bool {
    switch action {
    case .left: tree?.fold()
    case .right: tree?.unfold()
    case .open: tree?.toggle()
    case .nextMatch: tree?.nextMatch()
    case .previousMatch: tree?.previousMatch()
    case .foldAll: tree?.foldAll()
    case .unfoldAll: tree?.unfoldAll()
    case .togglePanel:
      isPanelToggled.toggle()
      panelTop = 0
    case .raw: showsBytes.toggle()
    case .copyValue, .copyPath, .copyTree: copy(action, &desk)
    case .reveal: revealedAt = revealedAt == nil ? desk.view.now : nil
    default: return move(action, desk.view)
    }
    return true
  }

  /// A secret is copied where it can be seen.
  private func copy(_ action: Action, _ desk: inout Desk) {
    guard let tree, let current = tree.current else { return }
    let node = tree.entries[current].node
    let path = tree.path(to: current).joined(separator: ".")
    let isMasked = revealedAt == nil
    switch action {
    case .copyPath: desk.perform(.copy(Copy(path, .text(path))))
    case .copyTree:
      let view = desk.view
      let text = tree.text(of: current, masked: isMasked ? { view.masked($0).string } : nil)
      desk.perform(.copy(Copy("\(node.label), with all below", .text(text))))
    case _ where node.isSecret && isMasked:
      desk.say(.warning, "\(node.label) is a secret: reveal it (X), then it is copied in full.")
    case _ where node.value.isEmpty: desk.say(.warning, "\(node.label) has no value of its own.")
    default: desk.perform(.copy(Copy(node.label, .text(node.value))))
    }
  }

  private mutating func move(_ action: Action, _ view: Viewpoint) -> Bool {
    if isPanelAlone(view) {
      let height = view.layout.body.rows - Layout.panelBannerRows
      let count = PanelContent(self, view, columns: view.size.columns - 2).lines.count
      var scroll = Scroll(index: panelTop, top: panelTop)
      guard let distance = Scroll.distance(action, height: height) else { return false }
      scroll.move(by: distance, count: max(1, count - height + 1), height: 1)
      panelTop = scroll.index
      return true
    }
    let height = treeHeight(view)
    guard let distance = Scroll.distance(action, height: height) else { return false }
    let count = tree?.visible.count ?? 0
    tree?.scroll.move(by: distance, count: count, height: height)
    return true
  }

  /// The panel beside the tree scrolls by the wheel; alone it does by every key.
  mutating func scrollPane(at point: Frame.Point, by lines: Int, _ view: Viewpoint) -> Bool {
    var rest = view.layout.body
    guard showsPanel(view), !isPanelAlone(view),
      rest.takeRight(Self.panelWidth).holds(point.column, point.row)
    else { return false }
    let count = PanelContent(self, view, columns: Self.panelWidth - 3).lines.count
    panelTop = max(0, min(panelTop + lines, count - view.layout.body.rows))
    return true
  }

  mutating func closeOne(_ desk: inout Desk) -> Bool {
    if tree?.search.isEmpty == false {
      tree?.find("", from: 0)
    } else if isPanelAlone(desk.view) {
      isPanelToggled = false
    } else {
      return false
    }
    return true
  }

  func text(of kind: Field.Kind) -> String { kind == .search ? tree?.search ?? "" : "" }

  mutating func take(_ text: String, for kind: Field.Kind) {
    guard kind == .search else { return }
    if tree?.search.isEmpty != false { searchStart = tree?.current ?? 0 }
    tree?.find(text, from: searchStart)
  }

  // Looks.

  func nextChange(_ view: Viewpoint) -> Date? {
    [
      revealedAt?.addingTimeInterval(Self.revealLife),
      view.nextTelling(of: inspection?.document.receivedAt),
      view.nextTelling(of: inspection?.document.statedAt),
    ].compactMap(\.self).min()
  }

  func draw(in rect: Rect, _ view: Viewpoint, on frame: inout Frame) {
    guard let inspection, let tree else {
      let missing: SafeText? =
        inspectionAnswer.isMissing ? "The ledger holds no document \(id.raw)." : nil
      return frame.write(placeholder: inspectionAnswer.failure, missing: missing, in: rect)
    }
    var rest = rect
    if isPanelAlone(view) {
      var banner = rest.takeTop(Layout.panelBannerRows)
      drawBanner(inspection.document, in: banner.takeTop(1), view, on: &frame)
      let content = PanelContent(self, view, columns: view.size.columns - 2)
      return frame.draw(content.lines, from: panelTop, in: rest.insetColumns(2, 1))
    }
    if showsPanel(view) { drawPanel(in: rest.takeRight(Self.panelWidth), view, on: &frame) }
    var banner = rest.takeTop(Layout.bannerRows)
    let titles = banner.takeBottom(1)
    drawBanner(inspection.document, in: banner, view, on: &frame)
    let detail = rest.takeBottom(detailRows(view))
    let treeView = TreeView(view: view, tree: tree, revealsSecrets: revealedAt != nil)
    treeView.drawTitles(in: titles, on: &frame)
    treeView.draw(in: rest, on: &frame)
    if showsBytes {
      drawBytes(tree, in: detail, view, on: &frame)
    } else if !detail.isEmpty {
      treeView.drawDetail(in: detail, on: &frame)
    }
  }

  private func drawBytes(
    _ tree: TreeState,
    in rect: Rect,
    _ view: Viewpoint,
    on frame: inout Frame
  ) {
    var rest = rect
    frame.fill(view.glyphs.rule, .rule, from: rect.column, to: rect.endColumn, rest.takeTop(1).row)
    guard let bytes = bytesAnswer.value else {
      if bytesAnswer.isMissing {
        frame.write("The bytes are not in the ledger.", .secondary, at: rest.column + 2, rest.row)
      }
      return
    }
    // Where secrets stand among the bytes is not always known.
    let hidesSecrets = revealedAt == nil && tree.entries.contains { $0.node.isSecret }
    let node = tree.current.map { tree.entries[$0].node }
    let range = node.flatMap { node in
      node.offset.map { $0..<$0 + max(1, node.length ?? 1) }
    }
    HexView(bytes: bytes, marked: range, view: view, isHidden: hidesSecrets)
      .draw(in: rest, on: &frame)
  }

  private func drawPanel(in rect: Rect, _ view: Viewpoint, on frame: inout Frame) {
    for row in rect.row..<rect.endRow {
      frame.fill(view.glyphs.bar, .rule, from: rect.column, to: rect.column + 1, row)
    }
    let lines = PanelContent(self, view, columns: rect.columns - 3).lines
    let top = max(0, min(panelTop, lines.count - rect.rows))
    frame.draw(lines, from: top, in: rect.insetColumns(2, 1))
  }

  private func drawBanner(
    _ row: DocumentRow,
    in rect: Rect,
    _ view: Viewpoint,
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
      if let statedAt = row.statedAt { times.append("stated \(view.clock.text(statedAt))") }
      times.append("received \(view.clock.text(row.receivedAt))")
      if let user = row.user { times.append("user \(user.raw)") }
      let text = SafeText.joined(times, by: separator).truncated(to: end - 2, glyphs)
      frame.write(text, .secondary, at: 2, rect.row + 1, until: end)
    }
  }
  func status(_ view: Viewpoint) -> Status {
    var status = Status()
    if isPanelAlone(view) {
      let height = view.layout.body.rows - Layout.panelBannerRows
      let count = PanelContent(self, view, columns: view.size.columns - 2).lines.count
      status.addScroll(from: panelTop, of: count, height: height, view)
      return status
    }
    guard let tree, let current = tree.current else { return status }
    let separator: SafeText = " \(view.glyphs.crumb) "
    if !tree.search.isEmpty {
      let place = tree.matches.position(of: current).map { "\($0 + 1) of " as SafeText } ?? ""
      status.matches = tree.matches.isEmpty ? "no match" : "\(place)\(tree.matches.count)"
      status.add("search: \(SafeText(tree.search).truncated(to: 24, view.glyphs))", .match)
      status.add(status.matches, .secondary)
    }
    let path = tree.path(to: current).map { SafeText($0, limit: 60) }
    status.add(SafeText.joined(path, by: separator), .secondary)
    if revealedAt != nil { status.order = "secrets shown" }
    return status
  }
}
