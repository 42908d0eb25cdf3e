import Foundation

/// Events that the stores announced, most of which repeat a sale or a statement.
extension TimelineBuilder {
  mutating func extractEvents(of chain: ChainRecord) {
    for notice in chain.notices where notice.kind != .test {
      guard let index = event(for: notice) else {
        if !chain.notices.contains(where: notice.repeats) { extractSingle(notice, chain: chain) }
        continue
      }
      change(index) { event in
        event.evidence.append(notice.evidence)
        event.sharpen(by: notice.kind)
      }
    }
  }

  private mutating func extractSingle(_ notice: StoreEvent, chain: ChainRecord) {
    let kind = notice.kind.asEvent
    let subject = notice.order?.raw ?? chain.id.raw
    let time = notice.statedAt
    let sale =
      notice.order.flatMap { order in chain.sales.first { $0.id == order } }
      ?? chain.sale(by: time)
    var event = TimelineEvent(
      kind,
      id: "notice:\(kind.rawValue):\(subject):\(time.milliseconds)",
      at: time,
      in: chain,
      product: sale?.productID,
      evidence: notice.evidence
    )
    event.order = notice.order
    event.detail = notice.detail
    if kind == .refunded || kind == .refundRequested { event.price = sale?.terms?.price }
    include(event)
  }

  /// The index of the event that the notification repeats.
  private mutating func event(for notice: StoreEvent) -> Int? {
    for topic in notice.kind.topics {
      if let order = notice.order, let index = event(of: order, topic) { return index }
      // A notification on a sale that is not stored is not about another one.
      if notice.order != nil, topic == .sale || topic == .cancellation { continue }
      if let index = event(near: notice.statedAt, topic) { return index }
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
    case (.refundedOrRevoked, .refunded): kind = .refunded
    case (.refundedOrRevoked, .revoked): kind = .revoked
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
    default: []
    }
  }

  /// The event of the same name.
  fileprivate var asEvent: TimelineEvent.Kind { TimelineEvent.Kind(rawValue: rawValue) ?? .noticed }
}

/// Changes of ownership, operator actions and rejections.
extension TimelineBuilder {
  mutating func extractOwners(of chain: ChainRecord, policy: OwnershipPolicy) {
    let changes = OwnerChange.history(of: chain.id, chain.claims, chain.holder, policy: policy)
    for change in changes {
      let kind: TimelineEvent.Kind
      switch change.outcome {
      // The first owner is the buyer, as in the sale's event.
      case .began: continue
      case .moved: kind = .ownerChanged
      case .shared: kind = .ownerShared
      case .refused: kind = .ownerRefused
      }
      var event = TimelineEvent(
        kind,
        id: "owner:\(chain.id):\(change.evidence):\(change.to)",
        at: change.statedAt,
        in: chain,
        product: chain.sales.last?.productID,
        evidence: change.evidence
      )
      event.user = change.to
      include(event)
    }
  }

  mutating func extractActions(_ acts: [OperatorAction], about chains: [ChainRecord]) {
    chainIndex = nil
    for act in acts { include(event(of: act, about: chains)) }
  }

  private mutating func event(
    of act: OperatorAction,
    about chains: [ChainRecord]
  ) -> TimelineEvent {
    func event(
      _ kind: TimelineEvent.Kind,
      _ name: String,
      _ user: ID<User>? = nil,
      detail: String? = nil
    ) -> TimelineEvent {
      var event = TimelineEvent(
        kind,
        id: "act:\(act.evidence):\(kind.rawValue):\(name)",
        at: act.statedAt,
        evidence: [act.evidence]
      )
      (event.user, event.detail) = (user, detail)
      return event
    }
    switch act.kind {
    case .consume(let order, let count, _):
      var used = event(.used, order.raw)
      (used.order, used.quantity) = (order, count)
      if let index = saleEvent(of: order) {
        let sale = events[index]
        (used.productID, used.store) = (sale.productID, sale.store)
        (used.chain, used.environment) = (sale.chain, sale.environment)
        used.chainIndex = sale.chainIndex
      }
      return used
    case .grant(let user, let key, let environment, let until):
      var granted = event(.granted, "\(user):\(environment.rawValue):\(key)", user, detail: key)
      (granted.environment, granted.until) = (environment, until)
      return granted
    case .withdraw(let user, let key, let environment):
      var withdrawn = event(.withdrawn, "\(user):\(environment.rawValue):\(key)", user, detail: key)
      withdrawn.environment = environment
      return withdrawn
    case .merge(let user, let other): return event(.usersMerged, "\(user):\(other)", user)
    case .transfer(let chain, let user):
      // The action is also a claim, which was added as a change of owner with the same ID.
      var moved = TimelineEvent(
        .ownerChanged,
        id: "owner:\(chain):\(act.evidence):\(user)",
        at: act.statedAt,
        chain: chain,
        evidence: [act.evidence]
      )
      moved.user = user
      moved.chainIndex = chains.firstIndex { $0.id == chain }
      return moved
    case .note(let user, _): return event(.noted, user.raw, user)
    case .assign(let user, let assignee): return event(.assigned, user.raw, user, detail: assignee)
    case .policy(let policy):
      return event(.policyChosen, policy.rawValue, detail: policy.rawValue)
    case .account(let account, let user):
      return event(.accountLinked, account, user, detail: account)
    case .accountForms(let forms):
      let spellings = forms.map(\.spelling).joined(separator: ", ")
      return event(.accountFormsChosen, spellings, detail: spellings)
    }
  }

  mutating func extractRejections(_ documents: [DocumentRow]) {
    for document in documents {
      guard case .rejected(let code, _, _) = document.verdict, !document.isAcceptedKey else {
        continue
      }
      // An unverified document's own time proves nothing.
      var event = TimelineEvent(
        .rejected,
        id: "document:\(document.id)",
        at: document.receivedAt,
        evidence: [document.id]
      )
      event.store = document.store
      event.environment = document.environment
      event.detail = code
      include(event)
    }
  }
}
