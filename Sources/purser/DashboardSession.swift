import ArgumentParser
import Dashboard
import Entitlements
import Foundation
import Persistence
import ServiceCore
import Terminal

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
  /// What the header calls the ledger, and its file.
  let name: String
  let path: String
  let isDemo: Bool
  let themes: ThemeFiles
  let theme: String?
  /// The screen to begin with, as the command line names it.
  var opening: String?

  /// Blocks the main thread, which is the terminal's, until the operator quits. The work `behind`
  /// goes on behind the running dashboard and has ended when this returns.
  func run(behind: (@Sendable () async throws -> Void)? = nil) throws {
    let mailbox = try Mailbox<Event>()
    var background = BackgroundWork(mailbox)
    let finish = try show(mailbox) {
      background.begin { [ledger, path] in await Self.watch(ledger, path, mailbox) }
      if let behind { background.begin(behind) }
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
    _ begin: () -> Void
  ) throws -> @Sendable () async -> Void {
    let firstTheme = try theme.map(themes.load) ?? .terminal
    Paths.makePrivateFolder(Paths.state)
    var runner = EffectRunner(
      questions: LedgerQuestions(ledger: ledger, service: service),
      access: access,
      themes: themes,
      memory: memory,
      mailbox: mailbox
    )
    let acting = beginsWriting ? try runner.beginWriting() : .readOnly
    var screen = try Self.screen(firstTheme)
    var state = firstState(screen, firstTheme, acting)
    begin()

    var pending = start(&state, opening: opening)
    Terminal.run(screen: &screen, mailbox: mailbox) { inputs in
      var effects = pending
      pending = []
      effects += update(&state, .ticked(Date()))
      for input in inputs {
        if case .note(.answered(let request, _)) = input { runner.forget(request) }
        effects += Self.fold(input, into: &state)
      }
      var order = Turn.Order.proceed
      for effect in effects where !runner.perform(effect) {
        order = Self.stronger(order, Self.order(effect))
      }
      return Turn(
        frame: view(state),
        nextTick: Self.instant(nextTick(state), from: state.view.now),
        theme: state.theme,
        order: order
      )
    }
    _ = runner.perform(.remember(state.memory))
    return runner.finish()
  }

  /// A terminal that cannot be drawn on is a matter of usage: the command line twin is named.
  private static func screen(_ theme: Theme) throws -> Screen {
    do {
      return try Screen(theme: theme, log: Paths.log)
    } catch {
      Narration.say(error.description)
      throw ExitCode(64)
    }
  }

  private func firstState(
    _ screen: borrowing Screen,
    _ theme: Theme,
    _ acting: Acting
  ) -> State {
    let now = Date()
    return State(
      view: Viewpoint(
        size: screen.size,
        now: now,
        utcOffset: TimeZone.current.secondsFromGMT(for: now),
        glyphs: screen.takesUTF8 ? .full : .ascii
      ),
      ledgerName: name,
      ledgerBytes: Self.size(of: path),
      acting: acting,
      isDemo: isDemo,
      queues: queues,
      memory: memory?.read() ?? Memory(),
      theme: theme,
      themeNames: themes.names()
    )
  }

  /// The queues of the command line. A file that cannot be read is told of there.
  private var queues: [SavedQueue] {
    let saved = try? QueueFile(path: Paths.queues).all
    return (saved ?? Queue.builtIn).compactMap { queue in
      ListKind(rawValue: queue.list.rawValue).map {
        SavedQueue(name: queue.name, list: $0, query: queue.query)
      }
    }
  }

  /// The ledger's bytes, with those that are not yet moved from its write-ahead log.
  private static func size(of path: String) -> Int? {
    func bytes(_ path: String) -> Int? {
      (try? FileManager.default.attributesOfItem(atPath: path))?[.size] as? Int
    }
    return bytes(path).map { $0 + (bytes(path + "-wal") ?? 0) }
  }

  /// Tells the dashboard of every commit, our own and other processes'.
  private static func watch(
    _ ledger: Ledger,
    _ path: String,
    _ mailbox: Mailbox<Event>
  ) async {
    for await _ in ledger.changes() {
      mailbox.post(.ledgerChanged(bytes: size(of: path)))
    }
  }

  private static func fold(_ input: Input<Event>, into state: inout State) -> [Effect] {
    switch input {
    case .key(let key): update(&state, .key(key))
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
