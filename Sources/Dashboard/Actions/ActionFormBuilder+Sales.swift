import Entitlements

// Actions on one sale.

extension ActionFormBuilder {
  func sale() throws(Refusal) -> ActionForm {
    guard let act = action.purchaseAction, targets.orders.count == 1,
      let order = targets.orders.first
    else { throw Refusal("This action needs one order: put the cursor on one.") }
    let store = order.store
    if act != .deliver, stores?.contains(store) == false {
      throw Refusal(
        "Cannot query \(store.title.string): \(Self.unavailableReason([store], isDemo: isDemo))"
      )
    }
    var form = ActionForm(
      title: "\(action.title): order \(SafeText(order.number))",
      verb: action.title,
      draft: .sale(act, order, because: "")
    )
    form.person = person
    form.add([order.purchase])
    form.inputs = inputs(for: act)
    form.statements = statements(of: act, order, store)
    // A manual delivery can be recorded twice; what is sent to a store cannot be undone.
    if act != .deliver, let digits = order.lastDigits {
      form.confirm(by: digits, "the order's last digits")
    }
    return form
  }

  private func inputs(for act: PurchaseAction) -> [ActionForm.Input] {
    let reason = ActionForm.Input(.reason, "reason", "saved with the job")
    return switch act {
    case .refund:
      [.init(.endsAccess, "end access", "yes or no", "no", of: ["no", "yes"]), reason]
    case .answerApple:
      [
        .init(
          .consent,
          "agreed",
          "yes: the customer agreed to inform Apple",
          of: ["no", "yes"]
        ),
        .init(.used, "used", "0 to 100 percent; nothing if unknown"),
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

  private func statements(of act: PurchaseAction, _ order: SoldOrder, _ store: Store) -> [SafeText]
  {
    let amount: SafeText =
      order.price.map { "\(SafeText($0.description)) of" } ?? "what was paid on"
    let day = SafeText(Wording.day(order.purchasedAt))
    return switch act {
    case .refund:
      [
        "Google refunds \(amount) \(day). That cannot be undone.",
        "With yes, the customer also loses access.",
      ]
    case .answerApple:
      [
        "sent to Apple: delivery, consumption and your preference",
        "Apple decides. It accepts an answer within 12 hours of its request.",
      ]
    case .deliver:
      [
        "Deliver the goods first; purser only records the delivery.",
        store == .google
          ? "A note is saved, and Google counts the purchase as consumed."
          : "A note is saved. Nothing is sent to \(store.title).",
      ]
    }
  }
}
