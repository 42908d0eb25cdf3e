import Entitlements
import Foundation
package import Persistence
import Receipts

/// The result of a task: what to file, and the job's completion.
package struct TaskResult: Sendable {
  package var batch = FilingBatch()
  package var ending: JobCompletion
  /// The acknowledgements to send once the batch is committed. If they get lost, the store sends
  /// the same again, which the ledger recognizes.
  package var acknowledgements: [StoreAction] = []

  /// Whether the store does not know the subject. An empty list of purchases is an answer.
  var isUnknown: Bool { ending.outcome == Self.unknown.ending.outcome }

  static let unknown = TaskResult(
    ending: JobCompletion(.done, "unknown-there", detail: "the store knows nothing of it")
  )

  static let noQueryHandle = TaskResult(
    ending: JobCompletion(
      .failed,
      "nothing-to-ask-by",
      detail: """
        there is no valid token, receipt or key on file to query the store with; the \
        app can submit another
        """
    )
  )
}

/// Called after each answer of a store.
typealias PageWatch = @Sendable () async throws(ServiceError) -> Void

/// Queries the stores.
package struct StoreQueries: ServiceInterface {
  let service: EntitlementService

  /// The maximum number of pages of an answer; more indicate a fault of the store.
  private static let maxPages = 500

  /// Queries the stores for a task, without writing. Answers remain valid if a later query fails.
  /// `actor` requests the follow-up jobs.
  ///
  /// `onPage` is called after each answer.
  package func perform(
    _ task: JobTask,
    by actor: String,
    onPage: @Sendable () async throws(ServiceError) -> Void = { () throws(ServiceError) in }
  ) async throws(ServiceError) -> TaskResult {
    guard let task = task.above(horizonAt: now()) else {
      let detail = "the store's list does not reach back so far any more"
      return TaskResult(ending: JobCompletion(.done, "too-old", detail: detail))
    }
    switch task {
    case .notifications(let storeScope, _, _, _, _):
      return try await history(task, of: storeScope, by: actor, onPage)
    case .voids(let app, let from, let until):
      return try await voids(of: app, from, until, by: actor, onPage)
    case .clawbacks: return try await clawbacks(by: actor, onPage)
    case .verify, .verifyReceipt, .verifyKey, .lookUp, .lookUpTransaction, .action, .approval,
      .notify:
      break
    }
    guard let plan = try await plan(for: task) else { return .noQueryHandle }
    var result = try await answer(to: plan, onPage)
    switch task {
    case .verify(let chain): result.ending.chain = chain
    // An order states the charges, not the state of the purchase.
    case .lookUp(_, .google, _), .lookUpTransaction(_, .google, _, _):
      for (index, filing) in result.batch.filings.enumerated() {
        let chains = Set(filing.facts.orders.map(\.chain))
        result.batch.jobs[index] = service.notifications.verifications(of: chains, by: actor)
      }
    default: break
    }
    return result
  }

  /// The stores' answers, not filed yet.
  func answer(
    to plan: StoreQueryPlan,
    _ onPage: PageWatch = { () throws(ServiceError) in }
  ) async throws(ServiceError) -> TaskResult {
    do throws(ServiceError) {
      return try await answers(plan.queries, plan, onPage)
    } catch {
      guard case .store(.notConfigured) = error, !plan.fallback.isEmpty else { throw error }
      return try await answers(plan.fallback, plan, onPage)
    }
  }

  private func answers(
    _ queries: [StoreQuery],
    _ plan: StoreQueryPlan,
    _ onPage: PageWatch
  ) async throws(ServiceError) -> TaskResult {
    var batch = FilingBatch(at: now())
    var isAnswered = false
    for initial in queries {
      var next = initial.ofCharges(in: batch)
      var pages = 0
      while let query = next, pages < Self.maxPages {
        guard let answer = try await send(query, plan) else { break }
        isAnswered = true
        for validation in try believed(answer, from: query.store, to: plan.owner) {
          var filing = try await distinguished(validation).filing
          filing.question = "\(query.name) \(pages)"
          batch.add(filing)
        }
        next = answer.next
        pages += 1
        try await onPage()
      }
    }
    guard isAnswered else { return .unknown }
    return TaskResult(batch: batch, ending: .answered(batch.filings.count, "document"))
  }

  /// `nil` if the store does not know the subject. That is an answer, and it invalidates nothing on
  /// file.
  func send(
    _ query: StoreQuery,
    _ plan: StoreQueryPlan
  ) async throws(ServiceError) -> StoreAnswer? {
    let client = try client(of: query.store)
    do throws(StoreClientError) {
      return try await client.query(query, plan.storeScope)
    } catch {
      if case .status(_, let http, _, .final) = error, plan.isGuess || http == 404 || http == 410 {
        return try await http == 410 ? refusal(of: query, plan) : nil
      }
      throw .store(error)
    }
  }

  /// Amazon's refusal of a receipt that it confirmed before, as its answer. `nil` for any other
  /// query: a receipt that was never valid states nothing about a purchase.
  private func refusal(
    of query: StoreQuery,
    _ plan: StoreQueryPlan
  ) async throws(ServiceError) -> StoreAnswer? {
    guard case .amazonReceipt(let account, let receipt) = query,
      let environment = plan.storeScope.environment
    else { return nil }
    let chain = Subscription.id(
      store: .amazon,
      environment: environment,
      app: plan.storeScope.app,
      originalTransactionID: SecretName.name(for: receipt)
    )
    let records = try await wrapping(try await ledger.purchases.records(of: [chain]))
    guard let sale = records.first?.sales.first, sale.isConfirmed,
      let evidence = try await wrapping(try await ledger.documents.find(sale.evidence)),
      let document = AmazonRefusal.document(about: evidence.bytes)
    else { return nil }
    let hints = DocumentHints(
      app: plan.storeScope.app,
      environment: environment.rawValue,
      purchaseToken: receipt,
      account: account
    )
    return StoreAnswer(
      documents: [.init(bytes: document, hints: hints)],
      environment: environment
    )
  }

  /// The documents of an answer that are of a known kind, genuine or not.
  func examined(_ answer: StoreAnswer, to owner: ID<User>? = nil) -> [Validation] {
    answer.documents.map { document in
      service.submissions.examine(
        SubmittedDocument(
          bytes: document.bytes,
          user: owner,
          origin: .polled,
          hints: document.hints,
          trustBasis: .storeAnswer,
          endpoint: .storeKey
        )
      )
    }
    .filter { $0.submission.kind.store != nil }
  }

  /// The same for the answer to a query.
  ///
  /// - Throws: `unusable` if none of its documents is genuine: something between this program and
  ///   the store may have written it.
  func believed(
    _ answer: StoreAnswer,
    from store: Store,
    to owner: ID<User>? = nil
  ) throws(ServiceError) -> [Validation] {
    let validations = examined(answer, to: owner)
    let isUseless = validations.allSatisfy { $0.verdict != .genuine }
    guard answer.documents.isEmpty || !isUseless else { throw .store(.unusable(store, .untrusted)) }
    return validations
  }
}

extension JobCompletion {
  static func answered(_ count: Int, _ noun: String) -> JobCompletion {
    JobCompletion(
      .done,
      "answered",
      detail: count == 1 ? "1 \(noun)" : "\(count) \(noun)s",
      otherwise: "unchanged"
    )
  }
}

extension StoreQueries {
  /// Gives an unsigned answer that repeats documents on file an identity of its own. The ledger
  /// files it only if it changes something.
  func distinguished(_ answer: Validation) async throws(ServiceError) -> Validation {
    var identity = DocumentIdentity(answer.filing.document.bytes)
    guard !answer.submission.isSigned, identity.content.first == UInt8(ascii: "{") else {
      return answer
    }
    while identity.repetition < Self.maxRepetitions {
      let id = identity.id
      let isOnFile = try await wrapping(try await ledger.documents.isGenuine(id))
      guard isOnFile else { break }
      identity.repetition += 1
    }
    guard identity.repetition > 0 else { return answer }
    var distinguished = answer
    distinguished.filing = DocumentFiling.filing(
      of: answer.submission,
      identity,
      answer.presented,
      at: answer.filing.document.receivedAt
    )
    return distinguished
  }

  private static let maxRepetitions = 1_000
}

extension StoreQuery {
  /// A query for Google's orders after one for the purchase: also of the charge that this showed,
  /// which may be newer than the one on file, or the first. `nil` if no order is known.
  fileprivate func ofCharges(in answered: FilingBatch) -> StoreQuery? {
    guard case .googleOrders(let onFile) = self else { return self }
    let charges = answered.filings.flatMap(\.facts.orders).map(\.id)
    let orders = Set(onFile).union(charges.compactMap { GoogleOrderNumber.number(of: $0) })
    return orders.isEmpty ? nil : .googleOrders(orders.sorted())
  }

  /// The kind of the query without its subject, to compare answers to the same query.
  var name: String {
    switch self {
    case .appleReceipt: "apple-receipt"
    case .appleSubscriptions: "apple-subscriptions"
    case .appleHistory: "apple-history"
    case .appleTransaction: "apple-transaction"
    case .appleAppTransaction: "apple-app-transaction"
    case .appleMassExtension: "apple-mass-extension"
    case .appleRefunds: "apple-refunds"
    case .appleOrder: "apple-order"
    case .appleNotifications: "apple-notifications"
    case .appleTestNotification: "apple-test-notification"
    case .googleSubscription: "google-subscription"
    case .googleProduct: "google-product"
    case .googleOrders: "google-orders"
    case .googleVoided: "google-voided"
    case .microsoftCollections: "microsoft-collections"
    case .microsoftSubscriptions: "microsoft-subscriptions"
    case .microsoftClawbacks: "microsoft-clawbacks"
    case .amazonReceipt: "amazon-receipt"
    }
  }
}
