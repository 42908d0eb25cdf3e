import TOMLKit

/// A typed reader for a table of the settings. Keys that were not read are unknown.
struct SettingsTable {
  /// The table's name in the settings.
  let name: String
  private let table: TOMLTable
  private let path: String
  private var readKeys: Set<String> = []

  init(_ table: TOMLTable, _ name: String, _ path: String) {
    (self.table, self.name, self.path) = (table, name, path)
  }

  var unknownKeys: [String] {
    table.keys.filter { !readKeys.contains($0) }.sorted().map { "\(name).\($0)" }
  }

  mutating func text(_ key: String) throws(SettingsError) -> String? {
    guard let value = read(key) else { return nil }
    guard let text = value.string else { throw wrong(key, "a text in quotes") }
    return text
  }

  mutating func expect(_ key: String) throws(SettingsError) -> String {
    guard let text = try text(key), !text.isEmpty else { throw wrong(key, "a nonempty text") }
    return text
  }

  mutating func number(_ key: String, atLeast minimum: Int = 1) throws(SettingsError) -> Int? {
    guard let value = read(key) else { return nil }
    guard let number = value.int, number >= minimum else {
      throw wrong(key, "a whole number of at least \(minimum)")
    }
    return number
  }

  mutating func flag(_ key: String) throws(SettingsError) -> Bool? {
    guard let value = read(key) else { return nil }
    guard let flag = value.bool else { throw wrong(key, "true or false") }
    return flag
  }

  mutating func texts(_ key: String) throws(SettingsError) -> [String] {
    guard let value = read(key) else { return [] }
    let texts = value.array?.compactMap(\.string)
    guard let texts, texts.count == value.array?.count else {
      throw wrong(key, "a list of texts in quotes")
    }
    return texts
  }

  mutating func table(_ key: String) throws(SettingsError) -> SettingsTable? {
    guard let value = read(key) else { return nil }
    guard let inner = value.table else { throw wrong(key, "a table, headed [\(name).\(key)]") }
    return SettingsTable(inner, "\(name).\(key)", path)
  }

  mutating func tables(_ key: String) throws(SettingsError) -> [SettingsTable] {
    guard let value = read(key) else { return [] }
    let tables = value.array?.compactMap(\.table)
    guard let tables, tables.count == value.array?.count else {
      throw wrong(key, "a list of tables, each headed [[\(name).\(key)]]")
    }
    return tables.map { SettingsTable($0, "\(name).\(key)", path) }
  }

  private mutating func read(_ key: String) -> (any TOMLValueConvertible)? {
    readKeys.insert(key)
    return table[key]
  }

  func wrong(_ key: String, _ expected: String) -> SettingsError {
    .wrongValue(path: path, key: "\(name).\(key)", expected: expected)
  }
}
