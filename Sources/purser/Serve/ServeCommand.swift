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

struct ServeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    "serve",
    "Serve apps and stores over HTTP until Ctrl-C.",
    discussion: """
      Every endpoint is disabled until [serve] in the settings configures its authentication; \
      --check lists enabled endpoints and what the others lack. Documents are saved in the ledger \
      before the response, and a dashboard on the same ledger shows them at once. The server also \
      runs jobs and polls the stores. GET /health checks the server, GET /ready its ledger.
      """,
    subcommands: [ServeRunCommand.self, ServeKeyCommand.self],
    defaultSubcommand: ServeRunCommand.self
  )
}

struct ServeRunCommand: ParsableCommand {
  static let configuration = CommandConfiguration("run", "Serve until Ctrl-C.")

  @OptionGroup var options: StoreOptions
  @Option(help: .value("host:port", "The listen address; port 0: any free port."))
  var listen: String?
  @Option(help: .value("host:port", "The address for GET /metrics.")) var metrics: String?
  @Option(help: .value("file", "The certificate chain (PEM), which enables HTTPS."))
  var tlsCert: String?
  @Option(help: .value("file", "The certificate's key (PEM).")) var tlsKey: String?
  @Option(
    help: .value("level", "The log level: error, warning, notice, info (every response) or debug.")
  )
  var logLevel = "notice"
  @Flag(help: "List enabled endpoints and what the others lack.") var check = false
  @Flag(help: "List the rejected store notifications.") var rejected = false
  @Flag(
    name: .customLong("any-app"),
    help: "Grant entitlements for purchases of any app if the settings name none."
  )
  var anyApp = false
  @Flag(name: .customLong("no-jobs"), help: "Don't run jobs or polls.") var noJobs = false

  func validate() throws {
    for case (let name, let text?) in [("--listen", listen), ("--metrics", metrics)]
    where WebConfiguration.Address(text) == nil {
      throw ValidationError("\(name) takes HOST:PORT.")
    }
    try require((tlsCert == nil) == (tlsKey == nil), "--tls-cert and --tls-key require each other.")
    guard Logger.Level(rawValue: logLevel) != nil else {
      throw ValidationError("--log-level takes error, warning, notice, info or debug.")
    }
  }

  func run() throws {
    // Must run before any secret is read.
    purser_forbid_core_dumps()
    let assembly = try Assembly(options.settings, options.trust)
    let configuration = try configuration(assembly)
    let states = try ServeCheck.states(of: configuration)
    if check { try ServeCheck.write(configuration, states, webhook: assembly.settings.webhook) }
    if !rejected { try ServeCheck.expectNoRefusal(states) }
    if check { return }
    if rejected { return try RejectedList.write(configuration.rejectedFolder) }
    let ledger = try assembly.open(
      options.place,
      patience: LedgerSettings.requestPatience,
      asksStores: true,
      onFault: { [log] fault in
        if let fault {
          log.warning("the ledger does not follow the shared log", metadata: ["error": "\(fault)"])
        } else {
          log.notice("the ledger follows the shared log")
        }
      }
    )
    let reader = try options.documents.reader(assembly)
    let keyService = EntitlementService(ledger: ledger, receipts: assembly.verifier, reader: reader)
    let stores = try assembly.storeClients(keys: keyService)
    let webhook = assembly.settings.webhook.map { WebhookClient($0) }
    let service = EntitlementService(
      ledger: ledger,
      receipts: assembly.verifier,
      reader: reader,
      stores: stores.clients,
      policy: assembly.settings.jobs,
      entitlementWebhook: webhook?.entitlementWebhook
    )
    let serving = Serving(
      configuration: configuration,
      service: service,
      stores: stores,
      log: log,
      jobs: noJobs
        ? nil : StoreSession(ledger: ledger, service: service, actor: options.operator_.name)
    )
    Blocking.run {
      let choices = Choices(
        service: service,
        accountForms: assembly.settings.accountForms,
        sendsWebhooks: webhook != nil,
        actor: options.operator_.name
      )
      try await choices.record(log)
      let status = try await serving.run()
      await stores.shutdown()
      await webhook?.shutdown()
      await ledger.log?.stop()
      try ledger.close()
      return status
    }
  }

  private func configuration(_ assembly: Assembly) throws -> WebConfiguration {
    var configuration = assembly.settings.serve
    func address(_ text: String?) -> WebConfiguration.Address? { text.flatMap { .init($0) } }
    configuration.listen = address(listen) ?? configuration.listen
    configuration.metrics = address(metrics) ?? configuration.metrics
    if let tlsCert, let tlsKey {
      configuration.tls = WebConfiguration.TLS(
        certificates: String(decoding: try InputFile.read(file: tlsCert), as: UTF8.self),
        key: Secret(try SecretFile.text(at: tlsKey))
      )
    }
    configuration.apps = assembly.apps.sorted()
    configuration.packages = assembly.packages.sorted()
    configuration.acceptsAnyApp = anyApp
    configuration.rejectedFolder = (options.place.ledger ?? assembly.ledgerPath) + ".rejected"
    return configuration
  }

  private var log: Logger {
    let level = Logger.Level(rawValue: logLevel) ?? .notice
    return Logger(label: "purser") { _ in JSONLog(logLevel: level) }
  }
}

/// What the settings choose for the ledger.
private struct Choices: Sendable {
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
  let configuration: WebConfiguration
  let service: EntitlementService
  let stores: StoreClients
  let log: Logger
  /// `nil` if the server runs no jobs.
  let jobs: StoreSession?

  /// The number of open files besides connections: the ledger's, and connections to stores.
  private static let otherFiles = 96

  func run() async throws -> ExitCode {
    let stores = stores
    var configuration = configuration
    let files = purser_allow_files() - Self.otherFiles
    configuration.limits.connections = max(8, min(configuration.limits.connections, files))
    let quotas = FilingQuotas(configuration.quotas)
    var core = WebDependencies(
      service: service,
      fetch: { url async throws(FetchError) in try await stores.document(at: url) },
      log: log
    )
    core.quotas = quotas
    let states = Endpoints.states(configuration, core)
    let open = states.compactMap { if case .open(let group) = $0 { group } else { nil } }
    let counts = WebMetrics()
    var services: [any Service] = [
      try WebServer(configuration, endpoints: open, core: core, metrics: counts) { address in
        let names = open.map(\.name).joined(separator: ", ")
        report("Open: \(names.isEmpty ? "nothing" : names)")
        report("purser answers at \(address)")
        purser_unmap_text()
      }
    ]
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
    if let jobs { services.append(JobService(session: jobs, log: log)) }
    let group = ServiceGroup(
      configuration: .init(
        services: services,
        gracefulShutdownSignals: [.sigterm, .sigint],
        logger: Logger(label: "services") { _ in SwiftLogNoOpLogHandler() }
      )
    )
    try await group.run()
    return .success
  }

  /// Prints to a terminal, or else to the log.
  private func report(_ text: String) {
    if isatty(STDERR_FILENO) == 1 { Console.print(text) } else { log.notice("\(text)") }
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
  let log: Logger

  func run() async throws {
    let session = session
    await withTaskGroup(of: Void.self) { group in
      group.addTask {
        await cancelWhenGracefulShutdown {
          await withTaskGroup(of: Void.self) { group in
            group.addTask { await session.poll() }
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
