import CNcurses
import Foundation
import ServiceCore
import TOMLKit

/// Reads secrets and files that the settings name, relative to the settings file.
struct SecretSettings {
  let path: String
  private let folder: URL

  /// `path` is the settings file.
  init(path: String) {
    self.path = path
    folder = URL(fileURLWithPath: path).deletingLastPathComponent()
  }

  /// A secret: `NAME-file` names a file that only its owner can read, `NAME-env` an environment
  /// variable.
  func secret(_ name: String, in table: inout SettingsTable) throws -> Secret? {
    let (file, variable) = (try table.text("\(name)-file"), try table.text("\(name)-env"))
    if let file { return Secret(try SecretFile.text(at: beside(file))) }
    guard let variable else { return nil }
    guard let text = ProcessInfo.processInfo.environment[variable], !text.isEmpty else {
      throw SettingsError.wrongValue(
        path: path,
        key: "\(table.name).\(name)-env",
        expected: "the name of a set environment variable"
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

extension Settings {
  /// The values of all keys that end with `-env`, including unused ones.
  static func secretVariables(in table: TOMLTable) -> Set<String> {
    var names: Set<String> = []
    for (key, value) in table {
      let tables = value.table.map { [$0] } ?? value.array?.compactMap(\.table) ?? []
      for inner in tables { names.formUnion(secretVariables(in: inner)) }
      if key.hasSuffix("-env"), let name = value.string { names.insert(name) }
    }
    return names
  }
}

/// Reads files that contain a secret.
enum SecretFile {
  /// The file's text without its final line break. For a link, such as those of Kubernetes secrets,
  /// reads and checks the target.
  ///
  /// - Throws: `exposed` if others than its owner may read or write the file, `foreign` if it
  ///   belongs to another user than this one or root.
  static func text(at path: String) throws -> String {
    let bytes = try InputFile.read(file: path) { facts throws(SecretFileError) in
      guard facts.owner == geteuid() || facts.owner == 0 else { throw .foreign(path: path) }
      // A container without root gets a mount that belongs to root and to one of its groups.
      let isMount = facts.owner == 0 && geteuid() != 0
      let others: UInt32 = isMount ? 0o037 : 0o077
      guard facts.mode & others == 0 else { throw .exposed(path: path) }
    }
    return String(decoding: bytes, as: UTF8.self).trimmingCharacters(in: .newlines)
  }
}

enum SecretFileError: Error, Equatable, CustomStringConvertible {
  case exposed(path: String)
  case foreign(path: String)

  var description: String {
    switch self {
    case .exposed(let path):
      "\(path) contains a secret, and others may read it: chmod 600 \(path), or defaultMode: 0400 "
        + "in Kubernetes."
    case .foreign(let path):
      "\(path) contains a secret but belongs to another user: chown it to the one that runs purser."
    }
  }
}
