import Entitlements
import ServiceCore
import Web

extension ServeSettings {
  mutating func playFab(_ section: SettingsTable) throws -> PlayFabConfiguration {
    var table = section
    var door = PlayFabConfiguration(title: try table.expect("title"))
    door.bundleID = try table.text("bundle-id")
    door.packageName = try table.text("package")
    let environments = try table.texts("environments")
    if !environments.isEmpty {
      let known = environments.compactMap(Environment.init)
      guard known.count == environments.count else {
        throw table.wrong("environments", "a list of production, sandbox and xcode")
      }
      door.environments = Set(known)
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
}
