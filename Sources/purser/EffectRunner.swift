import Dashboard
import Entitlements
import Foundation
import Persistence
import ServiceCore
import Terminal

/// Does what the dashboard asks for, and leaves the answers in its mailbox. Lives on the
/// terminal's thread; the work itself runs elsewhere.
struct EffectRunner {
  /// Of each kind of question only the newest is of interest: asking again drops the one before.
  private enum Lane: Hashable {
    case users, documents, dossier, inspection, theme, restore
    case jobs(String)
  }

  /// Of a batch, so many jobs are shown; nobody has more purchases.
  private static let mostJobs = 10_000

  let ledger: Ledger
  let service: EntitlementService
  /// Who acts, for the queue and the audit log.
  let actor: String
  let themes: ThemeFiles
  let mailbox: Mailbox<Event>
  private var running: [Lane: Task<Void, Never>] = [:]
  /// What changes something is neither dropped nor left behind.
  private var acts: [Task<Void, Never>] = []

  init(
    ledger: Ledger,
    service: EntitlementService,
    actor: String,
    themes: ThemeFiles,
    mailbox: Mailbox<Event>
  ) {
    self.ledger = ledger
    self.service = service
    self.actor = actor
    self.themes = themes
    self.mailbox = mailbox
  }

  /// Starts what can be done behind the screen; `false` for what only the loop can do.
  mutating func perform(_ effect: Effect) -> Bool {
    switch effect {
    case .listUsers(let query, let anchor, let limit, let request):
      run(.users) { [ledger] in
        .listedUsers(
          request: request,
          await outcome { () async throws(LedgerError) in
            try await ledger.users(
              matching: Search(query, at: Date()),
              at: anchor,
              limit: limit
            )
          }
        )
      }
    case .listDocuments(let anchor, let limit, let request):
      run(.documents) { [ledger] in
        .listedDocuments(
          request: request,
          await outcome { () async throws(LedgerError) in
            try await ledger.documents(at: anchor, limit: limit)
          }
        )
      }
    case .open(let user, let request):
      run(.dossier) { [ledger] in
        .opened(
          request: request,
          await outcome { () async throws(LedgerError) in try await ledger.dossier(of: user) }
        )
      }
    case .inspect(let document, let request):
      run(.inspection) { [service] in
        .inspected(
          request: request,
          await outcome { () async throws(ServiceError) in try await service.inspect(document) }
        )
      }
    case .loadTheme(let name):
      run(.theme) { [themes] in
        .themeLoaded(
          name: name,
          await outcome { () async throws(ThemeError) in try themes.load(name) }
        )
      }
    case .examineRestore(let text, let request):
      run(.restore) { [ledger] in
        .examinedRestore(
          request: request,
          await outcome { () async throws in try await RestorePlan(named: text, in: ledger) }
        )
      }
    case .reverify(let chains, let user, let request):
      act { [ledger, service, actor] in
        .queuedReverify(
          request: request,
          of: user,
          await outcome { () async throws in
            let tasks = try await ledger.asked(about: chains).map(JobTask.verify)
            return Queued(try await service.enqueue(tasks, "verify", by: actor))
          }
        )
      }
    case .restore(let plan, let user, let request):
      act { [service, actor] in
        .queuedRestore(
          request: request,
          to: user,
          await outcome { () async throws in
            let source = try plan.reading()
            switch try await service.restore(source, to: user, by: actor) {
            case .rejected(let code, let place, let detail):
              return .rejected("Rejected (\(code)): \(Narration.sentence(place, detail))")
            case .restored(let tasks) where tasks.isEmpty:
              return .nothing("The receipt is genuine, and lists no purchase.")
            case .restored(let tasks):
              return Queued(try await service.enqueue(tasks, "restore", by: actor))
            }
          }
        )
      }
    case .followJobs(let batch, let request):
      run(.jobs(batch)) { [ledger] in
        .followedJobs(
          request: request,
          await outcome { () async throws(LedgerError) in
            try await ledger.jobs(batch: batch, limit: Self.mostJobs).reversed().map(BatchJob.init)
          }
        )
      }
    case .redraw, .suspend, .quit: return false
    }
    return true
  }

  private mutating func act(_ work: @escaping @Sendable () async -> Event) {
    acts.append(Task.detached { [mailbox] in mailbox.post(await work()) })
  }

  /// Waits for what was begun and changes something.
  func finish() async { for act in acts { await act.value } }

  private mutating func run(_ lane: Lane, _ work: @escaping @Sendable () async -> Event) {
    running[lane]?.cancel()
    running[lane] = Task.detached { [mailbox] in
      let answer = await work()
      // An answer that came too late is dropped by its request number.
      mailbox.post(answer)
    }
  }
}

/// A failure becomes words for the operator here: the dashboard knows no errors.
private func outcome<Value: Equatable & Sendable, Failure: Error>(
  _ work: () async throws(Failure) -> Value
) async -> Outcome<Value> {
  do throws(Failure) {
    return .value(try await work())
  } catch {
    return .failure(String(describing: error))
  }
}
