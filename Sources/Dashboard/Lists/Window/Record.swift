package import Entitlements

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

  /// A stable identity of the row across reloads.
  package var identity: String {
    switch self {
    case .user(let row): row.id.raw
    case .order(let row): row.order.id.raw
    case .subscription(let row): row.id.raw
    case .entitlement(let row):
      "\(row.user.raw)\u{0}\(row.key)\u{0}\(row.environment.rawValue)\u{0}\(row.source?.raw ?? "")"
    case .document(let row): row.id.raw
    case .notice(let row):
      "\(row.notice.statementSource.evidence.raw)\u{0}\(row.notice.kind.rawValue)\u{0}"
        + "\(row.notice.chain?.raw ?? "")\u{0}\(row.notice.order?.raw ?? "")"
    case .job(let row): "\(row.id)"
    case .audit(let row): "\(row.number)"
    }
  }

  var user: ID<User>? {
    switch self {
    case .user(let row): row.id
    case .order(let row): row.order.user
    case .subscription(let row): row.user
    case .entitlement(let row): row.user
    case .document(let row): row.user
    case .notice(let row): row.user
    case .job, .audit: nil
    }
  }

  /// The purchase that a store can be queried for.
  var chain: ID<Subscription>? {
    switch self {
    case .order(let row): row.order.chain
    case .subscription(let row): row.id
    case .notice(let row): row.notice.chain
    case .user, .entitlement, .document, .job, .audit: nil
    }
  }

  /// The document the record is from.
  var document: ID<Document>? {
    switch self {
    case .order(let row): row.order.evidence
    case .entitlement(let row): row.evidence
    case .document(let row): row.id
    case .notice(let row): row.notice.statementSource.evidence
    case .user, .subscription, .job, .audit: nil
    }
  }

  /// The ID to copy, and to open inquiries with.
  var primaryID: String {
    switch self {
    case .user(let row): row.id.raw
    case .order(let row): row.order.transactionID
    case .subscription(let row):
      Subscription.Name(row.id)?.originalTransactionID ?? row.id.raw
    case .entitlement(let row): row.user.raw
    case .document(let row): row.id.raw
    case .notice(let row):
      row.notice.chain.flatMap { Subscription.Name($0)?.originalTransactionID }
        ?? row.user?.raw ?? row.notice.statementSource.evidence.raw
    case .job(let row): "\(row.id)"
    case .audit(let row): "\(row.number)"
    }
  }
}

/// A record's position in its list.
package enum RecordPosition: Hashable, Sendable {
  case cursor(ListCursor)
  /// In a numbered list: jobs and the audit log.
  case number(Int64)
}
