import ArgumentParser
import CNcurses
import Foundation
import Logging
import ServiceCore
import ServiceLifecycle
import Stores
import UnixSignals
import Web

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
    let core = WebDependencies(
      service: service,
      fetch: { url async throws(FetchError) in try await stores.document(at: url) },
      log: log,
      quotas: quotas
    )
    let states = Endpoints.states(configuration, core)
    let open = states.compactMap { if case .open(let group) = $0 { group } else { nil } }
    let counts = WebMetrics()
    var services: [any Service] = [
      try WebServer(configuration, endpoints: open, core: core, metrics: counts) { address in
        let names = open.map(\.name).joined(separator: ", ")
        say("Open: \(names.isEmpty ? "nothing" : names)")
        say("purser answers at \(address)")
        purser_unmap_text()
      }
    ]
    if let address = configuration.metrics {
      let service = service
      services.append(
        MetricsServer(at: address) {
          counts.text(await Self.gauges(service, quotas))
        } listening: { address in
          say("Metrics are at \(address)")
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
  private func say(_ text: String) {
    if isatty(STDERR_FILENO) == 1 { Console.say(text) } else { log.notice("\(text)") }
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
