import Basics
import Dashboard
import Foundation

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

  func load(_ name: String) throws(FileError) -> Theme {
    try file(of: name)?.make().theme ?? .terminal
  }

  /// The colours of a theme whose contrast was increased.
  func lifts(_ name: String) throws(FileError) -> [ThemeBuilder.Lift] {
    try file(of: name)?.make().lifts ?? []
  }

  /// The theme's file; `nil` for the built-in theme.
  private func file(of name: String) throws(FileError) -> ThemeFile? {
    if name == Theme.terminal.name { return nil }
    guard let path = path(of: name) else { throw unknown(name) }
    return try ThemeFile(path: path, name: name, among: self, depth: 0)
  }

  func unknown(_ name: String) -> FileError {
    FileError("There is no theme \(name). Known themes: \(names().joined(separator: ", ")).")
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

/// A theme file: a published scheme, or roles based on a palette.
struct ThemeFile {
  private let path: String
  private let name: String
  /// `nil` for a theme that uses the terminal's own colours.
  private var palette: [String: UInt32]?
  private var overrides: [String: RoleOverride] = [:]

  /// The most themes in a chain of base themes.
  private static let maxDepth = 8

  /// `files` contain the base theme.
  init(path: String, name: String, among files: ThemeFiles, depth: Int) throws(FileError) {
    self.path = path
    self.name = name
    let text = try InputFile.text(file: path) { error in
      FileError("The theme \(path) cannot be read: \(error).")
    }
    if path.hasSuffix(".toml") {
      try read(TextFile.table(text, path, advice: ""), files, depth)
    } else {
      do throws(Base16Scheme.Fault) {
        palette = try Base16Scheme(yaml: text).palette
      } catch {
        throw FileError("\(path):\(error.line): \(error.description).")
      }
    }
  }

  func make() throws(FileError) -> (theme: Theme, lifts: [ThemeBuilder.Lift]) {
    do throws(PaletteError) {
      return try ThemeBuilder(name: name, palette: palette, overrides: overrides).make()
    } catch {
      throw FileError(error.description)
    }
  }

  private mutating func read(
    _ table: TOMLTable,
    _ files: ThemeFiles,
    _ depth: Int
  ) throws(FileError) {
    if let base = table["base"] {
      guard let base = base.string else {
        throw wrong("base", table.line(of: "base"), "the name of a theme, in quotes")
      }
      try readBase(base, files, depth)
    }
    if let colors = table["palette"] { try readPalette(colors, table.line(of: "palette")) }
    if let roles = table["roles"] { try readRoles(roles, table.line(of: "roles")) }
  }

  private mutating func readBase(
    _ base: String,
    _ files: ThemeFiles,
    _ depth: Int
  ) throws(FileError) {
    guard depth < Self.maxDepth, base != name else {
      throw FileError("\(path): base leads back to this theme. Name another one.")
    }
    guard let other = files.path(of: base) else { throw files.unknown(base) }
    let theme = try ThemeFile(path: other, name: base, among: files, depth: depth + 1)
    (palette, overrides) = (theme.palette, theme.overrides)
  }

  private mutating func readPalette(_ value: TOMLValue, _ line: Int?) throws(FileError) {
    guard let colors = value.table else {
      throw wrong("palette", line, "a table of base00 to base0F")
    }
    var palette = palette ?? [:]
    for key in colors.keys {
      guard let color = colors[key]?.string.flatMap(Base16Scheme.color) else {
        throw wrong("palette.\(key)", colors.line(of: key), "a colour, \"rrggbb\"")
      }
      palette[Base16Scheme.slot(key) ?? key] = color
    }
    self.palette = palette
  }

  private func wrong(_ key: String, _ line: Int?, _ expected: String) -> FileError {
    .wrongValue(path: path, line: line, key: key, expected: expected)
  }

  private mutating func readRoles(_ value: TOMLValue, _ line: Int?) throws(FileError) {
    guard let roles = value.table else { throw wrong("roles", line, "a table of roles") }
    for key in roles.keys {
      guard let style = roles[key]?.table else {
        throw wrong("roles.\(key)", roles.line(of: key), "a table of fg, bg, bold, …")
      }
      var role = RoleOverride.none
      role.foreground = style["fg"]?.string
      role.background = style["bg"]?.string
      role.isBold = style["bold"]?.bool
      role.isDim = style["dim"]?.bool
      role.isReverse = style["reverse"]?.bool
      role.isUnderlined = style["underline"]?.bool
      overrides[key] = role
    }
  }
}
