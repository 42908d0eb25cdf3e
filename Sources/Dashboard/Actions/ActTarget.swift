import Entitlements

extension State {
  /// What keeps an act from being done here, in a sentence; `nil` where nothing is known to.
  func refusal(of act: Action) -> String? {
    acting.refusal(ofAsking: act.asksStores)
      ?? reason(against: act).map { "Cannot \(act.description.hint.string): \($0)." }
  }

  /// Why an act cannot be done to what it would be done to, as far as that tells by itself.
  func reason(against act: Action) -> String? {
    act == .lookUp ? nil : front.records(for: act).reason(against: act)
  }

  /// What an act would be done to: one thing by its name, several by their number.
  func target(of act: Action) -> SafeText? {
    if act == .lookUp { return front.unknownOrder.map { "order \(SafeText($0.value))" } }
    let records = front.records(for: act)
    guard let first = records.first else { return nil }
    let marked = (front as? TableScreen)?.marks.isEmpty == false
    guard records.count > 1 || marked else {
      return first.name.truncated(to: 40, .middle, view.glyphs)
    }
    let count = SafeText.plural(records.count, first.noun)
    return marked ? "\(count), marked" : count
  }

  /// Says why the key that begins all acts begins none here.
  mutating func tellNothingToActOn() {
    toast(
      .info,
      "Nothing here can be acted on: put the cursor on a user, a purchase, a right or a job."
    )
  }
}

extension [Record] {
  fileprivate func reason(against act: Action) -> String? {
    let users = Set(compactMap(\.user))
    switch act {
    case .cancelJob where !holdsJob(in: .waiting):
      return "only what waits can be called off, what runs goes on to its end"
    case .retryJob where !holdsJob(in: .failed): return "no job here has failed"
    case .restore where users.count > 1:
      return "it is for one user, and \(users.count) are meant"
    case .restore, .grant, .note, .reverifyAll:
      return users.isEmpty ? "nobody is known to own it" : nil
    case .revoke: return isBought ? "what was bought ends at its store, by hand only a grant" : nil
    case .reverify, .transfer:
      if isGranted { return "it was granted by hand, no store sold it" }
      let isXcode = !isEmpty && allSatisfy { $0.chain?.environment == .xcode }
      return act == .reverify && isXcode ? "Xcode's purchases have no store to ask" : nil
    case .refund, .answerApple, .deliver:
      guard count == 1, case .order(let row)? = first else { return "it is for one order" }
      guard let store = act.saleAct?.store, store != row.order.store else { return nil }
      return store == .google
        ? "only Google refunds at our word" : "only Apple asks before it decides on a refund"
    default: return nil
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

extension Record {
  /// What people call it, and by what it goes.
  fileprivate var name: SafeText {
    switch self {
    case .user(let row): SafeText(row.id.raw)
    case .entitlement(let row): "\(SafeText(row.key)) of \(SafeText(row.user.raw))"
    case .document(let row): "receipt \(SafeText(String(row.id.raw.prefix(8))))"
    case .order, .subscription, .notice, .job, .audit: "\(noun) \(SafeText(quoted))"
    }
  }

  fileprivate var noun: SafeText {
    switch self {
    case .user: "user"
    case .order: "order"
    case .subscription: "subscription"
    case .entitlement: "entitlement"
    case .document: "receipt"
    case .notice: "event"
    case .job: "job"
    case .audit: "entry"
    }
  }
}
