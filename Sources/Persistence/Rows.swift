import Entitlements
import Foundation
internal import GRDB

/// A stored row, read with suspicion: a damaged page must end in an error, never in a trap. Columns
/// are counted from 0, as the statement lists them.
struct Cells {
  let row: Row

  func text(_ column: Int) throws -> String {
    guard let text = try optionalText(column) else { throw UnreadableRow(column: column) }
    return text
  }

  func optionalText(_ column: Int) throws -> String? {
    switch (row[column] as DatabaseValue).storage {
    case .null: return nil
    case .string(let text): return text
    default: throw UnreadableRow(column: column)
    }
  }

  func number(_ column: Int) throws -> Int64 {
    guard let number = try optionalNumber(column) else { throw UnreadableRow(column: column) }
    return number
  }

  func optionalNumber(_ column: Int) throws -> Int64? {
    switch (row[column] as DatabaseValue).storage {
    case .null: return nil
    case .int64(let number): return number
    default: throw UnreadableRow(column: column)
    }
  }

  func count(_ column: Int) throws -> Int { Int(clamping: try number(column)) }

  func optionalFlag(_ column: Int) throws -> Bool? { try optionalNumber(column).map { $0 != 0 } }

  func instant(_ column: Int) throws -> Date { Date(milliseconds: try number(column)) }

  func optionalInstant(_ column: Int) throws -> Date? {
    try optionalNumber(column).map(Date.init(milliseconds:))
  }

  func bytes(_ column: Int) throws -> [UInt8] {
    switch (row[column] as DatabaseValue).storage {
    case .blob(let data): return [UInt8](data)
    default: throw UnreadableRow(column: column)
    }
  }

  func optionalBytes(_ column: Int) throws -> [UInt8]? {
    (row[column] as DatabaseValue).isNull ? nil : try bytes(column)
  }

  func id<Entity>(_ column: Int) throws -> ID<Entity> { ID(try text(column)) }

  func optionalID<Entity>(_ column: Int) throws -> ID<Entity>? {
    try optionalText(column).map(ID.init)
  }

  func word<Word: RawRepresentable<String>>(_ column: Int) throws -> Word {
    guard let word = Word(rawValue: try text(column)) else { throw UnreadableRow(column: column) }
    return word
  }

  func optionalWord<Word: RawRepresentable<String>>(_ column: Int) throws -> Word? {
    try optionalText(column) == nil ? nil : try word(column)
  }

  /// Words of one vocabulary, separated by spaces.
  func words<Word: RawRepresentable<String>>(_ column: Int) throws -> [Word] {
    try text(column).split(separator: " ").map { part in
      guard let word = Word(rawValue: String(part)) else { throw UnreadableRow(column: column) }
      return word
    }
  }

  func coded<Word: Coded>(_ column: Int) throws -> Word {
    guard let word: Word = try optionalCoded(column) else { throw UnreadableRow(column: column) }
    return word
  }

  func optionalCoded<Word: Coded>(_ column: Int) throws -> Word? {
    guard let code = try optionalNumber(column) else { return nil }
    guard let place = Int(exactly: code), Word.codes.indices.contains(place) else {
      throw UnreadableRow(column: column)
    }
    return Word.codes[place]
  }
}

extension Date {
  /// Milliseconds since 1970, as stored. Instants beyond the years 1 to 9999 are stored as the
  /// nearest of them.
  var milliseconds: Int64 {
    let value = (timeIntervalSince1970 * 1000).rounded()
    guard !value.isNaN else { return Self.earliest }
    return Int64(min(max(value, Double(Self.earliest)), Double(Self.latest)))
  }

  init(milliseconds: Int64) {
    self.init(timeIntervalSince1970: Double(milliseconds) / 1000)
  }

  /// What `distantPast` becomes: a user who has bought nothing comes last in the list.
  private static let earliest: Int64 = -62_135_769_600_000
  private static let latest: Int64 = 253_402_300_799_999
}
