package import Entitlements
import Foundation
internal import GRDB

// What has arrived, in the order of commits.
extension LedgerSearch {
  /// The number of rows of a kind that are read at once.
  package static let arrivalLimit = 1_000
  /// The number of open jobs whose end is watched.
  private static let maxOpenJobs = 1_000

  /// The position before the last `count` rows of each kind.
  package func arrivalMark(before count: Int = 0) async throws(LedgerError) -> ArrivalMark {
    try await ledger.read { db in
      func mark(_ table: Fragment) throws -> Int64 {
        max(0, try last(of: table, in: db) - Int64(count))
      }
      return ArrivalMark(
        document: try mark("document"),
        event: try mark("notice"),
        job: try mark("job")
      )
    }
  }

  /// What arrived after a position. With a query, only documents and events that match.
  ///
  /// At most `maxBehind` rows of a kind wait to be read; of more, the oldest are left out.
  package func arrivals(
    after mark: ArrivalMark,
    matching search: Search,
    maxBehind: Int? = nil
  ) async throws(LedgerError) -> Arrivals {
    try await ledger.read { db in
      var result = Arrivals(rows: [], mark: mark)
      result.mark.document = try read(.receipts, mark.document, search, maxBehind, &result, in: db)
      {
        .document(try DocumentRow(listed: $0))
      }
      result.mark.event = try read(.events, mark.event, search, maxBehind, &result, in: db) {
        cells in
        .event(
          EventRow(
            notice: try StoreEvent(cells),
            user: try cells.optionalID(10),
            receivedAt: try cells.instant(11)
          )
        )
      }
      try readJobs(matching: search, &result, in: db)
      // Of equal times, a document comes before its events.
      result.rows = result.rows.enumerated().sorted {
        ($0.element.at, $0.offset) < ($1.element.at, $1.offset)
      }.map(\.element)
      return result
    }
  }

  private func last(of table: Fragment, in db: Database) throws -> Int64 {
    try db.fetch("SELECT coalesce(max(n), 0) FROM \(table)") { try $0.number(0) }.first ?? 0
  }

  /// Appends the matching rows of a list. Returns how far it was read.
  private func read(
    _ list: RowList,
    _ mark: Int64,
    _ search: Search,
    _ maxBehind: Int?,
    _ result: inout Arrivals,
    in db: Database,
    _ arrival: (RowReader) throws -> Arrival
  ) throws -> Int64 {
    let instant = search.instant.milliseconds
    var rows = Keyset.list(of: list, by: list.sorts[0], at: instant)
    let end = try last(of: list == .receipts ? "document" : "notice", in: db)
    var start = mark
    if let maxBehind, end - start > Int64(maxBehind) {
      result.skipped += Int(end - start) - maxBehind
      start = end - Int64(maxBehind)
    }
    guard end > start else { return max(end, mark) }
    rows.base = "\(rows.number) > \(start)"
    rows.order = [.ascending(rows.number)]
    let query = search.query.normalized
    if query != .everything { rows.filter = try compile(query, list, instant, in: db).test }
    let found = try rows.rows(
      beyond: nil,
      isBackward: false,
      limit: Self.arrivalLimit,
      in: db
    )
    for cells in found { result.rows.append(try arrival(cells)) }
    guard found.count == Self.arrivalLimit, let last = found.last else { return end }
    result.hasMore = true
    // The sort column follows the list's own.
    return try last.number(rows.width)
  }

  /// Appends the jobs that were added, and those that have ended since. They match no query but that
  /// of one user, which the webhook's jobs match.
  private func readJobs(
    matching search: Search,
    _ result: inout Arrivals,
    in db: Database
  ) throws {
    let mark = result.mark
    // Both kinds by their numbers: with OR, SQLite would read all jobs.
    let changed: Fragment = """
      FROM job WHERE n IN (
        SELECT n FROM (
          SELECT n FROM job WHERE n > \(mark.job) ORDER BY n LIMIT \(Self.arrivalLimit))
        UNION ALL SELECT value FROM json_each(\(mark.openJobs.json)))
      AND (n > \(mark.job) OR state >= 2) ORDER BY n LIMIT \(Self.arrivalLimit)
      """
    let known = try db.fetch("SELECT n, endedAt IS NULL \(changed)") {
      (number: try $0.number(0), isOpen: try $0.number(1) == 1)
    }
    guard let last = known.last else { return }
    let key = search.query.user.map(WebhookJob.key)
    if key != nil || search.query.normalized == .everything {
      let jobs = try db.fetch("SELECT \(JobRow.columns) \(changed)", JobRow.init)
      result.rows += jobs.filter { job in
        key.map { job.key == $0 || job.key.hasPrefix($0 + " ") } ?? true
      }
      .map { Arrival.job($0) }
    }
    let seen = Set(known.map(\.number))
    result.mark.openJobs =
      (mark.openJobs.filter { !seen.contains($0) } + known.filter(\.isOpen).map(\.number))
      .suffix(Self.maxOpenJobs)
    result.mark.job = max(mark.job, last.number)
    if known.count == Self.arrivalLimit { result.hasMore = true }
  }
}

extension Query {
  /// The user whose ID is the whole query.
  fileprivate var user: ID<User>? {
    switch normalized {
    case .word(let text): return ID(text)
    case .field(.text(.user, let matches)):
      if matches.count == 1, case .exact(let text)? = matches.first { return ID(text) }
      return nil
    default: return nil
    }
  }
}
