package import Entitlements

extension State {
  /// Why an action is refused here, as a sentence; `nil` if nothing is known to prevent it.
  func refusal(of action: Action) -> String? {
    roleRefusal(of: action) ?? writeMode.refusal(queriesStores: action.description.queriesStores)
      ?? reason(against: action).map { "Cannot \(action.description.hint.string): \($0)." }
  }

  /// Why the operator's role forbids the action.
  func roleRefusal(of action: Action) -> String? {
    me.role >= action.role
      ? nil
      : "You have the role \(me.role.rawValue); this needs \(action.role.rawValue). The settings say who has which."
  }

  /// Why an action cannot apply to its targets, as far as the rows show.
  func reason(against action: Action) -> String? {
    action == .lookUp ? nil : front.records(for: action).reason(against: action)
  }

  /// What an action would apply to: the name of one record, or the number of several.
  func target(of action: Action) -> SafeText? {
    if action == .lookUp { return front.unknownOrder.map { "order \(SafeText($0.value))" } }
    let records = front.records(for: action)
    guard let first = records.first else { return nil }
    let marked = (front as? TableScreen)?.marks.isEmpty == false
    guard records.count > 1 || marked else {
      return first.name.truncated(to: 40, .middle, view.glyphs)
    }
    let count = SafeText.plural(records.count, first.noun)
    return marked ? "\(count), marked" : count
  }
}

extension Action {
  /// The role that an operator needs for it.
  var role: OperatorRole {
    guard isOperation else { return .read }
    return switch self {
    case .note, .assign: .note
    case .refund, .revokeAtStore, .answerApple, .answerGoogle, .approve: .money
    default: .act
    }
  }
}

extension ActionRequest {
  /// The role that an operator needs for it.
  package var role: OperatorRole { action.role }

  private var action: Action {
    switch self {
    case .reverify: .reverify
    case .restore: .restore
    case .transfer: .transfer
    case .grant: .grant
    case .revoke: .revoke
    case .note: .note
    case .assign: .assign
    case .sale(.refund, _, _): .refund
    case .sale(.revoke, _, _): .revokeAtStore
    case .sale(.answerApple, _, _): .answerApple
    case .sale(.answerGoogle, _, _): .answerGoogle
    case .sale(.deliver, _, _): .deliver
    case .lookUp: .lookUp
    case .cancel: .cancelJob
    case .retry: .retryJob
    case .approve: .approve
    }
  }
}

extension Action {
  /// Why it isn't possible at a store other than its own.
  fileprivate var otherStoreReason: String {
    switch self {
    case .answerApple: "only Apple asks before it decides on a refund"
    case .answerGoogle: "only Google asks about a chargeback; a a answers Apple"
    case .revokeAtStore: "only Google revokes a subscription on request"
    default: "only Google accepts refund requests"
    }
  }
}

extension [Record] {
  func reason(against action: Action) -> String? {
    let users = Set(compactMap(\.user))
    switch action {
    case .cancelJob where !holdsJob(in: .waiting):
      return "only waiting jobs can be called off; running jobs always finish"
    case .retryJob where !holdsJob(in: .failed): return "no job here has failed"
    case .restore where users.count > 1: return "it needs one user, and \(users.count) are selected"
    case .approve where !waitsForApproval: return "no job here waits for approval"
    case .restore, .grant, .note, .assign, .reverifyAll:
      return users.isEmpty ? "its owner is not known" : nil
    case .revoke:
      return isBought ? "only grants can be revoked here; a purchase ends at its store" : nil
    case .reverify, .transfer:
      if isGranted { return "it was granted by hand, not bought" }
      let isXcode = !isEmpty && allSatisfy { $0.chain?.environment == .xcode }
      return action == .reverify && isXcode ? "Xcode's purchases have no store to query" : nil
    case .refund, .revokeAtStore, .answerApple, .answerGoogle, .deliver:
      guard count == 1, case .order(let row)? = first else { return "it needs one order" }
      guard let store = action.purchaseAction?.store else { return nil }
      guard store == row.order.store else { return action.otherStoreReason }
      return action == .revokeAtStore && row.order.kind != .autoRenewable
        ? "it is no subscription; a refund (a f) can end its access" : nil
    default: return nil
    }
  }

  private var waitsForApproval: Bool {
    contains {
      if case .job(let job) = $0 { job.kind == "approval" && job.state == .waiting } else { false }
    }
  }

  private func holdsJob(in state: JobState) -> Bool {
    contains { if case .job(let job) = $0 { job.state == state } else { false } }
  }

  private var isBought: Bool {
    allSatisfy { if case .entitlement(let right) = $0 { right.source != nil } else { false } }
  }

  private var isGranted: Bool {
    allSatisfy { if case .entitlement(let right) = $0 { right.source == nil } else { false } }
  }
}

extension ID<Subscription> {
  fileprivate var environment: Environment? { Subscription.Name(self)?.environment }
}

// Looking up an order that is not on file.

extension State {
  /// Opens the dialog for querying a store for the unknown order of the screen in front.
  mutating func openLookup() {
    guard let order = front.unknownOrder, let store = order.orderStore else { return }
    if stores?.contains(store) == false {
      let reason = ActionFormBuilder.unavailableReason([store], isDemo: isDemo)
      return toast(.warning, "Nothing to look up: \(reason)")
    }
    dialog = Dialog(.lookUp, .form(ActionForm(lookingUp: order.value, store, apps: apps)))
  }
}

extension ActionForm {
  fileprivate init(lookingUp order: String, _ store: Store, apps: [String]) {
    self.init(
      title: "Look up an order",
      verb: "Look up 1",
      draft: .lookUp(order: order, store, app: "")
    )
    places = [Place(text: "\(store.title), production: 1 order", environment: .production)]
    targets = [Target(title: "order", detail: SafeText(order))]
    let known = apps.prefix(3).joined(separator: ", ")
    let hint: SafeText = known.isEmpty ? "the app's ID at its store" : "such as \(SafeText(known))"
    inputs = [Input(.app, "app", hint, apps.count == 1 ? apps[0] : "")]
    statements = [
      "sent to \(store.title): the order's number, for this app",
      "Nothing changes at the store. Its answer is filed here.",
      "The query is a job; closing this dialog doesn't cancel it.",
    ]
  }
}

extension Identifier {
  /// The store that issues such order numbers; `nil` for other identifiers.
  var orderStore: Store? {
    switch kind {
    case .appleOrder: .apple
    case .googleOrder: .google
    default: nil
    }
  }
}

extension Diagnosis {
  /// The order in question if it is not on file and its store can be queried.
  package var unknownOrder: Identifier? {
    subject.isFound ? nil : Identifier.all(in: subject.text).first { $0.orderStore != nil }
  }
}
