import CNcurses
import Foundation
import ServiceCore
import TOMLKit

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

extension Settings {
  /// What every key that ends with `-env` names, whether somebody asks for it or not.
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

/// A file with a secret in it.
enum SecretFile {
  /// Its text, without the line break at its end. Of a link, such as Kubernetes mounts secrets by, it
  /// is the file it leads to that is read and whose owner and mode are looked at.
  ///
  /// - Throws: `exposed` where others than its owner may read or write it, `foreign` where it is
  ///   neither ours nor the system's.
  static func text(at path: String) throws -> String {
    let bytes = try InputFile.read(file: path) { facts throws(SecretFileError) in
      guard facts.owner == geteuid() || facts.owner == 0 else { throw .foreign(path: path) }
      // A mount of the system's for a group of ours is how a container without root gets one.
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
      "\(path) holds a secret, and others may read it: chmod 600 \(path), or defaultMode: 0400 in "
        + "Kubernetes."
    case .foreign(let path):
      "\(path) holds a secret, and belongs to another user: chown it to the one that runs purser."
    }
  }
}
