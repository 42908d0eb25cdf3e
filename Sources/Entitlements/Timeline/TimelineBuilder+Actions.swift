import Foundation

/// Changes of ownership, operator actions and rejections.
extension TimelineBuilder {
  mutating func extractOwners(of chain: ChainRecord, policy: OwnershipPolicy) {
    for change in OwnerChange.history(
      of: chain.id,
      chain.claims,
      chain.holder,
      policy: policy
    ) {
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
        id: "owner:\(chain.id):\(change.statementSource.evidence):\(change.to)",
        at: change.statementSource.statedAt,
        chain: chain.id,
        evidence: [change.statementSource.evidence]
      )
      event.store = chain.store
      event.environment = chain.environment
      event.productID = chain.sales.last?.productID
      event.user = change.to
      include(event)
    }
  }

  mutating func extractActions(_ acts: [OperatorAction], about chains: [ChainRecord]) {
    chainIndex = nil
    for act in acts {
      let evidence = act.statementSource.evidence
      func event(_ kind: TimelineEvent.Kind, _ name: String = "") -> TimelineEvent {
        TimelineEvent(
          kind,
          id: "act:\(evidence):\(kind.rawValue):\(name)",
          at: act.statementSource.statedAt,
          evidence: [evidence]
        )
      }
      var timelineEvent: TimelineEvent
      switch act.kind {
      case .consume(let order, let count, _):
        timelineEvent = event(.used, order.raw)
        timelineEvent.order = order
        timelineEvent.quantity = count
        if let index = saleEvent(of: order) {
          (timelineEvent.productID, timelineEvent.store) = (
            events[index].productID, events[index].store
          )
          (timelineEvent.chain, timelineEvent.environment) = (
            events[index].chain, events[index].environment
          )
          timelineEvent.chainIndex = events[index].chainIndex
        }
      case .grant(let user, let key, let environment, let until):
        timelineEvent = event(.granted, "\(user):\(environment.rawValue):\(key)")
        (timelineEvent.user, timelineEvent.detail, timelineEvent.environment) = (
          user, key, environment
        )
        timelineEvent.until = until
      case .withdraw(let user, let key, let environment):
        timelineEvent = event(.withdrawn, "\(user):\(environment.rawValue):\(key)")
        (timelineEvent.user, timelineEvent.detail, timelineEvent.environment) = (
          user, key, environment
        )
      case .merge(let user, let other):
        timelineEvent = event(.usersMerged, "\(user):\(other)")
        timelineEvent.user = user
      case .transfer(let chain, let user):
        // The action is also a claim, which was added as a change of owner with the same ID.
        let name = "owner:\(chain):\(evidence):\(user)"
        timelineEvent = TimelineEvent(
          .ownerChanged,
          id: name,
          at: act.statementSource.statedAt,
          chain: chain,
          evidence: [evidence]
        )
        timelineEvent.user = user
        timelineEvent.chainIndex = chains.firstIndex { $0.id == chain }
      case .note(let user, _):
        timelineEvent = event(.noted, user.raw)
        timelineEvent.user = user
      case .policy(let policy):
        timelineEvent = event(.policyChosen, policy.rawValue)
        timelineEvent.detail = policy.rawValue
      case .account(let account, let user):
        timelineEvent = event(.accountLinked, account)
        (timelineEvent.user, timelineEvent.detail) = (user, account)
      case .accountForms(let forms):
        let spellings = forms.map(\.spelling).joined(separator: ", ")
        timelineEvent = event(.accountFormsChosen, spellings)
        timelineEvent.detail = spellings
      }
      include(timelineEvent)
    }
  }

  mutating func extractRejections(_ documents: [DocumentRow]) {
    for document in documents {
      guard case .rejected(let code, _, _) = document.verdict else { continue }
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
