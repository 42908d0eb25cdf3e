import Dashboard
import Foundation
import TOMLKit

/// `keys.toml`: the operator's keys for actions, by action name.
struct KeyFile {
  let path: String

  /// The standard keys with the file's changes, if there is a file.
  func keymap() throws(SettingsError) -> Keymap {
    guard FileManager.default.fileExists(atPath: path) else { return .standard }
    let text: String
    do throws(InputError) {
      text = String(decoding: try InputFile.read(file: path), as: UTF8.self)
    } catch {
      throw .unreadable(error)
    }
    let table = try Settings.table(parsing: text, path: path)
    var changes: [(action: Action, keys: [[Key]])] = []
    for name in table.keys.sorted() {
      guard let action = Action(rawValue: name) else {
        let hint = Action.nearest(to: name).map { "; did you mean \($0.rawValue)?" } ?? ""
        throw .wrongValue(
          path: path,
          key: name,
          expected: "removed: there is no such action\(hint). `purser keys` lists them"
        )
      }
      changes.append((action, try keys(table[name], of: name)))
    }
    return Keymap.standard.binding(changes)
  }

  private func keys(
    _ value: (any TOMLValueConvertible)?,
    of name: String
  ) throws(SettingsError) -> [[Key]] {
    let texts = value?.string.map { [$0] } ?? value?.array?.compactMap(\.string) ?? []
    guard !texts.isEmpty, value?.array.map({ $0.count == texts.count }) ?? true else {
      throw wrong(name)
    }
    guard texts != ["none"] else { return [] }
    var all: [[Key]] = []
    for text in texts {
      let names = text == " " ? ["Space"] : text.split(separator: " ").map(String.init)
      let keys = names.compactMap(Key.init(name:))
      guard !keys.isEmpty, keys.count == names.count else { throw wrong(name) }
      all.append(keys)
    }
    return all
  }

  private func wrong(_ name: String) -> SettingsError {
    .wrongValue(
      path: path,
      key: name,
      expected: "a key (\"j\", \"Ctrl-D\", \"g g\", \"F1\", \"PgDn\"), a list of them, or \"none\""
    )
  }
}
