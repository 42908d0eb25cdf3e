import Dashboard
import Entitlements
import Foundation
import Persistence
import ServiceCore

/// Answers the dashboard's ledger queries. Read-only.
struct LedgerQueryHandler: Sendable {
  let session: DashboardSession
  /// The number of colours that the screen uses; `nil` without a screen.
  let colors: Int?
  /// The current time; constant while a script plays.
  var now: @Sendable () -> Date = { Date() }

  var ledger: Ledger { session.ledger }

  /// The most jobs and audit entries that are loaded.
  private static let maxJobs = 10_000

  /// Answers a query. Posts partial answers before that if it takes long.
  func answer(
    _ question: LedgerQuery,
    meanwhile post: @Sendable (LedgerAnswer) -> Void = { _ in }
  ) async -> Outcome<LedgerAnswer> {
    await Outcome {
      switch question {
      case .page(let request): .page(try await page(request))
      case .count(let list, let query, let isExact):
        .count(try await count(list, query, isExact: isExact))
      case .distribution(let list, let query, let sort, let field):
        .distribution(try await distribution(list, query, sort, field, post))
      case .user(let id): .user(try await details(of: id))
      case .document(let id): .document(try await session.service.inspection.inspect(id))
      case .inquiry(let text, let choice): .inquiry(try await inquire(text, choice))
      case .subjectHistory(let text): .subjectHistory(try await subjectHistory(text))
      case .bytes(let id): .bytes(try await ledger.documents.find(id)?.bytes)
      case .health: .health(try await health())
      case .overview: .overview(try await ledger.statistics.overview(at: now()))
      case .sharedLog: .sharedLog(ledger.log?.status)
      case .jobs(let batch):
        .jobs(
          try await ledger.jobs.list(batch: batch, limit: Self.maxJobs).reversed().map(
            BatchJob.init
          )
        )
      case .targets(let records, let reach):
        .targets(try await ActionTargets(ledger: ledger).targets(of: records, reach))
      case .proposal(let proposal):
        .proposal(try await ProposalLookup(ledger: ledger).targets(of: proposal, at: now()))
      case .preview(let action): .preview(try await ActionPreview(ledger: ledger).lines(of: action))
      case .meta(let question): try await answer(question)
      case .arrivals(let mark, let query): .arrivals(try await arrivals(after: mark, query))
      case .restore(let text): .restore(try await RestorePlan(named: text, in: ledger))
      }
    }
  }

  /// With what the directory said of the user, if it is not on file.
  private func details(of id: ID<User>) async throws -> UserDetails? {
    guard var details = try await ledger.users.details(of: id) else { return nil }
    guard let remembered = session.directory?.remembered(details.user.id) else { return details }
    details = details.completed(by: remembered.profile)
    details.directoryNote = remembered.note
    return details
  }

  private func arrivals(after mark: ArrivalMark?, _ query: Query) async throws -> Arrivals {
    let reader = LiveReader(ledger: ledger)
    // A filter is applied to much of what has arrived.
    let first =
      query.normalized == .everything ? LiveReader.firstRows : LiveReader.maxBehind
    var start = mark
    if start == nil { start = try await reader.mark(before: first) }
    guard let start else {
      return Arrivals(rows: [], mark: ArrivalMark(document: 0, event: 0, job: 0))
    }
    return try await reader.read(
      after: start,
      matching: query,
      at: now(),
      maxBehind: LiveReader.maxBehind
    )
  }

  private func count(_ list: ListKind, _ query: Query, isExact: Bool) async throws -> Count {
    guard let searched = list.searched else { return .exact(0) }
    let search = Search(query, at: now())
    return isExact
      ? .exact(try await ledger.search.exactCount(searched, matching: search))
      : try await ledger.search.count(searched, matching: search)
  }

  /// Counts, with a row of each value, from which the dashboard names it. Posts the counts so far
  /// while it takes long.
  private func distribution(
    _ list: RowList,
    _ query: Query,
    _ sort: RowSort,
    _ field: RowField,
    _ post: @Sendable (LedgerAnswer) -> Void
  ) async throws -> RowDistribution<Record> {
    let (search, now) = (ledger.search, now())
    let matching = Search(query, at: now)
    var named = RowDistribution<Record>(groups: [], rows: 0)
    guard var counting = search.counting(of: list, by: field, sort: sort, matching: matching) else {
      return named
    }
    var known: [ListCursor: Record] = [:]
    while let counted = try await counting.next() {
      for case .listed(let cursor)? in counted.groups.map(\.row) where known[cursor] == nil {
        known[cursor] = try await search.records(
          in: list,
          matching: Search(.everything, at: now),
          by: sort,
          at: .from(cursor),
          limit: 1
        ).page.rows.first
      }
      named = counted.mapRows { example in
        switch example {
        case .listed(let cursor): known[cursor]
        case .sale(let order): .order(OrderRow(order: order, chainState: nil))
        }
      }
      if named.progress != nil { post(.distribution(named)) }
    }
    return named
  }

  private func inquire(_ text: String, _ choice: InquiryChoice) async throws -> InquiryAnswer {
    try await session.cases?.value
    let now = now()
    let inquiry = TicketInquiry(text: text, instant: now, choice: choice, apps: session.ownApps)
    let (diagnosis, file) = try await inquiry.answer(from: ledger, session.directory)
    return InquiryAnswer(diagnosis, file, at: now)
  }

  private func subjectHistory(_ text: String) async throws -> SubjectHistory {
    try await session.cases?.value
    let file = try await ledger.search.diagnosisInput(about: text)
    let acts = try await ledger.audit.rows(of: file.acts.map(\.statementSource.evidence))
    return SubjectHistory(file, audit: acts, at: now())
  }

  private func health() async throws -> LedgerHealth {
    let newest = try await ledger.search.documents(
      matching: Search(.everything, at: now()),
      at: .first,
      limit: 1
    )
    return LedgerHealth(
      summary: try await ledger.statistics.summary(),
      jobs: try await ledger.jobs.counts(),
      audited: try await ledger.audit.rows(limit: 0).total,
      newestAt: newest.page.rows.first?.receivedAt,
      quotas: try await ledger.statistics.quotaWarnings(
        since: now().addingTimeInterval(-86_400)
      ),
      sharedLog: ledger.log?.status
    )
  }
}

extension LedgerQueryHandler {
  private func page(_ request: PageRequest) async throws -> RecordPage {
    guard let list = request.list.searched else {
      return request.list == .jobs
        ? RecordPage(try await ledger.jobs.list(limit: Self.maxJobs)) { (.name($0.id), .job($0)) }
        : RecordPage(try await ledger.audit.rows(limit: Self.maxJobs).rows) {
          (.number($0.number), .audit($0))
        }
    }
    let found = try await ledger.search.records(
      in: list,
      matching: Search(request.query, at: now()),
      by: request.sort ?? list.sorts[0],
      at: request.anchor.cursor,
      limit: request.limit
    )
    return RecordPage(page: found.page, places: found.cursors.map(RecordPosition.cursor))
  }
}

extension RecordPage {
  /// A page with all rows of a short list.
  fileprivate init<Row>(_ rows: [Row], _ entry: (Row) -> (position: RecordPosition, record: Record))
  {
    let entries = rows.map(entry)
    self.init(
      page: Page(
        rows: entries.map(\.record),
        hasBefore: false,
        hasAfter: false,
        precedingRows: 0,
        total: .exact(entries.count)
      ),
      places: entries.map(\.position)
    )
  }
}

extension PageAnchor<RecordPosition> {
  /// The anchor for the ledger; a row's name maps to the first page.
  fileprivate var cursor: PageAnchor<ListCursor> {
    switch self {
    case .first, .after(.number), .before(.number), .from(.number), .after(.name), .before(.name),
      .from(.name):
      .first
    case .last: .last
    case .after(.cursor(let cursor)): .after(cursor)
    case .before(.cursor(let cursor)): .before(cursor)
    case .from(.cursor(let cursor)): .from(cursor)
    }
  }
}
