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

    /// The list that its rows are of.
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

    /// Whether it shows more than the dossier holds.
    var needsChronicle: Bool {
      switch self {
      case .timeline, .aliases, .notes, .audit: true
      case .overview, .subs, .orders, .entitlements, .receipts: false
      }
    }
  }

  /// What the tabs list that are made of the dossier.
  static func rows(of dossier: Dossier, at now: Date) -> [Tab: [Record]] {
    [
      .orders: dossier.orders.map { order in
        .order(OrderRow(order: order, chainState: nil))
      },
      .subs: dossier.subscriptions.map { chain in
        .subscription(
          SubscriptionRow(
            id: chain.id,
            user: dossier.user.id,
            productID: chain.productID,
            startedAt: chain.startedAt,
            accessUntil: chain.accessUntil,
            phase: dossier.phase(of: chain, at: now)
          )
        )
      },
      .entitlements: dossier.entitlements.map { .entitlement($0) },
      .receipts: dossier.documents.map { .document($0) },
    ]
  }
}

extension Dossier {
  /// How a chain stands: as stores and operators said, by its periods alone where no phase is known.
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
