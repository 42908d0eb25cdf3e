import TOMLKit

/// A typed reader for one TOML table. Throws a `FileFault` with the location for other types.
struct TOMLFields {
  let table: TOMLTable
  let place: String

  /// `place` names the table in errors, such as `item 3`.
  init(_ table: TOMLTable, _ place: String) {
    self.table = table
    self.place = place
  }

  func fault(_ key: String, _ expected: String) -> FileFault {
    FileFault(place: "\(place), \(key)", expected: expected)
  }

  /// Throws for unknown keys, which would otherwise be ignored.
  func expectOnly(_ known: [String]) throws(FileFault) {
    for key in table.keys where !known.contains(key) {
      throw fault(key, "one of the keys \(known.list)")
    }
  }

  func text(_ key: String) throws(FileFault) -> String? {
    guard let value = table[key] else { return nil }
    guard let text = value.string else { throw fault(key, "a text in quotes") }
    return text
  }

  func required(_ key: String) throws(FileFault) -> String {
    guard let text = try text(key), !text.isEmpty else { throw fault(key, "a nonempty text") }
    return text
  }

  func flag(_ key: String) throws(FileFault) -> Bool? {
    guard let value = table[key] else { return nil }
    guard let flag = value.bool else { throw fault(key, "true or false") }
    return flag
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
    var words: [Word] = []
    for text in try texts(key) {
      guard let word = Word(rawValue: text) else {
        throw fault(key, "a list of known keywords")
      }
      words.append(word)
    }
    return words
  }

  func integer(_ key: String) throws(FileFault) -> Int? {
    guard let value = table[key] else { return nil }
    guard let integer = value.int else { throw fault(key, "a whole number") }
    return integer
  }

  /// A list of texts; a single text is a list of one.
  func texts(_ key: String) throws(FileFault) -> [String] {
    guard let value = table[key] else { return [] }
    if let text = value.string { return [text] }
    var texts: [String] = []
    for item in value.array ?? TOMLArray([]) {
      guard let text = item.string else { throw fault(key, "a list of texts in quotes") }
      texts.append(text)
    }
    guard value.array != nil else { throw fault(key, "a list of texts in quotes") }
    return texts
  }

  func table(_ key: String) throws(FileFault) -> TOMLFields? {
    guard let value = table[key] else { return nil }
    guard let inner = value.table else { throw fault(key, "a table") }
    return TOMLFields(inner, "\(place), \(key)")
  }

  /// The tables headed `[[key]]`, numbered from 1 in errors.
  func tables(_ key: String) throws(FileFault) -> [TOMLFields] {
    guard let value = table[key] else { return [] }
    guard let list = value.array else {
      throw fault(key, "a list of tables, each headed [[\(key)]]")
    }
    var tables: [TOMLFields] = []
    for (index, item) in list.enumerated() {
      guard let table = item.table else {
        throw fault(key, "a list of tables, each headed [[\(key)]]")
      }
      tables.append(TOMLFields(table, "\(key) \(index + 1)"))
    }
    return tables
  }

  /// A table of whole numbers, sorted by name.
  func counts(_ key: String) throws(FileFault) -> [(String, Int)] {
    guard let inner = try table(key) else { return [] }
    var counts: [(String, Int)] = []
    for name in inner.table.keys.sorted() {
      guard let count = try inner.integer(name) else { continue }
      counts.append((name, count))
    }
    return counts
  }
}

extension [String] {
  fileprivate var list: String { joined(separator: ", ") }
}
