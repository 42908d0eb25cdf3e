import Basics
import Entitlements
import Foundation

/// All that distinguishes one list from the others: its texts, its columns, and what prints it.
struct ListDescriptor: Sendable {
  /// The name of one row.
  let noun: SafeText
  /// What the list holds, for the help of its command.
  let help: SafeText
  /// The message for an empty list, and how rows are added.
  let emptyMessage: [SafeText]
  /// The names of sort orders that differ from those on the command line.
  var sortNames: [RowSort: SafeText] = [:]
  /// The name of the only order of a list that cannot be searched.
  var orderName: SafeText = "number"
  /// The arguments that print a list that cannot be searched.
  var command: [String] = []
  /// The number of all rows; `nil` if it is not a part of the ledger's state.
  var total: (@Sendable (LedgerHealth) -> Int)?
  let columns: [Column]
  /// The two lines of a row on narrow screens.
  let card: @Sendable (Record, ViewContext) -> Card

  /// The maximum number of rows of a list that cannot be searched.
  static let maxRows = "10000"
}

extension ListKind {
  var descriptor: ListDescriptor {
    switch self {
    case .users: UserRow.list
    case .orders: OrderRow.list
    case .subs: SubscriptionRow.list
    case .ent: Entitlement.list
    case .receipts: DocumentRow.list
    case .events: EventRow.list
    case .jobs: JobRow.list
    case .audit: AuditRow.list
    }
  }

  var columns: [Column] { descriptor.columns }

  /// A table of the list, without the columns of these keys.
  func table(without keys: Set<String> = []) -> Table {
    let list = descriptor
    return Table(
      columns: list.columns.filter { !keys.contains($0.key) },
      card: list.card,
      emptyMessage: list.emptyMessage
    )
  }

  /// The noun for counted rows: `1 user`, `2 users`.
  func noun(_ count: Count?) -> SafeText {
    guard count == .exact(1), rawValue.hasSuffix("s") else { return SafeText(rawValue) }
    return SafeText(String(rawValue.dropLast()))
  }

  /// How to print the rows of a list that cannot be exported.
  var printing: String { "Print them with: purser \(rawValue) --json" }

  func sortName(_ sort: RowSort?) -> SafeText {
    guard let sort else { return descriptor.orderName }
    return descriptor.sortNames[sort] ?? SafeText(sort.rawValue)
  }
}

/// How a column's values are queried.
struct ColumnFilter<Row>: Sendable {
  /// The queries for all possible values; empty if they are unlimited.
  var values: [Query] = []
  /// The clock of the column's times.
  var clock: Query.Clock?
  /// The query for rows with the same value; `nil` if it cannot be queried.
  let condition: @Sendable (Row, Date) -> Query?

  /// The exact text; without one, rows whose field is empty.
  static func text(
    _ field: Query.TextField,
    _ value: @escaping @Sendable (Row) -> String?
  ) -> Self {
    Self { row, _ in
      value(row).map { .field(.text(field, [.exact($0)])) }
        ?? .not(.field(.text(field, [.prefix("")])))
    }
  }

  /// The exact text, which only some rows have.
  static func knownText(
    _ field: Query.TextField,
    _ value: @escaping @Sendable (Row) -> String?
  ) -> Self {
    Self { row, _ in value(row).map { .field(.text(field, [.exact($0)])) } }
  }

  /// The day in UTC that contains the instant.
  static func day(_ clock: Query.Clock, _ value: @escaping @Sendable (Row) -> Date?) -> Self {
    Self(clock: clock) { row, _ in
      guard let time = value(row).flatMap({ CivilTime($0, offset: 0) }), time.year > 0 else {
        return nil
      }
      let start = CivilTime.midnight(year: time.year, month: time.month, day: time.day, offset: 0)
      let range = Query.TimeRange(from: start, until: start.addingTimeInterval(86_400))
      return .field(.time(clock, [range]))
    }
  }

  static func choice<Value: CaseIterable & Sendable>(
    _ query: @escaping @Sendable (Value) -> Query,
    _ value: @escaping @Sendable (Row, Date) -> Value?
  ) -> Self {
    Self(values: Value.allCases.map(query)) { value($0, $1).map(query) }
  }

  static func environment(_ value: @escaping @Sendable (Row) -> Environment?) -> Self {
    choice({ .field(.environments([$0])) }, { row, _ in value(row) })
  }

  static func store(_ value: @escaping @Sendable (Row) -> Store?) -> Self {
    choice({ .field(.stores([$0])) }, { row, _ in value(row) })
  }

  static func state(_ value: @escaping @Sendable (Row, Date) -> SubscriptionState?) -> Self {
    choice({ .field(.states([$0])) }, value)
  }

  /// Whether a quality holds, or does not.
  static func quality(
    _ query: Query.Field,
    _ holds: @escaping @Sendable (Row, Date) -> Bool
  ) -> Self {
    let query = Query.field(query)
    return Self(values: [query, .not(query)]) { holds($0, $1) ? query : .not(query) }
  }
}

/// Creates the columns of a list from closures over its rows.
struct ColumnMaker<Row>: Sendable {
  let row: @Sendable (Record) -> Row?

  /// The width of the longest common identifiers: UUIDs, and orders of Google Play.
  static var idWidth: Int { 36 }

  func callAsFunction(
    _ title: SafeText,
    _ key: String,
    _ width: ClosedRange<Int>,
    _ priority: Int,
    whole: Int? = nil,
    alignment: Column.Alignment = .left,
    sort: RowSort? = nil,
    _ filter: ColumnFilter<Row>? = nil,
    cell: @escaping @Sendable (Row, ViewContext) -> TableCell
  ) -> Column {
    Column(
      key: key,
      title: title,
      width: width,
      wholeWidth: whole,
      priority: priority,
      alignment: alignment,
      sort: sort,
      clock: filter?.clock,
      values: filter?.values ?? [],
      condition: { record, now in row(record).flatMap { filter?.condition($0, now) } },
      cell: { record, view in row(record).map { cell($0, view) } ?? .empty }
    )
  }

  /// The column with a name for each value that rows are counted by.
  func naming(
    _ column: Column,
    by name: @escaping @Sendable (Row) -> SafeText
  ) -> Column {
    var column = column
    let row = row
    column.valueName = { record in row(record).map(name) ?? .empty }
    return column
  }

  /// A column of texts.
  func text(
    _ title: SafeText,
    _ key: String,
    _ width: ClosedRange<Int>,
    _ priority: Int,
    whole: Int? = nil,
    sort: RowSort? = nil,
    _ filter: ColumnFilter<Row>? = nil,
    role: Role = .text,
    cut truncation: SafeText.Truncation = .end,
    text: @escaping @Sendable (Row) -> String
  ) -> Column {
    self(title, key, width, priority, whole: whole, sort: sort, filter) { row, _ in
      TableCell(SafeText(text(row)), role, cut: truncation)
    }
  }

  /// A column of numbers.
  func number(
    _ title: SafeText,
    _ key: String,
    _ width: ClosedRange<Int>,
    _ priority: Int,
    _ role: Role = .text,
    text: @escaping @Sendable (Row) -> SafeText
  ) -> Column {
    self(title, key, width, priority, alignment: .right) { row, _ in TableCell(text(row), role) }
  }

  /// A column of instants.
  func time(
    _ title: SafeText,
    _ key: String,
    _ priority: Int,
    sort: RowSort? = nil,
    clock: Query.Clock? = nil,
    _ instant: @escaping @Sendable (Row) -> Date?
  ) -> Column {
    self(title, key, 16...16, priority, sort: sort, clock.map { .day($0, instant) }) {
      TableCell.known(instant($0).map($1.clock.text), $1.glyphs, .secondary)
    }
  }

  func environment(_ value: @escaping @Sendable (Row) -> Environment?) -> Column {
    self("ENV", "environment", 3...3, 0, .environment(value)) { row, _ in
      value(row)?.mark ?? .empty
    }
  }

  func store(_ priority: Int, _ value: @escaping @Sendable (Row) -> Store?) -> Column {
    self("STORE", "store", 9...9, priority, .store(value)) { row, _ in
      TableCell(value(row)?.word ?? .empty, .muted)
    }
  }

  /// A column of users, who may be unknown.
  func user(
    _ width: ClosedRange<Int>,
    _ priority: Int,
    role: Role = .text,
    _ value: @escaping @Sendable (Row) -> ID<User>?
  ) -> Column {
    self("USER", "user", width, priority, whole: Self.idWidth, .text(.user) { value($0)?.raw }) {
      TableCell.known(value($0).map { SafeText($0.raw) }, $1.glyphs, role, cut: .middle)
    }
  }

  func card(
    _ card: @escaping @Sendable (Row, ViewContext) -> Card
  ) -> @Sendable (Record, ViewContext) -> Card {
    { record, view in
      row(record).map { card($0, view) }
        ?? Card(title: .empty, mark: .empty, detail: .empty, note: .empty)
    }
  }
}

extension TableCell {
  /// A cell for a value that may be unknown.
  static func known(
    _ text: SafeText?,
    _ glyphs: GlyphSet,
    _ role: Role = .text,
    cut truncation: SafeText.Truncation = .end
  ) -> TableCell {
    text.map { TableCell($0, role, cut: truncation) } ?? TableCell(glyphs.missing, .muted)
  }

  /// A badge after an environment's mark, for cards.
  static func marked(_ badge: TableCell, _ environment: Environment?) -> TableCell {
    guard let mark = environment?.mark.text, !mark.isEmpty else { return badge }
    return TableCell("\(mark) \(badge.text)", badge.role)
  }
}

extension RowSort {
  /// Whether the default direction is descending.
  var isDescending: Bool {
    switch self {
    case .purchased, .started, .expires, .received, .happened: true
    case .id, .user, .name, .email: false
    }
  }

  /// What comes first, in the default or the reverse direction.
  func beginning(isReversed: Bool) -> SafeText {
    // Users are numbered in the order of their arrival.
    if self == .user { return isReversed ? "last seen first" : "first seen first" }
    return switch (isDescending, isReversed) {
    case (true, false): "newest first"
    case (true, true): "oldest first"
    case (false, false): "from A to Z"
    case (false, true): "from Z to A"
    }
  }
}
