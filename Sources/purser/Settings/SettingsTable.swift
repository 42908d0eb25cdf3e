import TOMLKit

/// A table of the settings, read key by key: what nobody asked for is unknown.
struct SettingsTable {
  /// Under which name it stands.
  let name: String
  private let table: TOMLTable
  private let path: String
  private var asked: Set<String> = []

  init(_ table: TOMLTable, _ name: String, _ path: String) {
    (self.table, self.name, self.path) = (table, name, path)
  }

  var unknownKeys: [String] {
    table.keys.filter { !asked.contains($0) }.sorted().map { "\(name).\($0)" }
  }

  mutating func text(_ key: String) throws(SettingsError) -> String? {
    guard let value = ask(key) else { return nil }
    guard let text = value.string else { throw wrong(key, "a text in quotes") }
    return text
  }

  mutating func expect(_ key: String) throws(SettingsError) -> String {
    guard let text = try text(key), !text.isEmpty else { throw wrong(key, "given, as a text") }
    return text
  }

  mutating func number(_ key: String, atLeast least: Int = 1) throws(SettingsError) -> Int? {
    guard let value = ask(key) else { return nil }
    guard let number = value.int, number >= least else {
      throw wrong(key, "a whole number of at least \(least)")
    }
    return number
  }

  mutating func flag(_ key: String) throws(SettingsError) -> Bool? {
    guard let value = ask(key) else { return nil }
    guard let flag = value.bool else { throw wrong(key, "true or false") }
    return flag
  }

  mutating func texts(_ key: String) throws(SettingsError) -> [String] {
    guard let value = ask(key) else { return [] }
    let texts = value.array?.compactMap(\.string)
    guard let texts, texts.count == value.array?.count else {
      throw wrong(key, "a list of texts in quotes")
    }
    return texts
  }

  mutating func table(_ key: String) throws(SettingsError) -> SettingsTable? {
    guard let value = ask(key) else { return nil }
    guard let inner = value.table else { throw wrong(key, "a table, headed [\(name).\(key)]") }
    return SettingsTable(inner, "\(name).\(key)", path)
  }

  mutating func tables(_ key: String) throws(SettingsError) -> [SettingsTable] {
    guard let value = ask(key) else { return [] }
    let tables = value.array?.compactMap(\.table)
    guard let tables, tables.count == value.array?.count else {
      throw wrong(key, "a list of tables, each headed [[\(name).\(key)]]")
    }
    return tables.map { SettingsTable($0, "\(name).\(key)", path) }
  }

  private mutating func ask(_ key: String) -> (any TOMLValueConvertible)? {
    asked.insert(key)
    return table[key]
  }

  func wrong(_ key: String, _ expected: String) -> SettingsError {
    .wrongValue(path: path, key: "\(name).\(key)", expected: expected)
  }
}
