import Foundation

/// Whose things are, what operators did, and what was not believed.
extension TimelineDraft {
  mutating func tellOwners(of chain: ChainRecord, policy: OwnershipPolicy) {
    for change in OwnerChange.history(
      of: chain.id,
      chain.claims,
      chain.holder,
      policy: policy
    ) {
      let kind: TimelineEvent.Kind
      switch change.outcome {
      // The first owner is the buyer: the sale tells it.
      case .began: continue
      case .moved: kind = .ownerChanged
      case .shared: kind = .ownerShared
      case .refused: kind = .ownerRefused
      }
      var event = TimelineEvent(
        kind,
        id: "owner:\(chain.id):\(change.testimony.evidence):\(change.to)",
        at: change.testimony.statedAt,
        chain: chain.id,
        evidence: [change.testimony.evidence]
      )
      event.store = chain.store
      event.environment = chain.environment
      event.productID = chain.sales.last?.productID
      event.user = change.to
      tell(event)
    }
  }

  mutating func tellActs(_ acts: [Act], about chains: [ChainRecord]) {
    chainPlace = nil
    for act in acts {
      let evidence = act.testimony.evidence
      func event(_ kind: TimelineEvent.Kind, _ name: String = "") -> TimelineEvent {
        TimelineEvent(
          kind,
          id: "act:\(evidence):\(kind.rawValue):\(name)",
          at: act.testimony.statedAt,
          evidence: [evidence]
        )
      }
      var told: TimelineEvent
      switch act.deed {
      case .consume(let order, let count, _):
        told = event(.used, order.raw)
        told.order = order
        told.quantity = count
        if let place = saleEvent(of: order) {
          (told.productID, told.store) = (events[place].productID, events[place].store)
          (told.chain, told.environment) = (events[place].chain, events[place].environment)
          told.chainPlace = events[place].chainPlace
        }
      case .grant(let user, let key, let environment, let until):
        told = event(.granted, "\(user):\(environment.rawValue):\(key)")
        (told.user, told.detail, told.environment) = (user, key, environment)
        told.until = until
      case .withdraw(let user, let key, let environment):
        told = event(.withdrawn, "\(user):\(environment.rawValue):\(key)")
        (told.user, told.detail, told.environment) = (user, key, environment)
      case .merge(let user, let other):
        told = event(.usersMerged, "\(user):\(other)")
        told.user = user
      case .transfer(let chain, let user):
        // The claim that the act is tells it as a change of owner already.
        let name = "owner:\(chain):\(evidence):\(user)"
        told = TimelineEvent(
          .ownerChanged,
          id: name,
          at: act.testimony.statedAt,
          chain: chain,
          evidence: [evidence]
        )
        told.user = user
        told.chainPlace = chains.firstIndex { $0.id == chain }
      case .note(let user, _):
        told = event(.noted, user.raw)
        told.user = user
      case .policy(let policy):
        told = event(.policyChosen, policy.rawValue)
        told.detail = policy.rawValue
      case .account(let account, let user):
        told = event(.accountLinked, account)
        (told.user, told.detail) = (user, account)
      case .accountForms(let forms):
        let spellings = forms.map(\.spelling).joined(separator: ", ")
        told = event(.accountFormsChosen, spellings)
        told.detail = spellings
      }
      tell(told)
    }
  }

  mutating func tellRejections(_ documents: [DocumentRow]) {
    for document in documents {
      guard case .rejected(let code, _, _) = document.verdict else { continue }
      // What an unproven document says of its own time proves nothing.
      var event = TimelineEvent(
        .rejected,
        id: "document:\(document.id)",
        at: document.receivedAt,
        evidence: [document.id]
      )
      event.store = document.store
      event.environment = document.environment
      event.detail = code
      tell(event)
    }
  }
}
