import Dashboard
import Entitlements
import Foundation
import Persistence
import ServiceCore
import Terminal

/// Performs the dashboard's effects and posts the results to its mailbox. Used on the terminal's
/// thread only; the work itself runs elsewhere.
struct EffectRunner {
  private let queries: LedgerQueryHandler
  private let mailbox: Mailbox<Event>
  private var writing: Writing
  private let directory: DirectoryWork?
  private let clipboard = Clipboard()
  /// Pending queries by request number.
  private var running: [Int: Task<Void, Never>] = [:]
  /// Tasks that change something; they are never cancelled and always awaited.
  private var changes: [Task<Void, Never>] = []
  private var saving: Task<Void, Never>?
  /// The operator's programs and advances of a sandbox's clock, including those that have ended.
  private var launches: [Task<Void, Never>] = []

  init(_ queries: LedgerQueryHandler, _ mailbox: Mailbox<Event>) {
    (self.queries, self.mailbox) = (queries, mailbox)
    directory = DirectoryWork(queries.session.service, queries.session.directory, mailbox)
    writing = Writing(queries.session.access, mailbox)
  }

  private var session: DashboardSession { queries.session }

  /// Starts an effect in the background; `false` if only the loop can perform it.
  mutating func perform(_ effect: Effect) -> Bool {
    switch effect {
    case .query(let query, let request, let older):
      if let older { running.removeValue(forKey: older)?.cancel() }
      let filing = writing.session?.service
      running[request] = Task.detached { [mailbox, queries, directory] in
        let answer = await queries.answer(query) {
          mailbox.post(.answered(request: request, .value($0)))
        }
        mailbox.post(.answered(request: request, answer))
        directory?.complete(answer, filing: filing, queries.ledger)
      }
    case .loadTheme(let name):
      Task.detached { [mailbox, themes = session.themes] in
        mailbox.post(.themeLoaded(name: name, Outcome { try themes.load(name) }))
      }
    case .execute(let action, let request): execute(action, request)
    case .confirm(let proposal, let action, let request): confirm(proposal, action, request)
    case .decline(let proposal): decline(proposal)
    case .write(let isOn): write(isOn)
    case .saveSession(let memory):
      let (file, before) = (session.memory, saving)
      // In sequence, so that the newest state is written last.
      saving = Task.detached {
        await before?.value
        file?.write(memory)
      }
    case .cancelQuery(let request): running.removeValue(forKey: request)?.cancel()
    case .copy(let copy):
      guard let tool = clipboard.tool else { return false }
      Task.detached { [mailbox, environment = session.environment] in
        let fault = await tool.take(copy, in: environment)
        let notice = StatusMessage(severity: .info, text: "\(copy.title): copied with \(tool.name)")
        mailbox.post(fault.map { .toolFailed(copy, reason: $0) } ?? .noticed(notice))
      }
    case .export(let export):
      // The instant whose rows the screen shows.
      let now = queries.now()
      change { [ledger = session.ledger] in
        switch await Outcome({ try await export.write(from: ledger, at: now) }) {
        case .value(let text): return .noticed(StatusMessage(severity: .info, text: text))
        case .failure(let reason): return .noticed(StatusMessage(severity: .error, text: reason))
        }
      }
    case .writeCase(let request):
      let writer = CaseFileWriter(
        service: session.service,
        ledger: session.ledger,
        apps: session.ownApps,
        now: queries.now(),
        audit: writing.session.map { ($0.ledger, $0.actor) }
      )
      change { [cases = session.cases] in
        let written = await Outcome {
          try await cases?.value
          return try await writer.write(request)
        }
        switch written {
        case .value(let text): return .noticed(StatusMessage(severity: .info, text: text))
        case .failure(let reason): return .noticed(StatusMessage(severity: .error, text: reason))
        }
      }
    case .launch(let launch):
      let program = LaunchedProgram(launch: launch, environment: session.environment)
      launches.append(
        Task.detached { [mailbox] in
          mailbox.post(.launched(name: launch.name, await program.run()))
        }
      )
    case .advanceClock(let seconds): advanceClock(by: seconds)
    case .send, .redraw, .suspend, .quit: return false
    }
    return true
  }

  /// Ends with the dashboard, which need not wait for what would fall due later.
  private mutating func advanceClock(by seconds: TimeInterval) {
    guard let advance = session.advanceClock else { return }
    launches.append(
      Task.detached { [mailbox, now = session.now] in
        let done: Outcome<Date> = await Outcome {
          try await advance(seconds)
          return now()
        }
        guard !Task.isCancelled else { return }
        switch done {
        case .value(let now):
          let text = "the clock is at \(now.formatted(.iso8601))"
          mailbox.post(.noticed(StatusMessage(severity: .info, text: text)))
        case .failure(let reason):
          mailbox.post(.noticed(StatusMessage(severity: .error, text: reason)))
        }
      }
    )
  }

  /// Posts the names of the theme files, then watches all settings files for changes.
  func findSettings() {
    Task.detached { [mailbox, themes = session.themes] in
      mailbox.post(.themesFound(themes.names()))
      SettingsWatch(themes: themes, mailbox: mailbox).start()
    }
  }

  private static let readOnly = "The ledger is open read-only. Enter :write on to allow actions."

  private mutating func confirm(_ proposal: Proposal, _ action: ActionRequest, _ request: Int) {
    guard let session = writing.session, let proposals = self.session.presence?.proposals else {
      return mailbox.post(.executed(request: request, action, .failure(Self.readOnly)))
    }
    change {
      .executed(request: request, action, await proposals.confirm(proposal, action, in: session))
    }
  }

  private mutating func decline(_ proposal: Proposal) {
    guard let proposals = session.presence?.proposals else { return }
    let (name, opened) = (session.me.name, writing.session)
    changes.append(
      Task.detached { [mailbox] in
        let fault = await proposals.decline(proposal, by: name, in: opened)
        if let fault { mailbox.post(.noticed(fault)) }
      }
    )
  }

  private mutating func execute(_ action: ActionRequest, _ request: Int) {
    guard let session = writing.session else {
      return mailbox.post(.executed(request: request, action, .failure(Self.readOnly)))
    }
    change {
      let executor = ActionExecutor(session: session)
      let done = await Outcome { try await executor.perform(action) }
      return .executed(request: request, action, done)
    }
  }

  private mutating func change(_ work: @escaping @Sendable () async -> Event) {
    changes.append(Task.detached { [mailbox] in mailbox.post(await work()) })
  }

  /// Whether no query is pending, nothing was ever performed, and the ledger is read-only.
  var isIdle: Bool {
    running.isEmpty && changes.isEmpty && launches.isEmpty && writing.session == nil
  }

  /// Runs synchronously: opening is as fast as reading a page.
  private mutating func write(_ isOn: Bool) {
    guard isOn else {
      changes.append(ending())
      return mailbox.post(.writing(.value(.readOnly)))
    }
    mailbox.post(.writing(Outcome { try beginWriting() }))
  }

  mutating func beginWriting() throws -> WriteMode { try writing.begin() }

  /// Waits for all actions, then closes the ledger.
  private mutating func ending() -> Task<Void, Never> {
    let end = writing.end()
    return Task.detached { [changes] in
      for change in changes { await change.value }
      await end()
    }
  }

  /// Returns a closure that waits for all changes. Stops the operator's programs, whose output can
  /// no longer be shown.
  mutating func finish() -> @Sendable () async -> Void {
    let end = ending()
    for launch in launches { launch.cancel() }
    return { [saving, launches, directory] in
      await directory?.end()
      for launch in launches { await launch.value }
      await saving?.value
      await end.value
    }
  }

  /// Removes an answered request.
  mutating func forget(_ request: Int) { running[request] = nil }
}

// An error becomes text: the dashboard knows no error types.
extension Outcome {
  init(_ work: () throws -> Value) {
    do {
      self = .value(try work())
    } catch {
      self = .failure(String(describing: error))
    }
  }

  init(_ work: () async throws -> Value) async {
    do {
      self = .value(try await work())
    } catch {
      self = .failure(String(describing: error))
    }
  }
}

/// Opens the dashboard's ledger for writing on request.
struct WriteAccess: Sendable {
  /// A ledger that is open for writing.
  struct Opened {
    var session: StoreSession
    var writeMode: WriteMode
    /// Runs waiting jobs; `nil` if no store is configured or another process runs them.
    var work: (@Sendable () async throws -> Void)?
    var close: @Sendable () async -> Void
  }

  let open: @Sendable () throws -> Opened
}

/// The dashboard's current write session, if any.
struct Writing {
  private let access: WriteAccess
  private let mailbox: Mailbox<Event>
  private var opened: (WriteAccess.Opened, BackgroundWork)?

  init(_ access: WriteAccess, _ mailbox: Mailbox<Event>) {
    self.access = access
    self.mailbox = mailbox
  }

  var session: StoreSession? { opened?.0.session }

  /// Opens the ledger for writing unless it is open already.
  mutating func begin() throws -> WriteMode {
    if let (opened, _) = opened { return opened.writeMode }
    let new = try access.open()
    var background = BackgroundWork(mailbox)
    if let work = new.work { background.begin(work) }
    opened = (new, background)
    return new.writeMode
  }

  /// Returns a closure that releases running jobs, then closes the ledger.
  mutating func end() -> @Sendable () async -> Void {
    guard let (ended, background) = opened else { return {} }
    opened = nil
    let close = ended.close
    return {
      await background.end()
      await close()
    }
  }
}

/// Background tasks that end with the dashboard.
struct BackgroundWork {
  let mailbox: Mailbox<Event>
  private var tasks: [Task<Void, Never>] = []

  init(_ mailbox: Mailbox<Event>) { self.mailbox = mailbox }

  /// Starts a task; an error is shown in the dashboard, which continues.
  mutating func begin(_ work: @escaping @Sendable () async throws -> Void) {
    tasks.append(
      Task.detached(priority: .utility) { [mailbox] in
        do {
          try await work()
        } catch {
          // A cancelled task may throw any error; none is worth reporting.
          guard !Task.isCancelled else { return }
          mailbox.post(.noticed(StatusMessage(severity: .error, text: String(describing: error))))
        }
      }
    )
  }

  /// Cancels all tasks and waits for them. Running jobs are released, and writing stops.
  func end() async {
    for task in tasks { task.cancel() }
    for task in tasks { await task.value }
  }
}
