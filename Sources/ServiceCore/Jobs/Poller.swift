import Foundation

/// Polls once in every period until it is cancelled.
package struct Poller: Sendable {
  private let service: EntitlementService
  private let actor: String

  /// A fraction of the period, so that processes started together do not poll together.
  private static let jitter = 0.02

  package init(service: EntitlementService, actor: String) {
    self.service = service
    self.actor = actor
  }

  /// Polls until the task is cancelled. If the ledger fails, the next period tries again; `onPoll`
  /// receives each result.
  package func run(
    onPoll: @escaping @Sendable (Result<PollReport, ServiceError>) -> Void
  ) async {
    while !Task.isCancelled {
      do throws(ServiceError) {
        onPoll(.success(try await service.jobs.poll(by: actor, spreads: true)))
      } catch {
        onPoll(.failure(error))
      }
      let period = service.policy.pollPeriod
      let now = service.now().timeIntervalSince1970
      let next = ((now / period).rounded(.down) + 1 + Self.jitter * service.world.chance()) * period
      guard (try? await service.world.sleep(.seconds(next - now))) != nil else { return }
    }
  }
}
