import Foundation

/// Polls once in every period, for as long as it is let.
package struct Poller: Sendable {
  private let service: EntitlementService
  private let actor: String

  /// Of a period, so that many who were started together do not ask together.
  private static let jitter = 0.02

  package init(service: EntitlementService, actor: String) {
    self.service = service
    self.actor = actor
  }

  /// Polls now and then until the task is cancelled. A ledger that cannot answer now is asked again
  /// with the next period; `onPoll` hears of it.
  package func run(
    onPoll: @escaping @Sendable (Result<PollReport, ServiceError>) -> Void
  ) async {
    while !Task.isCancelled {
      do throws(ServiceError) {
        onPoll(.success(try await service.poll(by: actor, spreads: true)))
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
