import ArgumentParser
import CNcurses
import Foundation
import Logging
import ServiceCore
import ServiceLifecycle
import Stores
import UnixSignals
import Web

/// The server, and what goes on beside it: jobs, polls, metrics. All of it ends in order: no more is
/// taken in, what is in hand is answered, jobs are given back.
struct Serving: Sendable {
  let configuration: WebConfiguration
  let service: EntitlementService
  let stores: StoreClients
  let log: Logger
  /// `nil` where jobs are left to others.
  let jobs: StoreSession?

  /// Files that are open beside connections: the ledger's, and connections to stores.
  private static let otherFiles = 96

  func run() async throws -> ExitCode {
    let stores = stores
    var configuration = configuration
    let files = purser_allow_files() - Self.otherFiles
    configuration.limits.connections = max(8, min(configuration.limits.connections, files))
    let quotas = FilingQuotas(configuration.quotas)
    let core = WebCore(
      service: service,
      fetch: { url async throws(FetchError) in try await stores.document(at: url) },
      log: log,
      quotas: quotas
    )
    let states = Doors.states(configuration, core)
    let doors = states.compactMap { if case .open(let door) = $0 { door } else { nil } }
    let counts = WebMetrics()
    var services: [any Service] = [
      try WebServer(configuration, doors: doors, core: core, metrics: counts) { address in
        let open = doors.map(\.name).joined(separator: ", ")
        say("Open: \(open.isEmpty ? "nothing" : open)")
        say("purser answers at \(address)")
        purser_let_go_of_instructions()
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

  /// To the person at the terminal, or to whatever collects the log.
  private func say(_ text: String) {
    if isatty(STDERR_FILENO) == 1 { Narration.say(text) } else { log.notice("\(text)") }
  }

  private static func gauges(
    _ service: EntitlementService,
    _ quotas: FilingQuotas
  ) async -> [(name: String, help: String, value: Double)] {
    var gauges: [(name: String, help: String, value: Double)] = []
    let highest = quotas.highest(at: Date())
    for scope in QuotaScope.allCases {
      let help = "Highest part of a quota of what is filed, by \(scope.rawValue); 1 is all of it."
      gauges.append(("purser_quota_used_\(scope.rawValue)", help, highest[scope] ?? 0))
    }
    if let players = try? await service.playerCounts() {
      gauges += [
        ("purser_player_logins", "Logins of players on file.", Double(players.logins)),
        ("purser_player_sessions", "Open sessions of players.", Double(players.sessions)),
      ]
    }
    if let lengths = try? await service.queueLengths() {
      gauges += [
        ("purser_jobs_waiting", "Jobs that wait.", Double(lengths.waiting)),
        ("purser_jobs_running", "Jobs in hand.", Double(lengths.running)),
        ("purser_jobs_failed", "Jobs that failed.", Double(lengths.failed)),
      ]
    }
    if let memory = try? ProcessMemory.now().resident {
      gauges.append(("process_resident_memory_bytes", "Resident memory.", Double(memory) * 1_024))
    }
    return gauges
  }
}

/// Does jobs and polls until it is told to end.
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

  /// A queue that cannot be read now may be later.
  private func work() async {
    while !Task.isCancelled {
      do {
        try await session.work()
      } catch {
        log.warning("jobs are put off", metadata: ["error": "\(error)"])
        try? await Task.sleep(for: .seconds(5))
      }
    }
  }
}
