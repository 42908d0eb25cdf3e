import ArgumentParser
import Foundation
import Receipts

/// Which ledger, and which settings.
struct LedgerOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The ledger's file. Default: ledger.sqlite in $XDG_DATA_HOME/purser.",
      valueName: "path"
    )
  )
  var ledger: String?

  @Option(
    help: ArgumentHelp(
      "The settings. Default: config.toml in $XDG_CONFIG_HOME/purser.",
      valueName: "path"
    )
  )
  var config: String?
}

/// Puts the floors together from what the command line and the settings say.
struct Assembly {
  let settings: Settings
  let ledgerPath: String
  let verifier: ReceiptVerifier

  init(_ place: LedgerOptions, _ trust: TrustOptions) throws {
    settings = try Settings.load(place.config ?? Paths.settings, isNamed: place.config != nil)
    for key in settings.unknownKeys {
      let hint = Settings.nearest(to: key).map { ", did you mean \($0)?" } ?? ""
      Narration.say("\(place.config ?? Paths.settings): unknown key \(key)\(hint)")
    }
    ledgerPath = place.ledger ?? settings.ledger ?? Paths.ledger
    var trust = trust
    trust.roots += settings.roots
    if trust.bundleIDs.isEmpty { trust.bundleIDs = settings.apps.compactMap(\.bundleID) }
    verifier = try Self.verifier(trust)
  }

  static func verifier(_ trust: TrustOptions) throws -> ReceiptVerifier {
    try ReceiptVerifier(
      addedRoots: trust.roots.map(RootFile.read),
      bundleIDs: Set(trust.bundleIDs)
    )
  }
}
