import ArgumentParser
import Entitlements
import Foundation
import Persistence
import ServiceCore
import UnixSignals

/// The options of all commands that query a store.
struct StoreOptions: ParsableArguments {
  @OptionGroup var settings: SettingsOptions
  @OptionGroup var place: LedgerOptions
  @OptionGroup var trust: TrustOptions
  @OptionGroup var documents: DocumentOptions
  @OptionGroup var operator_: OperatorOptions

  /// Runs the work with a ledger and the stores, and ends the process with its status. Ctrl-C stops
  /// early and returns running jobs to the queue.
  func run(_ work: @escaping @Sendable (StoreSession) async throws -> ExitCode) throws -> Never {
    let assembly = try Assembly(settings, trust)
    let ledger = try Ledger(path: place.ledger ?? assembly.ledgerPath)
    let (session, close) = try session(assembly, ledger)
    Blocking.run {
      try await session.service.actions.chooseAccountForms(
        assembly.settings.accountForms,
        by: session.actor
      )
      let status = try await Interruption.first { try await work(session) }
      await close()
      try ledger.close()
      return status
    }
  }

  /// A session on the ledger, and a closure that closes its connections. Without `asks` it has no
  /// stores.
  func session(
    _ assembly: Assembly,
    _ ledger: Ledger,
    asks: Bool = true
  ) throws -> (session: StoreSession, close: @Sendable () async -> Void) {
    let reader = try documents.reader(assembly)
    func service(asking stores: [Store: StoreClient]) -> EntitlementService {
      EntitlementService(
        ledger: ledger,
        receipts: assembly.verifier,
        reader: reader,
        stores: stores,
        policy: assembly.settings.jobs
      )
    }
    func session(_ service: EntitlementService) -> StoreSession {
      StoreSession(ledger: ledger, service: service, actor: operator_.name)
    }
    let filing = service(asking: [:])
    guard asks else { return (session(filing), {}) }
    let stores = try assembly.stores(keys: filing)
    return (session(service(asking: stores.clients)), stores.close)
  }
}

/// A ledger, the service with its stores, and the operator.
struct StoreSession: Sendable {
  let ledger: Ledger
  let service: EntitlementService
  let actor: String

  /// The number of concurrent jobs: enough for 50 requests per second at a latency of half a
  /// second.
  static let width = 32

  /// Runs jobs until the task is cancelled.
  func work() async throws { _ = try await runner().run(until: .never) }

  func runner(
    width: Int = Self.width,
    lease: TimeInterval = JobRunner.usualLease
  ) -> JobRunner {
    JobRunner(
      service: service,
      name: "\(ProcessInfo.processInfo.processIdentifier)-\(UUID().uuidString.prefix(8))",
      width: width,
      lease: lease
    )
  }
}

/// Handles SIGINT and SIGTERM.
enum Interruption {
  /// Runs the work and cancels it at the first signal. Returns its result even if it was cancelled.
  static func first<Answer: Sendable>(
    _ work: @escaping @Sendable () async throws -> Answer
  ) async throws -> Answer {
    let task = Task { try await work() }
    let watch = Task {
      for await _ in await UnixSignalsSequence(trapping: .sigint, .sigterm) {
        task.cancel()
        return
      }
    }
    defer { watch.cancel() }
    return try await task.value
  }
}
