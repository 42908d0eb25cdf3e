import Entitlements
import Foundation
import Mint
import Persistence
import Receipts
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
      group.addTask { for await address in addresses { try await work(session, at: address) } }
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

/// The authorities that sign a demo's receipts and its App Store's payloads.
struct DemoMakers: Sendable {
  let receipts: TestAuthority
  let payloads: PayloadAuthority

  init(at now: Date) throws {
    receipts = try TestAuthority.demo(at: now)
    payloads = try PayloadAuthority.demo(at: now)
  }

  /// A service that trusts only these authorities.
  func service(
    over ledger: Ledger,
    asking stores: [Store: StoreClient] = [:],
    world: Dependencies = .live
  ) throws -> EntitlementService {
    let (verifier, reader) = try reading()
    return EntitlementService(
      ledger: ledger,
      receipts: verifier,
      reader: reader,
      stores: stores,
      world: world
    )
  }

  /// The verifier and reader for documents that they signed.
  func reading() throws -> (ReceiptVerifier, DocumentReader) {
    let verifier = try ReceiptVerifier(roots: [receipts.rootDER])
    let payloads = try PayloadVerifier(roots: [payloads.rootDER])
    return (verifier, DocumentReader(receipts: verifier, payloads: payloads))
  }
}

extension DemoMakers {
  /// Files the documents of the demo's tickets.
  func fileTickets(in ledger: Ledger, at now: Date) async throws {
    try await ledger.catalogs.save(DemoTicket.catalog, asPrimary: true, at: now)
    let signer = StorySigner(receipts, payloads)
    let (verifier, reader) = try reading()
    for document in DemoTicket.all.flatMap({ $0.arrivals(at: now) }) {
      _ = try await document.file(signer.bytes(of: document), in: ledger, verifier, reader)
    }
  }
}

/// Generates the receipts and transactions of a demo's users and files them as if apps had sent them.
struct DemoFiller: Sendable {
  private let service: EntitlementService
  private let population: DemoPopulation
  private let mint: ReceiptMint
  private let payloads: PayloadMint

  init(service: EntitlementService, population: DemoPopulation, makers: DemoMakers) {
    self.service = service
    self.population = population
    mint = ReceiptMint(makers.receipts)
    payloads = PayloadMint(makers.payloads)
  }

  func file(_ users: Range<Int>) async throws {
    let documents = try users.map(population.user).flatMap { user in
      let transactions = try DemoHistory(user, at: population.now).transactions(signedBy: payloads)
      return (try user.receipts.map(mint.mint) + transactions.map { Array($0.utf8) }).map {
        SubmittedDocument(bytes: $0, user: ID(user.id), name: user.name, email: user.email)
      }
    }
    _ = try await service.submissions.validate(documents)
  }
}

/// The demo's temporary folder. It is deleted when the demo ends; those of killed demos are deleted
/// when the next one starts.
final class DemoFolder {
  private static let prefix = "purser-demo-"

  let path: String
  /// Holds the lock that marks the folder as in use.
  private let lock: Int32

  init() throws {
    Self.sweep(URL(fileURLWithPath: NSTemporaryDirectory()))
    guard let path = Paths.makeTemporaryFolder(Self.prefix) else {
      let reason = String(cString: strerror(errno))
      throw Fault(
        "The demo's folder cannot be created in \(NSTemporaryDirectory()): \(reason). Set TMPDIR to a "
          + "writable folder."
      )
    }
    self.path = path
    lock = open(path + "/lock", O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
    _ = lockf(lock, F_TLOCK, 0)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
    close(lock)
  }

  private static func sweep(_ folder: URL) {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    for name in names where name.hasPrefix(prefix) {
      let path = folder.appendingPathComponent(name).path
      let lock = open(path + "/lock", O_RDWR | O_CLOEXEC)
      guard lock >= 0 else { continue }
      defer { close(lock) }
      if lockf(lock, F_TLOCK, 0) == 0 { try? FileManager.default.removeItem(atPath: path) }
    }
  }
}
