import Entitlements

/// The marks of a list, and the stretch of them that is being drawn.
struct Marking: Equatable, Sendable {
  /// Where the cursor goes after a key.
  enum Step { case stay, next }

  var marks = Marks()
  /// The record at which a stretch of marks begins, by identity, while its end is looked for.
  var start: String?

  /// Does what a key means for the marks of the loaded rows with the cursor at `index`; `nil` for
  /// what means nothing to them. `isWhole` says whether the rows are all there are.
  mutating func perform(
    _ action: Action,
    _ rows: [Record],
    at index: Int,
    isWhole: Bool,
    _ desk: inout Desk
  ) -> Step? {
    switch action {
    case .mark where start == nil: return mark(rows, at: index, &desk)
    case .mark, .markRange: markRange(rows, at: index, &desk)
    case .markAll: markAll(rows, isWhole: isWhole, &desk)
    case .clearMarks: self = Marking()
    default: return nil
    }
    return .stay
  }

  private mutating func mark(_ rows: [Record], at index: Int, _ desk: inout Desk) -> Step {
    guard rows.indices.contains(index) else { return .stay }
    if marks.isFull, !marks.contains(rows[index]) {
      tellFull(&desk)
      return .stay
    }
    marks.toggle(rows[index])
    return .next
  }

  /// Begins a stretch of marks, or ends it.
  private mutating func markRange(_ rows: [Record], at index: Int, _ desk: inout Desk) {
    guard start != nil else {
      start = rows.indices.contains(index) ? rows[index].identity : nil
      return
    }
    defer { start = nil }
    guard let range = range(in: rows, to: index) else {
      return desk.say(.warning, "The stretch begins beyond the loaded rows: nothing was marked.")
    }
    marks.add(rows[range])
    if marks.isFull { tellFull(&desk) }
  }

  private mutating func markAll(_ rows: [Record], isWhole: Bool, _ desk: inout Desk) {
    marks.add(rows)
    if marks.isFull { return tellFull(&desk) }
    let count = SafeText.plural(marks.count, "row").string
    if isWhole {
      desk.say(.info, "\(count) marked: all that match.")
    } else {
      desk.say(.warning, "\(count) marked: those that are loaded, not all that match.")
    }
  }

  private func tellFull(_ desk: inout Desk) {
    let most = SafeText.grouped(Marks.most).string
    desk.say(.warning, "No more than \(most) rows are marked. A query names more.")
  }

  /// The rows from the one where a stretch of marks began to the cursor.
  func range(in rows: [Record], to index: Int) -> ClosedRange<Int>? {
    guard let start, !rows.isEmpty,
      let first = rows.firstIndex(where: { $0.identity == start })
    else { return nil }
    return min(first, index)...max(first, index)
  }

  /// The identities of those rows, as far as they are shown.
  func stretch(in rows: [Record], to index: Int, shown: Range<Int>) -> Set<String> {
    let range = range(in: rows, to: index).map { Range($0).clamped(to: shown) } ?? 0..<0
    return Set(rows[range].map(\.identity))
  }

  /// What stands before a row that is marked or about to be.
  func sign(of record: Record, _ stretch: Set<String>, _ glyphs: GlyphSet) -> TableCell? {
    guard !marks.isEmpty || !stretch.isEmpty,
      marks.contains(record) || stretch.contains(record.identity)
    else { return nil }
    return TableCell(glyphs.marked, .accent)
  }

  func tell(of rows: [Record], at index: Int, in status: inout Status) {
    if let range = range(in: rows, to: index) {
      status.add("marking \(SafeText.grouped(range.count))", .accent)
    } else if !marks.isEmpty {
      status.add("\(SafeText.grouped(marks.count)) marked", .accent)
    }
  }

  /// Gives up the stretch, else the marks; `false` where there are none.
  mutating func closeOne() -> Bool {
    guard start != nil || !marks.isEmpty else { return false }
    if start == nil { marks = Marks() }
    start = nil
    return true
  }
}
