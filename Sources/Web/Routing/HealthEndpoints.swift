import Basics
import Entitlements
import Receipts
import ServiceCore

/// Liveness and readiness endpoints.
enum HealthEndpoints {
  static let name = "house"

  static func group(_ core: WebDependencies) -> EndpointGroup {
    let service = core.service
    let readiness = Readiness { await service.maintenance.canWrite() }
    let now = core.now
    return EndpointGroup(
      name,
      routes: [
        Route(.get, "/health") { _ in WebResponse(200, ["status": "ok"]) },
        Route(.get, "/ready") { _ in
          if let reason = service.sharedLog.status?.unreadiness(at: now()) {
            return WebResponse(503, ["status": .string(reason)], note: "log")
              .with("Retry-After", "1")
          }
          guard await readiness.isReady() else {
            return WebResponse(503, ["status": "the ledger takes no writes"], note: "ledger")
              .with("Retry-After", "1")
          }
          return WebResponse(200, ["status": "ok"])
        },
      ]
    )
  }
}

/// Whether the ledger can be written to, tried at most once a second.
package actor Readiness {
  private static let validity = Duration.seconds(1)
  /// A longer attempt counts as failed: another process has locked the ledger.
  private static let timeout = Duration.seconds(1)

  private let canWrite: @Sendable () async -> Bool
  private let now: @Sendable () -> ContinuousClock.Instant
  private let deadlines = RequestTimeout()
  private var isReadyNow = false
  private var triedAt: ContinuousClock.Instant?
  private var current: (task: Task<Bool, Never>, begunAt: ContinuousClock.Instant)?

  package init(
    now: @escaping @Sendable () -> ContinuousClock.Instant = { ContinuousClock.now },
    canWrite: @escaping @Sendable () async -> Bool
  ) {
    self.now = now
    self.canWrite = canWrite
  }

  package func isReady() async -> Bool {
    if let triedAt, now() - triedAt < Self.validity { return isReadyNow }
    let (task, begunAt) = current ?? begin()
    let answer = await deadlines.answer(by: begunAt + Self.timeout) {
      WebResponse(await task.value ? 200 : 503)
    }
    return answer?.status == 200
  }

  private func begin() -> (task: Task<Bool, Never>, begunAt: ContinuousClock.Instant) {
    let task = Task { await attempt() }
    let begun = (task, now())
    current = begun
    return begun
  }

  private func attempt() async -> Bool {
    let isReady = await canWrite()
    (isReadyNow, triedAt, current) = (isReady, now(), nil)
    return isReady
  }
}
