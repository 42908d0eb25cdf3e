import ArgumentParser
import Dashboard
import Entitlements
import Foundation
import Persistence
import ServiceCore
import Terminal

/// What goes on behind a dashboard, and tells it how far it has come.
typealias BehindWork = @Sendable (Mailbox<Event>) async throws -> Void

/// One sitting at the dashboard: from the first frame to the terminal given back.
struct DashboardSession {
  /// What is looked at.
  let ledger: Ledger
  let service: EntitlementService
  /// How it comes to act, and whether it begins with that.
  let access: WriteAccess
  let beginsWriting: Bool
  /// `nil` for a dashboard that leaves nothing behind.
  var memory: MemoryFile?
  /// What the header calls the ledger.
  let name: String
  let isDemo: Bool
  let themes: ThemeFiles
  let look: Look
  /// How a command names the ledger, where that is not the one it takes by itself.
  var ledgerOption: String?
  /// The screen to begin with, as the command line names it.
  var opening: String?
  /// What customers wrote, and what files the cases it is about.
  var letters: [Letter] = []
  var lessons: [Lesson] = []
  /// The apps that are ours, and the stores that can be asked.
  var apps: [String] = []
  /// The same by the names of all stores, to tell another app's purchase.
  var ownApps: Set<String> = []
  var stores: Set<Store>?
  /// What jobs wait for at first, in words; `nil` where for nothing.
  var storesOpening: String?
  var cases: Task<Void, any Error>?
  /// That of the programs it starts.
  var environment = ChildEnvironment()

  /// Blocks the main thread, which is the terminal's, until the operator quits. The work `behind`
  /// goes on behind the running dashboard and has ended when this returns.
  func run(behind: BehindWork? = nil) throws {
    let mailbox = try Mailbox<Event>()
    var background = BackgroundWork(mailbox)
    let finish = try show(mailbox, isAlone: behind == nil) {
      background.begin { [ledger] in await Self.watch(ledger, mailbox) }
      if let behind { background.begin { try await behind(mailbox) } }
    }
    // The terminal has been given back by now.
    try Blocking.wait { [background] in
      await finish()
      await background.end()
    }
  }

  /// `begin` is called once the terminal is ours.
  private func show(
    _ mailbox: Mailbox<Event>,
    isAlone: Bool,
    _ begin: () -> Void
  ) throws -> @Sendable () async -> Void {
    let firstTheme = try themes.load(look.theme)
    Paths.makePrivateFolder(Paths.state)
    var screen = try Self.screen(firstTheme, look.colors)
    var runner = runner(mailbox, colors: screen.colorCount)
    let acting = beginsWriting ? try runner.beginWriting() : .readOnly
    var state = firstState(
      screen.size,
      takesUTF8: screen.takesUTF8,
      firstTheme,
      acting,
      at: Date()
    )
    begin()

    var hasFoundSettings = false
    var pending = start(&state, opening: opening)
    var ahead: [Effect] = []
    Terminal.run(screen: &screen, mailbox: mailbox) { inputs in
      var effects = pending
      pending = []
      effects += update(&state, .ticked(Date()))
      var keys: [Key] = []
      for input in inputs {
        if case .key(let key) = input {
          keys.append(key)
          continue
        }
        effects += Self.press(&keys, in: &state)
        if case .note(.answered(let request, _)) = input {
          runner.forget(request)
          // Nobody has typed yet, and the first rows come first.
          if !hasFoundSettings { runner.findSettings() }
          hasFoundSettings = true
        }
        effects += Self.fold(input, into: &state)
      }
      effects += Self.press(&keys, in: &state)
      var order = Turn.Order.proceed
      var clipboard: ClipboardText?
      ahead += effects.filter(\.looksAhead)
      for effect in effects where !effect.looksAhead && !runner.perform(effect) {
        order = Self.stronger(order, Self.order(effect))
        switch effect {
        case .copy(let copy): clipboard = Clipboard().send(copy, after: nil, mailbox)
        case .send(let copy, let fault):
          clipboard = Clipboard().send(copy, after: fault, mailbox)
        default: break
        }
      }
      return Turn(
        frame: view(state),
        nextTick: Self.instant(nextTick(state), from: state.view.now),
        theme: state.theme,
        clipboard: clipboard,
        takesMouse: state.listensToMouse,
        order: order,
        isAlone: isAlone && runner.isIdle && ahead.isEmpty
      )
    } painted: {
      for effect in ahead { _ = runner.perform(effect) }
      ahead = []
    }
    _ = runner.perform(.remember(state.memory))
    return runner.finish()
  }

  /// A terminal that cannot be drawn on is a matter of usage: the command line twin is named.
  private static func screen(_ theme: Theme, _ colors: ColorChoice) throws -> Screen {
    do {
      return try Screen(theme: theme, colors: colors, log: Paths.log)
    } catch {
      Narration.say(error.description)
      throw ExitCode(64)
    }
  }

  /// `showsBytes` is for whom the ledger's size is no accident.
  func firstState(
    _ size: Size,
    takesUTF8: Bool,
    _ theme: Theme,
    _ acting: Acting,
    at now: Date,
    showsBytes: Bool = true
  ) -> State {
    var state = State(
      view: Viewpoint(
        size: size,
        now: now,
        utcOffset: Self.utcOffset(at: now),
        locale: DateStyle.locale(in: ProcessInfo.processInfo.environment),
        glyphs: look.glyphs(takesUTF8: takesUTF8)
      ),
      ledgerName: name,
      ledgerBytes: showsBytes ? ledger.fileBytes : nil,
      acting: acting,
      isDemo: isDemo,
      queues: queues,
      letters: letters,
      memory: memory?.read() ?? Memory(),
      lessons: lessons,
      theme: theme,
      takesMouse: look.takesMouse
    )
    state.links = look.links
    state.ledgerOption = ledgerOption
    state.apps = apps
    state.stores = stores
    state.storesOpening = storesOpening
    do {
      state.keymap = try KeyFile(path: Paths.keys).keymap()
    } catch {
      // With the keys that everybody knows it can be mended.
      _ = update(&state, .noticed(Notice(severity: .error, text: error.description)))
    }
    do {
      state.commands = try CommandFile(path: Paths.commands).commands(beside: state.keymap)
    } catch {
      _ = update(&state, .noticed(Notice(severity: .error, text: error.description)))
    }
    return state
  }

  /// What does what the dashboard asks for. `colors` are how many the screen makes use of.
  func runner(
    _ mailbox: Mailbox<Event>,
    colors: Int?,
    now: @escaping @Sendable () -> Date = { Date() }
  ) -> EffectRunner {
    EffectRunner(
      questions: LedgerQuestions(
        ledger: ledger,
        service: service,
        about: MetaAnswers(
          ledger: ledger,
          themes: themes,
          look: look,
          colors: colors,
          isPassing: isDemo,
          now: now
        ),
        apps: ownApps,
        cases: cases
      ),
      access: access,
      themes: themes,
      memory: memory,
      environment: environment,
      mailbox: mailbox
    )
  }

  /// Seconds east of UTC, as the C library tells: Foundation's calendars take milliseconds to begin.
  private static func utcOffset(at instant: Date) -> Int {
    var seconds = time_t(instant.timeIntervalSince1970)
    var local = tm()
    return localtime_r(&seconds, &local) == nil ? 0 : local.tm_gmtoff
  }

  /// A file that cannot be read is told of by the command line.
  private var queues: [SavedQueue] { SavedQueue.all(try? QueueFile(path: Paths.queues)) }

  /// Tells the dashboard of commits, our own and other processes': of one at once, and the more seldom
  /// the longer they follow each other without a pause, so that whoever reads gets a key in between.
  private static func watch(_ ledger: Ledger, _ mailbox: Mailbox<Event>) async {
    var pause = shortestPause
    var awake = ContinuousClock.now
    for await _ in ledger.changes() {
      // One that was there before the pause was over comes at once.
      let isOneOfMany = awake.duration(to: .now) < .milliseconds(10)
      pause = isOneOfMany ? min(pause * 2, longestPause) : shortestPause
      mailbox.post(.ledgerChanged(bytes: ledger.fileBytes))
      try? await Task.sleep(for: pause)
      awake = .now
    }
  }

  private static let shortestPause = Duration.milliseconds(40)
  private static let longestPause = Duration.milliseconds(320)

  /// Keys that came one right after the other, which may be a paste.
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

  private static func order(_ effect: Effect) -> Turn.Order {
    switch effect {
    case .redraw: .redraw
    case .suspend: .suspend
    case .quit: .quit
    default: .proceed
    }
  }

  /// Of several orders in one wake the one that leaves furthest counts: nothing undoes a quit.
  private static func stronger(_ left: Turn.Order, _ right: Turn.Order) -> Turn.Order {
    let ranks: [Turn.Order] = [.quit, .suspend, .redraw, .proceed]
    return ranks.first { $0 == left || $0 == right } ?? .proceed
  }

  /// The state tells the time of day; the loop waits on a clock that nobody can set.
  private static func instant(_ date: Date?, from now: Date) -> ContinuousClock.Instant? {
    date.map { .now + .seconds(max(0, $0.timeIntervalSince(now))) }
  }
}
