import Entitlements
import ServiceCore
import Web

extension ServeSettings {
  mutating func playFab(_ section: SettingsTable) throws -> PlayFabConfiguration {
    var table = section
    var playFab = PlayFabConfiguration(title: try table.expect("title"))
    playFab.bundleID = try table.text("bundle-id")
    playFab.packageName = try table.text("package")
    playFab.accepted = try accepted(&table) ?? AcceptedEnvironments()
    guard playFab.accepted.sandboxVersions.isEmpty else {
      // Inventory requests have no receipt that states the version.
      throw table.wrong("sandbox", "tables with user; app-version cannot be used here")
    }
    if let hours = try table.number("session-hours") {
      guard hours <= 8_760 else { throw table.wrong("session-hours", "at most 8760, a year") }
      playFab.sessionHours = hours
    }
    if let creates = try table.flag("player-creation") { playFab.createsPlayers = creates }
    if let currency = try table.text("currency") {
      guard PlayFabCurrency.isKnown(currency) else {
        throw table.wrong("currency", "a currency's three letters: USD")
      }
      playFab.currency = currency
    }
    if let takesSeveral = try table.flag("several-items") {
      playFab.takesSeveralItems = takesSeveral
    }
    if let prefix = try table.text("user-prefix") { playFab.userPrefix = prefix }
    unknownKeys += table.unknownKeys
    return playFab
  }

  /// `environments` and `[[….sandbox]]` of an endpoint that grants entitlements to clients; `nil`
  /// if neither is set.
  mutating func accepted(_ table: inout SettingsTable) throws -> AcceptedEnvironments? {
    var accepted = AcceptedEnvironments()
    let names = try table.texts("environments")
    let exceptions = try table.tables("sandbox")
    if names.isEmpty, exceptions.isEmpty { return nil }
    if !names.isEmpty {
      let known = names.compactMap(Environment.init)
      guard known.count == names.count else {
        throw table.wrong("environments", "a list of production, sandbox and xcode")
      }
      accepted.environments = Set(known)
    }
    for var exception in exceptions {
      switch (try exception.text("user"), try exception.text("app-version")) {
      case (let user?, nil) where !user.isEmpty: accepted.sandboxUsers.insert(ID(user))
      case (nil, let version?) where !version.isEmpty: accepted.sandboxVersions.insert(version)
      default: throw exception.wrong("user", "the only one of user and app-version")
      }
      unknownKeys += exception.unknownKeys
    }
    return accepted
  }
}
