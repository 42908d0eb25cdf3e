import Basics
import Foundation

/// The text of a settings file that is edited key by key. Comments, order and all other keys stay.
struct SettingsText {
  /// Where a key is.
  enum Section: Hashable, Sendable {
    case top
    /// `[name]`
    case table(String)
    /// The first `[[name]]`.
    case firstTable(of: String)

    fileprivate var header: String? {
      switch self {
      case .top: nil
      case .table(let name): "[\(name)]"
      case .firstTable(let name): "[[\(name)]]"
      }
    }

    fileprivate var path: [String] {
      switch self {
      case .top: []
      case .table(let name), .firstTable(let name): name.split(separator: ".").map(String.init)
      }
    }
  }

  /// A value as TOML writes it.
  enum Value: Equatable {
    case text(String)
    case texts([String])
    case number(Int)

    fileprivate var toml: String {
      switch self {
      case .text(let text): Self.quoted(text)
      case .texts(let texts): "[" + texts.map(Self.quoted).joined(separator: ", ") + "]"
      case .number(let number): "\(number)"
      }
    }

    fileprivate init?(_ value: TOMLValue) {
      if let text = value.string {
        self = .text(text)
      } else if let number = value.int {
        self = .number(number)
      } else if let texts = value.texts {
        self = .texts(texts)
      } else {
        return nil
      }
    }

    /// A basic string (TOML 1.0, "String").
    private static func quoted(_ text: String) -> String {
      let escaped = text.unicodeScalars.map { scalar in
        switch scalar {
        case "\"", "\\": "\\\(scalar)"
        case _ where scalar.value < 0x20 || scalar.value == 0x7F:
          "\\u" + String(scalar.value, radix: 16).zeroPadded(to: 4)
        default: String(scalar)
        }
      }
      return "\"\(escaped.joined())\""
    }
  }

  private var lines: [String]
  /// The file's path, for errors.
  let path: String

  init(_ text: String, path: String) {
    lines =
      text.isEmpty
      ? [] : text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if lines.last == "" { lines.removeLast() }
    self.path = path
  }

  var text: String { lines.map { $0 + "\n" }.joined() }

  /// The value of a key; `nil` if it is not set.
  func value(_ key: String, in section: Section) throws(FileError) -> Value? {
    try table(of: section)?[key].flatMap { Value($0) }
  }

  func has(_ section: Section) throws(FileError) -> Bool { try table(of: section) != nil }

  /// Sets a key. Adds the section at the end of the file, and the key at the end of the section.
  ///
  /// - Throws: If the file is written in a way that this does not edit, such as inline tables.
  mutating func set(_ key: String, to value: Value, in section: Section) throws(FileError) {
    guard try self.value(key, in: section) != value else { return }
    var edited = self
    let body = edited.body(of: section)
    let line = "\(key) = \(value.toml)"
    if let old = edited.range(of: key, in: body) {
      edited.lines.replaceSubrange(old, with: [line])
    } else {
      let last = body.last { !edited.lines[$0].allSatisfy(\.isWhitespace) }
      edited.lines.insert(line, at: last.map { $0 + 1 } ?? body.lowerBound)
    }
    guard (try? edited.value(key, in: section)) == value else { throw notEditable(key, section) }
    self = edited
  }

  /// Adds an empty section unless it is there.
  mutating func add(_ section: Section) throws(FileError) {
    guard try !has(section) else { return }
    var edited = self
    _ = edited.body(of: section)
    guard (try? edited.has(section)) == true else { throw notEditable(nil, section) }
    self = edited
  }

  private func notEditable(_ key: String?, _ section: Section) -> FileError {
    let place = [section.header, key].compactMap(\.self).joined(separator: " ")
    return FileError(
      "\(path) cannot be edited at \(place). Write the section with a header of its own, or set it by hand."
    )
  }

  private func table(of section: Section) throws(FileError) -> TOMLTable? {
    var table: TOMLTable? = try Settings.table(parsing: text, path: path)
    for name in section.path {
      let value = table?[name]
      table = value?.table ?? value?.tables?.first
    }
    return table
  }

  /// The lines of a section without its header. Adds the section if it is missing.
  private mutating func body(of section: Section) -> Range<Int> {
    let headers = headers
    guard let header = section.header else { return 0..<(headers.first?.line ?? lines.count) }
    if let index = headers.firstIndex(where: { $0.name == header }) {
      let end = index + 1 < headers.count ? headers[index + 1].line : lines.count
      return headers[index].line + 1..<end
    }
    if lines.last.map({ !$0.isEmpty }) ?? false { lines.append("") }
    lines.append(header)
    return lines.count..<lines.count
  }

  private var headers: [(line: Int, name: String)] {
    var found: [(line: Int, name: String)] = []
    var line = 0
    while line < lines.count {
      let text = lines[line].trimmingCharacters(in: .whitespaces)
      if text.hasPrefix("["), let end = text.lastIndex(of: "]") {
        found.append((line, text[...end].filter { $0 != " " && $0 != "\"" }))
        line += 1
      } else {
        line = end(ofValueAt: line)
      }
    }
    return found
  }

  private func range(of key: String, in body: Range<Int>) -> Range<Int>? {
    var line = body.lowerBound
    while line < body.upperBound {
      let end = end(ofValueAt: line)
      let name = lines[line].prefix { $0 != "=" }.trimmingCharacters(in: .whitespaces)
      if name == key || name == "\"\(key)\"" { return line..<min(end, body.upperBound) }
      line = end
    }
    return nil
  }

  /// The line after the value that begins in this line: lists and long texts have several lines.
  private func end(ofValueAt start: Int) -> Int {
    guard let equals = lines[start].firstIndex(of: "="),
      !lines[start].drop(while: \.isWhitespace).hasPrefix("#")
    else { return start + 1 }
    var text = lines[start][lines[start].index(after: equals)...].drop(while: \.isWhitespace)
    for quotes in ["\"\"\"", "'''"] where text.hasPrefix(quotes) {
      text = text.dropFirst(3)
      let end = (start..<lines.count).first { line in
        (line == start ? text : lines[line][...]).contains(quotes)
      }
      return (end ?? lines.count - 1) + 1
    }
    guard text.hasPrefix("[") else { return start + 1 }
    var depth = Self.depth(of: text)
    var line = start + 1
    while depth > 0, line < lines.count {
      depth += Self.depth(of: lines[line][...])
      line += 1
    }
    return line
  }

  /// How many brackets a line opens, minus those it closes; brackets in texts do not count.
  private static func depth(of line: Substring) -> Int {
    var depth = 0
    var quote: Character?
    var isEscaped = false
    for character in line {
      if let open = quote {
        if isEscaped {
          isEscaped = false
        } else if character == "\\", open == "\"" {
          isEscaped = true
        } else if character == open {
          quote = nil
        }
        continue
      }
      switch character {
      case "\"", "'": quote = character
      case "[": depth += 1
      case "]": depth -= 1
      case "#": return depth
      default: break
      }
    }
    return depth
  }
}
