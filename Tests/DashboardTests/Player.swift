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
  var health = Sample.health
  var jobs: [BatchJob] = []
  /// What comes of a restore.
  var restored: Outcome<Done> = .value(
    .batch(name: "restore-5f0c1a2b", count: 1, alreadyOpen: 0)
  )
  /// Why what is done to each is not done to the first.
  var refusal: String?
  var jobRows = Sample.jobRows

  /// Opens on a list: the first screen's questions are answered in any case.
  init(
    _ state: State,
    answers: Bool = true,
    on list: ListKind? = .users,
    health: LedgerHealth = Sample.health
  ) {
    self.state = state
    self.health = health
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
    case .act(let deed, let request): .acted(request: request, deed, done(deed))
    case .write(let isOn): .writing(.value(isOn ? .allowed : .readOnly))
    case .loadTheme, .redraw, .suspend, .quit, .remember: nil
    }
  }

  private static func preview(of deed: Deed) -> [String] {
    guard case .reverify(let purchases) = deed else { return ["\(deed.word.string)"] }
    return purchases.map { "verify \($0.chain)" }
  }

  private func done(_ deed: Deed) -> Outcome<Done> {
    switch deed {
    case .reverify(let purchases):
      .value(.batch(name: "verify-5f0c1a2b", count: purchases.count, alreadyOpen: 0))
    case .restore: restored
    case .transfer(let purchases, _): each(purchases.map(\.chain.raw))
    case .grant(let grant, let users): each(users.map { "\(grant.key) to \($0.raw)" })
    case .note(_, let users): each(users.map(\.raw))
    case .revoke(let rights, _): each(rights.map { "\($0.key) of \($0.user.raw)" })
    case .cancel(let jobs), .retry(let jobs): each(jobs.map { "job \($0)" })
    }
  }

  private func each(_ subjects: [String]) -> Outcome<Done> {
    let items = subjects.enumerated().map { place, subject in
      DoneItem(subject: subject, failure: place == 0 ? refusal : nil)
    }
    return .value(.each(items))
  }

  private func answer(to question: Question) -> Outcome<Answer> {
    switch question {
    case .page(let request): .value(.page(page(request)))
    case .count: .value(.count(.exact(3)))
    case .user(let id): .value(.user(id == ID("ada") ? dossier : nil))
    case .document: .value(.document(inspection))
    case .inquiry: .value(.inquiry(Sample.inquiry))
    case .health: .value(.health(health))
    case .jobs: .value(.jobs(jobs))
    case .targets(let records, let reach):
      .value(.targets(Sample.targets(of: records, reach, dossier)))
    case .preview(let deed): .value(.preview(Self.preview(of: deed)))
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
    case (.jobs, _): Sample.page(jobRows.map(Record.job))
    case (.orders, .everything):
      Sample.page(Sample.orders.map { .order(OrderRow(order: $0, chainState: nil)) })
    default: Sample.page([])
    }
  }
}
