import Basics

/// The lists a ledger is searched in.
package enum RowList: String, CaseIterable, Sendable {
  case users, orders, subs, ent, receipts, events

  /// The orders it can be read in, the usual one first. Each is that of an index.
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

/// By what a list is ordered. Instants begin with the newest, names with the first letter, and
/// users, where they are told by others, with the first that was seen.
package enum RowSort: String, CaseIterable, Sendable {
  case purchased, id, started, expires, user, received, happened, name, email
}

/// Where in an ordered list a row stands. What is in it concerns nobody but the ledger; as a text
/// it can be handed out and back.
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

/// A page of a list, with the place of each of its rows.
package struct ListPage<Row: Equatable & Sendable>: Equatable, Sendable {
  package var page: Page<Row>
  /// As many as there are rows.
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

  /// `nil` for what no ledger handed out.
  package init?(_ text: String) {
    guard text.utf8.count <= Self.longestText else { return nil }
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

  private static let longestText = 16_384

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
