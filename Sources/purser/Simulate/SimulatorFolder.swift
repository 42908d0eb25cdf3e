import Basics
import Foundation
import Mint
import StoreSimulator

/// A simulator's folder with its keys, its state and the files for its clients. Only its owner can
/// read it.
struct SimulatorFolder: Sendable {
  /// What the clients of purser's endpoints prove themselves with.
  private static let clientSecrets = ["validate-key", "verify-token", "upload-key", "api-key"]

  private let path: String

  /// Makes the folder unless it exists.
  init(_ path: String) throws(FileError) {
    self.path = path
    guard !InputFile.isPlain(path) else {
      throw FileError("\(path) is a file, not a folder. Name a folder with --dir.")
    }
    do {
      try FileManager.default.createDirectory(
        atPath: path,
        withIntermediateDirectories: true,
        attributes: [.posixPermissions: 0o700]
      )
    } catch {
      // For the reason, which Foundation's error does not state.
      guard mkdir(path, 0o700) == 0 else {
        throw FileError(
          "\(path) cannot be created: \(InputReader.reason(errno)). Name another folder with --dir."
        )
      }
    }
  }

  /// The folder of a simulator that was started before.
  init(existing path: String) throws(FileError) {
    self.path = path
    guard InputFile.isPlain(url("keys.json").path) else {
      throw FileError(
        "\(path) is not a simulator's folder: it has no keys.json. Name another one with --dir, or "
          + "make it with purser simulate --dir \(path)."
      )
    }
  }

  /// The saved keys, or new ones.
  func keys() throws -> SimulatorKeys {
    if let saved = try? Data(contentsOf: url("keys.json")) {
      return try JSONDecoder().decode(SimulatorKeys.self, from: saved)
    }
    let keys = try SimulatorKeys(at: Date())
    try write(JSONEncoder().encode(keys), as: "keys.json")
    return keys
  }

  /// Where the simulator of this folder last answered; `nil` if it never did.
  func address() -> String? {
    guard let saved = try? Data(contentsOf: url("simulator.json")) else { return nil }
    return (try? JSONReader.value(Array(saved)))?["address"]?.string
  }

  /// Loads and resumes the saved state; `nil` the first time.
  func resumed() throws -> SimulatorState? {
    guard let saved = try? Data(contentsOf: url("world.json")) else { return nil }
    var state = try JSONDecoder().decode(SimulatorState.self, from: saved)
    state.resume()
    try keep(state)
    return state
  }

  func keep(_ state: SimulatorState) throws {
    try write(JSONEncoder().encode(state), as: "world.json")
  }

  /// Writes the clients' files: roots, keys, secrets, and the settings that reference them. In a
  /// sandbox these include its ledger, and its server's address.
  func describe(_ keys: SimulatorKeys, at address: String, sandboxServer: String? = nil) throws {
    try write(keys.payloadRoot, as: "payload-root.cer")
    try write(keys.receiptRoot, as: "receipt-root.cer")
    for id in [keys.appleKeyID, keys.connectKeyID] {
      try write(Data(keys.appleKey.pem.utf8), as: "AuthKey_\(id).p8")
    }
    try write(Data(keys.sharedSecret.utf8), as: "apple-shared-secret")
    try write(Data(keys.microsoftSecret.utf8), as: "microsoft-client-secret")
    try write(Data(keys.amazonSecret.utf8), as: "amazon-shared-secret")
    try write(json: serviceAccount(keys, address), as: "service-account.json")
    for name in Self.clientSecrets { try makeSecret(name) }
    var settings = settings(keys, address) + endpoints(keys, address, listen: sandboxServer)
    if sandboxServer != nil {
      try makeSecret("webhook-secret")
      settings = "ledger = \"ledger.sqlite\"\n\n\(settings)\(webhook(address))"
    }
    try write(Data(settings.utf8), as: "settings.toml")
    try write(json: self.address(keys, address), as: "simulator.json")
  }

  private func serviceAccount(_ keys: SimulatorKeys, _ address: String) -> [String: Any] {
    [
      "type": "service_account", "project_id": "simulated", "private_key_id": keys.googleKeyID,
      "private_key": keys.googleKey.pem, "client_email": keys.googleAccount,
      "client_id": "104738291047382910473", "auth_uri": "\(address)/google/auth",
      "token_uri": "\(address)/google/token",
    ]
  }

  /// The values that purser's settings do not include.
  private func address(_ keys: SimulatorKeys, _ address: String) -> [String: Any] {
    [
      "address": address, "app": SimulatedShop.app, "appAppleID": SimulatedShop.appleID,
      "pushAccount": keys.pushAccount, "pushAudience": keys.pushAudience,
      "amazonTopic": AmazonTopic.name,
    ]
  }

  private func settings(_ keys: SimulatorKeys, _ address: String) -> String {
    """
    # The simulated stores at \(address). All values are generated.
    # purser simulate writes this file at each start: changes are lost. Copy it to change it.
    roots = ["payload-root.cer", "receipt-root.cer"]

    [[app]]
    bundle-id = "\(SimulatedShop.app)"
    package = "\(SimulatedShop.app)"

    [stores.apple]
    server = "\(address)/apple/production"
    server-sandbox = "\(address)/apple/sandbox"
    verify-receipt = "\(address)/apple/production"
    verify-receipt-sandbox = "\(address)/apple/sandbox"
    connect = "\(address)/connect"

    [[stores.apple.app]]
    bundle-id = "\(SimulatedShop.app)"
    issuer = "\(keys.appleIssuer)"
    key-id = "\(keys.appleKeyID)"
    key-file = "AuthKey_\(keys.appleKeyID).p8"
    connect-key-id = "\(keys.connectKeyID)"
    connect-key-file = "AuthKey_\(keys.connectKeyID).p8"
    shared-secret-file = "apple-shared-secret"

    [stores.google]
    packages = ["\(SimulatedShop.app)"]
    account-file = "service-account.json"
    publisher = "\(address)/google"
    reporting = "\(address)/google"
    token-url = "\(address)/google/token"

    [stores.microsoft]
    tenant = "\(keys.microsoftTenant)"
    client = "\(keys.microsoftClient)"
    secret-file = "microsoft-client-secret"
    login = "\(address)/microsoft"
    collections = "\(address)/microsoft"
    purchase = "\(address)/microsoft"
    partner-center = "\(address)/microsoft"
    apps = ["\(SimulatedShop.app)"]
    sandbox = "XDKS.1"
    clawback = true

    [stores.amazon]
    secret-file = "amazon-shared-secret"
    base = "\(address)/amazon"

    """
  }

  /// The section that opens every endpoint of `purser serve`, for purchases of the sandboxes, too.
  private func endpoints(
    _ keys: SimulatorKeys,
    _ address: String,
    listen: String?
  ) -> String {
    """
    # The endpoints of purser serve, all of them open.
    [serve]
    \(listen.map { "listen = \"\($0)\"\n" } ?? "")
    [[serve.validate.app]]
    name = "reader"
    key-file = "validate-key"
    bundle-id = "\(SimulatedShop.app)"
    package = "\(SimulatedShop.app)"
    microsoft-app = "\(SimulatedShop.app)"
    environments = ["production", "sandbox"]

    [serve.playfab]
    title = "A1B2"
    bundle-id = "\(SimulatedShop.app)"
    package = "\(SimulatedShop.app)"
    environments = ["production", "sandbox"]

    [serve.verify]
    token-file = "verify-token"
    environments = ["production", "sandbox"]

    [[serve.verify.app]]
    id = 1
    bundle-id = "\(SimulatedShop.app)"
    package = "\(SimulatedShop.app)"

    [serve.upload]
    key-file = "upload-key"
    environments = ["production", "sandbox"]

    [serve.apple]

    [serve.apple-v1]
    password-file = "apple-shared-secret"

    [serve.google]
    email = "\(keys.pushAccount)"
    subscription = "\(PubSubSubscription.name)"
    audience = "\(keys.pushAudience)"
    certs-url = "\(address)/simulator/google/certs"

    [serve.amazon]
    topics = ["\(AmazonTopic.name)"]
    certs-url = "\(address)/simulator/amazon/certificate.pem"

    [[serve.api.key]]
    name = "developer"
    key-file = "api-key"
    scopes = ["read", "write", "personal", "profiles"]

    """
  }

  private func webhook(_ address: String) -> String {
    """

    [serve.webhook]
    url = "\(address)/simulator/webhook"
    secret-file = "webhook-secret"

    """
  }

  /// Writes a new secret unless the file is there: copies of the app may have it already.
  private func makeSecret(_ name: String) throws {
    guard !FileManager.default.fileExists(atPath: url(name).path) else { return }
    var system = SystemRandomNumberGenerator()
    let bytes = (0..<24).map { _ in UInt8.random(in: .min ... .max, using: &system) }
    try write(Data(String(hex: bytes).utf8), as: name)
  }

  private func url(_ name: String) -> URL {
    URL(fileURLWithPath: path).appendingPathComponent(name).standardizedFileURL
  }

  private func write(json object: [String: Any], as name: String) throws {
    let options: JSONSerialization.WritingOptions = [
      .sortedKeys, .prettyPrinted, .withoutEscapingSlashes,
    ]
    try write(JSONSerialization.data(withJSONObject: object, options: options), as: name)
  }

  /// Replaces a file atomically.
  private func write(_ data: Data, as name: String) throws {
    try OutputFile.replace(url(name).path, by: Array(data))
  }
}
