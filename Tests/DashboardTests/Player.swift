import Entitlements
import Foundation

@testable import Dashboard

/// A dashboard that is played: keys go in, requests are answered from the sample ledger.
struct Player {
  var state: State
  var effects: [Effect] = []
  /// Whether requests are answered at once.
  var answers = true
  var users = Sample.users
  var inspection = Sample.inspection
  var jobs: [BatchJob] = []
  var restored: Outcome<Queued> = .value(
    .batch(name: "restore-5f0c1a2b", count: 1, alreadyOpen: 0)
  )

  init(_ state: State, answers: Bool = true) {
    self.state = state
    self.answers = answers
    take(start(&self.state))
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
    case .listUsers(.everything, _, _, let request):
      .listedUsers(request: request, .value(Sample.page(users, total: users.count)))
    case .listUsers(.word(let word), _, _, let request):
      .listedUsers(
        request: request,
        .value(Sample.page(users.filter { $0.id.raw.hasPrefix(word) }))
      )
    case .listUsers(_, _, _, let request):
      .listedUsers(request: request, .value(Sample.page([])))
    case .listDocuments(_, _, let request):
      .listedDocuments(request: request, .value(Sample.page(Sample.documents)))
    case .open(let id, let request):
      .opened(request: request, .value(id == ID("ada") ? Sample.dossier : nil))
    case .inspect(_, let request): .inspected(request: request, .value(inspection))
    case .examineRestore(let text, let request):
      .examinedRestore(request: request, Sample.lookedUp(text))
    case .reverify(let chains, let user, let request):
      .queuedReverify(
        request: request,
        of: user,
        .value(.batch(name: "verify-5f0c1a2b", count: chains.count, alreadyOpen: 0))
      )
    case .restore(_, let user, let request):
      .queuedRestore(request: request, to: user, restored)
    case .followJobs(_, let request): .followedJobs(request: request, .value(jobs))
    case .loadTheme, .redraw, .suspend, .quit: nil
    }
  }
}
