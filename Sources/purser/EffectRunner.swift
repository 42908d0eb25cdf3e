import Dashboard
import Entitlements
import Foundation
import Persistence
import ServiceCore
import Terminal

/// Does what the dashboard asks for, and leaves the answers in its mailbox. Lives on the
/// terminal's thread; the work itself runs elsewhere.
struct EffectRunner {
  let service: EntitlementService
  /// Who acts, for the queue and the audit log.
  let actor: String
  let themes: ThemeFiles
  let mailbox: Mailbox<Event>
  private let questions: LedgerQuestions
  /// Questions that are not answered yet, by the number of their request.
  private var running: [Int: Task<Void, Never>] = [:]
  /// What changes something is neither dropped nor left behind.
  private var acts: [Task<Void, Never>] = []

  init(
    ledger: Ledger,
    service: EntitlementService,
    actor: String,
    themes: ThemeFiles,
    about: MetaAnswers,
    mailbox: Mailbox<Event>
  ) {
    questions = LedgerQuestions(ledger: ledger, service: service, about: about)
    self.service = service
    self.actor = actor
    self.themes = themes
    self.mailbox = mailbox
  }

  /// Starts what can be done behind the screen; `false` for what only the loop can do.
  mutating func perform(_ effect: Effect) -> Bool {
    switch effect {
    case .ask(let question, let request, let older):
      if let older { running.removeValue(forKey: older)?.cancel() }
      running[request] = Task.detached { [mailbox, questions] in
        mailbox.post(.answered(request: request, await questions.answer(question)))
      }
    case .loadTheme(let name):
      Task.detached { [mailbox, themes] in
        let theme = await outcome { () async throws(ThemeError) in try themes.load(name) }
        mailbox.post(.themeLoaded(name: name, theme))
      }
    case .reverify(let chains, let user, let request):
      act { [questions, service, actor] in
        .queued(
          request: request,
          .reverify,
          of: user,
          await outcome { () async throws in
            let tasks = try await questions.ledger.asked(about: chains).map(JobTask.verify)
            return Queued(try await service.enqueue(tasks, "verify", by: actor))
          }
        )
      }
    case .restore(let plan, let user, let request):
      act { [service, actor] in
        .queued(
          request: request,
          .restore,
          of: user,
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
    case .redraw, .suspend, .quit: return false
    }
    return true
  }

  private mutating func act(_ work: @escaping @Sendable () async -> Event) {
    acts.append(Task.detached { [mailbox] in mailbox.post(await work()) })
  }

  /// Waits for what was begun and changes something.
  func finish() async { for act in acts { await act.value } }

  /// An answer has come.
  mutating func forget(_ request: Int) { running[request] = nil }
}

/// A failure becomes words for the operator here: the dashboard knows no errors.
func outcome<Value: Equatable & Sendable, Failure: Error>(
  _ work: () async throws(Failure) -> Value
) async -> Outcome<Value> {
  do throws(Failure) {
    return .value(try await work())
  } catch {
    return .failure(String(describing: error))
  }
}
