import Entitlements
import Foundation

extension Record {
  /// Opens the record's screen.
  func open(_ context: inout ScreenContext) {
    switch self {
    case .user(let row): context.open(UserScreen(id: row.id))
    case .order(let row): context.open(ReceiptScreen(id: row.order.evidence))
    case .document(let row): context.open(ReceiptScreen(id: row.id))
    case .notice(let row): context.open(ReceiptScreen(id: row.notice.statementSource.evidence))
    case .entitlement(let row): context.open(UserScreen(id: row.user))
    case .subscription(let row):
      guard let user = row.user else {
        return context.open(WhyScreen(primaryID))
      }
      context.open(UserScreen(id: user, tab: .subs))
    case .job(let row): context.open(JobScreen(row))
    case .audit: break
    }
  }

  /// The next instant at which the row's text changes without an event.
  func nextChange(_ view: ViewContext) -> Date? {
    var changes: [Date?] = []
    switch self {
    case .user(let row):
      changes = [
        view.nextStateChange(at: row.leading?.expiresAt),
        view.nextLabelChange(of: row.lastPurchasedAt),
        view.nextLabelChange(of: row.leading?.expiresAt), view.nextLabelChange(of: row.firstSeenAt),
      ]
    case .order(let row):
      changes = [
        view.nextStateChange(at: row.order.expiresAt),
        view.nextLabelChange(of: row.order.purchasedAt),
        view.nextLabelChange(of: row.order.expiresAt),
      ]
    case .subscription(let row):
      changes = [
        view.nextStateChange(at: row.phase?.until), view.nextLabelChange(of: row.startedAt),
        view.nextLabelChange(of: row.accessUntil),
      ]
    case .entitlement(let row):
      changes = [view.nextStateChange(at: row.until), view.nextLabelChange(of: row.until)]
    case .document(let row): changes = [view.nextLabelChange(of: row.receivedAt)]
    case .notice(let row): changes = [view.nextLabelChange(of: row.notice.statementSource.statedAt)]
    case .job(let row): changes = [view.nextLabelChange(of: row.createdAt)]
    case .audit(let row): changes = [view.nextLabelChange(of: row.at)]
    }
    return changes.compactMap(\.self).min()
  }
}
