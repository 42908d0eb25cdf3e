package import Entitlements
package import Foundation
import Persistence
import Receipts

/// Examines what is submitted, and files it.
package struct Submissions: ServiceInterface {
  let service: EntitlementService

  /// Checks a document and files it, genuine or not, in one transaction.
  package func validate(_ presented: SubmittedDocument) async throws(ServiceError) -> Validation {
    let all = try await validate([presented])
    guard let only = all.first else { throw .ledger(.withdrawn) }
    return only
  }

  /// Checks many documents and files them in one transaction: all of them or none.
  package func validate(
    _ presented: [SubmittedDocument]
  ) async throws(ServiceError) -> [Validation] {
    try await file(presented.map { examine($0) })
  }

  /// Files examined documents in one transaction: all of them or none.
  func file(_ examined: [Validation]) async throws(ServiceError) -> [Validation] {
    var validations = examined
    let filed = validations.indices.filter { validations[$0].submission.kind.store != nil }
    let filings = filed.map { validations[$0].filing }
    let outcomes = try await wrapping(try await ledger.file(filings))
    for (index, outcome) in zip(filed, outcomes) { validations[index].outcome = outcome }
    return validations
  }

  /// Whether the ledger holds each of these documents, byte for byte, and trusts it: a repeated
  /// document needs no second check. All are looked up at once.
  package func believes(_ documents: [[UInt8]]) async throws(ServiceError) -> [Bool] {
    try await wrapping(try await ledger.documents.areGenuine(documents))
  }

  /// Examines an app's document. The endpoint decides on the result and submits it.
  package func examine(_ bytes: [UInt8], hints: DocumentHints = DocumentHints()) -> Validation {
    examine(SubmittedDocument(bytes: bytes, user: nil, origin: .uploaded, hints: hints))
  }

  func examine(_ presented: SubmittedDocument, at instant: Date? = nil) -> Validation {
    let now = instant ?? world.now()
    let (submission, bytes) = reader.examineForStorage(presented.bytes, at: now)
    return Validation(
      presented: presented,
      submission: submission,
      filing: DocumentFiling.filing(of: submission, DocumentIdentity(bytes), presented, at: now)
    )
  }

  /// Files an examined document if it is genuine; the user claims purchases that are not on file
  /// yet.
  ///
  /// - Throws: `overQuota` if the document is new and `fullUntil` is set.
  func fileGenuine(
    _ examined: Validation,
    claimedBy user: ID<User>?,
    at endpoint: ClaimEndpoint,
    fullUntil: Date?
  ) async throws(ServiceError) -> Validation {
    var validation = examined
    validation.filing = claimed(validation.filing, by: user, at: endpoint)
    let filing = validation.filing
    guard validation.verdict == .genuine, validation.submission.kind != .unknown else {
      return validation
    }
    if let fullUntil {
      let isOnFile = try await wrapping(try await ledger.documents.isGenuine(filing.document.id))
      guard isOnFile else { throw .overQuota(until: fullUntil) }
    }
    validation.outcome = try await wrapping(try await ledger.file(filing))
    return validation
  }
}

extension Submissions {
  /// Files the submission, queries its store about the purchases, files the answer and returns the
  /// resulting records. If the store cannot be queried within `queryTimeout`, a job queries it
  /// later; no purchase becomes invalid by that.
  ///
  /// `user` claims what is proven (see `claim`), at once unless `claims` is false; without a user,
  /// the present owner remains. With `queriesStore` false, no store is queried. `sendsReceipt` sends a
  /// receipt to Apple as it is (verifyReceipt), production before sandbox, instead of querying the
  /// purchases in it. Purchases that the store confirmed recently are queried only with
  /// `alwaysQueries`. `peer` is the submitting client, whose queries about unknown purchases are
  /// limited.
  ///
  /// Rejected documents are not filed, so they use no quota. If the quota is used up (`fullUntil`),
  /// only records on file are returned.
  package func submit(
    _ submitted: Submission,
    for user: ID<User>?,
    at endpoint: ClaimEndpoint,
    claims: Bool = true,
    queriesStore: Bool = true,
    sendsReceipt: Bool = false,
    alwaysQueries: Bool = false,
    from peer: String? = nil,
    fullUntil: Date? = nil,
    queryTimeout: Duration = .seconds(8)
  ) async throws(ServiceError) -> SubmissionResult {
    var work =
      switch submitted {
      case .document(let examined):
        try await file(
          examined,
          claimedBy: user,
          at: endpoint,
          sendsReceipt: sendsReceipt,
          fullUntil: fullUntil
        )
      case .googleToken(let token, let app): try await work(on: token, app)
      }
    let isDecided = !alwaysQueries && work.result.mayBeAnswered(sendsReceipt: sendsReceipt)
    if queriesStore, isDecided,
      let instant = try await recentConfirmation(of: work.chains, for: user)
    {
      (work.result.storeOutcome, work.result.confirmedAt) = (.answered, instant)
    } else if queriesStore, let fullUntil {
      guard !work.chains.isEmpty else { throw .overQuota(until: fullUntil) }
      let store = work.chains.first.flatMap(Subscription.Name.init)?.store ?? .apple
      work.result.storeOutcome = .unanswered(.throttled(store, until: fullUntil))
    } else if queriesStore {
      try await queryByTasks(&work, within: queryTimeout)
      try await queryBySecret(&work, submitted, for: user, at: endpoint, peer, queryTimeout)
      try await enqueueUnanswered(work, by: endpoint)
    }
    var result = work.result
    result.purchases = try await wrapping(try await ledger.purchases.records(of: work.chains))
    if case .googleToken(let token, _) = submitted { result.prove(by: token) }
    result.at = now()
    if let user {
      guard claims else { return result }
      return try await claim(result, for: user, at: endpoint)
    }
    let rule = try await wrapping(try await ledger.purchases.ownershipRule())
    result.withhold(by: rule, from: nil)
    return result
  }

  /// Files a document. A genuine one leads to a query about the purchases that it states; a Store
  /// ID key to a query with the key.
  private func file(
    _ examined: Validation,
    claimedBy user: ID<User>?,
    at endpoint: ClaimEndpoint,
    sendsReceipt: Bool,
    fullUntil: Date?
  ) async throws(ServiceError) -> SubmissionWork {
    let validation = try await fileGenuine(
      examined,
      claimedBy: user,
      at: endpoint,
      fullUntil: fullUntil
    )
    var work = SubmissionWork(at: now())
    work.result.validation = validation
    work.result.filed.add(validation.filing, validation.outcome)
    if validation.isStoreIDKey {
      // Only the store can verify it; the key is filed after the store accepted it.
      work.plan = service.storeQueries.plan(forKey: validation)
    } else if validation.verdict == .genuine {
      let stated = try await wrapping(
        try await ledger.storeQueries.chainsToQuery(
          about: try await ledger.storeQueries.chains(in: validation.document)
        )
      )
      work.chains = Set(stated)
      for chain in stated {
        work.result.proven[chain] = .init(evidence: validation.document, isConfirmed: false)
      }
      let isShown = sendsReceipt && validation.isReceipt
      // One subscription suffices to query the state of all, so subscriptions come first.
      let renewing = Set(validation.filing.facts.orders.compactMap(\.subscription))
      let ordered = stated.filter(renewing.contains) + stated.filter { !renewing.contains($0) }
      work.tasks = isShown ? [.verifyReceipt(validation.document)] : Self.tasks(about: ordered)
    }
    return work
  }

  /// A purchase token leads to a query with the token.
  private func work(on token: String, _ app: String) async throws(ServiceError) -> SubmissionWork {
    var work = SubmissionWork(at: now())
    work.plan = StoreQueryPlan(
      storeScope: StoreScope(app: app, environment: .production),
      queries: [.googleSubscription(token: token), .googleProduct(token: token)],
      isGuess: true
    )
    work.chains = Set(try await wrapping(try await ledger.storeQueries.chains(withToken: token)))
    return work
  }

  private func queryByTasks(
    _ work: inout SubmissionWork,
    within queryTimeout: Duration
  ) async throws(ServiceError) {
    for task in work.tasks {
      guard var plan = try await service.storeQueries.plan(for: task) else { continue }
      if case .verifyReceipt = task, plan.storeScope.environment != .xcode {
        plan.storeScope.environment = nil
      }
      work.add(try await query(plan, within: queryTimeout), isProof: false)
    }
  }

  /// Queries by the submitted token or key. A key that the store accepted is filed.
  private func queryBySecret(
    _ work: inout SubmissionWork,
    _ submitted: Submission,
    for user: ID<User>?,
    at endpoint: ClaimEndpoint,
    _ peer: String?,
    _ queryTimeout: Duration
  ) async throws(ServiceError) {
    guard let plan = work.plan else { return }
    let answer = try await service.anonymousQueries.query(
      about: plan,
      isKnown: !work.chains.isEmpty,
      by: endpoint.rawValue,
      peer
    ) { () throws(ServiceError) in
      try await query(plan, within: queryTimeout, claimedBy: user, at: endpoint)
    }
    work.add(answer, isProof: true)
    guard work.result.storeOutcome == .answered, case .document(var key) = submitted else { return }
    if let user { key.filing.attribution = .user(user) }
    key.filing.document.receivedAt = now()
    _ = try await file([key])
  }

  /// Enqueues jobs that query later what the store has not answered.
  private func enqueueUnanswered(
    _ work: SubmissionWork,
    by endpoint: ClaimEndpoint
  ) async throws(ServiceError) {
    guard case .unanswered(let error) = work.result.storeOutcome, error.remedy != .final else {
      return
    }
    let open = work.tasks.isEmpty ? work.chains.sorted().map(JobTask.verify) : work.tasks
    if !open.isEmpty {
      _ = try await service.jobs.enqueue(open, "handed-in", by: endpoint.rawValue)
    }
  }

  /// Apple answers for a buyer, so one purchase per app and environment suffices. Other stores are
  /// queried for each purchase.
  private static func tasks(about chains: [ID<Subscription>]) -> [JobTask] {
    var scopes: Set<String> = []
    return chains.filter { chain in
      guard let name = Subscription.Name(chain), name.store == .apple else { return true }
      return scopes.insert("\(name.environment) \(name.app)").inserted
    }
    .filter { Subscription.Name($0)?.environment != .xcode }
    .map(JobTask.verify)
  }

  /// Queries the store and files the answer.
  private func query(
    _ plan: StoreQueryPlan,
    within queryTimeout: Duration,
    claimedBy user: ID<User>? = nil,
    at endpoint: ClaimEndpoint = .validate
  ) async throws(ServiceError) -> StoreQueryResult {
    let result: TaskResult
    switch try await queryResult(plan, within: queryTimeout) {
    case .failure(.notConfigured): return StoreQueryResult(outcome: .notQueried)
    case .failure(let refusal): return StoreQueryResult(outcome: .unanswered(refusal))
    case .success(let answer): result = answer
    }
    var batch = result.batch
    guard !batch.filings.isEmpty else {
      return StoreQueryResult(outcome: result.isUnknown ? .unknown : .answered)
    }
    for index in batch.filings.indices {
      batch.filings[index] = claimed(batch.filings[index], by: user, at: endpoint)
    }
    let outcomes = try await wrapping(try await ledger.file(batch))
    await service.storeQueries.acknowledge(result.acknowledgements)
    var queryResult = StoreQueryResult(outcome: .answered, filings: batch.filings)
    for (filing, outcome) in zip(batch.filings, outcomes) {
      queryResult.filed.add(filing, outcome)
      queryResult.evidence.append(try await evidence(of: filing, outcome))
    }
    return queryResult
  }

  /// The answer, or why the store gave none.
  private func queryResult(
    _ plan: StoreQueryPlan,
    within queryTimeout: Duration
  ) async throws(ServiceError) -> Result<TaskResult, StoreClientError> {
    do throws(ServiceError) {
      return .success(try await answered(plan, within: queryTimeout))
    } catch {
      guard case .store(let refusal) = error else { throw error }
      return .failure(refusal)
    }
  }

  private func answered(
    _ plan: StoreQueryPlan,
    within queryTimeout: Duration
  ) async throws(ServiceError) -> TaskResult {
    let store = plan.queries.first?.store ?? plan.fallback.first?.store ?? .apple
    let world = world
    let log = ledger.log
    // An answer that can't be filed would have used up the store's limit in vain.
    try await wrapping(try await log?.expectAnswers())
    let first = await withTaskGroup(of: Result<TaskResult, ServiceError>?.self) { group in
      group.addTask {
        do throws(ServiceError) {
          return .success(try await service.storeQueries.answer(to: plan))
        } catch {
          return .failure(error)
        }
      }
      group.addTask {
        // After a cancellation the result is ignored.
        try? await world.sleep(queryTimeout)
        return nil
      }
      if let log {
        group.addTask {
          await log.waitForRefusal()
          return .failure(.ledger(.unansweredByLog))
        }
      }
      defer { group.cancelAll() }
      return await group.next() ?? nil
    }
    guard let first else { throw .store(.unreachable(store, .timeout)) }
    return try first.get()
  }
}

/// A submission in progress.
private struct SubmissionWork {
  var result: SubmissionResult
  /// The stated purchases: the submission's, and those in answers.
  var chains: Set<ID<Subscription>> = []
  /// The queries about purchases on file.
  var tasks: [JobTask] = []
  /// The query by the submitted token or key.
  var plan: StoreQueryPlan?

  init(at instant: Date) {
    result = SubmissionResult(storeOutcome: .notQueried, purchases: [], at: instant)
  }

  /// Adds an answer. With `isProof`, it proves the purchases that it states: the submission is a
  /// token or key of the buyer's.
  mutating func add(_ answer: StoreQueryResult, isProof: Bool) {
    chains.formUnion(result.add(answer, isProof: isProof))
  }
}

/// The result of one store query.
struct StoreQueryResult: Sendable {
  var outcome: SubmissionResult.StoreOutcome
  var filings: [Filing] = []
  /// The documents on file that state what the filings do, one for each.
  var evidence: [ID<Document>] = []
  var filed = FiledAmount()
}
