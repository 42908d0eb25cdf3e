import ArgumentParser
import Entitlements
import Foundation
import Logging
import Persistence
import ServiceCore
import ServiceLifecycle
import StoreSimulator
import Stores
import UnixSignals
import Web

/// Simulated stores and a server, which share a clock, a folder and a process.
struct Sandbox: Sendable {
  let folder: SandboxFolder
  let clock: VirtualClock
  let session: StoreSession
  let settings: Settings
  let lines: SandboxLines
  private let simulator: Simulator
  private let serving: Serving
  private let driver: SandboxDriver
  private let description: SandboxFolder.Description
  private let listening: AsyncStream<String>
  /// Errors of the background work.
  let faults: AsyncStream<String>
  let namedStores: Set<Store>

  /// Opens the sandbox in a folder, or makes one whose clock is `age` seconds behind the real one.
  init(
    in folder: SandboxFolder,
    age: TimeInterval?,
    storesPort: Int?,
    serverPort: Int?,
    logLevel: Logger.Level
  ) async throws {
    let known = try folder.description()
    guard known == nil || age == nil else {
      throw FileError(
        "The sandbox in \(folder.path) has begun already; --ago is for a new one."
      )
    }
    let keys = try folder.stores.keys()
    // Whole seconds, so that states are easier to compare.
    let start = RelativeTimes(now: Date().addingTimeInterval(-(age ?? 0))).now
    let state =
      try folder.stores.resumed() ?? SimulatorState(world: SimulatedWorld(at: start))
    let ledger = try Ledger(path: folder.ledger)
    // A killed process may have saved less of the stores than of the ledger.
    let newest = try await ledger.search.documents(
      matching: Search(.everything, at: .distantFuture),
      at: .first,
      limit: 1
    ).page.rows.first?.receivedAt
    let now = max(state.world.now, newest ?? state.world.now)
    let clock = VirtualClock(at: now)
    let simulator = try await Simulator(keys: keys, state: state, now: { clock.now })
    let ports = (
      stores: try Self.port(storesPort, known?.storesPort),
      server: try Self.port(serverPort, known?.serverPort)
    )
    var description =
      known ?? SandboxFolder.Description(beganAt: start, storesPort: 0, serverPort: 0)
    (description.storesPort, description.serverPort) = (ports.stores, ports.server)
    let lines = SandboxLines(description, folder: folder.path)
    try folder.stores.describe(
      keys,
      at: lines.stores,
      sandboxServer: "127.0.0.1:\(ports.server)"
    )
    try folder.save(description)
    try folder.saveClock(clock.now, isGoing: true)
    // Refuses a ledger that holds anything else.
    if try await !ledger.isGenerated() {
      try await ledger.becomeGenerated()
      try await ledger.catalogs.save(SandboxContents.catalog, asPrimary: true, at: now)
    }

    let settings = try Settings.load(folder.settings, isNamed: true)
    let assembly = try Assembly(settings, TrustOptions.parse([]))
    let reader = try DocumentOptions.parse([]).reader(assembly)
    let world = Dependencies(now: { clock.now }, sleep: { try await clock.sleep(for: $0) })
    func service(
      asking stores: [Store: StoreClient] = [:],
      webhook: WebhookClient? = nil
    ) -> EntitlementService {
      EntitlementService(
        ledger: ledger,
        receipts: assembly.verifier,
        reader: reader,
        stores: stores,
        policy: settings.jobs,
        world: world,
        entitlementWebhook: webhook?.entitlementWebhook
      )
    }
    // The stores' rate limits are of the time that passes for them.
    var time = StoreTime.live
    time.now = { clock.now }
    time.elapsed = { .seconds(clock.now.timeIntervalSince(now)) }
    let stores = try assembly.storeClients(keys: service(), time: time)
    let webhook = settings.webhook.map { WebhookClient($0, now: { clock.now }) }
    let whole = service(asking: stores.clients, webhook: webhook)
    let session = StoreSession(
      ledger: ledger,
      service: whole,
      actor: OperatorOptions.systemUser
    )
    let (listening, listener) = AsyncStream.makeStream(of: String.self)
    let requests = RequestLog(ledger: folder.ledger)
    var serving = Serving(
      group: nil,
      configuration: Self.configuration(assembly, folder),
      service: whole,
      stores: stores,
      webhook: webhook,
      ledger: ledger,
      log: Logger(label: "purser") { _ in
        RequestLogHandler(JSONLog(logLevel: logLevel), requests) { clock.now }
      },
      jobs: session,
      choices: Choices(
        service: whole,
        accountForms: settings.accountForms,
        sendsWebhooks: true,
        actor: session.actor
      )
    )
    serving.now = { clock.now }
    serving.requests = requests
    serving.polls = false
    serving.listening = { listener.yield($0) }
    let (faults, reporter) = AsyncStream.makeStream(
      of: String.self,
      bufferingPolicy: .bufferingNewest(10)
    )
    let driver = SandboxDriver(
      clock,
      simulator,
      session,
      folder,
      beganAt: description.beganAt,
      pollPeriod: settings.jobs.pollPeriod
    ) { reporter.yield("\($0)") }
    await simulator.configure(
      sandbox: SandboxHooks(
        advance: { try await driver.advance(to: $0) },
        verifyWebhook: { headers, body, now in
          settings.webhook?.isGenuine(body, headers, at: now) ?? false
        }
      )
    )
    (self.folder, self.clock, self.session, self.settings) = (folder, clock, session, settings)
    (self.simulator, self.serving, self.driver) = (simulator, serving, driver)
    (self.description, self.listening) = (description, listening)
    (self.faults, self.lines, namedStores) = (faults, lines, assembly.namedStores)
  }

  /// Runs until the task is cancelled or a signal comes. Then the driver, the jobs, the server and
  /// the stores end, in this order. Calls `ready` once everything answers.
  func run(endingAt signals: [UnixSignal], ready: @escaping @Sendable () -> Void) async throws {
    let (addresses, sender) = AsyncStream.makeStream(of: String.self)
    let port = description.storesPort
    let stores = Task { [simulator] in
      defer { sender.finish() }
      try await SimulatorServer(simulator, port: port).answer { sender.yield($0) }
    }
    defer { stores.cancel() }
    guard await addresses.first(where: { _ in true }) != nil else {
      try await stores.value
      return
    }
    await simulator.configure(targets: targets)
    try await serving.recordChoices()
    let group = try Serving.group(of: [serving], and: [driver], endingAt: signals)
    let services = Task { try await group.run() }
    let beginning = Task {
      guard await listening.first(where: { _ in true }) != nil else { return }
      try await fill()
      ready()
    }
    defer { beginning.cancel() }
    try await withTaskCancellationHandler {
      try await services.value
    } onCancel: {
      Task { await group.triggerGracefulShutdown() }
    }
  }

  func advance(by seconds: TimeInterval) async throws {
    try await driver.advance(to: clock.now.addingTimeInterval(seconds))
  }

  /// Closes the ledger and all connections.
  func close() async throws { try await serving.close() }

  private var targets: NotificationTargets {
    var targets = NotificationTargets()
    targets.apple = "\(lines.server)/notifications/apple"
    targets.google = "\(lines.server)/notifications/google"
    targets.amazon = "\(lines.server)/notifications/amazon"
    return targets
  }

  /// Makes the first purchases of a new sandbox.
  private func fill() async throws {
    guard !description.isFilled else { return }
    for action in SandboxContents.purchases { try await simulator.perform(action) }
    let receipt = try await simulator.receipt(
      account: "ada",
      app: SimulatedShop.app,
      sandbox: false
    )
    _ = try await session.service.submissions.validate(
      SubmittedDocument(
        bytes: Array(receipt.utf8),
        user: ID("ada"),
        origin: .uploaded
      )
    )
    var filled = description
    filled.isFilled = true
    try folder.save(filled)
    try await driver.save()
  }

  private static func configuration(
    _ assembly: Assembly,
    _ folder: SandboxFolder
  ) -> WebConfiguration {
    var configuration = assembly.settings.serve
    configuration.apps = assembly.apps.sorted()
    configuration.packages = assembly.packages.sorted()
    configuration.rejectedFolder = folder.ledger + ".rejected"
    return configuration
  }

  /// The port that was asked for, or else that of the last time if it is free.
  private static func port(_ asked: Int?, _ last: Int?) throws -> Int {
    if let asked {
      guard let port = LoopbackPort.free(asked) else { throw SandboxError.portInUse(asked) }
      return port
    }
    if let last, last > 0, let port = LoopbackPort.free(last) { return port }
    guard let port = LoopbackPort.free(0) else { throw SandboxError.portInUse(0) }
    return port
  }
}
