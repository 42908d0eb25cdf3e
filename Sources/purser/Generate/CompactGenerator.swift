import Algorithms
import Dispatch
import Entitlements
import Foundation
import Mint
import Persistence
import ServiceCore
import Synchronization

/// Creates a ledger with one compact document per user.
struct CompactGenerator: Sendable {
  let population: GeneratedPopulation

  /// The number of users per batch.
  private static let batch = 500

  /// - Returns: The number of documents in the ledger.
  func make(_ ledger: NewLedger, _ progress: Progress) throws -> Int {
    let queue = BoundedQueue<Result<[BulkFiling], LedgerError>>()
    let catalog = Catalog.generated
    let index = CatalogIndex(catalog)
    Thread.detachNewThread {
      for users in (0..<population.users).chunks(ofCount: Self.batch) {
        queue.put(Result { () throws(LedgerError) in try filings(of: users, index) })
      }
      queue.put(.success([]))
    }
    var made = 0
    return try ledger.load(catalog: catalog, at: now) {
      let filings = try queue.take().get()
      made += filings.count
      progress.update(made)
      return filings
    }
  }

  private func filings(
    of users: Range<Int>,
    _ catalog: CatalogIndex
  ) throws(LedgerError) -> [BulkFiling] {
    var filings: [BulkFiling] = []
    for user in users { filings.append(try BulkFiling(filing(of: user), catalog)) }
    return filings
  }

  /// Filed from the document's bytes, so that a replay gives the same result.
  private func filing(of index: Int) -> Filing {
    DocumentFiling.filing(
      ofGenerated: population.user(at: index).document(at: now),
      receivedAt: now
    )
  }

  private var now: Date { Date(timeIntervalSince1970: Double(population.now)) }
}

/// A bounded queue between one producer thread and one consumer thread.
private final class BoundedQueue<Piece: Sendable>: Sendable {
  private let pieces = Mutex<[Piece]>([])
  private let room = DispatchSemaphore(value: 0)
  private let supply = DispatchSemaphore(value: 0)

  // Starts at 0: a semaphore must not be deallocated below its initial value, which happens if the
  // consumer stops.
  init() { for _ in 0..<4 { room.signal() } }

  func put(_ piece: Piece) {
    room.wait()
    pieces.withLock { $0.append(piece) }
    supply.signal()
  }

  func take() -> Piece {
    supply.wait()
    defer { room.signal() }
    return pieces.withLock { $0.removeFirst() }
  }
}
