import Entitlements
import Foundation
internal import GRDBSQLite

/// Decodes a stored row without trusting it: a damaged page must cause an error, never a trap.
/// Columns are indexed from 0 in the statement's order.
struct RowReader {
  private enum Source {
    /// The statement's current row; invalid after its next step.
    case live(OpaquePointer)
    case copied([Cell])
  }

  fileprivate enum Cell { case null, number(Int64), text(String), bytes([UInt8]), other }

  private let source: Source

  /// The statement's current row.
  init(reading statement: OpaquePointer) { source = .live(statement) }

  private init(_ cells: [Cell]) { source = .copied(cells) }

  /// A copy of the row that stays valid after the statement's next step.
  var copy: RowReader {
    guard case .live(let statement) = source else { return self }
    return RowReader((0..<Int(sqlite3_data_count(statement))).map(cell))
  }

  /// All columns as text, separated by bars.
  var description: String {
    (0..<columns).map { column in
      switch cell(column) {
      case .null: "NULL"
      case .number(let number): "\(number)"
      case .text(let text): text
      case .bytes(let bytes): bytes.map { String($0, radix: 16) }.joined()
      case .other: "?"
      }
    }
    .joined(separator: " | ")
  }

  /// All columns as values; `nil` for NULL.
  var values: [StoredValue?] { (0..<columns).map(value) }

  /// All columns with their names; empty for a copied row.
  var named: [(name: String, value: StoredValue?)] {
    guard case .live(let statement) = source else { return [] }
    return (0..<columns).map { column in
      let name = sqlite3_column_name(statement, Int32(column)).map { String(cString: $0) } ?? ""
      return (name, value(column))
    }
  }

  func value(_ column: Int) -> StoredValue? {
    switch cell(column) {
    case .null, .other: nil
    case .number(let number): .number(number)
    case .text(let text): .text(text)
    case .bytes(let bytes): .bytes(bytes)
    }
  }

  private var columns: Int {
    switch source {
    case .live(let statement): Int(sqlite3_data_count(statement))
    case .copied(let cells): cells.count
    }
  }

  private func cell(_ column: Int) -> Cell {
    switch source {
    case .copied(let cells): cells.indices.contains(column) ? cells[column] : .other
    case .live(let statement): Cell(statement, Int32(column))
    }
  }

  @inline(__always)
  private func required<Value>(_ column: Int, _ value: (Int) throws -> Value?) throws -> Value {
    guard let value = try value(column) else { throw RowDecodingError(column: column) }
    return value
  }

  func text(_ column: Int) throws -> String { try required(column, optionalText) }

  func optionalText(_ column: Int) throws -> String? {
    switch cell(column) {
    case .null: return nil
    case .text(let text): return text
    default: throw RowDecodingError(column: column)
    }
  }

  func number(_ column: Int) throws -> Int64 { try required(column, optionalNumber) }

  func optionalNumber(_ column: Int) throws -> Int64? {
    switch cell(column) {
    case .null: return nil
    case .number(let number): return number
    default: throw RowDecodingError(column: column)
    }
  }

  func count(_ column: Int) throws -> Int { Int(clamping: try number(column)) }

  func optionalFlag(_ column: Int) throws -> Bool? { try optionalNumber(column).map { $0 != 0 } }

  func instant(_ column: Int) throws -> Date { Date(milliseconds: try number(column)) }

  func optionalInstant(_ column: Int) throws -> Date? {
    try optionalNumber(column).map(Date.init(milliseconds:))
  }

  func bytes(_ column: Int) throws -> [UInt8] { try required(column, optionalBytes) }

  func optionalBytes(_ column: Int) throws -> [UInt8]? {
    switch cell(column) {
    case .null: return nil
    case .bytes(let bytes): return bytes
    default: throw RowDecodingError(column: column)
    }
  }

  func id<Entity>(_ column: Int) throws -> ID<Entity> { ID(try text(column)) }

  func optionalID<Entity>(_ column: Int) throws -> ID<Entity>? {
    try optionalText(column).map(ID.init)
  }

  func keyword<Keyword: RawRepresentable<String>>(_ column: Int) throws -> Keyword {
    try required(column) { Keyword(rawValue: try text($0)) }
  }

  func optionalKeyword<Keyword: RawRepresentable<String>>(_ column: Int) throws -> Keyword? {
    try optionalText(column) == nil ? nil : try keyword(column)
  }

  /// Raw values of one type, separated by spaces.
  func keywords<Keyword: RawRepresentable<String>>(_ column: Int) throws -> [Keyword] {
    try text(column).split(separator: " ").map { part in
      try required(column) { _ in Keyword(rawValue: String(part)) }
    }
  }

  func coded<Keyword: IntegerCoded>(_ column: Int) throws -> Keyword {
    try required(column, optionalCoded)
  }

  func optionalCoded<Keyword: IntegerCoded>(_ column: Int) throws -> Keyword? {
    guard let code = try optionalNumber(column) else { return nil }
    guard let index = Int(exactly: code), Keyword.codes.indices.contains(index) else {
      throw RowDecodingError(column: column)
    }
    return Keyword.codes[index]
  }
}

extension RowReader.Cell {
  fileprivate init(_ statement: OpaquePointer, _ column: Int32) {
    switch sqlite3_column_type(statement, column) {
    case SQLITE_INTEGER: self = .number(sqlite3_column_int64(statement, column))
    case SQLITE_TEXT:
      let start = sqlite3_column_text(statement, column)
      let count = Int(sqlite3_column_bytes(statement, column))
      self = .text(String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self))
    case SQLITE_BLOB:
      let start = sqlite3_column_blob(statement, column)
      let count = Int(sqlite3_column_bytes(statement, column))
      self = .bytes([UInt8](UnsafeRawBufferPointer(start: start, count: count)))
    case SQLITE_NULL: self = .null
    default: self = .other
    }
  }
}

extension JSONEncoder {
  /// Encodes values to store; equal values have equal texts.
  static func stored() -> JSONEncoder {
    let encoder = JSONEncoder()
    encoder.dateEncodingStrategy = .millisecondsSince1970
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return encoder
  }
}

extension JSONDecoder {
  /// Decodes what the stored encoder encoded.
  static func stored() -> JSONDecoder {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .millisecondsSince1970
    return decoder
  }
}

extension Date {
  /// Milliseconds since 1970, as stored. Clamped to the years 1 to 9999.
  var milliseconds: Int64 {
    let value = (timeIntervalSince1970 * 1000).rounded()
    guard !value.isNaN else { return Self.earliest }
    return Int64(min(max(value, Double(Self.earliest)), Double(Self.latest)))
  }

  init(milliseconds: Int64) {
    self.init(timeIntervalSince1970: Double(milliseconds) / 1000)
  }

  /// The value of `distantPast`: users without purchases come last in the list.
  private static let earliest: Int64 = -62_135_769_600_000
  private static let latest: Int64 = 253_402_300_799_999
}

extension ID {
  /// Whether SQLite reads all of it: a text ends at its first NUL there.
  var isUsable: Bool { !raw.utf8.contains(0) }
}

/// A value stored as a small integer: its index in an append-only list.
protocol IntegerCoded: Equatable {
  static var codes: [Self] { get }
}

extension IntegerCoded {
  /// The code; a test ensures that every case is in the list.
  var code: Int { Self.codes.firstIndex(of: self) ?? 0 }
}

extension ProductKind: IntegerCoded {
  static let codes: [ProductKind] = [
    .consumable, .nonConsumable, .nonRenewing, .autoRenewable, .unknown,
  ]
}

extension SubscriptionState: IntegerCoded {
  static let codes: [SubscriptionState] = [
    .active, .trial, .introductory, .gracePeriod, .billingRetry, .paused, .autoRenewOff, .expired,
    .refunded, .revoked, .pending, .unverified,
  ]
}

extension ExpiryReason: IntegerCoded {
  static let codes: [ExpiryReason] = [
    .voluntary, .billing, .priceIncrease, .productGone, .developer, .replaced, .other, .unknown,
  ]
}

extension Order.Cancellation: IntegerCoded {
  static let codes: [Order.Cancellation] = [.refunded, .revoked, .upgraded]
}

extension Order.Ownership: IntegerCoded {
  static let codes: [Order.Ownership] = [.purchased, .familyShared]
}

/// An offer without its ID.
enum OfferCode: IntegerCoded {
  case trial, introductory, promotional

  static let codes: [OfferCode] = [.trial, .introductory, .promotional]
}

/// A renewal condition without its associated values.
enum ConditionCode: IntegerCoded {
  case running, gracePeriod, billingRetry, paused, ended, revoked, pending

  static let codes: [ConditionCode] = [
    .running, .gracePeriod, .billingRetry, .paused, .ended, .revoked, .pending,
  ]
}

extension Order.Offer {
  var stored: (code: OfferCode, id: String?) {
    switch self {
    case .trial: (.trial, nil)
    case .introductory: (.introductory, nil)
    case .promotional(let id): (.promotional, id)
    }
  }

  init?(_ code: OfferCode?, id: String?) {
    switch code {
    case .trial: self = .trial
    case .introductory: self = .introductory
    case .promotional: self = .promotional(id ?? "")
    case nil: return nil
    }
  }
}
