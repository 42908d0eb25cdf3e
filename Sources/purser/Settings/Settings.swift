import Entitlements
import Foundation
import ServiceCore
import Stores
import TOMLKit
import Web

/// A settings file cannot be used.
enum SettingsError: Error, Equatable, CustomStringConvertible {
  case unreadable(InputError)
  case notTOML(path: String, line: Int, reason: String)
  case wrongValue(path: String, key: String, expected: String)

  var description: String {
    switch self {
    case .unreadable(let error): "The settings: \(error)"
    case .notTOML(let path, let line, let reason):
      "\(path):\(line): \(reason). Correct it, or start without settings: --config /dev/null."
    case .wrongValue(let path, let key, let expected):
      "\(path): \(key) must be \(expected)."
    }
  }
}

/// The settings in `config.toml`.
struct Settings {
  /// One of the operator's own apps.
  struct App: Equatable {
    /// Apple's bundle ID.
    var bundleID: String?
    /// Google's package name.
    var package: String?
    var name: String?
  }

  var apps: [App] = []
  var ledger: String?
  /// The screen's appearance, by the names in `Appearance`.
  var look: [String: String] = [:]
  /// The links to order pages, by store: addresses with {order} in them.
  var links: [Store: String] = [:]
  /// The files of additional trust roots.
  var roots: [String] = []
  var stores = StoreConfiguration()
  /// The file with Google Play's licence key.
  var licenceKey: String?
  /// The HTTP server's configuration.
  var serve = WebConfiguration()
  /// The webhook for entitlement changes.
  var webhook: WebhookConfiguration?
  var jobs = JobPolicy()
  /// How the app derives its account IDs at the stores from its user IDs; `nil` uses the ledger's
  /// setting.
  var accountForms: [AccountForm]?
  /// The environment variables that secrets are read from.
  var secretVariables: Set<String> = []
  /// Unknown keys, which cause warnings, not errors.
  var unknownKeys: [String] = []

  /// The apps that Apple's documents must be for, if any. An app without a bundle ID is included by
  /// its package, since an empty list would accept any app.
  var appIDs: [String] { apps.compactMap { $0.bundleID ?? $0.package } }
  /// The packages that Google's and Amazon's documents must be for; the bundle ID for an app
  /// without a package.
  var packages: [String] { apps.compactMap { $0.package ?? $0.bundleID } }

  /// The apps at all stores.
  var ownApps: Set<String> { Set(appIDs + packages) }

  static let knownKeys =
    ["app", "ledger", "roots", "stores", "jobs", "links", "serve", "account-ids"]
    + Appearance.words.map(\.name)
  static let knownAppKeys = ["bundle-id", "package", "name"]

  /// Loads the settings at `path`. A missing file means no settings, unless the operator named it.
  static func load(_ path: String, isNamed: Bool) throws -> Settings {
    guard isNamed || FileManager.default.fileExists(atPath: path) else { return Settings() }
    let text: String
    do throws(InputError) {
      text = String(decoding: try InputFile.read(file: path), as: UTF8.self)
    } catch {
      throw SettingsError.unreadable(error)
    }
    return try Settings(parsing: text, path: path)
  }

  init() {}

  init(parsing text: String, path: String) throws {
    let table = try Self.table(parsing: text, path: path)
    secretVariables = Self.secretVariables(in: table)
    unknownKeys = table.keys.filter { !Self.knownKeys.contains($0) }
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
    func beside(_ file: String) -> String { URL(fileURLWithPath: file, relativeTo: folder).path }
    ledger = try Self.string("ledger", in: table, path).map(beside)
    for (name, _, _) in Appearance.words {
      guard let value = table[name] else { continue }
      let plain = value.int.map { "\($0)" } ?? value.bool.map { "\($0)" }
      guard let word = value.string ?? plain else {
        throw SettingsError.wrongValue(path: path, key: name, expected: "a text or a number")
      }
      look[name] = word
    }
    roots = try Self.strings("roots", in: table, path).map(beside)
    accountForms = try Self.accountForms(in: table, path)
    try readApps(table, path)
    if let stores = table["stores"] {
      guard let section = stores.table else {
        throw SettingsError.wrongValue(path: path, key: "stores", expected: "a table")
      }
      let read = try StoreSettings(section, path: path)
      self.stores = read.configuration
      licenceKey = read.licenceKey
      unknownKeys += read.unknownKeys
    }
    if let serve = table["serve"] {
      guard let section = serve.table else {
        throw SettingsError.wrongValue(path: path, key: "serve", expected: "a table")
      }
      let read = try ServeSettings(section, path: path)
      self.serve = read.configuration
      webhook = read.webhook
      unknownKeys += read.unknownKeys
    }
    if let links = table["links"] { try readLinks(links.table, path) }
    if let jobs = table["jobs"] {
      guard let section = jobs.table else {
        throw SettingsError.wrongValue(path: path, key: "jobs", expected: "a table")
      }
      var read = SettingsTable(section, "jobs", path)
      if let hours = try read.number("poll-hours") { self.jobs.pollPeriod = 3_600 * Double(hours) }
      if let days = try read.number("keep-days") {
        self.jobs.endedRetention = 86_400 * Double(days)
      }
      if let minutes = try read.number("ask-again-minutes", atLeast: 0) {
        self.jobs.shortRequeryInterval = 60 * Double(minutes)
      }
      if let hours = try read.number("ask-again-hours", atLeast: 0) {
        self.jobs.requeryInterval = 3_600 * Double(hours)
      }
      unknownKeys += read.unknownKeys
    }
  }

  private static func accountForms(
    in table: TOMLTable,
    _ path: String
  ) throws(SettingsError) -> [AccountForm]? {
    guard table["account-ids"] != nil else { return nil }
    return try strings("account-ids", in: table, path).map { spelling throws(SettingsError) in
      guard let form = AccountForm(spelling) else {
        throw .wrongValue(
          path: path,
          key: "account-ids",
          expected: "a list of plain, md5, md5-uuid, sha256 and uuid5:NAMESPACE (a UUID)"
        )
      }
      return form
    }
  }

  private mutating func readLinks(_ section: TOMLTable?, _ path: String) throws(SettingsError) {
    guard let section else {
      throw .wrongValue(path: path, key: "links", expected: "a table")
    }
    var read = SettingsTable(section, "links", path)
    for store in Store.allCases {
      guard let link = try read.text(store.rawValue) else { continue }
      guard link.hasPrefix("https://"), link.contains("{order}") else {
        throw .wrongValue(
          path: path,
          key: "links.\(store.rawValue)",
          expected: "an https:// address with {order} in it"
        )
      }
      links[store] = link
    }
    unknownKeys += read.unknownKeys
  }

  static func table(parsing text: String, path: String) throws(SettingsError) -> TOMLTable {
    do {
      return try TOMLTable(string: text)
    } catch let error as TOMLParseError {
      throw .notTOML(path: path, line: Int(error.source.begin.line), reason: error.description)
    } catch {
      throw .notTOML(path: path, line: 1, reason: "not a TOML document")
    }
  }

  private mutating func readApps(_ table: TOMLTable, _ path: String) throws(SettingsError) {
    guard let value = table["app"] else { return }
    guard let list = value.array else {
      throw .wrongValue(path: path, key: "app", expected: "a list of tables, each headed [[app]]")
    }
    for item in list {
      guard let app = item.table else {
        throw .wrongValue(path: path, key: "app", expected: "a list of tables, each headed [[app]]")
      }
      unknownKeys += app.keys.filter { !Self.knownAppKeys.contains($0) }.map { "app.\($0)" }
      let bundleID = try Self.string("bundle-id", in: app, path)
      let package = try Self.string("package", in: app, path)
      guard bundleID != nil || package != nil else {
        throw .wrongValue(path: path, key: "app", expected: "a table with a bundle-id or a package")
      }
      let name = try Self.string("name", in: app, path)
      apps.append(App(bundleID: bundleID, package: package, name: name))
    }
  }

  private static func string(
    _ key: String,
    in table: TOMLTable,
    _ path: String
  ) throws(SettingsError) -> String? {
    guard let value = table[key] else { return nil }
    guard let text = value.string else {
      throw .wrongValue(path: path, key: key, expected: "a text in quotes")
    }
    return text
  }

  private static func strings(
    _ key: String,
    in table: TOMLTable,
    _ path: String
  ) throws(SettingsError) -> [String] {
    guard let value = table[key] else { return [] }
    let texts = value.array?.compactMap(\.string)
    guard let texts, texts.count == value.array?.count else {
      throw .wrongValue(path: path, key: key, expected: "a list of texts in quotes")
    }
    return texts
  }

  /// The known key with the smallest edit distance to an unknown one.
  static func nearest(to key: String) -> String? {
    let isOfApp = key.hasPrefix("app.")
    let candidates = isOfApp ? knownAppKeys.map { "app.\($0)" } : knownKeys
    return candidates.map { (distance($0, key), $0) }.min { $0.0 < $1.0 }
      .flatMap { $0.0 <= 3 ? $0.1 : nil }
  }

  private static func distance(_ left: String, _ right: String) -> Int {
    let other = Array(right)
    var row = Array(0...other.count)
    for (index, character) in left.enumerated() {
      var diagonal = row[0]
      row[0] = index + 1
      for column in other.indices {
        let above = row[column + 1]
        row[column + 1] = min(
          above + 1,
          row[column] + 1,
          diagonal + (character == other[column] ? 0 : 1)
        )
        diagonal = above
      }
    }
    return row[other.count]
  }
}
