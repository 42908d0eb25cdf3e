import Entitlements

// Acts about one sale.

extension ProposalMaker {
  func sale() throws(Refusal) -> Proposal {
    guard let act = action.saleAct, targets.orders.count == 1, let order = targets.orders.first
    else { throw Refusal("It is for one order: put the cursor on one.") }
    let store = order.store
    if act != .deliver, stores?.contains(store) == false {
      throw Refusal("Cannot ask \(store.title.string): \(Self.whyUnasked([store], isDemo: isDemo))")
    }
    var proposal = Proposal(
      title: "\(action.title): order \(SafeText(order.number))",
      verb: action.title,
      draft: .sale(act, order, because: "")
    )
    proposal.person = person
    proposal.add([order.purchase])
    proposal.inputs = inputs(for: act)
    proposal.statements = statements(of: act, order, store)
    // A delivery by hand can be noted twice; what a store is told cannot be taken back.
    if act != .deliver, let digits = order.lastDigits {
      proposal.confirm(by: digits, "the order's last digits")
    }
    return proposal
  }

  private func inputs(for act: SaleAct) -> [Proposal.Input] {
    let reason = Proposal.Input(.reason, "reason", "kept with the job")
    return switch act {
    case .refund:
      [.init(.endsAccess, "end access", "yes or no", "no", of: ["no", "yes"]), reason]
    case .answerApple:
      [
        .init(
          .consent,
          "agreed",
          "yes: the customer agreed that Apple is told",
          of: ["no", "yes"]
        ),
        .init(.used, "used", "0 to 100 percent; nothing where it is not known"),
        .init(
          .preference,
          "prefer",
          "what Apple should do; nothing leaves it to Apple",
          of: RefundPreference.allCases.map(\.rawValue)
        ), reason,
      ]
    case .deliver: [reason]
    }
  }

  private func statements(of act: SaleAct, _ order: SoldOrder, _ store: Store) -> [SafeText] {
    let amount: SafeText =
      order.price.map { "\(SafeText($0.description)) of" } ?? "what was paid on"
    let day = SafeText(Wording.day(order.purchasedAt))
    return switch act {
    case .refund:
      [
        "Google gives back \(amount) \(day). That cannot be undone.",
        "With yes, what was bought is taken back, too.",
      ]
    case .answerApple:
      [
        "sent to Apple: that it was delivered, how much was used, what you prefer",
        "Apple decides. It takes an answer for 12 hours after it asked.",
      ]
    case .deliver:
      [
        "Give the goods in your own system first; purser gives nothing by this.",
        store == .google
          ? "A note is kept, and Google counts the purchase as consumed."
          : "A note is kept. Nothing is sent to \(store.title).",
      ]
    }
  }
}
