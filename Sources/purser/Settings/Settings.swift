import Basics
import Entitlements
import Foundation
import ServiceCore
import Stores
import Web

/// The settings in `config.toml`.
struct Settings {
  /// One of the operator's own apps.
  struct App: Equatable {
    var bundleID: String?
    /// Google's package name.
    var package: String?
    var name: String?

    fileprivate init(_ table: SettingsTable) throws(FileError) {
      bundleID = try table.text("bundle-id")
      package = try table.text("package")
      guard bundleID != nil || package != nil else {
        throw table.fault("bundle-id", "set, or package")
      }
      name = try table.text("name")
    }
  }

  /// A group of apps that share users: its settings are a file of their own.
  struct Group: Equatable {
    var name: String
    /// The path of its settings.
    var settings: String

    fileprivate init(_ table: SettingsTable) throws {
      name = try table.required("name")
      settings = table.beside(try table.required("settings"))
    }
  }

  /// The file that they were read from.
  var path = Paths.settings
  var groups: [Group] = []
  var apps: [App] = []
  var ledger = LedgerSettings()
  /// The operators, and what one of them may not do alone.
  var team = Team()
  /// The screen's appearance, by the names in `Appearance`.
  var look: [String: String] = [:]
  /// The links to order pages, by store: addresses with {order} in them.
  var links: [Store: String] = [:]
  /// The files of additional trust roots.
  var roots: [String] = []
  var stores = StoreConfiguration()
  /// The file with Google Play's licence key.
  var licenceKey: String?
  var serve = WebConfiguration()
  /// The webhook for entitlement changes.
  var webhook: WebhookConfiguration?
  var jobs = JobPolicy()
  /// The back end that is asked who a user is.
  var directory: DirectorySettings?
  /// How the app derives its account IDs at the stores from its user IDs; `nil` uses the ledger's
  /// setting.
  var accountForms: [AccountForm]?
  /// The environment variables that secrets are read from.
  var secretVariables: Set<String> = [LedgerSettings.logVariable]
  /// The file itself.
  var written = TOMLTable()
  /// Keys without effect, which cause warnings, not errors.
  var ignoredKeys: [IgnoredKey] = []

  /// The apps that Apple's documents must be for, if any. An app without a bundle ID is included by
  /// its package, since an empty list would accept any app.
  var appIDs: [String] { apps.compactMap { $0.bundleID ?? $0.package } }
  /// The packages that Google's and Amazon's documents must be for; the bundle ID for an app
  /// without a package.
  var packages: [String] { apps.compactMap { $0.package ?? $0.bundleID } }

  /// The apps at all stores.
  var ownApps: Set<String> { Set(appIDs + packages) }

  /// Whether the settings have credentials for the store.
  func configures(_ store: Store) -> Bool {
    switch store {
    case .apple: !stores.apple.apps.isEmpty
    case .google: stores.google.account != nil
    case .microsoft: stores.microsoft.application != nil
    case .amazon: stores.amazon.secret != nil
    }
  }

  /// Loads the settings at `path`. A missing file means no settings, unless the operator named it.
  static func load(_ path: String, isNamed: Bool) throws -> Settings {
    guard isNamed || FileManager.default.fileExists(atPath: path) else { return Settings() }
    let text = try InputFile.text(file: path) { FileError("The settings: \($0)") }
    return try Settings(parsing: text, path: path)
  }

  init() {}

  init(parsing text: String, path: String) throws {
    let file = try Self.table(parsing: text, path: path)
    let table = SettingsTable(file, path: path)
    (self.path, written) = (path, file)
    try Self.expectSecretFiles(in: file, of: table)
    groups = try Self.groups(table)
    secretVariables = Self.secretVariables(in: file).union([LedgerSettings.logVariable])
    ledger = try LedgerSettings(table)
    for (name, values, _) in Appearance.values {
      look[name] = try table.word(name)
      guard values.isEmpty || look[name].map(values.contains) ?? true else {
        throw table.fault(name, Appearance.expected(values))
      }
    }
    roots = try table.texts("roots").map(table.beside)
    let forms = "a list of plain, md5, md5-uuid, sha256 and uuid5:NAMESPACE (a UUID)"
    accountForms = try table.texts("account-ids", forms) { AccountForm($0) }
    apps = try table.tables("app").map(App.init)
    team = try Team(table)
    if let section = try table.table("stores") {
      stores = try StoreConfiguration(section)
      licenceKey = try section.table("google")?.text("licence-key-file").map(section.beside)
    }
    if let section = try table.table("serve") {
      serve = try WebConfiguration(section)
      webhook = try section.table("webhook").map(WebhookConfiguration.init)
    }
    (serve.apps, serve.packages) = (appIDs.sorted(), packages.sorted())
    directory = try table.table("directory").map(DirectorySettings.init)
    if let section = try table.table("links") { links = try Self.links(section) }
    if let section = try table.table("jobs") {
      for key in JobKey.all {
        guard let count = try section.number(key.name, atLeast: key.minimum) else { continue }
        jobs[keyPath: key.value] = key.unit * Double(count)
      }
    }
    ignoredKeys = table.ignoredKeys
  }

  private static func groups(_ table: SettingsTable) throws -> [Group] {
    let groups = try table.tables("group").map(Group.init)
    let names = groups.map(\.name)
    guard Set(names).count == names.count else {
      throw table.fault("group", "tables with names of their own")
    }
    let others = ["app", "ledger", "stores", "serve", "jobs", "directory"].filter {
      table.item($0) != nil
    }
    if !groups.isEmpty, let other = others.first {
      throw table.fault(other, "in the settings of each group")
    }
    return groups
  }

  private static func links(_ table: SettingsTable) throws(FileError) -> [Store: String] {
    var links: [Store: String] = [:]
    for store in Store.allCases {
      guard let link = try table.text(store.rawValue) else { continue }
      guard link.hasPrefix("https://"), link.contains("{order}") else {
        throw table.fault(store.rawValue, "an https:// address with {order} in it")
      }
      links[store] = link
    }
    return links
  }

  /// The values of all keys that end with `-env`, including unused ones.
  private static func secretVariables(in table: TOMLTable) -> Set<String> {
    var names: Set<String> = []
    for (key, value) in table {
      let tables = value.table.map { [$0] } ?? value.array?.compactMap(\.table) ?? []
      for inner in tables { names.formUnion(secretVariables(in: inner)) }
      if key.hasSuffix("-env"), let name = value.string { names.insert(name) }
    }
    return names
  }

  static func table(parsing text: String, path: String) throws(FileError) -> TOMLTable {
    try TextFile.table(text, path, advice: " Or start without settings: --config /dev/null.")
  }
}

/// A key of `config.toml` as `config schema` shows it.
struct SettingsKey {
  /// As written: `ledger`, `[jobs]`, `[[app]]`.
  let name: String
  let values: String
  let note: String

  init(_ name: String, _ values: String, note: String = "") {
    (self.name, self.values, self.note) = (name, values, note)
  }

  /// The name without brackets.
  var key: String { name.filter { $0 != "[" && $0 != "]" } }

  static var all: [SettingsKey] {
    let stores = Store.allCases.map(\.rawValue).joined(separator: ", ")
    return Appearance.values.map { name, values, standard in
      SettingsKey(
        name,
        values.isEmpty ? "the name of a theme" : values.joined(separator: ", "),
        note: "default \(standard); $PURSER_\(name.uppercased())"
      )
    } + [
      SettingsKey("ledger", "a path, beside the file", note: "default \(Paths.ledger)"),
      SettingsKey("[ledger]", "instead: file, log, log-file or log-env, part"),
      SettingsKey("roots", "paths of further trust roots"),
      SettingsKey("account-ids", "a list of plain, md5, md5-uuid, sha256, uuid5:NAMESPACE"),
      SettingsKey("[[app]]", "bundle-id or package, name"),
      SettingsKey("[[operator]]", "account, name, role: read, note, act or money"),
      SettingsKey("second-person", "true, false", note: "default false"),
      SettingsKey("[jobs]", JobKey.all.map(\.name).joined(separator: ", ")),
      SettingsKey(
        "[directory]",
        "user-url, email-url, token-file or token-env, seconds, cache-minutes, missing-minutes, "
          + "max-entries, per-minute"
      ),
      SettingsKey("[[group]]", "name, settings: the path of a group's own settings"),
      SettingsKey("[links]", "\(stores): an https:// address with {order} in it"),
    ] + self.stores + serve
  }
}

/// A key of `[jobs]`: a time as a number of units.
struct JobKey {
  let name: String
  let value: WritableKeyPath<JobPolicy, TimeInterval>
  let unit: TimeInterval
  var minimum = 1

  static var all: [JobKey] {
    [
      JobKey(name: "poll-hours", value: \.pollPeriod, unit: 3_600),
      JobKey(name: "keep-days", value: \.endedRetention, unit: 86_400),
      JobKey(name: "ask-again-minutes", value: \.shortRequeryInterval, unit: 60, minimum: 0),
      JobKey(name: "ask-again-hours", value: \.requeryInterval, unit: 3_600, minimum: 0),
    ]
  }
}
