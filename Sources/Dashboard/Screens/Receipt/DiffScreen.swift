import Entitlements
import Foundation

/// The differences between two documents or two users, side by side.
struct DiffScreen: Screen {
  private var older: Side
  private var newer: Side
  private var changes: [NodeDifference.Change]?
  private var scroll = Scroll()

  init(documents older: ID<Document>, _ newer: ID<Document>) {
    (self.older, self.newer) = (Side(older), Side(newer))
  }

  init(users older: ID<User>, _ newer: ID<User>) {
    (self.older, self.newer) = (Side(older), Side(newer))
  }

  var breadcrumb: SafeText { "diff \(older.name) \(newer.name)" }
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
    if let motion = Motion(action, height: height) {
      scroll.move(motion, count: changes?.count ?? 0, height: height)
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
        frame.drawCursor(in: rest, line, view.glyphs)
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

  func describe(_ view: ViewContext, in status: inout Status) {
    guard let changes, !changes.isEmpty else { return }
    let position = SafeText.grouped(scroll.index + 1)
    status.add("\(position) of \(SafeText.plural(changes.count, "difference"))", .secondary)
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

extension DiffScreen {
  /// One side of the comparison: a document or a user, with the loaded data.
  struct Side: Equatable, Sendable {
    let id: String
    let isUser: Bool
    private var document = Fetched<Inspection>()
    private var user = Fetched<UserDetails>()

    init(_ document: ID<Document>) { (id, isUser) = (document.raw, false) }

    init(_ user: ID<User>) { (id, isUser) = (user.raw, true) }

    /// A display name; a document's is the beginning of its ID.
    var name: SafeText { isUser ? SafeText(id, limit: 32) : SafeText(String(id.prefix(8))) }
    var waiting: Waiting? { document.waiting ?? user.waiting }
    var failure: String? { document.failure ?? user.failure }
    var isMissing: Bool { document.isMissing || user.isMissing }

    mutating func loadIfNeeded(_ context: inout ScreenContext) {
      if isUser {
        user.loadIfNeeded(.user(ID(id)), &context)
      } else {
        document.loadIfNeeded(.document(ID(id)), &context)
      }
    }

    mutating func accept(_ outcome: Outcome<LedgerAnswer>, to request: Int) -> Bool {
      isUser ? user.accept(outcome, to: request) : document.accept(outcome, to: request)
    }

    /// Documents never change.
    mutating func markStale() { user.markStale() }

    /// When a loaded document was stated, or else received; `nil` for users.
    var statedAt: Date? { document.value.map { $0.document.statedAt ?? $0.document.receivedAt } }

    func tree(_ clock: Clock) -> Node? { document.value?.tree ?? user.value?.tree(clock) }

    func title(_ clock: Clock) -> SafeText {
      guard !isUser else {
        let user = user.value?.user
        return .joined([user?.name, user?.email].compactMap { $0.map { SafeText($0) } }, by: "  ")
      }
      guard let row = document.value?.document else { return name }
      return "\(name)  \(clock.text(row.statedAt ?? row.receivedAt))  \(row.kindWords)"
    }

    func open(_ context: inout ScreenContext) {
      if isUser {
        context.open(UserScreen(id: ID(id)))
      } else {
        context.open(ReceiptScreen(id: ID(id)))
      }
    }
  }
}
