import Entitlements
import Foundation
import Persistence

/// Reads what arrives: in a ledger, by any process, and at the endpoints of its server.
struct LiveReader: Sendable {
  let ledger: Ledger

  /// The rows that are shown at the beginning, of each kind.
  static let firstRows = 50
  /// The most rows of a kind that a screen is behind.
  static let maxBehind = 10_000

  /// The position before the last rows, or the end.
  func mark(before count: Int) async throws(LedgerError) -> ArrivalMark {
    var mark = try await ledger.search.arrivalMark(before: count)
    if count == 0 { RequestLogReader(ledger: ledger.path).skip(&mark) }
    return mark
  }

  /// What arrived after the position. Requests match no query.
  func read(
    after mark: ArrivalMark,
    matching query: Query,
    at now: Date,
    maxBehind: Int? = nil
  ) async throws(LedgerError) -> Arrivals {
    var arrivals = try await ledger.search.arrivals(
      after: mark,
      matching: Search(query, at: now),
      maxBehind: maxBehind
    )
    let (requests, hasMore) = RequestLogReader(ledger: ledger.path).read(&arrivals.mark)
    guard query.normalized == .everything, !requests.isEmpty else { return arrivals }
    arrivals.rows = (arrivals.rows + requests.map(Arrival.request)).enumerated().sorted {
      ($0.element.at, $0.offset) < ($1.element.at, $1.offset)
    }.map(\.element)
    arrivals.hasMore = arrivals.hasMore || hasMore
    return arrivals
  }
}
