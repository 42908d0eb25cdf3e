import Entitlements
import Foundation

extension UserScreen {
  enum Tab: Int, CaseIterable, Sendable {
    case overview, timeline, subs, orders, entitlements, receipts, aliases, notes, audit

    var title: SafeText {
      switch self {
      case .overview: "overview"
      case .timeline: "timeline"
      case .subs: "subs"
      case .orders: "orders"
      case .entitlements: "entitlements"
      case .receipts: "receipts"
      case .aliases: "aliases"
      case .notes: "notes"
      case .audit: "audit"
      }
    }

    /// The list of the tab's rows.
    var list: ListKind? {
      switch self {
      case .overview, .timeline, .aliases, .notes: nil
      case .orders: .orders
      case .subs: .subs
      case .entitlements: .ent
      case .receipts: .receipts
      case .audit: .audit
      }
    }

    /// Whether it shows data beyond `UserDetails`.
    var needsHistory: Bool {
      switch self {
      case .timeline, .aliases, .notes, .audit: true
      case .overview, .subs, .orders, .entitlements, .receipts: false
      }
    }
  }

  /// The rows of the tabs that are built from `UserDetails`.
  static func rows(of userDetails: UserDetails, at now: Date) -> [Tab: [Record]] {
    [
      .orders: userDetails.orders.map { order in
        .order(OrderRow(order: order, chainState: nil))
      },
      .subs: userDetails.subscriptions.map { chain in
        .subscription(
          SubscriptionRow(
            id: chain.id,
            user: userDetails.user.id,
            productID: chain.productID,
            startedAt: chain.startedAt,
            accessUntil: chain.accessUntil,
            phase: userDetails.phase(of: chain, at: now)
          )
        )
      },
      .entitlements: userDetails.entitlements.map { .entitlement($0) },
      .receipts: userDetails.documents.map { .document($0) },
    ]
  }
}

extension UserDetails {
  /// The current phase of a chain, derived from its periods if no phase is known.
  fileprivate func phase(of chain: Subscription, at now: Date) -> Phase? {
    lives[chain.id]?.last { $0.contains(now) }
      ?? chain.periods.last.map { last in
        Phase(
          from: last.from,
          until: nil,
          state: chain.state(at: now),
          evidence: orders.first { $0.id == last.order }?.evidence ?? ID("")
        )
      }
  }
}
