import Entitlements
import Foundation

extension ListKind {
  /// The columns of the list, and what its records are told by where there is no room for columns.
  func table(_ view: Viewpoint) -> Table {
    switch self {
    case .users: UserColumns(view).table
    case .orders: OrderColumns(view).table
    case .subs: SubscriptionColumns(view).table
    case .ent: EntitlementColumns(view).table
    case .receipts: DocumentColumns(view).table
    case .events: NoticeColumns(view).table
    case .jobs: JobColumns(view).table
    case .audit: AuditColumns(view).table
    }
  }

  /// What is said where there is nothing, and how it comes.
  var emptiness: [SafeText] {
    switch self {
    case .users:
      [
        "No users yet.",
        "Users come with the receipts filed for them: purser receipt import FILE --user ID",
      ]
    case .orders: ["No orders yet.", "Orders come with the receipts that mention them."]
    case .subs: ["No subscriptions.", "A renewal chain appears with its first order."]
    case .ent: ["No entitlements.", "They follow from purchases, and from grants by hand."]
    case .receipts:
      ["No receipts yet.", "One is filed with: purser receipt import FILE --user ID"]
    case .events:
      ["No events yet.", "Stores' notifications are filed with: purser ingest FILE"]
    case .jobs:
      ["No jobs.", "Re-verifying and restoring become jobs; ended ones are kept a while."]
    case .audit: ["Nothing was done by hand yet.", "Grants, transfers and erasures are told here."]
    }
  }

  /// Its rows, as they are counted: `1 user`, `2 users`.
  func noun(_ count: Count?) -> SafeText {
    guard count == .exact(1), let last = rawValue.last, last == "s" else {
      return SafeText(rawValue)
    }
    return SafeText(String(rawValue.dropLast()))
  }

  /// How its rows get out of here where they cannot be exported.
  var printing: String { "Print them with: purser \(rawValue) --json" }

  /// Whether something happens to its records that a ledger tells.
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
    case nil: self == .jobs ? "asked for" : "number"
    }
  }

  /// The same columns without those of these names.
  func table(_ view: Viewpoint, without keys: Set<String>) -> Table {
    var table = table(view)
    table.columns.removeAll { keys.contains($0.key) }
    table.emptiness = emptiness
    return table
  }
}

/// Makes the columns of a list whose records are all of one kind.
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
  /// What may not be known.
  static func known(
    _ text: SafeText?,
    _ glyphs: GlyphSet,
    _ role: Role = .text,
    cut truncation: SafeText.Truncation = .end
  ) -> TableCell {
    text.map { TableCell($0, role, cut: truncation) } ?? TableCell(glyphs.missing, .muted)
  }

  /// A badge behind an environment's mark, for cards.
  static func marked(_ badge: TableCell, _ environment: Environment?) -> TableCell {
    guard let mark = environment?.mark.text, !mark.isEmpty else { return badge }
    return TableCell("\(mark) \(badge.text)", badge.role)
  }
}
