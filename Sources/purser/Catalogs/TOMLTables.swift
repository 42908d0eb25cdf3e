import TOMLKit

/// Reads a TOML file of string tables with the header `[[name]]`.
enum TOMLTables {
  /// The tables' strings by key, in file order.
  ///
  /// - Throws: For unknown keys and other values than strings, which would be lost.
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
    if let unknown = table.keys.first(where: { $0 != name }) {
      throw .wrongValue(path: path, key: unknown, expected: "removed: only [[\(name)]] is allowed")
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
