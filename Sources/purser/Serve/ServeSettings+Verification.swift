import ServiceCore
import Web

extension ServeSettings {
  mutating func verification(_ section: SettingsTable) throws -> VerificationConfiguration {
    let table = section
    unknownKeys += table.unknownKeys
    return VerificationConfiguration()
  }

  mutating func upload(_ section: SettingsTable) throws -> UploadConfiguration {
    let table = section
    unknownKeys += table.unknownKeys
    return UploadConfiguration()
  }
}
