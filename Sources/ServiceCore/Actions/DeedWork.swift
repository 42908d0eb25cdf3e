import Entitlements
import Foundation
import Persistence
import Receipts

extension EntitlementService {
  /// Queues a deed, once: a second one of the same words is not added unless `isAgain`. Who asked
  /// for it stands in the audit log.
  ///
  /// - Returns: Whether it was added.
  package func order(
    _ deed: OperatorDeed,
    by actor: String,
    batch: String,
    isAgain: Bool = false
  ) async throws(ServiceError) -> Bool {
    let now = now()
    let deed = try await noting(deed)
    var draft = JobTask.deed(deed).draft(by: actor, batch: batch, slot: "once", dueAt: now)
    if isAgain { draft.key += " \(deed.request)" }
    var audited = FilingBatch(at: now)
    audited.audits = [AuditDraft("store-\(deed.act.verb)", of: deed.audited, by: actor)]
    let (job, further) = (draft, audited)
    let added = try await asking { () throws(LedgerError) in
      try await ledger.enqueue([job], also: further, at: now)
    }
    return added > 0
  }

  /// What an extension begins with: the same period, longer, shows later that it was done.
  private func noting(_ deed: OperatorDeed) async throws(ServiceError) -> OperatorDeed {
    guard case .extend = deed.act else { return deed }
    let handles = try await asking { () throws(LedgerError) in
      try await ledger.handles(of: deed.chain)
    }
    guard let transaction = handles?.newestTransactionID, let endsAt = handles?.newestExpiresAt
    else { return deed }
    var noted = deed
    noted.period = OperatorDeed.Period(transaction: transaction, endsAt: endsAt)
    return noted
  }

  /// What the store would be told; `nil` where nothing is on file to tell it by.
  package func storeDeed(
    for deed: OperatorDeed
  ) async throws(ServiceError) -> (deed: StoreDeed, shop: StoreShop)? {
    let handles = try await asking { () throws(LedgerError) in
      try await ledger.handles(of: deed.chain)
    }
    guard let handles, handles.name.store == deed.act.store,
      let told = deed.storeDeed(by: handles)
    else { return nil }
    return (told, StoreShop(app: handles.name.app, environment: handles.name.environment))
  }

  /// Has the store do it. Whoever dies on the way leaves a trace, `begin`, which also tells whether
  /// the job is still ours: what may have been done is not done again, the store is asked instead.
  ///
  /// - Returns: `nil` where the job is another runner's by now.
  func perform(
    _ deed: OperatorDeed,
    as job: JobRow,
    onPage: PageWatch,
    begin: () async throws(ServiceError) -> Bool
  ) async throws(ServiceError) -> TaskResult? {
    if job.isDeedInDoubt, !deed.act.isRepeatable {
      return try await settle(deed, by: job.actor, onPage)
    }
    guard let (told, shop) = try await storeDeed(for: deed) else { return .nothingToAskBy }
    let client = try client(of: told.store)
    guard try await begin() else { return nil }
    do throws(StoreClientError) {
      let answer = try await client.act(told, shop)
      // What its documents are worth changes nothing about the deed.
      return done(deed, by: job.actor, examined(answer).map(\.filing))
    } catch {
      guard error.leavesDoubt else { throw .store(error) }
      let pause = Self.doubtPause
      return TaskResult(
        FilingBatch(),
        JobEnding(
          .postponed(until: now().addingTimeInterval(pause)),
          DeedOutcome.sent,
          detail: "\(error); whether it was done is asked next"
        )
      )
    }
  }

  /// So long a store may take to come to terms with itself.
  private static let doubtPause: TimeInterval = 30

  private func done(_ deed: OperatorDeed, by actor: String, _ filings: [Filing]) -> TaskResult {
    var batch = FilingBatch(filings, at: now())
    batch.furtherJobs = [JobTask.verify(deed.chain).draft(by: actor, news: true, dueAt: now())]
    batch.audits = [AuditDraft("store-\(deed.act.verb)-done", of: deed.audited, by: actor)]
    return TaskResult(batch, JobEnding(.done, "done", detail: deed.words))
  }

  /// Whether the store shows what it was told to do. Where it does not, the deed is left to whoever
  /// wanted it: it may still be on its way.
  private func settle(
    _ deed: OperatorDeed,
    by actor: String,
    _ onPage: PageWatch
  ) async throws(ServiceError) -> TaskResult {
    var tasks = [JobTask.verify(deed.chain)]
    if case .refund(let order, _) = deed.act, let name = Subscription.Name(deed.chain) {
      tasks = [.lookUp(order: order, .google, StoreShop(app: name.app, environment: .production))]
    }
    var filings: [Filing] = []
    for task in tasks {
      filings += try await perform(task, by: actor, onPage: onPage).batch.filings
    }
    if filings.contains(where: { deed.isShown(by: $0.facts) }) {
      return done(deed, by: actor, filings)
    }
    let detail = """
      the answer was lost, and the store does not show that it was done; purser jobs retry does it \
      once more
      """
    return TaskResult(
      FilingBatch(filings, at: now()),
      JobEnding(.failed, DeedOutcome.unclear, detail: detail)
    )
  }
}

extension OperatorDeed {
  /// What the audit log keeps the hash of.
  fileprivate var audited: String { "\(words) \(request.uuidString) \(reason)" }

  fileprivate func storeDeed(by handles: ChainHandles) -> StoreDeed? {
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
    case .tellConsumption(let transaction, let consumption):
      return .appleConsumption(transaction: transaction, consumption)
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

  /// Whether what a store tells can only be so because the deed was done.
  fileprivate func isShown(by facts: Facts) -> Bool {
    switch act {
    case .refund(let order, _):
      facts.notices.contains {
        [.refunded, .refundRequested].contains($0.kind)
          && $0.order.flatMap(GoogleOrderNumber.number) == order
      }
    case .revoke:
      facts.orders.contains { $0.cancellation == .refunded }
        || facts.standings.contains {
          switch $0.condition {
          case .revoked, .ended: $0.chain == chain
          default: false
          }
        }
    case .consume: facts.orders.contains { $0.kind == .consumable }
    case .extend(let days, _):
      // A renewal is another sale: what made this one longer was asked for.
      facts.orders.contains { order in
        guard let period, order.chain == chain, order.transactionID == period.transaction,
          let end = order.expiresAt
        else { return false }
        return end >= period.endsAt + (Double(days) - 0.5) * 86_400
      }
    case .cancel, .acknowledge, .setAccount, .tellConsumption: false
    }
  }
}

extension OperatorDeed.Act {
  /// The deed in one word.
  package var verb: String {
    switch self {
    case .refund: "refund"
    case .cancel: "cancel"
    case .revoke: "revoke"
    case .acknowledge: "acknowledge"
    case .consume: "consume"
    case .extend: "extend"
    case .setAccount: "account"
    case .tellConsumption: "consumption"
    }
  }
}
