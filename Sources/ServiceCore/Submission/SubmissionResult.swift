package import Entitlements
package import Foundation
import Persistence
package import Receipts

/// What an app submits while its user waits for the answer.
package enum Submission: Sendable {
  /// Self-contained evidence: a receipt, a signed payload or a purchase signed by Google; or a
  /// Store ID key, which gives access to Microsoft's records. It has been examined.
  case document(Validation)
  /// A Google purchase token, which only Google can verify. `app` is the package name.
  case googleToken(String, app: String)
}

/// The result of a submission.
package struct SubmissionResult: Sendable {
  /// The outcome of querying the store.
  package enum StoreOutcome: Equatable, Sendable {
    case answered
    /// The store does not know the purchase.
    case unknown
    /// There was nothing to query or no way to; the submission stands on its own.
    case notQueried
    /// The store could not be queried. The records may be incomplete, and a job queries it later.
    case unanswered(StoreClientError)
  }

  /// The validation of the document itself; `nil` for a bare token.
  package var validation: Validation?
  package var storeOutcome: StoreOutcome
  /// The documents that the store answered with, genuine or not.
  package var answers: [Document] = []
  /// When the store answered, if that was recent and it was not queried again.
  package var confirmedAt: Date?
  /// How much was newly filed.
  package var filed = FiledAmount()
  /// The current records of the stated purchases, by chain ID.
  package var purchases: [ChainRecord]
  /// The chains that the submission proves, each with the proving document and whether the store
  /// has just confirmed it.
  package var proven: [ID<Subscription>: Proof] = [:]
  /// Purchases that remain another user's despite the submitted evidence.
  package var withheld: Set<ID<Subscription>> = []
  package var at: Date

  package struct Proof: Equatable, Sendable {
    package var evidence: ID<Document>
    package var isConfirmed: Bool
  }

  /// Why the document was rejected; `nil` if it is genuine, and for a bare token.
  package var rejection: (code: String, place: String?, detail: String)? {
    guard case .rejected(let code, let place, let detail) = validation?.verdict else { return nil }
    return (code, place, detail)
  }
}

extension Submissions {
  /// Files the submission, queries its store about the purchases, files the answer and returns the
  /// resulting records. If the store cannot be queried within `queryTimeout`, a job queries it
  /// later; no purchase becomes invalid by that.
  ///
  /// `user` claims what is proven (see `claim`), at once unless `claims` is false; without a user,
  /// the present owner remains. With `queriesStore` false, no store is queried. `sendsReceipt` sends a receipt to
  /// Apple as it is (verifyReceipt), production before sandbox, instead of querying the purchases
  /// in it. Purchases that the store confirmed recently are queried only with `alwaysQueries`. `peer`
  /// is the submitting client, whose queries about unknown purchases are limited.
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
    var submissionResult = SubmissionResult(storeOutcome: .notQueried, purchases: [], at: now())
    var chains: Set<ID<Subscription>> = []
    var tasks: [JobTask] = []
    var plan: StoreQueryPlan?
    switch submitted {
    case .document(let examined):
      let validation = try await fileGenuine(
        examined,
        claimedBy: user,
        at: endpoint,
        fullUntil: fullUntil
      )
      submissionResult.validation = validation
      submissionResult.filed.add(validation.filing, validation.outcome)
      if validation.isStoreIDKey {
        // Only the store can verify it; the key is filed after the store accepted it.
        plan = service.storeQueries.plan(forKey: validation)
      } else if validation.verdict == .genuine {
        let stated = try await wrapping(
          try await ledger.asked(about: try await ledger.chains(in: validation.document))
        )
        chains = Set(stated)
        for chain in stated {
          submissionResult.proven[chain] = .init(evidence: validation.document, isConfirmed: false)
        }
        let isShown = sendsReceipt && validation.isReceipt
        // One subscription suffices to query the state of all, so subscriptions come first.
        let renewing = Set(validation.filing.facts.orders.compactMap(\.subscription))
        let ordered = stated.filter(renewing.contains) + stated.filter { !renewing.contains($0) }
        tasks = isShown ? [.verifyReceipt(validation.document)] : Self.tasks(about: ordered)
      }
    case .googleToken(let token, let app):
      plan = StoreQueryPlan(
        storeScope: StoreScope(app: app, environment: .production),
        queries: [.googleSubscription(token: token), .googleProduct(token: token)],
        isGuess: true
      )
      let known = try await wrapping(try await ledger.chains(withToken: token))
      chains = Set(known)
    }
    let isDecided = !alwaysQueries && submissionResult.mayBeAnswered(sendsReceipt: sendsReceipt)
    if queriesStore, isDecided, let instant = try await recentConfirmation(of: chains, for: user) {
      (submissionResult.storeOutcome, submissionResult.confirmedAt) = (.answered, instant)
    } else if queriesStore, let fullUntil {
      guard !chains.isEmpty else { throw .overQuota(until: fullUntil) }
      let store = chains.first.flatMap(Subscription.Name.init)?.store ?? .apple
      submissionResult.storeOutcome = .unanswered(.throttled(store, until: fullUntil))
    } else if queriesStore {
      for task in tasks {
        guard var found = try await service.storeQueries.plan(for: task) else { continue }
        if case .verifyReceipt = task {
          if found.storeScope.environment != .xcode { found.storeScope.environment = nil }
        }
        submissionResult.add(try await query(found, within: queryTimeout), &chains, isProof: false)
      }
      if let plan {
        let isKnown = !chains.isEmpty
        let queryResult = try await service.anonymousQueries.query(
          about: plan,
          isKnown: isKnown,
          by: endpoint.rawValue,
          peer
        ) { () throws(ServiceError) in
          try await query(plan, within: queryTimeout, claimedBy: user, at: endpoint)
        }
        submissionResult.add(queryResult, &chains, isProof: true)
        if submissionResult.storeOutcome == .answered, case .document(var key) = submitted {
          if let user { key.filing.attribution = .user(user) }
          key.filing.document.receivedAt = now()
          _ = try await file([key])
        }
      }
      if case .unanswered(let error) = submissionResult.storeOutcome, error.remedy != .final {
        let open = tasks.isEmpty ? chains.sorted().map(JobTask.verify) : tasks
        if !open.isEmpty {
          _ = try await service.jobs.enqueue(open, "handed-in", by: endpoint.rawValue)
        }
      }
    }
    let found = chains
    submissionResult.purchases = try await wrapping(try await ledger.records(of: found))
    if case .googleToken(let token, _) = submitted {
      submissionResult.prove(by: token)
    }
    submissionResult.at = now()
    guard let user, claims else { return submissionResult }
    return try await claim(submissionResult, for: user, at: endpoint)
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
    guard !batch.filings.isEmpty else { return StoreQueryResult(outcome: .unknown) }
    for index in batch.filings.indices {
      batch.filings[index] = claimed(batch.filings[index], by: user, at: endpoint)
    }
    let filed = batch
    let outcomes = try await wrapping(try await ledger.file(filed))
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
      defer { group.cancelAll() }
      return await group.next() ?? nil
    }
    guard let first else { throw .store(.unreachable(store, .timeout)) }
    return try first.get()
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

extension SubmissionResult {
  /// Adds an answer and the chains that it states.
  ///
  /// With `isProof`, the answer proves them: the submission is a token or key of the buyer's.
  fileprivate mutating func add(
    _ queryResult: StoreQueryResult,
    _ chains: inout Set<ID<Subscription>>,
    isProof: Bool
  ) {
    add(queryResult.outcome)
    filed.add(queryResult.filed)
    answers += queryResult.filings.map(\.document)
    for (filing, evidence) in zip(queryResult.filings, queryResult.evidence)
    where filing.document.verdict == .genuine {
      let stated = Set(filing.facts.orders.map(\.chain) + filing.facts.renewalStatuses.map(\.chain))
        .union(filing.facts.notices.compactMap(\.chain))
      chains.formUnion(stated)
      for chain in stated where isProof || proven[chain] != nil {
        proven[chain] = Proof(evidence: proven[chain]?.evidence ?? evidence, isConfirmed: true)
      }
    }
  }

  /// Marks purchases on file as proven by their token.
  fileprivate mutating func prove(by token: String) {
    for record in purchases where proven[record.id] == nil {
      let link = record.links.first { $0.kind == .purchaseToken && $0.value == token }
      if let link { proven[record.id] = Proof(evidence: link.evidence, isConfirmed: false) }
    }
  }

  /// Keeps the outcome that leaves something open, or else the most informative one.
  ///
  /// The weights are numbers because Swift 6.3.1's optimiser crashes on a switch over both
  /// outcomes.
  private mutating func add(_ other: StoreOutcome) {
    if other.weight > storeOutcome.weight { storeOutcome = other }
  }
}

extension SubmissionResult.StoreOutcome {
  fileprivate var weight: Int {
    switch self {
    case .notQueried: 0
    case .unknown: 1
    case .answered: 2
    case .unanswered: 3
    }
  }
}

extension Validation {
  /// Whether verifyReceipt accepts it.
  fileprivate var isReceipt: Bool {
    submission.kind == .appReceipt || submission.kind == .legacyTransactionReceipt
  }
}

extension SubmissionResult {
  /// Whether the records may answer: for a receipt in the old form, Apple's own status counts.
  fileprivate func mayBeAnswered(sendsReceipt: Bool) -> Bool {
    !sendsReceipt || validation?.submission.kind != .legacyTransactionReceipt
  }
}

/// The amount of newly filed data.
package struct FiledAmount: Equatable, Sendable {
  package var documents = 0
  package var bytes = 0

  package init(documents: Int = 0, bytes: Int = 0) {
    self.documents = documents
    self.bytes = bytes
  }

  mutating func add(_ filing: Filing, _ outcome: Filing.Outcome?) {
    guard case .filed = outcome else { return }
    documents += 1
    bytes += filing.document.bytes.count
  }

  mutating func add(_ other: FiledAmount) {
    documents += other.documents
    bytes += other.bytes
  }
}

extension ExaminedDocument {
  /// The app that the document states; an app receipt's only if it is genuine.
  package var app: String? {
    switch outcome {
    case .receipt(let examination):
      if case .genuine(let receipt) = examination.verdict { receipt.bundleID } else { nil }
    case .document(let document): document.app
    }
  }

  /// The environment that the document states.
  package var environment: Entitlements.Environment? {
    let kind =
      switch outcome {
      case .receipt(let examination): examination.trace.receipt?.environmentKind
      case .document(let document): document.environmentKind
      }
    return kind.map { Entitlements.Environment($0) }
  }

  /// The version of the app (`CFBundleVersion`) that a genuine app receipt states.
  package var appVersion: String? {
    guard case .receipt(let examination) = outcome, case .genuine(let receipt) = examination.verdict
    else { return nil }
    return receipt.appVersion
  }
}

extension SubmissionResult {
  /// The result restricted to purchases of these environments.
  package func within(_ environments: Set<Entitlements.Environment>) -> SubmissionResult {
    var submissionResult = self
    submissionResult.purchases.removeAll { purchase in
      !(purchase.environment.map(environments.contains) ?? false)
    }
    return submissionResult
  }
}
