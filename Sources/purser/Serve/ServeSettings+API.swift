import ServiceCore
import Web

extension ServeSettings {
  mutating func api(_ section: SettingsTable) throws -> APIConfiguration {
    let table = section
    unknownKeys += table.unknownKeys
    return APIConfiguration()
  }
}
