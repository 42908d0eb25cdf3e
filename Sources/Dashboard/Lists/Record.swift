package import Entitlements
import Foundation

/// The lists the dashboard shows.
package enum ListKind: String, CaseIterable, Sendable {
  case users, orders, subs, ent, receipts, events, jobs, audit

  /// The searchable ledger list; `nil` if the list cannot be searched.
  package var searched: RowList? { RowList(rawValue: rawValue) }
}

/// A row of any list.
package enum Record: Equatable, Sendable {
  case user(UserRow)
  case order(OrderRow)
  case subscription(SubscriptionRow)
  case entitlement(Entitlement)
  case document(DocumentRow)
  case notice(EventRow)
  case job(JobRow)
  case audit(AuditRow)

  package var list: ListKind {
    switch self {
    case .user: .users
    case .order: .orders
    case .subscription: .subs
    case .entitlement: .ent
    case .document: .receipts
    case .notice: .events
    case .job: .jobs
    case .audit: .audit
    }
  }

  private var row: any ListRow {
    switch self {
    case .user(let row): row
    case .order(let row): row
    case .subscription(let row): row
    case .entitlement(let row): row
    case .document(let row): row
    case .notice(let row): row
    case .job(let row): row
    case .audit(let row): row
    }
  }
}

/// A row of one list: what it is identified by, what it names, and what it opens.
protocol ListRow {
  static var list: ListDescriptor { get }
  /// A stable identity of the row across reloads.
  var identity: String { get }
  /// The ID to copy, and to open inquiries with.
  var primaryID: String { get }
  /// A name for messages, if not the list's noun and the ID.
  var displayName: SafeText? { get }
  var userID: ID<User>? { get }
  /// The purchase that a store can be queried for.
  var chain: ID<Subscription>? { get }
  var productID: String? { get }
  var documentID: ID<Document>? { get }
  /// What is shown in full beside the columns.
  var details: [RowDetail] { get }

  /// Opens the row's screen.
  func open(_ context: inout ScreenContext)
  /// The instants at which the row's text changes without an event.
  func changes(_ view: ViewContext) -> [Date?]
}

/// A value of a row that has no column.
enum RowDetail {
  case text(SafeText, String?)
  case time(SafeText, Date?)
}

extension ListRow {
  var displayName: SafeText? { nil }
  var userID: ID<User>? { nil }
  var chain: ID<Subscription>? { nil }
  var productID: String? { nil }
  var documentID: ID<Document>? { nil }
  var details: [RowDetail] { [] }
  func open(_ context: inout ScreenContext) {}
}

extension Record {
  package var identity: String { row.identity }
  package var user: ID<User>? { row.userID }
  var primaryID: String { row.primaryID }
  var chain: ID<Subscription>? { row.chain }
  var productID: String? { row.productID }
  var document: ID<Document>? { row.documentID }
  var details: [RowDetail] { row.details }
  var noun: SafeText { list.descriptor.noun }
  var name: SafeText { row.displayName ?? "\(noun) \(primaryID)" }

  func open(_ context: inout ScreenContext) { row.open(&context) }

  /// The next instant at which the row's text changes without an event.
  func nextChange(_ view: ViewContext) -> Date? { row.changes(view).compactMap(\.self).min() }

  /// The untruncated texts of all columns.
  func cells(_ view: ViewContext) -> [String] {
    list.columns.map { $0.cell(self, view).text.string }
  }
}

/// A record's position in its list.
package enum RecordPosition: Hashable, Sendable {
  case cursor(ListCursor)
  /// In the audit log.
  case number(Int64)
  /// In the list of jobs.
  case name(String)
}
