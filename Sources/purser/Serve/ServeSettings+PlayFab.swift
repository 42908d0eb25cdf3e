import Entitlements
import ServiceCore
import Web

extension ServeSettings {
  mutating func playFab(_ section: SettingsTable) throws -> PlayFabConfiguration {
    var table = section
    var door = PlayFabConfiguration(title: try table.expect("title"))
    door.bundleID = try table.text("bundle-id")
    door.packageName = try table.text("package")
    door.accepted = try accepted(&table) ?? AcceptedEnvironments()
    guard door.accepted.sandboxVersions.isEmpty else {
      // An inventory is asked for without a receipt that would tell the version.
      throw table.wrong("sandbox", "tables with a user each; app-version is of no use here")
    }
    if let hours = try table.number("session-hours") {
      guard hours <= 8_760 else { throw table.wrong("session-hours", "8760 at the most, a year") }
      door.sessionHours = hours
    }
    if let creates = try table.flag("player-creation") { door.createsPlayers = creates }
    if let currency = try table.text("currency") {
      guard PlayFabCurrency.isKnown(currency) else {
        throw table.wrong("currency", "a currency's three letters: USD")
      }
      door.currency = currency
    }
    if let takesSeveral = try table.flag("several-items") { door.takesSeveralItems = takesSeveral }
    if let prefix = try table.text("user-prefix") { door.userPrefix = prefix }
    unknownKeys += table.unknownKeys
    return door
  }

  /// `environments` and `[[….sandbox]]` of an endpoint that gives rights to clients; `nil` where
  /// neither is there.
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
      default: throw exception.wrong("user", "given, or else app-version, and one of them only")
      }
      unknownKeys += exception.unknownKeys
    }
    return accepted
  }
}
