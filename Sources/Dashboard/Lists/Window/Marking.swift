import Entitlements

/// The marks of a list, and the range that is being marked.
struct Marking: Equatable, Sendable {
  /// The cursor's movement after a key.
  enum Step { case stay, next }

  var marks = Marks()
  /// The identity of the record at which a range of marks begins, until its end is chosen.
  var start: String?

  /// Performs a marking action with the cursor at `index`; `nil` for other actions.
  /// `isWhole` is whether all rows of the list are loaded.
  mutating func perform(
    _ action: Action,
    _ rows: [Record],
    at index: Int,
    isWhole: Bool,
    _ context: inout ScreenContext
  ) -> Step? {
    switch action {
    case .mark where start == nil: return mark(rows, at: index, &context)
    case .mark, .markRange: markRange(rows, at: index, &context)
    case .markAll: markAll(rows, isWhole: isWhole, &context)
    case .clearMarks: self = Marking()
    default: return nil
    }
    return .stay
  }

  private mutating func mark(
    _ rows: [Record],
    at index: Int,
    _ context: inout ScreenContext
  ) -> Step {
    guard rows.indices.contains(index) else { return .stay }
    if marks.isFull, !marks.contains(rows[index]) {
      reportFull(&context)
      return .stay
    }
    marks.toggle(rows[index])
    return .next
  }

  /// Begins or ends a range of marks.
  private mutating func markRange(_ rows: [Record], at index: Int, _ context: inout ScreenContext) {
    guard start != nil else {
      start = rows.indices.contains(index) ? rows[index].identity : nil
      return
    }
    defer { start = nil }
    guard let range = range(in: rows, to: index) else {
      return context.notify(
        .warning,
        "The range begins beyond the loaded rows: nothing was marked."
      )
    }
    marks.add(rows[range])
    if marks.isFull { reportFull(&context) }
  }

  private mutating func markAll(_ rows: [Record], isWhole: Bool, _ context: inout ScreenContext) {
    marks.add(rows)
    if marks.isFull { return reportFull(&context) }
    let count = SafeText.plural(marks.count, "row").string
    if isWhole {
      context.notify(.info, "\(count) marked: all that match.")
    } else {
      context.notify(.warning, "\(count) marked: those that are loaded, not all that match.")
    }
  }

  private func reportFull(_ context: inout ScreenContext) {
    let maxMarks = SafeText.grouped(Marks.most).string
    context.notify(.warning, "No more than \(maxMarks) rows can be marked. Use a query for more.")
  }

  /// The rows from the start of the marked range to the cursor.
  func range(in rows: [Record], to index: Int) -> ClosedRange<Int>? {
    guard let start, !rows.isEmpty,
      let first = rows.firstIndex(where: { $0.identity == start })
    else { return nil }
    return min(first, index)...max(first, index)
  }

  /// The identities of the visible rows in that range.
  func interval(in rows: [Record], to index: Int, shown: Range<Int>) -> Set<String> {
    let range = range(in: rows, to: index).map { Range($0).clamped(to: shown) } ?? 0..<0
    return Set(rows[range].map(\.identity))
  }

  /// The marker of a row that is marked or in the current range.
  func sign(of record: Record, _ interval: Set<String>, _ glyphs: GlyphSet) -> TableCell? {
    guard !marks.isEmpty || !interval.isEmpty,
      marks.contains(record) || interval.contains(record.identity)
    else { return nil }
    return TableCell(glyphs.marked, .accent)
  }

  func describe(of rows: [Record], at index: Int, in status: inout Status) {
    if let range = range(in: rows, to: index) {
      status.add("marking \(SafeText.grouped(range.count))", .accent)
    } else if !marks.isEmpty {
      status.add("\(SafeText.grouped(marks.count)) marked", .accent)
    }
  }

  /// Cancels the range, else removes the marks; `false` if there are none.
  mutating func closeOne() -> Bool {
    guard start != nil || !marks.isEmpty else { return false }
    if start == nil { marks = Marks() }
    start = nil
    return true
  }
}

/// The marked records, which the next action applies to, in marking order.
struct Marks: Equatable, Sendable {
  private(set) var records: [Record] = []
  private var identities: Set<String> = []

  /// The maximum number of marks.
  static let most = 10_000

  var isEmpty: Bool { records.isEmpty }
  var count: Int { records.count }
  var isFull: Bool { records.count >= Self.most }

  func contains(_ record: Record) -> Bool {
    !isEmpty && identities.contains(record.identity)
  }

  /// Marks or unmarks the record.
  mutating func toggle(_ record: Record) {
    let identity = record.identity
    if identities.remove(identity) != nil {
      records.removeAll { $0.identity == identity }
    } else {
      add([record])
    }
  }

  /// Marks records up to the maximum.
  mutating func add(_ new: some Sequence<Record>) {
    for record in new where !isFull {
      if identities.insert(record.identity).inserted { records.append(record) }
    }
  }
}
