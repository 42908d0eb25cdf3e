import Algorithms
import ArgumentParser
import Basics
import Entitlements
import Foundation
import Persistence
import Receipts
import ServiceCore
import Stores

/// The option that selects the settings file.
struct SettingsOptions: ParsableArguments {
  @Option(
    help: .value("path", "The settings file. Default: config.toml in $XDG_CONFIG_HOME/purser.")
  )
  var config: String?
  @Option(
    name: .customLong("group"),
    help: .value("name", "A group of apps that has settings of its own. serve takes several.")
  )
  var groups: [String] = []
}

/// The option that selects the ledger.
struct LedgerOptions: ParsableArguments {
  @Option(help: .value("path", "The ledger file. Default: ledger.sqlite in $XDG_DATA_HOME/purser."))
  var ledger: String?

  func path(_ settings: SettingsOptions) throws -> String {
    try ledger ?? Assembly.settings(settings).ledger.file ?? Paths.ledger
  }
}

/// The options that select the settings and the ledger.
struct LedgerAccess: ParsableArguments {
  @OptionGroup var settings: SettingsOptions
  @OptionGroup var file: LedgerOptions

  func path() throws -> String { try file.path(settings) }

  /// A sandbox's clock for its ledger, otherwise the machine's.
  func clock() throws -> @Sendable () -> Date { SandboxFolder.clock(ofLedger: try path()) }

  /// Opens the existing ledger read-only, for a command that prints and ends.
  func open() throws -> Ledger { try Ledger(readingOnly: path(), withOneConnection: true) }

  /// Opens the ledger for writing, through the shared log if there is one, of which it has applied
  /// all then: what a command doesn't find, no node has. With `isExisting` it must exist, otherwise
  /// it may be created. Unless `corrects` is false, a small ledger that other rules derived is
  /// corrected.
  func openForWriting(isExisting: Bool = false, corrects: Bool = true) throws -> Ledger {
    let ledger = try openUncurrent(isExisting: isExisting, corrects: corrects)
    if let log = ledger.log {
      try Blocking.wait { try await log.expectCurrent(within: LedgerSettings.commandPatience) }
    }
    return ledger
  }

  /// The same without waiting for the log.
  func openUncurrent(isExisting: Bool = false, corrects: Bool = true) throws -> Ledger {
    try Assembly.settings(settings).ledger.share(
      openAlone(isExisting: isExisting, corrects: corrects)
    )
  }

  /// Opens the ledger for writing without its log.
  func openAlone(isExisting: Bool = false, corrects: Bool = true) throws -> Ledger {
    let path = try path()
    if isExisting {
      do { _ = try Ledger(readingOnly: path) } catch LedgerError.outdated {}
    }
    let ledger = try Ledger(path: path)
    guard corrects else { return ledger }
    return try ledger.corrected { try Assembly(settings, TrustOptions.parse([])) }
  }
}

/// The options that select the settings and the ledger, and verify documents.
struct DocumentAccess: ParsableArguments {
  @OptionGroup var place: LedgerAccess
  @OptionGroup var trust: TrustOptions
  @OptionGroup var documents: DocumentOptions

  func reader() throws -> DocumentReader {
    try documents.reader(try Assembly(place.settings, trust))
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
    try self.init(Self.settings(options), trust)
  }

  init(_ settings: Settings, _ trust: TrustOptions) throws {
    self.settings = settings
    ledgerPath = settings.ledger.file ?? Paths.ledger
    apps = Set(trust.bundleIDs.isEmpty ? settings.appIDs : trust.bundleIDs)
    packages = Set(trust.bundleIDs.isEmpty ? settings.packages : trust.bundleIDs)
    roots = try (trust.roots + settings.roots).map(RootFile.read)
    verifier = try ReceiptVerifier(addedRoots: roots, bundleIDs: apps)
  }

  /// Opens the ledger for writing, through the shared log if there is one. A process that asks the
  /// stores takes a share of their limits.
  func open(
    _ place: LedgerOptions,
    patience: Duration = LedgerSettings.commandPatience,
    asksStores: Bool = false,
    onFault: @escaping @Sendable (String?) -> Void = { _ in }
  ) throws -> Ledger {
    try settings.ledger.share(
      Ledger(path: place.ledger ?? ledgerPath).corrected { self },
      patience: patience,
      asksStores: asksStores && !namedStores.isEmpty,
      onFault: onFault
    )
  }

  /// Loads the settings, of the named group if there are groups, and warns about keys without effect.
  static func settings(_ options: SettingsOptions) throws -> Settings {
    let groups = try groups(options)
    guard groups.count == 1 else {
      let names = groups.compactMap(\.name).joined(separator: ", ")
      throw FileError("The settings have several groups of apps, name one with --group: \(names).")
    }
    return groups[0].settings
  }

  /// The settings of the named groups of apps, or else of all; a single one without a name if the
  /// settings have no groups.
  static func groups(
    _ options: SettingsOptions
  ) throws -> [(name: String?, settings: Settings)] {
    let settings = try load(options.config ?? Paths.settings, isNamed: options.config != nil)
    for name in options.groups where !settings.groups.contains(where: { $0.name == name }) {
      throw FileError("\(settings.path) has no group of apps named \(name): add [[group]] with it.")
    }
    guard !settings.groups.isEmpty else { return [(nil, settings)] }
    return try settings.groups.filter { options.groups.isEmpty || options.groups.contains($0.name) }
      .map { group in
        let own = try load(group.settings, isNamed: true)
        guard own.groups.isEmpty else {
          throw FileError("\(own.path) is the settings of a group of apps: remove [[group]] there.")
        }
        return (group.name, own)
      }
  }

  private static func load(_ path: String, isNamed: Bool) throws -> Settings {
    let settings = try Settings.load(path, isNamed: isNamed)
    for key in settings.ignoredKeys { Console.print(key.warning(in: path)) }
    return settings
  }
}

extension Assembly {
  /// The configured stores with their shared state. `keys` saves Microsoft Store ID keys when they
  /// are renewed. Without a `time`, the clients go by the ledger's clock: simulated stores reject
  /// tokens that are dated by another one.
  func storeClients(
    keys: EntitlementService? = nil,
    time: StoreTime? = nil
  ) throws -> StoreClients {
    var ledgerTime = StoreTime.live
    ledgerTime.now = SandboxFolder.clock(ofLedger: ledgerPath)
    return try StoreClients(
      settings.stores,
      time: time ?? ledgerTime,
      renewed: { old, new in
        do throws(ServiceError) {
          try await keys?.storeQueries.file(
            renewedKey: Array(new.opened().utf8),
            insteadOf: Array(old.opened().utf8)
          )
        } catch {
          // The old key stays valid until it expires.
          Console.print("A renewed Microsoft Store ID key could not be saved: \(error)")
        }
      },
      sharers: { keys?.sharedLog.storeAskers ?? 1 }
    )
  }

  /// The stores that the settings configure.
  var namedStores: Set<Store> { Set(Store.allCases.filter(settings.configures)) }
}

/// The options for trust roots and apps.
struct TrustOptions: ParsableArguments {
  @Option(
    name: .customLong("root"),
    help: .value(
      "file",
      "An additional trust root, for Xcode or test receipts (DER or PEM). May be repeated."
    )
  )
  var roots: [String] = []
  @Option(
    name: .customLong("bundle-id"),
    help: .value("id", "Reject receipts of other apps. May be repeated. Default: accept any app.")
  )
  var bundleIDs: [String] = []
}

/// The options for verifying documents, besides trust roots and apps.
struct DocumentOptions: ParsableArguments {
  @Option(help: .value("file", "The app's Google Play licence key (base64, PEM or DER)."))
  var googleKey: String?
  @Option(help: .value("text", "The detached signature of a Google purchase, in base64."))
  var signature: String?
  @Option(
    help: .value("hex", "Check whether an app receipt belongs to the device with this identifier.")
  )
  var deviceGuid: String?
  @Option(
    help: .value(
      "file",
      "A Microsoft certificate that may sign receipts (DER or PEM). May be repeated."
    )
  )
  var microsoftCert: [String] = []
  @Flag(help: "Trust documents that Xcode signed with its own certificate, without a root.")
  var allowXcode = false

  func validate() throws {
    if deviceGuid != nil, device == nil {
      throw ValidationError("--device-guid takes 32 hexadecimal digits, or 12 for a Mac.")
    }
  }

  var device: DeviceCheck? { deviceGuid.flatMap(DeviceCheck.init) }

  func reader(_ assembly: Assembly) throws -> DocumentReader {
    DocumentReader(
      receipts: assembly.verifier,
      google: GoogleDocument.Context(
        key: try (googleKey ?? assembly.settings.licenceKey).map(LicenceKeyFile.read),
        signature: signature,
        packageNames: assembly.packages
      ),
      microsoft: try MicrosoftReceiptVerifier(
        certificates: microsoftCert.map(RootFile.read),
        apps: assembly.apps.union(assembly.packages)
      ),
      payloads: try PayloadVerifier(
        addedRoots: assembly.roots,
        bundleIDs: assembly.apps,
        allowsXcode: allowXcode
      )
    )
  }
}

extension Ledger {
  /// This ledger by the present rules: corrects a small one that an earlier version derived by others.
  fileprivate func corrected(_ assembly: () throws -> Assembly) throws -> Ledger {
    let isOutdated = try Blocking.wait { try await needsReplay() }
    guard isOutdated else { return self }
    let instant = SandboxFolder.now(ofLedger: path) ?? Date()
    let rebuild = LedgerRebuild(reader: try DocumentOptions.parse([]).reader(assembly()))
    let progress = Progress("purchases")
    defer { progress.end() }
    var advice = "purser replay --write corrects it."
    do {
      let isCorrect = try Blocking.wait {
        try await rebuild.correctIfSmall(self, at: instant) { progress.show(replayed: $0) }
      }
      if isCorrect { return self }
    } catch LedgerError.unlikeFiled(let document) {
      advice = "\(LedgerError.unlikeFiled(document: document)) \(advice)"
    }
    Console.print("The ledger was derived by the rules of an earlier version. \(advice)")
    return self
  }
}

extension Progress {
  /// Shows the part of a ledger, of 1, that is replayed.
  func show(replayed part: Double) { update("\(Int(part * 100)) % of the ledger is replayed") }
}

/// Checks whether a receipt belongs to a device.
struct DeviceCheck {
  private let guid: [UInt8]

  /// Parses hexadecimal digits with optional dashes or colons.
  init?(hex: String) {
    let digits = hex.filter { $0 != "-" && $0 != ":" }
    guard digits.count == 32 || digits.count == 12, let guid = [UInt8](hex: digits) else {
      return nil
    }
    self.guid = guid
  }

  /// The label of the result. A mismatch requires a new receipt but does not reject this one
  /// (Apple, "Validating receipts on the device").
  func word(for receipt: Receipt) -> String {
    switch DeviceHash.matches(receipt, guid: guid) {
    case true: "matched"
    case false: "mismatched"
    case nil: "not-checked"
    }
  }
}

extension [UInt8] {
  /// Decodes pairs of hexadecimal digits.
  init?(hex digits: String) {
    let bytes = digits.utf8.chunks(ofCount: 2).compactMap { pair -> UInt8? in
      guard pair.count == 2, let high = pair.first?.hexDigitValue,
        let low = pair.last?.hexDigitValue
      else { return nil }
      return high << 4 | low
    }
    guard bytes.count == (digits.utf8.count + 1) / 2 else { return nil }
    self = bytes
  }
}
