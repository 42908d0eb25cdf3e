import Basics
import Foundation

extension Settings {
  /// The keys with secrets that are read together with the settings.
  private static let secretFiles: Set<String> = [
    "key-file", "token-file", "password-file", "secret-file", "shared-secret-file", "account-file",
  ]

  /// Throws if several of the files with secrets are missing, and names all of them. Who reads a
  /// single one reports it.
  static func expectSecretFiles(in file: TOMLTable, of table: SettingsTable) throws(FileError) {
    let named = Set(namedSecretFiles(in: file)).sorted()
    let missing = named.filter { !FileManager.default.fileExists(atPath: table.beside($0)) }
    guard missing.count > 1 else { return }
    let list = missing.joined(separator: ", ")
    throw FileError("\(table.path) names files that are not there: \(list).")
  }

  private static func namedSecretFiles(in table: TOMLTable) -> [String] {
    var files: [String] = []
    for (key, value) in table {
      let tables = value.table.map { [$0] } ?? value.array?.compactMap(\.table) ?? []
      for inner in tables { files += namedSecretFiles(in: inner) }
      if secretFiles.contains(key), let file = value.string { files.append(file) }
    }
    return files
  }
}
