package import Entitlements
package import Foundation

/// What can be asked of the ledger, for a screen. An answer comes back with the request's number.
package enum Question: Equatable, Sendable {
  case page(PageRequest)
  /// How many rows match; `isExact` where somebody wants to know and will wait.
  case count(ListKind, Query, isExact: Bool)
  /// How many rows match each of the queries.
  case counts(ListKind, [Query])
  case user(ID<User>)
  case document(ID<Document>)
  /// Why somebody has or lacks access: about an identifier, or a customer's whole message.
  case inquiry(String, InquiryChoice)
  /// All that happened around what a text names, and who had a hand in it.
  case chronicle(String)
  /// A document's own bytes.
  case bytes(ID<Document>)
  /// How the ledger is.
  case health
  /// How the jobs of a batch stand.
  case jobs(batch: String)
  /// What a text names that could be restored; nothing is done.
  case restore(named: String)
  /// What an act on the rows would be done to.
  case targets([Record], Reach)
  /// What a deed would do, one line each; nothing is done.
  case preview(Deed)
  case meta(MetaQuestion)
}

package enum Answer: Equatable, Sendable {
  case page(RecordPage)
  case count(Count)
  /// As many as there were queries.
  case counts([Count])
  /// `nil` where the ledger knows no such user.
  case user(Dossier?)
  case document(Inspection?)
  case inquiry(InquiryAnswer)
  case chronicle(Chronicle)
  /// `nil` where the ledger holds no such document.
  case bytes([UInt8]?)
  case health(LedgerHealth)
  case jobs([BatchJob])
  case restore(RestorePlan)
  case targets(Targets)
  case preview([String])
  case meta(MetaAnswer)
}

/// What somebody chose of an inquiry by hand; the rest is read out of its text.
package struct InquiryChoice: Equatable, Sendable {
  /// The question that is answered.
  package var ticket: Complaint?
  /// The purchase that it is about.
  package var purchase: ID<Subscription>?

  package init(ticket: Complaint? = nil, purchase: ID<Subscription>? = nil) {
    self.ticket = ticket
    self.purchase = purchase
  }
}

/// A stretch of a list that is asked for.
package struct PageRequest: Equatable, Sendable {
  package var list: ListKind
  package var query: Query
  package var sort: RowSort?
  package var anchor: PageAnchor<RecordPlace>
  package var limit: Int
}

package struct RecordPage: Equatable, Sendable {
  package var page: Page<Record>
  /// As many as there are rows.
  package var places: [RecordPlace]

  package init(page: Page<Record>, places: [RecordPlace]) {
    self.page = page
    self.places = places
  }
}

/// What an inquiry found.
package struct InquiryAnswer: Equatable, Sendable {
  package var diagnosis: Diagnosis
  package var events: [TimelineEvent]
  /// Whom it is about; `nil` where nobody is known to own what was found.
  package var user: User?
  package var records: CaseRecords

  package init(
    diagnosis: Diagnosis,
    events: [TimelineEvent],
    user: User?,
    records: CaseRecords = CaseRecords()
  ) {
    self.diagnosis = diagnosis
    self.events = events
    self.user = user
    self.records = records
  }
}

/// How the ledger is, for the home screen.
package struct LedgerHealth: Equatable, Sendable {
  package var summary: LedgerSummary
  package var jobs: [JobState: Int]
  /// The entries of the audit log.
  package var audited: Int
  /// When the newest document arrived.
  package var newestAt: Date?
  /// Quotas of what clients' endpoints file that are nearly used up, the most used first.
  package var quotas: [QuotaNotice]

  package init(
    summary: LedgerSummary,
    jobs: [JobState: Int],
    audited: Int,
    newestAt: Date?,
    quotas: [QuotaNotice] = []
  ) {
    self.summary = summary
    self.jobs = jobs
    self.audited = audited
    self.newestAt = newestAt
    self.quotas = quotas
  }
}
