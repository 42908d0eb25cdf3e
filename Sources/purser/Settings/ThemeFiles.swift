import Dashboard
import Foundation

/// A theme cannot be loaded.
enum ThemeError: Error, Equatable, CustomStringConvertible {
  case unknown(String, known: [String])
  case unreadable(path: String, reason: String)
  case notAScheme(path: String, line: Int, reason: String)
  case wrongValue(path: String, key: String, expected: String)
  case palette(PaletteError)
  /// A circular chain of `base = …`.
  case circular(path: String)

  var description: String {
    switch self {
    case .unknown(let name, let known):
      "There is no theme \(name). Known themes: \(known.joined(separator: ", "))."
    case .unreadable(let path, let reason): "The theme \(path) cannot be read: \(reason)."
    case .notAScheme(let path, let line, let reason): "\(path):\(line): \(reason)."
    case .wrongValue(let path, let key, let expected): "\(path): \(key) must be \(expected)."
    case .palette(let error): error.description
    case .circular(let path): "\(path): base leads back to this theme. Name another one."
    }
  }
}

/// Finds and loads themes: the built-in one and files. A theme's name is its file's: NAME.toml with
/// roles, or NAME.yaml, a published base16 or base24 scheme.
struct ThemeFiles: Sendable {
  /// An additional folder, which takes precedence.
  let given: String?

  /// The folders that are searched, in order of precedence.
  var folders: [String] { Paths.themes(given: given) }

  /// The subfolders in a tree of published schemes.
  private static let subfolders = ["", "/base16", "/base24"]
  private static let endings = ["toml", "yaml", "yml"]

  /// The names of all themes, the built-in one first.
  func names() -> [String] {
    let names = Set(searchedFolders.flatMap { files(in: $0).map(\.name) })
    return [Theme.terminal.name] + names.subtracting([Theme.terminal.name]).sorted()
  }

  /// All themes, the built-in one first, then by name. Of themes with the same name, includes the
  /// one that is used.
  func cards() -> [ThemeCard] {
    let builtIn = ThemeCard(name: Theme.terminal.name, kind: .builtIn, place: "")
    return [builtIn]
      + names().dropFirst().compactMap { name in
        path(of: name).map {
          ThemeCard(name: name, kind: $0.hasSuffix(".toml") ? .roles : .scheme, place: $0)
        }
      }
  }

  func load(_ name: String) throws(ThemeError) -> Theme { try source(of: name).theme() }

  /// The colours of a theme whose contrast was increased.
  func lifts(_ name: String) throws(ThemeError) -> [ThemeBuilder.Lift] {
    try source(of: name).lifts()
  }

  private func source(of name: String) throws(ThemeError) -> ThemeSource {
    if name == Theme.terminal.name { return .builtIn }
    guard let path = path(of: name) else { throw .unknown(name, known: names()) }
    return .file(try ThemeFile(path: path, name: name, among: self, depth: 0))
  }

  /// The file of a theme; `nil` if there is none.
  func path(of name: String) -> String? {
    // Rejects names that would lead to other folders.
    guard !name.isEmpty, !name.contains("/"), !name.hasPrefix(".") else { return nil }
    let bare = ["base16-", "base24-"].reduce(name) {
      $0.hasPrefix($1) ? String($0.dropFirst($1.count)) : $0
    }
    for spelling in bare == name ? [name] : [name, bare] {
      for folder in searchedFolders {
        for ending in Self.endings {
          let path = "\(folder)/\(spelling).\(ending)"
          if FileManager.default.fileExists(atPath: path) { return path }
        }
      }
    }
    return nil
  }

  private var searchedFolders: [String] {
    folders.flatMap { folder in Self.subfolders.map { folder + $0 } }
  }

  private func files(in folder: String) -> [(name: String, ending: String)] {
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return files.compactMap { file in
      let ending = (file as NSString).pathExtension
      guard Self.endings.contains(ending), !file.hasPrefix(".") else { return nil }
      return ((file as NSString).deletingPathExtension, ending)
    }
  }
}

/// The source of a theme.
private enum ThemeSource {
  case builtIn
  case file(ThemeFile)

  func theme() throws(ThemeError) -> Theme {
    switch self {
    case .builtIn: .terminal
    case .file(let file): try file.make().theme
    }
  }

  func lifts() throws(ThemeError) -> [ThemeBuilder.Lift] {
    switch self {
    case .builtIn: []
    case .file(let file): try file.make().lifts
    }
  }
}
