import Dashboard
import Foundation
import TOMLKit

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
  init(path: String, name: String, among files: ThemeFiles, depth: Int) throws(ThemeError) {
    self.path = path
    self.name = name
    let text: String
    do throws(InputError) {
      text = String(decoding: try InputFile.read(file: path), as: UTF8.self)
    } catch {
      throw .unreadable(path: path, reason: error.description)
    }
    if path.hasSuffix(".toml") {
      try read(Self.table(text, path), files, depth)
    } else {
      do throws(Base16Scheme.Fault) {
        palette = try Base16Scheme(yaml: text).palette
      } catch {
        throw .notAScheme(path: path, line: error.line, reason: error.description)
      }
    }
  }

  func make() throws(ThemeError) -> (theme: Theme, lifts: [ThemeBuilder.Lift]) {
    do throws(PaletteError) {
      return try ThemeBuilder(name: name, palette: palette, overrides: overrides).make()
    } catch {
      throw .palette(error)
    }
  }

  private static func table(_ text: String, _ path: String) throws(ThemeError) -> TOMLTable {
    do {
      return try TOMLTable(string: text)
    } catch let error as TOMLParseError {
      throw .notAScheme(
        path: path,
        line: Int(error.source.begin.line),
        reason: error.description
      )
    } catch {
      throw .unreadable(path: path, reason: "it is not TOML")
    }
  }

  private mutating func read(
    _ table: TOMLTable,
    _ files: ThemeFiles,
    _ depth: Int
  ) throws(ThemeError) {
    if let base = table["base"] {
      guard let base = base.string else {
        throw .wrongValue(path: path, key: "base", expected: "the name of a theme, in quotes")
      }
      try readBase(base, files, depth)
    }
    if let colors = table["palette"] { try readPalette(colors) }
    if let roles = table["roles"] { try readRoles(roles) }
  }

  private mutating func readBase(
    _ base: String,
    _ files: ThemeFiles,
    _ depth: Int
  ) throws(ThemeError) {
    guard depth < Self.maxDepth, base != name else { throw .circular(path: path) }
    guard let other = files.path(of: base) else { throw .unknown(base, known: files.names()) }
    let theme = try ThemeFile(path: other, name: base, among: files, depth: depth + 1)
    (palette, overrides) = (theme.palette, theme.overrides)
  }

  private mutating func readPalette(_ value: any TOMLValueConvertible) throws(ThemeError) {
    guard let colors = value.table else {
      throw .wrongValue(path: path, key: "palette", expected: "a table of base00 to base0F")
    }
    var palette = palette ?? [:]
    for key in colors.keys {
      guard let color = colors[key]?.string.flatMap(Base16Scheme.color) else {
        throw .wrongValue(path: path, key: "palette.\(key)", expected: "a colour, \"rrggbb\"")
      }
      palette[Base16Scheme.slot(key) ?? key] = color
    }
    self.palette = palette
  }

  private mutating func readRoles(_ value: any TOMLValueConvertible) throws(ThemeError) {
    guard let roles = value.table else {
      throw .wrongValue(path: path, key: "roles", expected: "a table of roles")
    }
    for key in roles.keys {
      guard let style = roles[key]?.table else {
        throw .wrongValue(path: path, key: "roles.\(key)", expected: "a table of fg, bg, bold, …")
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
