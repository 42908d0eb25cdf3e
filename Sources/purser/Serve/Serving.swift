import ArgumentParser
import CNcurses
import Entitlements
import Foundation
import Logging
import Persistence
import ServiceCore
import ServiceLifecycle
import Stores
import UnixSignals
import Web

/// What the settings choose for the ledger.
struct Choices: Sendable {
  let service: EntitlementService
  let accountForms: [AccountForm]?
  let sendsWebhooks: Bool
  let actor: String

  /// Records the choices. While the shared log doesn't answer, the server already serves reads.
  func record(_ log: Logger) async throws(ServiceError) {
    do throws(ServiceError) {
      try await record()
    } catch {
      guard service.sharedLog.status != nil else { throw error }
      log.warning("the settings are recorded later", metadata: ["error": "\(error)"])
      Task { await recordLater() }
    }
  }

  private func recordLater() async {
    while (try? await Task.sleep(for: .seconds(2))) != nil {
      if (try? await record()) != nil { return }
    }
  }

  private func record() async throws(ServiceError) {
    try await service.actions.chooseAccountForms(accountForms, by: actor)
    try await service.maintenance.enableWebhooks(sendsWebhooks)
  }
}

/// Runs the server with jobs, polls and metrics. Shuts down in order: stops accepting requests,
/// answers those in progress, releases jobs.
struct Serving: Sendable {
  /// The group of apps, if there are several.
  let group: String?
  let configuration: WebConfiguration
  let service: EntitlementService
  let stores: StoreClients
  let webhook: WebhookClient?
  let ledger: Ledger
  let log: Logger
  /// `nil` if the server runs no jobs.
  let jobs: StoreSession?
  let choices: Choices
  /// The server's clock: a sandbox has one of its own.
  var now: @Sendable () -> Date = { Date() }
  /// Whether the server polls the stores; a sandbox polls as its clock advances.
  var polls = true
  /// Where requests are logged for other processes.
  var requests: RequestLog?
  /// Called with the server's address; `nil` prints it.
  var listening: (@Sendable (_ address: String) async -> Void)?

  /// The number of open files besides connections: the ledger's, and connections to stores.
  private static let otherFiles = 96
  private static let nothingOpen = """
    Open: nothing. Add the section of an endpoint to the settings, such as [serve.apple]: \
    `purser serve --check` says what each one needs, `purser help endpoints` describes them.
    """

  /// Serves all groups of apps until a signal.
  static func run(_ servings: [Serving]) async throws -> ExitCode {
    try await group(of: servings, endingAt: [.sigterm, .sigint]).run()
    return .success
  }

  /// The services of all groups of apps, which end in order at one of the signals.
  /// `others` end before them.
  static func group(
    of servings: [Serving],
    and others: [any Service] = [],
    endingAt signals: [UnixSignal]
  ) throws -> ServiceGroup {
    let files = (purser_allow_files() - otherFiles * servings.count) / servings.count
    return ServiceGroup(
      configuration: .init(
        services: try servings.flatMap { try $0.services(connections: files) } + others,
        gracefulShutdownSignals: signals,
        logger: Logger(label: "services") { _ in SwiftLogNoOpLogHandler() }
      )
    )
  }

  func recordChoices() async throws { try await choices.record(log) }

  func close() async throws {
    await stores.shutdown()
    await webhook?.shutdown()
    await ledger.log?.stop()
    try await ledger.close()
  }

  /// Throws if groups share what each must have for itself.
  static func expectDistinct(
    _ groups: [(ledger: String, configuration: WebConfiguration)]
  ) throws(FileError) {
    func expect(
      _ key: String,
      _ value: ((ledger: String, configuration: WebConfiguration)) -> String?
    ) throws(FileError) {
      let values = groups.compactMap(value)
      guard Set(values).count == values.count else {
        throw FileError("Several groups of apps have the same \(key): give each its own.")
      }
    }
    try expect("[ledger] file") {
      URL(fileURLWithPath: $0.ledger).resolvingSymlinksInPath().path
    }
    try expect("[serve] listen") {
      $0.configuration.listen.port == 0 ? nil : "\($0.configuration.listen)"
    }
    try expect("[serve] metrics") { $0.configuration.metrics.map { "\($0)" } }
  }

  /// The server, metrics and jobs, with so many open files for connections.
  private func services(connections: Int) throws -> [any Service] {
    let stores = stores
    var configuration = configuration
    configuration.limits.connections = max(8, min(configuration.limits.connections, connections))
    let quotas = FilingQuotas(configuration.quotas)
    var core = WebDependencies(
      service: service,
      now: now,
      fetch: { url async throws(FetchError) in try await stores.document(at: url) },
      log: log
    )
    core.quotas = quotas
    let states = Endpoints.states(configuration, core)
    let open = states.compactMap { if case .open(let group) = $0 { group } else { nil } }
    let counts = WebMetrics()
    var services: [any Service] = requests.map { [$0] } ?? []
    services.append(
      try WebServer(configuration, endpoints: open, core: core, metrics: counts) { address in
        if let listening { return await listening(address) }
        let names = open.map(\.name).joined(separator: ", ")
        report(names.isEmpty ? Self.nothingOpen : "Open: \(names)")
        for group in open {
          if let lack = group.lack { report("\(group.name) is open, but \(lack)") }
        }
        report("purser answers at \(address)")
        purser_unmap_text()
      }
    )
    if let address = configuration.metrics {
      let service = service
      services.append(
        MetricsServer(at: address) {
          counts.text(await Self.gauges(service, quotas))
        } listening: { address in
          report("Metrics are at \(address)")
        }
      )
    }
    if let jobs {
      services.append(JobService(session: jobs, polls: polls, log: log, report: report))
    }
    return services
  }

  /// Prints to a terminal, or else to the log.
  @Sendable private func report(_ text: String) {
    guard isatty(STDERR_FILENO) == 1 else { return log.notice("\(text)") }
    Console.print(group.map { "\($0): \(text)" } ?? text)
  }

  private static func gauges(
    _ service: EntitlementService,
    _ quotas: FilingQuotas
  ) async -> [(name: String, help: String, value: Double)] {
    var gauges: [(name: String, help: String, value: Double)] = []
    let highest = quotas.highest(at: Date())
    for scope in QuotaScope.allCases {
      let help = "Highest used share of a filing quota, by \(scope.rawValue); 1 is the whole quota."
      gauges.append(("purser_quota_used_\(scope.rawValue)", help, highest[scope] ?? 0))
    }
    if let players = try? await service.playFab.counts() {
      gauges += [
        ("purser_player_logins", "Player logins on file.", Double(players.logins)),
        ("purser_player_sessions", "Open player sessions.", Double(players.sessions)),
      ]
    }
    if let lengths = try? await service.jobs.lengths() {
      gauges += [
        ("purser_jobs_waiting", "Waiting jobs.", Double(lengths.waiting)),
        ("purser_jobs_running", "Running jobs.", Double(lengths.running)),
        ("purser_jobs_failed", "Failed jobs.", Double(lengths.failed)),
      ]
    }
    if let log = service.sharedLog.status {
      let silence = log.silence(at: Date()) ?? -1
      gauges += [
        ("purser_log_position", "Position in the shared log.", Double(log.position)),
        ("purser_log_lag", "Positions behind the shared log.", Double(log.lag)),
        ("purser_log_others", "Other ledgers that follow the log.", Double(log.others.count)),
        ("purser_log_silence_seconds", "Time since the shared log answered; -1: never.", silence),
        (
          "purser_log_fault", "1 while the ledger doesn't follow the log.", log.fault == nil ? 0 : 1
        ),
      ]
    }
    if let memory = try? ProcessMemory.now().resident {
      gauges.append(("process_resident_memory_bytes", "Resident memory.", Double(memory) * 1_024))
    }
    return gauges
  }
}

/// Runs jobs and polls until the graceful shutdown.
private struct JobService: Service {
  let session: StoreSession
  let polls: Bool
  let log: Logger
  let report: @Sendable (String) -> Void

  func run() async throws {
    let session = session
    await withTaskGroup(of: Void.self) { group in
      group.addTask {
        await cancelWhenGracefulShutdown {
          await withTaskGroup(of: Void.self) { group in
            if polls { group.addTask { await session.poll(report) } }
            group.addTask { await work() }
          }
        }
      }
    }
  }

  /// Runs jobs; retries after 5 seconds if the queue cannot be read.
  private func work() async {
    while !Task.isCancelled {
      do {
        try await session.work()
      } catch {
        log.warning("jobs are postponed", metadata: ["error": "\(error)"])
        try? await Task.sleep(for: .seconds(5))
      }
    }
  }
}
