import ArgumentParser
import Foundation
import Mint
import StoreSimulator
import Web

/// `purser simulate`: runs the simulated stores until it is stopped.
struct SimulateServeCommand: ParsableCommand {
  static let usualPort = 7_460

  static let configuration = CommandConfiguration("serve", "Run the simulated stores until Ctrl-C.")

  @Option(help: .value("host:port", "The listen address; port 0: any free port."))
  var listen = "127.0.0.1:\(usualPort)"
  @Option(help: .value("folder", "The folder for the keys, the state, and the clients' settings."))
  var dir: String?
  @Option(help: .value("number", "The same seed gives the same IDs.")) var seed: UInt64 = 7
  @Option(help: .value("minutes", "The length of a month in Apple's sandbox.")) var sandboxMonth = 5
  @Flag(help: "Don't accelerate time in sandboxes.") var slowSandbox = false
  @Option(help: .value("url", "Post Apple's notifications here.")) var appleTo: String?
  @Option(help: .value("url", "Post Apple's version 1 notifications here.")) var appleV1To: String?
  @Option(help: .value("url", "Post Google's notifications here.")) var googleTo: String?
  @Option(help: .value("url", "Post Amazon's notifications here.")) var amazonTo: String?

  func validate() throws {
    try require(WebConfiguration.Address(listen) != nil, "--listen takes HOST:PORT.")
    guard [3, 5, 15, 30, 60].contains(sandboxMonth) else {
      throw ValidationError("--sandbox-month takes 3, 5, 15, 30 or 60.")
    }
  }

  func run() throws {
    guard let endpoint = WebConfiguration.Address(listen) else { return }
    let folder = try dir.map { try SimulatorFolder($0) }
    let acceleration = Acceleration(isOn: !slowSandbox, appleRate: sandboxMonth)
    let keys = try folder?.keys() ?? SimulatorKeys(at: Date())
    // Whole seconds, so that states are easier to compare.
    let now = RelativeTimes(now: Date()).now
    var state =
      try folder?.resumed()
      ?? SimulatorState(world: SimulatedWorld(seed: seed, at: now, acceleration: acceleration))
    state.world.acceleration = acceleration
    let targets = targets(beside: state.targets)
    let started = state
    Blocking.run {
      let simulator = try await Simulator(keys: keys, state: started, now: { Date() })
      await simulator.configure(targets: targets)
      try await SimulatorServer(simulator, host: endpoint.host, port: endpoint.port).run(
        listening: { address in
          do {
            try folder?.describe(keys, at: address)
          } catch {
            Failure.exit(error)
          }
          Console.print("Simulated stores answer at \(address). Ctrl-C stops them.")
        },
        changed: { state in
          do {
            try folder?.keep(state)
          } catch {
            Console.print("Error: \(error)")
          }
        }
      )
      return .success
    }
  }

  private func targets(beside saved: NotificationTargets) -> NotificationTargets {
    var targets = saved
    targets.apple = appleTo ?? saved.apple
    targets.appleV1 = appleV1To ?? saved.appleV1
    targets.google = googleTo ?? saved.google
    targets.amazon = amazonTo ?? saved.amazon
    return targets
  }
}

/// A simulator's folder with its keys, its state and the files for its clients. Only its owner can
/// read it.
struct SimulatorFolder: Sendable {
  private let path: String

  init(_ path: String) throws {
    self.path = path
    try FileManager.default.createDirectory(
      atPath: path,
      withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o700]
    )
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

  /// Writes the clients' files: roots, keys, secrets, and the settings that reference them.
  func describe(_ keys: SimulatorKeys, at address: String) throws {
    try write(keys.payloadRoot, as: "payload-root.cer")
    try write(keys.receiptRoot, as: "receipt-root.cer")
    try write(Data(keys.appleKey.pem.utf8), as: "AuthKey_\(keys.appleKeyID).p8")
    try write(Data(keys.sharedSecret.utf8), as: "apple-shared-secret")
    try write(Data(keys.microsoftSecret.utf8), as: "microsoft-client-secret")
    try write(Data(keys.amazonSecret.utf8), as: "amazon-shared-secret")
    try write(json: serviceAccount(keys, address), as: "service-account.json")
    try write(Data(settings(keys, address).utf8), as: "settings.toml")
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
    ]
  }

  private func settings(_ keys: SimulatorKeys, _ address: String) -> String {
    """
    # The simulated stores at \(address). All values are generated.
    roots = ["payload-root.cer", "receipt-root.cer"]

    [[app]]
    bundle-id = "\(SimulatedShop.app)"
    package = "\(SimulatedShop.app)"

    [stores.apple]
    server = "\(address)/apple/production"
    server-sandbox = "\(address)/apple/sandbox"
    verify-receipt = "\(address)/apple/production"
    verify-receipt-sandbox = "\(address)/apple/sandbox"

    [[stores.apple.app]]
    bundle-id = "\(SimulatedShop.app)"
    issuer = "\(keys.appleIssuer)"
    key-id = "\(keys.appleKeyID)"
    key-file = "AuthKey_\(keys.appleKeyID).p8"
    shared-secret-file = "apple-shared-secret"

    [stores.google]
    packages = ["\(SimulatedShop.app)"]
    account-file = "service-account.json"
    publisher = "\(address)/google"
    token-url = "\(address)/google/token"

    [stores.microsoft]
    tenant = "\(keys.microsoftTenant)"
    client = "\(keys.microsoftClient)"
    secret-file = "microsoft-client-secret"
    login = "\(address)/microsoft"
    collections = "\(address)/microsoft"
    purchase = "\(address)/microsoft"
    apps = ["\(SimulatedShop.app)"]
    sandbox = "XDKS.1"
    clawback = true

    [stores.amazon]
    secret-file = "amazon-shared-secret"
    base = "\(address)/amazon"

    """
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
