import Entitlements
import Foundation
package import Persistence
import Receipts

/// What came of a task: what is still to be written, and how its job ends with it.
package struct TaskResult: Sendable {
  package var batch: FilingBatch
  package var ending: JobEnding
  /// What is to be done at the store once the batch is on disk. Nothing is lost where it is not
  /// done: the store tells the same again, and it is known.
  package var thanks: [StoreDeed] = []

  init(_ batch: FilingBatch = FilingBatch(), _ ending: JobEnding, thanks: [StoreDeed] = []) {
    self.batch = batch
    self.ending = ending
    self.thanks = thanks
  }

  static let nothingToAskBy = TaskResult(
    JobEnding(
      .failed,
      "nothing-to-ask-by",
      detail: """
        no token, receipt or key that still holds is on file by which the store could be asked; the \
        app can hand in another
        """
    )
  )

  init(_ ending: JobEnding) { self.init(FilingBatch(), ending) }
}

/// Called after every answer of a store.
typealias PageWatch = @Sendable () async throws(ServiceError) -> Void

extension EntitlementService {
  /// A store answers page by page; more than so many are a store gone wrong.
  private static let mostPages = 500

  /// Asks the stores for a task, and writes nothing. Answers that were given are kept even where a
  /// later question fails: they are true by themselves. `actor` asks for what follows from it.
  ///
  /// `onPage` is called after every answer.
  package func perform(
    _ task: JobTask,
    by actor: String,
    onPage: @Sendable () async throws(ServiceError) -> Void = { () throws(ServiceError) in }
  ) async throws(ServiceError) -> TaskResult {
    guard let task = task.above(horizonAt: now()) else {
      let detail = "the store's list does not reach back so far any more"
      return TaskResult(FilingBatch(), JobEnding(.done, "too-old", detail: detail))
    }
    switch task {
    case .notifications(let shop, _, _, _, _):
      return try await history(task, of: shop, by: actor, onPage)
    case .voids(let app, let from, let until):
      return try await voids(of: app, from, until, by: actor, onPage)
    case .clawbacks: return try await clawbacks(by: actor, onPage)
    case .verify, .verifyReceipt, .verifyKey, .lookUp, .deed, .tell: break
    }
    guard let plan = try await plan(for: task) else { return .nothingToAskBy }
    var result = try await answer(to: plan, onPage)
    switch task {
    case .verify(let chain): result.ending.chain = chain
    // An order tells what was charged, and not how the purchase stands.
    case .lookUp(_, .google, _):
      for (place, filing) in result.batch.filings.enumerated() {
        let chains = Set(filing.facts.orders.map(\.chain))
        result.batch.jobs[place] = verifications(of: chains, by: actor)
      }
    default: break
    }
    return result
  }

  /// What the stores answer, filed nowhere yet.
  func answer(
    to plan: QuestionPlan,
    _ onPage: PageWatch = { () throws(ServiceError) in }
  ) async throws(ServiceError) -> TaskResult {
    do throws(ServiceError) {
      return try await answers(plan.questions, plan, onPage)
    } catch {
      guard case .store(.notConfigured) = error, !plan.fallback.isEmpty else { throw error }
      return try await answers(plan.fallback, plan, onPage)
    }
  }

  private func answers(
    _ questions: [StoreQuestion],
    _ plan: QuestionPlan,
    _ onPage: PageWatch
  ) async throws(ServiceError) -> TaskResult {
    var batch = FilingBatch(at: now())
    var isHeard = false
    for question in questions {
      var next: StoreQuestion? = question
      var pages = 0
      while let asked = next, pages < Self.mostPages {
        guard let answer = try await ask(asked, plan) else { break }
        isHeard = true
        let heard = try await distinguished(answer)
        for validation in try believed(heard, from: asked.store, to: plan.owner) {
          var filing = validation.filing
          filing.question = "\(asked.name) \(pages)"
          batch.add(filing)
        }
        next = answer.next
        pages += 1
        try await onPage()
      }
    }
    guard isHeard else {
      let detail = "the store knows nothing of it"
      return TaskResult(FilingBatch(), JobEnding(.done, "unknown-there", detail: detail))
    }
    return TaskResult(batch, .answered(batch.filings.count, "document"))
  }

  /// `nil` where the store knows nothing of what was asked about: that is an answer, and it makes
  /// nothing on file untrue.
  func ask(
    _ question: StoreQuestion,
    _ plan: QuestionPlan
  ) async throws(ServiceError) -> StoreAnswer? {
    let client = try client(of: question.store)
    do throws(StoreClientError) {
      return try await client.ask(question, plan.shop)
    } catch {
      if case .status(_, let http, _, .final) = error, plan.isGuess || http == 404 || http == 410 {
        return nil
      }
      throw .store(error)
    }
  }

  /// The documents of an answer that are of a known kind, believed or not.
  func examined(_ answer: StoreAnswer, to owner: ID<User>? = nil) -> [Validation] {
    answer.documents.map { document in
      examine(
        PresentedDocument(
          bytes: document.bytes,
          user: owner,
          origin: .polled,
          hints: document.hints,
          voucher: .storeAnswer,
          endpoint: .storeKey
        )
      )
    }
    .filter { $0.submission.kind.store != nil }
  }

  /// The same of an answer that a question was asked for.
  ///
  /// - Throws: `unusable` where none of its documents is believed: whoever stands between us and the
  ///   store may have written it.
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

extension JobEnding {
  static func answered(_ count: Int, _ noun: String) -> JobEnding {
    JobEnding(
      .done,
      "answered",
      detail: count == 1 ? "1 \(noun)" : "\(count) \(noun)s",
      otherwise: "unchanged"
    )
  }
}
