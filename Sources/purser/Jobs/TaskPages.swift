import Entitlements
import Persistence
import ServiceCore

/// Tasks that are asked for at once, a page in memory at a time. A copy begins anew.
struct TaskPages: Sendable {
  private static let size = 1_000

  private let named: [JobTask]
  private let search: Search?
  private let most: Int

  /// Those named, and then the subscriptions that a search finds.
  init(_ named: [JobTask], and search: Search? = nil, atMost most: Int = 0) {
    self.named = named
    self.search = search
    self.most = most
  }

  func forEach(in ledger: Ledger, _ body: ([JobTask]) async throws -> Void) async throws {
    if !named.isEmpty { try await body(named) }
    guard let search else { return }
    var left = most
    var anchor = PageAnchor<ListCursor>.first
    while left > 0 {
      let found = try await ledger.subscriptions(
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
