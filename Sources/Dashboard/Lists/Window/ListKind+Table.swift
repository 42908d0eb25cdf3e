import Entitlements
import Foundation

extension ListKind {
  /// The columns of the list, and the cards for narrow screens.
  func table(_ view: ViewContext) -> Table {
    switch self {
    case .users: UserColumns(view).table
    case .orders: OrderColumns(view).table
    case .subs: SubscriptionColumns(view).table
    case .ent: EntitlementColumns(view).table
    case .receipts: DocumentColumns(view).table
    case .events: EventColumns(view).table
    case .jobs: JobColumns(view).table
    case .audit: AuditColumns(view).table
    }
  }

  /// The message for an empty list, and how rows are added.
  var emptyMessage: [SafeText] {
    switch self {
    case .users:
      [
        "No users yet.",
        "Importing a receipt adds its user: purser import FILE --user ID",
      ]
    case .orders: ["No orders yet.", "Orders come with the receipts that mention them."]
    case .subs: ["No subscriptions.", "A renewal chain appears with its first order."]
    case .ent: ["No entitlements.", "They come from purchases and from grants by hand."]
    case .receipts:
      ["No receipts yet.", "Add one with: purser import FILE --user ID"]
    case .events:
      ["No events yet.", "Stores' notifications are filed with: purser ingest FILE"]
    case .jobs:
      ["No jobs.", "Re-verifying and restoring become jobs; ended ones are kept a while."]
    case .audit: ["No manual actions yet.", "Grants, transfers and erasures are listed here."]
    }
  }

  /// The noun for counted rows: `1 user`, `2 users`.
  func noun(_ count: Count?) -> SafeText {
    guard count == .exact(1), let last = rawValue.last, last == "s" else {
      return SafeText(rawValue)
    }
    return SafeText(String(rawValue.dropLast()))
  }

  /// How to print the rows of a list that cannot be exported.
  var printing: String { "Print them with: purser \(rawValue) --json" }

  /// Whether the records have timelines.
  var hasTimelines: Bool { self != .jobs && self != .audit }

  func sortName(_ sort: RowSort?) -> SafeText {
    switch sort {
    case .purchased?: self == .users ? "last purchase" : "purchased"
    case .email?: "e-mail"
    case .id?:
      switch self {
      case .orders: "transaction"
      case .subs: "original ID"
      case .receipts: "document"
      default: "id"
      }
    case let sort?: SafeText(sort.rawValue)
    case nil: self == .jobs ? "requested" : "number"
    }
  }

  /// The table without the columns of these keys.
  func table(_ view: ViewContext, without keys: Set<String>) -> Table {
    var table = table(view)
    table.columns.removeAll { keys.contains($0.key) }
    table.emptyMessage = emptyMessage
    return table
  }
}

/// Creates the columns of a list whose records are all of one kind.
struct ColumnMaker<Row> {
  let row: (Record) -> Row?

  func callAsFunction(
    _ title: SafeText,
    _ key: String,
    _ width: ClosedRange<Int>,
    _ priority: Int,
    _ alignment: Column.Alignment = .left,
    _ cell: @escaping (Row) -> TableCell
  ) -> Column {
    Column(
      key: key,
      title: title,
      width: width,
      priority: priority,
      alignment: alignment
    ) { row($0).map(cell) ?? .empty }
  }

  func card(_ card: @escaping (Row) -> Card) -> (Record) -> Card {
    { row($0).map(card) ?? Card(title: .empty, mark: .empty, detail: .empty, note: .empty) }
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
