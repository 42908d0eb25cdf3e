package import Entitlements
package import Foundation
import Persistence
import Receipts

/// What an app submits while its user waits for the answer.
package enum Submission: Equatable, Sendable {
  /// Self-contained evidence: a receipt, a signed payload or a purchase signed by Google; or a
  /// Store ID key, which gives access to Microsoft's records.
  case document([UInt8], DocumentHints = DocumentHints())
  /// A Google purchase token, which only Google can verify. `app` is the package name; `product` is
  /// the product named by the app and has no effect.
  case googleToken(String, app: String, product: String? = nil)
}

/// The result of a submission.
package struct SubmissionResult: Sendable {
  /// The outcome of querying the store.
  package enum Word: Equatable, Sendable {
    case answered
    /// The store does not know the purchase.
    case unknownThere
    /// There was nothing to query or no way to; the submission stands on its own.
    case notAsked
    /// The store could not be queried. The records may be incomplete, and a job queries it later.
    case unanswered(StoreClientError)
  }

  /// The validation of the document itself; `nil` for a bare token.
  package var validation: Validation?
  package var word: Word
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

extension EntitlementService {
  /// Files the submission, queries its store about the purchases, files the answer and returns the
  /// resulting records. If the store cannot be queried within `queryTimeout`, a job queries it
  /// later; no purchase becomes invalid by that.
  ///
  /// `user` claims what is proven (see `claim`), at once unless `claims` is false; without a user,
  /// the present owner remains. With `asks` false, no store is queried. `wholly` sends a receipt to
  /// Apple as it is (verifyReceipt), production before sandbox, instead of querying the purchases
  /// in it. Purchases that the store confirmed recently are queried only with `asksAlways`. `peer`
  /// is the submitting client, whose queries about unknown purchases are limited.
  ///
  /// Rejected documents are not filed, so they use no quota. If the quota is used up (`fullUntil`),
  /// only records on file are returned.
  package func submit(
    _ submitted: Submission,
    for user: ID<User>?,
    at endpoint: ClaimEndpoint,
    claims: Bool = true,
    asks: Bool = true,
    wholly: Bool = false,
    asksAlways: Bool = false,
    from peer: String? = nil,
    fullUntil: Date? = nil,
    queryTimeout: Duration = .seconds(8)
  ) async throws(ServiceError) -> SubmissionResult {
    var submissionResult = SubmissionResult(word: .notAsked, purchases: [], at: now())
    var chains: Set<ID<Subscription>> = []
    var tasks: [JobTask] = []
    var plan: StoreQueryPlan?
    switch submitted {
    case .document(let bytes, let hints):
      let validation = try await validateBelieved(
        SubmittedDocument(bytes: bytes, user: nil, origin: .uploaded, hints: hints),
        claimedBy: user,
        at: endpoint,
        fullUntil: fullUntil
      )
      submissionResult.validation = validation
      submissionResult.filed.add(validation.filing, validation.outcome)
      if validation.isStoreIDKey {
        // Only the store can verify it; the key is filed after the store accepted it.
        plan = self.plan(forKey: validation)
      } else if validation.verdict == .genuine {
        let stated = try await asking { () throws(LedgerError) in
          try await ledger.storeQueries.chainsToQuery(
            about: try await ledger.storeQueries.chains(in: validation.document)
          )
        }
        chains = Set(stated)
        for chain in stated {
          submissionResult.proven[chain] = .init(evidence: validation.document, isConfirmed: false)
        }
        let isShown = wholly && validation.isReceipt
        // One subscription suffices to query the state of all, so subscriptions come first.
        let renewing = Set(validation.filing.facts.orders.compactMap(\.subscription))
        let ordered = stated.filter(renewing.contains) + stated.filter { !renewing.contains($0) }
        tasks = isShown ? [.verifyReceipt(validation.document)] : Self.questions(about: ordered)
      }
    case .googleToken(let token, let app, _):
      plan = StoreQueryPlan(
        storeScope: StoreScope(app: app, environment: .production),
        questions: [.googleSubscription(token: token), .googleProduct(token: token)],
        isGuess: true
      )
      let known = try await asking { () throws(LedgerError) in
        try await ledger.storeQueries.chains(withToken: token)
      }
      chains = Set(known)
    }
    let isDecided = !asksAlways && submissionResult.mayBeAnswered(wholly: wholly)
    if asks, isDecided, let instant = try await recentConfirmation(of: chains, for: user) {
      (submissionResult.word, submissionResult.confirmedAt) = (.answered, instant)
    } else if asks, let fullUntil {
      guard !chains.isEmpty else { throw .overQuota(until: fullUntil) }
      let store = chains.first.flatMap(Subscription.Name.init)?.store ?? .apple
      submissionResult.word = .unanswered(.throttled(store, until: fullUntil))
    } else if asks {
      for task in tasks {
        guard var found = try await self.plan(for: task) else { continue }
        if case .verifyReceipt = task {
          if found.storeScope.environment != .xcode { found.storeScope.environment = nil }
        }
        submissionResult.note(try await query(found, within: queryTimeout), &chains, isProof: false)
      }
      if let plan {
        let isKnown = !chains.isEmpty
        let queryResult = try await anonymousQueries.asking(
          about: plan,
          isKnown: isKnown,
          by: endpoint.rawValue,
          peer
        ) { () throws(ServiceError) in
          try await query(plan, within: queryTimeout, claimedBy: user, at: endpoint)
        }
        submissionResult.note(queryResult, &chains, isProof: true)
        if submissionResult.word == .answered, case .document(let key, let hints) = submitted {
          _ = try await validate(
            SubmittedDocument(bytes: key, user: user, origin: .uploaded, hints: hints)
          )
        }
      }
      if case .unanswered(let error) = submissionResult.word, error.remedy != .final {
        let open = tasks.isEmpty ? chains.sorted().map(JobTask.verify) : tasks
        if !open.isEmpty { _ = try await enqueue(open, "handed-in", by: endpoint.rawValue) }
      }
    }
    let found = chains
    submissionResult.purchases = try await asking { () throws(LedgerError) in
      try await ledger.purchases.records(of: found)
    }
    if case .googleToken(let token, _, _) = submitted {
      submissionResult.prove(by: token)
    }
    submissionResult.at = now()
    guard let user, claims else { return submissionResult }
    return try await claim(submissionResult, for: user, at: endpoint)
  }

  /// A user's purchases, by chain ID.
  package func purchases(of user: ID<User>) async throws(ServiceError) -> [ChainRecord] {
    try await asking { () throws(LedgerError) in
      try await ledger.purchases.records(of: try await ledger.storeQueries.chains(of: user))
    }
  }

  /// Apple answers for a buyer, so one purchase per app and environment suffices. Other stores are
  /// queried for each purchase.
  private static func questions(about chains: [ID<Subscription>]) -> [JobTask] {
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
    case .failure(.notConfigured): return StoreQueryResult(word: .notAsked)
    case .failure(let refusal): return StoreQueryResult(word: .unanswered(refusal))
    case .success(let answer): result = answer
    }
    var batch = result.batch
    guard !batch.filings.isEmpty else { return StoreQueryResult(word: .unknownThere) }
    for index in batch.filings.indices {
      batch.filings[index] = claimed(batch.filings[index], by: user, at: endpoint)
    }
    let filed = batch
    let outcomes = try await asking { () throws(LedgerError) in try await ledger.file(filed) }
    await acknowledge(result.acknowledgements)
    var queryResult = StoreQueryResult(word: .answered, filings: batch.filings)
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
    let store = plan.questions.first?.store ?? plan.fallback.first?.store ?? .apple
    let world = world
    let first = await withTaskGroup(of: Result<TaskResult, ServiceError>?.self) { group in
      group.addTask {
        do throws(ServiceError) {
          return .success(try await self.answer(to: plan))
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
  var word: SubmissionResult.Word
  var filings: [Filing] = []
  /// The documents on file that state what the filings do, one for each.
  var evidence: [ID<Document>] = []
  var filed = FiledAmount()
}

extension SubmissionResult {
  /// Adds an answer and the chains that it states.
  ///
  /// With `isProof`, the answer proves them: the submission is a token or key of the buyer's.
  fileprivate mutating func note(
    _ queryResult: StoreQueryResult,
    _ chains: inout Set<ID<Subscription>>,
    isProof: Bool
  ) {
    note(queryResult.word)
    filed.add(queryResult.filed)
    answers += queryResult.filings.map(\.document)
    for (filing, evidence) in zip(queryResult.filings, queryResult.evidence)
    where filing.document.verdict == .genuine {
      let stated = Set(filing.facts.orders.map(\.chain) + filing.facts.renewalStatuses.map(\.chain))
        .union(filing.facts.notices.compactMap(\.chain))
      chains.formUnion(stated)
      for chain in stated where isProof || proven[chain] != nil {
        proven[chain] = Proof(
          evidence: proven[chain]?.evidence ?? evidence,
          isConfirmed: true
        )
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
  private mutating func note(_ other: Word) {
    if other.weight > word.weight { word = other }
  }
}

extension SubmissionResult.Word {
  fileprivate var weight: Int {
    switch self {
    case .notAsked: 0
    case .unknownThere: 1
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
  fileprivate func mayBeAnswered(wholly: Bool) -> Bool {
    !wholly || validation?.submission.kind != .legacyTransactionReceipt
  }
}
