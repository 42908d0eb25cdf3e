import Foundation

/// What the stores announced: mostly a second telling of what a sale or a statement says.
extension TimelineDraft {
  mutating func tellNotices(of chain: ChainRecord) {
    for notice in chain.notices where notice.kind != .test {
      guard let place = place(for: notice) else {
        if !chain.notices.contains(where: notice.repeats) { tellAlone(notice, chain: chain) }
        continue
      }
      change(place) { event in
        event.evidence.append(notice.testimony.evidence)
        event.sharpen(by: notice.kind)
      }
    }
  }

  private mutating func tellAlone(_ notice: Notice, chain: ChainRecord) {
    let kind = notice.kind.asEvent
    let subject = notice.order?.raw ?? chain.id.raw
    let time = notice.testimony.statedAt
    var event = TimelineEvent(
      kind,
      id: "notice:\(kind.rawValue):\(subject):\(time.milliseconds)",
      at: time,
      chain: chain.id,
      evidence: [notice.testimony.evidence]
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
    tell(event)
  }

  /// The event that the notice tells again.
  private mutating func place(for notice: Notice) -> Int? {
    for topic in notice.kind.topics {
      if let order = notice.order, let place = place(of: order, topic) { return place }
      // A notice on a sale that is not on file tells of no other one.
      if notice.order != nil, topic == .sale || topic == .cancellation { continue }
      if let place = place(near: notice.testimony.statedAt, topic) { return place }
    }
    return nil
  }
}

extension TimelineEvent {
  /// The store may know more exactly what a sale was than its dates tell.
  fileprivate mutating func sharpen(by notice: Notice.Kind) {
    switch (kind, notice) {
    case (.renewed, .recovered), (.resubscribed, .recovered): kind = .recovered
    case (.renewed, .resumed), (.resubscribed, .resumed): kind = .resumed
    case (.takenBack, .refunded): kind = .refunded
    case (.takenBack, .revoked): kind = .revoked
    default: break
    }
  }
}

extension Notice {
  /// Whether the other, of the same document, tells of a refund that took these rights.
  fileprivate func repeats(_ other: Notice) -> Bool {
    kind == .revoked && other.kind == .refunded && order != nil && order == other.order
      && testimony == other.testimony
  }
}

extension Notice.Kind {
  /// What else may tell the same, the likeliest first.
  fileprivate var topics: [TimelineDraft.Topic] {
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
