import Dashboard
import Entitlements
import Foundation
import Persistence
import ServiceCore

/// Performs a confirmed action with the service that the command line uses.
struct ActionExecutor: Sendable {
  let session: StoreSession

  private var service: EntitlementService { session.service }
  private var actor: String { session.actor }

  func perform(_ action: ActionRequest) async throws -> ActionResult {
    try session.person.expect(action.role)
    switch action {
    case .reverify(let purchases):
      let chains = try await session.ledger.storeQueries.chainsToQuery(
        about: purchases.map(\.chain)
      )
      return ActionResult(
        try await service.jobs.enqueue(chains.map(JobTask.verify), "verify", by: actor)
      )
    case .restore(let plan, let user): return try await restore(plan, to: user)
    case .transfer(let purchases, let user):
      guard let recipient = try await session.ledger.users.details(of: user)?.user.id else {
        throw Fault("No user has the ID \(user.raw). Check it; purser act transfer --new adds one.")
      }
      return await each(purchases, \.words) {
        try await expectTransferable($0, to: recipient)
        try await perform([.transfer($0.chain, to: user)], about: user)
      }
    case .grant(let grant, let users):
      return await each(users, { "\(grant.key) to \($0.raw)" }) { user in
        let action = OperatorAction.Kind.grant(
          user,
          key: grant.key,
          grant.environment,
          until: grant.until
        )
        let note = note(grant.reason, of: "granted \(grant.key)", about: user)
        try await perform([action] + note, about: user)
      }
    case .revoke(let rights, let reason):
      return await each(rights, { "\($0.key) of \($0.user.raw)" }) { right in
        let action = OperatorAction.Kind.withdraw(right.user, key: right.key, right.environment)
        let note = note(reason, of: "revoked \(right.key)", about: right.user)
        try await perform([action] + note, about: right.user)
      }
    case .lookUp(let order, let store, let app):
      let shop = StoreScope(app: app, environment: .production)
      return ActionResult(
        try await service.jobs.enqueue([.lookUp(order: order, store, shop)], "look-up", by: actor)
      )
    case .note(let text, let users):
      return await each(users, \.raw) { user in
        try await perform([.note(user, text)], about: user)
      }
    case .assign(let assignee, let users, let note):
      try session.team.expect(assignee)
      return await each(users, \.raw) { user in
        let why = self.note(note, of: "assigned to \(assignee ?? "nobody")", about: user)
        try await perform([.assign(user, to: assignee)] + why, about: user)
      }
    case .approve(let jobs):
      return await each(jobs, { "job \($0)" }) { job in
        switch try await service.actions.approve(job, by: actor) {
        case .approved: break
        case .sameOperator: throw Fault("You asked for this: another operator has to approve it.")
        case .declined, .notWaiting: throw Fault("It no longer waits for approval.")
        case .expired: throw Fault("No second operator approved it in time. Ask for it again.")
        }
      }
    case .sale(.deliver, let order, let reason) where order.store != .google:
      return await each([order], \.number) { order in
        try await service.actions.perform(delivered(order, because: reason), by: actor)
      }
    case .sale(let kind, let order, let reason):
      if kind == .deliver {
        try await service.actions.perform(delivered(order, because: reason), by: actor)
      }
      return try await enqueue(kind, of: order, because: reason)
    case .cancel(let jobs):
      return await each(jobs, { "job \($0)" }) { job in
        if try await service.actions.decline(job, by: actor) == .declined { return }
        let change = try await service.jobs.cancel(ChosenJobs(jobs: [job]), by: session.person)
        try expectChanged(change, orElse: "It is no longer waiting.")
      }
    case .retry(let jobs):
      return await each(jobs, { "job \($0)" }) { job in
        let change = try await service.jobs.retry(ChosenJobs(jobs: [job]), by: session.person)
        try expectChanged(change, orElse: "It has not failed, or a newer job does the same.")
      }
    }
  }

  private func expectChanged(_ change: JobChange, orElse reason: String) throws {
    if !change.left.isEmpty { try session.person.expect(.money) }
    guard change.count > 0 else { throw Fault(reason) }
  }

  private static let requestedBefore =
    "This was already requested: g J shows the job and its result."

  /// Enqueues a job that sends the action to the store once.
  private func enqueue(
    _ kind: PurchaseAction,
    of order: SoldOrder,
    because reason: String
  ) async throws -> ActionResult {
    let action = StoreActionRequest(
      StoreActionRequest.Kind(kind, of: order),
      to: order.purchase.chain,
      because: reason,
      request: UUID()
    )
    try session.person.expect(action.role)
    guard try await service.actions.storeAction(for: action) != nil else {
      if case .answerGoogle = kind {
        throw Fault("Google's request to review \(order.number) is not on file, or was erased.")
      }
      throw Fault("The store's ID for \(order.number) is not on file. Re-verify it first (a r).")
    }
    if session.wantsApproval(of: action) {
      switch try await service.actions.askApproval(for: action, by: actor) {
      case .waits(let job):
        return .nothing("Job \(job) waits until another operator approves it (a y in :jobs).")
      case .alreadyWaits: return .nothing("This waits for approval already: g J shows the job.")
      case .requestedBefore: return .nothing(Self.requestedBefore)
      }
    }
    let batch = StoreActionRequest.batch(of: action.request)
    guard try await service.actions.order(action, by: actor, batch: batch) else {
      return .nothing(Self.requestedBefore)
    }
    return .batch(name: batch, count: 1, alreadyOpen: 0)
  }

  private func delivered(_ order: SoldOrder, because reason: String) throws -> [OperatorAction.Kind]
  {
    guard let user = order.purchase.owner else {
      throw Fault("\(order.number) has no owner: transfer it to a user first (a t).")
    }
    return [.note(user, "delivered order \(order.number) by hand: \(reason)")]
  }

  private func restore(_ plan: RestorePlan, to user: ID<User>) async throws -> ActionResult {
    switch try await service.storeQueries.restore(try plan.reading(), to: user, by: actor) {
    case .rejected(let code, let place, let detail):
      return .rejected("Rejected (\(code)): \(Console.sentence(place, detail))")
    case .restored(let tasks) where tasks.isEmpty:
      return .nothing("The receipt is genuine but lists no purchase.")
    case .restored(let tasks):
      return ActionResult(try await service.jobs.enqueue(tasks, "restore", by: actor))
    }
  }

  /// The reason as a note about the user, saved in the same transaction as the action.
  private func note(
    _ reason: String,
    of action: String,
    about user: ID<User>
  ) -> [OperatorAction.Kind] {
    reason.isEmpty ? [] : [.note(user, "\(action): \(reason)")]
  }

  /// Files actions about a user unless the first has nothing to act on any more: others may have
  /// acted since the dialog was opened.
  private func perform(_ actions: [OperatorAction.Kind], about user: ID<User>) async throws {
    guard try await service.actions.performIfPossible(actions, by: actor) == nil else { return }
    guard try await session.ledger.users.details(of: user) != nil else {
      throw Fault("No user has the ID \(user.raw) any more.")
    }
    if case .withdraw(_, let key, _)? = actions.first {
      throw Fault("No grant of \(key) holds any more.")
    }
    throw Fault("Somebody else acted at the same time. Try again.")
  }

  /// Refuses a transfer to the owner, and one from somebody who is not the owner any more.
  private func expectTransferable(_ purchase: Purchase, to user: ID<User>) async throws {
    let owner = try await session.ledger.purchases.owner(of: purchase.chain)
    guard owner != user else { throw Fault("It belongs to \(user.raw) already.") }
    guard let shown = purchase.owner, owner != shown else { return }
    let now = owner.map { "to \($0.raw)" } ?? "to nobody"
    throw Fault("It belongs \(now) now, no longer to \(shown.raw). Look at it again first.")
  }

  /// Runs `work` for each item; a failure does not stop the others.
  private func each<Item: Sendable>(
    _ items: [Item],
    _ name: (Item) -> String,
    _ work: (Item) async throws -> Void
  ) async -> ActionResult {
    var done: [ActionResultItem] = []
    for item in items {
      do {
        try await work(item)
        done.append(ActionResultItem(subject: name(item)))
      } catch {
        done.append(ActionResultItem(subject: name(item), failure: String(describing: error)))
      }
    }
    return .each(done)
  }
}

/// Lists what an action would do, in the format of the command line's dry runs.
struct ActionPreview: Sendable {
  let ledger: Ledger

  func lines(of action: ActionRequest) async throws -> [String] {
    switch action {
    case .reverify(let purchases):
      return try await ledger.storeQueries.chainsToQuery(about: purchases.map(\.chain)).map {
        "verify \($0)"
      }
    case .restore(let plan, let user):
      switch plan.source {
      case .purchase(let purchase):
        return ["transfer \(purchase.words) to \(user)", "verify \(purchase.chain)"]
      case .file(let bytes):
        return ["file \(plan.text), \(bytes) bytes, as \(user)'s", "verify what it lists"]
      }
    case .transfer(let purchases, let user):
      let isKnown = try await ledger.users.details(of: user) != nil
      let refusal = isKnown ? [] : ["refused: no user has the ID \(user)"]
      return refusal
        + purchases.map { "transfer \($0.words) from \($0.owner?.raw ?? "no user") to \(user)" }
    case .grant(let grant, let users):
      let end = grant.until.map { "until \($0.formatted(.iso8601))" } ?? "without end"
      return users.map { "grant \(grant.key) to \($0), \(grant.environment.rawValue), \(end)" }
        + (grant.reason.isEmpty ? [] : users.map { "note about \($0): \(grant.reason)" })
    case .revoke(let rights, let reason):
      return rights.map { "withdraw \($0.key) from \($0.user), \($0.environment.rawValue)" }
        + (reason.isEmpty ? [] : rights.map { "note about \($0.user): \(reason)" })
    case .lookUp(let order, _, let app): return ["look up \(order) of \(app)"]
    case .note(let text, let users): return users.map { "note about \($0): \(text)" }
    case .assign(let assignee, let users, let note):
      return users.map { "assign the case of \($0) to \(assignee ?? "nobody")" }
        + (note.isEmpty ? [] : users.map { "note about \($0): \(note)" })
    case .approve(let jobs): return jobs.map { "approve job \($0)" }
    case .sale(.deliver, let order, let reason):
      let isGoogle = order.store == .google
      return ["note about \(order.purchase.owner?.raw ?? "no user"): \(reason)"]
        + (isGoogle ? ["consume \(order.number) at Google"] : [])
    case .sale(let kind, let order, let reason):
      let name = StoreActionRequest.Kind(kind, of: order).word
      return ["\(name) of \(order.number) of \(order.purchase.chain)", "because: \(reason)"]
    case .cancel(let jobs): return jobs.map { "cancel job \($0)" }
    case .retry(let jobs): return jobs.map { "retry job \($0)" }
    }
  }
}

extension StoreActionRequest.Kind {
  fileprivate init(_ kind: PurchaseAction, of order: SoldOrder) {
    switch kind {
    case .refund(let endsAccess): self = .refund(order: order.number, revokes: endsAccess)
    case .revoke(let isProrated): self = .revoke(isProrated: isProrated)
    case .deliver: self = .consume
    case .answerGoogle(let preference, let isSampleProvided, let percent):
      self = .reviewRefund(
        order: order.number,
        GoogleRefundReview(preference, isSampleProvided: isSampleProvided, percentUsed: percent)
      )
    case .answerApple(let percent, let preference):
      let consumption = AppleConsumption(
        delivery: .delivered,
        isSampleProvided: false,
        used: percent.map { $0 * 1_000 },
        preference: preference.map(AppleConsumption.Preference.init)
      )
      self = .sendConsumption(transaction: order.number, consumption)
    }
  }
}

extension GoogleRefundReview {
  init(_ preference: GoogleRefundPreference, isSampleProvided: Bool, percentUsed: Int?) {
    let wanted: Preference =
      switch preference {
      case .approve: .approve
      case .decline: .decline
      case .neutral: .neutral
      }
    self.init(
      preference: wanted,
      isSampleProvided: isSampleProvided,
      used: percentUsed.map { $0 * 1_000 }
    )
  }
}

extension AppleConsumption.Preference {
  init(_ preference: RefundPreference) {
    self =
      switch preference {
      case .decline: .decline
      case .grantFull: .grantFull
      case .grantProrated: .grantProrated
      }
  }
}

extension Purchase {
  /// The product and the purchase's ID.
  fileprivate var words: String {
    [product, Subscription.Name(chain)?.originalTransactionID ?? chain.raw].compactMap(\.self)
      .joined(separator: " ")
  }
}
