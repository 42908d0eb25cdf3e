import Entitlements
import Foundation
import Mint
import Persistence
import Receipts
import ServiceCore
import StoreSimulator
import Stores

/// Simulated stores behind real HTTP, the live clients that ask them, and a service over an empty
/// ledger that files what they say: all by one clock.
struct Marketplace: Sendable {
  let clock: VirtualClock
  let simulator: Simulator
  let ledger: Ledger
  let service: EntitlementService
  let replay: LedgerRebuild

  static let app = SimulatedShop.app

  /// Opens at noon, and closes after `work`. Microsoft has a queue of clawbacks only for who asked
  /// for one.
  static func open(
    _ keys: SimulatorKeys = SharedKeys.keys,
    hasClawbacks: Bool = true,
    _ work: @escaping @Sendable (Marketplace) async throws -> Void
  ) async throws {
    let clock = VirtualClock(at: noon)
    let simulator = try await Simulator(
      keys: keys,
      state: SimulatorState(world: world()),
      now: { clock.now }
    )
    try await serving(simulator) { address in
      var settings = try configuration(keys, at: address)
      settings.microsoft.hasClawbacks = hasClawbacks
      let filing = try Marketplace(clock, simulator, keys, [:], try Ledger.inMemory())
      let clients = try StoreClients(settings, time: clock.storeTime) { old, new in
        // The old one holds until its end.
        try? await filing.service.storeQueries.file(
          renewedKey: Array(new.opened().utf8),
          insteadOf: Array(old.opened().utf8)
        )
      }
      do {
        let market = try Marketplace(clock, simulator, keys, clients.clients, filing.ledger)
        try await market.ledger.catalogs.save(.simulated, asPrimary: true, at: noon)
        try await work(market)
        await clients.shutdown()
      } catch {
        await clients.shutdown()
        throw error
      }
    }
  }

  private init(
    _ clock: VirtualClock,
    _ simulator: Simulator,
    _ keys: SimulatorKeys,
    _ clients: [Store: StoreClient],
    _ ledger: Ledger
  ) throws {
    self.clock = clock
    self.simulator = simulator
    self.ledger = ledger
    let receipts = try ReceiptVerifier(
      addedRoots: [Array(keys.receiptRoot)],
      bundleIDs: [Self.app]
    )
    let reader = DocumentReader(
      receipts: receipts,
      google: GoogleDocument.Context(packageNames: [Self.app]),
      payloads: try PayloadVerifier(
        addedRoots: [Array(keys.payloadRoot)],
        bundleIDs: [Self.app]
      )
    )
    replay = LedgerRebuild(reader: reader)
    service = EntitlementService(
      ledger: ledger,
      receipts: receipts,
      reader: reader,
      stores: clients,
      world: clock.context
    )
  }

  private static func configuration(
    _ keys: SimulatorKeys,
    at address: String
  ) throws -> StoreConfiguration {
    var settings = StoreConfiguration()
    // A machine that is busy with other tests is no store that hangs.
    settings.transport.connect = .seconds(600)
    settings.transport.read = .seconds(600)
    settings.transport.whole = .seconds(600)
    let key = AppStoreKey(
      id: keys.appleKeyID,
      issuer: keys.appleIssuer,
      privateKey: Secret(keys.appleKey.pem)
    )
    settings.apple.apps = [
      .init(bundleID: app, sharedSecret: Secret(keys.sharedSecret), key: key)
    ]
    settings.apple.server = BaseURLs(
      production: "\(address)/apple/production",
      sandbox: "\(address)/apple/sandbox"
    )
    settings.apple.verifyReceipt = settings.apple.server
    settings.google.packageNames = [app]
    settings.google.account = Secret(try serviceAccount(keys, address))
    settings.google.publisher = "\(address)/google"
    settings.microsoft.application = .init(
      tenant: keys.microsoftTenant,
      client: keys.microsoftClient,
      secret: Secret(keys.microsoftSecret)
    )
    settings.microsoft.login = "\(address)/microsoft"
    settings.microsoft.collections = settings.microsoft.login
    settings.microsoft.purchase = settings.microsoft.login
    settings.microsoft.sandbox = "XDKS.1"
    settings.amazon.secret = Secret(keys.amazonSecret)
    settings.amazon.base = "\(address)/amazon"
    return settings
  }

  private static func serviceAccount(_ keys: SimulatorKeys, _ address: String) throws -> String {
    let members = [
      "client_email": keys.googleAccount, "private_key": keys.googleKey.pem,
      "private_key_id": keys.googleKeyID, "token_uri": "\(address)/google/token",
    ]
    return String(decoding: try JSONEncoder().encode(members), as: UTF8.self)
  }
}

extension Marketplace {
  /// Does what is in the queue, as far as it can be done now.
  @discardableResult
  func work(_ name: String = "runner", width: Int = 4) async throws -> JobRunner.Report {
    try await JobRunner(service: service, name: name, width: width).run(until: .whenIdle)
  }

  /// Does everything in the queue, however long that takes by the clock.
  func workOff() async throws {
    while let due = try await ledger.jobs.nextDue() {
      clock.advance(to: due)
      try await work()
    }
  }

  func queue(_ tasks: [JobTask]) async throws {
    let now = clock.now
    _ = try await ledger.jobs.enqueue(tasks.map { $0.draft(by: "test", dueAt: now) }, at: now)
  }

  /// What `purser why` says now.
  func why(_ text: String) async throws -> Diagnosis {
    let file = try await ledger.search.diagnosisInput(about: text)
    return Diagnosis.diagnose(file, ticketCategories: TicketCategory.kinds(in: text), at: clock.now)
  }
}
