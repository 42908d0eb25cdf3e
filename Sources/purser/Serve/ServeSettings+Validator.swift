import ServiceCore
import Web

extension ServeSettings {
  mutating func validator(_ section: SettingsTable) throws -> ValidatorConfiguration {
    let table = section
    unknownKeys += table.unknownKeys
    return ValidatorConfiguration()
  }
}
