import TOMLKit

/// A file that lists tables of texts, each headed `[[name]]`.
enum TOMLTables {
  /// The tables' texts by key, in the order of the file. What is no text, or has another key than
  /// the known ones, is refused: what was written there would be lost.
  static func read(
    _ name: String,
    from path: String,
    keys: Set<String>
  ) throws(SettingsError) -> [[String: String]] {
    let text: String
    do throws(InputError) {
      text = String(decoding: try InputFile.read(file: path), as: UTF8.self)
    } catch {
      throw .unreadable(error)
    }
    let table = try Settings.table(parsing: text, path: path)
    if let stranger = table.keys.first(where: { $0 != name }) {
      throw .wrongValue(path: path, key: stranger, expected: "left out: it holds [[\(name)]] only")
    }
    guard let value = table[name] else { return [] }
    guard let list = value.array else { throw wrong(path, name) }
    var tables: [[String: String]] = []
    for item in list {
      guard let fields = item.table else { throw wrong(path, name) }
      var texts: [String: String] = [:]
      for key in fields.keys {
        guard keys.contains(key), let text = fields[key]?.string else {
          let known = keys.sorted().joined(separator: ", ")
          throw .wrongValue(
            path: path,
            key: "\(name).\(key)",
            expected: "one of \(known), and a text in quotes"
          )
        }
        texts[key] = text
      }
      tables.append(texts)
    }
    return tables
  }

  private static func wrong(_ path: String, _ name: String) -> SettingsError {
    .wrongValue(path: path, key: name, expected: "a list of tables, each headed [[\(name)]]")
  }
}
