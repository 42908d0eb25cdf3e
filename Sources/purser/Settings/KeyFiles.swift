import Basics
import Dashboard
import Foundation

/// `commands.toml`: the operator's custom commands, each with a name and an optional key.
struct CommandFile {
  let path: String

  /// The commands; empty if there is no file. Throws for keys that `keymap` uses.
  func commands(beside keymap: Keymap) throws(FileError) -> [CustomCommand] {
    guard FileManager.default.fileExists(atPath: path) else { return [] }
    let (text, table) = try TextFile.table(of: path)
    let lines = LineNumbers(text)
    let list: [TOMLFields]
    do throws(FileFault) {
      let fields = TOMLFields(table, "commands.toml")
      try fields.expectOnly(["command"])
      list = try fields.tables("command")
    } catch {
      throw wrong(1, error.description)
    }
    var commands: [CustomCommand] = []
    for (index, fields) in list.enumerated() {
      func wrong(_ key: String, _ expected: String) -> FileError {
        self.wrong(lines.line(of: key, in: index), "\(key) must be \(expected).")
      }
      let command = try command(fields, index, lines, wrong)
      guard !commands.contains(where: { $0.name == command.name }) else {
        throw wrong("name", "unique: \(command.name) is already defined")
      }
      let earlier = commands.filter { !$0.keys.isEmpty && !command.keys.isEmpty }
      if let taken = keymap.taker(of: command.keys)
        ?? earlier.first(where: { Keymap.collide($0.keys, command.keys) })?.name
      {
        throw wrong("key", "unused: it is bound to \(taken). `purser keys` lists the keys in use")
      }
      commands.append(command)
    }
    return commands
  }

  private func command(
    _ fields: TOMLFields,
    _ index: Int,
    _ lines: LineNumbers,
    _ wrong: (String, String) -> FileError
  ) throws(FileError) -> CustomCommand {
    let name: String
    let (help, key, acts, run): (String?, String?, Bool?, [String])
    do throws(FileFault) {
      try fields.expectOnly(["name", "help", "run", "key", "acts"])
      name = try fields.required("name")
      (help, key) = (try fields.text("help"), try fields.text("key"))
      acts = try fields.flag("acts")
      run = try fields.value("run", "a list of texts in quotes", \.texts) ?? []
    } catch {
      let key = String(error.place.split(separator: " ").last ?? "")
      throw self.wrong(lines.line(of: key, in: index), error.description)
    }
    guard Queue.isName(name), !CustomCommand.isBuiltIn(name) else {
      throw wrong("name", "letters, digits and dashes, and not the name of a built-in command")
    }
    let keys = key?.split(separator: " ").map(String.init) ?? []
    let pressed = keys.compactMap(Key.init(name:))
    guard pressed.count == keys.count, key == nil || !keys.isEmpty else {
      throw wrong("key", "a key, such as \"F6\" or \"a z\"")
    }
    guard let program = run.first, !program.isEmpty, !program.contains("{") else {
      throw wrong("run", "a list of a program and its arguments")
    }
    var words: [[CustomCommand.Piece]] = []
    for word in run {
      guard let pieces = Self.pieces(of: word) else {
        let known = CustomCommand.Slot.allCases.map { "{\($0.rawValue)}" }.joined(separator: ", ")
        throw wrong("run", "a list with no other placeholders than \(known); it has \(word)")
      }
      words.append(pieces)
    }
    return CustomCommand(
      name: name,
      help: help ?? program,
      keys: pressed,
      acts: acts ?? false,
      words: words
    )
  }

  private func wrong(_ line: Int, _ text: String) -> FileError {
    FileError("\(path):\(line): \(text)")
  }

  /// `nil` for lowercase letters in braces that are not a placeholder. Other braces are text.
  private static func pieces(of word: String) -> [CustomCommand.Piece]? {
    var pieces: [CustomCommand.Piece] = []
    var rest = word[...]
    while let match = rest.firstMatch(of: /\{([a-z][a-z ]*)\}/) {
      guard let slot = CustomCommand.Slot(rawValue: String(match.output.1)) else { return nil }
      let before = rest[..<match.range.lowerBound]
      if !before.isEmpty { pieces.append(.text(String(before))) }
      pieces.append(.slot(slot))
      rest = rest[match.range.upperBound...]
    }
    if !rest.isEmpty || pieces.isEmpty { pieces.append(.text(String(rest))) }
    return pieces
  }

  /// Finds the line numbers of tables and keys in the file.
  private struct LineNumbers {
    private let lines: [Substring]
    private let headings: [Int]

    init(_ text: String) {
      lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      headings = lines.indices.filter { [lines] index in
        lines[index].filter { $0 != " " && $0 != "\t" }.hasPrefix("[[command]]")
      }
    }

    /// The line of a key, from 1, or of the table's heading if the key is missing.
    func line(of key: String, in table: Int) -> Int {
      guard headings.indices.contains(table) else { return 1 }
      let heading = headings[table]
      let end = headings.indices.contains(table + 1) ? headings[table + 1] : lines.count
      let found = (heading..<end).first { index in
        let line = lines[index].drop { $0 == " " || $0 == "\t" }
        return line.hasPrefix(key) && line.dropFirst(key.count).first { $0 != " " } == "="
      }
      return (found ?? heading) + 1
    }
  }
}

/// `keys.toml`: the operator's keys for actions, by action name.
struct KeyFile {
  let path: String

  /// The standard keys with the file's changes, if there is a file.
  func keymap() throws(FileError) -> Keymap {
    guard FileManager.default.fileExists(atPath: path) else { return .standard }
    let text = try InputFile.text(file: path) { FileError("The settings: \($0)") }
    let table = try Settings.table(parsing: text, path: path)
    var changes: [(action: Action, keys: [[Key]])] = []
    for name in table.keys.sorted() {
      guard let action = Action(rawValue: name) else {
        let hint = Action.nearest(to: name).map { "; did you mean \($0.rawValue)?" } ?? ""
        throw .wrongValue(
          path: path,
          line: table.line(of: name),
          key: name,
          expected: "removed: there is no such action\(hint). `purser keys` lists them"
        )
      }
      changes.append((action, try keys(of: name, in: table)))
    }
    return Keymap.standard.binding(changes)
  }

  private func keys(of name: String, in table: TOMLTable) throws(FileError) -> [[Key]] {
    let value = table[name]
    let wrong = FileError.wrongValue(
      path: path,
      line: table.line(of: name),
      key: name,
      expected: "a key (\"j\", \"Ctrl-D\", \"g g\", \"F1\", \"PgDn\"), a list of them, or \"none\""
    )
    let texts = value?.string.map { [$0] } ?? value?.array?.compactMap(\.string) ?? []
    guard !texts.isEmpty, value?.array.map({ $0.count == texts.count }) ?? true else {
      throw wrong
    }
    guard texts != ["none"] else { return [] }
    var all: [[Key]] = []
    for text in texts {
      let names = text == " " ? ["Space"] : text.split(separator: " ").map(String.init)
      let keys = names.compactMap(Key.init(name:))
      guard !keys.isEmpty, keys.count == names.count else { throw wrong }
      all.append(keys)
    }
    return all
  }
}
