import Dashboard
import Entitlements
import Foundation
import Persistence
import ServiceCore
import Terminal

/// Does what the dashboard asks for, and leaves the answers in its mailbox. Lives on the
/// terminal's thread; the work itself runs elsewhere.
struct EffectRunner {
  let themes: ThemeFiles
  let mailbox: Mailbox<Event>
  /// `nil` for a dashboard that leaves nothing behind.
  let memory: MemoryFile?
  private let questions: LedgerQuestions
  private var writing: Writing
  private let clipboard = Clipboard()
  private let environment: ChildEnvironment
  /// Questions that are not answered yet, by the number of their request.
  private var running: [Int: Task<Void, Never>] = [:]
  /// What changes something is neither dropped nor left behind.
  private var acts: [Task<Void, Never>] = []
  private var remembering: Task<Void, Never>?
  /// Programs of the operator's, those that have ended among them.
  private var launches: [Task<Void, Never>] = []

  init(
    questions: LedgerQuestions,
    access: WriteAccess,
    themes: ThemeFiles,
    memory: MemoryFile?,
    environment: ChildEnvironment,
    mailbox: Mailbox<Event>
  ) {
    self.environment = environment
    self.questions = questions
    writing = Writing(access, mailbox)
    self.themes = themes
    self.memory = memory
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
    case .act(let deed, let request): act(deed, request)
    case .write(let isOn): write(isOn)
    case .remember(let memory):
      let (file, before) = (self.memory, remembering)
      // One after the other: the newest counts.
      remembering = Task.detached {
        await before?.value
        file?.write(memory)
      }
    case .forget(let request): running.removeValue(forKey: request)?.cancel()
    case .copy(let copy):
      guard let tool = clipboard.tool else { return false }
      Task.detached { [mailbox, environment] in
        let fault = await tool.take(copy, in: environment)
        let notice = Notice(severity: .info, text: "\(copy.title): given to \(tool.name)")
        mailbox.post(fault.map { .toolFailed(copy, reason: $0) } ?? .noticed(notice))
      }
    case .export(let export):
      act { [questions] in
        let notice = await outcome { () async throws in
          try await ExportFile(export).write(from: questions.ledger)
        }
        switch notice {
        case .value(let words): return .noticed(Notice(severity: .info, text: words))
        case .failure(let reason): return .noticed(Notice(severity: .error, text: reason))
        }
      }
    case .launch(let launch):
      let program = LaunchedProgram(launch: launch, environment: environment)
      launches.append(
        Task.detached { [mailbox] in
          mailbox.post(.launched(name: launch.name, await program.run()))
        }
      )
    case .send, .redraw, .suspend, .quit: return false
    }
    return true
  }

  /// Looks for theme files and tells their names, and from then on what is written of all settings.
  func findSettings() {
    Task.detached { [mailbox, themes] in
      mailbox.post(.themesFound(themes.names()))
      SettingsWatch(themes: themes, mailbox: mailbox).start()
    }
  }

  private mutating func act(_ deed: Deed, _ request: Int) {
    guard let session = writing.session else {
      let refusal = "The ledger is open for reading only: :write on lets you act."
      return mailbox.post(.acted(request: request, deed, .failure(refusal)))
    }
    act {
      let done = await outcome { () async throws in
        try await DeedDoer(session: session).perform(deed)
      }
      return .acted(request: request, deed, done)
    }
  }

  private mutating func act(_ work: @escaping @Sendable () async -> Event) {
    acts.append(Task.detached { [mailbox] in mailbox.post(await work()) })
  }

  /// Whether nothing is asked, nothing was ever done, and nobody may do anything.
  var isIdle: Bool {
    running.isEmpty && acts.isEmpty && launches.isEmpty && writing.session == nil
  }

  /// Opening takes a moment, like reading a page does: it is not worth a task.
  private mutating func write(_ isOn: Bool) {
    guard isOn else {
      acts.append(ending())
      return mailbox.post(.writing(.value(.readOnly)))
    }
    do {
      mailbox.post(.writing(.value(try beginWriting())))
    } catch {
      mailbox.post(.writing(.failure(String(describing: error))))
    }
  }

  mutating func beginWriting() throws -> Acting { try writing.begin() }

  /// What was begun comes to its end before the ledger is closed under it.
  private mutating func ending() -> Task<Void, Never> {
    let end = writing.end()
    return Task.detached { [acts] in
      for act in acts { await act.value }
      await end()
    }
  }

  /// What waits for all that was begun and changes something. Programs of the operator's are ended:
  /// nobody sees what they say.
  mutating func finish() -> @Sendable () async -> Void {
    let end = ending()
    for launch in launches { launch.cancel() }
    return { [remembering, launches] in
      for launch in launches { await launch.value }
      await remembering?.value
      await end.value
    }
  }

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
