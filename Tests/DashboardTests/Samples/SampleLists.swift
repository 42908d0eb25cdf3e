import Dashboard
import Entitlements
import Foundation

/// What the tests' lists hold.
extension Sample {
  static let lists: [ListKind: [Record]] = [
    .orders: orders.map { .order(OrderRow(order: $0, chainState: nil)) },
    .subs: SubscriptionState.allCases.enumerated().map { place, state in
      .subscription(subscription(place, state))
    },
    .ent: (userDetails.entitlements + [granted]).map(Record.entitlement),
    .receipts: documents.map(Record.document),
    .events: notices.map(Record.notice),
    .audit: subjectHistory.audit.map(Record.audit),
  ]

  /// One that is in a state; all else depends on its place alone.
  static func subscription(_ place: Int, _ state: SubscriptionState) -> SubscriptionRow {
    let renews: Bool? =
      switch state {
      case .active, .trial, .introductory: true
      case .autoRenewOff, .expired: false
      default: nil
      }
    return SubscriptionRow(
      id: Subscription.id(
        store: Store.allCases[place % Store.allCases.count],
        environment: place % 5 == 4 ? .sandbox : .production,
        app: app,
        originalTransactionID: "20000007123456\(10 + place)"
      ),
      user: place % 4 == 3 ? nil : users[place % users.count].id,
      productID: "\(app).pro.\(place.isMultiple(of: 2) ? "monthly" : "yearly")",
      startedAt: days(Double(-40 - 9 * place)),
      accessUntil: place == 7 ? nil : days(Double(30 - 6 * place)),
      phase: Phase(
        from: days(-20),
        state: state,
        renews: renews,
        evidence: ID(digest("phase \(place)"))
      )
    )
  }

  private static let granted = Entitlement(
    key: "pro",
    user: ID("linus"),
    environment: .production,
    source: nil,
    evidence: ID(digest("grant")),
    from: days(-2),
    until: days(28)
  )

  static let notices = [
    notice(.renewalFailed, -0.3, "DID_FAIL_TO_RENEW GRACE_PERIOD"), notice(.renewed, -1),
    notice(.refundRequested, -2, "CONSUMPTION_REQUEST"), notice(.refunded, -2.5),
    notice(.planChangeChosen, -4, "DID_CHANGE_RENEWAL_PREF DOWNGRADE: pro.basic"),
    notice(.priceRiseAsked, -9), notice(.other, -12, "RESCIND_CONSENT"), notice(.test, -20),
  ]

  private static func notice(
    _ kind: StoreEvent.Kind,
    _ day: Double,
    _ detail: String? = nil
  ) -> EventRow {
    EventRow(
      notice: StoreEvent(
        kind,
        chain: kind == .test ? nil : chains[0],
        detail: detail,
        statementSource: StatementSource(ID(digest("\(kind)")), at: days(day))
      ),
      user: kind == .test ? nil : ID("ada"),
      receivedAt: days(day + 0.01)
    )
  }
}
