import Entitlements
import Foundation
import Receipts

/// Facts from a `recurrences/query` answer: subscriptions. The store states no periods: a
/// recurrence is one sale whose end moves with each renewal.
enum MicrosoftRecurrenceFacts {
  static func extract(
    _ recurrences: [MicrosoftRecurrence],
    into translation: inout DocumentTranslation
  ) {
    translation.purchases = recurrences.count
    guard let factSource = translation.factSource else { return }
    for recurrence in recurrences {
      let productID = recurrence.productID ?? translation.context.productID
      guard let name = recurrence.id.usable else { continue }
      guard let state = recurrence.state?.known else {
        let detail = "recurrenceState \(recurrence.state?.raw ?? "is missing")"
        translation.collector.add(factSource.notice(.other, chain: name, detail: detail))
        continue
      }
      translation.collector.add(recurrence.sale(name, productID, state), by: factSource)
      if recurrence.isTrial == true {
        // Once it is paid for, the sale itself no longer states it.
        let start = factSource.at(recurrence.startsAt)
        translation.collector.add(
          start.notice(
            .offerRedeemed,
            chain: name,
            order: name,
            detail: recurrence.expiresAt?.kept.map { $0.ISO8601Format() }
          )
        )
      }
      if state != .none {
        translation.collector.add(
          RenewalStatus(
            chain: factSource.chain(name),
            condition: recurrence.condition(state, at: factSource.statedAt),
            renews: recurrence.autoRenew,
            statementSource: factSource.statementSource
          )
        )
      }
      translation.collector.add(factSource.link(.appAccount, recurrence.userID, of: name))
    }
  }
}

extension MicrosoftRecurrence {
  /// The user that the app named when it requested the key.
  fileprivate var userID: String? {
    guard let beneficiary, beneficiary.hasPrefix("pub:"), beneficiary != "pub:NoUserIdProvided"
    else { return nil }
    return String(beneficiary.dropFirst(4))
  }

  /// `None` is the store's state for permanent ownership.
  fileprivate func sale(_ name: String, _ productID: String?, _ state: State) -> RawSale {
    RawSale(
      transactionID: name,
      productID: productID,
      kind: state == .none ? .nonConsumable : .autoRenewable,
      purchasedAt: startsAt,
      expiresAt: state == .none ? nil : expiresAt,
      offer: isTrial == true ? .trial : nil,
      country: market
    )
  }

  fileprivate func condition(_ state: State, at instant: Date) -> RenewalStatus.Condition {
    let grace = (expiresWithGraceAt?.kept).flatMap { instant < $0 ? $0 : nil }
    switch state {
    // The state changes minutes, sometimes hours, after the end of a period; access continues until
    // the renewal is decided (Microsoft Store, "Manage subscription products",
    // expirationTimeWithGrace).
    case .active:
      guard autoRenew != false, let grace, grace > expiresAt?.kept ?? .distantPast else {
        return .running
      }
      return .renewing(until: grace)
    case .inDunning: return grace.map { .gracePeriod(until: $0) } ?? .billingRetry(until: nil)
    case .inactive: return .ended(.voluntary)
    case .canceled: return .ended(.other)
    case .failed: return .ended(.billing)
    case .none: return .running
    }
  }
}
