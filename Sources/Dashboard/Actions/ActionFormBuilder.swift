import Entitlements
import Foundation

/// Builds the confirmation form of an action, or explains why there is nothing to do.
struct ActionFormBuilder {
  let action: Action
  let targets: Targets
  /// The stores that can be queried; `nil` if unknown.
  var stores: Set<Store>?
  var isDemo = false
  /// The user who contacted support.
  var inquirer: ID<User>?
  /// The operator, and the names of all operators.
  var me = Operator(account: "", name: "", role: .money)
  var colleagues: [String] = []

  struct Refusal: Error, Equatable {
    var message: String

    init(_ message: String) { self.message = message }
  }

  func form() throws(Refusal) -> ActionForm {
    switch action {
    case .restore: try restore()
    case .transfer: try transfer()
    case .grant: try grant()
    case .revoke: try revoke()
    case .note: try note()
    case .assign: try assign()
    case .approve: try approve()
    case .cancelJob: try cancel()
    case .retryJob: try retry()
    case .refund, .revokeAtStore, .answerApple, .answerGoogle, .deliver: try sale()
    default: try reverify()
    }
  }

  var person: Targets.Person? { targets.people.count == 1 ? targets.people[0] : nil }

  private func reverify() throws(Refusal) -> ActionForm {
    let real = targets.purchases.filter { $0.name?.environment != .xcode }
    let left = targets.purchases.count - real.count
    let unavailable = Store.allCases.filter { store in
      stores?.contains(store) == false && real.contains { $0.name?.store == store }
    }
    let queried = real.filter { purchase in !unavailable.contains { purchase.name?.store == $0 } }
    guard !queried.isEmpty else { throw nothingToVerify(left, unavailable) }
    var form = ActionForm("Re-verify", queried.count, "purchase", .reverify(queried))
    form.person = person
    form.add(queried)
    for store in Store.allCases where queried.contains(where: { $0.name?.store == store }) {
      let each: SafeText = queried.count > 1 ? " of each" : ""
      form.statements.append("sent to \(store.title): \(store.handle)\(each)")
    }
    if left > 0 {
      form.statements.append(
        "left out: \(SafeText.plural(left, "purchase")) of Xcode's, which no store knows"
      )
    }
    for store in unavailable {
      let count = real.count { $0.name?.store == store }
      form.statements.append(
        "left out: \(SafeText.plural(count, "purchase")) of \(store.title)'s, which cannot be queried here"
      )
    }
    form.statements += [
      "Nothing changes at the store. Its answer is filed here.",
      "Each purchase is a job; closing this dialog doesn't cancel it.",
    ]
    form.confirmIfMany(queried.count, isProduction: form.touchesProduction)
    return form
  }

  /// Why stores cannot be queried, as the end of a sentence.
  static func unavailableReason(_ stores: [Store], isDemo: Bool) -> String {
    let names = stores.map { Wording.name(of: $0) }.joined(separator: " and ")
    return isDemo
      ? "the demo has an App Store, and no \(names)." : "[stores] in config.toml lacks \(names)."
  }

  private func nothingToVerify(_ left: Int, _ unavailable: [Store]) -> Refusal {
    if !unavailable.isEmpty {
      return Refusal("Nothing to re-verify: \(Self.unavailableReason(unavailable, isDemo: isDemo))")
    }
    return Refusal(
      left == 0
        ? "Nothing to re-verify: nothing was bought."
        : "Nothing to re-verify: Xcode's purchases have no store to query."
    )
  }

  private func restore() throws(Refusal) -> ActionForm {
    guard let person else {
      throw Refusal(
        "A restore needs one user: put the cursor on one, or press a t on the purchase."
      )
    }
    let plan = RestorePlan(text: "", source: .file(bytes: 0))
    var form = ActionForm(title: "Restore", verb: "Restore", draft: .restore(plan, to: person.id))
    form.person = person
    form.isSearching = true
    form.inputs = [.init(.named, "what", "a purchase's ID, or a receipt's file")]
    form.statements = [
      "A purchase's ID moves that purchase to this user.",
      "The path of a receipt's file files it as theirs, if it is genuine.",
    ]
    return form
  }

  private func transfer() throws(Refusal) -> ActionForm {
    let purchases = targets.purchases
    guard !purchases.isEmpty else { throw Refusal("Nothing to transfer: nothing was bought.") }
    var form = ActionForm("Transfer", purchases.count, "purchase", .transfer(purchases, to: ID("")))
    form.add(purchases)
    let recipient = inquirer.map(\.raw) ?? ""
    let isTheirs = purchases.allSatisfy { $0.owner == inquirer }
    form.inputs = [.init(.user, "to user", "the ID of the new owner", isTheirs ? "" : recipient)]
    let owners = Set(purchases.compactMap(\.owner)).map(\.raw).sorted()
    let names = owners.prefix(3).joined(separator: ", ")
    let more: SafeText = owners.count > 3 ? ", and \(owners.count - 3) more" : ""
    form.statements = [
      "current owner: \(owners.isEmpty ? "none" : SafeText(names))\(more)",
      "All renewals go with a purchase. Nothing is sent to a store.",
      "The audit log records who did it. A transfer back undoes it.",
    ]
    form.confirmIfMany(purchases.count, isProduction: form.touchesProduction)
    return form
  }

  private func grant() throws(Refusal) -> ActionForm {
    guard !targets.people.isEmpty else { throw Refusal("There is no user to grant anything to.") }
    let empty = Grant(key: "", environment: .production, until: nil, reason: "")
    var form = form("Grant", "to", .grant(empty, to: targets.people.map(\.id)))
    let rights = targets.rights.map(\.key)
    // Rights that were granted by hand don't tell which others there are.
    let keys = targets.keys.isEmpty ? [] : Set(targets.keys + rights).sorted()
    let known = (keys.isEmpty ? Set(rights).sorted() : keys).prefix(3).joined(separator: ", ")
    let hint: SafeText = known.isEmpty ? "the entitlement's name" : "such as \(SafeText(known))"
    form.inputs = [
      .init(.key, "entitlement", hint, targets.keys.count == 1 ? targets.keys[0] : "", of: keys),
      .init(.until, "until", "30d, 3mo, 2027-01-31; nothing is no end"),
      .init(
        .environment,
        "where",
        "production, sandbox or xcode",
        "production",
        of: Environment.allCases.map(\.rawValue)
      ),
      .init(.reason, "reason", "saved as a note"),
    ]
    form.statements = ["Nothing is sent to a store. Revoking it (a k) undoes it."]
    form.confirmIfMany(targets.people.count, isProduction: true)
    return form
  }

  /// A form about users.
  private func form(
    _ verb: SafeText,
    _ preposition: SafeText,
    _ draft: ActionRequest
  ) -> ActionForm {
    let count = targets.people.count
    let (title, label): (SafeText, SafeText) =
      count == 1
      ? (verb, verb)
      : (
        "\(verb) \(preposition) \(SafeText.plural(count, "user"))",
        "\(verb) \(preposition) \(SafeText.grouped(count))"
      )
    var form = ActionForm(title: title, verb: label, draft: draft)
    form.add(targets.people)
    return form
  }

  private func revoke() throws(Refusal) -> ActionForm {
    let rights = targets.rights
    guard !rights.isEmpty else {
      throw Refusal(
        "Nothing to revoke: only grants can be revoked here; a purchase ends at its store."
      )
    }
    var form = ActionForm("Revoke", rights.count, "grant", .revoke(rights, because: ""))
    form.person = person
    form.targets = rights.map {
      let suffix = $0.environment == .production ? "" : " \($0.environment.rawValue)"
      return .init(title: SafeText($0.key + suffix), detail: SafeText($0.user.raw))
    }
    form.inputs = [.init(.reason, "reason", "saved as a note")]
    form.statements = [
      "The entitlement ends now. Store purchases are not affected.",
      "Granting it again (a g) undoes it.",
    ]
    let isProduction = rights.contains { $0.environment == .production }
    form.confirmIfMany(rights.count, isProduction: isProduction)
    return form
  }

  private func note() throws(Refusal) -> ActionForm {
    guard !targets.people.isEmpty else { throw Refusal("There is no user to write a note about.") }
    var form = form("Note", "about", .note("", about: targets.people.map(\.id)))
    form.inputs = [.init(.text, "note", "what the next agent should know")]
    form.statements = ["Saved permanently with your name; only an erasure removes it."]
    form.confirmIfMany(targets.people.count, isProduction: true)
    return form
  }

  private func assign() throws(Refusal) -> ActionForm {
    guard !targets.people.isEmpty else { throw Refusal("There is no user whose case to assign.") }
    let users = targets.people.map(\.id)
    var form = form("Assign", "case of", .assign(to: nil, users, note: ""))
    form.inputs = [
      .init(.assignee, "to", "an operator's name; empty for nobody", me.name, of: colleagues),
      .init(.text, "note", "for the next operator; may be empty"),
    ]
    form.statements = ["Everybody sees to whom a case is assigned; anybody may assign it again."]
    form.confirmIfMany(users.count, isProduction: true)
    return form
  }

  private func approve() throws(Refusal) -> ActionForm {
    let waiting = targets.jobs.filter { $0.state == .waiting && $0.kind == "approval" }
    guard !waiting.isEmpty else { throw Refusal("No job here waits for approval.") }
    let others = waiting.filter { $0.actor != me.name }
    guard !others.isEmpty else {
      throw Refusal("You asked for this: another operator has to approve it.")
    }
    var form = ActionForm("Approve", others.count, "action", .approve(others.map(\.id)))
    form.add(others)
    form.leave(waiting.count - others.count, "which you asked for")
    form.statements += others.prefix(3).map {
      "\(SafeText($0.actor)) asked for \(SafeText($0.handle))"
    }
    form.statements.append("It is sent to the store now, which cannot be undone.")
    form.confirmIfMany(others.count, isProduction: true)
    return form
  }

  private func cancel() throws(Refusal) -> ActionForm {
    let waiting = targets.jobs.filter { $0.state == .waiting }
    guard !waiting.isEmpty else {
      throw Refusal("Nothing to call off: only waiting jobs can be called off.")
    }
    var form = ActionForm("Call off", waiting.count, "job", .cancel(waiting.map(\.id)))
    form.add(waiting)
    form.leave(targets.jobs.count - waiting.count, "which are not waiting")
    form.statements.append("The store is not queried. Requesting it again makes a new job.")
    form.confirmIfMany(waiting.count, isProduction: true)
    return form
  }

  private func retry() throws(Refusal) -> ActionForm {
    let failed = targets.jobs.filter { $0.state == .failed }
    guard !failed.isEmpty else { throw Refusal("Nothing to retry: no job here has failed.") }
    var form = ActionForm("Retry", failed.count, "job", .retry(failed.map(\.id)))
    form.add(failed)
    form.leave(targets.jobs.count - failed.count, "which did not fail")
    let commands = failed.filter { $0.kind == "deed" }
    if commands.isEmpty {
      form.statements.append("The store is queried once more. Nothing changes there.")
      form.confirmIfMany(failed.count, isProduction: true)
    } else {
      form.statements.append("It changes something at the store, which cannot be undone.")
      let digits = commands[0].handle.filter(\.isASCIIDigit).suffix(4)
      if failed.count > 1 || digits.count < 4 {
        form.confirm(by: "\(failed.count)", "the number of jobs")
      } else {
        form.confirm(by: String(digits), "the last digits above")
      }
    }
    return form
  }
}

// Actions on one sale.

extension ActionFormBuilder {
  func sale() throws(Refusal) -> ActionForm {
    guard let kind = action.purchaseAction, targets.orders.count == 1,
      let order = targets.orders.first
    else { throw Refusal("This action needs one order: put the cursor on one.") }
    let store = order.store
    if kind != .deliver, stores?.contains(store) == false {
      throw Refusal(
        "Cannot query \(store.title.string): \(Self.unavailableReason([store], isDemo: isDemo))"
      )
    }
    var form = ActionForm(
      title: "\(action.title): order \(SafeText(order.number))",
      verb: action.title,
      draft: .sale(kind, order, because: "")
    )
    form.person = person
    form.add([order.purchase])
    form.inputs = inputs(for: kind)
    form.statements = statements(of: kind, order, store)
    // A manual delivery can be recorded twice; what is sent to a store cannot be undone.
    if kind != .deliver, let digits = order.lastDigits {
      form.confirm(by: digits, "the order's last digits")
    }
    return form
  }

  private func inputs(for kind: PurchaseAction) -> [ActionForm.Input] {
    let reason = ActionForm.Input(.reason, "reason", "saved with the job")
    return switch kind {
    case .refund:
      [.init(.endsAccess, "end access", "yes or no", "no", of: ["no", "yes"]), reason]
    case .revoke:
      [.init(.prorated, "pro rata", "yes or no", "no", of: ["no", "yes"]), reason]
    case .answerGoogle:
      [
        .init(
          .preference,
          "prefer",
          "what Google should do: approve, decline or neutral",
          of: GoogleRefundPreference.allCases.map(\.rawValue)
        ), .init(.sample, "sample", "yes: it could be tried before", "no", of: ["no", "yes"]),
        .init(.used, "used", "0 to 100 percent; nothing if unknown"), reason,
      ]
    case .answerApple:
      [
        .init(.consent, "agreed", "yes: the customer agreed to inform Apple", of: ["no", "yes"]),
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

  private func statements(of kind: PurchaseAction, _ order: SoldOrder, _ store: Store) -> [SafeText]
  {
    let amount: SafeText =
      order.price.map { "\(SafeText($0.description)) of" } ?? "what was paid on"
    let day = SafeText(Wording.day(order.purchasedAt))
    return switch kind {
    case .refund:
      [
        "Google refunds \(amount) \(day). That cannot be undone.",
        "With yes, the customer also loses access.",
      ]
    case .revoke:
      [
        "Google ends the subscription now and refunds its latest charge.",
        "With yes, Google refunds only what is left of it. That cannot be undone.",
      ]
    case .answerGoogle:
      [
        "sent to Google: your preference, and what was used",
        "Google decides. It takes the first answer within 24 hours of its request.",
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
