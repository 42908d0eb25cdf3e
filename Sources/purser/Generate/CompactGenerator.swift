import Dispatch
import Entitlements
import Foundation
import Mint
import Persistence
import ServiceCore
import Synchronization

/// Makes a ledger of one compact document a user.
struct CompactGenerator: Sendable {
  let population: GeneratedPopulation

  /// Users made at once.
  private static let batch = 500

  /// - Returns: How many documents the ledger holds.
  func make(at path: String, _ progress: Progress) throws -> Int {
    let conveyor = Conveyor<Result<[LoneFiling], LedgerError>>()
    let catalog = Catalog.generated
    let index = CatalogIndex(catalog)
    Thread.detachNewThread {
      for start in stride(from: 0, to: population.users, by: Self.batch) {
        let users = start..<min(start + Self.batch, population.users)
        conveyor.put(Result { () throws(LedgerError) in try filings(of: users, index) })
      }
      conveyor.put(.success([]))
    }
    var made = 0
    return try Ledger.load(path: path, catalog: catalog, at: now) {
      let filings = try conveyor.take().get()
      made += filings.count
      progress.tell(made)
      return filings
    }
    .users
  }

  private func filings(
    of users: Range<Int>,
    _ catalog: CatalogIndex
  ) throws(LedgerError) -> [LoneFiling] {
    var filings: [LoneFiling] = []
    for user in users { filings.append(try LoneFiling(filing(of: user), catalog)) }
    return filings
  }

  /// What is filed is what the document's bytes say, so that a replay comes to the same.
  private func filing(of index: Int) -> Filing {
    DocumentFiling.filing(
      ofGenerated: population.user(at: index).document(at: now),
      receivedAt: now
    )
  }

  private var now: Date { Date(timeIntervalSince1970: Double(population.now)) }
}

/// What one thread makes and another takes, a few pieces at a time.
private final class Conveyor<Piece: Sendable>: Sendable {
  private let pieces = Mutex<[Piece]>([])
  private let room = DispatchSemaphore(value: 0)
  private let supply = DispatchSemaphore(value: 0)

  // A semaphore may not end lower than it began, and this one does where nobody takes any more.
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
