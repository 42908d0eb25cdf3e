import Dashboard
import Foundation
import TOMLKit

/// A theme that cannot be had.
enum ThemeError: Error, Equatable, CustomStringConvertible {
  case unknown(String, known: [String])
  case unreadable(path: String, reason: String)
  case notTOML(path: String, line: Int, reason: String)
  case wrongValue(path: String, key: String, expected: String)
  case palette(PaletteError)

  var description: String {
    switch self {
    case .unknown(let name, let known):
      "There is no theme \(name). Known are \(known.joined(separator: ", "))."
    case .unreadable(let path, let reason): "The theme \(path) cannot be read: \(reason)."
    case .notTOML(let path, let line, let reason): "\(path):\(line): \(reason)."
    case .wrongValue(let path, let key, let expected): "\(path): \(key) must be \(expected)."
    case .palette(let error): error.description
    }
  }
}

/// Theme files, and the one theme that is compiled in.
struct ThemeFiles: Sendable {
  /// Where they are looked for, the first folder first.
  let folders: [String]

  /// Names of all themes there are, the compiled-in one first.
  func names() -> [String] {
    let files = folders.flatMap {
      (try? FileManager.default.contentsOfDirectory(atPath: $0)) ?? []
    }
    let names = Set(files.filter { $0.hasSuffix(".toml") }.map { String($0.dropLast(5)) })
    return [Theme.terminal.name] + names.subtracting([Theme.terminal.name]).sorted()
  }

  func load(_ name: String) throws(ThemeError) -> Theme {
    if name == Theme.terminal.name { return .terminal }
    // A name is a name, not a way into other folders.
    let isPlain = !name.isEmpty && !name.contains("/") && !name.hasPrefix(".")
    for folder in folders where isPlain {
      let path = "\(folder)/\(name).toml"
      guard FileManager.default.fileExists(atPath: path) else { continue }
      return try ThemeFile(path: path, name: name).theme()
    }
    throw .unknown(name, known: names())
  }
}

/// One theme file: roles over a base16 palette.
private struct ThemeFile {
  let path: String
  let name: String
  let table: TOMLTable

  init(path: String, name: String) throws(ThemeError) {
    self.path = path
    self.name = name
    do {
      table = try TOMLTable(string: String(decoding: try InputFile.read(file: path), as: UTF8.self))
    } catch let error as TOMLParseError {
      throw .notTOML(path: path, line: Int(error.source.begin.line), reason: error.description)
    } catch {
      throw .unreadable(path: path, reason: String(describing: error))
    }
  }

  func theme() throws(ThemeError) -> Theme {
    let palette = try palette()
    let overrides = try overrides()
    do throws(PaletteError) {
      return try Theme(name: name, palette: palette, overrides: overrides)
    } catch {
      throw .palette(error)
    }
  }

  private func palette() throws(ThemeError) -> [String: UInt32] {
    guard let colors = table["palette"]?.table else {
      throw .wrongValue(path: path, key: "palette", expected: "a table of base00 to base0F")
    }
    var palette: [String: UInt32] = [:]
    for key in colors.keys {
      let text = (colors[key]?.string ?? "").drop { $0 == "#" }
      guard text.utf8.count == 6, let color = UInt32(text, radix: 16) else {
        throw .wrongValue(path: path, key: "palette.\(key)", expected: "a colour, \"rrggbb\"")
      }
      palette[key] = color
    }
    return palette
  }

  private func overrides() throws(ThemeError) -> [String: RoleOverride] {
    guard let roles = table["roles"]?.table else { return [:] }
    var overrides: [String: RoleOverride] = [:]
    for key in roles.keys {
      guard let style = roles[key]?.table else {
        throw .wrongValue(path: path, key: "roles.\(key)", expected: "a table of fg, bg, bold, …")
      }
      overrides[key] = RoleOverride(
        foreground: style["fg"]?.string,
        background: style["bg"]?.string,
        isBold: style["bold"]?.bool,
        isDim: style["dim"]?.bool,
        isReverse: style["reverse"]?.bool,
        isUnderlined: style["underline"]?.bool
      )
    }
    return overrides
  }
}
