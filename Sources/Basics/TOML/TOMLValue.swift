package import Foundation

/// A value of TOML 1.0.
package enum TOMLValue: Equatable, Sendable {
  case string(String)
  /// 64 bits, as TOML has it at least.
  case int(Int)
  /// Also infinite, or not a number.
  case float(Double)
  case bool(Bool)
  /// An offset date-time, to the millisecond.
  case instant(Date)
  /// A local date: its start in UTC.
  case day(Date)
  /// A local date-time or a local time, as written: it belongs to no instant.
  case localTime(String)
  case array([TOMLValue])
  case table(TOMLTable)

  package var string: String? { if case .string(let text) = self { text } else { nil } }
  package var int: Int? { if case .int(let number) = self { number } else { nil } }
  package var bool: Bool? { if case .bool(let flag) = self { flag } else { nil } }
  package var array: [TOMLValue]? { if case .array(let items) = self { items } else { nil } }
  package var table: TOMLTable? { if case .table(let table) = self { table } else { nil } }

  /// The texts of a list of texts.
  package var texts: [String]? { all(\.string) }

  /// The tables of a list of tables.
  package var tables: [TOMLTable]? { all(\.table) }

  private func all<Item>(_ item: (TOMLValue) -> Item?) -> [Item]? {
    guard let array else { return nil }
    let items = array.compactMap(item)
    return items.count == array.count ? items : nil
  }

  /// The value in JSON, in which dates are texts, to the second. What is no number is `null`.
  package var json: JSONValue {
    switch self {
    case .string(let text), .localTime(let text): .string(text)
    case .int(let number): .number("\(number)")
    case .float(let number): number.isFinite ? .number("\(number)") : .null
    case .bool(let flag): .bool(flag)
    case .instant(let date), .day(let date): .text(CivilTime(date)?.rfc3339) ?? .null
    case .array(let items): .array(items.map(\.json))
    case .table(let table): .object(table.map { JSONValue.Member($0.key, $0.value.json) })
    }
  }
}

/// A table of TOML, in the order of its keys' letters.
package struct TOMLTable: Equatable, Sendable, Sequence {
  package typealias Element = (key: String, value: TOMLValue)

  private let members: [Element]
  private let lines: [String: Int]
  private let line: Int?

  /// Each key stands for one value. `lines` says where each is in the text that was read, `line`
  /// where the table is.
  package init(_ members: [Element] = [], lines: [String: Int] = [:], line: Int? = nil) {
    self.members = members.sorted { $0.key < $1.key }
    (self.lines, self.line) = (lines, line)
  }

  /// The line of a key, from 1, or of the table's header if it has no such key.
  package func line(of key: String) -> Int? { lines[key] ?? line }

  package var keys: [String] { members.map(\.key) }

  package subscript(key: String) -> TOMLValue? {
    var range = members.indices
    while let middle = range.isEmpty ? nil : range.lowerBound + range.count / 2 {
      let member = members[middle]
      if member.key == key { return member.value }
      range = member.key < key ? middle + 1..<range.upperBound : range.lowerBound..<middle
    }
    return nil
  }

  package func makeIterator() -> IndexingIterator<[Element]> { members.makeIterator() }

  /// Compares keys and values, not where they were read.
  package static func == (left: TOMLTable, right: TOMLTable) -> Bool {
    left.members.elementsEqual(right.members, by: ==)
  }
}
