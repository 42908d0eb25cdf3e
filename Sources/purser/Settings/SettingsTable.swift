import Basics
import CNcurses
import Entitlements
import Foundation
import Receipts
import ServiceCore
import Stores
import Web

/// A key that has no meaning, and the one of its table that is spelled most like it.
struct UnknownKey: Sendable, CustomStringConvertible {
  var key: String
  var meant: String?

  var description: String {
    "unknown key \(key)" + (meant.map { ", did you mean \($0)?" } ?? "")
  }
}

/// A key of a settings file that has no effect: an unknown one, or one without its partner.
struct IgnoredKey: Sendable, CustomStringConvertible {
  var key: String
  var line: Int?
  var description: String

  /// The warning about it.
  func warning(in path: String) -> String {
    "\(FileError.location(path, line)): \(description)"
  }
}

/// A typed reader for a table of the settings. Keys that were not read are unknown.
final class SettingsTable: TOMLFieldReader {
  /// The table's name in the settings: `stores.apple`; empty for the whole file.
  let name: String
  /// The settings file.
  let path: String
  private let table: TOMLTable
  private var readKeys: Set<String> = []
  private var loneKeys: [(key: String, partner: String)] = []
  private var children: [(key: String, table: SettingsTable)] = []

  init(_ table: TOMLTable, _ name: String = "", path: String) {
    (self.table, self.name, self.path) = (table, name, path)
  }

  /// The keys without effect, here and in the tables within.
  var ignoredKeys: [IgnoredKey] {
    let unknown = unreadKeys.map { key in
      let meant = SpellingSuggestions.of(key, in: readKeys.sorted()).first
      return ignored(key, UnknownKey(key: full(key), meant: meant.map(full)).description)
    }
    let lone = loneKeys.map { key, partner in
      ignored(key, "\(full(key)) has no effect without \(partner)")
    }
    let own = unknown + lone
    let inner = children.flatMap(\.table.ignoredKeys)
    return name.isEmpty ? own + inner : inner + own
  }

  private func ignored(_ key: String, _ description: String) -> IgnoredKey {
    IgnoredKey(key: full(key), line: table.line(of: key), description: description)
  }

  private var unreadKeys: [String] { table.keys.filter { !readKeys.contains($0) } }

  /// Keys that have no effect because `partner` is not set.
  func ignore(_ keys: [String], without partner: String) {
    for key in keys where item(key) != nil { loneKeys.append((key, partner)) }
  }

  private func full(_ key: String) -> String { name.isEmpty ? key : "\(name).\(key)" }

  func fault(_ key: String, _ expected: String) -> FileError {
    fault([key], expected)
  }

  private func fault(_ keys: [String], _ expected: String) -> FileError {
    // A key that is missing may be there, misspelt.
    let misspelt = keys.filter { table[$0] == nil }.compactMap { key in
      SpellingSuggestions.of(key, in: unreadKeys).first.map {
        "; \($0) may be a misspelling of \(key)"
      }
    }
    return .wrongValue(
      path: path,
      line: keys.first.flatMap { table.line(of: $0) },
      key: keys.map(full).joined(separator: ", "),
      expected: expected + misspelt.joined()
    )
  }

  func item(_ key: String) -> TOMLValue? {
    readKeys.insert(key)
    return table[key]
  }

  /// A text, or a number or truth value as text.
  func word(_ key: String) throws(FileError) -> String? {
    try value(key, "a text or a number") { value in
      value.string ?? value.int.map { "\($0)" } ?? value.bool.map { "\($0)" }
    }
  }

  func number(
    _ key: String,
    atLeast minimum: Int = 1,
    atMost maximum: Int = .max
  ) throws(FileError) -> Int? {
    let expected =
      maximum == .max ? "of at least \(minimum)" : "from \(minimum) to \(maximum)"
    return try value(key, "a whole number \(expected)") { value in
      value.int.flatMap { (minimum...maximum).contains($0) ? $0 : nil }
    }
  }

  /// A service's address, to which secrets are sent.
  func serviceURL(_ key: String) throws(FileError) -> String? {
    try value(key, "an address that begins with https://; http:// is only for this machine") {
      $0.string.flatMap { StoreClients.allowsFetching(from: $0) ? $0 : nil }
    }
  }

  /// A list of texts; empty if the key is missing.
  func texts(_ key: String) throws(FileError) -> [String] {
    try texts(key, "a list of texts in quotes") { $0 } ?? []
  }

  /// A list of texts with their meanings; `nil` if the key is missing.
  func texts<Meaning>(
    _ key: String,
    _ expected: String,
    _ meaning: (String) -> Meaning?
  ) throws(FileError) -> [Meaning]? {
    let texts = try value(key, "a list of texts in quotes", \.texts)
    let meanings = texts?.compactMap(meaning)
    guard meanings?.count == texts?.count else { throw fault(key, expected) }
    return meanings
  }

  func address(_ key: String) throws(FileError) -> WebConfiguration.Address? {
    guard let text = try text(key) else { return nil }
    guard let address = WebConfiguration.Address(text) else {
      throw fault(key, "a host and a port: 127.0.0.1:8080")
    }
    return address
  }

  func table(_ key: String) throws(FileError) -> SettingsTable? {
    if let known = children.first(where: { $0.key == key }) { return known.table }
    let expected = name.isEmpty ? "a table" : "a table, headed [\(full(key))]"
    return try value(key, expected, \.table).map { child(key, $0) }
  }

  func tables(_ key: String) throws(FileError) -> [SettingsTable] {
    let tables = try value(key, "a list of tables, each headed [[\(full(key))]]", \.tables)
    return (tables ?? []).map { child(key, $0) }
  }

  private func child(_ key: String, _ table: TOMLTable) -> SettingsTable {
    let child = SettingsTable(table, full(key), path: path)
    children.append((key, child))
    return child
  }

  /// The path of a file that the settings name relative to theirs.
  ///
  /// systemd hands a service the files of a folder side by side, as `keys_a.p8` for `keys/a.p8`
  /// (systemd.exec, LoadCredential=).
  func beside(_ file: String) -> String {
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
    let named = URL(fileURLWithPath: file, relativeTo: folder).path
    let credentials = ProcessInfo.processInfo.environment["CREDENTIALS_DIRECTORY"]
    guard credentials == folder.path, !FileManager.default.fileExists(atPath: named) else {
      return named
    }
    return folder.appendingPathComponent(file.replacing("/", with: "_")).path
  }

  func text(ofFile file: String) throws -> String {
    try InputFile.text(file: beside(file)) { FileError("\(path): \($0)") }
  }

  /// The secret in the file that a key names.
  func secret(inFile file: String, of key: String) throws -> String {
    do {
      return try SecretFile.text(at: beside(file))
    } catch let error as InputError {
      throw FileError("\(FileError.location(path, table.line(of: key))): \(full(key)): \(error)")
    }
  }

  /// Throws if several of the keys are missing, and names all of them. A `NAME-file` may be a
  /// `NAME-env` instead. Who reads the value reports a single one.
  func expectAll(_ keys: [String]) throws(FileError) {
    let missing = keys.filter { key in
      let other = key.hasSuffix("-file") ? "\(key.dropLast("file".count))env" : key
      return table[key] == nil && table[other] == nil
    }
    guard missing.count > 1 else { return }
    throw fault(missing, "set")
  }

  /// A secret: `NAME-file` names a file that only its owner can read, `NAME-env` an environment
  /// variable.
  func secret(_ key: String) throws -> Secret? {
    let (file, variable) = (try text("\(key)-file"), try text("\(key)-env"))
    if let file { return Secret(try secret(inFile: file, of: "\(key)-file"), from: beside(file)) }
    guard let variable else { return nil }
    guard let text = ProcessInfo.processInfo.environment[variable], !text.isEmpty else {
      throw fault("\(key)-env", "the name of a set environment variable")
    }
    return Secret(text, from: variable)
  }
}

/// Reads files that contain a secret.
enum SecretFile {
  /// The file's text without its final line break. For a link, such as those of Kubernetes secrets,
  /// reads and checks the target. Throws if others than its owner may read or write the file, or if
  /// it belongs to another user than this one or root.
  static func text(at path: String) throws -> String {
    let bytes = try InputFile.read(file: path) { facts throws(FileError) in
      guard facts.owner == geteuid() || facts.owner == 0 else {
        throw FileError(
          "\(path) contains a secret but belongs to another user: chown it to the one that runs "
            + "purser."
        )
      }
      // A container without root gets a mount that belongs to root and to one of its groups.
      let isMount = facts.owner == 0 && geteuid() != 0
      let others: UInt32 = isMount ? 0o037 : 0o077
      guard facts.mode & others == 0 else {
        throw FileError(
          "\(path) contains a secret, and others may read it: chmod 600 \(path), or "
            + "defaultMode: 0400 in Kubernetes."
        )
      }
    }
    return String(decoding: bytes, as: UTF8.self).trimmingCharacters(in: .newlines)
  }
}

/// Reads Google Play's licence key.
enum LicenceKeyFile {
  static func read(_ path: String) throws(FileError) -> GoogleLicenceKey {
    let input = try InputFile.read(file: path) { FileError("The licence key: \($0)") }
    do throws(LicenceKeyError) {
      return try GoogleLicenceKey(input)
    } catch {
      throw FileError("\(path): \(error)")
    }
  }
}

/// Reads a trust root in DER or PEM.
enum RootFile {
  static func read(_ path: String) throws(FileError) -> [UInt8] {
    let input = try InputFile.read(file: path) { FileError("The trust root: \($0)") }
    guard let der = try? ReceiptText.bytes(of: input),
      (try? ReceiptVerifier(roots: [], addedRoots: [der])) != nil
    else {
      throw FileError(
        "\(path) is not an X.509 certificate. A trust root is one certificate in DER or PEM."
      )
    }
    return der
  }
}
