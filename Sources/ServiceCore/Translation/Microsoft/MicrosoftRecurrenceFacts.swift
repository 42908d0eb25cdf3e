import Entitlements
import Foundation
import Receipts

/// Subscriptions as `recurrences/query` answers. The store tells no periods: a recurrence is one
/// sale from its start to its end, which moves with every renewal.
enum MicrosoftRecurrenceFacts {
  static func tell(_ recurrences: [MicrosoftRecurrence], into telling: inout Telling) {
    telling.purchases = recurrences.count
    guard let witness = telling.witness else { return }
    for recurrence in recurrences {
      let productID = recurrence.productID ?? telling.context.productID
      guard let name = recurrence.id.usable else { continue }
      guard let state = recurrence.state?.known else {
        let word = "recurrenceState \(recurrence.state?.raw ?? "is missing")"
        telling.findings.add(witness.notice(.other, chain: name, detail: word))
        continue
      }
      telling.findings.add(recurrence.sale(name, productID, state), by: witness)
      if recurrence.isTrial == true {
        // The sale itself tells it no more once it is paid for.
        let start = witness.at(recurrence.startsAt)
        telling.findings.add(
          start.notice(
            .offerRedeemed,
            chain: name,
            order: name,
            detail: recurrence.expiresAt?.kept.map { $0.ISO8601Format() }
          )
        )
      }
      if state != .none {
        telling.findings.add(
          Standing(
            chain: witness.chain(name),
            condition: recurrence.condition(state, at: witness.statedAt),
            renews: recurrence.autoRenew,
            testimony: witness.testimony
          )
        )
      }
      telling.findings.add(witness.link(.appAccount, recurrence.userID, of: name))
    }
  }
}

extension MicrosoftRecurrence {
  /// The user that the app named when it asked for the key.
  fileprivate var userID: String? {
    guard let beneficiary, beneficiary.hasPrefix("pub:"), beneficiary != "pub:NoUserIdProvided"
    else { return nil }
    return String(beneficiary.dropFirst(4))
  }

  /// `None` is the store's word for what is owned without end.
  fileprivate func sale(_ name: String, _ productID: String?, _ state: State) -> Sale {
    Sale(
      transactionID: name,
      productID: productID,
      kind: state == .none ? .nonConsumable : .autoRenewable,
      purchasedAt: startsAt,
      expiresAt: state == .none ? nil : expiresAt,
      offer: isTrial == true ? .trial : nil,
      country: market
    )
  }

  fileprivate func condition(_ state: State, at instant: Date) -> Standing.Condition {
    let grace = (expiresWithGraceAt?.kept).flatMap { instant < $0 ? $0 : nil }
    switch state {
    // The state comes minutes, at times hours, after the end of a period; access holds until the
    // renewal is settled (Microsoft Store, "Manage subscription products", expirationTimeWithGrace).
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
