import Basics

/// A text file cannot be read or parsed.
enum TextFileError: Error, Equatable, CustomStringConvertible {
  case missing(InputError)
  case notUTF8(path: String)
  case notTOML(path: String, line: Int, expected: String)

  var description: String {
    switch self {
    case .missing(let error): error.description
    case .notUTF8(let path): "\(path) is not UTF-8 text. Save it as UTF-8."
    case .notTOML(let path, let line, let expected):
      "\(path):\(line): expected \(expected). Correct the line."
    }
  }
}

/// Reads text files that a person wrote.
enum TextFile {
  /// The text of `path`, or of standard input for `-`, without a byte order mark.
  static func text(of path: String) throws(TextFileError) -> String {
    var input: [UInt8]
    do throws(InputError) {
      input = try InputFile.read(path)
    } catch {
      throw .missing(error)
    }
    if input.starts(with: [0xEF, 0xBB, 0xBF]) { input.removeFirst(3) }
    guard let text = String(validating: input, as: UTF8.self) else { throw .notUTF8(path: path) }
    return text
  }

  /// Parses `text` as TOML; `path` names it in errors.
  static func table(_ text: String, _ path: String) throws(TextFileError) -> TOMLTable {
    do throws(SyntaxError) {
      return try TOMLReader.table(text)
    } catch {
      let line = 1 + text.utf8.prefix(error.offset).count { $0 == UInt8(ascii: "\n") }
      throw .notTOML(path: path, line: line, expected: error.expected)
    }
  }
}

extension TextFile {
  /// Parses TOML that the operator wrote. `advice` ends the message about an error in it.
  static func table(
    _ text: String,
    _ path: String,
    advice: String
  ) throws(FileError) -> TOMLTable {
    do throws(TextFileError) {
      return try table(text, path)
    } catch {
      throw FileError(error.description + advice)
    }
  }

  /// The text and the table of a TOML file that the operator wrote.
  static func table(of path: String) throws(FileError) -> (text: String, table: TOMLTable) {
    do throws(TextFileError) {
      let text = try text(of: path)
      return (text, try table(text, path))
    } catch {
      throw FileError(error.description)
    }
  }
}

/// Reads a TOML file of string tables with the header `[[name]]`.
enum TOMLTables {
  /// The tables with their strings by key, in file order.
  ///
  /// - Throws: For unknown keys and other values than strings, which would be lost.
  static func read(
    _ name: String,
    from path: String,
    keys: Set<String>
  ) throws(FileError) -> [(table: TOMLTable, texts: [String: String])] {
    let text = try InputFile.text(file: path) { FileError("The settings: \($0)") }
    let table = try Settings.table(parsing: text, path: path)
    if let unknown = table.keys.first(where: { $0 != name }) {
      throw .wrongValue(
        path: path,
        line: table.line(of: unknown),
        key: unknown,
        expected: "removed: only [[\(name)]] is allowed"
      )
    }
    guard let value = table[name] else { return [] }
    let wrong = FileError.wrongValue(
      path: path,
      line: table.line(of: name),
      key: name,
      expected: "a list of tables, each headed [[\(name)]]"
    )
    guard let list = value.array else { throw wrong }
    var tables: [(TOMLTable, [String: String])] = []
    for item in list {
      guard let fields = item.table else { throw wrong }
      var texts: [String: String] = [:]
      for key in fields.keys {
        guard keys.contains(key), let text = fields[key]?.string else {
          let known = keys.sorted().joined(separator: ", ")
          throw .wrongValue(
            path: path,
            line: fields.line(of: key),
            key: "\(name).\(key)",
            expected: "one of \(known), and a text in quotes"
          )
        }
        texts[key] = text
      }
      tables.append((fields, texts))
    }
    return tables
  }
}

/// What was asked for cannot be done.
struct Fault: Error, Equatable, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

/// A file that the operator wrote or named cannot be used.
struct FileError: Error, Equatable, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }

  static func wrongValue(
    path: String,
    line: Int? = nil,
    key: String,
    expected: String
  ) -> FileError {
    FileError("\(location(path, line)): \(key) must be \(expected).")
  }

  /// `PATH:LINE`, or the path alone.
  static func location(_ path: String, _ line: Int?) -> String {
    line.map { "\(path):\($0)" } ?? path
  }
}

/// An invalid value in a file that a person wrote, and its location.
struct FileFault: Error, Equatable, CustomStringConvertible {
  /// `item 3, prices`, `line 12`.
  var place: String
  var expected: String

  var description: String { "\(place) must be \(expected)." }
}
