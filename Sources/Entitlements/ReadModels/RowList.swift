import Basics

/// The lists that can be searched in a ledger.
package enum RowList: String, CaseIterable, Sendable {
  case users, orders, subs, ent, receipts, events

  /// The list's sort orders, the default first. Each has an index.
  package var sorts: [RowSort] {
    switch self {
    case .users: [.purchased, .id, .name, .email]
    case .orders: [.purchased, .id]
    case .subs: [.started, .expires, .id]
    case .ent: [.user]
    case .receipts: [.received, .id]
    case .events: [.happened]
    }
  }
}

/// The sort key of a list. Instants are descending, names ascending, and users, in lists of other
/// things, in the order in which they were first seen.
package enum RowSort: String, CaseIterable, Sendable {
  case purchased, id, started, expires, user, received, happened, name, email
}

/// The position of a row in an ordered list. Its content is private to the ledger; clients receive
/// it as a text and send it back.
package struct ListCursor: Hashable, Sendable {
  package enum Part: Hashable, Sendable { case number(Int64), text(String) }

  package let list: RowList
  package let sort: RowSort
  package let parts: [Part]

  package init(_ list: RowList, _ sort: RowSort, _ parts: [Part]) {
    self.list = list
    self.sort = sort
    self.parts = parts
  }
}

/// A page of a list, with the cursor of each row.
package struct ListPage<Row: Equatable & Sendable>: Equatable, Sendable {
  package var page: Page<Row>
  /// One cursor for each row.
  package var cursors: [ListCursor]

  package init(page: Page<Row>, cursors: [ListCursor]) {
    self.page = page
    self.cursors = cursors
  }
}

extension ListCursor {
  /// Letters, digits and dashes.
  package var text: String {
    let fields = [list.rawValue, sort.rawValue] + parts.map(\.text)
    return fields.map { String(hex: $0.utf8) }.joined(separator: "-")
  }

  /// `nil` for a text that no ledger created.
  package init?(_ text: String) {
    guard text.utf8.count <= Self.maxTextLength else { return nil }
    let fields = text.split(separator: "-", omittingEmptySubsequences: false)
      .map { Self.bytes(String($0)).flatMap { String(validating: $0, as: UTF8.self) } }
    guard fields.count > 2, let list = fields[0].flatMap(RowList.init),
      let sort = fields[1].flatMap(RowSort.init), list.sorts.contains(sort)
    else { return nil }
    var parts: [Part] = []
    for field in fields.dropFirst(2) {
      guard let part = field.flatMap(Part.init) else { return nil }
      parts.append(part)
    }
    self.init(list, sort, parts)
  }

  private static let maxTextLength = 16_384

  private static func bytes(_ text: String) -> [UInt8]? {
    let digits = text.compactMap(\.hexDigitValue)
    guard digits.count == text.count, digits.count % 2 == 0 else { return nil }
    return stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
  }
}

extension ListCursor.Part {
  fileprivate var text: String {
    switch self {
    case .number(let number): "#\(number)"
    case .text(let text): "$\(text)"
    }
  }

  fileprivate init?(_ text: String) {
    switch text.first {
    case "#":
      guard let number = Int64(text.dropFirst()) else { return nil }
      self = .number(number)
    case "$": self = .text(String(text.dropFirst()))
    default: return nil
    }
  }
}

/// A number of rows, as far as they were counted.
package enum Count: Equatable, Sendable { case exact(Int), atLeast(Int) }

/// Where a page of a list begins. Pages are found by key, not by offset: every row costs the same.
package enum PageAnchor<Key: Equatable & Sendable>: Equatable, Sendable {
  case first, last
  /// The rows that follow, or precede, the row with this key.
  case after(Key), before(Key)
  /// The row with this key, or the one that would follow it, and the rows after that.
  case from(Key)
}

/// A range of an ordered list.
package struct Page<Row: Equatable & Sendable>: Equatable, Sendable {
  package var rows: [Row]
  /// Whether the list continues above the first and below the last row.
  package var hasBefore: Bool
  package var hasAfter: Bool
  /// The number of rows above the first one, if known.
  package var precedingRows: Int?
  package var total: Count

  package init(
    rows: [Row],
    hasBefore: Bool,
    hasAfter: Bool,
    precedingRows: Int? = nil,
    total: Count
  ) {
    self.rows = rows
    self.hasBefore = hasBefore
    self.hasAfter = hasAfter
    self.precedingRows = precedingRows
    self.total = total
  }
}
