import Basics
import Foundation

/// A table of TOML whose values are read by type.
protocol TOMLFieldReader {
  associatedtype Failure: Error

  func item(_ key: String) -> TOMLValue?
  func fault(_ key: String, _ expected: String) -> Failure
}

extension TOMLFieldReader {
  /// The converted value; `nil` if the key is missing. Throws if it cannot be converted.
  func value<Value>(
    _ key: String,
    _ expected: String,
    _ convert: (TOMLValue) -> Value?
  ) throws(Failure) -> Value? {
    guard let item = item(key) else { return nil }
    guard let value = convert(item) else { throw fault(key, expected) }
    return value
  }

  func text(_ key: String) throws(Failure) -> String? {
    try value(key, "a text in quotes") { $0.string }
  }

  func required(_ key: String) throws(Failure) -> String {
    guard let text = try text(key), !text.isEmpty else { throw fault(key, "a nonempty text") }
    return text
  }

  func flag(_ key: String) throws(Failure) -> Bool? { try value(key, "true or false") { $0.bool } }
}

/// A typed reader for one TOML table. Throws a `FileFault` with the location for other types.
struct TOMLFields: TOMLFieldReader {
  let table: TOMLTable
  /// The table's name in errors, such as `item 3`.
  let place: String

  init(_ table: TOMLTable, _ place: String) { (self.table, self.place) = (table, place) }

  func item(_ key: String) -> TOMLValue? { table[key] }

  func fault(_ key: String, _ expected: String) -> FileFault {
    FileFault(place: "\(place), \(key)", expected: expected)
  }

  /// Throws for unknown keys, which would otherwise be ignored.
  func expectOnly(_ known: [String]) throws(FileFault) {
    for key in table.keys where !known.contains(key) {
      throw fault(key, "one of the keys \(known.list)")
    }
  }

  /// The value with that keyword.
  func word<Word: RawRepresentable & CaseIterable>(
    _ key: String,
    of type: Word.Type = Word.self
  ) throws(FileFault) -> Word? where Word.RawValue == String {
    guard let text = try text(key) else { return nil }
    guard let word = Word(rawValue: text) else {
      let known = Word.allCases.map(\.rawValue)
      throw fault(key, known.count > 12 ? "a known keyword" : "one of \(known.list)")
    }
    return word
  }

  /// The values with those keywords; empty if the key is missing.
  func words<Word: RawRepresentable & CaseIterable>(
    _ key: String,
    of type: Word.Type = Word.self
  ) throws(FileFault) -> [Word] where Word.RawValue == String {
    try texts(key).map { text throws(FileFault) in
      guard let word = Word(rawValue: text) else { throw fault(key, "a list of known keywords") }
      return word
    }
  }

  func integer(_ key: String) throws(FileFault) -> Int? { try value(key, "a whole number", \.int) }

  /// A list of texts; a single text is a list of one.
  func texts(_ key: String) throws(FileFault) -> [String] {
    try value(key, "a list of texts in quotes") { $0.string.map { [$0] } ?? $0.texts } ?? []
  }

  func table(_ key: String) throws(FileFault) -> TOMLFields? {
    try value(key, "a table", \.table).map { TOMLFields($0, "\(place), \(key)") }
  }

  /// The tables headed `[[key]]`, numbered from 1 in errors.
  func tables(_ key: String) throws(FileFault) -> [TOMLFields] {
    let tables = try value(key, "a list of tables, each headed [[\(key)]]", \.tables) ?? []
    return tables.enumerated().map { TOMLFields($1, "\(key) \($0 + 1)") }
  }

  /// A table of whole numbers, sorted by name.
  func counts(_ key: String) throws(FileFault) -> [(String, Int)] {
    guard let inner = try table(key) else { return [] }
    var counts: [(String, Int)] = []
    for name in inner.table.keys.sorted() {
      if let count = try inner.integer(name) { counts.append((name, count)) }
    }
    return counts
  }
}

extension [String] {
  fileprivate var list: String { joined(separator: ", ") }
}

extension TOMLFields {
  /// A time with its offset from UTC, or the start of a day in UTC.
  func instant(_ key: String) throws(FileFault) -> Date? {
    let expected = "a time without quotes, like 2026-03-01T10:00:00+01:00, or a day"
    return try value(key, expected, Self.instant)
  }

  /// The time of a key that must be set to `expected`.
  func instant(_ key: String, _ expected: String) throws(FileFault) -> Date {
    if let instant = try instant(key) { return instant }
    throw fault(key, expected)
  }

  /// `nil` for another type or a time without an offset.
  static func instant(_ value: TOMLValue) -> Date? {
    switch value {
    case .day(let date), .instant(let date): date
    default: nil
    }
  }
}
