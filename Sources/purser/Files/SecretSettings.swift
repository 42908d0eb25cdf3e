import Foundation
import ServiceCore

/// How settings name secrets and files: beside the settings themselves.
struct SecretSettings {
  let path: String
  private let folder: URL

  /// Of the settings at `path`.
  init(path: String) {
    self.path = path
    folder = URL(fileURLWithPath: path).deletingLastPathComponent()
  }

  /// A secret: `NAME-file` names a file that nobody else may read, `NAME-env` a variable of the
  /// environment.
  func secret(_ name: String, in table: inout SettingsTable) throws -> Secret? {
    let (file, variable) = (try table.text("\(name)-file"), try table.text("\(name)-env"))
    if let file { return Secret(try SecretFile.text(at: beside(file))) }
    guard let variable else { return nil }
    guard let text = ProcessInfo.processInfo.environment[variable], !text.isEmpty else {
      throw SettingsError.wrongValue(
        path: path,
        key: "\(table.name).\(name)-env",
        expected: "the name of a variable that is set"
      )
    }
    return Secret(text)
  }

  func beside(_ file: String) -> String {
    URL(fileURLWithPath: file, relativeTo: folder).path
  }

  func text(ofFile file: String) throws -> String {
    String(decoding: try InputFile.read(file: beside(file)), as: UTF8.self)
  }
}

/// A file with a secret in it.
enum SecretFile {
  /// Its text, without the line break at its end.
  ///
  /// - Throws: `exposed` where others than its owner may read or write it.
  static func text(at path: String) throws -> String {
    let mode =
      try? FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? NSNumber
    if let mode, mode.intValue & 0o077 != 0 { throw SecretFileError.exposed(path: path) }
    let text = String(decoding: try InputFile.read(file: path), as: UTF8.self)
    return text.trimmingCharacters(in: .newlines)
  }
}

enum SecretFileError: Error, Equatable, CustomStringConvertible {
  case exposed(path: String)

  var description: String {
    switch self {
    case .exposed(let path): "\(path) holds a secret, and others may read it: chmod 600 \(path)"
    }
  }
}
