import Entitlements
import Foundation
import Mint
import ServiceCore
import StoreSimulator
import Stores

/// The demo's simulated App Store, which the live client queries over HTTP like Apple's.
struct DemoStores: Sendable {
  private let makers: DemoMakers
  private let population: DemoPopulation
  private let keys: SimulatorKeys
  private let simulator: Simulator

  /// Takes about half a second.
  init(_ makers: DemoMakers, population: DemoPopulation) async throws {
    self.makers = makers
    self.population = population
    keys = try SimulatorKeys(payload: makers.payloads, receipt: makers.receipts)
    let world = SimulatedWorld(at: population.now, products: DemoHistory.products)
    simulator = try await Simulator(
      keys: keys,
      state: SimulatorState(world: world),
      now: { Date() }
    )
  }

  /// Adds these users' purchases to the store.
  func adopt(_ users: Range<Int>) async {
    await simulator.adopt(
      users.flatMap { DemoHistory(population.user(at: $0), at: population.now).purchases }
    )
  }

  /// Serves requests and runs the jobs of the session's ledger until the task is cancelled.
  func run(_ session: StoreSession) async throws {
    let (addresses, sender) = AsyncStream.makeStream(of: String.self)
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        defer { sender.finish() }
        try await SimulatorServer(simulator).answer { sender.yield($0) }
      }
      group.addTask {
        for await address in addresses { try await work(session, at: address) }
      }
      defer { group.cancelAll() }
      try await group.next()
    }
  }

  private func work(_ session: StoreSession, at address: String) async throws {
    let clients = try StoreClients(configuration(at: address))
    let storeSession = StoreSession(
      ledger: session.ledger,
      service: try makers.service(over: session.ledger, asking: clients.clients),
      actor: session.actor
    )
    do {
      try await storeSession.work()
    } catch {
      await clients.shutdown()
      throw error
    }
    await clients.shutdown()
  }

  private func configuration(at address: String) -> StoreConfiguration {
    var configuration = StoreConfiguration()
    let urls = BaseURLs(
      production: "\(address)/apple/production",
      sandbox: "\(address)/apple/sandbox"
    )
    configuration.apple.server = urls
    configuration.apple.verifyReceipt = urls
    let key = AppStoreKey(
      id: keys.appleKeyID,
      issuer: keys.appleIssuer,
      privateKey: Secret(keys.appleKey.pem)
    )
    configuration.apple.apps = DemoShop.apps.map { app in
      AppleConfiguration.App(
        bundleID: app.bundleID,
        sharedSecret: Secret(keys.sharedSecret),
        key: key
      )
    }
    return configuration
  }
}
