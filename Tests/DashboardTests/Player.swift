import Entitlements
import Foundation

@testable import Dashboard

/// A dashboard that is played: keys go in, questions are answered from the sample ledger.
struct Player {
  var state: State
  var effects: [Effect] = []
  /// Whether questions are answered at once.
  var answers = true
  var users = Sample.users
  var dossier = Sample.dossier
  var inspection = Sample.inspection
  var jobs: [BatchJob] = []
  var restored: Outcome<Queued> = .value(
    .batch(name: "restore-5f0c1a2b", count: 1, alreadyOpen: 0)
  )

  /// Opens on a list: the first screen's questions are answered in any case.
  init(_ state: State, answers: Bool = true, on list: ListKind? = .users) {
    self.state = state
    take(start(&self.state))
    self.answers = answers
    if let list {
      effects = []
      type(":\(list.rawValue)")
      press(.enter)
    }
  }

  var table: TableScreen? { state.front as? TableScreen }
  /// What was asked, in order.
  var questions: [Question] {
    effects.compactMap { if case .ask(let question, _, _) = $0 { question } else { nil } }
  }
  var lastRequest: Int? {
    effects.reversed().lazy.compactMap {
      if case .ask(_, let request, _) = $0 { request } else { nil }
    }.first
  }

  mutating func send(_ event: Event) { take(update(&state, event)) }

  mutating func press(_ keys: Key...) { for key in keys { send(.key(key)) } }

  mutating func type(_ text: String) { for letter in text { send(.key(.character(letter))) } }

  private mutating func take(_ new: [Effect]) {
    effects += new
    guard answers else { return }
    for effect in new { if let answer = answer(to: effect) { send(answer) } }
  }

  private func answer(to effect: Effect) -> Event? {
    switch effect {
    case .ask(let question, let request, _):
      .answered(request: request, answer(to: question))
    case .reverify(let chains, let user, let request):
      .queued(
        request: request,
        .reverify,
        of: user,
        .value(.batch(name: "verify-5f0c1a2b", count: chains.count, alreadyOpen: 0))
      )
    case .restore(_, let user, let request):
      .queued(request: request, .restore, of: user, restored)
    case .loadTheme, .redraw, .suspend, .quit: nil
    }
  }

  private func answer(to question: Question) -> Outcome<Answer> {
    switch question {
    case .page(let request): .value(.page(page(request)))
    case .count: .value(.count(.exact(3)))
    case .user(let id): .value(.user(id == ID("ada") ? dossier : nil))
    case .document: .value(.document(inspection))
    case .inquiry: .value(.inquiry(Sample.inquiry))
    case .health: .value(.health(Sample.health))
    case .jobs: .value(.jobs(jobs))
    case .meta(let question): Sample.answer(to: question)
    case .restore(let text):
      switch Sample.lookedUp(text) {
      case .value(let plan): .value(.restore(plan))
      case .failure(let reason): .failure(reason)
      }
    }
  }

  private func page(_ request: PageRequest) -> RecordPage {
    switch (request.list, request.query) {
    case (.users, .everything): Sample.page(users.map(Record.user))
    case (.users, .word(let word)):
      Sample.page(users.filter { $0.id.raw.hasPrefix(word) }.map(Record.user))
    case (.receipts, _): Sample.page(Sample.documents.map(Record.document))
    case (.orders, .everything):
      Sample.page(Sample.orders.map { .order(OrderRow(order: $0, chainState: nil)) })
    default: Sample.page([])
    }
  }
}
