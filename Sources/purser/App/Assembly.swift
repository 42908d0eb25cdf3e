import ArgumentParser
import Entitlements
import Foundation
import Persistence
import Receipts
import ServiceCore
import Stores

/// Which settings.
struct SettingsOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The settings. Default: config.toml in $XDG_CONFIG_HOME/purser.",
      valueName: "path"
    )
  )
  var config: String?

  var path: String { config ?? Paths.settings }
}

/// Which ledger.
struct LedgerOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The ledger's file. Default: ledger.sqlite in $XDG_DATA_HOME/purser.",
      valueName: "path"
    )
  )
  var ledger: String?

  /// The ledger there is, for reading only.
  func open(_ settings: SettingsOptions) throws -> Ledger {
    try Ledger(readingOnly: path(settings))
  }

  func path(_ settings: SettingsOptions) throws -> String {
    try ledger ?? Assembly.settings(settings).ledger ?? Paths.ledger
  }
}

/// Puts the floors together from what the command line and the settings say.
struct Assembly {
  let settings: Settings
  /// Where the ledger is when the command line does not say.
  let ledgerPath: String
  let verifier: ReceiptVerifier
  /// Trust roots the operator added, DER.
  let roots: [[UInt8]]
  /// The apps that are ours, by Apple's bundle IDs; empty means report, don't judge.
  let apps: Set<String>
  /// The same by the package names of the other stores.
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

  /// The settings, with a word about keys that nobody knows.
  static func settings(_ options: SettingsOptions) throws -> Settings {
    let path = options.config ?? Paths.settings
    let settings = try Settings.load(path, isNamed: options.config != nil)
    for key in settings.unknownKeys {
      let hint = Settings.nearest(to: key).map { ", did you mean \($0)?" } ?? ""
      Narration.say("\(path): unknown key \(key)\(hint)")
    }
    return settings
  }
}

extension Assembly {
  /// The stores that the settings name, and what ends their connections. `keys` keeps the keys of
  /// users that Microsoft renews.
  func stores(
    keys: EntitlementService? = nil
  ) throws -> (clients: [Store: StoreClient], close: @Sendable () async -> Void) {
    let clients = try storeClients(keys: keys)
    return (clients.clients, { await clients.shutdown() })
  }

  /// The same with what they share.
  func storeClients(keys: EntitlementService? = nil) throws -> StoreClients {
    try StoreClients(settings.stores) { old, new in
      do throws(ServiceError) {
        try await keys?.keep(
          renewedKey: Array(new.opened().utf8),
          insteadOf: Array(old.opened().utf8)
        )
      } catch {
        // The old one holds until its end.
        Narration.say("A renewed Microsoft Store ID key could not be kept: \(error)")
      }
    }
  }

  /// Whether the settings say how to ask any store at all.
  var namesStores: Bool { !namedStores.isEmpty }

  /// The stores that the settings say how to ask.
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
