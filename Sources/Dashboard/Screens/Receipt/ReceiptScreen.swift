import Entitlements
import Foundation

/// One document: its tree, and its verification.
struct ReceiptScreen: Screen {
  let id: ID<Document>
  private(set) var inspectionAnswer = Fetched<Inspection>()
  private(set) var tree: TreeState?
  /// Whether the panel's default is inverted: open if there is room for it, else closed.
  private var isPanelToggled = false
  private(set) var panelTop = 0
  private(set) var revealedAt: Date?
  /// The document's bytes, loaded when they are shown.
  private(set) var bytesAnswer = Fetched<[UInt8]>()
  private(set) var showsBytes = false
  /// The tree entry at which the search began.
  private var searchStart = 0

  init(id: ID<Document>) { self.id = id }

  /// Seconds after which revealed secrets are masked again.
  static let revealLife: TimeInterval = 60
  /// The minimum screen width with the panel beside the tree.
  private static let panelBreakpoint = 110
  static let panelWidth = 46

  var inspection: Inspection? { inspectionAnswer.value }
  var breadcrumb: SafeText { "receipt \(String(id.raw.prefix(8)))" }
  var scopes: Set<Action.Scope> { [.inspector, .panel, .search, .raw, .subject] }
  var equivalentCommand: [String]? { ["receipt", "show", id.raw] }
  var openingLine: String? { "receipt \(id.raw)" }
  var waiting: Waiting? { inspectionAnswer.waiting }
  var records: [Record] { inspection.map { [.document($0.document)] } ?? [] }

  func showsPanel(_ view: ViewContext) -> Bool {
    (view.size.columns >= Self.panelBreakpoint) != isPanelToggled
  }

  /// Whether the panel fills the body.
  func isPanelAlone(_ view: ViewContext) -> Bool {
    view.size.columns < Self.panelBreakpoint && isPanelToggled
  }

  /// The panel that fills the body, between two columns on the left and one on the right.
  func fullPanel(_ view: ViewContext) -> PanelContent {
    PanelContent(self, view, columns: view.size.columns - 3)
  }

  // Data.

  mutating func markStale() {
    // A document never changes, but a missing or failed one may be available now.
    if inspection == nil { inspectionAnswer.markStale() }
  }

  mutating func hide(_ view: ViewContext) { revealedAt = nil }

  mutating func loadIfNeeded(_ context: inout ScreenContext) {
    inspectionAnswer.loadIfNeeded(.document(id), &context)
    if showsBytes { bytesAnswer.loadIfNeeded(.bytes(id), &context) }
    let count = tree?.visible.count ?? 0
    let height = treeHeight(context.view)
    tree?.scroll.clamp(count: count, height: height)
  }

  /// The rows of the tree, above the bytes or the node's details.
  func treeHeight(_ view: ViewContext) -> Int {
    max(1, view.layout.body.rows - Layout.bannerRows - detailRows(view))
  }

  func detailRows(_ view: ViewContext) -> Int {
    guard showsBytes, !showsBytesBeside(view) else { return view.layout.detailRows }
    return max(3, (view.layout.body.rows - Layout.bannerRows) / 2)
  }

  /// The minimum width of the tree beside the bytes.
  private static let minTreeWidth = 72

  /// The width of the bytes pane, including its edge.
  static let bytesWidth = HexView.fullWidth + 1

  /// Whether the bytes are shown in a pane beside the tree.
  func showsBytesBeside(_ view: ViewContext) -> Bool {
    let panel = showsPanel(view) ? Self.panelWidth : 0
    return showsBytes && view.size.columns - panel >= Self.minTreeWidth + Self.bytesWidth
  }

  mutating func accept(_ outcome: Outcome<LedgerAnswer>, to request: Int, _ view: ViewContext) {
    let areBytes = bytesAnswer.accept(outcome, to: request)
    if areBytes { return }
    let isAccepted = inspectionAnswer.accept(outcome, to: request)
    guard isAccepted, let inspection else { return }
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

  mutating func perform(_ action: Action, _ context: inout ScreenContext) -> Bool {
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
    case .copyValue, .copyPath, .copyTree: copy(action, &context)
    case .reveal: revealedAt = revealedAt == nil ? context.view.now : nil
    default: return move(action, context.view)
    }
    return true
  }

  /// Copies from the tree. A secret value is copied only while it is revealed.
  private func copy(_ action: Action, _ context: inout ScreenContext) {
    guard let tree, let current = tree.current else { return }
    let node = tree.entries[current].node
    let path = tree.path(to: current).joined(separator: ".")
    let isMasked = revealedAt == nil
    switch action {
    case .copyPath: context.perform(.copy(Copy(path, .text(path))))
    case .copyTree:
      let view = context.view
      let text = tree.text(of: current, masked: isMasked ? { view.masked($0).string } : nil)
      context.perform(.copy(Copy("\(node.label), with all below", .text(text))))
    case _ where node.isSecret && isMasked:
      context.notify(
        .warning,
        "\(node.label) is a secret: reveal it (X), then it is copied in full."
      )
    case _ where node.value.isEmpty:
      context.notify(.warning, "\(node.label) has no value of its own.")
    default: context.perform(.copy(Copy(node.label, .text(node.value))))
    }
  }

  private mutating func move(_ action: Action, _ view: ViewContext) -> Bool {
    if isPanelAlone(view) {
      let height = view.layout.body.rows - Layout.panelBannerRows
      let count = fullPanel(view).lines.count
      guard let motion = Motion(action, height: height) else { return false }
      panelTop = motion.goal(from: panelTop, last: count - height)
      return true
    }
    let height = treeHeight(view)
    guard let motion = Motion(action, height: height) else { return false }
    let count = tree?.visible.count ?? 0
    tree?.scroll.move(motion, count: count, height: height)
    return true
  }

  /// Scrolls the panel beside the tree; a panel that fills the body scrolls with the keys.
  mutating func scrollPane(at point: Frame.Point, by lines: Int, _ view: ViewContext) -> Bool {
    var rest = view.layout.body
    guard showsPanel(view), !isPanelAlone(view),
      rest.takeRight(Self.panelWidth).holds(point.column, point.row)
    else { return false }
    let count = PanelContent(self, view, columns: Self.panelWidth - 3).lines.count
    panelTop = max(0, min(panelTop + lines, count - view.layout.body.rows))
    return true
  }

  mutating func closeOne(_ context: inout ScreenContext) -> Bool {
    if tree?.search.isEmpty == false {
      tree?.find("", from: 0)
    } else if isPanelAlone(context.view) {
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
