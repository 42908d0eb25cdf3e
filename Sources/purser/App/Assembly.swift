import ArgumentParser
import Entitlements
import Foundation
import Persistence
import Receipts
import ServiceCore
import Stores

/// The option that selects the settings file.
struct SettingsOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The settings file. Default: config.toml in $XDG_CONFIG_HOME/purser.",
      valueName: "path"
    )
  )
  var config: String?

  var path: String { config ?? Paths.settings }
}

/// The option that selects the ledger.
struct LedgerOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The ledger file. Default: ledger.sqlite in $XDG_DATA_HOME/purser.",
      valueName: "path"
    )
  )
  var ledger: String?

  /// Opens the existing ledger read-only.
  func open(_ settings: SettingsOptions) throws -> Ledger {
    try Ledger(readingOnly: path(settings))
  }

  func path(_ settings: SettingsOptions) throws -> String {
    try ledger ?? Assembly.settings(settings).ledger ?? Paths.ledger
  }
}

/// Builds the verifier and store clients from the command line and the settings.
struct Assembly {
  let settings: Settings
  /// The ledger's path unless the command line names another.
  let ledgerPath: String
  let verifier: ReceiptVerifier
  /// Trust roots that the operator added, as DER.
  let roots: [[UInt8]]
  /// The Apple bundle IDs of the operator's apps; if empty, apps are reported but not checked.
  let apps: Set<String>
  /// The package names of the operator's apps at the other stores.
  let packages: Set<String>

  init(_ options: SettingsOptions, _ trust: TrustOptions) throws {
    settings = try Self.settings(options)
    ledgerPath = settings.ledger ?? Paths.ledger
    apps = Set(trust.bundleIDs.isEmpty ? settings.appIDs : trust.bundleIDs)
    packages = Set(trust.bundleIDs.isEmpty ? settings.packages : trust.bundleIDs)
    roots = try (trust.roots + settings.roots).map(RootFile.read)
    verifier = try ReceiptVerifier(
      addedRoots: roots,
      bundleIDs: apps
    )
  }

  /// Loads the settings and warns about unknown keys.
  static func settings(_ options: SettingsOptions) throws -> Settings {
    let path = options.config ?? Paths.settings
    let settings = try Settings.load(path, isNamed: options.config != nil)
    for key in settings.unknownKeys {
      let hint = Settings.nearest(to: key).map { ", did you mean \($0)?" } ?? ""
      Console.say("\(path): unknown key \(key)\(hint)")
    }
    return settings
  }
}

extension Assembly {
  /// The configured stores, and a closure that closes their connections. `keys` saves Microsoft
  /// Store ID keys when they are renewed.
  func stores(
    keys: EntitlementService? = nil
  ) throws -> (clients: [Store: StoreClient], close: @Sendable () async -> Void) {
    let clients = try storeClients(keys: keys)
    return (clients.clients, { await clients.shutdown() })
  }

  /// The configured stores with their shared state.
  func storeClients(keys: EntitlementService? = nil) throws -> StoreClients {
    try StoreClients(settings.stores) { old, new in
      do throws(ServiceError) {
        try await keys?.storeQueries.file(
          renewedKey: Array(new.opened().utf8),
          insteadOf: Array(old.opened().utf8)
        )
      } catch {
        // The old key stays valid until it expires.
        Console.say("A renewed Microsoft Store ID key could not be saved: \(error)")
      }
    }
  }

  /// Whether the settings configure any store.
  var namesStores: Bool { !namedStores.isEmpty }

  /// The stores that the settings configure.
  var namedStores: Set<Store> {
    let stores = settings.stores
    var named: Set<Store> = []
    if !stores.apple.apps.isEmpty { named.insert(.apple) }
    if stores.google.account != nil { named.insert(.google) }
    if stores.microsoft.application != nil { named.insert(.microsoft) }
    if stores.amazon.secret != nil { named.insert(.amazon) }
    return named
  }
}
