import Dashboard
import Foundation

/// A theme that cannot be had.
enum ThemeError: Error, Equatable, CustomStringConvertible {
  case unknown(String, known: [String])
  case unreadable(path: String, reason: String)
  case notAScheme(path: String, line: Int, reason: String)
  case wrongValue(path: String, key: String, expected: String)
  case palette(PaletteError)
  /// `base = …` that leads back to where it began.
  case circular(path: String)

  var description: String {
    switch self {
    case .unknown(let name, let known):
      "There is no theme \(name). Known are \(known.joined(separator: ", "))."
    case .unreadable(let path, let reason): "The theme \(path) cannot be read: \(reason)."
    case .notAScheme(let path, let line, let reason): "\(path):\(line): \(reason)."
    case .wrongValue(let path, let key, let expected): "\(path): \(key) must be \(expected)."
    case .palette(let error): error.description
    case .circular(let path): "\(path): base leads back to this theme. Name another one."
    }
  }
}

/// Theme files, and the one theme that is compiled in. A name is that of a file: NAME.toml with
/// roles, or NAME.yaml, a base16 or base24 scheme as it was published.
struct ThemeFiles: Sendable {
  /// A further folder, before all others.
  let given: String?

  /// Where they are looked for, the first folder first.
  var folders: [String] { Paths.themes(given: given) }

  /// How a tree of published schemes is laid out.
  private static let subfolders = ["", "/base16", "/base24"]
  private static let endings = ["toml", "yaml", "yml"]

  /// Names of all themes there are, the compiled-in one first.
  func names() -> [String] {
    let names = Set(places.flatMap { files(in: $0).map(\.name) })
    return [Theme.terminal.name] + names.subtracting([Theme.terminal.name]).sorted()
  }

  /// All themes there are, the compiled-in one first, then by name; of two that share a name the
  /// one that counts.
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

  /// Which colours of a theme had to be moved to be read.
  func lifts(_ name: String) throws(ThemeError) -> [ThemeMaker.Lift] {
    try source(of: name).lifts()
  }

  private func source(of name: String) throws(ThemeError) -> ThemeSource {
    if name == Theme.terminal.name { return .builtIn }
    guard let path = path(of: name) else { throw .unknown(name, known: names()) }
    return .file(try ThemeFile(path: path, name: name, among: self, depth: 0))
  }

  /// The file of a theme; `nil` where there is none.
  func path(of name: String) -> String? {
    // A name is a name, not a way into other folders.
    guard !name.isEmpty, !name.contains("/"), !name.hasPrefix(".") else { return nil }
    let bare = ["base16-", "base24-"].reduce(name) {
      $0.hasPrefix($1) ? String($0.dropFirst($1.count)) : $0
    }
    for spelling in bare == name ? [name] : [name, bare] {
      for place in places {
        for ending in Self.endings {
          let path = "\(place)/\(spelling).\(ending)"
          if FileManager.default.fileExists(atPath: path) { return path }
        }
      }
    }
    return nil
  }

  private var places: [String] {
    folders.flatMap { folder in Self.subfolders.map { folder + $0 } }
  }

  private func files(in place: String) -> [(name: String, ending: String)] {
    let files = (try? FileManager.default.contentsOfDirectory(atPath: place)) ?? []
    return files.compactMap { file in
      let ending = (file as NSString).pathExtension
      guard Self.endings.contains(ending), !file.hasPrefix(".") else { return nil }
      return ((file as NSString).deletingPathExtension, ending)
    }
  }
}

/// Where a theme comes from.
private enum ThemeSource {
  case builtIn
  case file(ThemeFile)

  func theme() throws(ThemeError) -> Theme {
    switch self {
    case .builtIn: .terminal
    case .file(let file): try file.make().theme
    }
  }

  func lifts() throws(ThemeError) -> [ThemeMaker.Lift] {
    switch self {
    case .builtIn: []
    case .file(let file): try file.make().lifts
    }
  }
}
