package import Foundation

/// The display texts for states, shared by screens and commands.
package enum Wording {
  /// A description of a sale at `instant`: `active until 2026-12-01`.
  package static func sentence(for order: Order, at instant: Date) -> String {
    let state = order.state(at: instant)
    return sentence(
      for: state,
      from: order.purchasedAt,
      until: order.accessUntil,
      cancelledAt: order.cancelledAt
    )
  }

  /// A description of a chain at `instant`, by the period that decides then.
  package static func sentence(for subscription: Subscription, at instant: Date) -> String {
    guard let period = subscription.period(at: instant) else { return phrase(for: .expired) }
    return sentence(
      for: period.state(at: instant),
      from: period.from,
      until: period.accessUntil,
      cancelledAt: period.cancelledAt
    )
  }

  /// A description of an entitlement at `instant`.
  package static func sentence(for entitlement: Entitlement, at instant: Date) -> String {
    let state: SubscriptionState =
      if entitlement.isActive(at: instant) {
        .active
      } else if instant < entitlement.from {
        .pending
      } else {
        .expired
      }
    return sentence(for: state, from: entitlement.from, until: entitlement.until, cancelledAt: nil)
  }

  /// The state alone, as part of a sentence.
  package static func phrase(for state: SubscriptionState) -> String {
    switch state {
    case .active: "active"
    case .trial: "in a free trial"
    case .introductory: "active at an introductory price"
    case .gracePeriod: "in a grace period"
    case .billingRetry: "without access while the store retries the payment"
    case .paused: "paused"
    case .autoRenewOff: "active, will not renew"
    case .expired: "expired"
    case .refunded: "refunded"
    case .revoked: "revoked"
    case .pending: "not begun"
    case .unverified: "not verified"
    }
  }

  /// The day of `instant` in UTC: `2026-12-01`. Years are clamped to 1 to 9999.
  package static func day(_ instant: Date) -> String {
    let seconds = instant.timeIntervalSince1970
    let bounded = seconds.isNaN ? 0 : min(max(seconds, -62_135_769_600), 253_402_300_799)
    return Date(timeIntervalSince1970: bounded).formatted(.iso8601.year().month().day())
  }

  /// The day on which an interval ends, or the time in UTC if it is shorter than a day, as in
  /// sandboxes.
  static func end(_ end: Date, from start: Date) -> String {
    let length = end.timeIntervalSince(start)
    guard (0..<86_400).contains(length) else { return day(end) }
    let time = "\(end.formatted(.iso8601.time(includingFractionalSeconds: false)).prefix(5)) UTC"
    return day(start) == day(end) ? time : "\(day(end)) \(time)"
  }

  private static func sentence(
    for state: SubscriptionState,
    from: Date,
    until: Date?,
    cancelledAt: Date?
  ) -> String {
    let phrase = phrase(for: state)
    return switch state {
    case .active where until == nil: "\(phrase), without end"
    case .active, .trial, .introductory, .gracePeriod, .autoRenewOff:
      until.map { "\(phrase) until \(day($0))" } ?? phrase
    case .expired: until.map { "\(phrase) on \(day($0))" } ?? phrase
    case .refunded, .revoked: cancelledAt.map { "\(phrase) on \(day($0))" } ?? phrase
    case .pending: "begins on \(day(from))"
    case .billingRetry, .paused, .unverified: phrase
    }
  }
}

extension Wording {
  /// What a genuine document is about: the event and the product, or the number of purchases.
  package static func content(of document: DocumentRow) -> String {
    let event = document.event.map { phrase(forNotice: $0) }
    let product = document.productID.map { product in
      let app = document.app.map { $0 + "." } ?? ""
      return product.hasPrefix(app) ? String(product.dropFirst(app.count)) : product
    }
    let words = [event, product].compactMap(\.self)
    if !words.isEmpty { return words.joined(separator: ", ") }
    return document.purchases == 1 ? "1 purchase" : "\(document.purchases) purchases"
  }

  /// The display name of a document's kind, by its stable name.
  package static func phrase(forDocument kind: String) -> String {
    switch kind {
    case "app-receipt": "app receipt"
    case "legacy-transaction-receipt": "old receipt"
    case "jws-transaction": "signed sale"
    case "jws-renewal-info": "signed renewal"
    case "jws-app-transaction": "app purchase"
    case "jws-notification": "Apple notice"
    case "server-notification-v1": "old Apple notice"
    case "verify-receipt-response": "verifyReceipt"
    case "app-store-response": "Apple answer"
    case "google-purchase": "Google purchase"
    case "google-product": "Google product"
    case "google-subscription": "Google subscription"
    case "google-order": "Google order"
    case "google-voided": "Google voids"
    case "google-rtdn": "Google notice"
    case "google-error": "Google error"
    case "microsoft-receipt": "Microsoft receipt"
    case "microsoft-response": "Microsoft answer"
    case "microsoft-store-id-key": "Microsoft key"
    case "amazon-receipt": "Amazon receipt"
    case "amazon-refusal": "Amazon refusal"
    case "amazon-notification": "Amazon notice"
    case "manual": "manual action"
    case Document.profileKind: "user profile"
    default: kind
    }
  }

  /// How a document was received, for a sentence that begins "it was".
  package static func phrase(for origin: Origin) -> String {
    switch origin {
    case .uploaded: "sent by the app or the customer"
    case .polled: "queried from the store"
    case .pushed: "sent by the store"
    case .imported: "imported from a file"
    case .manual: "done by hand"
    }
  }

  /// Why a document is trusted.
  package static func phrase(for provenance: TrustBasis) -> String {
    switch provenance {
    case .signature: "the store's signature"
    case .storeAnswer: "the store's own answer"
    case .sharedSecret: "a shared secret alone"
    case .operatorAct: "an operator"
    case .generated: "nothing: it was generated"
    case .none: "nothing"
    }
  }

  /// A short label for a store event; at most 20 characters.
  package static func phrase(forNotice notice: StoreEvent.Kind) -> String {
    switch notice {
    case .purchased: "purchased"
    case .renewed: "renewed"
    case .renewalFailed: "payment failed"
    case .recovered: "payment recovered"
    case .graceBegan: "grace period began"
    case .graceEnded: "grace period ended"
    case .renewalTurnedOff: "renewal turned off"
    case .renewalTurnedOn: "renewal turned on"
    case .planChangeChosen: "plan change chosen"
    case .planChanged: "plan changed"
    case .offerRedeemed: "offer redeemed"
    case .expired: "expired"
    case .extended: "period extended"
    case .paused: "paused"
    case .pauseScheduled: "pause planned"
    case .resumed: "resumed"
    case .pending: "waits for approval"
    case .pendingCancelled: "pending cancelled"
    case .refundRequested: "refund requested"
    case .refunded: "refunded"
    case .refundedInPart: "refunded in part"
    case .refundDeclined: "refund declined"
    case .refundReversed: "refund reversed"
    case .revoked: "revoked"
    case .priceRiseAsked: "price rise asked"
    case .priceRiseAgreed: "price rise agreed"
    case .priceRiseAnnounced: "price rise announced"
    case .priceChanged: "price changed"
    case .cancellationScheduled: "end of plan set"
    case .acknowledged: "acknowledged"
    case .consumed: "used up"
    case .test: "test"
    case .other: "unknown event"
    }
  }
}
