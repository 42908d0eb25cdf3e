import ArgumentParser
import Entitlements
import Foundation
import Persistence
import ServiceCore
import StoreSimulator

/// Reads a simulator's outbox in its order. How far it came is written down together with what was
/// filed: whoever dies in between repeats a page, which changes nothing.
struct OutboxReader: Sendable {
  let address: String
  let service: EntitlementService
  let actor: String
  let ledger: Ledger

  /// Between two looks at an outbox that had nothing new.
  private static let pause = Duration.seconds(1)

  func run(follow: Bool, _ report: IngestionReport) async throws -> ExitCode {
    var isReachable = true
    while !Task.isCancelled {
      do {
        try await readAll(report)
        isReachable = true
      } catch let error as SimulatorClientError where follow {
        if isReachable, !Task.isCancelled {
          Narration.say("\(error) It is looked for until Ctrl-C.")
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

  /// - Returns: Whether there is more.
  private func readPage(_ report: IngestionReport) async throws -> Bool {
    let client = SimulatorClient(address: address)
    // The world decides where we are in it, and is named by every page.
    let world = try await client.outbox(after: 0, limit: 1)
    let name = "outbox \(world.world)"
    let page = try await client.outbox(after: Int(try await ledger.mark(name) ?? 0))
    guard page.world == world.world, !page.notifications.isEmpty else { return false }
    let told = try await service.ingest(
      page.notifications.map {
        // Whoever names the simulator vouches for it.
        PushedNotification(Array($0.body.utf8), voucher: .storeAnswer)
      },
      by: actor,
      reaching: ReadingMark(name, at: Int64(page.next))
    )
    for (item, ingestion) in zip(page.notifications, told) {
      report.tell("\(item.sequence)", ingestion)
    }
    return page.hasMore
  }
}
