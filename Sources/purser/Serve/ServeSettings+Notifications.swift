import ServiceCore
import Web

extension ServeSettings {
  mutating func apple(_ section: SettingsTable) throws -> AppleDoorConfiguration {
    let table = section
    unknownKeys += table.unknownKeys
    return AppleDoorConfiguration()
  }

  mutating func appleV1(_ section: SettingsTable) throws -> AppleV1DoorConfiguration {
    let table = section
    unknownKeys += table.unknownKeys
    return AppleV1DoorConfiguration()
  }

  mutating func google(_ section: SettingsTable) throws -> GoogleDoorConfiguration {
    let table = section
    unknownKeys += table.unknownKeys
    return GoogleDoorConfiguration()
  }

  mutating func amazon(_ section: SettingsTable) throws -> AmazonDoorConfiguration {
    let table = section
    unknownKeys += table.unknownKeys
    return AmazonDoorConfiguration()
  }
}
