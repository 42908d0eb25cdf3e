import ArgumentParser
import Entitlements
import Foundation
import Persistence
import ServiceCore
import StoreSimulator

/// Reads a simulator's outbox in order. Saves the position in the same transaction as the
/// documents; after a crash, repeating a page changes nothing.
struct OutboxReader: Sendable {
  let address: String
  let service: EntitlementService
  let actor: String
  let ledger: Ledger

  /// The pause before an outbox without new notifications is read again.
  private static let pause = Duration.seconds(1)

  func run(follow: Bool, _ report: IngestionReport) async throws -> ExitCode {
    var isReachable = true
    while !Task.isCancelled {
      do {
        try await readAll(report)
        isReachable = true
      } catch let error as SimulatorClientError where follow {
        if isReachable, !Task.isCancelled {
          Console.say("\(error) Retrying until Ctrl-C.")
        }
        isReachable = false
      }
      guard follow else { return Task.isCancelled ? ExitCode(130) : report.status }
      try? await Task.sleep(for: Self.pause)
    }
    return report.status
  }

  private func readAll(_ report: IngestionReport) async throws {
    var hasMore = true
    while hasMore, !Task.isCancelled { hasMore = try await readPage(report) }
  }

  /// - Returns: Whether there are more pages.
  private func readPage(_ report: IngestionReport) async throws -> Bool {
    let client = SimulatorClient(address: address)
    // Positions are saved for each world, which every page names.
    let world = try await client.outbox(after: 0, limit: 1)
    let name = "outbox \(world.world)"
    let page = try await client.outbox(after: Int(try await ledger.readPosition(name) ?? 0))
    guard page.world == world.world, !page.notifications.isEmpty else { return false }
    let results = try await service.ingest(
      page.notifications.map {
        // Trusted, since the operator named the simulator.
        PushedNotification(Array($0.body.utf8), trustBasis: .storeAnswer)
      },
      by: actor,
      reaching: ReadPosition(name, at: Int64(page.next))
    )
    for (item, ingestion) in zip(page.notifications, results) {
      report.write("\(item.sequence)", ingestion)
    }
    return page.hasMore
  }
}
