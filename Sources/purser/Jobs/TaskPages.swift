import Entitlements
import Persistence
import ServiceCore

/// The tasks of a batch, with one page in memory at a time.
struct TaskPages: Sendable {
  private static let size = 1_000

  private let named: [JobTask]
  private let search: Search?
  private let maxFound: Int

  /// The named tasks, then the verification of the subscriptions that a search finds.
  init(_ named: [JobTask], and search: Search? = nil, atMost maxFound: Int = 0) {
    self.named = named
    self.search = search
    self.maxFound = maxFound
  }

  func forEach(in ledger: Ledger, _ body: ([JobTask]) async throws -> Void) async throws {
    if !named.isEmpty { try await body(named) }
    guard let search else { return }
    var left = maxFound
    var anchor = PageAnchor<ListCursor>.first
    while left > 0 {
      let found = try await ledger.search.subscriptions(
        matching: search,
        by: RowList.subs.sorts[0],
        at: anchor,
        limit: min(Self.size, left)
      )
      let tasks = found.page.rows.map { JobTask.verify($0.id) }
      if !tasks.isEmpty { try await body(tasks) }
      guard tasks.count == Self.size, let last = found.cursors.last else { return }
      anchor = .after(last)
      left -= tasks.count
    }
  }
}
