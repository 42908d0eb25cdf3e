import ServiceCore
import Web

extension ServeSettings {
  mutating func api(_ section: SettingsTable) throws -> APIConfiguration {
    var table = section
    var keys: [APIConfiguration.Key] = []
    for entry in try table.tables("key") {
      let key = try apiKey(entry)
      guard !keys.contains(where: { $0.name == key.name }) else {
        throw wrong(entry, "name", "unique, since the audit log shows it")
      }
      guard !keys.contains(where: { $0.digest == key.digest }) else {
        throw wrong(entry, "hash", "unique")
      }
      keys.append(key)
    }
    unknownKeys += table.unknownKeys
    return APIConfiguration(keys: keys)
  }

  private mutating func apiKey(_ section: SettingsTable) throws -> APIConfiguration.Key {
    var table = section
    let name = try table.expect("name")
    let hash = try table.text("hash")
    let secret = try secrets.secret("key", in: &table)
    let digest: APIKeyDigest
    switch (hash, secret) {
    case (let hash?, nil):
      guard let read = APIKeyDigest(hash) else {
        throw wrong(
          table,
          "hash",
          "sha256: and 64 hexadecimal digits, as purser serve key prints it"
        )
      }
      digest = read
    case (nil, let secret?) where !secret.isEmpty: digest = APIKeyDigest(of: secret)
    default: throw wrong(table, "hash", "the only one of hash, key-file and key-env")
    }
    let names = try table.texts("scopes")
    let scopes = names.compactMap(APIConfiguration.Scope.init)
    guard !names.isEmpty, scopes.count == names.count else {
      let known = APIConfiguration.Scope.allCases.map(\.rawValue).joined(separator: ", ")
      throw wrong(table, "scopes", "a list of some of \(known)")
    }
    let rate = try table.number("per-second") ?? 100
    unknownKeys += table.unknownKeys
    return APIConfiguration.Key(
      name: name,
      digest: digest,
      scopes: Set(scopes),
      perSecond: rate
    )
  }

  private func wrong(_ table: SettingsTable, _ key: String, _ expected: String) -> SettingsError {
    .wrongValue(path: secrets.path, key: "\(table.name).\(key)", expected: expected)
  }
}
