import Entitlements
import Foundation

/// The differences between two documents or two users, side by side.
struct DiffScreen: Screen {
  private var older: Side
  private var newer: Side
  private var changes: [NodeDifference.Change]?
  private var scroll = Scroll()

  init(documents older: ID<Document>, _ newer: ID<Document>) {
    self.older = .document(older, Fetched())
    self.newer = .document(newer, Fetched())
  }

  init(users older: ID<User>, _ newer: ID<User>) {
    self.older = .user(older, Fetched())
    self.newer = .user(newer, Fetched())
  }

  var breadcrumb: SafeText { "diff \(older.name) \(newer.name)" }
  var scopes: Set<Action.Scope> { [.lines] }
  var equivalentCommand: [String]? { ["diff", older.id, newer.id] }
  var openingLine: String? { "diff \(older.id) \(newer.id)" }
  var waiting: Waiting? { older.waiting ?? newer.waiting }
  var opensNothing: Bool { changes?.isEmpty ?? true }

  mutating func markStale() {
    older.markStale()
    newer.markStale()
  }

  mutating func loadIfNeeded(_ context: inout ScreenContext) {
    older.loadIfNeeded(&context)
    newer.loadIfNeeded(&context)
    scroll.clamp(count: changes?.count ?? 0, height: height(context.view))
  }

  mutating func accept(_ outcome: Outcome<LedgerAnswer>, to request: Int, _ view: ViewContext) {
    let areAccepted = [older.accept(outcome, to: request), newer.accept(outcome, to: request)]
    guard areAccepted.contains(true) else { return }
    // The older document is the one stated first, in whichever order they were named.
    if let first = older.statedAt, let second = newer.statedAt, first > second {
      swap(&older, &newer)
    }
    guard let left = older.tree(view.clock), let right = newer.tree(view.clock) else { return }
    changes = NodeDifference(from: left, to: right).changes
  }

  private func height(_ view: ViewContext) -> Int {
    let rows = view.layout.body.rows
    return max(1, view.layout.usesCards ? rows / 2 : rows - 2)
  }

  mutating func perform(_ action: Action, _ context: inout ScreenContext) -> Bool {
    let height = height(context.view)
    if let distance = Scroll.distance(action, height: height) {
      scroll.move(by: distance, count: changes?.count ?? 0, height: height)
      return true
    }
    guard action == .open, let changes, changes.indices.contains(scroll.index) else {
      return false
    }
    (changes[scroll.index].newer == nil ? older : newer).open(&context)
    return true
  }

  func draw(in rect: Rect, _ view: ViewContext, on frame: inout Frame) {
    guard let changes else {
      let missing = [older, newer].first(where: \.isMissing)
      return frame.write(
        placeholder: older.failure ?? newer.failure,
        missing: missing.map { "The ledger knows nothing of \(SafeText($0.id))." },
        in: rect
      )
    }
    guard !changes.isEmpty else {
      return frame.write(
        placeholder: ["Nothing differs.", "Only the source and time of arrival may differ."],
        in: rect
      )
    }
    let shown = scroll.shown(count: changes.count, height: height(view))
    var rest = rect
    let columns = Columns(rect)
    if !view.layout.usesCards { drawTitles(in: rest.takeTop(2), columns, view, on: &frame) }
    for (offset, change) in changes[shown].enumerated() {
      let isCard = view.layout.usesCards
      let row = rest.row + offset * (isCard ? 2 : 1)
      if isCard {
        draw(card: change, rest, row, view, on: &frame)
      } else {
        draw(change, columns, row, view, on: &frame)
      }
      guard shown.lowerBound + offset == scroll.index else { continue }
      for line in row..<min(rest.endRow, row + (isCard ? 2 : 1)) {
        frame.write(view.glyphs.marker, .accent, at: rest.column, line)
        frame.select(row: line, from: rest.column, to: rest.endColumn)
      }
    }
  }

  private struct Columns {
    let path: Int
    let older: Int
    let newer: Int
    let end: Int

    init(_ rect: Rect) {
      path = rect.column + 4
      end = rect.endColumn - 1
      older = path + max(16, (end - path) * 2 / 5)
      newer = older + (end - older) / 2
    }
  }

  private func drawTitles(
    in rect: Rect,
    _ columns: Columns,
    _ view: ViewContext,
    on frame: inout Frame
  ) {
    func write(_ age: SafeText, _ side: Side, at column: Int, until end: Int) {
      // Users are not ordered by age.
      let title = (side.isUser ? side.name : age).truncated(to: end - column, .middle, view.glyphs)
      frame.write(title, .columnTitle, at: column, rect.row, until: end)
      let text = side.title(view.clock).truncated(to: end - column, view.glyphs)
      frame.write(text, .secondary, at: column, rect.row + 1, until: end)
    }
    frame.write("PATH", .columnTitle, at: columns.path, rect.row)
    write("OLDER", older, at: columns.older, until: columns.newer - 2)
    write("NEWER", newer, at: columns.newer, until: columns.end)
  }

  private func mark(_ change: NodeDifference.Change) -> (SafeText, Role) {
    if change.older == nil { return ("+", .good) }
    return change.newer == nil ? ("-", .bad) : ("~", .warn)
  }

  private func text(
    _ value: String?,
    _ change: NodeDifference.Change,
    _ view: ViewContext
  ) -> SafeText {
    guard let value else { return view.glyphs.missing }
    return change.isSecret ? view.masked(value) : SafeText(value)
  }

  private static func path(_ change: NodeDifference.Change) -> SafeText {
    change.path.isEmpty ? "(whole)" : SafeText(change.path.joined(separator: "."))
  }

  private func draw(
    _ change: NodeDifference.Change,
    _ columns: Columns,
    _ row: Int,
    _ view: ViewContext,
    on frame: inout Frame
  ) {
    let (mark, role) = mark(change)
    frame.write(mark, role, at: columns.path - 2, row)
    func write(_ text: SafeText, _ role: Role, _ start: Int, _ end: Int) {
      frame.write(text.truncated(to: end - start, .middle, view.glyphs), role, at: start, row)
    }
    write(Self.path(change), .text, columns.path, columns.older - 2)
    let older = change.older == nil ? Role.muted : .secondary
    write(text(change.older, change, view), older, columns.older, columns.newer - 2)
    let newer = change.newer == nil ? Role.muted : .text
    write(text(change.newer, change, view), newer, columns.newer, columns.end)
  }

  private func draw(
    card change: NodeDifference.Change,
    _ rect: Rect,
    _ row: Int,
    _ view: ViewContext,
    on frame: inout Frame
  ) {
    let (mark, role) = mark(change)
    let end = rect.endColumn - 1
    frame.write(mark, role, at: 2, row)
    let path = Self.path(change).truncated(to: end - 4, .middle, view.glyphs)
    frame.write(path, .text, at: 4, row, until: end)
    guard row + 1 < rect.endRow else { return }
    let arrow: SafeText = " \(view.glyphs.arrow) "
    let half = (end - 4 - 3) / 2
    let old = text(change.older, change, view).truncated(to: half, .middle, view.glyphs)
    let new = text(change.newer, change, view).truncated(to: half, .middle, view.glyphs)
    frame.write("\(old)\(arrow)\(new)", .secondary, at: 4, row + 1, until: end)
  }

  func status(_ view: ViewContext) -> Status {
    var status = Status()
    guard let changes, !changes.isEmpty else { return status }
    let position = SafeText.grouped(scroll.index + 1)
    status.add("\(position) of \(SafeText.plural(changes.count, "difference"))", .secondary)
    return status
  }
}

extension ViewContext {
  /// `AO-J…9fQ2 (172 chars)`: enough to compare, too little to use.
  func masked(_ secret: String) -> SafeText { Self.mask(secret, glyphs) }

  static func mask(_ secret: String, _ glyphs: GlyphSet) -> SafeText {
    guard !secret.isEmpty else { return .empty }
    let count = secret.count
    let head = count > 16 ? String(secret.prefix(4)) : ""
    let tail = count > 16 ? String(secret.suffix(4)) : ""
    return "\(head)\(glyphs.ellipsis)\(tail) (\(SafeText.plural(count, "char")))"
  }
}
