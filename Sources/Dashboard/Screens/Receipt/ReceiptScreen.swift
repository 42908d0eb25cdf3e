import Entitlements
import Foundation

/// One document: its tree, and what verification found.
struct ReceiptScreen: ScreenPart {
  let id: ID<Document>
  private(set) var inspectionAnswer = Fetched<Inspection>()
  private(set) var tree: TreeState?
  /// The panel is open where there is room for it, and closed elsewhere, unless toggled.
  private var isPanelToggled = false
  private(set) var panelTop = 0
  private(set) var revealedAt: Date?
  /// The document's own bytes, asked for when they are to be seen.
  private(set) var bytesAnswer = Fetched<[UInt8]>()
  private(set) var showsBytes = false
  /// The tree's row at which a search began.
  private var searchStart = 0

  init(id: ID<Document>) { self.id = id }

  /// Seconds after which revealed secrets are masked again.
  static let revealLife: TimeInterval = 60
  /// Where the panel stands beside the tree, from this width on.
  private static let panelBreakpoint = 110
  static let panelWidth = 46

  var inspection: Inspection? { inspectionAnswer.value }
  var crumb: SafeText { "receipt \(String(id.raw.prefix(8)))" }
  var scopes: Set<Action.Scope> { [.inspector, .panel, .search, .raw, .subject] }
  var twin: [String]? { ["receipt", "show", id.raw] }
  var openingLine: String? { "receipt \(id.raw)" }
  var waiting: Waiting? { inspectionAnswer.waiting }
  var records: [Record] { inspection.map { [.document($0.document)] } ?? [] }

  func showsPanel(_ view: Viewpoint) -> Bool {
    (view.size.columns >= Self.panelBreakpoint) != isPanelToggled
  }

  /// Whether the panel has the body for itself.
  func isPanelAlone(_ view: Viewpoint) -> Bool {
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
  func treeHeight(_ view: Viewpoint) -> Int {
    max(1, view.layout.body.rows - Layout.bannerRows - detailRows(view))
  }

  func detailRows(_ view: Viewpoint) -> Int {
    guard showsBytes, !showsBytesBeside(view) else { return view.layout.detailRows }
    return max(3, (view.layout.body.rows - Layout.bannerRows) / 2)
  }

  /// The least in which the tree can be read beside the bytes.
  private static let treeWidth = 72

  /// Their edge among it.
  static let bytesWidth = HexView.fullWidth + 1

  /// Whether the bytes have a pane of their own beside the tree.
  func showsBytesBeside(_ view: Viewpoint) -> Bool {
    let panel = showsPanel(view) ? Self.panelWidth : 0
    return showsBytes && view.size.columns - panel >= Self.treeWidth + Self.bytesWidth
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
}
