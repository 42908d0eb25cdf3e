import Basics
import Entitlements
import Foundation
import Persistence
import Receipts

extension OperatorActions {
  /// Enqueues an action, once unless `isAgain`. The audit log records who requested it.
  ///
  /// - Returns: Whether it was added.
  package func order(
    _ action: StoreActionRequest,
    by actor: String,
    batch: String,
    isAgain: Bool = false
  ) async throws(ServiceError) -> Bool {
    let now = now()
    if !isAgain, try await wasRequested(action) { return false }
    let action = try await recordingPeriod(action)
    var draft = JobTask.action(action).draft(by: actor, batch: batch, slot: "once", dueAt: now)
    if isAgain { draft.key += " \(action.request)" }
    var audited = FilingBatch(at: now)
    audited.audits = [AuditDraft("store-\(action.act.verb)", of: action.audited, by: actor)]
    let (job, further) = (draft, audited)
    let added = try await wrapping(try await ledger.jobs.enqueue([job], also: further, at: now))
    return added > 0
  }

  /// Whether the same action was sent before, or is about to be.
  func wasRequested(_ action: StoreActionRequest) async throws(ServiceError) -> Bool {
    let draft = JobTask.action(action).draft(by: "", slot: "once", dueAt: now())
    return try await wrapping(try await ledger.jobs.holds(key: draft.key))
  }

  /// Records the current period of an extension, which later shows whether it was done.
  func recordingPeriod(
    _ action: StoreActionRequest
  ) async throws(ServiceError) -> StoreActionRequest {
    guard case .extend = action.act else { return action }
    let handles = try await wrapping(try await ledger.storeQueries.handles(of: action.chain))
    guard let transaction = handles?.newestTransactionID, let endsAt = handles?.newestExpiresAt
    else { return action }
    var recorded = action
    recorded.period = StoreActionRequest.Period(transaction: transaction, endsAt: endsAt)
    return recorded
  }

  /// The request to the store; `nil` if no handle for it is on file.
  package func storeAction(
    for action: StoreActionRequest
  ) async throws(ServiceError) -> (action: StoreAction, storeScope: StoreScope)? {
    let handles = try await wrapping(try await ledger.storeQueries.handles(of: action.chain))
    guard let handles, handles.name.store == action.act.store else { return nil }
    var stated = action.storeAction(by: handles)
    if case .reviewRefund(let order, let review) = action.act {
      stated = try await refundToken(of: order, in: action.chain).map {
        .googleRefundReview(order: order, token: $0, review)
      }
    }
    guard let stated else { return nil }
    return (stated, StoreScope(app: handles.name.app, environment: handles.name.environment))
  }

  /// The token of Google's newest request to review a refund of the order; `nil` if none is on file.
  private func refundToken(
    of order: String,
    in chain: ID<Subscription>
  ) async throws(ServiceError) -> String? {
    for id in try await wrapping(try await ledger.storeQueries.refundRequests(about: chain)) {
      guard let document = try await wrapping(try await ledger.documents.find(id)),
        let value = try? JSONReader.value(document.bytes),
        case .refundReview(let named, _, let token)? = GoogleNotification(
          (try? GooglePush(value))?.payload ?? value
        )?.event,
        named?.raw == order, let token
      else { continue }
      return token
    }
    return nil
  }

  /// Sends the action to the store. `begin` records the attempt first and confirms that the job
  /// still belongs to this runner: an action that may have been done is not repeated; the store is
  /// queried instead.
  ///
  /// - Returns: `nil` if another runner has the job now.
  func perform(
    _ action: StoreActionRequest,
    as job: JobRow,
    onPage: PageWatch,
    begin: () async throws(ServiceError) -> Bool
  ) async throws(ServiceError) -> TaskResult? {
    if job.isActionOutcomeUnknown, !action.act.isRepeatable {
      return try await submit(action, by: job.actor, onPage)
    }
    guard let (stated, storeScope) = try await storeAction(for: action) else {
      return .noQueryHandle
    }
    let client = try client(of: stated.store)
    guard try await begin() else { return nil }
    do throws(StoreClientError) {
      let answer = try await client.act(stated, storeScope)
      // The verdicts on the answer's documents do not change the outcome.
      return done(action, by: job.actor, service.storeQueries.examined(answer).map(\.filing))
    } catch {
      guard error.mayHaveSucceeded else { throw .store(error) }
      let pause = Self.doubtPause
      return TaskResult(
        ending: JobCompletion(
          .postponed(until: now().addingTimeInterval(pause)),
          StoreActionOutcome.sent,
          detail: "\(error); purser asks the store next whether it was done"
        )
      )
    }
  }

  /// How long a store may take until it shows the action's effect.
  private static let doubtPause: TimeInterval = 30

  private func done(
    _ action: StoreActionRequest,
    by actor: String,
    _ filings: [Filing]
  ) -> TaskResult {
    var batch = FilingBatch(filings, at: now())
    batch.furtherJobs = [JobTask.verify(action.chain).draft(by: actor, news: true, dueAt: now())]
    batch.audits = [AuditDraft("store-\(action.act.verb)-done", of: action.audited, by: actor)]
    return TaskResult(batch: batch, ending: JobCompletion(.done, "done", detail: action.summary))
  }

  /// Checks whether the store shows the effect of the action. If it does not, the operator decides:
  /// the action may still be in progress.
  private func submit(
    _ action: StoreActionRequest,
    by actor: String,
    _ onPage: PageWatch
  ) async throws(ServiceError) -> TaskResult {
    var tasks = [JobTask.verify(action.chain)]
    if case .refund(let order, _) = action.act, let name = Subscription.Name(action.chain) {
      tasks = [.lookUp(order: order, .google, StoreScope(app: name.app, environment: .production))]
    }
    var filings: [Filing] = []
    for task in tasks {
      filings += try await service.storeQueries.perform(task, by: actor, onPage: onPage).batch
        .filings
    }
    if filings.contains(where: { action.isShown(by: $0.facts) }) {
      return done(action, by: actor, filings)
    }
    let detail = """
      the answer was lost, and the store doesn't show the action as done; purser jobs retry sends \
      it again
      """
    return TaskResult(
      batch: FilingBatch(filings, at: now()),
      ending: JobCompletion(.failed, StoreActionOutcome.unclear, detail: detail)
    )
  }
}

extension StoreActionRequest {
  /// The text whose hash the audit log stores.
  /// The subject in the audit log.
  var audited: String { "\(summary) \(request.uuidString) \(reason)" }

  fileprivate func storeAction(by handles: StoreHandles) -> StoreAction? {
    let original = handles.name.originalTransactionID
    switch act {
    case .refund(let order, let revokes): return .googleRefund(order: order, revokes: revokes)
    case .extend(let days, let reason):
      return .appleExtend(
        original: original,
        days: days,
        reason: reason,
        request: request.uuidString.lowercased()
      )
    case .setAccount(let account): return .appleAccount(original: original, token: account)
    case .sendConsumption(let transaction, let consumption):
      return .appleConsumption(transaction: transaction, consumption)
    case .reviewRefund: return nil
    case .cancel: return handles.tokens.first.map { .googleCancel(token: $0) }
    case .revoke(let isProrated):
      return handles.tokens.first.map { .googleRevoke(token: $0, isProrated: isProrated) }
    case .acknowledge, .consume:
      let product = handles.newestProductID?.split(separator: ":").first.map(String.init)
      guard let token = handles.tokens.first, let product else { return nil }
      guard case .acknowledge = act else { return .googleConsume(token: token, product: product) }
      let isSubscription = handles.kind == .autoRenewable
      return .googleAcknowledge(token: token, product: product, isSubscription: isSubscription)
    }
  }

  /// Whether the store's facts can only result from the action.
  fileprivate func isShown(by facts: Facts) -> Bool {
    switch act {
    case .refund(let order, _):
      facts.notices.contains {
        [.refunded, .refundRequested].contains($0.kind)
          && $0.order.flatMap(GoogleOrderNumber.number) == order
      }
    case .revoke:
      facts.orders.contains { $0.cancellation == .refunded }
        || facts.renewalStatuses.contains {
          switch $0.condition {
          case .revoked, .ended: $0.chain == chain
          default: false
          }
        }
    case .consume: facts.orders.contains { $0.kind == .consumable }
    case .extend(let days, _):
      // A renewal is a separate sale, so only an extension makes this one longer.
      facts.orders.contains { order in
        guard let period, order.chain == chain, order.transactionID == period.transaction,
          let end = order.expiresAt
        else { return false }
        return end >= period.endsAt + (Double(days) - 0.5) * 86_400
      }
    case .cancel, .acknowledge, .setAccount, .sendConsumption, .reviewRefund: false
    }
  }
}

extension StoreActionRequest.Kind {
  package var verb: String {
    switch self {
    case .refund: "refund"
    case .cancel: "cancel"
    case .revoke: "revoke"
    case .acknowledge: "acknowledge"
    case .consume: "consume"
    case .extend: "extend"
    case .setAccount: "account"
    case .sendConsumption: "consumption"
    case .reviewRefund: "review"
    }
  }
}
