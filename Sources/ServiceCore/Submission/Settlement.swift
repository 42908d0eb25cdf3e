package import Entitlements
package import Foundation
import Persistence
import Receipts

/// What an app hands in while its user waits for the answer.
package enum HandedIn: Equatable, Sendable {
  /// What proves itself: a receipt, a signed payload, a purchase that Google signed; and a Store ID
  /// key, which opens what Microsoft knows.
  case document([UInt8], Hints = Hints())
  /// Google's purchase token. What it is worth, Google alone can tell. `app` is the package's name,
  /// `product` what the app says it is of, which decides nothing.
  case googleToken(String, app: String, product: String? = nil)
}

/// What came of something handed in.
package struct Settlement: Sendable {
  /// What its store said of it just now.
  package enum Word: Equatable, Sendable {
    case answered
    /// It knows nothing of the kind.
    case unknownThere
    /// There was nothing to ask it, or no way to: what was handed in stands by itself.
    case notAsked
    /// It could not be asked now. What is on file is not all there is, and a job asks again.
    case unanswered(StoreClientError)
  }

  /// What the document by itself is worth; `nil` for a bare token.
  package var validation: Validation?
  package var word: Word
  /// What its store answered, believed or not.
  package var answers: [Document] = []
  /// When its store answered, where that was a short while ago and it was not asked again.
  package var confirmedAt: Date?
  /// How much of it is new on file.
  package var filed = FiledAmount()
  /// The purchases that it tells of, as they stand on file now, by their chains' IDs.
  package var purchases: [ChainRecord]
  /// The chains that what was handed in proves, each with the document that does, and whether the
  /// store was asked just now and told of it.
  package var proven: [ID<Subscription>: Proof] = [:]
  /// Purchases that stay another user's, whoever hands in a document of them.
  package var withheld: Set<ID<Subscription>> = []
  package var at: Date

  package struct Proof: Equatable, Sendable {
    package var evidence: ID<Document>
    package var isConfirmed: Bool
  }

  /// Why the document is not believed; `nil` where it is, and for a bare token.
  package var rejection: (code: String, place: String?, detail: String)? {
    guard case .rejected(let code, let place, let detail) = validation?.verdict else { return nil }
    return (code, place, detail)
  }
}

extension EntitlementService {
  /// Files what was handed in, asks its store how the purchases stand, files the answer, and tells
  /// what is on file then. Where the store cannot be asked within `patience`, what is on file is told
  /// and a job is left to ask it: nothing becomes invalid by that.
  ///
  /// `user` claims what is proven (see `claim`), at once unless `claims` is off; where nobody does, the
  /// owner there is keeps it. Without
  /// `asks` no store is asked at all. `wholly` shows a receipt to Apple as it is (verifyReceipt),
  /// production before sandbox, instead of asking about the purchases in it. What its store
  /// confirmed a short while ago is only asked about with `asksAlways`. `peer` is who handed it in,
  /// whose questions about what nobody knows are counted.
  ///
  /// What is not believed is not filed: anybody may hand in as much of that as they like. Where a
  /// quota is met, `fullUntil`, what is on file is all that is told.
  package func settle(
    _ handed: HandedIn,
    for user: ID<User>?,
    at endpoint: ClaimEndpoint,
    claims: Bool = true,
    asks: Bool = true,
    wholly: Bool = false,
    asksAlways: Bool = false,
    from peer: String? = nil,
    fullUntil: Date? = nil,
    patience: Duration = .seconds(8)
  ) async throws(ServiceError) -> Settlement {
    var settlement = Settlement(word: .notAsked, purchases: [], at: now())
    var chains: Set<ID<Subscription>> = []
    var tasks: [JobTask] = []
    var plan: QuestionPlan?
    switch handed {
    case .document(let bytes, let hints):
      let validation = try await validateBelieved(
        PresentedDocument(bytes: bytes, user: nil, origin: .uploaded, hints: hints),
        claimedBy: user,
        at: endpoint,
        fullUntil: fullUntil
      )
      settlement.validation = validation
      settlement.filed.add(validation.filing, validation.outcome)
      if validation.isStoreIDKey {
        // Only the store can tell what it is worth, and it is filed once it did.
        plan = self.plan(forKey: validation)
      } else if validation.verdict == .genuine {
        let told = try await asking { () throws(LedgerError) in
          try await ledger.asked(about: try await ledger.chains(in: validation.document))
        }
        chains = Set(told)
        for chain in told {
          settlement.proven[chain] = .init(evidence: validation.document, isConfirmed: false)
        }
        let isShown = wholly && validation.isReceipt
        // How subscriptions stand is asked by one of them.
        let renewing = Set(validation.filing.facts.orders.compactMap(\.subscription))
        let ordered = told.filter(renewing.contains) + told.filter { !renewing.contains($0) }
        tasks = isShown ? [.verifyReceipt(validation.document)] : Self.questions(about: ordered)
      }
    case .googleToken(let token, let app, _):
      plan = QuestionPlan(
        shop: StoreShop(app: app, environment: .production),
        questions: [.googleSubscription(token: token), .googleProduct(token: token)],
        isGuess: true
      )
      let known = try await asking { () throws(LedgerError) in
        try await ledger.chains(holding: token)
      }
      chains = Set(known)
    }
    let isDecided = !asksAlways && settlement.mayBeAnswered(wholly: wholly)
    if asks, isDecided, let instant = try await recentConfirmation(of: chains, for: user) {
      (settlement.word, settlement.confirmedAt) = (.answered, instant)
    } else if asks, let fullUntil {
      guard !chains.isEmpty else { throw .overQuota(until: fullUntil) }
      let store = chains.first.flatMap(Subscription.Name.init)?.store ?? .apple
      settlement.word = .unanswered(.throttled(store, until: fullUntil))
    } else if asks {
      for task in tasks {
        guard var found = try await self.plan(for: task) else { continue }
        if case .verifyReceipt = task {
          if found.shop.environment != .xcode { found.shop.environment = nil }
        }
        settlement.note(try await hear(found, within: patience), &chains, isProof: false)
      }
      if let plan {
        let isKnown = !chains.isEmpty
        let heard = try await strangers.asking(
          about: plan,
          isKnown: isKnown,
          by: endpoint.rawValue,
          peer
        ) { () throws(ServiceError) in
          try await hear(plan, within: patience, claimedBy: user, at: endpoint)
        }
        settlement.note(heard, &chains, isProof: true)
        if settlement.word == .answered, case .document(let key, let hints) = handed {
          _ = try await validate(
            PresentedDocument(bytes: key, user: user, origin: .uploaded, hints: hints)
          )
        }
      }
      if case .unanswered(let error) = settlement.word, error.remedy != .final {
        let open = tasks.isEmpty ? chains.sorted().map(JobTask.verify) : tasks
        if !open.isEmpty { _ = try await enqueue(open, "handed-in", by: endpoint.rawValue) }
      }
    }
    let found = chains
    settlement.purchases = try await asking { () throws(LedgerError) in
      try await ledger.records(of: found)
    }
    if case .googleToken(let token, _, _) = handed {
      settlement.prove(by: token)
    }
    settlement.at = now()
    guard let user, claims else { return settlement }
    return try await claim(settlement, for: user, at: endpoint)
  }

  /// The purchases of a user, by their chains' IDs.
  package func purchases(of user: ID<User>) async throws(ServiceError) -> [ChainRecord] {
    try await asking { () throws(LedgerError) in
      try await ledger.records(of: try await ledger.chains(of: user))
    }
  }

  /// Apple answers about a buyer: one purchase of theirs in a shop is enough to ask by. All others
  /// are asked about one by one.
  private static func questions(about chains: [ID<Subscription>]) -> [JobTask] {
    var shops: Set<String> = []
    return chains.filter { chain in
      guard let name = Subscription.Name(chain), name.store == .apple else { return true }
      return shops.insert("\(name.environment) \(name.app)").inserted
    }
    .filter { Subscription.Name($0)?.environment != .xcode }
    .map(JobTask.verify)
  }

  /// Asks, and files the answer.
  private func hear(
    _ plan: QuestionPlan,
    within patience: Duration,
    claimedBy user: ID<User>? = nil,
    at endpoint: ClaimEndpoint = .validate
  ) async throws(ServiceError) -> Heard {
    let result: TaskResult
    switch try await heard(plan, within: patience) {
    case .failure(.notConfigured): return Heard(word: .notAsked)
    case .failure(let refusal): return Heard(word: .unanswered(refusal))
    case .success(let answer): result = answer
    }
    var batch = result.batch
    guard !batch.filings.isEmpty else { return Heard(word: .unknownThere) }
    for place in batch.filings.indices {
      batch.filings[place] = claimed(batch.filings[place], by: user, at: endpoint)
    }
    let filed = batch
    let outcomes = try await asking { () throws(LedgerError) in try await ledger.file(filed) }
    await thank(result.thanks)
    var heard = Heard(word: .answered, filings: batch.filings)
    for (filing, outcome) in zip(batch.filings, outcomes) {
      heard.filed.add(filing, outcome)
      heard.evidence.append(try await evidence(of: filing, outcome))
    }
    return heard
  }

  /// What was answered, or why the store gives no answer.
  private func heard(
    _ plan: QuestionPlan,
    within patience: Duration
  ) async throws(ServiceError) -> Result<TaskResult, StoreClientError> {
    do throws(ServiceError) {
      return .success(try await answered(plan, within: patience))
    } catch {
      guard case .store(let refusal) = error else { throw error }
      return .failure(refusal)
    }
  }

  private func answered(
    _ plan: QuestionPlan,
    within patience: Duration
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
        // Who is called off before has nothing to say.
        try? await world.sleep(patience)
        return nil
      }
      defer { group.cancelAll() }
      return await group.next() ?? nil
    }
    guard let first else { throw .store(.unreachable(store, .timeout)) }
    return try first.get()
  }
}

/// What came of asking once.
struct Heard: Sendable {
  var word: Settlement.Word
  var filings: [Filing] = []
  /// The documents on file that say what the filings do, one for each.
  var evidence: [ID<Document>] = []
  var filed = FiledAmount()
}

extension Settlement {
  /// Adds an answer, and the chains that it tells of.
  ///
  /// With `isProof` the answer proves them: what was handed in is a token or a key of the buyer's.
  fileprivate mutating func note(
    _ heard: Heard,
    _ chains: inout Set<ID<Subscription>>,
    isProof: Bool
  ) {
    note(heard.word)
    filed.add(heard.filed)
    answers += heard.filings.map(\.document)
    for (filing, evidence) in zip(heard.filings, heard.evidence)
    where filing.document.verdict == .genuine {
      let told = Set(filing.facts.orders.map(\.chain) + filing.facts.standings.map(\.chain))
        .union(filing.facts.notices.compactMap(\.chain))
      chains.formUnion(told)
      for chain in told where isProof || proven[chain] != nil {
        proven[chain] = Proof(
          evidence: proven[chain]?.evidence ?? evidence,
          isConfirmed: true
        )
      }
    }
  }

  /// Whoever has the token of a purchase on file shows that much.
  fileprivate mutating func prove(by token: String) {
    for record in purchases where proven[record.id] == nil {
      let link = record.links.first { $0.kind == .purchaseToken && $0.value == token }
      if let link { proven[record.id] = Proof(evidence: link.evidence, isConfirmed: false) }
    }
  }

  /// Of several words the one that leaves something open counts, then the one that tells most.
  ///
  /// The weights are numbers because Swift 6.3.1's optimiser dies over a switch on both words.
  private mutating func note(_ other: Word) {
    if other.weight > word.weight { word = other }
  }
}

extension Settlement.Word {
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
  /// Whether it is what verifyReceipt takes.
  fileprivate var isReceipt: Bool {
    submission.kind == .appReceipt || submission.kind == .legacyTransactionReceipt
  }
}

extension Settlement {
  /// Whether what is on file may answer: of a receipt in the old form Apple's own status counts.
  fileprivate func mayBeAnswered(wholly: Bool) -> Bool {
    !wholly || validation?.submission.kind != .legacyTransactionReceipt
  }
}
