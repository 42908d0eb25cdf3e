package import Entitlements
package import Foundation

/// A query of a screen to the ledger. The answer carries the request's number.
package enum LedgerQuery: Equatable, Sendable {
  case page(PageRequest)
  /// How many rows match; `isExact` if the operator asked for an exact count.
  case count(ListKind, Query, isExact: Bool)
  /// How many of the matching rows have each value of a field. Counts of some of the rows may
  /// precede the answer.
  case distribution(RowList, Query, RowSort, RowField)
  case user(ID<User>)
  case document(ID<Document>)
  /// Why a user has or lacks access, from an identifier or a customer's whole message.
  case inquiry(String, InquiryChoice)
  /// The history of what a text names, with the operators involved.
  case subjectHistory(String)
  /// A document's bytes.
  case bytes(ID<Document>)
  /// The state of the ledger, for the home screen.
  case health
  /// Whether everything is well.
  case overview
  /// Where the ledger is in the shared log now.
  case sharedLog
  /// The state of a batch's jobs.
  case jobs(batch: String)
  /// What a text names that could be restored. Changes nothing.
  case restore(named: String)
  /// What an action on the rows would apply to.
  case targets([Record], ActionScope)
  /// What a proposal is about.
  case proposal(Proposal)
  /// What an action would do, one line each. Changes nothing.
  case preview(ActionRequest)
  case meta(AppQuery)
  /// What arrived after a position; `nil` begins with the last rows.
  case arrivals(after: ArrivalMark?, Query)
}

package enum LedgerAnswer: Equatable, Sendable {
  case page(RecordPage)
  case count(Count)
  case distribution(RowDistribution<Record>)
  /// `nil` if the user is unknown.
  case user(UserDetails?)
  case document(Inspection?)
  case inquiry(InquiryAnswer)
  case subjectHistory(SubjectHistory)
  /// `nil` if the document is unknown.
  case bytes([UInt8]?)
  case health(LedgerHealth)
  case overview(Overview)
  /// `nil` for a ledger that stands alone.
  case sharedLog(SharedLogStatus?)
  case jobs([BatchJob])
  case restore(RestorePlan)
  case targets(Targets)
  case proposal(ProposalTargets)
  case preview([String])
  case arrivals(Arrivals)
  case themes([ThemeCard])
  case theme(Theme)
  case text([PageLine])
  case sql(SQLAnswer)
  /// An error in the operator's statement.
  case fault(SQLError)

  /// Whether the query goes on, and further answers to it will follow.
  package var isPartial: Bool {
    if case .distribution(let distribution) = self { distribution.progress != nil } else { false }
  }

  /// The content, if it is of this type.
  func content<Value>() -> Value? { payload as? Value }

  /// Not by a mirror, which looks up the types of all cases.
  private var payload: Any {
    switch self {
    case .page(let page): page
    case .count(let count): count
    case .distribution(let distribution): distribution
    case .user(let details): details as Any
    case .document(let inspection): inspection as Any
    case .inquiry(let answer): answer
    case .subjectHistory(let history): history
    case .bytes(let bytes): bytes as Any
    case .health(let health): health
    case .overview(let overview): overview
    case .sharedLog(let status): status as Any
    case .jobs(let jobs): jobs
    case .restore(let plan): plan
    case .targets(let targets): targets
    case .proposal(let targets): targets
    case .preview(let lines): lines
    case .arrivals(let arrivals): arrivals
    case .themes(let cards): cards
    case .theme(let theme): theme
    case .text(let lines): lines
    case .sql(let answer): answer
    case .fault(let error): error
    }
  }
}

/// The manually chosen parts of an inquiry; the rest is derived from its text.
package struct InquiryChoice: Equatable, Sendable {
  /// The category of question to answer.
  package var ticket: TicketCategory?
  /// The purchase concerned.
  package var purchase: ID<Subscription>?

  package init(ticket: TicketCategory? = nil, purchase: ID<Subscription>? = nil) {
    self.ticket = ticket
    self.purchase = purchase
  }
}

/// A request for one page of a list.
package struct PageRequest: Equatable, Sendable {
  package var list: ListKind
  package var query: Query
  package var sort: RowSort?
  package var anchor: PageAnchor<RecordPosition>
  package var limit: Int
}

package struct RecordPage: Equatable, Sendable {
  package var page: Page<Record>
  /// One position for each row.
  package var places: [RecordPosition]

  package init(page: Page<Record>, places: [RecordPosition]) {
    self.page = page
    self.places = places
  }
}

/// The result of an inquiry.
package struct InquiryAnswer: Equatable, Sendable {
  package var diagnosis: Diagnosis
  package var events: [TimelineEvent]
  /// The user concerned; `nil` if what was found has no known owner.
  package var user: User?
  package var records = CaseRecords()
}

extension InquiryAnswer {
  /// The answer from a diagnosis input, as of `instant`.
  package init(_ diagnosis: Diagnosis, _ file: DiagnosisInput, at instant: Date) {
    let events = Timeline.events(of: file, at: instant)
    let records = CaseRecords(file, at: instant)
    self.init(diagnosis: diagnosis, events: events, user: file.user, records: records)
  }
}

/// The state of the ledger, for the home screen.
package struct LedgerHealth: Equatable, Sendable {
  package var summary: LedgerSummary
  package var jobs: [JobState: Int]
  /// The number of audit log entries.
  package var audited: Int
  /// When the newest document arrived.
  package var newestAt: Date?
  /// The nearly exhausted quotas of client endpoints, the most used first.
  package var quotas: [QuotaWarning]
  /// `nil` for a ledger that stands alone.
  package var sharedLog: SharedLogStatus?

  package init(
    summary: LedgerSummary,
    jobs: [JobState: Int],
    audited: Int,
    newestAt: Date?,
    quotas: [QuotaWarning] = [],
    sharedLog: SharedLogStatus? = nil
  ) {
    self.summary = summary
    self.jobs = jobs
    self.audited = audited
    self.newestAt = newestAt
    self.quotas = quotas
    self.sharedLog = sharedLog
  }
}
