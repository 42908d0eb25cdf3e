import Entitlements
import Foundation

extension Record {
  /// Goes to where the record is told in full.
  func open(_ desk: inout Desk) {
    switch self {
    case .user(let row): desk.open(UserScreen(id: row.id))
    case .order(let row): desk.open(ReceiptScreen(id: row.order.evidence))
    case .document(let row): desk.open(ReceiptScreen(id: row.id))
    case .notice(let row): desk.open(ReceiptScreen(id: row.notice.testimony.evidence))
    case .entitlement(let row): desk.open(UserScreen(id: row.user))
    case .subscription(let row):
      guard let user = row.user else {
        return desk.open(WhyScreen(quoted))
      }
      desk.open(UserScreen(id: user, tab: .subs))
    case .job(let row): desk.open(JobScreen(row))
    case .audit: break
    }
  }

  /// When it reads differently by itself.
  func nextChange(_ view: Viewpoint) -> Date? {
    var changes: [Date?] = []
    switch self {
    case .user(let row):
      changes = [
        view.nextFlip(at: row.leading?.expiresAt), view.nextTelling(of: row.lastPurchasedAt),
        view.nextTelling(of: row.leading?.expiresAt), view.nextTelling(of: row.firstSeenAt),
      ]
    case .order(let row):
      changes = [
        view.nextFlip(at: row.order.expiresAt), view.nextTelling(of: row.order.purchasedAt),
        view.nextTelling(of: row.order.expiresAt),
      ]
    case .subscription(let row):
      changes = [
        view.nextFlip(at: row.phase?.until), view.nextTelling(of: row.startedAt),
        view.nextTelling(of: row.accessUntil),
      ]
    case .entitlement(let row):
      changes = [view.nextFlip(at: row.until), view.nextTelling(of: row.until)]
    case .document(let row): changes = [view.nextTelling(of: row.receivedAt)]
    case .notice(let row): changes = [view.nextTelling(of: row.notice.testimony.statedAt)]
    case .job(let row): changes = [view.nextTelling(of: row.createdAt)]
    case .audit(let row): changes = [view.nextTelling(of: row.at)]
    }
    return changes.compactMap(\.self).min()
  }
}
