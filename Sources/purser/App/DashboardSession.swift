import ArgumentParser
import Dashboard
import Entitlements
import Foundation
import Persistence
import ServiceCore
import Terminal

/// Background work that reports its progress to the dashboard.
typealias BackgroundProgress = @Sendable (Mailbox<Event>) async throws -> Void

/// One dashboard session, from the first frame until the terminal is restored.
struct DashboardSession: Sendable {
  let ledger: Ledger
  let service: EntitlementService
  /// Opens the ledger for writing; `beginsWriting` does that at the start.
  let access: WriteAccess
  let beginsWriting: Bool
  /// `nil` if the session is not saved.
  var memory: SessionFile?
  /// The ledger's name in the header.
  let name: String
  let isDemo: Bool
  let themes: ThemeFiles
  let look: Appearance
  /// The operator, and the names of all operators.
  var me = Operator(account: "", name: "", role: .money)
  var colleagues: [String] = []
  /// The cases that others have open; `nil` if nobody else can see this ledger.
  var presence: PresenceFolder?
  /// The `--ledger` option for equivalent commands, unless it is the default ledger.
  var ledgerOption: String?
  /// The initial screen, as named on the command line.
  var opening: String?
  /// The back end that is asked who a user is.
  var directory: Directory?
  /// The demo's tickets; `cases` files the documents that they are about.
  var tickets: [TicketMessage] = []
  var steps: [TourStep] = []
  /// The operator's apps by Apple bundle ID; `stores` are the configured stores.
  var apps: [String] = []
  /// The operator's apps at all stores, to recognize another app's purchase.
  var ownApps: Set<String> = []
  var stores: Set<Store>?
  /// Text about why jobs wait at the start; `nil` if they don't.
  var storesOpening: String?
  var cases: Task<Void, any Error>?
  /// The environment of the programs that it starts.
  var environment = ChildEnvironment()
  /// Whether the ledger is a sandbox's.
  var isSandbox = false
  /// The current time; a sandbox has a clock of its own.
  var now: @Sendable () -> Date = { Date() }
  /// The sandbox's addresses and command lines.
  var sandboxPage: [PageLine] = []
  /// Advances the sandbox's clock by seconds; `nil` if it cannot be advanced here.
  var advanceClock: (@Sendable (TimeInterval) async throws -> Void)?

  /// Blocks the main thread, which owns the terminal, until the operator quits. The work `behind`
  /// runs in the background and has ended when this returns.
  func run(behind: BackgroundProgress? = nil) throws {
    let mailbox = try Mailbox<Event>()
    var background = BackgroundWork(mailbox)
    let finish = try show(mailbox, isAlone: behind == nil) {
      background.begin { [ledger, presence] in await Self.watch(ledger, presence, mailbox) }
      presence?.follow(mailbox)
      if let behind { background.begin { try await behind(mailbox) } }
    }
    // The terminal is restored by now.
    try Blocking.wait { [background, presence] in
      await finish()
      await background.end()
      await presence?.close()
    }
  }

  /// Calls `begin` once the terminal is set up.
  private func show(
    _ mailbox: Mailbox<Event>,
    isAlone: Bool,
    _ begin: () -> Void
  ) throws -> @Sendable () async -> Void {
    let firstTheme = try themes.load(look.theme)
    Paths.makePrivateFolder(Paths.state)
    var screen = try Self.screen(firstTheme, look.colors)
    var runner = EffectRunner(
      LedgerQueryHandler(session: self, colors: screen.colorCount, now: now),
      mailbox
    )
    let writeMode = beginsWriting ? try runner.beginWriting() : .readOnly
    var state = firstState(
      screen.size,
      takesUTF8: screen.takesUTF8,
      firstTheme,
      writeMode,
      at: now()
    )
    begin()

    var hasFoundSettings = false
    var pending = start(&state, opening: opening)
    var ahead: [Effect] = []
    var stated: (user: ID<User>?, at: Date) = (nil, now())
    Terminal.run(screen: &screen, mailbox: mailbox) { inputs in
      var effects = pending
      pending = []
      effects += update(&state, .ticked(now()))
      var keys: [Key] = []
      for input in inputs {
        if case .key(let key) = input {
          keys.append(key)
          continue
        }
        effects += Self.press(&keys, in: &state)
        if case .note(let event) = input, case .answered = event {
          if let request = event.request { runner.forget(request) }
          // The first rows have priority over the settings.
          if !hasFoundSettings { runner.findSettings() }
          hasFoundSettings = true
        }
        effects += Self.fold(input, into: &state)
      }
      let isUsed = !keys.isEmpty
      effects += Self.press(&keys, in: &state)
      announce(state.openCase, isUsed, &stated)
      var reply = LoopUpdate()
      ahead += effects.filter(\.prefetches)
      for effect in effects where !effect.prefetches && !runner.perform(effect) {
        let new = Self.order(effect)
        reply.order = Self.ranks.first { $0 == reply.order || $0 == new } ?? .proceed
        switch effect {
        case .copy(let copy): reply.clipboard = Clipboard().send(copy, after: nil, mailbox)
        case .send(let copy, let fault):
          reply.clipboard = Clipboard().send(copy, after: fault, mailbox)
        default: break
        }
      }
      reply.frame = view(state)
      reply.nextTick = Self.instant(nextTick(state), from: state.view.now)
      reply.theme = state.theme
      reply.takesMouse = state.handlesMouse
      reply.isAlone = isAlone && runner.isIdle && ahead.isEmpty
      return reply
    } painted: {
      for effect in ahead { _ = runner.perform(effect) }
      ahead = []
    }
    _ = runner.perform(.saveSession(state.memory))
    return runner.finish()
  }

  /// States the open case when it changes, and again while it is in use.
  private func announce(
    _ user: ID<User>?,
    _ isUsed: Bool,
    _ stated: inout (user: ID<User>?, at: Date)
  ) {
    guard let presence else { return }
    let now = now()
    let isOld = isUsed && now.timeIntervalSince(stated.at) > CasePresence.timeout / 10
    guard user != stated.user || user != nil && isOld else { return }
    stated = (user, now)
    presence.open(user, at: now)
  }

  /// - Throws: Exit status 64 if the terminal cannot be drawn on.
  private static func screen(_ theme: Theme, _ colors: ColorChoice) throws -> TerminalScreen {
    do {
      return try TerminalScreen(theme: theme, colors: colors, log: Paths.log)
    } catch {
      Console.print(error.description)
      throw ExitCode(64)
    }
  }

  /// `showsBytes` is false if the ledger's size is not reproducible.
  func firstState(
    _ size: Size,
    takesUTF8: Bool,
    _ theme: Theme,
    _ writeMode: WriteMode,
    at now: Date,
    showsBytes: Bool = true
  ) -> State {
    var state = State(
      view: ViewContext(
        size: size,
        now: now,
        utcOffset: Self.utcOffset(at: now),
        locale: DateStyle.locale(in: ProcessInfo.processInfo.environment),
        glyphs: look.glyphs(takesUTF8: takesUTF8)
      ),
      ledgerName: name,
      ledgerBytes: showsBytes ? ledger.fileBytes : nil,
      writeMode: writeMode,
      isDemo: isDemo,
      queues: queues,
      tickets: tickets,
      memory: memory?.read() ?? .empty,
      steps: steps,
      theme: theme,
      takesMouse: look.takesMouse
    )
    state.terminalGlyphs = look.glyphs(takesUTF8: takesUTF8, choosing: "auto")
    state.links = look.links
    (state.me, state.colleagues) = (me, colleagues)
    state.isSandbox = isSandbox
    state.advancesClock = advanceClock != nil
    state.ledgerOption = ledgerOption
    state.apps = apps
    state.stores = stores
    state.storesOpening = storesOpening
    do {
      state.keymap = try KeyFile(path: Paths.keys).keymap()
    } catch {
      // Continue with the default keys.
      _ = update(&state, .noticed(StatusMessage(severity: .error, text: error.description)))
    }
    do {
      state.commands = try CommandFile(path: Paths.commands).commands(beside: state.keymap)
    } catch {
      _ = update(&state, .noticed(StatusMessage(severity: .error, text: error.description)))
    }
    return state
  }

  /// Seconds east of UTC, from the C library: Foundation's calendars take milliseconds to start.
  private static func utcOffset(at instant: Date) -> Int {
    var seconds = time_t(instant.timeIntervalSince1970)
    var local = tm()
    return localtime_r(&seconds, &local) == nil ? 0 : local.tm_gmtoff
  }

  /// An unreadable file is reported by the command line only.
  private var queues: [SavedQueue] { SavedQueue.all(try? QueueFile(path: Paths.queues)) }

  /// Posts an event for commits of any process. The first is posted at once; the pause doubles
  /// while commits follow each other, so that keys are handled in between.
  private static func watch(
    _ ledger: Ledger,
    _ presence: PresenceFolder?,
    _ mailbox: Mailbox<Event>
  ) async {
    var pause = shortestPause
    var awake = ContinuousClock.now
    for await _ in ledger.changes() {
      // A commit during the pause is delivered immediately afterwards.
      let isOneOfMany = awake.duration(to: .now) < .milliseconds(10)
      pause = isOneOfMany ? min(pause * 2, longestPause) : shortestPause
      mailbox.post(.ledgerChanged(bytes: ledger.fileBytes))
      #if !os(Linux)
      // Without inotify, the audit log's entry about a proposal announces it.
      presence?.postProposals(to: mailbox)
      #endif
      try? await Task.sleep(for: pause)
      awake = .now
    }
  }

  private static let shortestPause = Duration.milliseconds(40)
  private static let longestPause = Duration.milliseconds(320)

  /// Handles keys that arrived together, which may be a paste.
  private static func press(_ keys: inout [Key], in state: inout State) -> [Effect] {
    defer { keys = [] }
    return Event.events(of: keys).flatMap { update(&state, $0) }
  }

  private static func fold(_ input: Input<Event>, into state: inout State) -> [Effect] {
    switch input {
    case .key(let key): update(&state, .key(key))
    case .mouse(let mouse): update(&state, .mouse(mouse))
    case .pasted(let text): update(&state, .pasted(text))
    case .resized(let size): update(&state, .resized(size))
    case .note(let event): update(&state, event)
    case .quitRequested: [.quit]
    }
  }

  private static func order(_ effect: Effect) -> LoopUpdate.Order {
    switch effect {
    case .redraw: .redraw
    case .suspend: .suspend
    case .quit: .quit
    default: .proceed
    }
  }

  /// By precedence when one wake-up yields several: a quit overrides all others.
  private static let ranks: [LoopUpdate.Order] = [.quit, .suspend, .redraw, .proceed]

  /// Converts the state's wall-clock time to the monotonic clock that the loop waits on.
  private static func instant(_ date: Date?, from now: Date) -> ContinuousClock.Instant? {
    date.map { .now + .seconds(max(0, $0.timeIntervalSince(now))) }
  }
}
