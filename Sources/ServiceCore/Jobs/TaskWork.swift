package import Entitlements
import Foundation
package import Persistence
import Receipts

/// What came of a task: filings that are still to be written, and how its job ends with them.
package struct TaskResult: Sendable {
  package var filings: [Filing]
  package var ending: JobEnding
}

extension EntitlementService {
  /// A store answers page by page; more than so many are a store gone wrong.
  private static let mostPages = 500

  /// Asks the stores for a task, and writes nothing. Answers that were given are kept even where a
  /// later question fails: they are true by themselves.
  ///
  /// `onPage` is called after every answer.
  package func perform(
    _ task: JobTask,
    onPage: @Sendable () async throws(ServiceError) -> Void = { () throws(ServiceError) in }
  ) async throws(ServiceError) -> TaskResult {
    guard let plan = try await plan(for: task) else {
      return TaskResult(
        filings: [],
        ending: JobEnding(
          .failed,
          "nothing-to-ask-by",
          detail: "no token, key or receipt is on file by which the store could be asked"
        )
      )
    }
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
    _ onPage: @Sendable () async throws(ServiceError) -> Void
  ) async throws(ServiceError) -> TaskResult {
    var filings: [Filing] = []
    var isHeard = false
    for question in questions {
      var next: StoreQuestion? = question
      var pages = 0
      while let asked = next, pages < Self.mostPages {
        guard let answer = try await ask(asked, plan) else { break }
        isHeard = true
        filings += try believed(answer, from: asked.store)
        next = answer.next
        pages += 1
        try await onPage()
      }
    }
    guard isHeard else {
      return TaskResult(
        filings: [],
        ending: JobEnding(.done, "unknown-there", detail: "the store knows nothing of it")
      )
    }
    let words = filings.count == 1 ? "1 document" : "\(filings.count) documents"
    return TaskResult(filings: filings, ending: JobEnding(.done, "answered", detail: words))
  }

  /// `nil` where the store knows nothing of what was asked about: that is an answer, and it makes
  /// nothing on file untrue.
  private func ask(
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

  /// The filings of an answer.
  ///
  /// - Throws: `unusable` where none of its documents is believed: whoever stands between us and the
  ///   store may have written it.
  private func believed(
    _ answer: StoreAnswer,
    from store: Store
  ) throws(ServiceError) -> [Filing] {
    let filings = answer.documents.map { document in
      examine(
        PresentedDocument(
          bytes: document.bytes,
          user: nil,
          origin: .polled,
          hints: document.hints,
          voucher: .storeAnswer
        )
      )
    }
    .filter { $0.submission.kind != .unknown }.map(\.filing)
    let isUseless = filings.allSatisfy { $0.document.verdict != .genuine }
    guard answer.documents.isEmpty || !isUseless else { throw .store(.unusable(store, .untrusted)) }
    return filings
  }
}
