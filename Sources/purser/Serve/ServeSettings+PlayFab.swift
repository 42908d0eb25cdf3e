import ServiceCore
import Web

extension ServeSettings {
  mutating func playFab(_ section: SettingsTable) throws -> PlayFabConfiguration {
    let table = section
    unknownKeys += table.unknownKeys
    return PlayFabConfiguration()
  }
}
