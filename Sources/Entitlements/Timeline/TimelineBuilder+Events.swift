import Foundation

/// Events that the stores announced, most of which repeat a sale or a statement.
extension TimelineBuilder {
  mutating func extractEvents(of chain: ChainRecord) {
    for notice in chain.notices where notice.kind != .test {
      guard let index = place(for: notice) else {
        if !chain.notices.contains(where: notice.repeats) { extractSingle(notice, chain: chain) }
        continue
      }
      change(index) { event in
        event.evidence.append(notice.statementSource.evidence)
        event.sharpen(by: notice.kind)
      }
    }
  }

  private mutating func extractSingle(_ notice: StoreEvent, chain: ChainRecord) {
    let kind = notice.kind.asEvent
    let subject = notice.order?.raw ?? chain.id.raw
    let time = notice.statementSource.statedAt
    var event = TimelineEvent(
      kind,
      id: "notice:\(kind.rawValue):\(subject):\(time.milliseconds)",
      at: time,
      chain: chain.id,
      evidence: [notice.statementSource.evidence]
    )
    event.store = chain.store
    event.environment = chain.environment
    event.order = notice.order
    event.detail = notice.detail
    let sale =
      notice.order.flatMap { order in chain.sales.first { $0.id == order } }
      ?? chain.sale(by: time)
    event.productID = sale?.productID
    if kind == .refunded || kind == .refundRequested { event.price = sale?.terms?.price }
    include(event)
  }

  /// The index of the event that the notification repeats.
  private mutating func place(for notice: StoreEvent) -> Int? {
    for topic in notice.kind.topics {
      if let order = notice.order, let index = place(of: order, topic) { return index }
      // A notification on a sale that is not stored is not about another one.
      if notice.order != nil, topic == .sale || topic == .cancellation { continue }
      if let index = place(near: notice.statementSource.statedAt, topic) { return index }
    }
    return nil
  }
}

extension TimelineEvent {
  /// Refines the kind: a notification may be more specific than a sale's dates.
  fileprivate mutating func sharpen(by notice: StoreEvent.Kind) {
    switch (kind, notice) {
    case (.renewed, .recovered), (.resubscribed, .recovered): kind = .recovered
    case (.renewed, .resumed), (.resubscribed, .resumed): kind = .resumed
    case (.takenBack, .refunded): kind = .refunded
    case (.takenBack, .revoked): kind = .revoked
    default: break
    }
  }
}

extension StoreEvent {
  /// Whether it is the revocation to a refund in the same document.
  fileprivate func repeats(_ other: StoreEvent) -> Bool {
    kind == .revoked && other.kind == .refunded && order != nil && order == other.order
      && statementSource == other.statementSource
  }
}

extension StoreEvent.Kind {
  /// The topics of events that it may repeat, the likeliest first.
  fileprivate var topics: [TimelineBuilder.Topic] {
    switch self {
    case .purchased, .renewed, .recovered, .resumed, .planChanged, .offerRedeemed: [.sale]
    case .renewalFailed: [.grace, .hold]
    case .graceBegan: [.grace]
    case .graceEnded: [.hold]
    case .renewalTurnedOff: [.renewalOff]
    case .renewalTurnedOn: [.renewalOn]
    case .expired: [.expired]
    case .paused: [.paused]
    case .pending: [.pending]
    case .refunded: [.cancellation]
    case .revoked: [.cancellation, .revoked]
    case .planChangeChosen, .extended, .pauseScheduled, .pendingCancelled, .refundRequested,
      .refundedInPart, .refundDeclined, .refundReversed, .priceRiseAsked, .priceRiseAgreed,
      .priceRiseAnnounced, .priceChanged, .cancellationScheduled, .acknowledged, .consumed, .test,
      .other:
      []
    }
  }

  fileprivate var asEvent: TimelineEvent.Kind {
    switch self {
    case .purchased: .purchased
    case .renewed: .renewed
    case .renewalFailed: .renewalFailed
    case .recovered: .recovered
    case .graceBegan: .graceBegan
    case .graceEnded: .graceEnded
    case .renewalTurnedOff: .renewalTurnedOff
    case .renewalTurnedOn: .renewalTurnedOn
    case .planChangeChosen: .planChangeChosen
    case .planChanged: .planChanged
    case .offerRedeemed: .offerRedeemed
    case .expired: .expired
    case .extended: .extended
    case .paused: .paused
    case .pauseScheduled: .pauseScheduled
    case .resumed: .resumed
    case .pending: .pending
    case .pendingCancelled: .pendingCancelled
    case .refundRequested: .refundRequested
    case .refunded: .refunded
    case .refundedInPart: .refundedInPart
    case .refundDeclined: .refundDeclined
    case .refundReversed: .refundReversed
    case .revoked: .revoked
    case .priceRiseAsked: .priceRiseAsked
    case .priceRiseAgreed: .priceRiseAgreed
    case .priceRiseAnnounced: .priceRiseAnnounced
    case .priceChanged: .priceChanged
    case .cancellationScheduled: .cancellationScheduled
    case .acknowledged: .acknowledged
    case .consumed: .consumed
    case .test, .other: .noticed
    }
  }
}
