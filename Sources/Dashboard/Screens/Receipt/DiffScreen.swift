import Entitlements
import Foundation

/// The differences between two documents or two users, side by side.
struct DiffScreen: Screen {
  private var older: Side
  private var newer: Side
  private typealias Change = NodeDifference.Change

  private var changes: [Change]?
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
    if scroll.perform(action, count: changes?.count ?? 0, height: height) { return true }
    guard action == .open, let changes, changes.indices.contains(scroll.index) else { return false }
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
    var rest = rect
    let (columns, isCard) = (Columns(rect), view.layout.usesCards)
    if !isCard { drawTitles(in: rest.takeTop(2), view, on: &frame) }
    frame.draw(scroll, of: changes.count, height: isCard ? 2 : 1, in: rest, view.glyphs) {
      if isCard {
        draw(card: changes[$0], rest, $1, view, on: &$2)
      } else {
        draw(changes[$0], columns, $1, view, on: &$2)
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

  private func drawTitles(in rect: Rect, _ view: ViewContext, on frame: inout Frame) {
    let columns = Columns(rect)
    func write(_ age: SafeText, _ side: Side, at column: Int, until end: Int) {
      // Users are not ordered by age.
      let (title, row, glyphs) = (side.isUser ? side.name : age, rect.row, view.glyphs)
      frame.write(title, .columnTitle, at: column, row, until: end, cut: .middle, glyphs)
      frame.write(side.title(view.clock), .secondary, at: column, row + 1, until: end, glyphs)
    }
    frame.write("PATH", .columnTitle, at: columns.path, rect.row)
    write("OLDER", older, at: columns.older, until: columns.newer - 2)
    write("NEWER", newer, at: columns.newer, until: columns.end)
  }

  private func mark(_ change: Change) -> (SafeText, Role) {
    if change.older == nil { return ("+", .good) }
    return change.newer == nil ? ("-", .bad) : ("~", .warn)
  }

  private func text(_ value: String?, _ change: Change, _ view: ViewContext) -> SafeText {
    guard let value else { return view.glyphs.missing }
    return change.isSecret ? view.masked(value) : SafeText(value)
  }

  private static func path(_ change: Change) -> SafeText {
    change.path.isEmpty ? "(whole)" : SafeText(change.path.joined(separator: "."))
  }

  private func draw(
    _ change: Change,
    _ columns: Columns,
    _ row: Int,
    _ view: ViewContext,
    on frame: inout Frame
  ) {
    let (mark, role) = mark(change)
    frame.write(mark, role, at: columns.path - 2, row)
    func write(_ text: SafeText, _ role: Role, _ start: Int, _ end: Int) {
      frame.write(text, role, at: start, row, until: end, cut: .middle, view.glyphs)
    }
    write(Self.path(change), .text, columns.path, columns.older - 2)
    let older = change.older == nil ? Role.muted : .secondary
    write(text(change.older, change, view), older, columns.older, columns.newer - 2)
    let newer = change.newer == nil ? Role.muted : .text
    write(text(change.newer, change, view), newer, columns.newer, columns.end)
  }

  private func draw(
    card change: Change,
    _ rect: Rect,
    _ row: Int,
    _ view: ViewContext,
    on frame: inout Frame
  ) {
    let (mark, role) = mark(change)
    let end = rect.endColumn - 1
    frame.write(mark, role, at: 2, row)
    frame.write(Self.path(change), .text, at: 4, row, until: end, cut: .middle, view.glyphs)
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
